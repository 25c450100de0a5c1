//! Validation of the lines of an offer.

use std::collections::HashSet;

use kit::{
    domain::{Language, Money, Percent, ProductId, Quantity},
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED, TOO_LONG},
};
use proto::inquiry::v1::OfferLineInput;
use uuid::Uuid;

use super::designs::{self, DesignInput, Designs};
use crate::offer::{Line, MAX_LINES, limit::Catalog, sums::MAX_AMOUNT};

/// A line whose fields are valid. Missing ones come from the present line or the catalog.
pub(super) struct LineInput {
    pub(super) id: Option<Uuid>,
    pub(super) product: Option<ProductId>,
    name: Option<String>,
    detail: Option<String>,
    image: Option<String>,
    pub(super) quantity: Quantity,
    list_price: Option<Money>,
    discount: Option<Percent>,
    is_made_to_order: Option<bool>,
    is_price_to_check: Option<bool>,
    pub(super) design: DesignInput,
}

/// Field and message key of an error of a line.
pub(super) type FieldError = (&'static str, &'static str);

/// Data that missing fields of lines come from.
pub(super) struct Sources<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) designs: &'a Designs<'a>,
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
    let design = designs::decode(errors, line)?;
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

/// Returns the products that are needed from the catalog.
pub(super) fn needed_products<'lines>(
    inputs: &'lines [LineInput],
    present: &'lines [Line],
) -> impl Iterator<Item = ProductId> + 'lines {
    inputs
        .iter()
        .filter(|input| find(present, input).is_none_or(|line| line.product != input.product))
        .filter_map(|input| input.product)
}

/// Returns the present line of an input.
pub(super) fn find<'lines>(present: &'lines [Line], input: &LineInput) -> Option<&'lines Line> {
    present.iter().find(|line| Some(line.id) == input.id)
}

/// Completes the lines from the present ones, the catalog and the designs. Name, detail, image and price of a line with a design
/// are those of the design.
///
/// # Errors
///
/// Adds an error for each line with an unknown id or product, or with a design that has no price.
pub(super) fn complete(
    inputs: Vec<LineInput>,
    present: &[Line],
    sources: &Sources<'_>,
    language: Language,
) -> Result<Vec<Line>, Failure> {
    let mut errors = FieldErrors::default();
    let mut lines = Vec::with_capacity(inputs.len());
    for (index, input) in inputs.into_iter().enumerate() {
        let base = base(&input, present, sources, language);
        match base {
            Ok(base) if base.design.is_some() => lines.push(Line {
                quantity: input.quantity,
                discount: input.discount.unwrap_or(base.discount),
                ..base
            }),
            Ok(base) => lines.push(Line {
                id: base.id,
                product: base.product,
                code: base.code,
                name: input.name.unwrap_or(base.name),
                detail: input.detail.unwrap_or(base.detail),
                image: input.image.unwrap_or(base.image),
                quantity: input.quantity,
                list_price: input.list_price.unwrap_or(base.list_price),
                discount: input.discount.unwrap_or(base.discount),
                is_made_to_order: input.is_made_to_order.unwrap_or(base.is_made_to_order),
                // Setting another price confirms it.
                is_price_to_check: input.is_price_to_check.unwrap_or(base.is_price_to_check)
                    && input.list_price.is_none_or(|price| price == base.list_price),
                design: None,
            }),
            Err((field, key)) => errors.push(format!("lines[{index}].{field}"), key),
        }
    }
    errors.finish(Some(lines))
}

/// Returns the line that missing fields come from.
fn base(
    input: &LineInput,
    present: &[Line],
    sources: &Sources<'_>,
    language: Language,
) -> Result<Line, FieldError> {
    let known = find(present, input);
    if input.id.is_some() && known.is_none() {
        return Err(("id", INVALID));
    }
    if let Some(line) = sources.designs.line(input, known, language)? {
        return Ok(line);
    }
    if let Some(line) = known.filter(|line| line.product == input.product) {
        return Ok(Line {
            design: None,
            ..line.clone()
        });
    }
    let id = input.id.unwrap_or_else(Uuid::now_v7);
    let Some(product) = input.product else {
        // A line of the catalog that becomes a free one keeps its texts.
        return Ok(Line {
            id,
            product: None,
            code: String::new(),
            name: known.map(|line| line.name.clone()).unwrap_or_default(),
            detail: known.map(|line| line.detail.clone()).unwrap_or_default(),
            image: known.map(|line| line.image.clone()).unwrap_or_default(),
            quantity: input.quantity,
            list_price: known.map_or(Money::ZERO, |line| line.list_price),
            discount: known.map_or(Percent::ZERO, |line| line.discount),
            is_made_to_order: known.is_some_and(|line| line.is_made_to_order),
            is_price_to_check: false,
            design: None,
        });
    };
    let facts = sources
        .catalog
        .get(&product)
        .ok_or(("productId", "PRODUCT.NOT_FOUND"))?;
    Ok(Line {
        id,
        product: Some(product),
        code: facts.code.clone(),
        name: facts.name.get(language).to_owned(),
        detail: String::new(),
        image: facts.image.clone(),
        quantity: input.quantity,
        list_price: facts.price,
        discount: facts.discount,
        is_made_to_order: false,
        is_price_to_check: false,
        design: None,
    })
}
