//! An offer in responses.

use std::collections::HashMap;

use kit::{
    domain::Language,
    failure::{Code, Failure},
    vocabulary::{ProtobufWord as _, inquiry::ApprovalState as Approval},
};
use proto::inquiry::v1::{self as inquiry, GetOfferRequest};
use serde_json::{Value, json};

use super::{
    design::DesignMarks,
    line::{OfferLine, OfferTotals},
};
use crate::{
    convert::{self, Amount, Day, Instant},
    desk::{Member, is_conflict, present_on_conflict},
    envelope::Envelope,
    error::{ApiError, ApiResult},
    openapi,
    people::{Names, Person},
    routes::{conversations::Photo, desk::mails::mails_about, visit::Visit},
    state::AppState,
    words::{ApprovalState, CallWindow, DecisionWay, InquiryReason, LanguageCode, MailState, OfferState},
};

/// Kinds of the mails that send an offer.
const OFFER_MAILS: [&str; 2] = ["offer_sent", "offer_revised"];

/// Approval of the discounts of a draft.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct OfferApproval {
    /// State.
    state: ApprovalState,
    /// Author of the request.
    asked_by: Option<Person>,
    /// RFC 3339.
    asked_at: Option<Instant>,
    /// Author of the decision.
    decided_by: Option<Person>,
    /// RFC 3339.
    decided_at: Option<Instant>,
    /// Text of the decision, or before it that of the request.
    text: Option<String>,
}

/// Mail with an offer.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct OfferMail {
    /// UUID.
    id: String,
    /// State.
    state: MailState,
    /// Error of the last failed attempt.
    reason: Option<String>,
}

/// A revision of an offer.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Offer {
    /// UUID of the revision.
    id: String,
    /// Number, shared by the revisions.
    number: String,
    /// Revision, starting at 1.
    revision: u32,
    /// State.
    state: OfferState,
    /// Number of the quote.
    quote_number: String,
    /// How the customer came to the shop; `null` = unknown. Without source, campaign and path once wiped.
    visit: Option<Visit>,
    /// Language.
    language: Option<LanguageCode>,
    /// Last day of validity.
    valid_until: Day,
    /// Days until delivery.
    make_days: Option<u32>,
    /// First payment in whole percent of the total.
    deposit_percent: u32,
    /// Text about the delivery.
    delivery_text: String,
    /// Price of the delivery in AZN.
    delivery_price: Amount,
    /// Text for the customer.
    message: String,
    /// Whether the customer gets a reminder before the end.
    remind: bool,
    /// Lines.
    lines: Vec<OfferLine>,
    /// PDF files for the customer.
    files: Vec<Photo>,
    #[serde(flatten)]
    totals: OfferTotals,
    #[serde(flatten)]
    designs: DesignMarks,
    /// Whether a discount is above the caller's limit.
    is_over_limit: bool,
    /// Approval of the discounts.
    approval: OfferApproval,
    /// Sender.
    sent_by: Option<Person>,
    /// RFC 3339.
    sent_at: Option<Instant>,
    /// RFC 3339: the customer's first view.
    opened_at: Option<Instant>,
    /// RFC 3339: acceptance or refusal.
    decided_at: Option<Instant>,
    /// Way of the decision.
    decided_via: Option<DecisionWay>,
    /// Author of the record of a decision on the phone.
    decided_by: Option<Person>,
    /// Reason of a refusal.
    reason: Option<InquiryReason>,
    /// Text of the refusal, the withdrawal or the acceptance; of an acceptance by the link, the customer's wishes.
    reason_text: Option<String>,
    /// RFC 3339: when the customer last asked for a change, or for a new offer.
    asked_at: Option<Instant>,
    /// Address where the customer wants the delivery.
    wish_address: Option<String>,
    /// Time of day at which the customer wants the call.
    wish_call_window: Option<CallWindow>,
    /// The newest mail with it; `null` if there is none, and while notification does not answer.
    mail: Option<OfferMail>,
    /// Number of its live order.
    order_number: Option<String>,
    /// Author.
    created_by: Option<Person>,
    /// RFC 3339.
    created_at: Option<Instant>,
    /// Version of the record.
    version: i64,
    /// Author of the last change; `null` for the system or the customer.
    changed_by: Option<Person>,
    /// RFC 3339.
    changed_at: Option<Instant>,
}

