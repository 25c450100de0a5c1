//! Creates an order by hand, through the same attempt as one of the checkout.

use kit::{
    caller::{Actor, StaffCaller},
    domain::{Money, OrderId, Percent},
    failure::Failure,
    staff::StaffRole,
    validation::FieldErrors,
};
use proto::order::v1::{CreateDeskOrderRequest, CreateDeskOrderResponse};

use super::{
    State,
    creation::{answer, decode_number, owner_of},
    load,
    new_desk_order::NewDeskOrder,
};
use crate::{
    creation::Creation,
    desk::Origin,
    desk_pricing::{self, CatalogProduct, RequestedLine},
    error::OrderError,
    order::{Order, PaymentStatus, Status},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CreateDeskOrderRequest,
) -> Result<CreateDeskOrderResponse, Failure> {
    let order = NewDeskOrder::parse(&actor, &request, kit::clock::now())?;
    let number = create(state, &actor, order).await?;
    let mut connection = state.pool.acquire().await?;
    Ok(CreateDeskOrderResponse {
        order: Some(load(&mut connection, &actor, &number).await?),
    })
}

/// Creates an order once for each key and returns its number.
async fn create(state: &State, actor: &Actor, request: NewDeskOrder) -> Result<String, OrderError> {
    let owner = owner_of(actor);
    let key = request.key.clone();
    let _permit = state.checkout_locks.acquire((owner, key.text.clone())).await;
    let creation = Creation {
        pool: &state.pool,
        user: owner,
        key: &key,
    };
    let started = creation.start(None, async |_| Ok(None)).await?;
    let place = async |id| {
        let order = prepare(state, actor, id, &request).await?;
        let (quote, quote_assignee) = request
            .quote
            .map(|(id, number, assignee)| ((id, number), assignee))
            .unzip();
        let origin = Origin {
            source: request.source,
            offer: None,
            quote,
            cart: None,
            is_unverified: false,
            assignee: quote_assignee.flatten().or_else(|| Some(actor.to_string())),
            created_by: Some(actor.to_string()),
            delivery: request.delivery,
            visit: request.visit,
        };
        let answer = |order| answer(actor, "CreateDeskOrder", &origin, order);
        creation
            .store(&state.metrics, order, request.language, &origin, answer)
            .await
    };
    decode_number(creation.end(started, place).await?)
}

/// Prices the order and reserves its stock.
async fn prepare(
    state: &State,
    actor: &Actor,
    id: OrderId,
    request: &NewDeskOrder,
) -> Result<Order, OrderError> {
    let products = products(state, &request.lines).await?;
    let limit = discount_limit(state, actor).await?;
    let (lines, total) =
        desk_pricing::price(request.lines.clone(), &products, request.delivery_price, limit)?;
    if request.expected_total.is_some_and(|expected| expected != total) {
        return Err(OrderError::PriceChanged { total });
    }
    reserve(state, id, request).await?;
    Ok(Order {
        id,
        number: String::new(),
        user: None,
        status: Status::Pending,
        payment: PaymentStatus::Pending,
        total,
        delivery_price: request.delivery_price,
        paid: Money::ZERO,
        refunded: Money::ZERO,
        ordered_at: kit::clock::now(),
        lines,
        shipping: request.shipping.clone(),
        billing: request.billing.clone(),
    })
}

/// Returns the products of the lines. Fails with the fields of unknown ones of new lines.
pub(super) async fn products(
    state: &State,
    lines: &[RequestedLine],
) -> Result<Vec<CatalogProduct>, OrderError> {
    let ids: Vec<_> = lines.iter().filter_map(|line| line.product).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let products = state.catalog.get_products(&ids).await?;
    let mut errors = FieldErrors::default();
    for (index, line) in lines.iter().enumerate() {
        let is_known = line
            .product
            .is_none_or(|id| products.iter().any(|product| product.id == id));
        let is_known = is_known || line.before.is_some();
        errors.ensure(is_known, format!("lines[{index}].productId"), "PRODUCT.NOT_FOUND");
    }
    errors.into_result()?;
    Ok(products)
}

/// Returns the discount limit of sales; `None` for the other roles and the command line.
pub(super) async fn discount_limit(state: &State, actor: &Actor) -> Result<Option<Percent>, OrderError> {
    let Actor::Member(member) = actor else {
        return Ok(None);
    };
    if member.role != StaffRole::Sales {
        return Ok(None);
    }
    let member = state.account.get_staff_member(member.user).await?;
    member
        .map(|member| Some(member.discount_limit))
        .ok_or(OrderError::Role)
}

/// Reserves the pieces of all lines that are not made for this order.
async fn reserve(state: &State, id: OrderId, request: &NewDeskOrder) -> Result<(), OrderError> {
    let pieces = desk_pricing::reserved_pieces(&request.lines).map_err(|index| {
        Failure::invalid_field(format!("lines[{index}].quantity"), "ORDER.TOO_MANY_PIECES")
    })?;
    if pieces.is_empty() {
        return Ok(());
    }
    let requested: Vec<_> = request
        .lines
        .iter()
        .map(|line| line.product.filter(|_| !line.is_made_to_order))
        .collect();
    state
        .catalog
        .reserve(id, &pieces, &requested, |index| format!("lines[{index}]"))
        .await
        .map(drop)
}
