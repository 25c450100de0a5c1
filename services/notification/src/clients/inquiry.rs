//! Client of the inquiry service.

use kit::{
    convert::time,
    domain::{GivenMeasures, InquiryId, Language, Length, LocalizedText, Measures, ProductId},
    grpc::Client,
    vocabulary::{ProtobufWord as _, inquiry::Measuring},
};
use lettre::Address;
use proto::inquiry::v1::{
    self as pb, GetInquiryRequest, GetStaffMailRequest, GetUnreadMailRequest,
    conversation_service_client::ConversationServiceClient, inbox_service_client::InboxServiceClient,
    inquiry_service_client::InquiryServiceClient,
};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{incomplete, send_error};
use crate::{format::one_line, mail::SendError};

/// Name of the service in stored reasons.
const SERVICE: &str = "the inquiries";

pub(crate) struct InquiryClient {
    inquiries: InquiryServiceClient<Client>,
    inbox: InboxServiceClient<Client>,
    conversations: ConversationServiceClient<Client>,
}

/// Messages of staff that the customer has not read.
pub(crate) struct Unread {
    /// Number of the inquiry.
    pub(crate) number: String,
    pub(crate) email: Address,
    pub(crate) language: Option<Language>,
    /// Token of the conversation.
    pub(crate) token: String,
    /// Oldest first.
    pub(crate) messages: Vec<UnreadMessage>,
}

/// A message that the customer has not read.
pub(crate) struct UnreadMessage {
    pub(crate) at: OffsetDateTime,
    /// Empty = photos only.
    pub(crate) text: String,
    pub(crate) has_photos: bool,
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

/// The data of an inquiry in e-mails. All text except the message and the notes is one line.
pub(crate) struct Inquiry {
    pub(crate) number: String,
    pub(crate) created_at: OffsetDateTime,
    pub(crate) name: String,
    pub(crate) phone: String,
    pub(crate) email: Address,
    pub(crate) message: String,
    /// The pieces of a quote request; empty for other kinds.
    pub(crate) items: Vec<QuotedItem>,
    /// `None` if the request had none.
    pub(crate) language: Option<Language>,
    /// Time until which the shop promised to call.
    pub(crate) promised_at: Option<OffsetDateTime>,
    /// Token of the conversation; `None` in responses of the previous version.
    pub(crate) conversation: Option<String>,
}

/// A piece of a quote request.
pub(crate) struct QuotedItem {
    /// `None` for a designed piece without a product.
    pub(crate) id: Option<ProductId>,
    pub(crate) name: LocalizedText,
    /// Path of the picture; empty if there is none.
    pub(crate) image: String,
    pub(crate) quantity: Option<u32>,
    /// Slug of the color.
    pub(crate) color: Option<String>,
    pub(crate) size: Size,
    /// Text of the sender; empty = none.
    pub(crate) note: String,
    pub(crate) design: Option<QuotedDesign>,
}

/// Design of a piece.
pub(crate) struct QuotedDesign {
    /// Code, which the link to the design ends with.
    pub(crate) code: String,
    /// The piece in words.
    pub(crate) sentence: LocalizedText,
}

/// Size of a piece.
pub(crate) enum Size {
    /// The product's own size.
    Standard,
    /// These measures; `None` if the note describes them.
    Own(Option<GivenMeasures>),
    /// The shop measures on site.
    Visit,
}

impl InquiryClient {
    pub(super) fn new(client: Client) -> Self {
        Self {
            inquiries: client.clone().rpcs(),
            conversations: client.clone().rpcs(),
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
        let response = response.into_inner();
        let inquiry = convert(response.inquiry.ok_or_else(|| incomplete(SERVICE))?)?;
        Ok(Inquiry {
            promised_at: response.promised_at.as_ref().and_then(time),
            conversation: Some(response.conversation_token).filter(|token| !token.is_empty()),
            ..inquiry
        })
    }

    /// Returns what the customer of an inquiry has not read.
    pub(crate) async fn unread(&self, inquiry: InquiryId) -> Result<Unread, SendError> {
        let request = GetUnreadMailRequest {
            inquiry_id: inquiry.to_string(),
        };
        let response = self.conversations.clone().get_unread_mail(request).await;
        let mail = response
            .map_err(|status| send_error(SERVICE, "the conversation is gone", &status))?
            .into_inner();
        let messages = mail.messages.into_iter().map(|message| {
            Some(UnreadMessage {
                at: message.created_at.as_ref().and_then(time)?,
                text: message.text,
                has_photos: !message.files.is_empty(),
            })
        });
        Ok(Unread {
            messages: messages
                .collect::<Option<_>>()
                .ok_or_else(|| incomplete(SERVICE))?,
            number: mail.number,
            email: mail
                .email
                .parse()
                .map_err(|_| SendError::Permanent("no mail can go to the customer's address".to_owned()))?,
            language: Language::known(mail.language),
            token: mail.token,
        })
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
            language: Language::known(mail.language),
        })
    }
}

