//! Calls of the desk. Each group lists its calls with what they require of the session.

mod activity;
mod content;
mod csv;
mod customers;
mod dead_letters;
mod invitations;
mod live;
mod mails;
mod me;
pub(super) mod media;
mod notices;
pub(super) mod offers;
mod orders;
mod price_books;
mod products;
mod quotes;
mod record;
mod search;
mod session;
mod team;
mod templates;
#[cfg(test)]
mod tests;
mod today;
mod views;

use std::time::Duration;

use axum::middleware::from_fn;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;

use super::with_timeout;
use crate::{
    desk::{self, Call},
    layers::limits::{self, SERVICES_TIMEOUT, SLOW_SERVICES_TIMEOUT},
    state::AppState,
};

/// Names of services in `missing`.
const ACCOUNT: &str = "account";
const CATALOG: &str = "catalog";
const CONTENT: &str = "content";
const INQUIRY: &str = "inquiry";
const NOTIFICATION: &str = "notification";
const ORDER: &str = "order";

/// Time limit for a service that supplies only a part of a response.
const PART_TIMEOUT: Duration = Duration::from_millis(800);

/// Returns the response of a service that supplies only a part of what is shown; `None` if it fails or takes too long.
async fn part<T>(
    service: &str,
    call: impl Future<Output = Result<tonic::Response<T>, tonic::Status>>,
) -> Option<T> {
    part_within(PART_TIMEOUT, service, call).await
}

/// Returns the response of a service like [`part`], with another time limit.
async fn part_within<T>(
    limit: Duration,
    service: &str,
    call: impl Future<Output = Result<tonic::Response<T>, tonic::Status>>,
) -> Option<T> {
    match tokio::time::timeout(limit, call).await {
        Ok(Ok(response)) => Some(response.into_inner()),
        Ok(Err(error)) => {
            tracing::warn!(service, %error, "service unavailable, its part of a response is missing");
            None
        }
        Err(_) => {
            tracing::warn!(service, "service too slow, its part of a response is missing");
            None
        }
    }
}

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
        today::calls(),
        search::calls(),
        quotes::calls(),
        customers::calls(),
        orders::calls(),
        products::calls(),
        media::calls(),
        offers::calls(),
        mails::calls(),
        notices::calls(),
        content::calls(),
        price_books::calls(),
        activity::calls(),
        views::calls(),
        templates::calls(),
        dead_letters::calls(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns the lists that can be downloaded, with the examples of their records.
#[cfg(test)]
fn csv_tables() -> [(csv::Table, serde_json::Value); 4] {
    [
        quotes::csv_table(),
        orders::csv_table(),
        customers::csv_table(),
        activity::csv_table(),
    ]
}

/// Returns the calls with files.
fn upload_calls() -> Vec<Call> {
    [products::upload_calls(), price_books::upload_calls()]
        .into_iter()
        .flatten()
        .collect()
}

/// Returns all calls.
#[cfg(test)]
pub(crate) fn calls() -> Vec<Call> {
    [
        slow_calls(),
        fast_calls(),
        orders::paper_calls(),
        upload_calls(),
        media::upload_calls(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns all calls as routes below the base path of the desk.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    with_timeout(SLOW_SERVICES_TIMEOUT, desk::router(slow_calls()))
        .merge(with_timeout(SERVICES_TIMEOUT, desk::router(fast_calls())))
        .merge(desk::router(orders::paper_calls()).route_layer(from_fn(limits::paper_timeout)))
        .merge(desk::router(upload_calls()).route_layer(from_fn(limits::upload_timeout)))
        .merge(desk::router(media::upload_calls()))
        .merge(OpenApiRouter::with_openapi(price_books::Files::openapi()))
}
