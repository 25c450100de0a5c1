//! The offer as its customer sees it.

use kit::{
    domain::Language,
    failure::{Code, Failure},
};
use proto::{
    inquiry::v1 as inquiry,
    order::v1::{GetOfferOrderRequest, GetOfferOrderResponse},
};
use rules::{Design, words};
use serde_json::{Value, json};

use crate::{
    convert::{self, Amount, Day, Instant},
    error::ApiResult,
    openapi,
    routes::{conversations::Photo, desk::offers::OfferTotals, orders::order::StatusStep, visitor::Visitor},
    senders::Sender,
    state::AppState,
    words::{LanguageCode, OfferState, OrderStatus, PaymentStatus},
};

/// Line of an offer.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PublicOfferLine {
    /// Name in the language of the offer.
    name: String,
    /// Details such as sizes.
    detail: String,
    /// Path of the image.
    image_url: Option<String>,
    /// 1 to 99.
    quantity: u32,
    /// Price of one piece before the discount, in AZN.
    list_price: Amount,
    /// Whole percent.
    discount: u32,
    /// Price of one piece after the discount, in AZN.
    unit_price: Amount,
    /// Amount of the line in AZN.
    subtotal: Amount,
    /// VAT in the amount of a line with a design, in AZN; `null` for another line.
    vat: Option<Amount>,
    /// Design of the piece; `null` without one.
    design: Option<PublicDesign>,
}

/// Design of a piece, in the language of the request.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PublicDesign {
    /// Code.
    code: String,
    /// Place and size.
    size_text: String,
    /// Sentence by which the customer confirms the size.
    confirm_text: String,
    /// The bays in words, from left to right.
    words: Vec<String>,
    /// `null` until the customer accepts the offer.
    confirmed: Option<PublicConfirmation>,
}

/// Confirmation of a size.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PublicConfirmation {
    /// Sentence, as the customer saw it.
    text: String,
    /// RFC 3339.
    at: Instant,
}

/// Planned delivery of an order, in Asia/Baku.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PublicDelivery {
    /// Day.
    on: Option<Day>,
    /// Beginning of the time of day.
    from: Option<String>,
    /// End of the time of day.
    to: Option<String>,
}

/// Order from an offer.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PublicOrder {
    /// Number.
    order_number: String,
    /// Status.
    status: OrderStatus,
    /// Payment status.
    payment_status: PaymentStatus,
    /// Amount in AZN, with the delivery.
    total_amount: Amount,
    /// Amount received in AZN.
    paid_amount: Amount,
    /// `null` until it is planned.
    delivery: Option<PublicDelivery>,
    /// Status history, oldest first.
    history: Vec<StatusStep>,
    /// Token of the order's link, for `orders/view`; `null` once it has expired.
    token: Option<String>,
}

/// Offer as its customer sees it.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PublicOffer {
    /// Number.
    number: String,
    /// Revision, starting at 1.
    revision: u32,
    /// State.
    state: OfferState,
    /// Language.
    language: Option<LanguageCode>,
    /// First name of the customer.
    customer_name: Option<String>,
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
    /// Lines.
    lines: Vec<PublicOfferLine>,
    /// PDF files, read by `POST offers/file`.
    files: Vec<Photo>,
    /// Whether the acceptance has to confirm the size of a designed piece (`confirmsSize`).
    needs_size_confirmed: bool,
    /// Whether a price becomes exact once the shop has measured on site.
    needs_measuring: bool,
    #[serde(flatten)]
    totals: OfferTotals,
    /// VAT in the total, in AZN; `null` if a line has no design or the delivery is not free.
    vat: Option<Amount>,
    /// RFC 3339.
    sent_at: Option<Instant>,
    /// RFC 3339: acceptance or refusal.
    decided_at: Option<Instant>,
    /// RFC 3339: the customer's last request for a change of this revision, or for a new offer after it.
    asked_at: Option<Instant>,
    /// Staff member who sent it; `null` while unknown.
    sender: Option<Sender>,
    /// Order from this offer; `null` until there is one.
    order: Option<PublicOrder>,
}

