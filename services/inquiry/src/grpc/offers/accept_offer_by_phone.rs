//! Staff: records that the customer accepted on the phone.

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    failure::Failure,
    staff::{Access, Permission},
    validation::FieldErrors,
    vocabulary::inquiry::{OfferState, Via},
};
use proto::inquiry::v1::{AcceptOfferByPhoneRequest, AcceptOfferByPhoneResponse};
use serde_json::json;
use sqlx::PgConnection;

use super::{convert, decide, view};
use crate::{
    error::InquiryError,
    grpc::State,
    offer::{
        self,
        edit::{OfferEdit, sums},
        error::OfferError,
    },
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: AcceptOfferByPhoneRequest,
) -> Result<AcceptOfferByPhoneResponse, Failure> {
    let mut errors = FieldErrors::default();
    let text = errors.text::<1, 1_000>("text", &request.text);
    errors.idempotency_key(&request.idempotency_key);
    let text = errors.finish(text)?;
    let id = convert::offer_id(&request.offer_id)?;
    let operation = format!("AcceptOfferByPhone {id}");
    Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| OfferEdit::open_to_write(connection, &actor, id).await,
            async |connection, edit| accept(connection, &actor, edit, &request, text).await,
            async |_, _| Ok(()),
        )
        .await?;
    Ok(AcceptOfferByPhoneResponse {
        offer: Some(view::load(state, &actor, id).await?),
    })
}

async fn accept(
    connection: &mut PgConnection,
    actor: &Actor,
    mut edit: OfferEdit,
    request: &AcceptOfferByPhoneRequest,
    text: String,
) -> Result<Effect, InquiryError> {
    let before = edit.state();
    if before == OfferState::Expired && actor.access(Permission::OffersAcceptLate) != Access::Always {
        return Err(OfferError::Role.into());
    }
    edit.check_write(request.version)?;
    if !offer::can_change(before, OfferState::Accepted) {
        return Err(OfferError::State.into());
    }
    if sums(&edit.offer)?.total.minor() != request.total_minor {
        return Err(OfferError::OtherTotal.into());
    }
    let language = edit.offer.content.language;
    decide::confirm_sizes(connection, &mut edit, request.confirms_size, language).await?;
    decide::accept(connection, &mut edit, Via::Phone, text).await?;
    let detail = json!({"state": [before.name(), "accepted"], "total": [null, request.total_minor]});
    Ok(edit.audited("AcceptOfferByPhone", detail))
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::inquiry::v1::{InquiryStatus, OfferAccepted, OfferState};

    use super::*;
    use crate::testing::{
        Fixture,
        offers::{call, conflict, manager, sales},
    };

    fn by_phone(offer: &proto::inquiry::v1::Offer) -> AcceptOfferByPhoneRequest {
        AcceptOfferByPhoneRequest {
            offer_id: offer.id.clone(),
            version: offer.version,
            total_minor: offer.total_minor,
            text: "Razıdır".to_owned(),
            idempotency_key: "one".to_owned(),
            confirms_size: false,
        }
    }

    #[tokio::test]
    async fn wins_the_inquiry_once() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let offer = fixture.sent(&caller).await;
        let other = AcceptOfferByPhoneRequest {
            total_minor: 1,
            ..by_phone(&offer)
        };
        assert_eq!(
            call!(fixture, &caller, accept_offer_by_phone(other)),
            conflict("total: OFFER.OTHER_TOTAL")
        );
        for _ in 0..2 {
            let accepted = call!(fixture, &caller, accept_offer_by_phone(by_phone(&offer))).unwrap();
            assert_eq!(accepted.state(), OfferState::Accepted);
            assert_eq!(
                (accepted.decided_via.as_str(), accepted.decided_by.clone()),
                ("phone", offer.sent_by.clone())
            );
        }
        assert_eq!(fixture.status_of(&offer).await, InquiryStatus::Won);
        let events = fixture.harness.published::<OfferAccepted>().await;
        assert_eq!(events.len(), 1);
        assert_eq!(
            (events[0].via.as_str(), events[0].by.clone()),
            ("phone", offer.sent_by.clone())
        );
    }

    #[tokio::test]
    async fn only_managers_accept_an_expired_offer() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let offer = fixture.sent(&caller).await;
        fixture.end_offer(&offer, -1).await;
        let refused = call!(fixture, &caller, accept_offer_by_phone(by_phone(&offer))).unwrap_err();
        assert_eq!(refused, (Code::Forbidden, "DESK.ROLE".to_owned()));
        let manager = manager();
        let accepted = call!(fixture, &manager, accept_offer_by_phone(by_phone(&offer))).unwrap();
        assert_eq!(accepted.state(), OfferState::Accepted);
        let again = AcceptOfferByPhoneRequest {
            version: accepted.version,
            idempotency_key: "two".to_owned(),
            ..by_phone(&offer)
        };
        assert_eq!(
            call!(fixture, &manager, accept_offer_by_phone(again)),
            conflict("OFFER.STATE")
        );
    }
}
