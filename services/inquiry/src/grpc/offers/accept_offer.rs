//! Customer: accepts a revision. A repeated call has no second effect.

use kit::{
    caller::Caller,
    domain::Language,
    failure::Failure,
    validation::FieldErrors,
    vocabulary::{
        ProtobufWord as _,
        inquiry::{OfferState, Via},
    },
};
use proto::inquiry::v1::{AcceptOfferRequest, AcceptOfferResponse};

use super::decide;
use crate::{
    grpc::{State, decode},
    offer::edit::sums,
    offer::{Wishes, error::OfferError},
};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: AcceptOfferRequest,
) -> Result<AcceptOfferResponse, Failure> {
    let wishes = decode_wishes(&request)?;
    let _permit = decide::exclude_others(state, &request.token).await?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let mut edit = decide::lock_shown(state, &mut transaction, &request.token).await?;
    decide::check_revision(&edit, request.revision)?;
    if edit.state() != OfferState::Accepted {
        if sums(&edit.offer)?.total.minor() != request.total_minor {
            return Err(OfferError::OtherTotal.into());
        }
        decide::check_open(edit.state())?;
        let language = Language::known(request.language).unwrap_or(edit.offer.content.language);
        decide::confirm_sizes(&mut transaction, &mut edit, request.confirms_size, language).await?;
        let text = wishes.text();
        edit.offer.wishes = wishes;
        let via = if request.is_at_desk {
            Via::LinkAtDesk
        } else {
            Via::Link
        };
        decide::accept(&mut transaction, &mut edit, via, text).await?;
    }
    let answer = decide::answer(&mut transaction, edit).await?;
    transaction.commit().await?;
    Ok(AcceptOfferResponse { offer: Some(answer) })
}

fn decode_wishes(request: &AcceptOfferRequest) -> Result<Wishes, Failure> {
    let mut errors = FieldErrors::default();
    let address = errors.text::<0, 200>("address", &request.address);
    let call_window = match request.call_window.as_str() {
        "" => None,
        word => decode::word(&mut errors, "callWindow", word),
    };
    errors.finish(address.map(|address| Wishes { address, call_window }))
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::inquiry::v1::{AcceptOfferRequest, InquiryStatus, OfferAccepted, OfferState};

    use crate::testing::{
        Fixture,
        offers::{conflict, manager, sales},
    };

    #[tokio::test]
    async fn wins_the_inquiry_once() {
        let fixture = Fixture::start().await;
        let offer = fixture.sent(&sales()).await;
        let token = fixture.token(&offer).await;
        for _ in 0..2 {
            let accepted = fixture.accept(&token, &offer).await.unwrap();
            assert_eq!(accepted.offer.unwrap().state(), OfferState::Accepted);
        }
        let accepted = fixture.offer(&offer.id).await;
        assert_eq!(
            (accepted.decided_via.as_str(), accepted.decided_by.as_str()),
            ("link", "")
        );
        assert_eq!(fixture.status_of(&offer).await, InquiryStatus::Won);
        assert_eq!(fixture.moves(&offer).await, ["1 sent", "1 accepted"]);
        let events = fixture.harness.published::<OfferAccepted>().await;
        assert_eq!(events.len(), 1);
        assert_eq!(
            (events[0].via.as_str(), events[0].total_minor),
            ("link", offer.total_minor)
        );
        assert_eq!(fixture.decline(&token, &offer).await, conflict("OFFER.ACCEPTED"));
    }

    #[tokio::test]
    async fn an_acceptance_in_a_browser_of_the_desk_is_told_apart() {
        let fixture = Fixture::start().await;
        let offer = fixture.sent(&sales()).await;
        let request = AcceptOfferRequest {
            is_at_desk: true,
            ..Fixture::acceptance(&fixture.token(&offer).await, &offer)
        };
        fixture.accept_by(request).await.unwrap();
        assert_eq!(fixture.offer(&offer.id).await.decided_via, "linkAtDesk");
        let events = fixture.harness.published::<OfferAccepted>().await;
        assert_eq!(events[0].via, "linkAtDesk");
    }

    #[tokio::test]
    async fn refuses_another_total_and_offers_that_are_not_open() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let offer = fixture.sent(&caller).await;
        let token = fixture.token(&offer).await;
        let other = proto::inquiry::v1::Offer {
            total_minor: 1,
            ..offer.clone()
        };
        assert_eq!(
            fixture.accept(&token, &other).await,
            conflict("total: OFFER.OTHER_TOTAL")
        );
        fixture.end_offer(&offer, -1).await;
        assert_eq!(fixture.accept(&token, &offer).await, conflict("OFFER.EXPIRED"));
        assert_eq!(fixture.offer(&offer.id).await.state(), OfferState::Expired);
        fixture.end_offer(&offer, 1).await;
        fixture.withdraw(&caller, &offer).await.unwrap();
        assert_eq!(fixture.accept(&token, &offer).await, conflict("OFFER.WITHDRAWN"));
        let wrong = (Code::NotFound, "token: OFFER.NOT_FOUND".to_owned());
        for token in [
            "",
            "ST-0M4K7Q2X",
            &format!("{token}A"),
            &token.replace("ST-", "st-"),
        ] {
            assert_eq!(fixture.accept(token, &offer).await.unwrap_err(), wrong);
            assert_eq!(fixture.view(token).await.unwrap_err(), wrong);
        }
    }

    #[tokio::test]
    async fn one_offer_of_an_inquiry_is_accepted() {
        let fixture = Fixture::start().await;
        let caller = manager();
        let first = fixture.sent(&caller).await;
        let second = fixture.draft_of(&caller, &first.inquiry_number).await;
        let second = fixture.send(&caller, &second).await.unwrap();
        let tokens = [fixture.token(&first).await, fixture.token(&second).await];
        assert!(fixture.accept(&tokens[1], &second).await.is_ok());
        assert_eq!(
            fixture.accept(&tokens[0], &first).await,
            conflict("OFFER.OTHER_ACCEPTED")
        );
    }
}
