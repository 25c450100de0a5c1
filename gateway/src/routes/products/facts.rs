//! JSON of a product's facts: measures, front, showrooms, materials, care, contents of its boxes and weight.

use proto::catalog::v1 as catalog;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::{convert, words::FrontKind};

/// Facts of a product for drawings and quotes; only in single products and in lists by `ids`.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Facts {
    /// Measures; null if unknown.
    sizes: Option<Sizes>,
    /// The front, for drawings; null if unknown.
    front: Option<Front>,
    /// Ids of the stores that show the product; null if unknown.
    shown_in: Option<Vec<String>>,
    /// Materials, one per line; may be empty.
    #[schema(required = false)]
    materials_az: String,
    /// Materials, one per line; may be empty.
    #[schema(required = false)]
    materials_ru: String,
    /// Materials, one per line; may be empty.
    #[schema(required = false)]
    materials_en: String,
    /// Care, one advice per line; may be empty.
    #[schema(required = false)]
    care_az: String,
    /// Care, one advice per line; may be empty.
    #[schema(required = false)]
    care_ru: String,
    /// Care, one advice per line; may be empty.
    #[schema(required = false)]
    care_en: String,
    /// Contents of its boxes, one part per line; may be empty.
    #[schema(required = false)]
    box_contents_az: String,
    /// Contents of its boxes, one part per line; may be empty.
    #[schema(required = false)]
    box_contents_ru: String,
    /// Contents of its boxes, one part per line; may be empty.
    #[schema(required = false)]
    box_contents_en: String,
    /// Grams with its boxes; null if unknown.
    weight_grams: Option<u32>,
    /// Code of a design like it, from which a shopper designs an own one; null if there is none.
    design_code: Option<String>,
}

/// Measures of a product.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Sizes {
    /// Whether the product is made in its own measures only.
    fixed: bool,
    own: ProductMeasures,
    /// Bounds of the measures that the product is usually made in; null if unknown or fixed.
    usual: Option<UsualMeasures>,
}

/// Width, depth and height.
#[response]
#[derive(Debug, Clone)]
#[expect(clippy::struct_field_names, reason = "the names carry the unit")]
pub(crate) struct ProductMeasures {
    /// Millimetres.
    width_mm: u32,
    /// Millimetres.
    depth_mm: u32,
    /// Millimetres.
    height_mm: u32,
}

/// Minimum and maximum of width, depth and height.
#[response]
#[derive(Debug, Clone)]
#[expect(clippy::struct_field_names, reason = "the names carry the unit")]
pub(crate) struct UsualMeasures {
    /// Millimetres.
    width_mm: [u32; 2],
    /// Millimetres.
    depth_mm: [u32; 2],
    /// Millimetres.
    height_mm: [u32; 2],
}

/// Front of a product, for drawings.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Front {
    kind: FrontKind,
    /// Number of doors, side by side.
    doors: u32,
    /// Number of drawers below the doors.
    drawers: u32,
    /// Number of rows of the drawers: 1 = side by side, as many as drawers = one above another.
    drawer_rows: u32,
    /// Whether the product stands on legs rather than on a plinth.
    legs: bool,
}

impl Facts {
    /// Takes the facts out of the message.
    pub(super) fn take(product: &mut catalog::Product) -> Self {
        let materials = convert::localized(product.materials.take());
        let care = convert::localized(product.care.take());
        let box_contents = convert::localized(product.box_contents.take());
        Self {
            sizes: product.sizes.take().and_then(Sizes::new),
            front: product.front.take().and_then(Front::new),
            shown_in: product.shown_in.take().map(|stores| stores.store_ids),
            materials_az: materials.az,
            materials_ru: materials.ru,
            materials_en: materials.en,
            care_az: care.az,
            care_ru: care.ru,
            care_en: care.en,
            box_contents_az: box_contents.az,
            box_contents_ru: box_contents.ru,
            box_contents_en: box_contents.en,
            weight_grams: product.weight_grams,
            design_code: convert::non_empty(std::mem::take(&mut product.design_code)),
        }
    }

    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({
            "sizes": {
                "fixed": false,
                "own": {"widthMm": 1500, "depthMm": 600, "heightMm": 2100},
                "usual": {"widthMm": [400, 4000], "depthMm": [300, 800], "heightMm": [800, 3000]},
            },
            "front": {"kind": "doors", "doors": 3, "drawers": 2, "drawerRows": 1, "legs": true},
            "shownIn": ["01a2037c-5d1e-7c33-9f3a-6d8f0b1c2e4a"],
            "materialsAz": "Bütöv palıd, 22 mm", "materialsRu": "Массив дуба, 22 мм",
            "materialsEn": "Solid oak, 22 mm",
            "careAz": "Nəm parça ilə silin", "careRu": "Протирайте влажной тканью",
            "careEn": "Wipe with a damp cloth",
            "boxContentsAz": "Gövdə və qapılar", "boxContentsRu": "Корпус и двери",
            "boxContentsEn": "Case and doors",
            "weightGrams": 142_000,
            "designCode": null,
        })
    }
}

