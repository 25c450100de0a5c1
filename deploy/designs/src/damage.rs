//! Damaged codes and JSON of designs, and what a reader must hold to for any input.

use std::cell::Cell;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use crc::{CRC_16_IBM_3740, Crc};
use proptest::{prelude::*, sample::Index};
use rules::{Design, FieldError};
use serde_json::{Map, Value, json};

const CRC: Crc<u16> = Crc::<u16>::new(&CRC_16_IBM_3740);

/// Most errors of a JSON: one for each field of a design and of 15 bays, and one for the list of bays.
const MOST_ERRORS: usize = 16 + 15 * 6 + 1;

/// The alphabet of codes.
const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Designs of which a run damages the codes and the JSON.
const DAMAGED: usize = 200;

/// An input of the readers.
#[derive(Debug, Clone)]
enum Input {
    /// A text that may be a code.
    Code(String),
    /// JSON that may be a design.
    Json(Value),
}

/// A change of a text.
#[derive(Debug, Clone)]
enum Edit {
    Replace(Index, char),
    Insert(Index, char),
    Remove(Index),
    Swap(Index, Index),
    Cut(Index),
    Repeat(Index),
}

/// Characters, most of them of the alphabet of codes.
fn any_character() -> impl Strategy<Value = char> {
    prop_oneof![
        4 => (0_usize..ALPHABET.len()).prop_map(|at| ALPHABET.chars().nth(at).unwrap_or('-')),
        1 => any::<char>(),
    ]
}

fn any_text(longest: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(any_character(), 0..=longest).prop_map(String::from_iter)
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let edit = (0_u8..6, any::<Index>(), any::<Index>(), any_character());
    edit.prop_map(|(kind, at, other, to)| match kind {
        0 => Edit::Replace(at, to),
        1 => Edit::Insert(at, to),
        2 => Edit::Remove(at),
        3 => Edit::Swap(at, other),
        4 => Edit::Cut(at),
        _ => Edit::Repeat(at),
    })
}

impl Edit {
    fn apply(&self, text: &mut Vec<char>) {
        if text.is_empty() {
            return;
        }
        let length = text.len();
        match self {
            Self::Replace(at, to) => {
                let at = at.index(length);
                text.splice(at..=at, [*to]);
            }
            Self::Insert(at, to) => text.insert(at.index(length), *to),
            Self::Remove(at) => {
                text.remove(at.index(length));
            }
            Self::Swap(at, other) => text.swap(at.index(length), other.index(length)),
            Self::Cut(at) => text.truncate(at.index(length)),
            Self::Repeat(at) => text.extend_from_within(at.index(length)..),
        }
    }
}

/// Codes with characters changed: nearly all fail the checksum.
fn edited_code(design: impl Strategy<Value = Design>) -> impl Strategy<Value = String> {
    (design, prop::collection::vec(any_edit(), 1..=3)).prop_map(|(design, edits)| {
        let mut text: Vec<_> = design.code().chars().collect();
        for edit in &edits {
            edit.apply(&mut text);
        }
        text.into_iter().collect()
    })
}

/// Codes with bits changed, bytes added or cut off, and a right checksum: they reach the reader of the fields.
fn rewritten_code(design: impl Strategy<Value = Design>) -> impl Strategy<Value = String> {
    let bits = prop::collection::vec(any::<Index>(), 0..=2);
    let rest = prop::collection::vec(any::<u8>(), 0..=3);
    let rest = prop_oneof![4 => Just(Vec::new()), 1 => rest];
    let cut = prop_oneof![4 => Just(0_usize), 1 => 1_usize..=3];
    (design, bits, rest, cut).prop_map(|(design, bits, rest, cut)| {
        let mut bytes = URL_SAFE_NO_PAD.decode(design.code()).unwrap_or_default();
        bytes.truncate(bytes.len().saturating_sub(2 + cut));
        for bit in bits {
            let at = bit.index(bytes.len().max(1) * 8);
            if let Some(byte) = bytes.get_mut(at / 8) {
                *byte ^= 1 << (at % 8);
            }
        }
        bytes.extend(rest);
        signed(bytes)
    })
}

/// Any bytes with a right checksum.
fn any_signed_code() -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u8>(), 0..=70).prop_map(|mut bytes| {
        // The version of the layout and of the rules.
        for (byte, begin) in bytes.iter_mut().zip([0x10, 0x10]) {
            *byte = begin | (*byte & 0x0f);
        }
        signed(bytes)
    })
}

