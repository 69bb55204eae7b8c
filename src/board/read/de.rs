//! A serde deserializer over the node tree.

use super::{Fault, Kind, Lexicon, Node, Source, nearest, parse};
use serde::de::{self, DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer, Visitor};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;

/// A value together with its offset in the file, for checks that run after reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At<T> {
    /// Byte offset in its file.
    pub at: u32,
    /// The value.
    pub value: T,
}

/// The name by which [`At`] asks this deserializer for a position.
const AT: &str = "$At";

impl<'de, T: Deserialize<'de>> Deserialize<'de> for At<T> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Pair<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Pair<T> {
            type Value = At<T>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a value with its place")
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<At<T>, A::Error> {
                let missing = || de::Error::custom("a value with its place");
                Ok(At { at: seq.next_element()?.ok_or_else(missing)?, value: seq.next_element()?.ok_or_else(missing)? })
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(self, d: D) -> Result<At<T>, D::Error> {
                T::deserialize(d).map(|value| At { at: 0, value })
            }
        }
        d.deserialize_newtype_struct(AT, Pair(std::marker::PhantomData))
    }
}

impl<T: Serialize> Serialize for At<T> {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(s)
    }
}

/// One file being read: its text, the names in force, and the faults found so far.
pub struct Reading<'a> {
    source: Source<'a>,
    lexicon: &'a Lexicon,
    bad: RefCell<Vec<Bad>>,
}

/// Nobody fixes a file with more faults than this: the rest are not kept.
const MOST_KEPT: usize = 10_000;
/// Finding the nearest valid name takes time, so a file with more faults than this gets no more suggestions.
const MOST_ADVISED: usize = 200;

impl<'a> Reading<'a> {
    /// Starts reading a file.
    pub fn new(file: &'a str, text: &'a str, lexicon: &'a Lexicon) -> Reading<'a> {
        Reading { source: Source { file, text }, lexicon, bad: RefCell::default() }
    }

    /// The tree of the whole file; a fault of syntax is noted and gives `None`.
    pub fn tree(&self) -> Option<Node<'a>> {
        match parse(self.source.text) {
            Ok(node) => Some(node),
            Err((at, what)) => {
                self.fault(at, what);
                None
            }
        }
    }

    /// Notes a fault at an offset; a check after reading uses the offsets kept by [`At`].
    pub fn fault(&self, at: u32, what: impl Into<String>) {
        self.note(Bad { at: Some(at), what: what.into() });
    }

    fn note(&self, bad: Bad) {
        let mut kept = self.bad.borrow_mut();
        if kept.len() == MOST_KEPT {
            kept.push(Bad { at: Some(u32::MAX), what: format!("this file has more than {MOST_KEPT} faults; the rest are not listed") });
        } else if kept.len() < MOST_KEPT {
            kept.push(bad);
        }
    }

    /// [`nearest`], as long as the file has not too many faults for that.
    pub fn nearest<'v>(&self, word: &str, valid: impl Iterator<Item = &'v str> + Clone) -> String {
        if self.bad.borrow().len() < MOST_ADVISED { nearest(word, valid) } else { String::new() }
    }

    /// Reads a node as a `T`; a fault is noted and gives `None`.
    pub fn value<T: DeserializeOwned>(&self, node: &Node<'_>) -> Option<T> {
        T::deserialize(De { node, reading: self }).map_err(|bad| self.note(bad.or(node))).ok()
    }

    /// Reads the whole file as a `T`.
    pub fn file<T: DeserializeOwned>(&self) -> Option<T> {
        self.tree().and_then(|node| self.value(&node))
    }

    /// The fields of the file's outermost record, to be read one by one so that a fault in one hides no fault of another.
    pub fn fields<'n>(&self, node: &'n Node<'a>) -> Fields<'n, 'a, '_> {
        let pairs = match &node.kind {
            Kind::Record(_, pairs) => pairs.as_slice(),
            Kind::Tuple(None, items) if items.is_empty() => &[],
            other => {
                self.fault(node.at, format!("expected a record (name: value, …), found {}", other.describe()));
                &[]
            }
        };
        Fields { at: node.at, pairs, reading: self, asked: RefCell::default() }
    }

    /// The faults noted, sorted by place.
    pub fn into_faults(self) -> Vec<Fault> {
        let mut bad = self.bad.into_inner();
        bad.sort_by_key(|b| b.at);
        self.source.faults(bad.into_iter().map(|b| (b.at.unwrap_or(0), b.what)))
    }
}

