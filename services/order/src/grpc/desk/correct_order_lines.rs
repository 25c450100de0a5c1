//! Corrects the lines of an order, through an attempt as that of a new order: the pieces that the order lacks are reserved under
//! an id of their own, which a crash leaves to the sweeper.

use kit::{
    caller::{Actor, StaffCaller},
    change::Effect,
    domain::{Money, OrderId, ProductId, Quantity},
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE},
};
use proto::order::v1::{
    CorrectOrderLinesRequest, CorrectOrderLinesResponse, CorrectedStock, NewDeskLine, OrderedLine,
};
use serde_json::json;
use sqlx::PgConnection;

use super::{
    State,
    create_desk_order::{discount_limit, products},
    creation::{decode_number, owner_of},
    idempotency_key, load, lock,
    new_desk_order::{key, parse_lines},
    number,
};
use crate::{
    attempt::Key,
    correction,
    creation::Creation,
    desk::{self, DeskOrder, OrderSummary, TimelineDetail},
    desk_pricing::{self, RequestedLine},
    error::OrderError,
    events,
    order::Line,
    store::{self, timeline::row_id},
};

/// Lines after a correction.
struct Corrected {
    lines: Vec<Line>,
    /// The index of the line before, for each line; `None` for a new one.
    before: Vec<Option<usize>>,
    total: Money,
    /// The pieces that the lines reserve.
    pieces: Vec<(ProductId, Quantity)>,
    /// The reservation of the pieces that the order lacks.
    reservation: Option<OrderId>,
    /// Products of which the catalog keeps a stock; none without limits on held pieces.
    with_stock: Vec<ProductId>,
}

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CorrectOrderLinesRequest,
) -> Result<CorrectOrderLinesResponse, Failure> {
    let mut errors = FieldErrors::default();
    idempotency_key(&mut errors, &actor, &request.idempotency_key);
    errors.into_result()?;
    let number = number(&request.order_number)?;
    let owner = owner_of(&actor);
    let key = Key {
        text: format!("lines:{}", request.idempotency_key),
        ..key(&request.idempotency_key, &request)
    };
    let _permit = state.checkout_locks.acquire((owner, key.text.clone())).await;
    let creation = Creation {
        pool: &state.pool,
        user: owner,
        key: &key,
    };
    let started = creation.start(None, async |_| Ok(None)).await?;
    let place = async |id| correct(state, &actor, &creation, id, &number, &request).await;
    let number = decode_number(creation.end(started, place).await?)?;
    let mut connection = state.pool.acquire().await?;
    Ok(CorrectOrderLinesResponse {
        order: Some(load(&mut connection, &actor, &number).await?),
    })
}

/// Reserves what the order lacks, stores the lines, and returns the answer.
async fn correct(
    state: &State,
    actor: &Actor,
    creation: &Creation<'_>,
    id: OrderId,
    number: &str,
    request: &CorrectOrderLinesRequest,
) -> Result<Vec<u8>, OrderError> {
    let order = {
        let mut connection = state.pool.acquire().await?;
        store::desk::load(&mut connection, number)
            .await?
            .ok_or(OrderError::NotFound)?
    };
    let corrected = match check(&order.summary, request) {
        Ok(()) => Some(prepare(state, actor, id, &order, request).await?),
        // Another request with the key may have corrected it: the commit finds its answer.
        Err(OrderError::Changed(_)) => None,
        Err(error) => return Err(error),
    };
    let place = async |connection: &mut PgConnection, _| {
        let summary = lock(connection, actor, number).await?;
        check(&summary, request)?;
        let corrected = corrected.ok_or(OrderError::Changed("version"))?;
        let effect = store(connection, actor, &summary, corrected, request.is_notified).await?;
        Ok(effect.with((number.as_bytes().to_vec(), ())))
    };
    let (answer, _) = creation.commit(id, place).await?;
    Ok(answer)
}

/// Checks that an order is as the caller saw it, and not shipped.
fn check(summary: &OrderSummary, request: &CorrectOrderLinesRequest) -> Result<(), OrderError> {
    if request.version != summary.version {
        return Err(OrderError::Changed("version"));
    }
    if desk::is_correctable(summary.status) {
        Ok(())
    } else {
        Err(OrderError::CorrectionClosed)
    }
}

