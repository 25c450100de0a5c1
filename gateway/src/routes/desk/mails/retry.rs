//! `POST mails/{id}/retry`.

use axum::extract::State;
use kit::failure::{Code, Failure};
use proto::notification::v1::RetryMailRequest;

use super::{NOT_FOUND, mail::Mail};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{NoFields, PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Tries to send a failed or waiting mail now. Sales may retry only mails about a quote or an order of their own.
#[utoipa::path(post, path = "/mails/{id}/retry", tag = "desk",
    params(("id" = String, Path, description = "Id of the mail")), security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Mail>, description = "Mail",
        example = json!(Envelope::new(Mail::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn retry_mail(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    _: NoFields,
) -> ApiResult<Envelope<Mail>> {
    let mail_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(RetryMailRequest { mail_id });
    let response = state.clients.notification.clone().retry_mail(request).await?;
    let mail = response.into_inner().mail;
    let mail = mail
        .ok_or_else(|| Failure::new(Code::Internal).with_source("notification responded without a mail"))?;
    Ok(Envelope::new(mail.into()))
}
