//! Quote requests as their customer sees them.

use std::collections::HashMap;

use kit::{
    convert::timestamp,
    domain::InquiryId,
    vocabulary::inquiry::{OfferState, QuoteProgress, Status},
};
use proto::inquiry::v1 as wire;
use sqlx::PgConnection;

use super::{State, convert};
use crate::{
    inquiry::Inquiry,
    offer::is_open,
    store::offer_summary::{self, SentOffer},
    work::Work,
};

/// Adds the newest sent offers to quote requests, whose order stays.
pub(super) async fn with_offers(
    state: &State,
    connection: &mut PgConnection,
    inquiries: Vec<Inquiry>,
) -> Result<Vec<wire::OwnQuote>, sqlx::Error> {
    let ids: Vec<_> = inquiries
        .iter()
        .map(|inquiry| InquiryId::uuid(inquiry.id))
        .collect();
    let mut offers: HashMap<InquiryId, Vec<SentOffer>> = HashMap::new();
    for offer in offer_summary::newest_sent(connection, &ids).await? {
        offers.entry(offer.inquiry).or_default().push(offer);
    }
    let quotes = inquiries.into_iter().map(|inquiry| {
        let offers = offers.remove(&inquiry.id).unwrap_or_default();
        own_quote(state, inquiry, offers)
    });
    Ok(quotes.collect())
}

fn own_quote(state: &State, inquiry: Inquiry, offers: Vec<SentOffer>) -> wire::OwnQuote {
    let states: Vec<_> = offers.iter().map(|offer| offer.state).collect();
    let progress = progress(&inquiry.work, &states);
    let promised_at = match progress {
        QuoteProgress::Accepted | QuoteProgress::Closed => None,
        _ => inquiry.work.waiting_since().and(inquiry.work.promise_at),
    };
    wire::OwnQuote {
        progress: progress.name().to_owned(),
        promised_at: promised_at.map(timestamp),
        offers: offers.into_iter().map(|offer| own_offer(state, offer)).collect(),
        conversation_token: state.offer_keys.sign_conversation(&inquiry.number),
        inquiry: Some(convert::inquiry(inquiry)),
    }
}

fn own_offer(state: &State, offer: SentOffer) -> wire::OwnOffer {
    wire::OwnOffer {
        token: state.offer_keys.sign(&offer.number),
        number: offer.number,
        revision: u32::try_from(offer.revision).unwrap_or_default(),
        state: offer.state.into(),
        total_minor: offer.total,
        valid_until: offer.valid_until.to_string(),
    }
}

/// Returns the state that the customer reads. The customer can accept an open offer even of an inquiry that staff closed.
fn progress(work: &Work, offers: &[OfferState]) -> QuoteProgress {
    if work.status == Status::Won {
        QuoteProgress::Accepted
    } else if offers.iter().any(|state| is_open(*state)) {
        QuoteProgress::Offered
    } else if work.is_done() {
        QuoteProgress::Closed
    } else if work.waiting_since().is_some() {
        QuoteProgress::Received
    } else {
        QuoteProgress::Answered
    }
}

#[cfg(test)]
mod tests {
    use kit::{
        caller::Caller, domain::UserId, failure::Code, grpc::client::on_behalf_of,
        vocabulary::inquiry::Source,
    };
    use proto::{
        common::v1::Page,
        inquiry::v1::{
            GetOwnQuoteRequest, InquiryStatus, ListOwnQuotesRequest, ListOwnQuotesResponse, OwnQuote,
            RequestQuoteRequest,
        },
    };
    use testkit::caller;
    use time::{Duration, macros::datetime};

    use super::*;
    use crate::testing::{
        Fixture, WARDROBE,
        offers::{refusal, sales},
        quote,
    };

    impl Fixture {
        async fn own_quotes(&self, caller: &Caller, page: Option<Page>) -> ListOwnQuotesResponse {
            let request = on_behalf_of(caller, ListOwnQuotesRequest { page });
            self.client().list_own_quotes(request).await.unwrap().into_inner()
        }

        async fn own_quote(&self, caller: &Caller, number: &str) -> Result<OwnQuote, (Code, String)> {
            let request = GetOwnQuoteRequest {
                number: number.to_owned(),
            };
            let response = self.client().get_own_quote(on_behalf_of(caller, request)).await;
            response
                .map(|response| response.into_inner().quote.unwrap())
                .map_err(|status| refusal(&status))
        }

        /// Requests a quote as a customer; returns the number.
        async fn request_as(&self, caller: &Caller, key: &str) -> String {
            let request = RequestQuoteRequest {
                idempotency_key: key.to_owned(),
                ..quote(WARDROBE)
            };
            self.request_quote_as(caller, request).await.unwrap()
        }
    }

