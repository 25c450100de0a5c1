//! Customer: returns the newest sent revision; the first view of a revision opens it.

use kit::{caller::Caller, failure::Failure, vocabulary::inquiry::OfferState};
use proto::inquiry::v1::{ViewOfferRequest, ViewOfferResponse};

use super::{convert, decide, designs::Books};
use crate::{grpc::State, offer::moves::Move, store};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: ViewOfferRequest,
) -> Result<ViewOfferResponse, Failure> {
    let token = request.token;
    let _permit = decide::exclude_others(state, &token).await?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let (offer, inquiry) = decide::shown(state, &mut transaction, &token).await?;
    let now = store::inquiry::now(&mut transaction).await?;
    let answer = if offer.state_at(now) == OfferState::Sent {
        let mut edit = decide::lock_shown(state, &mut transaction, &token).await?;
        if edit.state() == OfferState::Sent {
            edit.become_state(OfferState::Opened)?;
            edit.offer.opened_at = Some(now);
            edit.record(&mut transaction, Move::Opened, "").await?;
            edit.save(&mut transaction).await?;
        }
        decide::answer(&mut transaction, edit).await?
    } else {
        let books = Books::load(&mut transaction, std::slice::from_ref(&offer)).await?;
        convert::public(offer, &inquiry, now, &books)?
    };
    transaction.commit().await?;
    Ok(ViewOfferResponse { offer: Some(answer) })
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::inquiry::v1::{OfferOpened, OfferState};

    use crate::testing::{Fixture, offers::sales};

    #[tokio::test]
    async fn the_first_view_opens_the_revision_and_is_no_change_of_staff() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let offer = fixture.sent(&caller).await;
        let token = fixture.token(&offer).await;
        for _ in 0..2 {
            let shown = fixture.view(&token).await.unwrap();
            assert_eq!(shown.customer_name, "Leyla");
            assert_eq!(shown.sender, offer.sent_by);
            let shown = shown.offer.unwrap();
            assert_eq!(
                (shown.state(), shown.total_minor),
                (OfferState::Opened, offer.total_minor)
            );
            assert!(shown.approval.is_none() && shown.lines[0].catalog.is_none());
            assert!(shown.created_by.is_empty() && shown.lines[0].id.is_empty());
        }
        assert_eq!(fixture.offer(&offer.id).await.version, offer.version);
        assert_eq!(fixture.moves(&offer).await, ["1 sent", "1 opened"]);
        assert_eq!(fixture.harness.published::<OfferOpened>().await.len(), 1);
        assert!(fixture.withdraw(&caller, &offer).await.is_ok());
    }

    #[tokio::test]
    async fn a_wiped_offer_is_unknown_to_the_customer_and_empty_for_staff() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let offer = fixture.sent(&caller).await;
        let token = fixture.token(&offer).await;
        fixture.age_inquiry(&offer.inquiry_number, 1_097).await;
        let _sweeping = fixture.replica().await;
        testkit::eventually("the inquiry is wiped", || async {
            fixture
                .read(&offer.inquiry_number)
                .await
                .work?
                .is_wiped
                .then_some(())
        })
        .await;
        let error = fixture.view(&token).await.unwrap_err();
        assert_eq!(error, (Code::NotFound, "token: OFFER.NOT_FOUND".to_owned()));
        let wiped = fixture.offer(&offer.id).await;
        assert_eq!(
            (wiped.lines[0].name.as_str(), wiped.lines[0].detail.as_str()),
            ("", "")
        );
        assert_eq!(wiped.total_minor, offer.total_minor);
        let refused = fixture.withdraw(&caller, &offer).await.unwrap_err();
        assert_eq!(refused, (Code::Conflict, "INQUIRY.WIPED".to_owned()));
    }
}