fn signed(mut bytes: Vec<u8>) -> String {
    bytes.extend(CRC.checksum(&bytes).to_be_bytes());
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Any JSON, mostly of the kind that fields of a design have.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => (-10_i64..10_000).prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<u64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
        2 => prop::sample::select(vec!["wardrobe", "sliding", "lattice", "oak", "black", "push", "wall", ""]).prop_map(Value::from),
        1 => any_text(12).prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((any_text(8), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// A change of a JSON: at a member of the design or of a bay.
#[derive(Debug, Clone)]
struct Change {
    member: Index,
    /// The bay; `None` changes the design itself.
    bay: Option<Index>,
    /// The new value; `None` removes the member.
    value: Option<Value>,
}

fn any_change() -> impl Strategy<Value = Change> {
    (
        any::<Index>(),
        prop::option::of(any::<Index>()),
        prop::option::weighted(0.9, any_value()),
    )
        .prop_map(|(member, bay, value)| Change { member, bay, value })
}

impl Change {
    fn apply(&self, design: &mut Value) {
        let place = match &self.bay {
            None => Some(design),
            Some(bay) => {
                let bays = design.get_mut("bays").and_then(Value::as_array_mut);
                bays.and_then(|bays| {
                    let index = bay.index(bays.len().max(1));
                    bays.get_mut(index)
                })
            }
        };
        let Some(members) = place.and_then(Value::as_object_mut) else {
            return;
        };
        let name = self.member.index(members.len().max(1));
        let Some(name) = members.keys().nth(name).cloned() else {
            return;
        };
        match &self.value {
            Some(value) => members.insert(name, value.clone()),
            None => members.remove(&name),
        };
    }
}

/// JSON of a design with members changed or removed, or with many bays.
fn changed_json(design: impl Strategy<Value = Design>) -> impl Strategy<Value = Value> {
    let changes = prop::collection::vec(any_change(), 0..=3);
    let copies = prop_oneof![9 => Just(0_usize), 1 => 1_usize..100];
    (design, changes, copies).prop_map(|(design, changes, copies)| {
        let mut value = json!(design);
        if let Some(bays) = value.get_mut("bays").and_then(Value::as_array_mut) {
            let first = bays.first().cloned();
            bays.extend(std::iter::repeat_n(first, copies).flatten());
        }
        for change in &changes {
            change.apply(&mut value);
        }
        value
    })
}

/// Counts of inputs that were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inputs {
    /// Number of inputs.
    pub read: u32,
    /// Number of those that are designs.
    pub designs: u32,
}

/// Reads damaged codes and JSON, the same ones for equal seeds.
///
/// # Errors
///
/// Fails with the simplest input for which a reader panics or breaks a promise of `Input::read`.
pub fn read_inputs(count: u32, seed: u64) -> Result<Inputs, String> {
    let designs = Cell::new(0);
    let result = crate::runner(count, seed).run(&any_input(seed), |input| {
        let is_design = input.read().map_err(TestCaseError::fail)?;
        designs.set(designs.get() + u32::from(is_design));
        Ok(())
    });
    result.map_err(|error| error.to_string())?;
    Ok(Inputs {
        read: count,
        designs: designs.get(),
    })
}

/// Any input: damaged codes and JSON of the first designs of a seed, and texts and JSON of any kind.
fn any_input(seed: u64) -> impl Strategy<Value = Input> {
    let damaged: Vec<_> = crate::designs(seed).take(DAMAGED).collect();
    let design = || prop::sample::select(damaged.clone());
    let code = prop_oneof![
        3 => edited_code(design()),
        3 => rewritten_code(design()),
        2 => any_signed_code(),
        1 => any_text(100),
    ];
    let json = prop_oneof![8 => changed_json(design()), 1 => any_value()];
    prop_oneof![code.prop_map(Input::Code), json.prop_map(Input::Json),]
}

impl Input {
    /// Reads the input. Returns whether it is a design.
    ///
    /// # Errors
    ///
    /// Fails with the promise that the reader breaks: what it reads gives the input, its code and its JSON back, its checks end, and
    /// errors of JSON are few, distinct and name fields of a design.
    fn read(&self) -> Result<bool, String> {
        match self {
            Self::Code(code) => match Design::from_code(code) {
                Ok(design) if design.code() != *code => {
                    Err("the code of its design is another one".to_owned())
                }
                Ok(design) => follow(&design),
                Err(_) => Ok(false),
            },
            Self::Json(value) => match Design::from_json(value) {
                Ok(design) => follow(&design),
                Err(errors) => hold(&errors),
            },
        }
    }
}

/// Follows everything from a design that was read.
fn follow(design: &Design) -> Result<bool, String> {
    if Design::from_code(&design.code()).as_ref() != Ok(design) {
        return Err("its code does not give it back".to_owned());
    }
    let json = serde_json::from_str(&design.to_json()).map_err(|error| error.to_string())?;
    if Design::from_json(&json).as_ref() != Ok(design) {
        return Err("its JSON does not give it back".to_owned());
    }
    match rules::build(design) {
        Ok(piece) if piece.parts.is_empty() => Err("it has no parts".to_owned()),
        Err(checks) if checks.is_empty() => Err("it is refused without a check".to_owned()),
        _ => Ok(true),
    }
}

fn hold(errors: &[FieldError]) -> Result<bool, String> {
    let mut fields: Vec<_> = errors.iter().map(|error| error.field.as_str()).collect();
    fields.sort_unstable();
    fields.dedup();
    let are_named = fields
        .iter()
        .all(|field| *field == "design" || field.starts_with("design."));
    if errors.is_empty() || errors.len() > MOST_ERRORS || fields.len() < errors.len() || !are_named {
        return Err(format!("its errors are {errors:?}"));
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_designs_and_others_of_both_kinds() {
        let counts = [const { Cell::new(0) }; 4];
        let result = crate::runner(500, 1).run(&any_input(1), |input| {
            let is_design = input.read().map_err(TestCaseError::fail)?;
            let is_code = matches!(input, Input::Code(_));
            let count = &counts[2 * usize::from(is_code) + usize::from(is_design)];
            count.set(count.get() + 1);
            Ok(())
        });
        result.unwrap();
        assert!(counts.iter().all(|count| count.get() > 15), "{counts:?}");
    }
}
