//! The session in responses.

use axum::response::{IntoResponse as _, Response};
use kit::failure::{Code, Failure};
use proto::account::v1 as account;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::{
    convert,
    cookies::Lasting,
    envelope::Envelope,
    error::{ApiError, ApiResult},
    session::{DeskSession, Progress, Step},
    state::AppState,
    words::{DeskStep, LanguageCode, PermissionName, Role},
};

/// Session of the desk.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Session {
    /// Step.
    step: DeskStep,
    /// RFC 3339: expiry unless the session is renewed.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
    /// RFC 3339: end of the session regardless of renewals; `null` before the step `done`.
    #[schema(format = DateTime, required)]
    ends_at: Option<String>,
    /// RFC 3339: end of the time in which calls that need a step-up are allowed.
    #[schema(format = DateTime, required)]
    step_up_until: Option<String>,
    /// The staff member; `null` before the step `done`.
    #[schema(required)]
    staff: Option<Me>,
}

/// The staff member who is signed in.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Me {
    /// UUID.
    id: String,
    /// First name.
    name: String,
    /// Last name.
    lastname: String,
    /// E-mail.
    email: String,
    /// Phone.
    phone: Option<String>,
    /// Role.
    role: Role,
    /// UUID of the store.
    store_id: Option<String>,
    /// Language.
    language: LanguageCode,
    /// Signature of mails.
    signature: String,
    /// Whether single keys are shortcuts.
    shortcuts: bool,
    /// Notifications.
    notifications: Notifications,
    /// Discount limit of offers in whole percent; counts for sales only.
    discount_limit_percent: u32,
    /// Permissions of the role.
    permissions: Vec<PermissionName>,
    /// Unused recovery codes.
    recovery_codes_left: u32,
    /// Version of the record.
    version: i64,
}

/// Notifications that a staff member wants.
#[response]
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "independent settings")]
pub(crate) struct Notifications {
    new_quote: bool,
    follow_up_due: bool,
    offer: bool,
    mention: bool,
}

impl Session {
    /// The OpenAPI example.
    pub(crate) fn example() -> Value {
        json!({
            "step": "done", "expiresAt": "2026-11-23T11:00:00Z", "endsAt": "2026-11-23T22:30:00Z",
            "stepUpUntil": null,
            "staff": {
                "id": "01936b2e-7c00-7000-8000-000000000001", "name": "Nigar", "lastname": "Əliyeva",
                "email": "nigar@example.com", "phone": "+994500001122", "role": "sales", "storeId": null,
                "language": "az", "signature": "Nigar, Şəbəkə, 050 000 11 22", "shortcuts": true,
                "notifications": {"newQuote": true, "followUpDue": true, "offer": true, "mention": true},
                "discountLimitPercent": 15, "permissions": ["quotes.read", "quotes.write"],
                "recoveryCodesLeft": 10, "version": 3,
            },
        })
    }

    /// Converts the session in a response of account.
    pub(crate) fn new(message: account::DeskSession) -> ApiResult<Self> {
        let session = DeskSession::try_from(&message)?;
        let Progress::Done(rights) = session.progress else {
            return Ok(Self {
                step: session.progress.step().into(),
                expires_at: convert::moment(message.expires_at),
                ends_at: None,
                step_up_until: None,
                staff: None,
            });
        };
        let staff = message.staff.unwrap_or_default();
        let notifications = staff.notifications.unwrap_or_default();
        Ok(Self {
            step: Step::Done.into(),
            expires_at: convert::moment(message.expires_at),
            ends_at: convert::moment(message.ends_at),
            step_up_until: convert::moment(message.step_up_until),
            staff: Some(Me {
                id: message.user_id,
                language: session.language.unwrap_or_default().into(),
                name: staff.name,
                lastname: staff.lastname,
                email: staff.email,
                phone: convert::non_empty(staff.phone),
                role: rights.role.into(),
                store_id: convert::non_empty(staff.store_id),
                signature: staff.signature,
                shortcuts: staff.shortcuts,
                notifications: Notifications {
                    new_quote: notifications.new_quote,
                    follow_up_due: notifications.follow_up_due,
                    offer: notifications.offer,
                    mention: notifications.mention,
                },
                discount_limit_percent: staff.discount_limit_percent,
                permissions: rights.role.permissions().map(Into::into).collect(),
                recovery_codes_left: staff.recovery_codes_left,
                version: staff.version,
            }),
        })
    }
}

/// Returns the session in a response.
pub(crate) fn present(session: Option<account::DeskSession>) -> ApiResult<account::DeskSession> {
    session.ok_or_else(without_session)
}

fn without_session() -> ApiError {
    Failure::new(Code::Internal)
        .with_source("account responded without a desk session")
        .into()
}

/// Responds with a session and sets its cookies.
pub(crate) fn signed_in(state: &AppState, sign_in: Option<account::DeskSignIn>) -> ApiResult<Response> {
    let sign_in = sign_in.ok_or_else(without_session)?;
    let session = present(sign_in.session)?;
    let tokens = sign_in.tokens.ok_or_else(without_session)?;
    let cookies = token_cookies(state, &session, &tokens)?;
    let mut response = (cookies, Envelope::new(Session::new(session)?)).into_response();
    if !sign_in.device_token.is_empty() {
        let device = state.desk.cookies.set_device(Lasting {
            token: &sign_in.device_token,
            seconds: sign_in.device_seconds,
        });
        response = (device, response).into_response();
    }
    Ok(response)
}

/// Returns the cookies of a session with new tokens.
pub(crate) fn token_cookies(
    state: &AppState,
    session: &account::DeskSession,
    tokens: &account::TokenPair,
) -> ApiResult<crate::cookies::SetCookies> {
    let xsrf = state.csrf_keys.token(DeskSession::try_from(session)?.family_id);
    let refresh = (!tokens.refresh_token.is_empty()).then_some(Lasting {
        token: &tokens.refresh_token,
        seconds: tokens.refresh_seconds,
    });
    let session = Lasting {
        token: &tokens.session_token,
        seconds: tokens.session_seconds,
    };
    Ok(state.desk.cookies.set(session, refresh, &xsrf))
}