impl Offer {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        let facts = json!({
            "id": "01936b2e-7c00-7000-8000-000000000201", "number": "ST-0M4K7Q2X", "revision": 1, "state": "draft",
            "quoteNumber": "SQ-7Q2M04XK", "visit": Visit::example(), "language": "ru", "validUntil": "2026-12-07", "makeDays": 25,
            "depositPercent": 30, "deliveryText": "Доставка и сборка, Баку", "deliveryPrice": 0.00,
            "message": "Высота 92 см.", "remind": true, "lines": [OfferLine::example()], "files": [],
            "listTotal": 6840.00, "discountTotal": 1026.00, "total": 5814.00, "deposit": 1744.20,
            "isStalePrices": false, "needsMeasuring": false, "isOverLimit": false,
            "approval": {"state": "none", "askedBy": null, "askedAt": null, "decidedBy": null, "decidedAt": null,
                "text": null},
        });
        let history = json!({
            "sentBy": null, "sentAt": null, "openedAt": null, "decidedAt": null, "decidedVia": null,
            "decidedBy": null, "reason": null, "reasonText": null, "askedAt": null,
            "wishAddress": null, "wishCallWindow": null, "mail": null, "orderNumber": null,
            "createdBy": Person::example(), "createdAt": "2026-11-23T10:20:00Z", "version": 4,
            "changedBy": Person::example(), "changedAt": "2026-11-23T10:31:00Z",
        });
        openapi::extend(facts, history)
    }

    /// The OpenAPI example of an offer for a designed piece.
    pub(super) fn designed_example() -> Value {
        let designed = json!({"lines": [OfferLine::designed_example()], "listTotal": 2914.00, "discountTotal": 0.00,
            "total": 2914.00, "deposit": 874.20});
        openapi::extend(Self::example(), designed)
    }

    fn new(names: &Names, offer: inquiry::Offer, language: Language) -> Self {
        let approval = offer.approval.clone().unwrap_or_default();
        let of_offer = Language::known(offer.language).unwrap_or_default();
        let designs = DesignMarks::of(&offer.lines);
        let lines = offer.lines.clone().into_iter();
        Self {
            state: OfferState::of_number(offer.state),
            language: LanguageCode::of_optional_number(offer.language),
            totals: OfferTotals::new(&offer),
            approval: OfferApproval {
                state: ApprovalState::of_number_or(approval.state, Approval::Unasked),
                asked_by: names.person(&approval.asked_by),
                asked_at: convert::moment(approval.asked_at),
                decided_by: names.person(&approval.decided_by),
                decided_at: convert::moment(approval.decided_at),
                text: convert::non_empty(approval.text),
            },
            id: offer.id,
            number: offer.number,
            revision: offer.revision,
            quote_number: offer.inquiry_number,
            visit: offer.visit.map(Into::into),
            valid_until: offer.valid_until,
            make_days: offer.make_days,
            deposit_percent: offer.deposit_percent,
            delivery_text: offer.delivery_text,
            delivery_price: convert::amount(offer.delivery_price_minor),
            message: offer.message,
            remind: offer.is_reminded,
            lines: lines
                .map(|line| OfferLine::new(line, language, of_offer))
                .collect(),
            files: offer.files.into_iter().map(Into::into).collect(),
            designs,
            is_over_limit: offer.is_over_limit,
            sent_by: names.person(&offer.sent_by),
            sent_at: convert::moment(offer.sent_at),
            opened_at: convert::moment(offer.opened_at),
            decided_at: convert::moment(offer.decided_at),
            decided_via: DecisionWay::of_optional_text(offer.decided_via),
            decided_by: names.person(&offer.decided_by),
            reason: InquiryReason::of_optional_text(offer.reason),
            reason_text: convert::non_empty(offer.reason_text),
            asked_at: convert::moment(offer.asked_at),
            wish_address: convert::non_empty(offer.wish_address),
            wish_call_window: CallWindow::of_optional_text(offer.wish_call_window),
            mail: None,
            order_number: convert::non_empty(offer.order_number),
            created_by: names.person(&offer.created_by),
            created_at: convert::moment(offer.created_at),
            version: offer.version,
            changed_by: names.person(&offer.changed_by),
            changed_at: convert::moment(offer.changed_at),
        }
    }
}

