//! Validation of the pieces of a quote request.

use std::collections::HashMap;

use kit::{
    domain::{Clearance, GivenMeasures, Length, Measures, ProductId, Quantity},
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED, TOO_LONG},
    vocabulary::inquiry::{MeasuresOf, Measuring},
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
        measures_of: request.measures_of.clone(),
        note: request.note.clone(),
    }
}

fn decode_item(errors: &mut FieldErrors, item: &QuoteItemInput) -> Option<ItemInput> {
    let product = errors.product("productId", item.product_id);
    let quantity = item
        .quantity
        .and_then(|pieces| errors.quantity("quantity", pieces));
    let note = errors.text::<0, 1_000>("note", &item.note);
    let given = SizeInput {
        measuring: &item.measuring,
        measures: item.measures.as_ref(),
        measures_of: &item.measures_of,
        has_note: !item.note.trim().is_empty(),
    };
    let size = decode_size(errors, &given);
    Some(ItemInput {
        product: product?,
        quantity,
        color: Some(item.color.trim().to_owned()).filter(|color| !color.is_empty()),
        size: size?,
        note: note?,
    })
}

/// The fields of a request that describe a size.
pub(super) struct SizeInput<'a> {
    pub(super) measuring: &'a str,
    pub(super) measures: Option<&'a WireMeasures>,
    pub(super) measures_of: &'a str,
    /// Whether a text may describe the size.
    pub(super) has_note: bool,
}

/// Validates a size; the fields are named `measuring`, `measures.widthMm` and so on, and `measuresOf`.
pub(super) fn decode_size(errors: &mut FieldErrors, given: &SizeInput<'_>) -> Option<Size> {
    let of = decode_measures_of(errors, given);
    let measures = given
        .measures
        .and_then(|measures| decode_measures(errors, measures, of.unwrap_or_default()));
    let measuring = match given.measuring {
        "" => Measuring::Standard,
        word => errors.check("measuring", word.parse().map_err(|_| INVALID))?,
    };
    if measuring == Measuring::Own {
        errors.ensure(given.measures.is_some() || given.has_note, "measures", REQUIRED);
    } else {
        errors.ensure(given.measures.is_none(), "measures", INVALID);
    }
    Some(match measuring {
        Measuring::Standard => Size::Standard,
        Measuring::Own => Size::Own(measures),
        Measuring::Visit => Size::Visit,
    })
}

/// Without measures there is no niche.
fn decode_measures_of(errors: &mut FieldErrors, given: &SizeInput<'_>) -> Option<MeasuresOf> {
    let of = match given.measures_of {
        "" => MeasuresOf::default(),
        word => errors.check("measuresOf", word.parse().map_err(|_| INVALID))?,
    };
    let has_object = of == MeasuresOf::Piece || given.measures.is_some();
    errors.ensure(has_object, "measuresOf", INVALID);
    Some(of)
}

fn decode_measures(
    errors: &mut FieldErrors,
    measures: &WireMeasures,
    of: MeasuresOf,
) -> Option<GivenMeasures> {
    let mut nested = FieldErrors::default();
    let mut length = |field: &str, millimetres, clearance| {
        let length = Length::from_millimetres(millimetres);
        let length = length.filter(|length| length.checked_sub(clearance).is_some());
        nested.check(field, length.ok_or(OUT_OF_RANGE))
    };
    let clearance = Clearance::of(of);
    let width = length("widthMm", measures.width_mm, clearance.width);
    let depth = length("depthMm", measures.depth_mm, clearance.depth);
    let height = length("heightMm", measures.height_mm, clearance.height);
    errors.nest("measures", nested);
    Some(GivenMeasures {
        measures: Measures {
            width: width?,
            depth: depth?,
            height: height?,
        },
        of,
    })
}

impl ItemInputs {
    /// Returns the products.
    pub(super) fn products(&self) -> impl Iterator<Item = ProductId> {
        self.items.iter().map(|item| item.product)
    }

    /// Adds the pieces to the content that retries repeat. A single piece is the same in both forms, and one without a
    /// niche the same as in the previous version.
    pub(super) fn add_to(&self, content: &mut RequestQuoteRequest) {
        if let [item] = self.items.as_slice() {
            let item = item.content();
            content.product_id = item.product_id;
            content.quantity = item.quantity;
            content.color = item.color;
            content.measuring = item.measuring;
            content.measures = item.measures;
            content.measures_of = item.measures_of;
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
        let measures_of = self.size.measures().map(|given| given.of);
        let measures_of = measures_of.filter(|of| *of != MeasuresOf::default());
        QuoteItemInput {
            product_id: self.product.get(),
            quantity: self.quantity.map(Into::into),
            color: self.color.clone().unwrap_or_default(),
            measuring: measuring.to_owned(),
            measures: self.size.measures().map(convert::measures),
            measures_of: measures_of.map(|of| of.name().to_owned()).unwrap_or_default(),
            note: self.note.clone(),
        }
    }
}
