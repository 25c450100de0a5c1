//! Client of the inquiry service's offers.

use kit::{
    calendar,
    domain::{Language, Money},
    grpc::Client,
    vocabulary::ProtobufWord as _,
};
use lettre::Address;
use proto::inquiry::v1::{
    GetOfferMailRequest, GetOfferMailResponse, OfferLine, OfferState,
    offer_service_client::OfferServiceClient,
};
use time::Date;
use uuid::Uuid;

use super::{incomplete, send_error};
use crate::{
    format::{lines, one_line},
    mail::SendError,
};

/// Name of the service in stored reasons.
const SERVICE: &str = "the offers";

pub(crate) struct OfferClient(OfferServiceClient<Client>);

/// The data of an offer's revision in e-mails. All text except the message and the comment is one line.
pub(crate) struct Offer {
    pub(crate) number: String,
    /// Number of the quote.
    pub(crate) quote_number: String,
    pub(crate) state: OfferState,
    /// Token of the customer's page.
    pub(crate) token: String,
    pub(crate) language: Option<Language>,
    /// Last day of validity.
    pub(crate) valid_until: Date,
    /// Working days until delivery.
    pub(crate) make_days: Option<u32>,
    pub(crate) delivery_text: String,
    pub(crate) delivery_price: Money,
    /// Lines of the message to the customer.
    pub(crate) message: Vec<String>,
    pub(crate) lines: Vec<OfferedLine>,
    /// Sum of the lines before discounts.
    pub(crate) products: Money,
    pub(crate) savings: Money,
    pub(crate) total: Money,
    /// First payment.
    pub(crate) deposit: Money,
    /// price, time, competitor or other; empty = not declined.
    pub(crate) reason: String,
    /// Lines of the customer's words, or of those of the staff about the customer's answer.
    pub(crate) comment: Vec<String>,
    pub(crate) customer: OfferCustomer,
    /// Staff member who is responsible for the quote.
    pub(crate) assignee: Option<Uuid>,
}

/// A line of an offer.
pub(crate) struct OfferedLine {
    pub(crate) name: String,
    pub(crate) detail: String,
    /// Path of the picture; empty if there is none.
    pub(crate) image: String,
    pub(crate) quantity: u32,
    /// Price of one piece before the discount.
    pub(crate) list_price: Money,
    /// Price of one piece after the discount.
    pub(crate) price: Money,
    pub(crate) subtotal: Money,
}

/// The customer of an offer. A visitor typed all of it.
pub(crate) struct OfferCustomer {
    /// Whole name; empty once wiped.
    pub(crate) name: String,
    pub(crate) email: Option<Address>,
    pub(crate) phone: String,
}

impl OfferClient {
    pub(super) fn new(client: Client) -> Self {
        Self(client.rpcs())
    }

    /// Returns a revision.
    pub(crate) async fn offer(&self, offer: Uuid) -> Result<Offer, SendError> {
        let request = GetOfferMailRequest {
            offer_id: offer.to_string(),
        };
        let response = self.0.clone().get_offer_mail(request).await;
        let response = response
            .map_err(|status| send_error(SERVICE, "the offer is gone", &status))?
            .into_inner();
        let email =
            match response.customer_email.as_str() {
                "" => None,
                email => Some(email.parse().map_err(|_| {
                    SendError::Permanent("no mail can go to the customer's address".to_owned())
                })?),
            };
        convert(response, email).ok_or_else(|| incomplete(SERVICE))
    }
}

fn convert(response: GetOfferMailResponse, email: Option<Address>) -> Option<Offer> {
    let offer = response.offer?;
    let assignee = match response.assignee_id.as_str() {
        "" => None,
        id => Some(Uuid::try_parse(id).ok()?),
    };
    Some(Offer {
        state: offer.state(),
        language: Language::known(offer.language),
        number: offer.number,
        quote_number: offer.inquiry_number,
        token: response.token,
        valid_until: calendar::parse_date(&offer.valid_until)?,
        make_days: offer.make_days,
        delivery_text: one_line(&offer.delivery_text),
        delivery_price: Money::from_minor(offer.delivery_price_minor).ok()?,
        message: paragraphs(&offer.message),
        lines: offer.lines.iter().map(line).collect::<Option<_>>()?,
        products: Money::from_minor(offer.list_total_minor).ok()?,
        savings: Money::from_minor(offer.savings_minor).ok()?,
        total: Money::from_minor(offer.total_minor).ok()?,
        deposit: Money::from_minor(offer.deposit_minor).ok()?,
        reason: offer.reason,
        comment: paragraphs(&offer.reason_text),
        customer: OfferCustomer {
            name: one_line(&response.customer_name),
            email,
            phone: one_line(&response.customer_phone),
        },
        assignee,
    })
}

/// Splits a text into lines; an empty text has none.
fn paragraphs(text: &str) -> Vec<String> {
    let found = lines(text);
    if found.iter().all(String::is_empty) {
        Vec::new()
    } else {
        found
    }
}

fn line(line: &OfferLine) -> Option<OfferedLine> {
    Some(OfferedLine {
        name: one_line(&line.name),
        detail: one_line(&line.detail),
        image: line.image_url.clone(),
        quantity: line.quantity,
        list_price: Money::from_minor(line.list_price_minor).ok()?,
        price: Money::from_minor(line.unit_price_minor).ok()?,
        subtotal: Money::from_minor(line.subtotal_minor).ok()?,
    })
}
