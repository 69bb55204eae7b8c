//! Writes all mutants of a source file into one text, each behind a run-time switch, `crate::mutant(N)`.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Arm, Attribute, BinOp, Block, Expr, Pat, ReturnType, Signature, Stmt, UnOp};

/// One mutation of one place.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Its number behind the switch.
    pub id: usize,
    /// The file, relative to the crate.
    pub file: String,
    /// The line in the file as it was.
    pub line: usize,
    /// The function it is in.
    pub function: String,
    /// The kind of mutation.
    pub kind: &'static str,
    /// The text before.
    pub before: String,
    /// The text after; nothing if something is left out.
    pub after: String,
}

/// A change to the text: alternatives to an expression, a statement that can be left out, something added.
enum Edit {
    Wrap(Vec<(usize, String)>),
    Omit(usize),
    Insert(String),
}

/// Mutates `text`; numbers begin with `first`, and those in `dropped` are left out. Tells, too, how many mutations there are in all.
pub fn mutate(file: &str, text: &str, first: usize, dropped: &BTreeSet<usize>) -> (String, Vec<Mutant>, usize) {
    let tree = syn::parse_file(text).unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut mutator = Mutator { text, file, next: first, dropped, edits: BTreeMap::new(), mutants: Vec::new(), function: String::new() };
    mutator.visit_file(&tree);
    let edits: Vec<(usize, usize, &Edit)> = mutator.edits.iter().map(|((start, end), edit)| (*start, end.0, edit)).collect();
    (render(text, &edits, 0, text.len(), &mut 0), mutator.mutants, mutator.next - first)
}

/// The text from `low` to `high` with the edits that lie in it. Edits are sorted so that outer ones come first.
fn render(text: &str, edits: &[(usize, usize, &Edit)], low: usize, high: usize, at: &mut usize) -> String {
    let (mut out, mut done) = (String::new(), low);
    while let Some((start, end, edit)) = edits.get(*at).copied().filter(|(start, ..)| *start < high) {
        out += &text[done..start];
        *at += 1;
        let inner = render(text, edits, start, end, at);
        match edit {
            Edit::Insert(added) => out += added,
            Edit::Omit(id) => out += &format!("if !crate::mutant({id}) {{ {inner} }}"),
            Edit::Wrap(forms) => {
                let cases: String = forms.iter().map(|(id, form)| format!("if crate::mutant({id}) {{ {form} }} else ")).collect();
                out += &format!("({cases}{{ {inner} }})");
            }
        }
        done = end;
    }
    out + &text[done..high]
}

struct Mutator<'a> {
    text: &'a str,
    file: &'a str,
    next: usize,
    dropped: &'a BTreeSet<usize>,
    /// By start and end; the longer of two that start together comes first.
    edits: BTreeMap<(usize, Reverse<usize>), Edit>,
    mutants: Vec<Mutant>,
    function: String,
}

/// Methods that take a predicate as their last argument.
const PREDICATES: [&str; 11] = ["filter", "any", "all", "is_some_and", "is_none_or", "retain", "find", "position", "take_while", "skip_while", "partition"];