impl Sizes {
    /// Returns the measures; `None` if the own ones are unknown.
    fn new(sizes: catalog::Sizes) -> Option<Self> {
        let own = sizes.own?;
        Some(Self {
            fixed: sizes.is_fixed,
            own: ProductMeasures {
                width_mm: own.width_mm,
                depth_mm: own.depth_mm,
                height_mm: own.height_mm,
            },
            usual: sizes.usual.and_then(UsualMeasures::new),
        })
    }
}

impl UsualMeasures {
    fn new(usual: catalog::UsualMeasures) -> Option<Self> {
        let range = |range: catalog::MeasureRange| [range.min_mm, range.max_mm];
        Some(Self {
            width_mm: range(usual.width?),
            depth_mm: range(usual.depth?),
            height_mm: range(usual.height?),
        })
    }
}

impl Front {
    /// Returns the front; `None` if its kind is unknown to this version.
    fn new(front: catalog::Front) -> Option<Self> {
        Some(Self {
            kind: FrontKind::of_optional_number(front.kind)?,
            doors: front.doors,
            drawers: front.drawers,
            drawer_rows: front.drawer_rows,
            legs: front.has_legs,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(mut product: catalog::Product) -> Value {
        serde_json::to_value(Facts::take(&mut product)).unwrap()
    }

    fn product() -> catalog::Product {
        let range = |min_mm, max_mm| Some(catalog::MeasureRange { min_mm, max_mm });
        catalog::Product {
            sizes: Some(catalog::Sizes {
                is_fixed: false,
                own: Some(catalog::Measures {
                    width_mm: 1500,
                    depth_mm: 600,
                    height_mm: 2100,
                }),
                usual: Some(catalog::UsualMeasures {
                    width: range(900, 2600),
                    depth: range(450, 700),
                    height: range(1700, 2600),
                }),
            }),
            front: Some(catalog::Front {
                kind: catalog::FrontKind::Doors.into(),
                doors: 3,
                drawers: 2,
                drawer_rows: 1,
                has_legs: true,
            }),
            shown_in: Some(catalog::Stores {
                store_ids: vec!["01a2037c-0000-7000-8000-000000000001".to_owned()],
            }),
            materials: Some(text("palıd", "дуб", "oak")),
            care: Some(text("silin", "протирайте", "wipe")),
            box_contents: Some(text("gövdə", "корпус", "case")),
            weight_grams: Some(142_000),
            design_code: "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja".to_owned(),
            ..catalog::Product::default()
        }
    }

    fn text(az: &str, ru: &str, en: &str) -> proto::common::v1::LocalizedText {
        proto::common::v1::LocalizedText {
            az: az.to_owned(),
            ru: ru.to_owned(),
            en: en.to_owned(),
        }
    }

    #[test]
    fn has_the_names_of_the_contract() {
        assert_eq!(
            facts(product()),
            json!({
                "sizes": {
                    "fixed": false,
                    "own": {"widthMm": 1500, "depthMm": 600, "heightMm": 2100},
                    "usual": {"widthMm": [900, 2600], "depthMm": [450, 700], "heightMm": [1700, 2600]},
                },
                "front": {"kind": "doors", "doors": 3, "drawers": 2, "drawerRows": 1, "legs": true},
                "shownIn": ["01a2037c-0000-7000-8000-000000000001"],
                "materialsAz": "palıd", "materialsRu": "дуб", "materialsEn": "oak",
                "careAz": "silin", "careRu": "протирайте", "careEn": "wipe",
                "boxContentsAz": "gövdə", "boxContentsRu": "корпус", "boxContentsEn": "case",
                "weightGrams": 142_000,
                "designCode": "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja",
            })
        );
    }

    #[test]
    fn unknown_facts_are_null_or_empty() {
        let none = json!({
            "sizes": null, "front": null, "shownIn": null,
            "materialsAz": "", "materialsRu": "", "materialsEn": "", "careAz": "", "careRu": "", "careEn": "",
            "boxContentsAz": "", "boxContentsRu": "", "boxContentsEn": "", "weightGrams": null, "designCode": null,
        });
        assert_eq!(facts(catalog::Product::default()), none);
        let unreadable = catalog::Product {
            sizes: Some(catalog::Sizes {
                is_fixed: true,
                ..catalog::Sizes::default()
            }),
            front: Some(catalog::Front {
                kind: 99,
                ..catalog::Front::default()
            }),
            ..catalog::Product::default()
        };
        assert_eq!(facts(unreadable), none);
    }
}
