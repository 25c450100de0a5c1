//! Staff: reopens an accepted or declined revision that has no live order.

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    failure::Failure,
    validation::FieldErrors,
    vocabulary::inquiry::OfferState,
};
use proto::inquiry::v1::{ReopenOfferRequest, ReopenOfferResponse};
use serde_json::json;
use sqlx::PgConnection;

use super::{convert, view};
use crate::{
    error::InquiryError,
    grpc::State,
    offer::edit::OfferEdit,
    offer::{Wishes, error::OfferError, moves::Move},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ReopenOfferRequest,
) -> Result<ReopenOfferResponse, Failure> {
    let mut errors = FieldErrors::default();
    let text = errors.text::<1, 500>("text", &request.text);
    errors.idempotency_key(&request.idempotency_key);
    let text = errors.finish(text)?;
    let id = convert::offer_id(&request.offer_id)?;
    let operation = format!("ReopenOffer {id}");
    Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| OfferEdit::open_to_write(connection, &actor, id).await,
            async |connection, edit| reopen(connection, &actor, edit, request.version, &text).await,
            async |_, _| Ok(()),
        )
        .await?;
    Ok(ReopenOfferResponse {
        offer: Some(view::load(state, &actor, id).await?),
    })
}

async fn reopen(
    connection: &mut PgConnection,
    actor: &Actor,
    mut edit: OfferEdit,
    version: i64,
    text: &str,
) -> Result<Effect, InquiryError> {
    edit.check_write(version)?;
    let before = edit.state();
    if !matches!(before, OfferState::Accepted | OfferState::Declined) {
        return Err(OfferError::State.into());
    }
    if edit.offer.order.is_some() {
        return Err(OfferError::HasOrder.into());
    }
    let next = if edit.offer.is_past(edit.inquiry.now) {
        OfferState::Expired
    } else {
        OfferState::Opened
    };
    edit.become_state(next)?;
    edit.offer.decision = None;
    edit.offer.reason = None;
    edit.offer.reason_text = String::new();
    edit.offer.wishes = Wishes::default();
    if edit.offer.content.designs().next().is_some() {
        edit.offer.content.remove_confirmations();
        edit.store_lines(connection).await?;
    }
    edit.count_change();
    edit.record(connection, Move::Reopened, text).await?;
    // An inquiry that another offer has won stays won.
    if !edit.has_other_accepted() {
        edit.inquiry.inquiry.work.offer_reopened(actor.user());
    }
    edit.save(connection).await?;
    let detail = json!({"state": [before.name(), next.name()]});
    Ok(edit.audited("ReopenOffer", detail))
}

#[cfg(test)]
mod tests {
    use kit::grpc::client::on_behalf_of;
    use proto::inquiry::v1::{
        HoldAcceptedOfferRequest, InquiryStatus, OfferReopened, OfferState, UpdateInquiryStatusRequest,
    };
    use testkit::caller;
    use uuid::Uuid;

    use crate::testing::{
        Fixture,
        offers::{conflict, refusal, sales},
    };

    #[tokio::test]
    async fn an_accepted_or_declined_offer_is_open_again() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let offer = fixture.sent(&caller).await;
        let token = fixture.token(&offer).await;
        assert_eq!(fixture.reopen(&caller, &offer).await, conflict("OFFER.STATE"));
        fixture.accept(&token, &offer).await.unwrap();
        let accepted = fixture.offer(&offer.id).await;
        let reopened = fixture.reopen(&caller, &accepted).await.unwrap();
        assert_eq!(
            (reopened.state(), reopened.decided_via.as_str()),
            (OfferState::Opened, "")
        );
        assert_eq!(fixture.status_of(&offer).await, InquiryStatus::Assigned);
        fixture.decline(&token, &offer).await.unwrap();
        fixture.end_offer(&offer, -1).await;
        let declined = fixture.offer(&offer.id).await;
        let reopened = fixture.reopen(&caller, &declined).await.unwrap();
        assert_eq!(
            (reopened.state(), reopened.reason.as_str()),
            (OfferState::Expired, "")
        );
        assert_eq!(fixture.status_of(&offer).await, InquiryStatus::Assigned);
        assert_eq!(fixture.harness.published::<OfferReopened>().await.len(), 2);
    }

    #[tokio::test]
    async fn a_won_inquiry_and_an_offer_with_an_order_stay() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let offer = fixture.sent(&caller).await;
        let hold = async |order: Uuid| {
            let request = HoldAcceptedOfferRequest {
                offer_id: offer.id.clone(),
                order_id: order.to_string(),
            };
            let request = on_behalf_of(&caller::service("order"), request);
            let held = fixture.offers().hold_accepted_offer(request).await;
            held.map(tonic::Response::into_inner)
                .map_err(|status| refusal(&status))
        };
        let order = Uuid::now_v7();
        assert_eq!(hold(order).await, conflict("OFFER.NOT_ACCEPTED"));
        let token = fixture.token(&offer).await;
        fixture.accept(&token, &offer).await.unwrap();
        let assign = async || {
            let request = UpdateInquiryStatusRequest {
                number: offer.inquiry_number.clone(),
                from: InquiryStatus::Won.into(),
                status: InquiryStatus::Assigned.into(),
                ..UpdateInquiryStatusRequest::default()
            };
            let request = on_behalf_of(&caller, request);
            let status = fixture.client().update_inquiry_status(request).await.unwrap_err();
            refusal(&status).1
        };
        assert_eq!(assign().await, "OFFER.ACCEPTED");
        let inquiry = fixture.read(&offer.inquiry_number).await;
        assert!(inquiry.details.unwrap().allowed_statuses.is_empty());
        for _ in 0..2 {
            let held = hold(order).await.unwrap();
            assert_eq!(held.offer.unwrap().order_id, order.to_string());
            assert!(!held.assignee_id.is_empty() && !held.contact_id.is_empty());
        }
        assert_eq!(assign().await, "INQUIRY.HAS_ORDER");
        let held = fixture.offer(&offer.id).await;
        assert_eq!(fixture.reopen(&caller, &held).await, conflict("OFFER.HAS_ORDER"));
        // Order allows one live order, so a later one replaces the first.
        let later = Uuid::now_v7();
        assert_eq!(
            hold(later).await.unwrap().offer.unwrap().order_id,
            later.to_string()
        );
    }
}
