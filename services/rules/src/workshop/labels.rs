//! Labels: one for each part.

use serde::Serialize;

use super::{Item, cut_list::part_name};
use crate::words::{self, Language};

/// The label of a part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Label {
    /// Number of the part among those of its piece of the order, from 1.
    pub no: usize,
    /// Number of these parts.
    pub of: usize,
    /// Name of the part.
    pub name: String,
    /// Finished length, width and thickness in millimetres.
    pub size: String,
    /// Place and finish.
    pub place: String,
    /// Banded edges as digits: two along the length, the front or lower one first, and two across.
    pub edges: String,
    /// Text of the QR code: order, piece of the order and part, of digits, capitals, `-` and `.`.
    pub qr: String,
}

/// Returns the labels of a piece of an order, equal pieces one after the other.
pub fn labels(order: &str, item: Item<'_>, language: Language) -> Vec<Label> {
    let piece = item.piece;
    let carcasses = piece.carcasses();
    let all: Vec<_> = (0..item.quantity.get()).flat_map(|_| piece.placed()).collect();
    let of = all.len();
    let labels = all.into_iter().enumerate().map(|(index, (part, placed))| {
        let no = index + 1;
        let place = words::place(placed.place, carcasses, language);
        Label {
            no,
            of,
            name: part_name(part, language),
            size: format!("{} × {} × {}", part.length, part.width, part.board.thickness()),
            place: format!("{place} · {}", words::finish(part.finish, language)),
            edges: part.edge_digits(),
            qr: format!("{order}.{}.{no:02}", item.no),
        }
    });
    labels.collect()
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, num::NonZeroU16};

    use super::*;
    use crate::{Design, build};

    #[test]
    fn labels_each_part_of_each_piece_once() {
        let design = Design::from_code("EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja").unwrap();
        let piece = build(&design).unwrap();
        let of = |quantity| {
            let quantity = NonZeroU16::new(quantity).unwrap();
            labels(
                "SB-1D3K9WQ7",
                Item {
                    no: 1,
                    piece: &piece,
                    quantity,
                },
                Language::Az,
            )
        };
        let one = of(1);
        assert_eq!(one.len(), 73);
        assert_eq!(
            one[0],
            Label {
                no: 1,
                of: 73,
                name: "Yan lövhə".to_owned(),
                size: "2500 × 589 × 18".to_owned(),
                place: "gövdə · ağ".to_owned(),
                edges: "1011".to_owned(),
                qr: "SB-1D3K9WQ7.1.01".to_owned(),
            }
        );
        assert_eq!(one[4].place, "B1 · ağ");
        let two = of(2);
        assert_eq!((two.len(), two[0].of), (146, 146));
        let is_alphanumeric = |code: &str| {
            code.bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'Z' | b'-' | b'.'))
        };
        let codes: BTreeSet<_> = two.iter().map(|label| label.qr.as_str()).collect();
        assert!(codes.len() == 146 && codes.iter().all(|code| is_alphanumeric(code)));
    }
}
