//! The staff member who makes a call.

use std::sync::{Arc, OnceLock};

use axum::{extract::FromRequestParts, http::request::Parts};
use kit::{
    caller::Caller,
    domain::Language,
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
    staff::StaffRole,
};
use proto::account::v1::AuthenticateDeskRequest;

use super::call::Requirement;
use crate::{
    csrf,
    error::{ApiError, ApiResult},
    extract::negotiate,
    session::{DeskSession, Progress, Rights, Step},
    state::AppState,
};

/// The language of who signed in, once known: that of error messages.
#[derive(Debug, Clone, Default)]
pub(crate) struct SignedInLanguage(Arc<OnceLock<Language>>);

impl SignedInLanguage {
    /// Returns the language, if somebody is signed in.
    pub(crate) fn get(&self) -> Option<Language> {
        self.0.get().copied()
    }
}

/// A live session that meets the [`Requirement`] of its call.
///
/// Handlers name it as their first extractor: it rejects before the path, the query and the body are read.
pub(crate) struct Member {
    pub(crate) session: DeskSession,
    /// The session token.
    pub(crate) token: String,
    pub(crate) caller: Caller,
}

impl Member {
    /// Wraps a message to a service in a request on behalf of the staff member.
    pub(crate) fn request<T>(&self, message: T) -> tonic::Request<T> {
        on_behalf_of(&self.caller, message)
    }

    /// Returns the member with a fresh step-up: for a call that needs one in some cases only.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Forbidden`] and the reason `DESK.STEP_UP` without one.
    pub(crate) async fn with_step_up(self, state: &AppState) -> ApiResult<Self> {
        let session = stepped_up(state, &self.token, self.session).await?;
        let caller = session.caller(kit::clock::now(), self.caller.language);
        Ok(Self {
            session,
            caller,
            token: self.token,
        })
    }

    /// Returns the role; `None` before the second factor was checked.
    pub(crate) const fn role(&self) -> Option<StaffRole> {
        match self.session.progress {
            Progress::Done(rights) => Some(rights.role),
            Progress::Enrol | Progress::Code => None,
        }
    }
}

impl FromRequestParts<AppState> for Member {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let requirement = parts.extensions.get::<Requirement>().copied().ok_or_else(|| {
            Failure::new(Code::Internal).with_source("a call of the desk has no requirement")
        })?;
        let token = state.desk.cookies.tokens(&parts.headers).session;
        let mut session = authenticate(state, &token)
            .await?
            .ok_or_else(|| Failure::new(Code::Unauthenticated))?;
        if let (Some(slot), Some(language)) = (parts.extensions.get::<SignedInLanguage>(), session.language) {
            // Set once for each request.
            let _ = slot.0.set(language);
        }
        check_step(requirement, session.progress)?;
        if csrf::is_unsafe(&parts.method) && !state.csrf_keys.verify(session.family_id, &parts.headers) {
            return Err(Failure::with_reason(Code::Forbidden, "ERROR.CSRF").into());
        }
        if let Progress::Done(rights) = session.progress {
            check_role(requirement, rights)?;
            if requirement.needs_step_up(rights.role) {
                session = stepped_up(state, &token, session).await?;
            }
        }
        let language = negotiate(&parts.headers, state.default_language);
        let caller = session.caller(kit::clock::now(), language);
        Ok(Self {
            session,
            token,
            caller,
        })
    }
}

/// Checks the CSRF token of a live session; a call without a session passes.
pub(crate) struct DeskCsrfChecked;

impl FromRequestParts<AppState> for DeskCsrfChecked {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let token = state.desk.cookies.tokens(&parts.headers).session;
        if let Some(session) = authenticate(state, &token).await?
            && !state.csrf_keys.verify(session.family_id, &parts.headers)
        {
            return Err(Failure::with_reason(Code::Forbidden, "ERROR.CSRF").into());
        }
        Ok(Self)
    }
}

/// Returns the session if it is stepped up.
async fn stepped_up(state: &AppState, token: &str, session: DeskSession) -> ApiResult<DeskSession> {
    if check_step_up(session.progress).is_ok() {
        return Ok(session);
    }
    // Another replica may have done the step-up since this one cached the session.
    let session = fetch(state, token)
        .await?
        .ok_or_else(|| Failure::new(Code::Unauthenticated))?;
    check_step_up(session.progress)?;
    Ok(session)
}

fn check_step(requirement: Requirement, progress: Progress) -> Result<(), Failure> {
    let step = progress.step();
    if step == Step::Done || requirement.early_step == Some(step) {
        return Ok(());
    }
    Err(Failure::with_reason(Code::Unauthenticated, "DESK.SECOND_FACTOR"))
}

fn check_role(requirement: Requirement, rights: Rights) -> Result<(), Failure> {
    if requirement.admits(rights.role) {
        return Ok(());
    }
    Err(Failure::with_reason(Code::Forbidden, "DESK.ROLE"))
}

fn check_step_up(progress: Progress) -> Result<(), Failure> {
    match progress {
        Progress::Done(rights) if rights.is_stepped_up(kit::clock::now()) => Ok(()),
        _ => Err(Failure::with_reason(Code::Forbidden, "DESK.STEP_UP")),
    }
}

/// Returns the live session of a token, from the cache or the account service.
async fn authenticate(state: &AppState, token: &str) -> ApiResult<Option<DeskSession>> {
    if token.is_empty() {
        return Ok(None);
    }
    match state.desk.sessions.get(token) {
        Some(session) => Ok(Some(session)),
        None => fetch(state, token).await,
    }
}

/// Returns the live session of a token from the account service, and caches it.
async fn fetch(state: &AppState, token: &str) -> ApiResult<Option<DeskSession>> {
    let since = state.desk.sessions.now();
    let message = AuthenticateDeskRequest {
        session_token: token.to_owned(),
    };
    let request = on_behalf_of(&Caller::anonymous(state.default_language), message);
    let response = match state.clients.desk.clone().authenticate_desk(request).await {
        Ok(response) => response.into_inner(),
        Err(status) if status.code() == tonic::Code::Unauthenticated => return Ok(None),
        Err(status) => return Err(status.into()),
    };
    let Some(session) = response.session else {
        return Ok(None);
    };
    let session = DeskSession::try_from(&session)?;
    state.desk.sessions.insert(since, token, session.clone());
    Ok(Some(session))
}
