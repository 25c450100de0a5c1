//! Customer: asks for a new offer once the revision has expired, or was declined or withdrawn.

use kit::{caller::Caller, failure::Failure, vocabulary::inquiry::OfferState};
use proto::inquiry::v1::{AskAgainRequest, AskAgainResponse};

use super::{ask, decide};
use crate::{
    grpc::State,
    offer::{error::OfferError, moves::Move},
};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: AskAgainRequest,
) -> Result<AskAgainResponse, Failure> {
    let token = request.token;
    let _permit = decide::exclude_others(state, &token).await?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let mut edit = decide::lock_shown(state, &mut transaction, &token).await?;
    check_ended(edit.state())?;
    ask::record(state, &mut transaction, &mut edit, Move::AskedAgain, "").await?;
    let answer = decide::answer(&mut transaction, edit).await?;
    transaction.commit().await?;
    Ok(AskAgainResponse { offer: Some(answer) })
}

/// Checks that a revision has ended without an order.
fn check_ended(state: OfferState) -> Result<(), OfferError> {
    match state {
        OfferState::Expired | OfferState::Declined | OfferState::Withdrawn => Ok(()),
        OfferState::Accepted => Err(OfferError::Accepted),
        OfferState::Sent | OfferState::Opened => Err(OfferError::State),
        OfferState::Draft | OfferState::Superseded => Err(OfferError::Superseded),
    }
}

#[cfg(test)]
mod tests {
    use proto::inquiry::v1::{InquiryStatus, OfferAsked, OfferState};

    use crate::testing::{
        Fixture,
        offers::{conflict, manager, sales},
    };

    #[tokio::test]
    async fn assigns_the_inquiry_of_an_offer_that_has_ended() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let offer = fixture.sent(&caller).await;
        let token = fixture.token(&offer).await;
        assert_eq!(fixture.ask_again(&token).await, conflict("OFFER.STATE"));
        fixture.end_offer(&offer, -1).await;
        for _ in 0..2 {
            let asked = fixture.ask_again(&token).await.unwrap().offer.unwrap();
            assert!(asked.asked_at.is_some());
            assert_eq!(asked.state(), OfferState::Expired);
        }
        assert_eq!(fixture.status_of(&offer).await, InquiryStatus::Assigned);
        let moves = fixture.moves(&offer).await;
        assert_eq!(
            moves
                .iter()
                .filter(|happened| *happened == "1 askedAgain")
                .count(),
            1
        );
        let events = fixture.harness.published::<OfferAsked>().await;
        assert_eq!((events.len(), events[0].what.as_str()), (1, "again"));
    }

    #[tokio::test]
    async fn reopens_the_inquiry_of_a_declined_offer_unless_another_is_accepted() {
        let fixture = Fixture::start().await;
        let caller = manager();
        let declined = fixture.sent(&caller).await;
        let token = fixture.token(&declined).await;
        fixture.decline(&token, &declined).await.unwrap();
        assert_eq!(fixture.status_of(&declined).await, InquiryStatus::Lost);
        fixture.ask_again(&token).await.unwrap();
        assert_eq!(fixture.status_of(&declined).await, InquiryStatus::Assigned);

        let other = fixture.draft_of(&caller, &declined.inquiry_number).await;
        let other = fixture.send(&caller, &other).await.unwrap();
        let other_token = fixture.token(&other).await;
        fixture.accept(&other_token, &other).await.unwrap();
        assert_eq!(fixture.ask_again(&token).await, conflict("OFFER.OTHER_ACCEPTED"));
        assert_eq!(fixture.ask_again(&other_token).await, conflict("OFFER.ACCEPTED"));
        assert_eq!(fixture.status_of(&other).await, InquiryStatus::Won);
    }
}
