//! The designs of an offer's lines: prices of record and costs.

use std::collections::{BTreeSet, HashMap, hash_map::Entry};

use kit::{
    caller::Actor,
    domain::{Language, Money, Percent},
    staff::{Access, Permission},
    validation::{INVALID, OUT_OF_RANGE},
};
use proto::inquiry::v1 as wire;
use rules::Design;
use sqlx::PgConnection;
use uuid::Uuid;

use super::line_input::{DesignInput, FieldError, LineInput, find};
use crate::{
    design::{self, QuotedDesign},
    error::InquiryError,
    item::Item,
    offer::{Line, Offer, design::LineDesign},
    price_book::{Published, Record},
    store,
};

/// Message key of a design that cannot be built.
const IMPOSSIBLE: &str = "DESIGN.IMPOSSIBLE";

/// Whether lines with a design become free ones.
pub(super) fn has_detached(inputs: &[LineInput], present: &[Line]) -> bool {
    let mut detached = inputs
        .iter()
        .filter(|input| input.design == DesignInput::Detached);
    detached.any(|input| find(present, input).is_some_and(|line| line.design.is_some()))
}

/// The designs that lines can have, with their prices of record.
pub(super) struct Designs<'a> {
    /// Pieces of the quote.
    items: &'a [Item],
    /// Prices of the designs that lines name by their codes, or the message keys of the reasons that they have none.
    prices: HashMap<Design, Result<Money, &'static str>>,
}

impl<'a> Designs<'a> {
    /// Prices the designs that lines name by their codes: a piece of the quote with the design has its price of record,
    /// another one that of the price book which the code names.
    pub(super) async fn load(
        connection: &mut PgConnection,
        inputs: &[LineInput],
        items: &'a [Item],
    ) -> Result<Self, InquiryError> {
        let mut books = HashMap::new();
        let mut prices = HashMap::new();
        for input in inputs {
            let DesignInput::Of(design) = &input.design else {
                continue;
            };
            let version = design.prices();
            let book = match books.entry(version) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(unknown) => unknown.insert(store::price_book::find(connection, version).await?),
            };
            prices.insert(design.clone(), price_of_record(design, items, book.as_ref())?);
        }
        Ok(Self { items, prices })
    }

    /// Returns the line with a design that an input describes; `None` for a line without one.
    pub(super) fn line(
        &self,
        input: &LineInput,
        known: Option<&Line>,
        language: Language,
    ) -> Result<Option<Line>, FieldError> {
        let (design, price) = match &input.design {
            DesignInput::Detached => return Ok(None),
            DesignInput::Unchanged => return unchanged(input, known),
            DesignInput::OfItem(position) => self.of_item(*position)?,
            DesignInput::Of(design) => {
                let is_present = |line: &&Line| line.design.as_ref().is_some_and(|of| of.design == *design);
                if let Some(line) = known.filter(is_present) {
                    return Ok(Some(line.clone()));
                }
                let price = self.prices.get(design).copied().unwrap_or(Err(INVALID));
                (design.clone(), price.map_err(|key| ("designCode", key))?)
            }
        };
        let discount = known.map_or(Percent::ZERO, |line| line.discount);
        let line = Line::of_design(design, price, input.quantity, discount, language);
        Ok(Some(Line {
            id: input.id.unwrap_or_else(Uuid::now_v7),
            ..line
        }))
    }

    fn of_item(&self, position: u32) -> Result<(Design, Money), FieldError> {
        let index = usize::try_from(position)
            .ok()
            .and_then(|position| position.checked_sub(1));
        let item = index.and_then(|index| self.items.get(index));
        let quoted = item.and_then(|item| item.design.as_ref());
        let QuotedDesign { design, price, .. } = quoted.ok_or(("itemId", INVALID))?;
        // A wish has no price.
        Ok((design.clone(), price.ok_or(("itemId", IMPOSSIBLE))?))
    }
}

/// Returns the present line if it has a design, which no product replaces.
fn unchanged(input: &LineInput, known: Option<&Line>) -> Result<Option<Line>, FieldError> {
    let Some(line) = known.filter(|line| line.design.is_some()) else {
        return Ok(None);
    };
    if input.product.is_some() {
        return Err(("productId", INVALID));
    }
    Ok(Some(line.clone()))
}

