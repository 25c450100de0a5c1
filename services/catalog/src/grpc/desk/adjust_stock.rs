//! Adds to the stock of a product or takes from it.

use kit::{
    caller::StaffCaller,
    change::{Change, Effect},
    failure::{Code, Failure},
    validation::{FieldErrors, INVALID, OUT_OF_RANGE},
    vocabulary::catalog::StockReason,
};
use proto::catalog::v1::{AdjustStockRequest, AdjustStockResponse};
use serde_json::json;

use super::{State, convert, find, idempotency_key, lock};
use crate::{desk::Cause, patch::is_valid_stock, product::Stock, save, store};

/// Maximum number of pieces of a move.
const MAX_DELTA: i64 = 10_000;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: AdjustStockRequest,
) -> Result<AdjustStockResponse, Failure> {
    let mut errors = FieldErrors::default();
    idempotency_key(&mut errors, &actor, &request.idempotency_key);
    let delta = request.delta;
    let is_valid = delta != 0 && (-MAX_DELTA..=MAX_DELTA).contains(&delta);
    errors.ensure(is_valid, "delta", OUT_OF_RANGE);
    let reason: Option<StockReason> = errors.required_word("reason", request.reason);
    let is_own = reason.is_none_or(|reason| {
        !matches!(
            reason,
            StockReason::Order | StockReason::Returned | StockReason::Set
        )
    });
    errors.ensure(is_own, "reason", INVALID);
    let text = errors.line::<0, 200>("text", &request.text);
    let (stock_reason, text) = errors.finish((reason, text))?;
    let cause = Cause {
        stock_reason,
        text,
        ..Cause::staff(&actor)
    };
    let code = &request.code;
    let operation = format!("AdjustStock {code}");
    let moved = Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| lock(connection, code).await,
            async |connection, before| {
                let Stock::Pieces(pieces) = before.fields.attributes.stock else {
                    return Err(Failure::with_reason(Code::Conflict, "PRODUCT.MADE_TO_ORDER"));
                };
                let stock = Stock::Pieces(pieces + delta);
                if pieces + delta < 0 {
                    let failure = Failure::new(Code::Conflict);
                    return Err(failure.with_field("delta", "PRODUCT.NOT_ENOUGH"));
                }
                if !is_valid_stock(stock) {
                    return Err(Failure::invalid_field("delta", OUT_OF_RANGE));
                }
                let mut after = before.fields.clone();
                after.attributes.stock = stock;
                save::save(connection, &before, after, &[], &cause).await?;
                let moves = store::desk::moves(connection, before.id, i64::MAX, 1).await?;
                let id = moves.first().map(|one| one.id.to_string()).unwrap_or_default();
                let detail = json!({ "stockQuantity": [pieces, pieces + delta], "reason": stock_reason });
                Ok(Effect::audited(&actor, "AdjustStock", code, detail).with(id))
            },
            async |connection, id| {
                let product = find(connection, code).await?;
                let before = id.parse::<i64>().map_or(i64::MAX, |id| id.saturating_add(1));
                let moves = store::desk::moves(connection, product.id, before, 1).await?;
                Ok(moves.into_iter().next())
            },
        )
        .await?;
    Ok(AdjustStockResponse {
        stock_quantity: moved.as_ref().map_or(0, |one| one.balance),
        r#move: moved.map(convert::stock_move),
    })
}
