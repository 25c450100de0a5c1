//! Customer: asks for a change of an open revision, which stays open.

use kit::{caller::Caller, failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::{AskForChangeRequest, AskForChangeResponse};

use super::{ask, decide};
use crate::{grpc::State, offer::moves::Move};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: AskForChangeRequest,
) -> Result<AskForChangeResponse, Failure> {
    let mut errors = FieldErrors::default();
    let text = errors.text::<1, 1_000>("text", &request.text);
    let text = errors.finish(text)?;
    let _permit = decide::exclude_others(state, &request.token).await?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let mut edit = decide::lock_shown(state, &mut transaction, &request.token).await?;
    decide::check_revision(&edit, request.revision)?;
    decide::check_open(edit.state())?;
    ask::record(state, &mut transaction, &mut edit, Move::ChangeAsked, &text).await?;
    let answer = decide::answer(&mut transaction, edit).await?;
    transaction.commit().await?;
    Ok(AskForChangeResponse { offer: Some(answer) })
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::inquiry::v1::{InquiryStatus, OfferAsked, OfferState};

    use crate::testing::{
        Fixture,
        offers::{conflict, sales},
    };

    #[tokio::test]
    async fn assigns_the_inquiry_and_keeps_the_offer_open() {
        let fixture = Fixture::start().await;
        let offer = fixture.sent(&sales()).await;
        let token = fixture.token(&offer).await;
        let shown = fixture.view(&token).await.unwrap().offer.unwrap();
        assert_eq!(shown.asked_at, None);
        for _ in 0..2 {
            let asked = fixture
                .ask_for_change(&token, &offer, "92 sm olsun")
                .await
                .unwrap();
            let asked = asked.offer.unwrap();
            assert!(asked.asked_at.is_some());
            assert_eq!(asked.state(), OfferState::Opened);
        }
        let inquiry = fixture.read(&offer.inquiry_number).await;
        assert_eq!(inquiry.status(), InquiryStatus::Assigned);
        let work = inquiry.work.unwrap();
        assert!(work.waiting_since.is_some() && work.waiting_since == work.last_customer_at);
        assert_eq!(
            fixture.moves(&offer).await,
            ["1 sent", "1 opened", "1 changeAsked"]
        );
        let entries = inquiry.details.unwrap().timeline;
        assert!(entries.iter().any(|entry| entry.text == "92 sm olsun"));
        // Other words are another request.
        fixture
            .ask_for_change(&token, &offer, "95 sm olsun")
            .await
            .unwrap();
        let events = fixture.harness.published::<OfferAsked>().await;
        assert_eq!(events.len(), 2);
        assert_eq!((events[0].what.as_str(), events[0].revision), ("change", 1));
        fixture.accept(&token, &offer).await.unwrap();
        assert_eq!(
            fixture.ask_for_change(&token, &offer, "97 sm olsun").await,
            conflict("OFFER.ACCEPTED")
        );
        assert_eq!(fixture.status_of(&offer).await, InquiryStatus::Won);
    }

    #[tokio::test]
    async fn refuses_invalid_texts_older_revisions_and_wrong_tokens() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let offer = fixture.sent(&caller).await;
        let token = fixture.token(&offer).await;
        for (text, key) in [("", "FIELD.REQUIRED"), (&*"a".repeat(1_001), "FIELD.TOO_LONG")] {
            assert_eq!(
                fixture.ask_for_change(&token, &offer, text).await,
                Err((Code::Invalid, format!("text: {key}")))
            );
        }
        let revised = fixture.revise(&caller, &offer).await.unwrap();
        fixture.send(&caller, &revised).await.unwrap();
        assert_eq!(
            fixture.ask_for_change(&token, &offer, "a").await,
            conflict("revision: OFFER.SUPERSEDED")
        );
        let wrong = Err((Code::NotFound, "token: OFFER.NOT_FOUND".to_owned()));
        assert_eq!(fixture.ask_for_change("ST-1.x", &offer, "a").await, wrong);
    }

    #[tokio::test]
    async fn limits_the_requests_about_an_offer() {
        let fixture = Fixture::start().await;
        let offer = fixture.sent(&sales()).await;
        let token = fixture.token(&offer).await;
        for number in 0..10 {
            let text = number.to_string();
            fixture.ask_for_change(&token, &offer, &text).await.unwrap();
        }
        let (code, _) = fixture.ask_for_change(&token, &offer, "10").await.unwrap_err();
        assert_eq!(code, Code::LimitReached);
        // A retry is none of them.
        fixture.ask_for_change(&token, &offer, "9").await.unwrap();
    }
}