fn price_of_record(
    design: &Design,
    items: &[Item],
    book: Option<&Published>,
) -> Result<Result<Money, &'static str>, InquiryError> {
    let mut quoted = items.iter().filter_map(|item| item.design.as_ref());
    let recorded = quoted.find(|quoted| quoted.design == *design && quoted.price.is_some());
    if let Some(price) = recorded.and_then(|quoted| quoted.price) {
        return Ok(Ok(price));
    }
    let Some(book) = book else {
        return Ok(Err(OUT_OF_RANGE));
    };
    let priced = design::price(design, &book.rates)?;
    Ok(priced.map(|priced| priced.price).ok_or(IMPOSSIBLE))
}

/// The price books of the designs in offers.
#[derive(Debug, Default)]
pub(super) struct Books {
    in_force: Option<u32>,
    /// VAT in whole percent by version.
    vat: HashMap<u16, u32>,
}

impl Books {
    /// Loads the price books of offers; reads nothing for offers without a design.
    pub(super) async fn load(connection: &mut PgConnection, offers: &[Offer]) -> Result<Self, InquiryError> {
        let designs = offers.iter().flat_map(|offer| offer.content.designs());
        let versions: BTreeSet<_> = designs.map(|of| of.design.prices()).collect();
        if versions.is_empty() {
            return Ok(Self::default());
        }
        let mut vat = HashMap::new();
        for version in versions {
            if let Some(book) = store::price_book::find(connection, version).await? {
                vat.insert(version, book.rates.vat_percent.into());
            }
        }
        let in_force = store::price_book::version_in_force(connection).await?;
        Ok(Self { in_force, vat })
    }

    /// Whether the price book of a design is in force.
    pub(super) fn is_newest(&self, design: &Design) -> bool {
        self.in_force == Some(design.prices().into())
    }

    /// Returns the VAT in the price of a design, in whole percent; `None` if its price book was not loaded.
    pub(super) fn vat_percent(&self, design: &Design) -> Option<u32> {
        self.vat.get(&design.prices()).copied()
    }
}

/// Returns the costs of the design of each line, for a caller who may read costs.
pub(super) async fn costs(
    connection: &mut PgConnection,
    actor: &Actor,
    lines: &[Line],
) -> Result<Vec<Option<wire::DesignCosts>>, InquiryError> {
    if actor.access(Permission::CostsRead) != Access::Always {
        return Ok(vec![None; lines.len()]);
    }
    let mut books = HashMap::new();
    let mut costs = Vec::with_capacity(lines.len());
    for line in lines {
        let Some(LineDesign { design, .. }) = &line.design else {
            costs.push(None);
            continue;
        };
        let version = design.prices();
        let book: &Option<Record> = match books.entry(version) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                unknown.insert(store::price_book::desk::find(connection, version).await?)
            }
        };
        let by_book = book.as_ref().map(|book| costs_by(design, book));
        costs.push(by_book.transpose()?.flatten());
    }
    Ok(costs)
}

/// Returns the costs of a design that can be built.
fn costs_by(design: &Design, book: &Record) -> Result<Option<wire::DesignCosts>, InquiryError> {
    let (Ok(piece), Some(rates)) = (rules::build(design), &book.rates) else {
        return Ok(None);
    };
    let costs = rules::costs(&piece, &book.book, rates);
    let costs = costs.map_err(|_| InquiryError::Inconsistent("a price book lacks a key"))?;
    Ok(Some(convert_costs(costs)))
}

fn convert_costs(costs: rules::Costs) -> wire::DesignCosts {
    let lines = costs.lines.into_iter().map(|line| wire::DesignCostLine {
        group: line.group.name().to_owned(),
        key: line.key,
        quantity_thousandths: line.quantity_thousandths,
        unit: line.unit.name().to_owned(),
        cost_minor: line.cost,
        price_minor: line.price,
    });
    wire::DesignCosts {
        lines: lines.collect(),
        cost_minor: costs.cost,
        rounding_minor: costs.rounding,
        net_minor: costs.net,
        vat_minor: costs.vat,
        margin_minor: costs.margin,
        margin_tenths_percent: costs.margin_tenths,
    }
}
