//! Reads and steps of price books.

use axum::{
    extract::State,
    response::{IntoResponse as _, Response},
};
use kit::{failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::{
    CreatePriceBookRequest, DeletePriceBookRequest, ListPriceBooksRequest, PublishPriceBookRequest,
};

use super::{
    book::{BookPath, DRAFT, NOT_FOUND, PriceBook, PriceBookRow, convert, convert_rows, fetch},
    file::{self, FileOptions},
};
use crate::{
    convert as values,
    desk::{Member, is_stale, present_on_conflict},
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Filter, Input, Json, Keyed, Optional, PathOf, RequestLanguage},
    openapi::ErrorResponse,
    state::AppState,
};

/// Lists the price books without their costs, newest first; at most 200.
#[utoipa::path(get, path = "/price-books", tag = "desk", security(("desk" = [])),
    responses((status = 200, body = Envelope<Vec<PriceBookRow>>, description = "Price books",
        example = json!(Envelope::new(vec![PriceBookRow::example()])))))]
pub(crate) async fn list_price_books(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Envelope<Vec<PriceBookRow>>> {
    let request = member.request(ListPriceBooksRequest {});
    let list = state
        .clients
        .price_books
        .clone()
        .list_price_books(request)
        .await?;
    let rows = convert_rows(&state, &member, list.into_inner().books).await;
    Ok(Envelope::new(rows))
}

/// Returns a price book with its costs. The audit log gets an entry once in 10 minutes for each person and book.
#[utoipa::path(get, path = "/price-books/{version}", tag = "desk", security(("desk" = [])),
    params(("version" = String, Path, description = "Version of the price book, 1 to 16,383, or `draft`")),
    responses((status = 200, body = Envelope<PriceBook>, description = "Price book",
        example = json!(Envelope::new(PriceBook::example())))))]
pub(crate) async fn get_price_book(
    State(state): State<AppState>,
    member: Member,
    path: PathOf<BookPath>,
    RequestLanguage(language): RequestLanguage,
    Filter(options): Filter<FileOptions>,
) -> ApiResult<Response> {
    let path = path.get(NOT_FOUND)?;
    // The router has no parameters with a suffix.
    if path.is_file {
        let language = options.language(&member, language);
        return file::export_price_book(&state, member, path, language).await;
    }
    let book = fetch(&state, &member, path.version()?).await?;
    Ok(Envelope::new(book).into_response())
}

/// Returns the draft, as `GET price-books/{version}`.
#[utoipa::path(get, path = "/price-books/draft", tag = "desk", security(("desk" = [])),
    responses((status = 200, body = Envelope<PriceBook>, description = "Draft",
        example = json!(Envelope::new(PriceBook::example()))),
        ErrorResponse::<404>))]
pub(crate) async fn get_price_book_draft(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Envelope<PriceBook>> {
    Ok(Envelope::new(fetch(&state, &member, DRAFT).await?))
}

/// A price book to create.
#[request]
#[derive(Debug)]
pub(crate) struct CreatePriceBook {
    /// Version of the published book to copy; `null` or missing = the one in force.
    #[schema(minimum = 1, maximum = 16_383)]
    copy_from: Optional<i64>,
}

/// Creates the draft as a copy of a published book. There is one already: 409 `general: PRICE_BOOK.DRAFT_EXISTS` with it.
#[utoipa::path(post, path = "/price-books", tag = "desk",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = CreatePriceBook, example = json!({"copyFrom": 1})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<PriceBook>, description = "Draft",
        example = json!(Envelope::new(PriceBook::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn create_price_book(
    State(state): State<AppState>,
    member: Member,
    Keyed(idempotency_key, Json(body)): Keyed<Json<CreatePriceBook>>,
) -> ApiResult<Envelope<PriceBook>> {
    let mut errors = FieldErrors::default();
    let copy_from = body.copy_from.optional(&mut errors, "copyFrom");
    // 0 is the book in force for the service.
    let copy_from = copy_from.map(|version| if version == 0 { -1 } else { version });
    let copy_from = values::number(&mut errors, "copyFrom", copy_from);
    let copy_from = errors.finish(Some(copy_from.unwrap_or_default()))?;
    let request = member.request(CreatePriceBookRequest {
        copy_from,
        idempotency_key,
    });
    let created = state.clients.price_books.clone().create_price_book(request).await;
    let has_draft = |failure: &Failure| failure.reason == "PRICE_BOOK.DRAFT_EXISTS";
    let created = present_on_conflict(created, has_draft, || fetch(&state, &member, DRAFT)).await?;
    let book = convert(&state, &member, created.into_inner().book).await?;
    Ok(Envelope::new(book))
}

/// A draft to publish.
#[request]
#[derive(Debug)]
pub(crate) struct PublishPriceBook {
    /// Version of the record that the caller saw.
    record_version: Input<i64>,
    /// RFC 3339: the time from which the book is in force, at most a year ahead; `null` or missing = now.
    valid_from: Optional<String>,
}

/// Publishes the draft. A draft that cannot be published is refused with the names of its cells: a missing one is
/// `FIELD.REQUIRED`, a sheet below 2800 × 2070 mm is `PRICE_BOOK.SHEET_TOO_SMALL`, a rate above 300 AZN is `FIELD.OUT_OF_RANGE`.
#[utoipa::path(post, path = "/price-books/draft/publish", tag = "desk",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = PublishPriceBook,
        example = json!({"recordVersion": 4, "validFrom": "2026-12-01T05:00:00Z"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<PriceBook>, description = "Published price book",
        example = json!(Envelope::new(PriceBook::example()))),
        ErrorResponse::<404>, ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn publish_price_book(
    State(state): State<AppState>,
    member: Member,
    Keyed(idempotency_key, Json(body)): Keyed<Json<PublishPriceBook>>,
) -> ApiResult<Envelope<PriceBook>> {
    let mut errors = FieldErrors::default();
    let record_version = body.record_version.required(&mut errors, "recordVersion");
    let valid_from = body.valid_from.parse(|text| values::parse_rfc3339(&text));
    let valid_from = valid_from.optional(&mut errors, "validFrom");
    let record_version = errors.finish(record_version)?;
    let request = member.request(PublishPriceBookRequest {
        record_version,
        valid_from,
        idempotency_key,
    });
    let published = state
        .clients
        .price_books
        .clone()
        .publish_price_book(request)
        .await;
    let published = present_on_conflict(published, is_stale, || fetch(&state, &member, DRAFT)).await?;
    let book = convert(&state, &member, published.into_inner().book).await?;
    Ok(Envelope::new(book))
}

/// Version of a deleted draft.
#[filter]
pub(crate) struct DraftVersion {
    /// Version of the record that the caller saw
    version: i64,
}

/// Deletes the draft.
#[utoipa::path(delete, path = "/price-books/draft", tag = "desk", params(DraftVersion),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Draft deleted",
        example = json!(Acknowledgement::success())),
        ErrorResponse::<404>, ErrorResponse::<409>))]
pub(crate) async fn delete_price_book(
    State(state): State<AppState>,
    member: Member,
    Filter(DraftVersion { version }): Filter<DraftVersion>,
) -> ApiResult<Acknowledgement> {
    let request = member.request(DeletePriceBookRequest {
        record_version: version,
    });
    let deleted = state.clients.price_books.clone().delete_price_book(request).await;
    present_on_conflict(deleted, is_stale, || fetch(&state, &member, DRAFT)).await?;
    Ok(Acknowledgement::success())
}
