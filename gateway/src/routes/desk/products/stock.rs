//! Stock of a product.

use axum::extract::State;
use kit::{validation::FieldErrors, vocabulary::catalog::StockReason as Reason};
use proto::catalog::v1::{AdjustStockRequest, ListStockMovesRequest, StockMove as Message};
use serde_json::{Value, json};

use super::{NOT_FOUND, product::fetch};
use crate::{
    convert::{self, Instant},
    desk::{Member, is_conflict, present_on_conflict},
    envelope::{DeskList, Envelope},
    error::ApiResult,
    extract::{Filter, Input, Json, Keyed, Limit, Optional, PathOf, ProductCode},
    openapi::ErrorResponse,
    people::{Names, Person},
    state::AppState,
    words::StockReason,
};

/// Change of a stock.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct StockMove {
    /// Id.
    id: String,
    /// RFC 3339.
    at: Option<Instant>,
    /// Pieces, negative if they went.
    delta: i64,
    /// Pieces after the move.
    balance: i64,
    /// Reason.
    reason: StockReason,
    /// Text of the author.
    text: String,
    /// Number of the order.
    order_number: Option<String>,
    /// Author; `null` for orders.
    actor: Option<Person>,
}

impl StockMove {
    fn example() -> Value {
        json!({"id": "4711", "at": "2026-11-23T10:14:00Z", "delta": -1, "balance": 5, "reason": "order", "text": "",
            "orderNumber": "SB-4K7Q2M0X", "actor": null})
    }

    fn new(message: Message, names: &Names) -> Self {
        Self {
            reason: StockReason::of_number(message.reason),
            at: convert::moment(message.at),
            delta: message.delta,
            balance: message.balance,
            order_number: convert::non_empty(message.order_number),
            actor: names.person(&message.actor),
            id: message.id,
            text: message.text,
        }
    }
}

/// Page of a list of stock moves.
#[filter]
pub(crate) struct MovePage {
    /// `nextCursor` of the page before
    cursor: String,
    /// 1 to 100, 50 by default
    #[param(value_type = Option<u32>)]
    limit: Limit,
}

/// Lists the stock moves of a product, newest first.
#[utoipa::path(get, path = "/products/{code}/stock", tag = "desk",
    params(("code" = String, Path, description = "Code of the product"), MovePage), security(("desk" = [])),
    responses((status = 200, body = DeskList<StockMove>, description = "Page of moves",
        example = json!(DeskList::new(vec![StockMove::example()], String::new(), 1)))))]
pub(crate) async fn list_stock_moves(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<ProductCode>,
    Filter(page): Filter<MovePage>,
) -> ApiResult<DeskList<StockMove>> {
    let request = member.request(ListStockMovesRequest {
        code: code.get(NOT_FOUND)?.into_string(),
        cursor: page.cursor,
        limit: page.limit.0,
    });
    let mut client = state.clients.desk_catalog.clone();
    let list = client.list_stock_moves(request).await?.into_inner();
    let actors = list.moves.iter().map(|one| one.actor.as_str());
    let names = state
        .desk
        .people
        .names(&state.clients, &member.caller, actors)
        .await;
    let moves = list.moves.into_iter().map(|one| StockMove::new(one, &names));
    Ok(DeskList::new(
        moves.collect(),
        list.next_cursor,
        list.total_records,
    ))
}

/// Move of a stock by staff.
#[request]
#[derive(Debug)]
pub(crate) struct AdjustStock {
    /// Pieces, -10,000 to 10,000, not 0.
    delta: Input<i64>,
    /// `received`, `issued`, `counted` or `damaged`.
    #[schema(value_type = StockReason)]
    reason: Input<Reason>,
    /// At most 200 characters.
    text: Optional<String>,
}

/// Stock after a move.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct AdjustedStock {
    /// Pieces in stock.
    stock_quantity: i64,
    #[serde(rename = "move")]
    stock_move: StockMove,
}

/// Adds pieces to the stock of a product or takes them from it.
#[utoipa::path(post, path = "/products/{code}/stock", tag = "desk",
    params(("code" = String, Path, description = "Code of the product"),
        ("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = AdjustStock, example = json!({"delta": 4, "reason": "received", "text": ""})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<AdjustedStock>, description = "Stock",
        example = json!(Envelope::new(json!({"stockQuantity": 9, "move": StockMove::example()})))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn adjust_stock(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<ProductCode>,
    Keyed(idempotency_key, Json(body)): Keyed<Json<AdjustStock>>,
) -> ApiResult<Envelope<AdjustedStock>> {
    let mut errors = FieldErrors::default();
    let delta = body.delta.required(&mut errors, "delta");
    let reason = body.reason.required(&mut errors, "reason");
    let text = body.text.text(&mut errors, "text");
    let (delta, reason) = errors.finish((delta, reason))?;
    let code = code.get(NOT_FOUND)?.into_string();
    let request = member.request(AdjustStockRequest {
        idempotency_key,
        code: code.clone(),
        delta,
        reason: reason.into(),
        text,
    });
    let adjusted = state.clients.desk_catalog.clone().adjust_stock(request).await;
    let present = || fetch(&state, &member, &code);
    let adjusted = present_on_conflict(adjusted, is_conflict, present)
        .await?
        .into_inner();
    let stock_move = adjusted.r#move.unwrap_or_default();
    let names = state
        .desk
        .people
        .names(&state.clients, &member.caller, [stock_move.actor.as_str()])
        .await;
    Ok(Envelope::new(AdjustedStock {
        stock_quantity: adjusted.stock_quantity,
        stock_move: StockMove::new(stock_move, &names),
    }))
}
