//! `PATCH me`.

use axum::extract::State;
use kit::{
    failure::{Code, Failure},
    validation::FieldErrors,
};
use proto::account::v1::{AuthenticateDeskRequest, UpdateOwnStaffRequest};

use crate::{
    desk::{Member, is_stale, present_on_conflict},
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Optional},
    openapi::ErrorResponse,
    routes::desk::session::body::{Session, present},
    state::AppState,
    words,
};

/// Changes of the caller's own settings; missing ones stay unchanged.
#[request]
#[derive(Debug)]
pub(crate) struct UpdateMe {
    /// Present version.
    version: Input<i64>,
    /// First name, 2 to 100 characters.
    name: Optional<String>,
    /// Last name, 2 to 100 characters.
    lastname: Optional<String>,
    /// Phone; `null` removes it.
    phone: Optional<String>,
    /// Language.
    #[schema(value_type = Option<words::LanguageCode>)]
    language: Optional<kit::domain::Language>,
    /// Signature of mails, at most 500 characters.
    signature: Optional<String>,
    /// Whether single keys are shortcuts.
    shortcuts: Optional<bool>,
    /// Notifications; missing ones stay.
    notifications: Optional<UpdateNotifications>,
}

/// Changed notifications; missing ones stay.
#[request]
#[derive(Debug, Default)]
pub(crate) struct UpdateNotifications {
    new_quote: Optional<bool>,
    follow_up_due: Optional<bool>,
    offer: Optional<bool>,
    mention: Optional<bool>,
}

impl UpdateMe {
    fn into_message(self, session_token: String) -> Result<UpdateOwnStaffRequest, Failure> {
        let mut errors = FieldErrors::default();
        let version = self.version.required(&mut errors, "version");
        let name = self.name.changed(&mut errors, "name");
        let lastname = self.lastname.changed(&mut errors, "lastname");
        let phone = self.phone.emptied(&mut errors, "phone");
        let language = self.language.changed(&mut errors, "language");
        let signature = self.signature.changed(&mut errors, "signature");
        let shortcuts = self.shortcuts.changed(&mut errors, "shortcuts");
        let wanted = self
            .notifications
            .changed(&mut errors, "notifications")
            .unwrap_or_default();
        let message = UpdateOwnStaffRequest {
            session_token,
            version: version.unwrap_or_default(),
            name,
            lastname,
            phone,
            language: language.map(Into::into).unwrap_or_default(),
            signature,
            shortcuts,
            notify_new_quote: wanted.new_quote.changed(&mut errors, "notifications.newQuote"),
            notify_follow_up_due: wanted
                .follow_up_due
                .changed(&mut errors, "notifications.followUpDue"),
            notify_offer: wanted.offer.changed(&mut errors, "notifications.offer"),
            notify_mention: wanted.mention.changed(&mut errors, "notifications.mention"),
        };
        errors.finish(Some(message))
    }
}

/// Changes the caller's own settings.
#[utoipa::path(patch, path = "/me", tag = "desk",
    request_body(content = UpdateMe, example = json!({"version": 3, "language": "ru"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Session>, description = "Session",
        example = json!(Envelope::new(Session::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn update_me(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<UpdateMe>,
) -> ApiResult<Envelope<Session>> {
    let request = member.request(body.into_message(member.token.clone())?);
    let updated = state.clients.desk.clone().update_own_staff(request).await;
    let updated = present_on_conflict(updated, is_stale, || current(&state, &member)).await?;
    state.desk.sessions.invalidate_token(&member.token);
    state.desk.people.invalidate(member.session.user_id);
    Ok(Envelope::new(Session::new(present(
        updated.into_inner().session,
    )?)?))
}

async fn current(state: &AppState, member: &Member) -> ApiResult<Session> {
    let request = member.request(AuthenticateDeskRequest {
        session_token: member.token.clone(),
    });
    let response = state.clients.desk.clone().authenticate_desk(request).await?;
    let session = response.into_inner().session;
    Session::new(session.ok_or_else(|| Failure::new(Code::Unauthenticated))?)
}
