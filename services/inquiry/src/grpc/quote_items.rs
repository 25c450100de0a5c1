//! Validation of the pieces of a quote request.

use std::collections::HashMap;

use kit::{
    domain::{Clearance, GivenMeasures, Length, Measures, Money, ProductId, Quantity},
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED, TOO_LONG},
    vocabulary::inquiry::{MeasuresOf, Measuring},
};
use proto::inquiry::v1::{Measures as WireMeasures, QuoteItemInput, RequestQuoteRequest};
use rules::Design;

use super::{
    convert,
    design_refusals::{Considered, DesignRefusals},
};
use crate::{
    clients::catalog::Offer,
    design::{self, Band, QuotedDesign},
    error::InquiryError,
    item::{Item, MAX_ITEMS, Product, Size},
    price_book::Published,
};

/// Valid pieces of a request, before the catalog has answered.
pub(super) struct ItemInputs {
    items: Vec<ItemInput>,
    /// Whether the request names its only piece by fields of its own.
    is_single: bool,
}

/// A piece whose fields are valid.
struct ItemInput {
    object: Object,
    quantity: Option<Quantity>,
    color: Option<String>,
    size: Size,
    note: String,
}

/// The object of a piece.
enum Object {
    Product(ProductId),
    Design(SentDesign),
}

/// A design as the sender saw it.
struct SentDesign {
    design: Design,
    /// Product from which the design was begun.
    product: Option<ProductId>,
    /// `None` if the sender saw no price.
    shown: Option<Band>,
    /// Whether a design that cannot be built is recorded without a price.
    as_wish: bool,
}

impl Object {
    const fn product(&self) -> Option<ProductId> {
        match self {
            Self::Product(product) => Some(*product),
            Self::Design(sent) => sent.product,
        }
    }
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
        ..QuoteItemInput::default()
    }
}

fn decode_item(errors: &mut FieldErrors, item: &QuoteItemInput) -> Option<ItemInput> {
    let object = if item.design_code.is_empty() {
        errors.product("productId", item.product_id).map(Object::Product)
    } else {
        decode_design(errors, item).map(Object::Design)
    };
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
    let size = match &object {
        Some(Object::Design(sent)) => Some(Size::Own(design::measures(&sent.design))),
        _ => size,
    };
    Some(ItemInput {
        object: object?,
        quantity,
        color: Some(item.color.trim().to_owned()).filter(|color| !color.is_empty()),
        size: size?,
        note: note?,
    })
}

