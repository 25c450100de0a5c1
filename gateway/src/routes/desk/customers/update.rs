//! `PATCH customers/{id}`.

use axum::extract::State;
use kit::{domain::Language, failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::UpdateContactRequest;
use serde_json::json;

use super::get::{Customer, NOT_FOUND, load};
use crate::{
    desk::{Member, is_stale},
    envelope::Envelope,
    error::{ApiError, ApiResult},
    extract::{Input, Json, Optional, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
    words::LanguageCode,
};

/// Changed fields of a customer; missing ones stay.
#[request]
#[derive(Debug)]
pub(crate) struct UpdateCustomer {
    /// Present version.
    version: Input<i64>,
    /// Whole name, 1 to 200 characters.
    name: Optional<String>,
    /// Takes the place of the first phone; `null` removes it. A phone or an e-mail must stay.
    phone: Optional<String>,
    /// Takes the place of the first e-mail; `null` removes it.
    email: Optional<String>,
    /// Language.
    #[schema(value_type = Option<LanguageCode>)]
    language: Optional<Language>,
    /// Note, at most 2,000 characters.
    note: Optional<String>,
}

impl UpdateCustomer {
    /// Converts to a message without the id of the customer.
    fn into_message(self) -> Result<UpdateContactRequest, Failure> {
        let mut errors = FieldErrors::default();
        let version = self.version.required(&mut errors, "version");
        let language = self.language.changed(&mut errors, "language");
        let message = UpdateContactRequest {
            contact_id: String::new(),
            version: version.unwrap_or_default(),
            name: self.name.changed(&mut errors, "name"),
            phone: self.phone.emptied(&mut errors, "phone"),
            email: self.email.emptied(&mut errors, "email"),
            language: language.map(Into::into).unwrap_or_default(),
            note: self.note.emptied(&mut errors, "note"),
        };
        errors.finish(Some(message))
    }
}

/// Changes a customer. Quotes and orders keep what the customer wrote.
#[utoipa::path(patch, path = "/customers/{id}", tag = "desk",
    params(("id" = String, Path, description = "Customer id")),
    request_body(content = UpdateCustomer, example = json!({"version": 2, "name": "Rauf Mirzəyev"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Customer>, description = "Customer",
        example = json!(Envelope::new(Customer::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn update_customer(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Json(body): Json<UpdateCustomer>,
) -> ApiResult<Envelope<Customer>> {
    let message = body.into_message()?;
    let contact_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(UpdateContactRequest {
        contact_id: contact_id.clone(),
        ..message
    });
    let updated = state.clients.inbox.clone().update_contact(request).await;
    let error = match updated {
        Ok(_) => return Ok(Envelope::new(load(&state, &member, contact_id).await?)),
        Err(status) => ApiError::from(status),
    };
    let present = match error.failure.parameters.get("other") {
        Some(other) => json!(load(&state, &member, other.clone()).await?.row),
        None if is_stale(&error.failure) => json!(load(&state, &member, contact_id).await?),
        None => return Err(error),
    };
    Err(error.with_data(present))
}
