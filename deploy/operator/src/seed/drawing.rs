//! The parameters of a product's drawing.

use proto::catalog::v1::{Front, FrontKind, Measures};
use serde::Deserialize;

/// Outer measures in millimetres.
#[derive(Debug, Deserialize)]
pub(super) struct SizeMm {
    width: u32,
    depth: u32,
    height: u32,
}

impl From<SizeMm> for Measures {
    fn from(size: SizeMm) -> Self {
        Self {
            width_mm: size.width,
            depth_mm: size.depth,
            height_mm: size.height,
        }
    }
}

/// The parameters that describe the front of a wardrobe, or the kind of a piece. Kitchens, joints and fittings have others.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Drawing {
    /// Missing = not a wardrobe.
    doors: Option<u32>,
    drawers: u32,
    /// Whether the drawers are one above another.
    stack: bool,
    sliding: bool,
    /// Feet, tall, plinth or frame.
    legs: String,
    /// Whether it stands in a corner.
    corner: bool,
    /// An open part beside the doors, such as a bench.
    nook: Option<String>,
    /// Height of the lower side as a part of the height, under a roof.
    slope: Option<f64>,
    /// Drawers between the doors.
    mid_drawers: u32,
    /// Kind of a piece of furniture such as a bench; missing = a wardrobe, a kitchen, a joint or a fitting.
    piece: Option<String>,
}

impl Drawing {
    /// Whether it describes a piece of furniture, which is made in other sizes too, unlike joints and fittings.
    pub(super) const fn is_piece(&self) -> bool {
        self.piece.is_some()
    }

    /// Returns the front; `None` if it is neither doors above drawers over the whole width, nor a table or bench.
    pub(super) fn front(&self) -> Option<Front> {
        self.piece
            .as_deref()
            .map_or_else(|| self.wardrobe_front(), piece_front)
    }

    fn wardrobe_front(&self) -> Option<Front> {
        let is_plain = !self.corner && self.nook.is_none() && self.slope.is_none() && self.mid_drawers == 0;
        let doors = self.doors.filter(|_| is_plain)?;
        let kind = match (doors, self.sliding) {
            (0, _) => FrontKind::Open,
            (_, true) => FrontKind::Sliding,
            (_, false) => FrontKind::Doors,
        };
        Some(Front {
            kind: kind.into(),
            doors,
            drawers: self.drawers,
            drawer_rows: match (self.drawers, self.stack) {
                (0, _) => 0,
                (rows, true) => rows,
                (_, false) => 1,
            },
            has_legs: matches!(self.legs.as_str(), "feet" | "tall"),
        })
    }
}

/// Returns the front of a kind of piece; `None` for those that only their own drawing shows, such as planters.
fn piece_front(piece: &str) -> Option<Front> {
    let kind = match piece {
        "table" | "trestle" | "low-table" | "console" | "stool" | "wedged-bench" | "hall-bench" => {
            FrontKind::Table
        }
        "bench" => FrontKind::Bench,
        _ => return None,
    };
    Some(Front {
        kind: kind.into(),
        has_legs: true,
        ..Front::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn front(drawing: &str) -> Option<Front> {
        serde_json::from_str::<Drawing>(drawing).unwrap().front()
    }

    #[test]
    fn describes_doors_above_drawers() {
        let expected = Front {
            kind: FrontKind::Doors.into(),
            doors: 2,
            drawers: 3,
            drawer_rows: 3,
            has_legs: true,
        };
        let found = front(r#"{"doors":2,"drawers":3,"stack":true,"handle":"knob","legs":"feet"}"#);
        assert_eq!(found, Some(expected));
        let sliding = front(r#"{"doors":3,"sliding":true,"mirror":1,"legs":"plinth"}"#).unwrap();
        assert_eq!(
            (sliding.kind(), sliding.drawer_rows, sliding.has_legs),
            (FrontKind::Sliding, 0, false)
        );
        assert_eq!(
            front(r#"{"doors":0,"openFrame":true}"#).unwrap().kind(),
            FrontKind::Open
        );
    }

    #[test]
    fn describes_tables_and_benches() {
        for (drawing, kind) in [
            (r#"{"piece":"stool"}"#, FrontKind::Table),
            (r#"{"piece":"trestle"}"#, FrontKind::Table),
            (r#"{"piece":"bench"}"#, FrontKind::Bench),
        ] {
            assert_eq!(front(drawing).unwrap().kind(), kind, "{drawing}");
        }
    }

    #[test]
    fn other_fronts_are_unknown() {
        for drawing in [
            r#"{"doors":2,"corner":true}"#,
            r#"{"doors":1,"nook":"bench"}"#,
            r#"{"doors":3,"slope":0.55}"#,
            r#"{"doors":2,"midDrawers":3}"#,
            r#"{"base":["hob:600","sink:900"],"handle":"none"}"#,
            r#"{"kind":"dovetail","second":"walnut"}"#,
            r#"{"piece":"planter"}"#,
        ] {
            assert_eq!(front(drawing), None, "{drawing}");
        }
    }
}
