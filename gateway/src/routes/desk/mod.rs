//! Calls of the desk. Each group lists its calls with what they require of the session.

mod activity;
mod customers;
mod invitations;
mod live;
mod mails;
mod me;
pub(super) mod offers;
mod orders;
mod quotes;
mod record;
mod session;
mod team;

use utoipa_axum::router::OpenApiRouter;

use super::with_timeout;
use crate::{
    desk::{self, Call},
    layers::limits::{SERVICES_TIMEOUT, SLOW_SERVICES_TIMEOUT},
    state::AppState,
};

/// Returns the calls whose services are slow under load: they hash passwords.
fn slow_calls() -> Vec<Call> {
    [session::calls(), invitations::calls()]
        .into_iter()
        .flatten()
        .collect()
}

/// Returns all other calls.
fn fast_calls() -> Vec<Call> {
    [
        me::calls(),
        team::calls(),
        live::calls(),
        quotes::calls(),
        customers::calls(),
        orders::calls(),
        offers::calls(),
        mails::calls(),
        activity::calls(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns all calls.
#[cfg(test)]
pub(crate) fn calls() -> Vec<Call> {
    [slow_calls(), fast_calls()].into_iter().flatten().collect()
}

/// Returns all calls as routes below the base path of the desk.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    with_timeout(SLOW_SERVICES_TIMEOUT, desk::router(slow_calls()))
        .merge(with_timeout(SERVICES_TIMEOUT, desk::router(fast_calls())))
}