fn decode_design(errors: &mut FieldErrors, item: &QuoteItemInput) -> Option<SentDesign> {
    let product = (item.product_id != 0)
        .then(|| errors.product("productId", item.product_id))
        .flatten();
    errors.ensure(item.measuring.is_empty(), "measuring", INVALID);
    errors.ensure(item.measures.is_none(), "measures", INVALID);
    let shown = item.shown.as_ref().and_then(|band| {
        let [low, high] = [band.low_minor, band.high_minor].map(Money::from_minor);
        let band = low.ok().zip(high.ok()).filter(|(low, high)| low <= high);
        let band = errors.check("design.low", band.ok_or(OUT_OF_RANGE));
        band.map(|(low, high)| Band { low, high })
    });
    let design = Design::from_code(&item.design_code).map_err(|_| "DESIGN.BROKEN");
    Some(SentDesign {
        design: errors.check("design", design)?,
        product,
        shown,
        as_wish: item.as_wish,
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
        self.items.iter().filter_map(|item| item.object.product())
    }

    /// Returns whether a piece has a design.
    pub(super) fn has_designs(&self) -> bool {
        self.items
            .iter()
            .any(|item| matches!(item.object, Object::Design(_)))
    }

    /// Adds the pieces to the content that retries repeat. A single piece is the same in both forms, and one without a
    /// niche the same as in the previous version.
    pub(super) fn add_to(&self, content: &mut RequestQuoteRequest) {
        if let [item] = self.items.as_slice()
            && matches!(item.object, Object::Product(_))
        {
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

    /// Completes the pieces by their products, as the catalog has them now, and prices the designs by the book in force.
    ///
    /// # Errors
    ///
    /// Fails if a product is not sold, or not in the colour, then if a design is of older rules, then if one cannot be built and is no
    /// wish, then if the sender saw another band than the present one. A list names its pieces.
    pub(super) fn complete(
        self,
        offers: &HashMap<ProductId, Offer>,
        book: Option<&Published>,
    ) -> Result<Vec<Item>, InquiryError> {
        let mut errors = FieldErrors::default();
        let mut refusals = DesignRefusals::default();
        let mut items = Vec::with_capacity(self.items.len());
        for (index, input) in self.items.into_iter().enumerate() {
            let field = |name: &str| {
                if self.is_single {
                    name.to_owned()
                } else {
                    format!("items[{index}].{name}")
                }
            };
            let product = match input.object.product() {
                None => None,
                Some(id) => match offers.get(&id) {
                    Some(offer) => match &input.color {
                        Some(color) if !offer.colors.contains(color) => {
                            errors.push(field("color"), INVALID);
                            continue;
                        }
                        color => Some(offer.product_in(color.as_deref())),
                    },
                    None if self.is_single => return Err(InquiryError::ProductNotFound),
                    None => {
                        errors.push(field("productId"), "PRODUCT.NOT_FOUND");
                        continue;
                    }
                },
            };
            let design = match input.object {
                Object::Product(_) => None,
                Object::Design(sent) => Some(quote(&mut refusals, &sent, book, field("design"))?),
            };
            let name = design.as_ref().map(|quoted| design::name(&quoted.design));
            let unnamed = InquiryError::Inconsistent("a piece has neither product nor design");
            let product = product.or_else(|| {
                name.map(|name| Product {
                    id: None,
                    name,
                    image: String::new(),
                })
            });
            items.push(Item {
                product: product.ok_or(unnamed)?,
                quantity: input.quantity,
                color: input.color,
                size: input.size,
                note: input.note,
                design,
            });
        }
        errors.into_result()?;
        refusals.into_result()?;
        Ok(items)
    }
}

/// Prices a design by the book in force; one that is refused gets no price.
fn quote(
    refusals: &mut DesignRefusals,
    sent: &SentDesign,
    book: Option<&Published>,
    field: String,
) -> Result<QuotedDesign, InquiryError> {
    let book = book.ok_or(InquiryError::Inconsistent("a design came without a price book"))?;
    let design = design::under(&sent.design, book);
    let priced = design::price(&design, &book.rates)?;
    let considered = Considered {
        is_of_newest_rules: design.is_of_newest_rules(),
        band: priced.as_ref().map(|priced| priced.band),
        shown: sent.shown,
        as_wish: sent.as_wish,
    };
    refusals.consider(field, &considered);
    let price = priced.map(|priced| priced.price);
    Ok(QuotedDesign {
        design,
        price,
        shown: sent.shown.filter(|_| price.is_some()),
        last_measuring: None,
    })
}

impl ItemInput {
    fn content(&self) -> QuoteItemInput {
        let measuring = match self.size {
            Size::Standard => "",
            Size::Own(_) | Size::Visit => self.size.name(),
        };
        let measures_of = self.size.measures().map(|given| given.of);
        let measures_of = measures_of.filter(|of| *of != MeasuresOf::default());
        let mut content = QuoteItemInput {
            product_id: self.object.product().map_or(0, ProductId::get),
            quantity: self.quantity.map(Into::into),
            color: self.color.clone().unwrap_or_default(),
            measuring: measuring.to_owned(),
            measures: self.size.measures().map(convert::measures),
            measures_of: measures_of.map(|of| of.name().to_owned()).unwrap_or_default(),
            note: self.note.clone(),
            ..QuoteItemInput::default()
        };
        if let Object::Design(sent) = &self.object {
            content.design_code = sent.design.code();
            content.shown = sent.shown.map(Into::into);
            content.as_wish = sent.as_wish;
        }
        content
    }
}
