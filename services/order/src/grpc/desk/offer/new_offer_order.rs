//! Validation of orders from offers.

use kit::{
    caller::Actor,
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED},
};
use proto::order::v1::CreateOrderFromOfferRequest;
use time::OffsetDateTime;
use uuid::Uuid;

use super::super::{
    idempotency_key,
    new_desk_order::{addresses, delivery, key},
};
use crate::{address::Address, attempt::Key, desk::Delivery, offer::Choice};

/// Maximum number of lines of an offer.
const MAX_LINES: usize = 100;

/// A valid order from an offer.
#[derive(Debug, Clone)]
pub(super) struct NewOfferOrder {
    pub(super) key: Key,
    /// UUID of the revision.
    pub(super) offer: Uuid,
    pub(super) choice: Choice,
    pub(super) shipping: Address,
    pub(super) billing: Address,
    pub(super) delivery: Option<Delivery>,
}

impl NewOfferOrder {
    /// Validates all fields.
    pub(super) fn parse(
        actor: &Actor,
        request: &CreateOrderFromOfferRequest,
        now: OffsetDateTime,
    ) -> Result<Self, Failure> {
        let mut errors = FieldErrors::default();
        idempotency_key(&mut errors, actor, &request.idempotency_key);
        let offer = errors.check(
            "offerId",
            match request.offer_id.as_str() {
                "" => Err(REQUIRED),
                id => id.parse().map_err(|_| INVALID),
            },
        );
        let delivery = delivery(&mut errors, request.delivery.as_ref(), now);
        let (shipping, billing) = addresses(
            &mut errors,
            request.shipping_address.clone(),
            request.billing_address.clone(),
            delivery.as_ref(),
        );
        let choice = Choice {
            made_to_order: ids(&mut errors, "madeToOrder", &request.made_to_order),
            leave_out: ids(&mut errors, "leaveOut", &request.leave_out),
        };
        errors.finish(offer.map(|offer| Self {
            key: key(&request.idempotency_key, request),
            offer,
            choice,
            shipping,
            billing,
            delivery,
        }))
    }
}

fn ids(errors: &mut FieldErrors, field: &str, ids: &[String]) -> Vec<Uuid> {
    if ids.len() > MAX_LINES {
        errors.push(field, OUT_OF_RANGE);
        return Vec::new();
    }
    let ids = ids.iter().enumerate();
    ids.filter_map(|(index, id)| errors.check(format!("{field}[{index}]"), id.parse().map_err(|_| INVALID)))
        .collect()
}