/// The fields of a record, each read on its own.
pub struct Fields<'n, 'a, 'r> {
    at: u32,
    pairs: &'n [(Node<'a>, Node<'a>)],
    reading: &'r Reading<'a>,
    asked: RefCell<Vec<&'static str>>,
}

impl<'n, 'a> Fields<'n, 'a, '_> {
    /// The node of a field, if it is there.
    pub fn node(&self, name: &'static str) -> Option<&'n Node<'a>> {
        self.asked.borrow_mut().push(name);
        self.pairs.iter().find(|(key, _)| matches!(key.kind, Kind::Word(w) if w == name)).map(|(_, value)| value)
    }

    /// A field that must be there.
    pub fn need<T: DeserializeOwned>(&self, name: &'static str) -> Option<T> {
        let node = self.node(name);
        if node.is_none() {
            self.reading.fault(self.at, format!("the field `{name}` is missing"));
        }
        node.and_then(|node| self.reading.value(node))
    }

    /// A field that may be left out.
    pub fn maybe<T: DeserializeOwned + Default>(&self, name: &'static str) -> T {
        self.node(name).and_then(|node| self.reading.value(node)).unwrap_or_default()
    }

    /// A list, element by element: a bad element is noted and left out, and hides no fault of the others.
    pub fn each<T: DeserializeOwned>(&self, name: &'static str) -> Vec<T> {
        match self.node(name) {
            Some(Node { kind: Kind::List(items), .. }) => items.iter().filter_map(|item| self.reading.value(item)).collect(),
            Some(node) => {
                self.reading.fault(node.at, format!("expected a list [ … ], found {}", node.kind.describe()));
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// A map, entry by entry, in the order written; likewise. A key given twice is a fault.
    pub fn each_pair<K: DeserializeOwned + Ord + Clone, V: DeserializeOwned>(&self, name: &'static str) -> Vec<(At<K>, V)> {
        let pairs = match self.node(name) {
            Some(Node { kind: Kind::Map(pairs), .. }) => pairs,
            Some(node) => {
                self.reading.fault(node.at, format!("expected a map {{ key: value, … }}, found {}", node.kind.describe()));
                return Vec::new();
            }
            None => return Vec::new(),
        };
        let mut found: Vec<(At<K>, V)> = Vec::new();
        let mut given = BTreeSet::new();
        for (key_node, node) in pairs {
            let (key, value): (Option<At<K>>, Option<V>) = (self.reading.value(key_node), self.reading.value(node));
            let (Some(key), Some(value)) = (key, value) else { continue };
            if !given.insert(key.value.clone()) {
                self.reading.fault(key_node.at, format!("{} is given twice", key_node.kind.describe()));
            } else {
                found.push((key, value));
            }
        }
        found
    }

    /// The text keys of a map, those of bad entries included: so that a bad entry hides no name.
    pub fn keys(&self, name: &'static str) -> Vec<String> {
        match self.node(name) {
            Some(Node { kind: Kind::Map(pairs), .. }) => {
                pairs.iter().filter_map(|(key, _)| if let Kind::Text(text) = &key.kind { Some(text.to_string()) } else { None }).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Notes every field that nobody asked for, and every field given twice.
    pub fn close(self) {
        let asked = self.asked.into_inner();
        let mut given = BTreeSet::new();
        for (key, _) in self.pairs {
            let Kind::Word(word) = key.kind else { continue };
            if !asked.contains(&word) {
                self.reading.fault(key.at, format!("unknown field `{word}`{}", self.reading.nearest(word, asked.iter().copied())));
            } else if !given.insert(word) {
                self.reading.fault(key.at, format!("the field `{word}` is given twice"));
            }
        }
    }
}

/// What went wrong at a place; the place is filled in by the innermost node that knows it.
#[derive(Debug)]
pub(super) struct Bad {
    at: Option<u32>,
    what: String,
}

impl Bad {
    fn or(mut self, node: &Node<'_>) -> Bad {
        self.at.get_or_insert(node.at);
        self
    }
}

impl fmt::Display for Bad {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Bad {}

impl de::Error for Bad {
    fn custom<T: fmt::Display>(what: T) -> Bad {
        Bad { at: None, what: what.to_string() }
    }

    fn missing_field(field: &'static str) -> Bad {
        de::Error::custom(format_args!("the field `{field}` is missing"))
    }
}

#[derive(Clone, Copy)]
struct De<'n, 'a, 'r> {
    node: &'n Node<'a>,
    reading: &'r Reading<'a>,
}

impl<'n, 'a, 'r> De<'n, 'a, 'r> {
    fn with(self, node: &'n Node<'a>) -> De<'n, 'a, 'r> {
        De { node, ..self }
    }

    fn bad(&self, what: impl Into<String>) -> Bad {
        Bad { at: Some(self.node.at), what: what.into() }
    }

    fn expected(&self, what: &str) -> Bad {
        self.bad(format!("expected {what}, found {}", self.node.kind.describe()))
    }

    fn integer<T: std::str::FromStr + TryFrom<i128>>(&self) -> Result<T, Bad> {
        let Kind::Number(text) = self.node.kind else { return Err(self.expected("a whole number")) };
        let clean = text.replace('_', "");
        let wide: i128 = match clean.strip_prefix("0x") {
            Some(hex) => i128::from_str_radix(hex, 16).ok(),
            None => clean.strip_prefix('+').unwrap_or(&clean).parse().ok(),
        }
        .ok_or_else(|| self.expected("a whole number"))?;
        T::try_from(wide).map_err(|_| self.bad(format!("{text} is out of range here")))
    }

    fn record<V: Visitor<'n>>(self, pairs: &'n [(Node<'a>, Node<'a>)], fields: &'static [&'static str], visitor: V) -> Result<V::Value, Bad> {
        visitor.visit_map(Pairs { de: self, pairs: pairs.iter(), value: None, fields: Some(fields) }).map_err(|b| b.or(self.node))
    }

    fn items<V: Visitor<'n>>(self, items: &'n [Node<'a>], visitor: V) -> Result<V::Value, Bad> {
        visitor.visit_seq(Items { de: self, items: items.iter() }).map_err(|b| b.or(self.node))
    }
}

macro_rules! integers {
    ($($method:ident $visit:ident $ty:ty),*) => {$(
        fn $method<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
            visitor.$visit(self.integer::<$ty>()?).map_err(|b: Bad| b.or(self.node))
        }
    )*};
}

impl<'n> Deserializer<'n> for De<'n, '_, '_> {
    type Error = Bad;

    integers!(
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32, deserialize_i64 visit_i64 i64,
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16, deserialize_u32 visit_u32 u32, deserialize_u64 visit_u64 u64
    );

    fn deserialize_any<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        match &self.node.kind {
            Kind::Number(text) if text.contains('.') => visitor.visit_str(text),
            Kind::Number(_) => visitor.visit_i64(self.integer()?),
            Kind::Char(c) => visitor.visit_char(*c),
            Kind::Text(text) => visitor.visit_str(text),
            Kind::Word("true") => visitor.visit_bool(true),
            Kind::Word("false") => visitor.visit_bool(false),
            Kind::Word("None") => visitor.visit_none(),
            Kind::Word(word) => visitor.visit_str(word),
            Kind::List(items) | Kind::Tuple(_, items) => self.items(items, visitor),
            Kind::Map(pairs) | Kind::Record(_, pairs) => visitor.visit_map(Pairs { de: self, pairs: pairs.iter(), value: None, fields: None }),
        }
        .map_err(|b| b.or(self.node))
    }

    fn deserialize_bool<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        match self.node.kind {
            Kind::Word("true") => visitor.visit_bool(true),
            Kind::Word("false") => visitor.visit_bool(false),
            _ => Err(self.expected("true or false")),
        }
    }

    fn deserialize_f64<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        match self.node.kind {
            Kind::Number(text) => visitor.visit_f64(text.parse().map_err(|_| self.expected("a number"))?),
            _ => Err(self.expected("a number")),
        }
    }

    fn deserialize_f32<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_char<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        match self.node.kind {
            Kind::Char(c) => visitor.visit_char(c),
            _ => Err(self.expected("a letter like 'x'")),
        }
    }

    fn deserialize_str<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        match &self.node.kind {
            Kind::Text(text) => visitor.visit_str(text).map_err(|b: Bad| b.or(self.node)),
            _ => Err(self.expected("a text in quotes")),
        }
    }

    fn deserialize_string<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        self.deserialize_str(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        self.deserialize_str(visitor)
    }

    /// `None`, `Some(x)`, or plainly `x`.
    fn deserialize_option<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        match &self.node.kind {
            Kind::Word("None") => visitor.visit_none(),
            Kind::Tuple(Some("Some"), items) if items.len() == 1 => visitor.visit_some(self.with(&items[0])),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        match &self.node.kind {
            Kind::Tuple(None, items) if items.is_empty() => visitor.visit_unit(),
            _ => Err(self.expected("()")),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'n>>(self, _: &'static str, visitor: V) -> Result<V::Value, Bad> {
        visitor.visit_unit()
    }

    /// The one place where names become numbers, and where a value can learn its own position.
    fn deserialize_newtype_struct<V: Visitor<'n>>(self, name: &'static str, visitor: V) -> Result<V::Value, Bad> {
        if name == AT {
            return visitor.visit_seq(Positioned { de: self, given: 0 }).map_err(|b| b.or(self.node));
        }
        if let Kind::Text(text) = &self.node.kind {
            match self.reading.lexicon.find(name, text) {
                Some(Some(number)) => return visitor.visit_newtype_struct(number.into_deserializer()),
                Some(None) => {
                    let lexicon = self.reading.lexicon;
                    let advice = self.reading.nearest(text, lexicon.names(name).iter().map(String::as_str));
                    return Err(self.bad(lexicon.unknown(name, text) + &advice));
                }
                None => {}
            }
        }
        visitor.visit_newtype_struct(self).map_err(|b| b.or(self.node))
    }

    fn deserialize_seq<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        match &self.node.kind {
            Kind::List(items) => self.items(items, visitor),
            _ => Err(self.expected("a list [ … ]")),
        }
    }

    fn deserialize_tuple<V: Visitor<'n>>(self, len: usize, visitor: V) -> Result<V::Value, Bad> {
        match &self.node.kind {
            Kind::Tuple(None, items) | Kind::List(items) if items.len() == len => self.items(items, visitor),
            Kind::Tuple(None, items) | Kind::List(items) => Err(self.bad(format!("expected {len} values, found {}", items.len()))),
            _ => Err(self.expected(&format!("{len} values in ( )"))),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'n>>(self, _: &'static str, len: usize, visitor: V) -> Result<V::Value, Bad> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        match &self.node.kind {
            Kind::Map(pairs) => visitor.visit_map(Pairs { de: self, pairs: pairs.iter(), value: None, fields: None }).map_err(|b| b.or(self.node)),
            _ => Err(self.expected("a map { key: value, … }")),
        }
    }

    fn deserialize_struct<V: Visitor<'n>>(self, name: &'static str, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Bad> {
        match &self.node.kind {
            Kind::Record(found, pairs) if found.is_none_or(|f| f == name) => self.record(pairs, fields, visitor),
            Kind::Tuple(None, items) if items.is_empty() => self.record(&[], fields, visitor),
            _ => Err(self.expected("a record (name: value, …)")),
        }
    }

    fn deserialize_enum<V: Visitor<'n>>(self, _: &'static str, variants: &'static [&'static str], visitor: V) -> Result<V::Value, Bad> {
        let name = match self.node.kind {
            Kind::Word(word) | Kind::Record(Some(word), _) | Kind::Tuple(Some(word), _) => word,
            _ => return Err(self.expected(&format!("one of {}", variants.join(", ")))),
        };
        if !variants.contains(&name) {
            return Err(self.bad(format!("unknown word {name}{}", self.reading.nearest(name, variants.iter().copied()))));
        }
        visitor.visit_enum(Variant { de: self, name }).map_err(|b| b.or(self.node))
    }

    fn deserialize_identifier<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        match &self.node.kind {
            Kind::Word(word) => visitor.visit_str(word),
            Kind::Text(text) => visitor.visit_str(text),
            _ => Err(self.expected("a name")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'n>>(self, visitor: V) -> Result<V::Value, Bad> {
        visitor.visit_unit()
    }
}

