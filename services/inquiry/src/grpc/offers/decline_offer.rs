//! Customer: declines a revision. A repeated call has no second effect.

use kit::{
    caller::Caller,
    failure::Failure,
    validation::{FieldErrors, INVALID},
    vocabulary::inquiry::{OfferState, Reason, Via},
};
use proto::inquiry::v1::{DeclineOfferRequest, DeclineOfferResponse};
use sqlx::PgConnection;

use super::decide;
use crate::{
    error::InquiryError,
    grpc::{State, decode},
    offer::edit::OfferEdit,
    offer::{Decision, moves::Move},
};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: DeclineOfferRequest,
) -> Result<DeclineOfferResponse, Failure> {
    let mut errors = FieldErrors::default();
    let reason = decode::word(&mut errors, "reason", &request.reason);
    let is_of_customer = reason.is_none_or(|reason| {
        matches!(
            reason,
            Reason::Price | Reason::Time | Reason::Competitor | Reason::Other
        )
    });
    errors.ensure(is_of_customer, "reason", INVALID);
    let text = errors.text::<0, 1_000>("text", &request.text);
    let (reason, text) = errors.finish((reason, text))?;
    let _permit = decide::exclude_others(state, &request.token).await?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let mut edit = decide::lock_shown(state, &mut transaction, &request.token).await?;
    decide::check_revision(&edit, request.revision)?;
    if edit.state() != OfferState::Declined {
        decide::check_open(edit.state())?;
        decline(&mut transaction, &mut edit, reason, text).await?;
    }
    let answer = decide::answer(&mut transaction, edit).await?;
    transaction.commit().await?;
    Ok(DeclineOfferResponse { offer: Some(answer) })
}

async fn decline(
    connection: &mut PgConnection,
    edit: &mut OfferEdit,
    reason: Reason,
    text: String,
) -> Result<(), InquiryError> {
    edit.become_state(OfferState::Declined)?;
    edit.offer.decision = Some(Decision {
        at: edit.inquiry.now,
        via: Via::Link,
        by: None,
    });
    edit.count_change();
    edit.record(connection, Move::Declined(reason), &text).await?;
    edit.offer.reason = Some(reason);
    edit.offer.reason_text = text;
    let has_open_offer = edit.has_other_open();
    edit.inquiry.inquiry.work.offer_declined(reason, has_open_offer);
    decide::touch(connection, edit).await?;
    edit.save(connection).await
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::inquiry::v1::{InquiryStatus, OfferDeclined, OfferState};
    use testkit::caller;

    use super::*;
    use crate::testing::{
        Fixture,
        offers::{conflict, refusal, sales},
    };

    #[tokio::test]
    async fn loses_the_inquiry_unless_another_offer_is_open() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let first = fixture.sent(&caller).await;
        let second = fixture.draft_of(&caller, &first.inquiry_number).await;
        let second = fixture.send(&caller, &second).await.unwrap();
        let token = fixture.token(&first).await;
        for _ in 0..2 {
            let declined = fixture.decline(&token, &first).await.unwrap();
            let declined = declined.offer.unwrap();
            // The customer's page does not show the texts of staff.
            assert_eq!(
                (declined.state(), declined.reason_text.as_str()),
                (OfferState::Declined, "")
            );
        }
        assert_eq!(fixture.status_of(&first).await, InquiryStatus::Offered);
        assert_eq!(fixture.accept(&token, &first).await, conflict("OFFER.DECLINED"));
        let token = fixture.token(&second).await;
        fixture.decline(&token, &second).await.unwrap();
        let inquiry = fixture.read(&first.inquiry_number).await;
        assert_eq!(inquiry.status(), InquiryStatus::Lost);
        assert_eq!(inquiry.work.unwrap().lost_reason, "price");
        let declined = fixture.offer(&second.id).await;
        assert_eq!(
            (declined.reason.as_str(), declined.reason_text.as_str()),
            ("price", "Bahadır")
        );
        assert_eq!(fixture.harness.published::<OfferDeclined>().await.len(), 2);
    }

    #[tokio::test]
    async fn needs_a_reason_of_the_contract() {
        let fixture = Fixture::start().await;
        for (reason, key) in [("", "FIELD.REQUIRED"), ("noAnswer", "FIELD.INVALID")] {
            let request = DeclineOfferRequest {
                reason: reason.to_owned(),
                ..DeclineOfferRequest::default()
            };
            let request = on_behalf_of(&caller::anonymous(), request);
            let status = fixture.offers().decline_offer(request).await.unwrap_err();
            assert_eq!(refusal(&status), (Code::Invalid, format!("reason: {key}")));
        }
    }
}
