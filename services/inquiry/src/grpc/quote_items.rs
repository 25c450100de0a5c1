//! Validation of the pieces of a quote request.

use std::collections::HashMap;

use kit::{
    domain::{Length, Measures, ProductId, Quantity},
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED, TOO_LONG},
    vocabulary::inquiry::Measuring,
};
use proto::inquiry::v1::{Measures as WireMeasures, QuoteItemInput, RequestQuoteRequest};

use super::convert;
use crate::{
    clients::catalog::Offer,
    error::InquiryError,
    item::{Item, MAX_ITEMS, Size},
};

/// Valid pieces of a request, before the catalog has answered.
pub(super) struct ItemInputs {
    items: Vec<ItemInput>,
    /// Whether the request names its only piece by fields of its own.
    is_single: bool,
}

/// A piece whose fields are valid.
struct ItemInput {
    product: ProductId,
    quantity: Option<Quantity>,
    color: Option<String>,
    size: Size,
    note: String,
}

/// Validates the pieces; the fields of a list are named `items[0].measures.widthMm` and so on.
pub(super) fn decode(errors: &mut FieldErrors, request: &RequestQuoteRequest) -> Option<ItemInputs> {
    if request.items.is_empty() {
        let item = decode_item(errors, &single(request))?;
        return Some(ItemInputs {
            items: vec![item],
            is_single: true,
        });
    }
    if request.items.len() > MAX_ITEMS {
        errors.push("items", TOO_LONG);
        return None;
    }
    let decoded: Vec<_> = request
        .items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            let mut nested = FieldErrors::default();
            let decoded = decode_item(&mut nested, item);
            errors.nest(&format!("items[{index}]"), nested);
            decoded
        })
        .collect();
    Some(ItemInputs {
        items: decoded.into_iter().collect::<Option<_>>()?,
        is_single: false,
    })
}

fn single(request: &RequestQuoteRequest) -> QuoteItemInput {
    QuoteItemInput {
        product_id: request.product_id,
        quantity: request.quantity,
        color: request.color.clone(),
        measuring: request.measuring.clone(),
        measures: request.measures,
        note: request.note.clone(),
    }
}

fn decode_item(errors: &mut FieldErrors, item: &QuoteItemInput) -> Option<ItemInput> {
    let product = errors.product("productId", item.product_id);
    let quantity = item
        .quantity
        .and_then(|pieces| errors.quantity("quantity", pieces));
    let note = errors.text::<0, 1_000>("note", &item.note);
    let has_note = !item.note.trim().is_empty();
    let size = decode_size(errors, &item.measuring, item.measures.as_ref(), has_note);
    Some(ItemInput {
        product: product?,
        quantity,
        color: Some(item.color.trim().to_owned()).filter(|color| !color.is_empty()),
        size: size?,
        note: note?,
    })
}

pub(super) fn decode_size(
    errors: &mut FieldErrors,
    measuring: &str,
    given: Option<&WireMeasures>,
    has_note: bool,
) -> Option<Size> {
    let measures = given.and_then(|given| decode_measures(errors, given));
    let measuring = match measuring {
        "" => Measuring::Standard,
        word => errors.check("measuring", word.parse().map_err(|_| INVALID))?,
    };
    if measuring == Measuring::Own {
        errors.ensure(given.is_some() || has_note, "measures", REQUIRED);
    } else {
        errors.ensure(given.is_none(), "measures", INVALID);
    }
    Some(match measuring {
        Measuring::Standard => Size::Standard,
        Measuring::Own => Size::Own(measures),
        Measuring::Visit => Size::Visit,
    })
}

fn decode_measures(errors: &mut FieldErrors, measures: &WireMeasures) -> Option<Measures> {
    let mut nested = FieldErrors::default();
    let mut length = |field: &str, millimetres| {
        nested.check(field, Length::from_millimetres(millimetres).ok_or(OUT_OF_RANGE))
    };
    let width = length("widthMm", measures.width_mm);
    let depth = length("depthMm", measures.depth_mm);
    let height = length("heightMm", measures.height_mm);
    errors.nest("measures", nested);
    Some(Measures {
        width: width?,
        depth: depth?,
        height: height?,
    })
}

impl ItemInputs {
    /// Returns the products.
    pub(super) fn products(&self) -> impl Iterator<Item = ProductId> {
        self.items.iter().map(|item| item.product)
    }

    /// Adds the pieces to the content that retries repeat. A single piece is the same in both forms, and one in the
    /// product's own size the same as in the previous version.
    pub(super) fn add_to(&self, content: &mut RequestQuoteRequest) {
        if let [item] = self.items.as_slice() {
            let item = item.content();
            content.product_id = item.product_id;
            content.quantity = item.quantity;
            content.color = item.color;
            content.measuring = item.measuring;
            content.measures = item.measures;
            content.note = item.note;
        } else {
            content.items = self.items.iter().map(ItemInput::content).collect();
        }
    }

    /// Completes the pieces by their products, as the catalog has them now.
    ///
    /// # Errors
    ///
    /// Fails if a product is not sold, or not in the colour. A list names its pieces.
    pub(super) fn complete(self, offers: &HashMap<ProductId, Offer>) -> Result<Vec<Item>, InquiryError> {
        let mut errors = FieldErrors::default();
        let mut items = Vec::with_capacity(self.items.len());
        for (index, input) in self.items.into_iter().enumerate() {
            let field = |name: &str| {
                if self.is_single {
                    name.to_owned()
                } else {
                    format!("items[{index}].{name}")
                }
            };
            match offers.get(&input.product) {
                Some(offer)
                    if input
                        .color
                        .as_ref()
                        .is_none_or(|color| offer.colors.contains(color)) =>
                {
                    items.push(Item {
                        product: offer.product_in(input.color.as_deref()),
                        quantity: input.quantity,
                        color: input.color,
                        size: input.size,
                        note: input.note,
                    });
                }
                Some(_) => errors.push(field("color"), INVALID),
                None if self.is_single => return Err(InquiryError::ProductNotFound),
                None => errors.push(field("productId"), "PRODUCT.NOT_FOUND"),
            }
        }
        Ok(errors.finish(Some(items))?)
    }
}

impl ItemInput {
    fn content(&self) -> QuoteItemInput {
        let measuring = match self.size {
            Size::Standard => "",
            Size::Own(_) | Size::Visit => self.size.name(),
        };
        QuoteItemInput {
            product_id: self.product.get(),
            quantity: self.quantity.map(Into::into),
            color: self.color.clone().unwrap_or_default(),
            measuring: measuring.to_owned(),
            measures: self.size.measures().map(convert::measures),
            note: self.note.clone(),
        }
    }
}
