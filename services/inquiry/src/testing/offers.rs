//! Helpers of the tests about offers.

use kit::{
    caller::Caller,
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
    staff::StaffRole,
};
use proto::inquiry::v1::*;
use testkit::caller;
use tonic::Status;
use uuid::Uuid;

use super::{Fixture, WARDROBE, member, quote, staff};

/// Reason of a failure, with its first field if it has one.
pub(crate) fn refusal(status: &Status) -> (Code, String) {
    let failure = Failure::from_status(status);
    match failure.fields.first() {
        Some((field, key)) => (failure.code, format!("{field}: {key}")),
        None => (failure.code, failure.reason),
    }
}

/// Calls an rpc of the offer service and returns the response's offer, or the reason of the failure.
macro_rules! call {
    ($fixture:expr, $caller:expr, $rpc:ident($request:expr)) => {
        $fixture
            .offers()
            .$rpc(kit::grpc::client::on_behalf_of($caller, $request))
            .await
            .map(|response| response.into_inner().offer.unwrap())
            .map_err(|status| crate::testing::offers::refusal(&status))
    };
}
pub(crate) use call;

/// A conflict with this reason.
pub(crate) fn conflict<T>(reason: &str) -> Result<T, (Code, String)> {
    Err((Code::Conflict, reason.to_owned()))
}

/// A caller in the role sales; each call creates another person.
pub(crate) fn sales() -> Caller {
    staff(member(StaffRole::Sales))
}

/// A caller in the role manager.
pub(crate) fn manager() -> Caller {
    staff(member(StaffRole::Manager))
}

impl Fixture {
    /// Requests a quote and creates an offer for it.
    pub(crate) async fn draft(&self, caller: &Caller) -> Offer {
        let request = RequestQuoteRequest {
            // Equal requests without a key are one.
            idempotency_key: Uuid::now_v7().to_string(),
            ..quote(WARDROBE)
        };
        let number = self.request_quote(request).await.unwrap();
        self.draft_of(caller, &number).await
    }

    /// Creates an offer for an inquiry.
    pub(crate) async fn draft_of(&self, caller: &Caller, number: &str) -> Offer {
        let request = CreateOfferRequest {
            inquiry_number: number.to_owned(),
            ..CreateOfferRequest::default()
        };
        call!(self, caller, create_offer(request)).unwrap()
    }

    /// Sends a draft.
    pub(crate) async fn send(&self, caller: &Caller, draft: &Offer) -> Result<Offer, (Code, String)> {
        let request = SendOfferRequest {
            offer_id: draft.id.clone(),
            version: draft.version,
            is_mailed: true,
            total_minor: draft.total_minor,
            idempotency_key: String::new(),
        };
        call!(self, caller, send_offer(request))
    }

    /// Creates and sends an offer for a new inquiry.
    pub(crate) async fn sent(&self, caller: &Caller) -> Offer {
        let draft = self.draft(caller).await;
        self.send(caller, &draft).await.unwrap()
    }

    /// Returns a revision as the operator.
    pub(crate) async fn offer(&self, id: &str) -> Offer {
        let request = GetOfferRequest {
            offer_id: id.to_owned(),
        };
        call!(self, &caller::staff(), get_offer(request)).unwrap()
    }

    /// Returns the token of an offer.
    pub(crate) async fn token(&self, offer: &Offer) -> String {
        let request = GetOfferLinkRequest {
            offer_id: offer.id.clone(),
        };
        let request = on_behalf_of(&caller::staff(), request);
        let response = self.offers().get_offer_link(request).await.unwrap();
        response.into_inner().token
    }

    /// Views an offer as the customer.
    pub(crate) async fn view(&self, token: &str) -> Result<PublicOffer, (Code, String)> {
        let request = ViewOfferRequest {
            token: token.to_owned(),
        };
        call!(self, &caller::anonymous(), view_offer(request))
    }

    /// Accepts an offer as the customer.
    pub(crate) async fn accept(&self, token: &str, offer: &Offer) -> Result<PublicOffer, (Code, String)> {
        self.accept_by(Self::acceptance(token, offer)).await
    }

