//! JSON of designs and of what the rule book says about them.

use kit::failure::{Code, Failure};
use proto::inquiry::v1 as inquiry;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::convert::{self, Amount};

/// A design, whose measures are whole millimetres.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Design {
    /// Version of the rules.
    #[schema(minimum = 1, maximum = 255)]
    rules: u32,
    /// Version of the price book.
    #[schema(minimum = 1, maximum = 16_383)]
    prices: u32,
    /// `wardrobe`, `shelf` or `tv-base`.
    family: String,
    /// Whether the measures are those of the space between walls, floor and ceiling.
    niche: bool,
    #[schema(minimum = 100, maximum = 8_191)]
    width_mm: u32,
    #[schema(minimum = 100, maximum = 4_095)]
    height_mm: u32,
    /// With doors, without handles.
    #[schema(minimum = 100, maximum = 1_023)]
    depth_mm: u32,
    /// `plinth`, `legs` or `wall`.
    base: String,
    /// Height of the top boxes; 0 = none.
    #[schema(maximum = 1_023)]
    upper_mm: u32,
    /// `hinged` or `sliding`.
    front: String,
    /// Number of sliding doors.
    #[schema(maximum = 4)]
    slides: u32,
    /// Finish of the body.
    body: String,
    /// Finish of the fronts.
    fronts: String,
    /// `bar`, `knob`, `groove` or `push`.
    handle: String,
    /// `black`, `brass` or `steel`.
    metal: String,
    /// From left to right.
    #[schema(min_items = 1, max_items = 15)]
    bays: Vec<Bay>,
}

/// A bay of a design.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Bay {
    /// Fixed inner width; 0 = shares the rest with the other free bays.
    #[schema(maximum = 2_047)]
    width_mm: u32,
    /// Number of doors.
    #[schema(maximum = 2)]
    doors: u32,
    /// `plain`, `lattice` or `mirror`.
    style: String,
    /// Number of drawers.
    #[schema(maximum = 6)]
    drawers: u32,
    /// Number of rails.
    #[schema(maximum = 2)]
    rail: u32,
    /// Number of shelves.
    #[schema(maximum = 10)]
    shelves: u32,
}

impl Design {
    /// Parses the canonical JSON of the service.
    pub(super) fn parse(json: &str) -> Result<Self, Failure> {
        serde_json::from_str(json).map_err(|error| Failure::new(Code::Internal).with_source(error))
    }

    /// Returns the version of the price book.
    pub(super) const fn prices(&self) -> u32 {
        self.prices
    }
}

/// A rule that a design breaks, or a note.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DesignCheck {
    /// Key of the rule book, such as `shelf.span`.
    key: String,
    /// `error` forbids the piece, `note` does not.
    level: String,
    /// Bay, counted from 0; `null` = the whole piece.
    at: Option<u32>,
    /// Value found, in millimetres or grams.
    value: Option<i64>,
    /// Value allowed, in the same unit.
    limit: Option<i64>,
    /// Ways out, the nearest first, each a list of steps.
    fixes: Vec<Vec<DesignStep>>,
    /// Reason in the request's language.
    text: String,
}

/// A step of a way out.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DesignStep {
    /// `set` a value, `split` a bay into two, or `remove` one.
    op: String,
    /// Field to set, such as `bays[2].shelves`; missing for other steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// Its new value; missing for other steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<serde_json::Value>,
    /// Bay of the other steps, counted from 0; missing for `set`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<u32>,
}

impl From<inquiry::DesignCheck> for DesignCheck {
    fn from(check: inquiry::DesignCheck) -> Self {
        Self {
            key: check.key,
            level: check.level,
            at: check.bay,
            value: check.value,
            limit: check.limit,
            fixes: serde_json::from_str(&check.fixes_json).unwrap_or_default(),
            text: check.text,
        }
    }
}

/// A design of a piece to request a quote for, as its sender saw it.
#[request]
pub(crate) struct SentDesign {
    /// Code of the design.
    #[serde(default)]
    #[schema(required, min_length = 20, max_length = 90)]
    code: String,
    /// Lower end of the band that the sender saw, in AZN; with `high`. Another one than the present one is refused.
    #[schema(value_type = Option<f64>, minimum = 0)]
    low: Option<Amount>,
    /// Upper end of the band, in AZN.
    #[schema(value_type = Option<f64>, minimum = 0)]
    high: Option<Amount>,
    /// Whether a design that cannot be built is sent as a wish, without a price.
    #[serde(default)]
    as_wish: bool,
}

impl SentDesign {
    /// Whether the code is missing, which the service would take for a piece without a design.
    pub(crate) fn is_without_code(&self) -> bool {
        self.code.trim().is_empty()
    }

    /// Writes the design into a piece of the rpc. An amount that cannot be one becomes negative, so that the service refuses it.
    pub(crate) fn write(self, item: &mut inquiry::QuoteItemInput) {
        let minor = |amount: &Option<Amount>| match amount {
            Some(amount) => convert::parse_amount(amount).unwrap_or(-1),
            None => -1,
        };
        item.shown = (self.low.is_some() || self.high.is_some()).then(|| inquiry::PriceBand {
            low_minor: minor(&self.low),
            high_minor: minor(&self.high),
        });
        item.design_code = self.code;
        item.as_wish = self.as_wish;
    }
}
