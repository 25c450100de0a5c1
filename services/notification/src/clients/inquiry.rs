//! Client of the inquiry service.

use kit::{
    convert::time,
    domain::{InquiryId, Language, LocalizedText, ProductId},
    grpc::Client,
};
use lettre::Address;
use proto::inquiry::v1::{
    self as pb, GetInquiryRequest, GetStaffMailRequest, inbox_service_client::InboxServiceClient,
    inquiry_service_client::InquiryServiceClient,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{incomplete, language, send_error};
use crate::{format::one_line, mail::SendError};

/// Name of the service in stored reasons.
const SERVICE: &str = "the inquiries";

pub(crate) struct InquiryClient {
    inquiries: InquiryServiceClient<Client>,
    inbox: InboxServiceClient<Client>,
}

/// A mail by staff. The subject is one line.
pub(crate) struct StaffMail {
    /// Number of the inquiry.
    pub(crate) number: String,
    pub(crate) email: Address,
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) language: Option<Language>,
}

/// The data of an inquiry in e-mails. All text except the message is one line.
pub(crate) struct Inquiry {
    pub(crate) number: String,
    pub(crate) created_at: OffsetDateTime,
    pub(crate) name: String,
    pub(crate) phone: String,
    pub(crate) email: Address,
    pub(crate) message: String,
    pub(crate) product: Option<QuotedProduct>,
    /// `None` if the request had none.
    pub(crate) language: Option<Language>,
}

/// The product of a quote request.
pub(crate) struct QuotedProduct {
    pub(crate) id: ProductId,
    pub(crate) name: LocalizedText,
    pub(crate) quantity: Option<u32>,
    /// Slug of the color.
    pub(crate) color: Option<String>,
}

impl InquiryClient {
    pub(super) fn new(client: Client) -> Self {
        Self {
            inquiries: client.clone().rpcs(),
            inbox: client.rpcs(),
        }
    }

    /// Returns an inquiry.
    pub(crate) async fn inquiry(&self, inquiry: InquiryId) -> Result<Inquiry, SendError> {
        let request = GetInquiryRequest {
            inquiry_id: inquiry.to_string(),
        };
        let response = self.inquiries.clone().get_inquiry(request).await;
        let response = response.map_err(|status| send_error(SERVICE, "the inquiry is gone", &status))?;
        convert(response.into_inner().inquiry.ok_or_else(|| incomplete(SERVICE))?)
    }

    /// Returns a mail by staff.
    pub(crate) async fn staff_mail(&self, message: Uuid) -> Result<StaffMail, SendError> {
        let request = GetStaffMailRequest {
            message_id: message.to_string(),
        };
        let response = self.inbox.clone().get_staff_mail(request).await;
        let mail = response
            .map_err(|status| send_error(SERVICE, "the mail is gone", &status))?
            .into_inner();
        Ok(StaffMail {
            number: mail.number,
            email: mail
                .email
                .parse()
                .map_err(|_| SendError::Permanent("no mail can go to the customer's address".to_owned()))?,
            subject: one_line(&mail.subject),
            text: mail.text,
            language: language(mail.language),
        })
    }
}

fn convert(inquiry: pb::Inquiry) -> Result<Inquiry, SendError> {
    let Some(sender) = inquiry.sender else {
        return Err(SendError::Permanent(
            "the inquiry's writer is forgotten".to_owned(),
        ));
    };
    let product = match inquiry.product {
        Some(product) => Some(quoted_product(product).ok_or_else(|| incomplete(SERVICE))?),
        None => None,
    };
    Ok(Inquiry {
        number: inquiry.number,
        created_at: inquiry
            .created_at
            .as_ref()
            .and_then(time)
            .ok_or_else(|| incomplete(SERVICE))?,
        name: one_line(&format!("{} {}", sender.name, sender.surname)),
        phone: one_line(&sender.phone),
        email: sender
            .email
            .parse()
            .map_err(|_| SendError::Permanent("no mail can go to the writer's address".to_owned()))?,
        message: sender.message,
        product,
        language: language(inquiry.language),
    })
}

fn quoted_product(product: pb::QuotedProduct) -> Option<QuotedProduct> {
    Some(QuotedProduct {
        id: product.product_id.try_into().ok()?,
        name: product.name?.into(),
        quantity: product.quantity,
        color: Some(product.color).filter(|color| !color.is_empty()),
    })
}
