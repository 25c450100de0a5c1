//! The design of a line.

use kit::domain::Language;
use proto::inquiry::v1 as inquiry;
use rules::{CostGroup, CostUnit, Design, words};
use serde_json::{Value, json};
use utoipa::openapi::{Object, ObjectBuilder, Type};

use crate::{
    convert::{self, Amount, Instant, rules_language},
    words::LanguageCode,
};

/// Design of a line, whose price of record is the list price.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct OfferLineDesign {
    /// Code.
    code: String,
    /// Version of the rules.
    rules: u32,
    /// Version of the price book.
    prices: u32,
    /// Whether the piece was measured on site with this outline.
    is_measured: bool,
    /// Whether the price book of the price is in force.
    is_newest_prices: bool,
    /// VAT in the price, in whole percent.
    vat_percent: Option<u32>,
    /// The piece in words, in the language of the request.
    sentence: String,
    /// Sentence by which the customer confirms the size, in the language of the offer.
    confirm_text: String,
    /// `null` until the customer accepts the offer.
    confirmed: Option<ConfirmedSize>,
    /// `null` for members who may not read costs, and in lists.
    costs: Option<OfferLineCosts>,
}

/// Marks of an offer by the designs of its lines.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DesignMarks {
    /// Whether the price book of a design is not in force any more.
    is_stale_prices: bool,
    /// Whether a designed piece was not measured on site: no order is made from the offer before.
    needs_measuring: bool,
}

impl DesignMarks {
    /// Returns the marks of lines.
    pub(super) fn of(lines: &[inquiry::OfferLine]) -> Self {
        let designs = || lines.iter().filter_map(|line| line.design.as_ref());
        Self {
            is_stale_prices: designs().any(|design| !design.has_newest_prices),
            needs_measuring: designs().any(|design| !design.is_measured),
        }
    }
}

/// Confirmation of a size by the customer.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ConfirmedSize {
    /// Sentence, as the customer saw it.
    text: String,
    /// RFC 3339.
    at: Instant,
    /// Language of the sentence.
    language: Option<LanguageCode>,
}

/// Costs of a designed piece under the price book of its price, in AZN without VAT unless stated.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct OfferLineCosts {
    /// Lines in the order of their groups.
    lines: Vec<CostLine>,
    /// All lines at cost.
    cost: Amount,
    /// Amount by which rounding changed the price with VAT.
    rounding: Amount,
    /// Price.
    net: Amount,
    /// VAT of the price.
    vat: Amount,
    /// Price above the costs.
    margin: Amount,
    /// Share of the margin in the price in percent, with one decimal.
    margin_percent: Amount,
}

/// A cost line.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct CostLine {
    /// Group.
    #[schema(schema_with = group_schema)]
    group: String,
    /// Key of the price book, such as `lam18.white`.
    key: String,
    /// Name in the language of the request.
    name: String,
    /// Quantity in the unit, with at most two decimals.
    quantity: Amount,
    /// Unit of the quantity.
    #[schema(schema_with = unit_schema)]
    unit: String,
    /// At cost, with waste.
    cost: Amount,
    /// In the price, with VAT.
    price: Amount,
}

fn group_schema() -> Object {
    words_schema(CostGroup::ALL.iter().map(|group| group.name()))
}

fn unit_schema() -> Object {
    words_schema(CostUnit::ALL.iter().map(|unit| unit.name()))
}

/// Returns the schema of a closed set of words.
fn words_schema(words: impl Iterator<Item = &'static str>) -> Object {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(words.collect::<Vec<_>>()))
        .build()
}

