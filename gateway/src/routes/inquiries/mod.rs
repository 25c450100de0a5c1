//! What visitors ask the shop: a quote, a question, the catalogue.

use serde::Serialize;
use utoipa::ToSchema;

pub(crate) mod catalogue;
pub(crate) mod contact;
pub(crate) mod quote;

/// An inquiry that was taken in.
#[derive(Serialize, ToSchema)]
pub(crate) struct TakenIn {
    /// The number that people use; the same again for a repetition.
    #[schema(example = "SQ-7Q2M04XK")]
    number: String,
}
