//! `POST price-books/draft/effect`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1 as inquiry;

use crate::{
    convert::{self, Amount},
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Json, Optional},
    openapi::ErrorResponse,
    state::AppState,
};

/// Number of designs that are compared by default.
const DESIGNS: u32 = 100;

/// A comparison of the draft.
#[request]
#[derive(Debug)]
pub(crate) struct PreviewPriceBook {
    /// Version of the published book to compare with; `null` or missing = the one in force.
    #[schema(minimum = 1, maximum = 16_383)]
    against: Optional<i64>,
    /// Number of the last designs of quotes, 1 to 500; 100 by default.
    #[schema(minimum = 1, maximum = 500)]
    last: Optional<i64>,
}

impl PreviewPriceBook {
    fn into_message(self) -> Result<inquiry::PreviewPriceBookRequest, Failure> {
        let mut errors = FieldErrors::default();
        let against = self.against.optional(&mut errors, "against");
        // 0 is the book in force for the service.
        let against = against.map(|version| if version == 0 { -1 } else { version });
        let against = convert::number(&mut errors, "against", against);
        let last = self.last.optional(&mut errors, "last");
        let last = convert::number(&mut errors, "last", last);
        errors.finish(Some(inquiry::PreviewPriceBookRequest {
            against: against.unwrap_or_default(),
            last: last.unwrap_or(DESIGNS),
        }))
    }
}

/// Effect of a draft on the prices of the last designs of quotes.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PriceBookEffect {
    /// Number of compared designs: fewer than asked for if there are no more.
    count: u32,
    /// Designs that become dearer.
    dearer: u32,
    /// Designs whose price stays.
    same: u32,
    /// Designs that become cheaper.
    cheaper: u32,
    /// Mean change of a price in percent, with one decimal.
    mean_percent: f64,
    /// Change that is furthest from 0, in percent, with one decimal.
    max_percent: f64,
    /// Counts of designs: cheaper, the same, dearer by up to 1, 2, 3, 4, 5 and 6 percent, and by more.
    bins: Vec<u32>,
    /// The designs that change most, at most five.
    top: Vec<PriceBookChange>,
    /// Open offers with a designed line. They keep their prices.
    open_offers: u32,
    /// Drafts of offers with a designed line.
    drafts: u32,
}

/// Change of the price of a design.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PriceBookChange {
    /// Code of the design.
    code: String,
    /// Price under the published book in AZN, with VAT.
    before: Amount,
    /// Price under the draft in AZN, with VAT.
    after: Amount,
    /// Change in percent, with one decimal.
    percent: f64,
}

fn percent(permille: i32) -> f64 {
    f64::from(permille) / 10.0
}

impl From<inquiry::PreviewPriceBookResponse> for PriceBookEffect {
    fn from(effect: inquiry::PreviewPriceBookResponse) -> Self {
        let top = effect.top.into_iter().map(|change| PriceBookChange {
            code: change.code,
            before: convert::amount(change.before_minor),
            after: convert::amount(change.after_minor),
            percent: percent(change.permille),
        });
        Self {
            count: effect.count,
            dearer: effect.dearer,
            same: effect.same,
            cheaper: effect.cheaper,
            mean_percent: percent(effect.mean_permille),
            max_percent: percent(effect.max_permille),
            bins: effect.bins,
            top: top.collect(),
            open_offers: effect.open_offers,
            drafts: effect.drafts,
        }
    }
}

/// Compares the prices of the last designs of quotes under the draft and under a published book. A draft that cannot be published
/// is refused as at publishing.
#[utoipa::path(post, path = "/price-books/draft/effect", tag = "desk",
    request_body(content = PreviewPriceBook, example = json!({"against": 1, "last": 100})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<PriceBookEffect>, description = "Effect",
        example = json!({"success": true, "message": null, "data": {"count": 100, "dearer": 95, "same": 5, "cheaper": 0,
            "meanPercent": 1.6, "maxPercent": 6.5, "bins": [0, 5, 53, 5, 25, 0, 5, 5, 2],
            "top": [{"code": "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja", "before": 1_904, "after": 2_027, "percent": 6.5}],
            "openOffers": 7, "drafts": 3}})),
        ErrorResponse::<404>))]
pub(crate) async fn preview_price_book(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<PreviewPriceBook>,
) -> ApiResult<Envelope<PriceBookEffect>> {
    let request = member.request(body.into_message()?);
    let effect = state
        .clients
        .price_books
        .clone()
        .preview_price_book(request)
        .await?;
    Ok(Envelope::new(effect.into_inner().into()))
}
