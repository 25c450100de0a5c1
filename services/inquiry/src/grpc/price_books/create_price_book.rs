//! Staff: creates the draft as a copy of a published book.

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    failure::{Code, Failure},
    validation::{FieldErrors, OUT_OF_RANGE},
};
use proto::inquiry::v1::{CreatePriceBookRequest, CreatePriceBookResponse};
use rules::PriceBook;
use serde_json::json;
use sqlx::PgConnection;

use super::State;
use crate::{error::InquiryError, store};

/// Largest version: the codes of designs have 14 bits for it.
const MAX_VERSION: u16 = 16_383;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CreatePriceBookRequest,
) -> Result<CreatePriceBookResponse, Failure> {
    let mut errors = FieldErrors::default();
    let copy_from = errors.check(
        "copyFrom",
        u16::try_from(request.copy_from).map_err(|_| OUT_OF_RANGE),
    );
    errors.idempotency_key(&request.idempotency_key);
    let copy_from = errors.finish(copy_from)?;
    let book = Change::once(&actor, "CreatePriceBook", &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |_| Ok::<_, Failure>(()),
            async |connection, ()| {
                let in_force = store::price_book::in_force(connection, &state.first_book).await?;
                let source = if copy_from == 0 {
                    in_force.version
                } else {
                    copy_from
                };
                create(connection, &actor, source).await
            },
            async |connection, version| {
                let version = version
                    .parse()
                    .map_err(|_| InquiryError::Inconsistent("the result of a replay is no version"))?;
                super::find(connection, version).await
            },
        )
        .await?;
    Ok(CreatePriceBookResponse {
        book: Some(book.into()),
    })
}

async fn create(connection: &mut PgConnection, actor: &Actor, source: u16) -> Result<Effect, Failure> {
    let next = store::price_book::desk::next_version(connection).await?;
    let next = u16::try_from(next).ok().filter(|version| *version <= MAX_VERSION);
    let version = next.ok_or_else(|| Failure::with_reason(Code::Conflict, "PRICE_BOOK.TOO_MANY"))?;
    if store::price_book::desk::find_draft(connection).await?.is_some() {
        return Err(Failure::with_reason(Code::Conflict, "PRICE_BOOK.DRAFT_EXISTS"));
    }
    let source = store::price_book::desk::find(connection, source).await?;
    let source = source.ok_or_else(|| Failure::invalid_field("copyFrom", OUT_OF_RANGE))?;
    let book = PriceBook {
        version,
        note: String::new(),
        ..source.book
    };
    store::price_book::desk::insert_draft(connection, &book, actor).await?;
    let detail = json!({"copyFrom": [null, source.head.version]});
    let version = version.to_string();
    Ok(Effect::audited(actor, "CreatePriceBook", version.as_str(), detail).with(version))
}