fn convert(inquiry: pb::Inquiry) -> Result<Inquiry, SendError> {
    let Some(sender) = inquiry.sender else {
        return Err(SendError::Permanent(
            "the inquiry's writer is forgotten".to_owned(),
        ));
    };
    let mut items = inquiry.items;
    if items.is_empty() {
        // The previous version responds with one product only.
        items.extend(inquiry.product.map(|product| pb::QuoteItem {
            product: Some(product),
            ..pb::QuoteItem::default()
        }));
    }
    let items = items.into_iter().map(quoted_item);
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
        items: items.collect::<Option<_>>().ok_or_else(|| incomplete(SERVICE))?,
        language: Language::known(inquiry.language),
        promised_at: None,
        conversation: None,
    })
}

fn quoted_item(item: pb::QuoteItem) -> Option<QuotedItem> {
    let size = match item.measuring.parse() {
        Ok(Measuring::Own) => Size::Own(given_measures(&item)),
        Ok(Measuring::Visit) => Size::Visit,
        Ok(Measuring::Standard) | Err(_) => Size::Standard,
    };
    let product = item.product?;
    let design = item.design.map(|design| QuotedDesign {
        code: design.code,
        sentence: design.sentence.unwrap_or_default().into(),
    });
    let id = ProductId::try_from(product.product_id).ok();
    if id.is_none() && design.is_none() {
        return None;
    }
    Some(QuotedItem {
        id,
        name: product.name?.into(),
        image: product.image,
        quantity: product.quantity,
        color: Some(product.color).filter(|color| !color.is_empty()),
        size,
        note: item.note,
        design,
    })
}

/// Measures of the previous version, and those of an object of a later one, are of the piece.
fn given_measures(item: &pb::QuoteItem) -> Option<GivenMeasures> {
    let measures = item.measures.as_ref()?;
    Some(GivenMeasures {
        measures: Measures {
            width: Length::from_millimetres(measures.width_mm)?,
            depth: Length::from_millimetres(measures.depth_mm)?,
            height: Length::from_millimetres(measures.height_mm)?,
        },
        of: item.measures_of.parse().unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use kit::vocabulary::inquiry::MeasuresOf;

    use super::*;

    #[test]
    fn measures_are_of_the_piece_unless_they_are_of_a_niche() {
        for (word, of) in [
            ("", MeasuresOf::Piece),
            ("piece", MeasuresOf::Piece),
            ("niche", MeasuresOf::Niche),
        ] {
            let item = pb::QuoteItem {
                measures: Some(pb::Measures {
                    width_mm: 2_430,
                    depth_mm: 610,
                    height_mm: 2_620,
                }),
                measures_of: word.to_owned(),
                ..pb::QuoteItem::default()
            };
            let given = given_measures(&item).unwrap();
            assert_eq!(given.of, of, "{word}");
            assert_eq!(given.measures.width.millimetres(), 2_430);
        }
        assert_eq!(given_measures(&pb::QuoteItem::default()), None);
    }
}
