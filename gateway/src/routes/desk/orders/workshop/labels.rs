//! `GET orders/{number}/workshop/labels`.

use axum::extract::State;
use kit::failure::{Code, Failure};
use rules::workshop::{self, Label};
use serde_json::{Value, json};

use super::pieces::{Designed, Number, count_parts, derive};
use crate::{
    convert, desk::Member, envelope::Envelope, error::ApiResult, extract::RequestLanguage,
    openapi::ErrorResponse, state::AppState,
};

/// Maximum number of labels: over 400 pages.
pub(super) const MAX_LABELS: i64 = 10_000;

/// Label of a part.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct WorkshopLabel {
    /// Number of the part among those of its piece of the order, from 1.
    no: usize,
    /// Number of these parts.
    of: usize,
    /// Name of the part.
    name: String,
    /// Finished length, width and thickness in millimetres.
    size: String,
    /// Place and finish.
    place: String,
    /// Banded edges as digits: two along the length, the front or lower one first, and two across.
    edges: String,
    /// Text of the QR code: order, piece of the order and part.
    qr: String,
}

impl From<Label> for WorkshopLabel {
    fn from(label: Label) -> Self {
        Self {
            no: label.no,
            of: label.of,
            name: label.name,
            size: label.size,
            place: label.place,
            edges: label.edges,
            qr: label.qr,
        }
    }
}

fn example() -> Value {
    json!([{"no": 1, "of": 73, "name": "Yan lövhə", "size": "2500 × 589 × 18", "place": "gövdə · ağ",
        "edges": "1011", "qr": "SB-1D3K9WQ7.1.01"}])
}

/// Returns a label for each part of an order's designed pieces, piece by piece. Over 10,000 parts: `general:
/// WORKSHOP.TOO_MANY_LABELS`; a design that the rules cannot build: `general: WORKSHOP.UNREADABLE`.
#[utoipa::path(get, path = "/orders/{number}/workshop/labels", tag = "desk",
    params(("number" = String, Path, description = "Number of the order")), security(("desk" = [])),
    responses((status = 200, body = Envelope<Vec<WorkshopLabel>>, description = "Labels",
        example = json!(Envelope::new(example()))),
        ErrorResponse::<409>))]
pub(crate) async fn get_workshop_labels(
    State(state): State<AppState>,
    member: Member,
    RequestLanguage(language): RequestLanguage,
    number: Number,
) -> ApiResult<Envelope<Vec<WorkshopLabel>>> {
    let language = convert::rules_language(language);
    let labels = derive(&state, &member, number, move |designed| {
        Ok(labels(&designed, language)?)
    });
    Ok(Envelope::new(labels.await?))
}

pub(super) fn labels(designed: &Designed, language: rules::Language) -> Result<Vec<WorkshopLabel>, Failure> {
    let items = designed.items()?;
    if count_parts(&items) > MAX_LABELS {
        let failure = Failure::with_reason(Code::Conflict, "WORKSHOP.TOO_MANY_LABELS");
        return Err(failure.with_parameter("most", MAX_LABELS));
    }
    let labels = items
        .into_iter()
        .flat_map(|item| workshop::labels(&designed.order_number, item, language));
    Ok(labels.map(Into::into).collect())
}
