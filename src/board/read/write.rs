//! Values → RON text, with names in place of numbers. The inverse of [`super::Reading`].

use super::Lexicon;
use serde::ser::{self, Serialize, Serializer};
use std::fmt::{self, Write};

/// Writes a value on one line. Fails only for shapes no order or header has (bytes).
pub fn write<T: Serialize + ?Sized>(value: &T, lexicon: &Lexicon) -> String {
    let mut out = Out { text: String::new(), lexicon };
    match value.serialize(&mut out) {
        Ok(()) => out.text,
        Err(Unwritable(what)) => unreachable!("only plain data is written: {what}"),
    }
}

struct Out<'a> {
    text: String,
    lexicon: &'a Lexicon,
}

#[derive(Debug)]
struct Unwritable(String);

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
impl std::error::Error for Unwritable {}
impl ser::Error for Unwritable {
    fn custom<T: fmt::Display>(what: T) -> Self {
        Unwritable(what.to_string())
    }
}

impl Out<'_> {
    fn put(&mut self, what: impl fmt::Display) -> Result<(), Unwritable> {
        write!(self.text, "{what}").map_err(|e| Unwritable(e.to_string()))
    }

    fn open(&mut self, text: &str, close: char) -> Compound<'_, Self> {
        self.text.push_str(text);
        Compound { out: self, first: true, close }
    }

    fn quoted(&mut self, text: &str) {
        self.text.push('"');
        for c in text.chars() {
            match c {
                '"' => self.text.push_str("\\\""),
                '\\' => self.text.push_str("\\\\"),
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                '\t' => self.text.push_str("\\t"),
                c if c.is_control() => self.text.push_str(&format!("\\u{{{:x}}}", c as u32)),
                c => self.text.push(c),
            }
        }
        self.text.push('"');
    }
}

/// A list, map or record being written; `close` ends it.
struct Compound<'o, O> {
    out: &'o mut O,
    first: bool,
    close: char,
}

impl Compound<'_, Out<'_>> {
    fn comma(&mut self) {
        if !std::mem::take(&mut self.first) {
            self.out.text.push_str(", ");
        }
    }
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.comma();
        value.serialize(&mut *self.out)
    }
    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Unwritable> {
        self.comma();
        self.out.text.push_str(key);
        self.out.text.push_str(": ");
        value.serialize(&mut *self.out)
    }
    fn done(self) -> Result<(), Unwritable> {
        self.out.text.push(self.close);
        Ok(())
    }
}

macro_rules! plain {
    ($($method:ident $ty:ty),*) => {$(fn $method(self, v: $ty) -> Result<(), Unwritable> { self.put(v) })*};
}

impl<'o, 'a> Serializer for &'o mut Out<'a> {
    type Ok = ();
    type Error = Unwritable;
    type SerializeSeq = Compound<'o, Out<'a>>;
    type SerializeTuple = Compound<'o, Out<'a>>;
    type SerializeTupleStruct = Compound<'o, Out<'a>>;
    type SerializeTupleVariant = Compound<'o, Out<'a>>;
    type SerializeMap = Compound<'o, Out<'a>>;
    type SerializeStruct = Compound<'o, Out<'a>>;
    type SerializeStructVariant = Compound<'o, Out<'a>>;

    plain!(
        serialize_bool bool, serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, serialize_f32 f32, serialize_f64 f64
    );

    fn serialize_char(self, c: char) -> Result<(), Unwritable> {
        self.put(format_args!("{c:?}"))
    }
    fn serialize_str(self, text: &str) -> Result<(), Unwritable> {
        self.quoted(text);
        Ok(())
    }
    fn serialize_bytes(self, _: &[u8]) -> Result<(), Unwritable> {
        Err(ser::Error::custom("bytes"))
    }
    fn serialize_none(self) -> Result<(), Unwritable> {
        self.put("None")
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Unwritable> {
        self.put("Some(")?;
        value.serialize(&mut *self)?;
        self.put(")")
    }
    fn serialize_unit(self) -> Result<(), Unwritable> {
        self.put("()")
    }
    fn serialize_unit_struct(self, name: &'static str) -> Result<(), Unwritable> {
        self.put(name)
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Unwritable> {
        self.put(variant)
    }
    /// Names in place of numbers, where the lexicon knows the kind.
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<(), Unwritable> {
        let start = self.text.len();
        value.serialize(&mut *self)?;
        if let Ok(number) = self.text[start..].parse::<u16>()
            && let Some(word) = self.lexicon.name(name, number)
        {
            self.text.truncate(start);
            self.quoted(word);
        }
        Ok(())
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(self, _: &'static str, _: u32, variant: &'static str, value: &T) -> Result<(), Unwritable> {
        self.put(variant)?;
        self.put("(")?;
        value.serialize(&mut *self)?;
        self.put(")")
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Unwritable> {
        Ok(self.open("[", ']'))
    }
    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Unwritable> {
        Ok(self.open("(", ')'))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Unwritable> {
        Ok(self.open("(", ')'))
    }
    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Self::SerializeTupleVariant, Unwritable> {
        self.put(variant)?;
        Ok(self.open("(", ')'))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Unwritable> {
        Ok(self.open("{", '}'))
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Unwritable> {
        Ok(self.open("(", ')'))
    }
    fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Self::SerializeStructVariant, Unwritable> {
        self.put(variant)?;
        Ok(self.open("(", ')'))
    }
}

macro_rules! inner {
    ($($trait:ident $method:ident),*) => {$(
        impl ser::$trait for Compound<'_, Out<'_>> {
            type Ok = ();
            type Error = Unwritable;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
                self.item(value)
            }
            fn end(self) -> Result<(), Unwritable> {
                self.done()
            }
        }
    )*};
    (fields $($trait:ident),*) => {$(
        impl ser::$trait for Compound<'_, Out<'_>> {
            type Ok = ();
            type Error = Unwritable;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Unwritable> {
                self.field(key, value)
            }
            fn end(self) -> Result<(), Unwritable> {
                self.done()
            }
        }
    )*};
}

inner!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field);
inner!(fields SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Compound<'_, Out<'_>> {
    type Ok = ();
    type Error = Unwritable;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unwritable> {
        self.item(key)
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        self.out.text.push_str(": ");
        value.serialize(&mut *self.out)
    }
    fn end(self) -> Result<(), Unwritable> {
        self.done()
    }
}
