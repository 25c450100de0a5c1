//! Client of the inquiry service.

use kit::{
    clock,
    domain::{Language, Money, OrderId, Percent, ProductId, Quantity, UserId, Visit},
    failure::{Code, Failure},
    grpc::Client,
    vocabulary::ProtobufWord as _,
};
use proto::inquiry::v1::{self as wire, HoldAcceptedOfferRequest, offer_service_client::OfferServiceClient};
use uuid::Uuid;

use crate::{
    design::LineDesign,
    error::OrderError,
    offer::{AcceptedOffer, OfferLine},
};

/// Client of the inquiry service.
#[derive(Clone)]
pub(crate) struct Inquiry(OfferServiceClient<Client>);

impl Inquiry {
    pub(crate) const fn new(client: OfferServiceClient<Client>) -> Self {
        Self(client)
    }

    /// Returns an accepted offer and records the order that is being made from it. Repeating it with the same order has no
    /// further effect.
    pub(crate) async fn hold_accepted_offer(
        &self,
        offer: Uuid,
        order: OrderId,
    ) -> Result<AcceptedOffer, OrderError> {
        let request = HoldAcceptedOfferRequest {
            offer_id: offer.to_string(),
            order_id: order.to_string(),
        };
        let response = self
            .0
            .clone()
            .hold_accepted_offer(request)
            .await
            .map_err(hold_error)?;
        accepted_offer(response.into_inner()).ok_or(OrderError::Inconsistent(
            "the inquiry service returned an invalid offer",
        ))
    }
}

/// Converts a failed call. Only a refusal of the offer ends the attempt.
fn hold_error(status: tonic::Status) -> OrderError {
    let failure = Failure::from_status(&status);
    match failure.code {
        Code::Conflict | Code::NotFound => OrderError::Refused(failure),
        _ => OrderError::Inquiry(status),
    }
}

/// Returns `None` if a value is invalid.
fn accepted_offer(response: wire::HoldAcceptedOfferResponse) -> Option<AcceptedOffer> {
    let offer = response.offer?;
    let user = match response.user_id.as_str() {
        "" => None,
        user => Some(user.parse::<UserId>().ok()?),
    };
    Some(AcceptedOffer {
        id: offer.id.parse().ok()?,
        language: Language::known(offer.language).unwrap_or(Language::Az),
        number: offer.number,
        inquiry: (offer.inquiry_id.parse().ok()?, offer.inquiry_number),
        delivery_price: Money::from_minor(offer.delivery_price_minor).ok()?,
        lines: offer.lines.into_iter().map(offer_line).collect::<Option<_>>()?,
        assignee: Some(response.assignee_id).filter(|assignee| !assignee.is_empty()),
        user,
        visit: Visit::read(response.visit.as_ref(), clock::now()),
    })
}

fn offer_line(line: wire::OfferLine) -> Option<OfferLine> {
    let design = match line.design {
        Some(design) => Some(LineDesign::parse(&design.code, design.confirmed_text)?),
        None => None,
    };
    Some(OfferLine {
        is_made_to_order: line.is_made_to_order,
        id: line.id.parse().ok()?,
        product: line.product_id.map(ProductId::try_from).transpose().ok()?,
        code: Some(line.code).filter(|code| !code.is_empty()),
        name: line.name,
        detail: line.detail,
        image: line.image_url,
        quantity: Quantity::try_from(line.quantity).ok()?,
        list_price: Money::from_minor(line.list_price_minor).ok()?,
        discount: Percent::try_from(line.discount_percent).ok()?,
        unit_price: Money::from_minor(line.unit_price_minor).ok()?,
        design,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusal_ends_the_attempt_and_outage_does_not() {
        for reason in ["OFFER.NOT_ACCEPTED", "DESIGN.NOT_MEASURED"] {
            let refusal = Failure::with_reason(Code::Conflict, reason);
            assert!(hold_error(refusal.into()).ends_attempt(), "{reason}");
        }
        let missing = Failure::with_reason(Code::NotFound, "OFFER.NOT_FOUND");
        assert!(hold_error(missing.into()).ends_attempt());
        for status in [
            tonic::Status::unavailable("outage"),
            tonic::Status::deadline_exceeded("slow"),
        ] {
            assert!(!hold_error(status).ends_attempt());
        }
    }

    #[test]
    fn rejects_an_offer_with_invalid_values() {
        let response = |line: wire::OfferLine| wire::HoldAcceptedOfferResponse {
            offer: Some(wire::Offer {
                id: Uuid::now_v7().to_string(),
                inquiry_id: Uuid::now_v7().to_string(),
                lines: vec![line],
                ..wire::Offer::default()
            }),
            ..wire::HoldAcceptedOfferResponse::default()
        };
        let valid = wire::OfferLine {
            id: Uuid::now_v7().to_string(),
            quantity: 1,
            ..wire::OfferLine::default()
        };
        assert!(accepted_offer(response(valid.clone())).is_some());
        for line in [
            wire::OfferLine {
                quantity: 0,
                ..valid.clone()
            },
            wire::OfferLine {
                product_id: Some(-1),
                ..valid.clone()
            },
            wire::OfferLine {
                unit_price_minor: -1,
                ..valid.clone()
            },
            // Without the confirmed size.
            wire::OfferLine {
                design: Some(wire::OfferDesign {
                    code: "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja".to_owned(),
                    ..wire::OfferDesign::default()
                }),
                ..valid
            },
        ] {
            assert!(accepted_offer(response(line)).is_none());
        }
        assert!(accepted_offer(wire::HoldAcceptedOfferResponse::default()).is_none());
    }
}