struct Items<'n, 'a, 'r> {
    de: De<'n, 'a, 'r>,
    items: std::slice::Iter<'n, Node<'a>>,
}

impl<'n> de::SeqAccess<'n> for Items<'n, '_, '_> {
    type Error = Bad;

    fn next_element_seed<T: DeserializeSeed<'n>>(&mut self, seed: T) -> Result<Option<T::Value>, Bad> {
        let Some(node) = self.items.next() else { return Ok(None) };
        seed.deserialize(self.de.with(node)).map(Some).map_err(|b| b.or(node))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Pairs<'n, 'a, 'r> {
    de: De<'n, 'a, 'r>,
    pairs: std::slice::Iter<'n, (Node<'a>, Node<'a>)>,
    value: Option<&'n Node<'a>>,
    fields: Option<&'static [&'static str]>,
}

impl<'n> de::MapAccess<'n> for Pairs<'n, '_, '_> {
    type Error = Bad;

    fn next_key_seed<K: DeserializeSeed<'n>>(&mut self, seed: K) -> Result<Option<K::Value>, Bad> {
        let Some((key, value)) = self.pairs.next() else { return Ok(None) };
        if let (Some(fields), Kind::Word(word)) = (self.fields, &key.kind)
            && !fields.contains(word)
        {
            return Err(Bad { at: Some(key.at), what: format!("unknown field `{word}`{}", self.de.reading.nearest(word, fields.iter().copied())) });
        }
        self.value = Some(value);
        seed.deserialize(self.de.with(key)).map_err(|b| b.or(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'n>>(&mut self, seed: V) -> Result<V::Value, Bad> {
        let node = self.value.take().expect("serde asks for a value after its key");
        seed.deserialize(self.de.with(node)).map_err(|b| b.or(node))
    }
}

