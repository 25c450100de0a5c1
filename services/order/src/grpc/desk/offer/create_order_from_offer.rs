//! Creates an order from an accepted offer.
//!
//! The order goes through the same attempt as one by hand. Transaction A opens the attempt, of which an offer has one at a
//! time, or finds the live order of the offer. Then the inquiry service records the order at the offer and returns its
//! lines, the catalog reserves the stock, and transaction B stores the order. Both services release what they hold when
//! the attempt is abandoned.

use kit::{
    caller::{Actor, StaffCaller},
    domain::{Money, OrderId, UserId},
    failure::Failure,
};
use proto::order::v1::{CreateOrderFromOfferRequest, CreateOrderFromOfferResponse};
use uuid::Uuid;

use super::{
    super::{
        creation::{answer, decode_number, owner_of},
        load,
    },
    State,
    new_offer_order::NewOfferOrder,
};
use crate::{
    attempt::Subject,
    creation::Creation,
    desk::{Origin, Source},
    error::OrderError,
    offer::AcceptedOffer,
    order::{Order, PaymentStatus, Status},
    store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CreateOrderFromOfferRequest,
) -> Result<CreateOrderFromOfferResponse, Failure> {
    let order = NewOfferOrder::parse(&actor, &request, kit::clock::now())?;
    let number = create(state, &actor, order).await?;
    let mut connection = state.pool.acquire().await?;
    Ok(CreateOrderFromOfferResponse {
        order: Some(load(&mut connection, &actor, &number).await?),
    })
}

/// Creates an order once for each offer and returns its number.
async fn create(state: &State, actor: &Actor, request: NewOfferOrder) -> Result<String, OrderError> {
    let owner = owner_of(actor);
    let key = request.key.clone();
    // Later requests for the offer wait for the first one and find its order.
    let offer_key = format!("offer:{}", request.offer);
    let no_user = UserId::from(Uuid::nil());
    let _offer = state.checkout_locks.acquire((no_user, offer_key)).await;
    let _permit = state.checkout_locks.acquire((owner, key.text.clone())).await;
    let creation = Creation {
        pool: &state.pool,
        user: owner,
        key: &key,
    };
    let live = async |connection: &mut _| {
        let number = store::order::live_number_of_offer(connection, request.offer).await?;
        Ok(number.map(String::into_bytes))
    };
    let started = creation.start(Some(Subject::Offer(request.offer)), live).await?;
    let place = async |id| {
        let offer = state.inquiry.hold_accepted_offer(request.offer, id).await?;
        let order = prepare(state, id, &offer, &request).await?;
        let origin = Origin {
            source: Source::Offer,
            offer: Some((offer.id, offer.number)),
            quote: Some(offer.inquiry),
            cart: None,
            is_unverified: false,
            assignee: offer.assignee.or_else(|| Some(actor.to_string())),
            created_by: Some(actor.to_string()),
            delivery: request.delivery,
            visit: offer.visit,
        };
        let answer = |order| answer(actor, "CreateOrderFromOffer", &origin, order);
        creation
            .store(&state.metrics, order, offer.language, &origin, answer)
            .await
    };
    decode_number(creation.end(started, place).await?)
}

/// Takes lines and prices from the offer and reserves the stock.
async fn prepare(
    state: &State,
    id: OrderId,
    offer: &AcceptedOffer,
    request: &NewOfferOrder,
) -> Result<Order, OrderError> {
    let ordered = offer.order(&request.choice)?;
    if !ordered.pieces.is_empty() {
        let field = |index| format!("lines[{index}]");
        state
            .catalog
            .reserve(id, &ordered.pieces, &ordered.reserved, field)
            .await?;
    }
    Ok(Order {
        id,
        number: String::new(),
        user: offer.user,
        status: Status::Pending,
        payment: PaymentStatus::Pending,
        total: ordered.total,
        delivery_price: offer.delivery_price,
        paid: Money::ZERO,
        refunded: Money::ZERO,
        ordered_at: kit::clock::now(),
        lines: ordered.lines,
        shipping: request.shipping.clone(),
        billing: request.billing.clone(),
    })
}
