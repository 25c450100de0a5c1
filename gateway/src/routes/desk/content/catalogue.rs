//! The address of the brochure.

use axum::extract::State;
use kit::validation::FieldErrors;
use proto::content::v1::{ListStoresRequest, SetCatalogueUrlRequest};
use serde_json::json;

use crate::{
    convert,
    desk::{Member, is_stale, present_on_conflict},
    envelope::Envelope,
    error::ApiResult,
    extract::{Json, Optional},
    openapi::ErrorResponse,
    state::AppState,
};

/// The brochure.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Brochure {
    /// An https URL; `null` = none.
    catalogue_url: Option<String>,
}

/// Change of the brochure.
#[request]
#[derive(Debug)]
pub(crate) struct SaveBrochure {
    /// URL that the caller saw; `null` = none.
    from: Optional<String>,
    /// An https URL; `null` = none.
    catalogue_url: Optional<String>,
}

/// Returns the URL of the brochure.
#[utoipa::path(get, path = "/content/catalogue", tag = "desk", security(("desk" = [])),
    responses((status = 200, body = Envelope<Brochure>, description = "Brochure",
        example = json!(Envelope::new(json!({"catalogueUrl": "https://example.com/catalogue"}))))))]
pub(crate) async fn get_desk_catalogue(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Envelope<Brochure>> {
    Ok(Envelope::new(fetch(&state, &member).await?))
}

/// Sets the URL of the brochure.
#[utoipa::path(put, path = "/content/catalogue", tag = "desk", security(("desk" = [], "xsrf" = [])),
    request_body(content = SaveBrochure, example = json!({"from": null, "catalogueUrl": "https://example.com/catalogue"})),
    responses((status = 200, body = Envelope<Brochure>, description = "Brochure",
        example = json!(Envelope::new(json!({"catalogueUrl": "https://example.com/catalogue"})))), ErrorResponse::<409>))]
pub(crate) async fn set_desk_catalogue(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<SaveBrochure>,
) -> ApiResult<Envelope<Brochure>> {
    let mut errors = FieldErrors::default();
    let message = SetCatalogueUrlRequest {
        catalogue_url: body.catalogue_url.text(&mut errors, "catalogueUrl"),
        keep_existing: false,
        from: Some(body.from.text(&mut errors, "from")),
    };
    errors.into_result()?;
    let request = member.request(message);
    let set = state
        .clients
        .content
        .rpcs
        .clone()
        .set_catalogue_url(request)
        .await;
    let set = present_on_conflict(set, is_stale, || fetch(&state, &member)).await?;
    Ok(Envelope::new(Brochure {
        catalogue_url: convert::non_empty(set.into_inner().catalogue_url),
    }))
}

async fn fetch(state: &AppState, member: &Member) -> ApiResult<Brochure> {
    let request = member.request(ListStoresRequest {});
    let response = state.clients.content.rpcs.clone().list_stores(request).await?;
    Ok(Brochure {
        catalogue_url: convert::non_empty(response.into_inner().catalogue_url),
    })
}
