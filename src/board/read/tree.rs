//! RON text → a tree of nodes that know their line and column.

use std::borrow::Cow;

/// A value and its place in the text.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// Byte offset of its first character.
    pub at: u32,
    /// What it is.
    pub kind: Kind<'a>,
}

/// The shapes a RON value can have.
#[derive(Clone, Debug)]
pub enum Kind<'a> {
    /// A number, as written.
    Number(&'a str),
    /// `'x'`
    Char(char),
    /// `"text"`
    Text(Cow<'a, str>),
    /// `Word`, `true`, `None`
    Word(&'a str),
    /// `[a, b]`
    List(Vec<Node<'a>>),
    /// `{k: v}`
    Map(Vec<(Node<'a>, Node<'a>)>),
    /// `Name(field: v)` or `(field: v)`
    Record(Option<&'a str>, Vec<(Node<'a>, Node<'a>)>),
    /// `Name(a, b)` or `(a, b)` or `()`
    Tuple(Option<&'a str>, Vec<Node<'a>>),
}

impl Kind<'_> {
    /// What to call this shape in a fault.
    pub fn describe(&self) -> String {
        match self {
            Kind::Number(n) => format!("the number {n}"),
            Kind::Char(c) => format!("the letter {c:?}"),
            Kind::Text(t) => format!("the text {t:?}"),
            Kind::Word(w) => format!("the word {w}"),
            Kind::List(_) => "a list".into(),
            Kind::Map(_) => "a map".into(),
            Kind::Record(Some(n), _) | Kind::Tuple(Some(n), _) => format!("{n}(…)"),
            Kind::Record(None, _) => "a record".into(),
            Kind::Tuple(None, _) => "a tuple".into(),
        }
    }
}

impl<'a> Node<'a> {
    /// The elements, if it is a list.
    pub fn items(&self) -> &[Node<'a>] {
        if let Kind::List(items) = &self.kind { items } else { &[] }
    }

    /// The keys and values, if it is a map or a record.
    pub fn pairs(&self) -> &[(Node<'a>, Node<'a>)] {
        if let Kind::Map(pairs) | Kind::Record(_, pairs) = &self.kind { pairs } else { &[] }
    }

    /// The value of a named field, if it is a record that has it.
    pub fn field(&self, name: &str) -> Option<&Node<'a>> {
        self.pairs().iter().find(|(key, _)| matches!(key.kind, Kind::Word(word) if word == name)).map(|(_, value)| value)
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let Kind::Text(text) = &self.kind { Some(text) } else { None }
    }

    /// Every text at or below this node.
    pub fn texts(&self) -> Vec<&Node<'a>> {
        match &self.kind {
            Kind::Text(_) => vec![self],
            Kind::List(items) | Kind::Tuple(_, items) => items.iter().flat_map(Node::texts).collect(),
            Kind::Map(pairs) | Kind::Record(_, pairs) => pairs.iter().flat_map(|(key, value)| [key, value]).flat_map(Node::texts).collect(),
            _ => Vec::new(),
        }
    }
}

/// Deeper nesting than any table needs; a bound so that no file can exhaust the stack.
const DEEPEST: u32 = 64;

/// Parses a whole text. The error is an offset and what was wrong there.
pub fn parse(text: &str) -> Result<Node<'_>, (u32, String)> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    parser.skip()?;
    let node = parser.value()?;
    parser.skip()?;
    match parser.peek() {
        None => Ok(node),
        Some(c) => Err(parser.err(format!("expected the end of the file, found {c:?}"))),
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
}

type Parsed<T> = Result<T, (u32, String)>;

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn err(&self, what: impl Into<String>) -> (u32, String) {
        (self.at as u32, what.into())
    }

    fn found(&self) -> String {
        self.peek().map_or("the end of the file".into(), |c| format!("{c:?}"))
    }

    /// Skips blanks and comments.
    fn skip(&mut self) -> Parsed<()> {
        loop {
            self.at = self.text.len() - self.rest().trim_start_matches(['\u{feff}', ' ', '\t', '\n', '\r']).len();
            if self.rest().starts_with("//") {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                let end = self.rest().find("*/").ok_or_else(|| self.err("this comment never ends: expected */"))?;
                self.at += end + 2;
            } else {
                return Ok(());
            }
        }
    }

    fn eat(&mut self, c: char) -> bool {
        let hit = self.peek() == Some(c);
        if hit {
            self.at += c.len_utf8();
        }
        hit
    }

    fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let first = rest.chars().next()?;
        if !(first.is_alphabetic() || first == '_') {
            return None;
        }
        let len = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.at += len;
        Some(&rest[..len])
    }

    fn value(&mut self) -> Parsed<Node<'a>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.err(format!("nested more than {DEEPEST} deep")));
        }
        let at = self.at as u32;
        let kind = match self.peek() {
            None => return Err(self.err("expected a value, found the end of the file")),
            Some('[') => Kind::List(self.list('[', ']')?),
            Some('{') => Kind::Map(self.pairs('{', '}')?),
            Some('(') => self.parenthesised(None)?,
            Some('"') => Kind::Text(self.text_literal()?),
            Some('\'') => Kind::Char(self.char_literal()?),
            Some(c) if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => self.number()?,
            Some('r') if self.rest().starts_with("r\"") || self.rest().starts_with("r#") => Kind::Text(self.raw_literal()?),
            Some(c) => {
                let Some(word) = self.word() else { return Err(self.err(format!("expected a value, found {c:?}"))) };
                let after = self.at;
                self.skip()?;
                if self.peek() == Some('(') {
                    self.parenthesised(Some(word))?
                } else {
                    self.at = after;
                    Kind::Word(word)
                }
            }
        };
        self.depth -= 1;
        Ok(Node { at, kind })
    }

    /// What is between `(` and `)`: named fields or values in order.
    fn parenthesised(&mut self, name: Option<&'a str>) -> Parsed<Kind<'a>> {
        let start = self.at;
        self.eat('(');
        self.skip()?;
        let named = {
            let (at, word) = (self.at, self.word());
            let blanks = self.skip();
            let named = word.is_some() && blanks.is_ok() && self.peek() == Some(':');
            self.at = at;
            named
        };
        self.at = start;
        Ok(if named { Kind::Record(name, self.pairs('(', ')')?) } else { Kind::Tuple(name, self.list('(', ')')?) })
    }

    fn list(&mut self, open: char, close: char) -> Parsed<Vec<Node<'a>>> {
        let start = self.at as u32;
        self.eat(open);
        let mut items = Vec::new();
        loop {
            self.skip()?;
            if self.eat(close) {
                return Ok(items);
            }
            if self.peek().is_none() {
                return Err((start, format!("this {open} is never closed: expected {close}")));
            }
            items.push(self.value()?);
            self.separator(close)?;
        }
    }

    fn pairs(&mut self, open: char, close: char) -> Parsed<Vec<(Node<'a>, Node<'a>)>> {
        let start = self.at as u32;
        self.eat(open);
        let mut pairs = Vec::new();
        loop {
            self.skip()?;
            if self.eat(close) {
                return Ok(pairs);
            }
            if self.peek().is_none() {
                return Err((start, format!("this {open} is never closed: expected {close}")));
            }
            let key = self.value()?;
            self.skip()?;
            if !self.eat(':') {
                return Err(self.err(format!("expected ':' after {}, found {}", key.kind.describe(), self.found())));
            }
            self.skip()?;
            pairs.push((key, self.value()?));
            self.separator(close)?;
        }
    }

    fn separator(&mut self, close: char) -> Parsed<()> {
        self.skip()?;
        if self.eat(',') || self.peek() == Some(close) { Ok(()) } else { Err(self.err(format!("expected ',' or {close:?}, found {}", self.found()))) }
    }

    fn number(&mut self) -> Parsed<Kind<'a>> {
        let rest = self.rest();
        let len = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.' | '_'))).unwrap_or(rest.len());
        self.at += len;
        Ok(Kind::Number(&rest[..len]))
    }

    fn char_literal(&mut self) -> Parsed<char> {
        self.eat('\'');
        let c = match self.peek() {
            Some('\\') => self.escape()?,
            Some(c) => {
                self.at += c.len_utf8();
                c
            }
            None => return Err(self.err("expected a letter, found the end of the file")),
        };
        if self.eat('\'') { Ok(c) } else { Err(self.err(format!("expected the closing ' of a letter, found {}", self.found()))) }
    }

    fn escape(&mut self) -> Parsed<char> {
        let start = self.at;
        self.eat('\\');
        let bad = |what: &str| (start as u32, what.to_owned());
        let c = self.peek().ok_or_else(|| bad("this escape never ends"))?;
        self.at += c.len_utf8();
        let hex = |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).ok_or_else(|| bad("this escape is not a character"));
        Ok(match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            '\\' | '"' | '\'' => c,
            'x' => {
                let digits = self.rest().get(..2).ok_or_else(|| bad("expected two hexadecimal digits"))?;
                self.at += 2;
                hex(digits)?
            }
            'u' => {
                let rest = self.rest();
                let end = rest.find('}').filter(|_| rest.starts_with('{')).ok_or_else(|| bad("expected \\u{…}"))?;
                self.at += end + 1;
                hex(&rest[1..end])?
            }
            _ => return Err(bad("unknown escape")),
        })
    }

    fn text_literal(&mut self) -> Parsed<Cow<'a, str>> {
        let start = self.at as u32;
        self.eat('"');
        let mut owned: Option<String> = None;
        loop {
            let rest = self.rest();
            let Some(stop) = rest.find(['"', '\\']) else { return Err((start, "this text is never closed: expected \"".into())) };
            let piece = &rest[..stop];
            self.at += stop;
            if self.eat('"') {
                return Ok(match owned {
                    None => Cow::Borrowed(piece),
                    Some(text) => Cow::Owned(text + piece),
                });
            }
            let mut text = owned.take().unwrap_or_default();
            text.push_str(piece);
            text.push(self.escape()?);
            owned = Some(text);
        }
    }

    fn raw_literal(&mut self) -> Parsed<Cow<'a, str>> {
        let start = self.at as u32;
        self.eat('r');
        let hashes = self.rest().len() - self.rest().trim_start_matches('#').len();
        self.at += hashes;
        if !self.eat('"') {
            return Err(self.err(format!("expected \" of a raw text, found {}", self.found())));
        }
        let close = format!("\"{}", "#".repeat(hashes));
        let rest = self.rest();
        let Some(stop) = rest.find(&close) else { return Err((start, format!("this raw text is never closed: expected {close}"))) };
        self.at += stop + close.len();
        Ok(Cow::Borrowed(&rest[..stop]))
    }
}
