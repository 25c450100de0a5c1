//! What a letter asks the inquiries.

use kit::{
    domain::{InquiryId, Language, LocalizedText, ProductId},
    grpc::Client,
};
use lettre::Address;
use proto::inquiry::v1::{self as wire, GetInquiryRequest, inquiry_service_client::InquiryServiceClient};
use time::OffsetDateTime;

use super::{broken, language, setback, time};
use crate::{mail::Setback, wording::one_line};

/// Its name in reasons.
const OWNER: &str = "the inquiries";

/// The inquiries, as far as letters need them.
pub(crate) struct Inquiries(InquiryServiceClient<Client>);

/// An inquiry, as a letter tells of it.
pub(crate) struct Inquiry {
    pub(crate) number: String,
    pub(crate) created_at: OffsetDateTime,
    /// On one line, as all that follows but the message.
    pub(crate) name: String,
    pub(crate) phone: String,
    pub(crate) email: Address,
    pub(crate) message: String,
    pub(crate) product: Option<QuotedProduct>,
    /// None where the request did not say.
    pub(crate) language: Option<Language>,
}

/// What a quote is wanted for.
pub(crate) struct QuotedProduct {
    pub(crate) id: ProductId,
    pub(crate) name: LocalizedText,
    pub(crate) quantity: Option<u32>,
    /// A slug of the palette.
    pub(crate) color: Option<String>,
}

impl Inquiries {
    pub(super) fn new(client: Client) -> Self {
        Self(InquiryServiceClient::new(client))
    }

    /// An inquiry.
    pub(crate) async fn inquiry(&self, inquiry: InquiryId) -> Result<Inquiry, Setback> {
        let request = GetInquiryRequest {
            inquiry_id: inquiry.to_string(),
        };
        let answer = self.0.clone().get_inquiry(request).await;
        let answer = answer.map_err(|status| setback(OWNER, "the inquiry is gone", &status))?;
        read(answer.into_inner().inquiry.ok_or_else(|| broken(OWNER))?)
    }
}

fn read(inquiry: wire::Inquiry) -> Result<Inquiry, Setback> {
    let Some(sender) = inquiry.sender else {
        return Err(Setback::Never("the inquiry's writer is forgotten".to_owned()));
    };
    let product = match inquiry.product {
        Some(product) => Some(quoted(product).ok_or_else(|| broken(OWNER))?),
        None => None,
    };
    Ok(Inquiry {
        number: inquiry.number,
        created_at: time(inquiry.created_at).ok_or_else(|| broken(OWNER))?,
        name: one_line(&format!("{} {}", sender.name, sender.surname)),
        phone: one_line(&sender.phone),
        email: sender
            .email
            .parse()
            .map_err(|_| Setback::Never("no mail can go to the writer's address".to_owned()))?,
        message: sender.message,
        product,
        language: language(inquiry.language),
    })
}

fn quoted(product: wire::QuotedProduct) -> Option<QuotedProduct> {
    Some(QuotedProduct {
        id: product.product_id.try_into().ok()?,
        name: product.name?.into(),
        quantity: product.quantity,
        color: Some(product.color).filter(|color| !color.is_empty()),
    })
}
