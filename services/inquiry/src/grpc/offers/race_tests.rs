//! Concurrent calls about one offer.

use futures::future::join_all;
use kit::failure::Code;
use proto::inquiry::v1::{InquiryStatus, OfferAccepted, OfferState};

use crate::testing::{Fixture, offers::sales};

#[tokio::test]
async fn many_acceptances_of_one_link_have_one_effect() {
    let fixture = Fixture::start().await;
    let offer = fixture.sent(&sales()).await;
    let token = fixture.token(&offer).await;
    let accepted = join_all((0..64).map(|_| fixture.accept(&token, &offer))).await;
    // Calls that wait too long for the lock are refused as unavailable; none may fail otherwise.
    for result in &accepted {
        let is_expected = match result {
            Ok(shown) => shown.offer.as_ref().unwrap().state() == OfferState::Accepted,
            Err((code, _)) => *code == Code::Unavailable,
        };
        assert!(is_expected, "{result:?}");
    }
    assert!(accepted.iter().any(Result::is_ok));
    assert_eq!(fixture.harness.published::<OfferAccepted>().await.len(), 1);
    assert_eq!(fixture.moves(&offer).await, ["1 sent", "1 accepted"]);
    assert_eq!(fixture.offer(&offer.id).await.version, offer.version + 1);
}

#[tokio::test]
async fn an_acceptance_a_withdrawal_and_a_newer_revision_end_consistently() {
    let fixture = Fixture::start().await;
    let caller = sales();
    for _ in 0..8 {
        let first = fixture.sent(&caller).await;
        let token = fixture.token(&first).await;
        let draft = fixture.revise(&caller, &first).await.unwrap();
        let (accepted, withdrawn, sent) = tokio::join!(
            fixture.accept(&token, &first),
            fixture.withdraw(&caller, &first),
            fixture.send(&caller, &draft),
        );
        let (one, two) = (
            fixture.offer(&first.id).await.state(),
            fixture.offer(&draft.id).await.state(),
        );
        let status = fixture.status_of(&first).await;
        let moves = fixture.moves(&first).await;
        if accepted.is_ok() {
            assert!(withdrawn.is_err() && sent.is_err(), "{moves:?}");
            assert_eq!((one, two), (OfferState::Accepted, OfferState::Draft));
            assert_eq!(status, InquiryStatus::Won);
        } else if sent.is_ok() {
            assert_eq!((one, two), (OfferState::Superseded, OfferState::Sent));
            assert_eq!(status, InquiryStatus::Offered);
        } else {
            assert!(withdrawn.is_ok(), "{moves:?}");
            assert_eq!((one, two), (OfferState::Withdrawn, OfferState::Draft));
            assert_eq!(status, InquiryStatus::Assigned);
        }
        let count = |what: &str| moves.iter().filter(|entry| *entry == what).count();
        assert_eq!(count("1 accepted"), usize::from(accepted.is_ok()));
        assert_eq!(count("1 withdrawn"), usize::from(withdrawn.is_ok()));
        assert_eq!(count("2 sent"), usize::from(sent.is_ok()));
    }
}

#[tokio::test]
async fn parallel_acceptances_of_two_offers_accept_one() {
    let fixture = Fixture::start().await;
    let caller = sales();
    for _ in 0..8 {
        let first = fixture.sent(&caller).await;
        let second = fixture.draft_of(&caller, &first.inquiry_number).await;
        let second = fixture.send(&caller, &second).await.unwrap();
        let (one, two) = (fixture.token(&first).await, fixture.token(&second).await);
        let (one, two) = tokio::join!(fixture.accept(&one, &first), fixture.accept(&two, &second));
        let refused = [one, two].into_iter().filter_map(Result::err).collect::<Vec<_>>();
        assert_eq!(refused, [(Code::Conflict, "OFFER.OTHER_ACCEPTED".to_owned())]);
    }
}