impl OfferLineDesign {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({"code": "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja", "rules": 1, "prices": 1, "isMeasured": true,
            "isNewestPrices": true, "vatPercent": 18,
            "sentence": "Şkaf, divar arası 243 × 62 × 262 sm, bölmə: 4, gövdə: ağ, fasad: palıd",
            "confirmText": "Подтверждаю размер: в нише 243 × 62 × 262 см", "confirmed": null,
            "costs": {"lines": [{"group": "board", "key": "lam18.white", "name": "Laminat lövhə, 18 mm, ağ",
                "quantity": 14.46, "unit": "m2", "cost": 247.42, "price": 373.71}], "cost": 1947.89,
                "rounding": 0.5, "net": 2469.49, "vat": 444.51, "margin": 521.6, "marginPercent": 21.1}})
    }

    /// Converts a design; `None` for a code that the rules do not know. `language` is that of the request, `of_offer` that of
    /// the offer.
    pub(super) fn new(of: inquiry::OfferDesign, language: Language, of_offer: Language) -> Option<Self> {
        let design = Design::from_code(&of.code).ok()?;
        let confirmed = ConfirmedSize::of(&of);
        Some(Self {
            rules: design.rules().number().into(),
            prices: design.prices().into(),
            sentence: words::sentence(&design, rules_language(language)),
            confirm_text: words::confirm_size(&design, rules_language(of_offer)),
            code: of.code,
            is_measured: of.is_measured,
            is_newest_prices: of.has_newest_prices,
            vat_percent: of.vat_percent,
            confirmed,
            costs: of.costs.map(|costs| OfferLineCosts::new(costs, language)),
        })
    }
}

impl ConfirmedSize {
    /// Returns the confirmation of a design; `None` without one.
    fn of(design: &inquiry::OfferDesign) -> Option<Self> {
        Some(Self {
            at: convert::moment(design.confirmed_at)?,
            text: design.confirmed_text.clone(),
            language: LanguageCode::of_optional_number(design.confirmed_language),
        })
    }
}

impl OfferLineCosts {
    fn new(costs: inquiry::DesignCosts, language: Language) -> Self {
        let lines = costs.lines.into_iter();
        Self {
            lines: lines.map(|line| CostLine::new(line, language)).collect(),
            cost: convert::amount(costs.cost_minor),
            rounding: convert::amount(costs.rounding_minor),
            net: convert::amount(costs.net_minor),
            vat: convert::amount(costs.vat_minor),
            margin: convert::amount(costs.margin_minor),
            margin_percent: convert::amount(costs.margin_tenths_percent.saturating_mul(10)),
        }
    }
}

impl CostLine {
    fn new(line: inquiry::DesignCostLine, language: Language) -> Self {
        let name = CostGroup::parse(&line.group)
            .map(|group| words::cost_line(group, &line.key, rules_language(language)));
        Self {
            name: name.unwrap_or_default(),
            group: line.group,
            key: line.key,
            // Hundredths, rounded half up.
            quantity: convert::amount(line.quantity_thousandths.saturating_add(5) / 10),
            unit: line.unit,
            cost: convert::amount(line.cost_minor),
            price: convert::amount(line.price_minor),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_have_the_names_of_the_request_and_the_sentence_the_language_of_the_offer() {
        let line = inquiry::DesignCostLine {
            group: "board".to_owned(),
            key: "lam18.white".to_owned(),
            quantity_thousandths: 14_461,
            unit: "m2".to_owned(),
            cost_minor: 24_742,
            price_minor: 37_371,
        };
        let design = inquiry::OfferDesign {
            code: "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja".to_owned(),
            is_measured: true,
            has_newest_prices: true,
            vat_percent: Some(18),
            costs: Some(inquiry::DesignCosts {
                lines: vec![line],
                cost_minor: 194_789,
                rounding_minor: 50,
                net_minor: 246_949,
                vat_minor: 44_451,
                margin_minor: 52_160,
                margin_tenths_percent: 211,
            }),
            ..inquiry::OfferDesign::default()
        };
        let converted = OfferLineDesign::new(design, Language::Az, Language::Ru).unwrap();
        assert_eq!(
            serde_json::to_value(converted).unwrap(),
            OfferLineDesign::example()
        );
    }
}
