//! Staff: publishes the draft.

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    convert,
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE},
};
use proto::inquiry::v1::{PublishPriceBookRequest, PublishPriceBookResponse};
use serde_json::json;
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use super::{State, convert::unpublishable};
use crate::{error::InquiryError, events, price_book::Record, store};

/// Longest time for which a book is planned.
const MAX_AHEAD: Duration = Duration::days(366);

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: PublishPriceBookRequest,
) -> Result<PublishPriceBookResponse, Failure> {
    let valid_from = decode(&request)?;
    let book = Change::once(&actor, "PublishPriceBook", &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| Ok::<_, Failure>(store::price_book::desk::lock_draft(connection).await?),
            async |connection, draft| {
                let draft = draft.ok_or_else(super::not_found)?;
                publish(connection, &actor, draft, request.record_version, valid_from).await
            },
            async |connection, version| {
                let version = version
                    .parse()
                    .map_err(|_| InquiryError::Inconsistent("the result of a replay is no version"))?;
                super::find(connection, version).await
            },
        )
        .await?;
    Ok(PublishPriceBookResponse {
        book: Some(book.into()),
    })
}

/// Returns the time from which the book is in force; `None` = now.
fn decode(request: &PublishPriceBookRequest) -> Result<Option<OffsetDateTime>, Failure> {
    let mut errors = FieldErrors::default();
    let valid_from = match &request.valid_from {
        Some(time) => errors.check("validFrom", convert::time(time).ok_or(INVALID).map(Some)),
        None => Some(None),
    };
    errors.idempotency_key(&request.idempotency_key);
    errors.finish(valid_from)
}

async fn publish(
    connection: &mut PgConnection,
    actor: &Actor,
    draft: Record,
    record_version: i64,
    valid_from: Option<OffsetDateTime>,
) -> Result<Effect, Failure> {
    let version = draft.head.version;
    if draft.head.record_version != record_version {
        return Err(super::changed());
    }
    let now = store::inquiry::now(connection).await?;
    if valid_from.is_some_and(|time| time < now || time > now + MAX_AHEAD) {
        return Err(Failure::invalid_field("validFrom", OUT_OF_RANGE));
    }
    let rates = draft.book.rates().map_err(|errors| unpublishable(&errors))?;
    store::price_book::desk::publish_draft(connection, &rates, valid_from, actor).await?;
    let book = store::price_book::Announced {
        version: version.into(),
        rules: rates.rules.into(),
        valid_from: valid_from.unwrap_or(now),
        published_by: Some(actor.to_string()),
    };
    events::price_book_published(connection, book).await?;
    let detail = json!({"validFrom": [null, convert::timestamp(valid_from.unwrap_or(now)).seconds]});
    let mut effect = super::audited(draft.unaudited, version)?;
    let version = version.to_string();
    effect.add(Effect::audited(
        actor,
        "PublishPriceBook",
        version.as_str(),
        detail,
    ));
    Ok(effect.with(version))
}