impl PublicOffer {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        let facts = json!({
            "number": "ST-0M4K7Q2X", "revision": 1, "state": "opened", "language": "ru", "customerName": "Марина",
            "validUntil": "2026-12-07", "makeDays": 25, "depositPercent": 30,
            "deliveryText": "Доставка и сборка, Баку", "deliveryPrice": 0.00, "message": "Высота 92 см.",
            "lines": [{"name": "Кухня угловая, дуб", "detail": "285 × 215",
                "imageUrl": "/images/products/mt-205/1-960.webp", "quantity": 1, "listPrice": 6840.00,
                "discount": 15, "unitPrice": 5814.00, "subtotal": 5814.00, "vat": null, "design": null}],
            "files": [], "needsSizeConfirmed": false, "needsMeasuring": false, "listTotal": 6840.00, "discountTotal": 1026.00, "total": 5814.00, "deposit": 1744.20, "vat": null,
        });
        let history = json!({
            "sentAt": "2026-11-23T10:40:00Z", "decidedAt": null,
            "sender": {"name": "Nigar Əliyeva", "phone": "+994500001122"},
            "order": {"orderNumber": "SB-4K7Q2M0X", "status": "Processing", "paymentStatus": "Processing",
                "totalAmount": 5814.00, "paidAmount": 1744.20,
                "delivery": {"on": "2026-12-20", "from": "10:00", "to": "14:00"},
                "history": [{"status": "Pending", "at": "2026-11-24T07:00:00Z"}],
                "token": "SB-4K7Q2M0X.k3J9wQ7dYx2LmT0aVb5cZg"},
            "askedAt": null,
        });
        openapi::extend(facts, history)
    }
}

impl PublicDesign {
    /// Converts a design; `None` for a code that the rules do not know.
    fn new(of: inquiry::OfferDesign, language: Language) -> Option<Self> {
        let design = Design::from_code(&of.code).ok()?;
        let language = convert::rules_language(language);
        let confirmed = convert::moment(of.confirmed_at).map(|at| PublicConfirmation {
            text: of.confirmed_text,
            at,
        });
        Some(Self {
            size_text: words::size(&design, language),
            confirm_text: words::confirm_size(&design, language),
            words: words::bays(&design, language),
            code: of.code,
            confirmed,
        })
    }
}

impl PublicOfferLine {
    fn new(line: inquiry::OfferLine, language: Language) -> Self {
        let vat = vat_of(&line).map(convert::amount);
        Self {
            name: line.name,
            detail: line.detail,
            image_url: convert::non_empty(line.image_url),
            quantity: line.quantity,
            list_price: convert::amount(line.list_price_minor),
            discount: line.discount_percent,
            unit_price: convert::amount(line.unit_price_minor),
            subtotal: convert::amount(line.subtotal_minor),
            vat,
            design: line.design.and_then(|design| PublicDesign::new(design, language)),
        }
    }
}

/// Returns the VAT in the amount of a line with a design, in qəpik.
fn vat_of(line: &inquiry::OfferLine) -> Option<i64> {
    let percent = line.design.as_ref()?.vat_percent?;
    Some(rules::vat_in(line.subtotal_minor, percent.into()))
}

/// Returns the VAT in the total, in qəpik. The shop's prices of other lines and of the delivery do not say theirs.
fn total_vat(offer: &inquiry::Offer) -> Option<i64> {
    let is_designed = !offer.lines.is_empty() && offer.delivery_price_minor == 0;
    let vat = is_designed.then(|| offer.lines.iter().map(vat_of).sum::<Option<i64>>());
    vat.flatten()
}

impl From<GetOfferOrderResponse> for PublicOrder {
    fn from(order: GetOfferOrderResponse) -> Self {
        Self {
            status: order.status().into(),
            payment_status: order.payment_status().into(),
            token: convert::non_empty(order.token),
            order_number: order.order_number,
            total_amount: convert::amount(order.total_minor),
            paid_amount: convert::amount(order.paid_minor),
            delivery: order.delivery.map(|delivery| PublicDelivery {
                on: convert::non_empty(delivery.on),
                from: convert::non_empty(delivery.from),
                to: convert::non_empty(delivery.to),
            }),
            history: order.history.into_iter().map(Into::into).collect(),
        }
    }
}

