//! Files that staff attaches to a quote.

use axum::extract::State;
use kit::validation::FieldErrors;
use proto::inquiry::v1::AttachFilesRequest;

use super::quote::{self, Quote};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, InquiryNumber, Json, Keyed, PathOf},
    openapi::ErrorResponse,
    routes::desk::media::check_files,
    state::AppState,
};

/// Files for the timeline.
#[request]
#[derive(Debug)]
pub(crate) struct AttachFiles {
    /// Ids of 1 to 10 files that the caller has uploaded with the kind `file`.
    #[schema(value_type = Vec<String>, min_items = 1, max_items = 10)]
    media_ids: Input<Vec<String>>,
}

/// Attaches files to a quote. They are read by `GET media/{id}/content`, by whoever may read the quote.
#[utoipa::path(post, path = "/quotes/{number}/files", tag = "desk",
    params(("number" = String, Path, description = "Number"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = AttachFiles, example = json!({"mediaIds": ["01936b2e-7c00-7000-8000-000000000802"]})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Quote>, description = "Quote",
        example = json!(Envelope::new(Quote::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn attach_quote_files(
    State(state): State<AppState>,
    member: Member,
    number: PathOf<InquiryNumber>,
    Keyed(idempotency_key, Json(body)): Keyed<Json<AttachFiles>>,
) -> ApiResult<Envelope<Quote>> {
    let mut errors = FieldErrors::default();
    let media_ids = body.media_ids.required(&mut errors, "mediaIds");
    let media_ids = errors.finish(media_ids)?;
    let number = number.get("INQUIRY.NOT_FOUND")?.into_string();
    let request = member.request(AttachFilesRequest {
        number: number.clone(),
        files: check_files(&state, &member, media_ids, &[]).await?,
        idempotency_key,
    });
    let changed = state.clients.inbox.clone().attach_files(request).await;
    quote::respond(&state, &member, &number, changed, |response| response.inquiry).await
}