/// Prices the lines and reserves the pieces that the order lacks.
async fn prepare(
    state: &State,
    actor: &Actor,
    id: OrderId,
    order: &DeskOrder,
    request: &CorrectOrderLinesRequest,
) -> Result<Corrected, OrderError> {
    let (requested, before) = parse(order, request)?;
    let products = products(state, &requested).await?;
    let limit = discount_limit(state, actor).await?;
    let (lines, total) = desk_pricing::price(requested, &products, order.summary.delivery_price, limit)?;
    if request
        .expected_total_minor
        .is_some_and(|expected| expected != total.minor())
    {
        return Err(OrderError::PriceChanged { total });
    }
    let field = |index| format!("lines[{index}].quantity");
    let pieces = |lines| {
        correction::reserved_pieces(lines)
            .map_err(|index| Failure::invalid_field(field(index), "ORDER.TOO_MANY_PIECES"))
    };
    let after = pieces(&lines)?;
    let more = correction::growth(&pieces(&order.lines)?, &after);
    if !more.is_empty() {
        let reserved = |line: &Line| line.product.filter(|_| !line.is_made_to_order);
        let reserved: Vec<_> = lines.iter().map(reserved).collect();
        state.catalog.reserve(id, &more, &reserved, field).await?;
    }
    Ok(Corrected {
        lines,
        before,
        total,
        reservation: (!more.is_empty()).then_some(id),
        pieces: after,
        with_stock: products
            .iter()
            .filter(|product| product.has_stock && state.holds.has_limits())
            .map(|product| product.id)
            .collect(),
    })
}

/// Validates the lines, and returns the index of the line before for each.
fn parse(
    order: &DeskOrder,
    request: &CorrectOrderLinesRequest,
) -> Result<(Vec<RequestedLine>, Vec<Option<usize>>), Failure> {
    let mut errors = FieldErrors::default();
    let ids: Vec<_> = (0_i64..)
        .zip(&order.lines)
        .map(|(position, _)| row_id(order.summary.id, "line", position).to_string())
        .collect();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(request.lines.len());
    for (index, line) in request.lines.iter().enumerate() {
        let found = ids.iter().position(|id| *id == line.id);
        let is_valid = line.id.is_empty() || found.is_some_and(|found| !before.contains(&Some(found)));
        errors.ensure(is_valid, format!("lines[{index}].id"), INVALID);
        before.push(found);
    }
    if let Some(minor) = request.expected_total_minor {
        errors.ensure(Money::from_minor(minor).is_ok(), "expectedTotal", OUT_OF_RANGE);
    }
    let lines = request
        .lines
        .iter()
        .map(|line| line.line.clone().unwrap_or_default());
    let lines: Vec<NewDeskLine> = lines.collect();
    let line_before = |index: usize| {
        let found = before.get(index).copied().flatten()?;
        order.lines.get(found).cloned()
    };
    let lines = parse_lines(&mut errors, &lines, line_before);
    errors.into_result()?;
    Ok((lines, before))
}

/// Stores the lines of a locked order, without effect if they are the same.
async fn store(
    connection: &mut PgConnection,
    actor: &Actor,
    summary: &OrderSummary,
    corrected: Corrected,
    is_notified: bool,
) -> Result<Effect, OrderError> {
    let mut order = store::order::lock_by_number(connection, &summary.number)
        .await?
        .ok_or(OrderError::NotFound)?;
    let changes = correction::changes(&order.lines, &corrected.lines, &corrected.before);
    if changes.is_empty() {
        return Ok(Effect::none());
    }
    let payment = order.payment;
    order.lines = corrected.lines;
    order.total = corrected.total;
    order.payment = summary.balance().with_total(corrected.total).payment;
    let (version, reservation_ids) =
        store::order::replace_lines(connection, &order, corrected.reservation, actor).await?;
    let held: Vec<_> = corrected
        .pieces
        .iter()
        .map(|(product, quantity)| (*product, i64::from(*quantity)))
        .collect();
    store::hold::replace(connection, summary.id, &held, &corrected.with_stock).await?;
    let pieces = corrected
        .pieces
        .into_iter()
        .map(|(product, quantity)| OrderedLine {
            product_id: product.get(),
            quantity: quantity.into(),
        });
    let stock = CorrectedStock {
        version,
        reservation_ids,
        lines: pieces.collect(),
    };
    let subject = summary.subject();
    events::corrected(
        connection,
        subject,
        summary.total,
        Some(stock),
        is_notified,
        actor,
    )
    .await?;
    events::facts_changed(connection, subject, "lines", version, actor).await?;
    let detail = json!({
        "lines": [null, changes.len()],
        "total": [summary.total.to_json_number(), order.total.to_json_number()],
    });
    let entry = TimelineDetail::Lines {
        changes,
        from: summary.total.minor(),
        to: order.total.minor(),
    };
    store::timeline::insert(connection, summary.id, actor, "", &entry).await?;
    if payment != order.payment {
        let entry = TimelineDetail::PaymentStatus {
            from: payment,
            to: order.payment,
        };
        store::timeline::insert(connection, summary.id, actor, "", &entry).await?;
    }
    Ok(Effect::audited(
        actor,
        "CorrectOrderLines",
        &summary.number,
        detail,
    ))
}
