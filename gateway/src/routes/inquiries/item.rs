//! A piece of a quote request.

use proto::inquiry::v1::QuoteItemInput;

use crate::{convert, routes::measures::Measures};

/// Piece to request a quote for.
#[request]
pub(crate) struct RequestQuoteItem {
    /// Product id.
    #[serde(default)]
    #[schema(required, minimum = 1)]
    product_id: i64,
    /// Number of pieces, 1 to 99; optional.
    #[schema(minimum = 1, maximum = 99)]
    quantity: Option<i64>,
    /// Color of the product; optional.
    color: Option<String>,
    /// `standard` (default): the product's own size; `own`: the measures; `visit`: the shop measures on site.
    measuring: Option<String>,
    /// Only with `own`, which needs them unless there is a note.
    measures: Option<Measures>,
    /// Remark, at most 1,000 characters; with `visit`, the place.
    #[schema(max_length = 1_000)]
    note: Option<String>,
}

impl From<RequestQuoteItem> for QuoteItemInput {
    fn from(item: RequestQuoteItem) -> Self {
        Self {
            product_id: item.product_id,
            quantity: item.quantity.map(convert::quantity),
            color: item.color.unwrap_or_default(),
            measuring: item.measuring.unwrap_or_default(),
            measures: item.measures.map(Into::into),
            note: item.note.unwrap_or_default(),
        }
    }
}