/// Converts the offer of a response, with its sender and its order.
pub(super) async fn convert(
    state: &AppState,
    visitor: &Visitor,
    public: Option<inquiry::PublicOffer>,
) -> ApiResult<PublicOffer> {
    let malformed = || Failure::new(Code::Internal).with_source("inquiry responded without an offer");
    let public = public.ok_or_else(malformed)?;
    let offer = public.offer.ok_or_else(malformed)?;
    let (sender, order) = tokio::join!(
        state.desk.senders.get(&state.clients, &public.sender),
        order_of(state, visitor, &offer)
    );
    let language = visitor.language();
    let designs = || offer.lines.iter().filter_map(|line| line.design.as_ref());
    let needs_size_confirmed = designs().any(|design| design.confirmed_at.is_none());
    let needs_measuring = designs().any(|design| !design.is_measured);
    Ok(PublicOffer {
        state: OfferState::of_number(offer.state),
        language: LanguageCode::of_optional_number(offer.language),
        totals: OfferTotals::new(&offer),
        vat: total_vat(&offer).map(convert::amount),
        number: offer.number,
        revision: offer.revision,
        customer_name: convert::non_empty(public.customer_name),
        valid_until: offer.valid_until,
        make_days: offer.make_days,
        deposit_percent: offer.deposit_percent,
        delivery_text: offer.delivery_text,
        delivery_price: convert::amount(offer.delivery_price_minor),
        message: offer.message,
        lines: offer
            .lines
            .into_iter()
            .map(|line| PublicOfferLine::new(line, language))
            .collect(),
        needs_size_confirmed,
        needs_measuring,
        files: offer.files.into_iter().map(Into::into).collect(),
        sent_at: convert::moment(offer.sent_at),
        decided_at: convert::moment(offer.decided_at),
        asked_at: convert::moment(offer.asked_at),
        sender,
        order,
    })
}

/// Returns the live order of an accepted offer; `None` if there is none or order does not answer.
async fn order_of(state: &AppState, visitor: &Visitor, offer: &inquiry::Offer) -> Option<PublicOrder> {
    if offer.state() != inquiry::OfferState::Accepted {
        return None;
    }
    let request = visitor.request(GetOfferOrderRequest {
        offer_id: offer.id.clone(),
    });
    match state.clients.offer_order.clone().get_offer_order(request).await {
        Ok(response) => Some(response.into_inner().into()),
        Err(status) if status.code() == tonic::Code::NotFound => None,
        Err(error) => {
            tracing::warn!(%error, "the order of an offer is unknown");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(vat_percent: Option<u32>) -> inquiry::OfferLine {
        inquiry::OfferLine {
            subtotal_minor: 291_400,
            design: Some(inquiry::OfferDesign {
                vat_percent,
                ..inquiry::OfferDesign::default()
            }),
            ..inquiry::OfferLine::default()
        }
    }

    #[test]
    fn the_vat_of_the_total_is_known_for_designs_with_free_delivery_alone() {
        let offer = |lines: Vec<inquiry::OfferLine>, delivery_price_minor| inquiry::Offer {
            lines,
            delivery_price_minor,
            ..inquiry::Offer::default()
        };
        let product = inquiry::OfferLine {
            subtotal_minor: 100,
            ..inquiry::OfferLine::default()
        };
        let designed = line(Some(18));
        assert_eq!(vat_of(&designed), Some(44_451));
        assert_eq!(total_vat(&offer(vec![designed.clone(); 2], 0)), Some(88_902));
        assert_eq!(total_vat(&offer(vec![designed.clone()], 1)), None);
        assert_eq!(total_vat(&offer(vec![designed, product], 0)), None);
        assert_eq!(total_vat(&offer(vec![line(None)], 0)), None);
        assert_eq!(total_vat(&offer(Vec::new(), 0)), None);
    }
}