struct Positioned<'n, 'a, 'r> {
    de: De<'n, 'a, 'r>,
    given: u8,
}

impl<'n> de::SeqAccess<'n> for Positioned<'n, '_, '_> {
    type Error = Bad;

    fn next_element_seed<T: DeserializeSeed<'n>>(&mut self, seed: T) -> Result<Option<T::Value>, Bad> {
        self.given += 1;
        match self.given {
            1 => seed.deserialize(self.de.node.at.into_deserializer()).map(Some),
            2 => seed.deserialize(self.de).map(Some),
            _ => Ok(None),
        }
    }
}

struct Variant<'n, 'a, 'r> {
    de: De<'n, 'a, 'r>,
    name: &'n str,
}

impl<'n, 'a, 'r> de::EnumAccess<'n> for Variant<'n, 'a, 'r> {
    type Error = Bad;
    type Variant = De<'n, 'a, 'r>;

    fn variant_seed<V: DeserializeSeed<'n>>(self, seed: V) -> Result<(V::Value, De<'n, 'a, 'r>), Bad> {
        let name: de::value::StrDeserializer<'_, Bad> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self.de))
    }
}

impl<'n> de::VariantAccess<'n> for De<'n, '_, '_> {
    type Error = Bad;

    fn unit_variant(self) -> Result<(), Bad> {
        match &self.node.kind {
            Kind::Word(_) => Ok(()),
            Kind::Tuple(Some(_), items) if items.is_empty() => Ok(()),
            _ => Err(self.bad("this word takes no values")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'n>>(self, seed: T) -> Result<T::Value, Bad> {
        match &self.node.kind {
            Kind::Tuple(Some(_), items) if items.len() == 1 => seed.deserialize(self.with(&items[0])),
            _ => Err(self.bad("this word takes one value in ( )")),
        }
    }

    fn tuple_variant<V: Visitor<'n>>(self, len: usize, visitor: V) -> Result<V::Value, Bad> {
        match &self.node.kind {
            Kind::Tuple(Some(_), items) if items.len() == len => self.items(items, visitor),
            _ => Err(self.bad(format!("this word takes {len} values in ( )"))),
        }
    }

    fn struct_variant<V: Visitor<'n>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Bad> {
        match &self.node.kind {
            Kind::Record(Some(_), pairs) => self.record(pairs, fields, visitor),
            Kind::Tuple(Some(_), items) if items.is_empty() => self.record(&[], fields, visitor),
            _ => Err(self.bad("this word takes named values: Word(name: value, …)")),
        }
    }
}