/// Converts offers, with the names of all staff.
pub(super) async fn convert_all(
    state: &AppState,
    member: &Member,
    offers: Vec<inquiry::Offer>,
) -> Vec<Offer> {
    let (names, mut mails) = tokio::join!(
        state
            .desk
            .people
            .names(&state.clients, &member.caller, offers.iter().flat_map(actors)),
        mails(state, member, &offers)
    );
    let offers = offers.into_iter().map(|offer| {
        let mail = mails.remove(&offer.id);
        let offer = Offer::new(&names, offer, member.caller.language);
        Offer { mail, ..offer }
    });
    offers.collect()
}

/// Returns the newest mail with each of the offers; none while notification does not answer.
async fn mails(state: &AppState, member: &Member, offers: &[inquiry::Offer]) -> HashMap<String, OfferMail> {
    let mailed = offers.iter().filter(|offer| offer.is_mailed);
    let numbers: Vec<_> = mailed.map(|offer| offer.number.clone()).collect();
    let mut mails = mails_about(state, member, "offer", numbers)
        .await
        .unwrap_or_default();
    mails.retain(|mail| OFFER_MAILS.contains(&mail.kind.as_str()));
    let mut newest = HashMap::new();
    // The newest one is the first.
    for mail in mails {
        let state = MailState::of_number(mail.state);
        if let Some(about) = mail.about {
            newest.entry(about.id).or_insert(OfferMail {
                id: mail.id,
                state,
                reason: convert::non_empty(mail.reason),
            });
        }
    }
    newest
}

/// Converts the offer of a response.
pub(super) async fn convert(
    state: &AppState,
    member: &Member,
    offer: Option<inquiry::Offer>,
) -> ApiResult<Offer> {
    let malformed = || Failure::new(Code::Internal).with_source("inquiry responded without an offer");
    let offer = offer.ok_or_else(malformed)?;
    let converted = convert_all(state, member, vec![offer]).await;
    Ok(converted.into_iter().next().ok_or_else(malformed)?)
}

/// Returns an offer.
pub(super) async fn fetch(state: &AppState, member: &Member, offer_id: String) -> ApiResult<Offer> {
    let request = member.request(GetOfferRequest { offer_id });
    let response = state.clients.offers.clone().get_offer(request).await?;
    convert(state, member, response.into_inner().offer).await
}

/// Unwraps the response to a call about an offer. A conflict carries the present offer, or its draft if that is the reason.
pub(super) async fn or_present<R>(
    state: &AppState,
    member: &Member,
    offer_id: &str,
    response: Result<tonic::Response<R>, tonic::Status>,
) -> ApiResult<R> {
    let response = response.map_err(ApiError::from);
    let draft = |error: &ApiError| error.failure.parameters.get("offer_id").cloned();
    let draft = response.as_ref().err().and_then(draft);
    let present = || fetch(state, member, draft.unwrap_or_else(|| offer_id.to_owned()));
    let response = present_on_conflict(response, is_conflict, present).await?;
    Ok(response.into_inner())
}

/// Responds with a changed offer, or as [`or_present`].
pub(super) async fn respond<R>(
    state: &AppState,
    member: &Member,
    offer_id: &str,
    changed: Result<tonic::Response<R>, tonic::Status>,
    offer: impl FnOnce(R) -> Option<inquiry::Offer>,
) -> ApiResult<Envelope<Offer>> {
    let changed = or_present(state, member, offer_id, changed).await?;
    Ok(Envelope::new(convert(state, member, offer(changed)).await?))
}

/// Returns all staff that an offer names.
fn actors(offer: &inquiry::Offer) -> impl Iterator<Item = &str> {
    let approval = offer.approval.as_ref();
    let approval = approval.map(|approval| [approval.asked_by.as_str(), approval.decided_by.as_str()]);
    [
        &offer.sent_by,
        &offer.decided_by,
        &offer.created_by,
        &offer.changed_by,
    ]
    .into_iter()
    .map(String::as_str)
    .chain(approval.into_iter().flatten())
}