impl Mutator<'_> {
    fn source(&self, of: impl Spanned) -> String {
        self.text[of.span().byte_range()].to_owned()
    }

    /// Gives the next number, and notes the mutant unless it was dropped.
    fn note(&mut self, at: usize, kind: &'static str, before: &str, after: &str) -> Option<usize> {
        let id = self.next;
        self.next += 1;
        if self.dropped.contains(&id) {
            return None;
        }
        let short = |s: &str| s.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(140).collect();
        let line = self.text[..at].matches('\n').count() + 1;
        let (file, function) = (self.file.to_owned(), self.function.clone());
        self.mutants.push(Mutant { id, file, line, function, kind, before: short(before), after: short(after) });
        Some(id)
    }

    fn instead(&mut self, expr: &Expr, kind: &'static str, after: String) {
        let range = expr.span().byte_range();
        let before = self.text[range.clone()].to_owned();
        let Some(id) = self.note(range.start, kind, &before, &after) else { return };
        if let Edit::Wrap(forms) = self.edits.entry((range.start, Reverse(range.end))).or_insert(Edit::Wrap(Vec::new())) {
            forms.push((id, after));
        }
    }

    fn insert(&mut self, at: usize, added: String) {
        self.edits.insert((at, Reverse(at)), Edit::Insert(added));
    }

    /// A condition that always holds, one that never does.
    fn condition(&mut self, expr: &Expr, kind: &'static str, always: bool, never: bool) {
        match expr {
            Expr::Paren(inner) => return self.condition(&inner.expr, kind, always, never),
            Expr::Lit(_) => return,
            _ if binds(expr) => return,
            _ => {}
        }
        if always {
            self.instead(expr, kind, "true".into());
        }
        if never {
            self.instead(expr, kind, "false".into());
        }
    }

    /// A function that returns at once.
    fn body(&mut self, signature: &Signature, block: &Block) {
        let at = block.brace_token.span.open().byte_range().end;
        let returned = match &signature.output {
            ReturnType::Default => "()".to_owned(),
            ReturnType::Type(_, kind) => self.source(kind).split_whitespace().collect(),
        };
        let values: &[&str] = match returned.as_str() {
            "()" => &["()"],
            "bool" => &["true", "false"],
            "u8" | "u16" | "u32" | "i8" | "i16" | "i32" | "usize" => &["0", "1"],
            it if it.starts_with("Option<") => &["None"],
            it if it.starts_with("Vec<") => &["Vec::new()"],
            it if it.starts_with("Result<(),") => &["Ok(())"],
            _ => &[],
        };
        let mut added = String::new();
        for value in values {
            if let Some(id) = self.note(at - 1, "body", &signature.ident.to_string(), value) {
                added += &format!(" if crate::mutant({id}) {{ return {value}; }} ");
            }
        }
        if !added.is_empty() {
            self.insert(at, added);
        }
    }

    fn function(&mut self, signature: &Signature, attributes: &[Attribute], block: &Block) {
        if signature.constness.is_some() || is_conditional(attributes) {
            return;
        }
        let outer = std::mem::replace(&mut self.function, signature.ident.to_string());
        self.body(signature, block);
        visit::visit_block(self, block);
        self.function = outer;
    }

    /// A match arm that is left out, where a later arm takes everything.
    fn arm(&mut self, arm: &Arm, later: &[Arm]) {
        if let Some((_, guard)) = &arm.guard {
            return self.condition(guard, "guard", true, true);
        }
        let takes_all = |arm: &Arm| match &arm.pat {
            Pat::Wild(_) => arm.guard.is_none(),
            Pat::Ident(it) => arm.guard.is_none() && it.subpat.is_none() && !it.ident.to_string().starts_with(char::is_uppercase),
            _ => false,
        };
        if later.iter().any(takes_all) {
            let before = self.source(arm);
            if let Some(id) = self.note(arm.span().byte_range().start, "arm", &before, "") {
                self.insert(arm.pat.span().byte_range().end, format!(" if !crate::mutant({id}) "));
            }
        }
    }
}

/// Whether a condition binds a name: then it cannot be replaced.
fn binds(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(it) if matches!(it.op, BinOp::And(_)) => binds(&it.left) || binds(&it.right),
        _ => false,
    }
}

fn is_conditional(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|it| it.path().is_ident("cfg") || it.path().is_ident("test"))
}

/// Whether a statement is done for its effect, so that it can be left out.
fn is_effect(expr: &Expr) -> bool {
    match expr {
        Expr::Call(_) | Expr::MethodCall(_) | Expr::Try(_) | Expr::Assign(_) => true,
        Expr::Binary(it) => matches!(it.op, BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_) | BinOp::BitOrAssign(_) | BinOp::BitAndAssign(_)),
        _ => false,
    }
}

/// The operator to put in place of another.
fn swapped(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        BinOp::Eq(_) => "!=",
        BinOp::Ne(_) => "==",
        BinOp::Add(_) => "-",
        BinOp::Sub(_) | BinOp::Mul(_) => "+",
        BinOp::Div(_) => "*",
        BinOp::Rem(_) => "/",
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) => "+=",
        _ => return None,
    })
}

