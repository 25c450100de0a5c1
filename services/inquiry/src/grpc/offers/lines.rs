//! Completion of the lines of an offer from the present ones, the catalog and the designs.

use kit::{
    domain::{Language, Money, Percent, ProductId},
    failure::Failure,
    validation::{FieldErrors, INVALID},
};
use uuid::Uuid;

use super::{
    designs::Designs,
    line_input::{FieldError, LineInput, find},
};
use crate::offer::{Line, limit::Catalog};

/// Data that missing fields of lines come from.
pub(super) struct Sources<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) designs: &'a Designs<'a>,
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
