//! The code of a design in a link: bit fields, a CRC-16 and base64url.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use crc::{CRC_16_IBM_3740, Crc};

use crate::{
    board::Finish,
    choice::{Base, Family, Front, Handle, Metal, Style},
    design::Design,
    draft::{BayDraft, Draft},
    number::int,
    version::RulesVersion,
};

/// CRC-16/CCITT-FALSE, which the catalogue of CRCs lists as IBM-3740.
const CRC: Crc<u16> = Crc::<u16>::new(&CRC_16_IBM_3740);

/// Version of the layout.
const LAYOUT: i64 = 1;

/// Bits of a bay.
const BAY_BITS: usize = 24;

/// Error of a text that is no code: damaged, cut, or of another layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the code of the design is broken")]
pub struct Broken;

/// Writes bits, the most significant first.
#[derive(Default)]
struct Writer(Vec<bool>);

impl Writer {
    fn put(&mut self, value: i64, bits: u32) {
        self.0.extend((0..bits).rev().map(|bit| (value >> bit) & 1 == 1));
    }

    fn into_bytes(self) -> Vec<u8> {
        let byte = |bits: &[bool]| {
            let bits = bits.iter().copied().chain(std::iter::repeat(false)).take(8);
            bits.fold(0, |byte: u8, bit| (byte << 1) | u8::from(bit))
        };
        self.0.chunks(8).map(byte).collect()
    }
}

/// Reads bits, the most significant first; bits after the end are 0.
struct Reader<'bytes> {
    bytes: &'bytes [u8],
    at: usize,
}

impl Reader<'_> {
    fn take(&mut self, bits: usize) -> i64 {
        let range = self.at..self.at + bits;
        self.at += bits;
        range.fold(0, |value, bit| {
            let byte = self.bytes.get(bit / 8).copied().unwrap_or(0);
            (value << 1) | i64::from((byte >> (7 - bit % 8)) & 1)
        })
    }
}

impl Design {
    /// Returns the code, 20 to 90 characters.
    pub fn code(&self) -> String {
        let mut writer = Writer::default();
        let fields = [
            (LAYOUT, 4),
            (self.rules.number().into(), 8),
            (self.prices.into(), 14),
            (self.family.number(), 4),
            (self.niche.into(), 1),
            (self.width_mm, 13),
            (self.height_mm, 12),
            (self.depth_mm, 10),
            (self.base.number(), 2),
            (self.upper_mm, 10),
            (self.front.number(), 1),
            (self.slides, 3),
            (self.body.number(), 5),
            (self.fronts.number(), 5),
            (self.handle.number(), 3),
            (self.metal.number(), 3),
            (int(self.bays.len()), 4),
        ];
        for (value, bits) in fields {
            writer.put(value, bits);
        }
        for bay in &self.bays {
            let fields = [
                (bay.width_mm, 11),
                (bay.doors, 2),
                (bay.style.number(), 2),
                (bay.drawers, 3),
                (bay.rail, 2),
                (bay.shelves, 4),
            ];
            for (value, bits) in fields {
                writer.put(value, bits);
            }
        }
        let mut bytes = writer.into_bytes();
        let crc = CRC.checksum(&bytes);
        bytes.extend(crc.to_be_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads a code.
    ///
    /// # Errors
    ///
    /// Fails for any text that [`Design::code`] does not write.
    pub fn from_code(code: &str) -> Result<Self, Broken> {
        if !(20..=90).contains(&code.len()) {
            return Err(Broken);
        }
        let bytes = URL_SAFE_NO_PAD.decode(code).map_err(|_| Broken)?;
        let (body, crc) = bytes.split_last_chunk::<2>().ok_or(Broken)?;
        if CRC.checksum(body) != u16::from_be_bytes(*crc) {
            return Err(Broken);
        }
        let draft = read(body).filter(|draft| draft.malformed().is_empty());
        let design = draft.and_then(Draft::design).ok_or(Broken)?;
        if design.code() == code {
            Ok(design)
        } else {
            Err(Broken)
        }
    }
}

/// Reads the fields; `None` for another layout, or fewer bytes than the bays take. Numbers without a word are unreadable fields.
fn read(bytes: &[u8]) -> Option<Draft> {
    let mut reader = Reader { bytes, at: 0 };
    if reader.take(4) != LAYOUT {
        return None;
    }
    let mut draft = Draft {
        rules: u8::try_from(reader.take(8))
            .ok()
            .and_then(RulesVersion::of_number),
        prices: u16::try_from(reader.take(14)).ok(),
        family: Family::of_number(reader.take(4)),
        niche: Some(reader.take(1) == 1),
        width_mm: Some(reader.take(13)),
        height_mm: Some(reader.take(12)),
        depth_mm: Some(reader.take(10)),
        base: Base::of_number(reader.take(2)),
        upper_mm: Some(reader.take(10)),
        front: Front::of_number(reader.take(1)),
        slides: Some(reader.take(3)),
        body: Finish::of_number(reader.take(5)),
        fronts: Finish::of_number(reader.take(5)),
        handle: Handle::of_number(reader.take(3)),
        metal: Metal::of_number(reader.take(3)),
        bays: None,
    };
    let count = usize::try_from(reader.take(4)).ok()?;
    if reader.at + count * BAY_BITS > bytes.len() * 8 {
        return None;
    }
    let bays = (0..count).map(|_| BayDraft {
        width_mm: Some(reader.take(11)),
        doors: Some(reader.take(2)),
        style: Style::of_number(reader.take(2)),
        drawers: Some(reader.take(3)),
        rail: Some(reader.take(2)),
        shelves: Some(reader.take(4)),
    });
    draft.bays = Some(bays.collect());
    Some(draft)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a code with another number of rules and the CRC that belongs to it.
    fn with_rules(code: &str, rules: u8) -> String {
        let mut bytes = URL_SAFE_NO_PAD.decode(code).unwrap();
        bytes.truncate(bytes.len() - 2);
        bytes[0] = (bytes[0] & 0xf0) | (rules >> 4);
        bytes[1] = (rules << 4) | (bytes[1] & 0x0f);
        let crc = CRC.checksum(&bytes);
        bytes.extend(crc.to_be_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    #[test]
    fn reads_the_known_rules_and_no_others() {
        let code = "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja";
        assert_eq!(with_rules(code, 1), code);
        for rules in 0..=u8::MAX {
            let read = Design::from_code(&with_rules(code, rules));
            let version = read.ok().map(|design| design.rules());
            assert_eq!(version, RulesVersion::of_number(rules), "{rules}");
        }
        let known: Vec<_> = (0..=u8::MAX).filter_map(RulesVersion::of_number).collect();
        assert_eq!(known, RulesVersion::ALL);
    }
}