    /// Returns the request of a customer who accepts an offer.
    pub(crate) fn acceptance(token: &str, offer: &Offer) -> AcceptOfferRequest {
        AcceptOfferRequest {
            token: token.to_owned(),
            revision: offer.revision,
            total_minor: offer.total_minor,
            ..AcceptOfferRequest::default()
        }
    }

    /// Accepts an offer by a request.
    pub(crate) async fn accept_by(&self, request: AcceptOfferRequest) -> Result<PublicOffer, (Code, String)> {
        call!(self, &caller::anonymous(), accept_offer(request))
    }

    /// Declines an offer as the customer.
    pub(crate) async fn decline(&self, token: &str, offer: &Offer) -> Result<PublicOffer, (Code, String)> {
        let request = DeclineOfferRequest {
            token: token.to_owned(),
            revision: offer.revision,
            reason: "price".to_owned(),
            text: "Bahadır".to_owned(),
        };
        call!(self, &caller::anonymous(), decline_offer(request))
    }

    /// Asks for a change of an offer as the customer.
    pub(crate) async fn ask_for_change(
        &self,
        token: &str,
        offer: &Offer,
        text: &str,
    ) -> Result<PublicOffer, (Code, String)> {
        let request = AskForChangeRequest {
            token: token.to_owned(),
            revision: offer.revision,
            text: text.to_owned(),
        };
        call!(self, &caller::anonymous(), ask_for_change(request))
    }

    /// Asks for a new offer as the customer.
    pub(crate) async fn ask_again(&self, token: &str) -> Result<PublicOffer, (Code, String)> {
        let request = AskAgainRequest {
            token: token.to_owned(),
        };
        call!(self, &caller::anonymous(), ask_again(request))
    }

    /// Creates the draft of the next revision.
    pub(crate) async fn revise(&self, caller: &Caller, offer: &Offer) -> Result<Offer, (Code, String)> {
        let request = ReviseOfferRequest {
            offer_id: offer.id.clone(),
            idempotency_key: String::new(),
        };
        call!(self, caller, revise_offer(request))
    }

    /// Withdraws an offer.
    pub(crate) async fn withdraw(&self, caller: &Caller, offer: &Offer) -> Result<Offer, (Code, String)> {
        let request = WithdrawOfferRequest {
            offer_id: offer.id.clone(),
            version: offer.version,
            text: "Səhv qiymət".to_owned(),
        };
        call!(self, caller, withdraw_offer(request))
    }

    /// Reopens an offer.
    pub(crate) async fn reopen(&self, caller: &Caller, offer: &Offer) -> Result<Offer, (Code, String)> {
        let request = ReopenOfferRequest {
            offer_id: offer.id.clone(),
            version: offer.version,
            text: "Fikrini dəyişdi".to_owned(),
            idempotency_key: String::new(),
        };
        call!(self, caller, reopen_offer(request))
    }

    /// Moves the last day of an offer, in days from today.
    pub(crate) async fn end_offer(&self, offer: &Offer, days: i32) {
        sqlx::query(
            "with ended as (
                 update offer set valid_until = (now() at time zone interval '4 hours')::date + $2
                 where id = $1::uuid returning inquiry_id, valid_until)
             update inquiry set offer_ends_on = valid_until from ended where id = inquiry_id",
        )
        .bind(&offer.id)
        .bind(days)
        .execute(self.harness.pool())
        .await
        .unwrap();
    }

    /// Returns what happened to the offers of an inquiry, oldest first.
    pub(crate) async fn moves(&self, offer: &Offer) -> Vec<String> {
        let inquiry = self.read(&offer.inquiry_number).await;
        let timeline = inquiry.details.unwrap().timeline.into_iter();
        timeline
            .filter_map(|entry| match entry.detail {
                Some(timeline_entry::Detail::Offer(offer)) => {
                    Some(format!("{} {}", offer.revision, offer.what))
                }
                _ => None,
            })
            .collect()
    }

    /// Returns the status of an offer's inquiry.
    pub(crate) async fn status_of(&self, offer: &Offer) -> InquiryStatus {
        self.read(&offer.inquiry_number).await.status()
    }
}