impl<'ast> Visit<'ast> for Mutator<'_> {
    fn visit_item_mod(&mut self, it: &'ast syn::ItemMod) {
        if !is_conditional(&it.attrs) {
            visit::visit_item_mod(self, it);
        }
    }
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast Pat) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_item_impl(&mut self, it: &'ast syn::ItemImpl) {
        let of = it.trait_.as_ref().and_then(|(_, path, _)| path.segments.last()).map(|last| last.ident.to_string());
        if !of.is_some_and(|name| ["Debug", "Display", "Default", "From", "Names"].contains(&name.as_str())) {
            visit::visit_item_impl(self, it);
        }
    }
    fn visit_item_fn(&mut self, it: &'ast syn::ItemFn) {
        self.function(&it.sig, &it.attrs, &it.block);
    }
    fn visit_impl_item_fn(&mut self, it: &'ast syn::ImplItemFn) {
        self.function(&it.sig, &it.attrs, &it.block);
    }
    fn visit_stmt(&mut self, it: &'ast Stmt) {
        if let Stmt::Expr(expr, Some(_)) = it
            && is_effect(expr)
        {
            let (range, before) = (it.span().byte_range(), self.source(it));
            if let Some(id) = self.note(range.start, "statement", &before, "") {
                self.edits.insert((range.start, Reverse(range.end)), Edit::Omit(id));
            }
        }
        visit::visit_stmt(self, it);
    }
    fn visit_expr_if(&mut self, it: &'ast syn::ExprIf) {
        self.condition(&it.cond, "if", true, true);
        visit::visit_expr_if(self, it);
    }
    fn visit_expr_match(&mut self, it: &'ast syn::ExprMatch) {
        for (i, arm) in it.arms.iter().enumerate() {
            self.arm(arm, &it.arms[i + 1..]);
        }
        visit::visit_expr_match(self, it);
    }
    fn visit_expr_binary(&mut self, it: &'ast syn::ExprBinary) {
        if let Some(op) = swapped(&it.op) {
            let after = format!("{} {op} {}", self.source(&it.left), self.source(&it.right));
            self.instead(&Expr::Binary(it.clone()), "operator", after);
        }
        match it.op {
            BinOp::And(_) => [&it.left, &it.right].into_iter().for_each(|part| self.condition(part, "and", true, false)),
            BinOp::Or(_) => [&it.left, &it.right].into_iter().for_each(|part| self.condition(part, "or", false, true)),
            _ => {}
        }
        visit::visit_expr_binary(self, it);
    }
    fn visit_expr_unary(&mut self, it: &'ast syn::ExprUnary) {
        if matches!(it.op, UnOp::Not(_)) {
            let after = self.source(&it.expr);
            self.instead(&Expr::Unary(it.clone()), "not", after);
        }
        visit::visit_expr_unary(self, it);
    }
    fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
        let name = it.method.to_string();
        if PREDICATES.contains(&name.as_str())
            && let Some(Expr::Closure(closure)) = it.args.last()
            && !matches!(&*closure.body, Expr::Block(_))
        {
            self.condition(&closure.body, "predicate", true, true);
        }
        let other = match name.as_str() {
            "any" => Some("all"),
            "all" => Some("any"),
            "min" => Some("max"),
            "max" => Some("min"),
            "is_some" => Some("is_none"),
            "is_none" => Some("is_some"),
            _ => None,
        };
        if let Some(other) = other {
            let (whole, name) = (it.span().byte_range(), it.method.span().byte_range());
            let after = format!("{}{other}{}", &self.text[whole.start..name.start], &self.text[name.end..whole.end]);
            self.instead(&Expr::MethodCall(it.clone()), "method", after);
        }
        if name == "then_some" || name == "then" {
            self.condition(&it.receiver, "then", true, true);
        }
        visit::visit_expr_method_call(self, it);
    }
}
