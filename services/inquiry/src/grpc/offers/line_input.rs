//! Validation of the lines of an offer as staff writes them.

use std::collections::HashSet;

use kit::{
    domain::{Money, Percent, ProductId, Quantity},
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED, TOO_LONG},
};
use proto::inquiry::v1::OfferLineInput;
use rules::Design;
use uuid::Uuid;

use crate::offer::{Line, MAX_LINES, sums::MAX_AMOUNT};

/// A line whose fields are valid. Missing ones come from the present line or the catalog.
pub(super) struct LineInput {
    pub(super) id: Option<Uuid>,
    pub(super) product: Option<ProductId>,
    pub(super) name: Option<String>,
    pub(super) detail: Option<String>,
    pub(super) image: Option<String>,
    pub(super) quantity: Quantity,
    pub(super) list_price: Option<Money>,
    pub(super) discount: Option<Percent>,
    pub(super) is_made_to_order: Option<bool>,
    pub(super) is_price_to_check: Option<bool>,
    pub(super) design: DesignInput,
}

/// Field and message key of an error of a line.
pub(super) type FieldError = (&'static str, &'static str);

/// The design of a line as staff writes it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum DesignInput {
    /// The design of the present line; a new line has none.
    Unchanged,
    /// The design of the quote's piece at this position, counted from 1.
    OfItem(u32),
    /// A design by its code.
    Of(Design),
    /// The line becomes a free one.
    Detached,
}

impl DesignInput {
    /// Whether it names a design.
    const fn is_some(&self) -> bool {
        matches!(self, Self::OfItem(_) | Self::Of(_))
    }
}

/// Validates the design of a line: a line has one of the three fields, and no product beside a design.
fn decode_design(errors: &mut FieldErrors, line: &OfferLineInput) -> Option<DesignInput> {
    let has_code = !line.design_code.is_empty();
    let has_product = line.product_id.is_some();
    match (line.item_position, has_code, line.is_detached) {
        (0, false, false) => Some(DesignInput::Unchanged),
        (0, false, true) => Some(DesignInput::Detached),
        (0, true, false) => {
            errors.ensure(!has_product, "productId", INVALID);
            let design = Design::from_code(&line.design_code).map_err(|_| "DESIGN.BROKEN");
            errors.check("designCode", design).map(DesignInput::Of)
        }
        (position, false, false) => {
            errors.ensure(!has_product, "productId", INVALID);
            errors.ensure(line.id.is_empty(), "itemId", INVALID);
            Some(DesignInput::OfItem(position))
        }
        (_, true, _) => errors.check("designCode", Err(INVALID)),
        (_, false, true) => errors.check("itemId", Err(INVALID)),
    }
}

/// Validates lines; their fields are named `lines[0].name` and so on.
pub(super) fn decode(errors: &mut FieldErrors, lines: &[OfferLineInput]) -> Option<Vec<LineInput>> {
    if lines.len() > MAX_LINES {
        errors.push("lines", TOO_LONG);
        return None;
    }
    let mut ids = HashSet::new();
    let decoded: Vec<_> = lines
        .iter()
        .enumerate()
        .map(|(index, line)| {
            let mut nested = FieldErrors::default();
            let decoded = decode_line(&mut nested, line);
            if let Some(id) = decoded.as_ref().and_then(|line| line.id) {
                nested.ensure(ids.insert(id), "id", INVALID);
            }
            errors.nest(&format!("lines[{index}]"), nested);
            decoded
        })
        .collect();
    decoded.into_iter().collect()
}

fn decode_line(errors: &mut FieldErrors, line: &OfferLineInput) -> Option<LineInput> {
    let id = (!line.id.is_empty())
        .then(|| errors.check("id", line.id.parse().map_err(|_| INVALID)))
        .flatten();
    let product = line.product_id.and_then(|id| errors.product("productId", id));
    let name = line
        .name
        .as_deref()
        .and_then(|name| errors.line::<1, 200>("name", name));
    let detail = line
        .detail
        .as_deref()
        .and_then(|detail| errors.text::<0, 500>("detail", detail));
    let image = line.image_url.as_deref().and_then(|image| path(errors, image));
    let quantity = errors.quantity("quantity", line.quantity);
    let list_price = line
        .list_price_minor
        .and_then(|minor| amount(errors, "listPrice", minor));
    let discount = line
        .discount_percent
        .and_then(|percent| errors.check("discount", Percent::try_from(percent).map_err(|_| OUT_OF_RANGE)));
    let design = decode_design(errors, line)?;
    // A new free line has nothing to take missing fields from.
    let is_free = line.product_id.is_none() && !design.is_some();
    if line.id.is_empty() && is_free {
        errors.ensure(line.name.is_some(), "name", REQUIRED);
        errors.ensure(line.list_price_minor.is_some(), "listPrice", REQUIRED);
    }
    Some(LineInput {
        id,
        product,
        name,
        detail,
        image,
        quantity: quantity?,
        list_price,
        discount,
        is_made_to_order: line.is_made_to_order,
        is_price_to_check: line.is_price_to_check,
        design,
    })
}

/// Validates an amount in qəpik.
pub(super) fn amount(errors: &mut FieldErrors, field: &str, minor: i64) -> Option<Money> {
    let amount = Money::from_minor(minor)
        .ok()
        .filter(|amount| amount.minor() <= MAX_AMOUNT);
    errors.check(field, amount.ok_or(OUT_OF_RANGE))
}

/// Validates the path of an image of the shop; empty = none.
fn path(errors: &mut FieldErrors, text: &str) -> Option<String> {
    let path = errors.line::<0, 300>("imageUrl", text)?;
    let is_own = path.is_empty() || path.starts_with('/') && !path.starts_with("//");
    errors.check("imageUrl", if is_own { Ok(path) } else { Err(INVALID) })
}

/// Returns the present line of an input.
pub(super) fn find<'lines>(present: &'lines [Line], input: &LineInput) -> Option<&'lines Line> {
    present.iter().find(|line| Some(line.id) == input.id)
}