    #[test]
    fn an_open_offer_is_shown_until_it_is_accepted() {
        const NOON: time::OffsetDateTime = datetime!(2026-11-23 12:00 +4);
        let work = |status, is_answered: bool| Work {
            status,
            answered_at: is_answered.then_some(NOON + Duration::hours(1)),
            ..Work::new(Source::Website, NOON, 600)
        };
        for (status, is_answered, offers, expected) in [
            (Status::New, false, &[][..], QuoteProgress::Received),
            (Status::Assigned, false, &[], QuoteProgress::Received),
            (Status::Waiting, true, &[], QuoteProgress::Answered),
            (
                Status::Offered,
                true,
                &[OfferState::Expired, OfferState::Sent],
                QuoteProgress::Offered,
            ),
            (
                Status::Offered,
                true,
                &[OfferState::Expired],
                QuoteProgress::Answered,
            ),
            (Status::Lost, true, &[OfferState::Opened], QuoteProgress::Offered),
            (Status::Lost, true, &[OfferState::Declined], QuoteProgress::Closed),
            (Status::Closed, false, &[], QuoteProgress::Closed),
            (
                Status::Won,
                true,
                &[OfferState::Accepted],
                QuoteProgress::Accepted,
            ),
        ] {
            assert_eq!(
                progress(&work(status, is_answered), offers),
                expected,
                "{status:?}"
            );
        }
    }

    #[tokio::test]
    async fn lists_the_quotes_of_the_account_and_no_others() {
        let fixture = Fixture::start().await;
        let (leyla, ruslan) = (
            caller::customer(UserId::generate()),
            caller::customer(UserId::generate()),
        );
        let first = fixture.request_as(&leyla, "1").await;
        let second = fixture.request_as(&leyla, "2").await;
        // The same e-mail, typed without the session and in another one.
        fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let foreign = fixture.request_as(&ruslan, "3").await;

        let listed = fixture.own_quotes(&leyla, None).await;
        let numbers: Vec<_> = listed
            .quotes
            .iter()
            .map(|quote| quote.inquiry.as_ref().unwrap().number.as_str())
            .collect();
        assert_eq!(
            (numbers, listed.total_records),
            (vec![second.as_str(), first.as_str()], 2)
        );
        let newest = &listed.quotes[0];
        assert_eq!(newest.progress, "received");
        assert!(newest.promised_at.is_some() && newest.offers.is_empty());
        assert!(!newest.conversation_token.is_empty());
        assert_eq!(newest.inquiry.as_ref().unwrap().items.len(), 1);

        let page = Some(Page { number: 2, size: 1 });
        let rest = fixture.own_quotes(&leyla, page).await;
        assert_eq!(rest.quotes[0].inquiry.as_ref().unwrap().number, first);
        assert_eq!((rest.quotes.len(), rest.total_records), (1, 2));

        let not_found = Err((Code::NotFound, "INQUIRY.NOT_FOUND".to_owned()));
        assert_eq!(fixture.own_quote(&leyla, &foreign).await, not_found);
        assert_eq!(fixture.own_quote(&leyla, "SQ-00000000").await, not_found);
        assert!(fixture.own_quote(&ruslan, &foreign).await.is_ok());
    }

    #[tokio::test]
    async fn returns_the_newest_sent_revision_of_each_offer_with_its_link() {
        let fixture = Fixture::start().await;
        let (leyla, sales) = (caller::customer(UserId::generate()), sales());
        let number = fixture.request_as(&leyla, "1").await;
        let draft = fixture.draft_of(&sales, &number).await;
        assert_eq!(fixture.own_quote(&leyla, &number).await.unwrap().offers, []);

        let sent = fixture.send(&sales, &draft).await.unwrap();
        let revised = fixture.revise(&sales, &sent).await.unwrap();
        let offered = fixture.own_quote(&leyla, &number).await.unwrap();
        assert_eq!(
            (offered.progress.as_str(), offered.promised_at),
            ("offered", None)
        );
        assert_eq!((offered.offers.len(), offered.offers[0].revision), (1, 1));
        assert_eq!(offered.offers[0].total_minor, sent.total_minor);

        let newer = fixture.send(&sales, &revised).await.unwrap();
        let offered = fixture.own_quote(&leyla, &number).await.unwrap();
        assert_eq!((offered.offers.len(), offered.offers[0].revision), (1, 2));
        let token = offered.offers[0].token.clone();
        assert_eq!(
            fixture.view(&token).await.unwrap().offer.unwrap().number,
            sent.number
        );

        fixture.accept(&token, &newer).await.unwrap();
        let accepted = fixture.own_quote(&leyla, &number).await.unwrap();
        assert_eq!(accepted.progress, "accepted");
        assert_eq!(accepted.offers[0].state(), wire::OfferState::Accepted);
    }

    #[tokio::test]
    async fn promises_no_call_for_a_closed_quote() {
        let fixture = Fixture::start().await;
        let leyla = caller::customer(UserId::generate());
        let number = fixture.request_as(&leyla, "1").await;
        fixture
            .change_status(&number, InquiryStatus::Closed)
            .await
            .unwrap();
        let closed = fixture.own_quote(&leyla, &number).await.unwrap();
        assert_eq!((closed.progress.as_str(), closed.promised_at), ("closed", None));
    }
}
