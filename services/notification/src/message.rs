//! MIME messages of e-mails.

use kit::domain::EventId;
use lettre::{
    Message,
    message::{
        Mailbox, MessageBuilder as Headers, MultiPart,
        header::{Header, HeaderName, HeaderValue},
    },
};

use crate::{
    composer::{OutgoingEmail, Recipient},
    mail::SendError,
};

/// Builds MIME messages.
pub(crate) struct MessageBuilder {
    /// Sender of all messages.
    pub(crate) from: Mailbox,
    /// The shop's mailbox.
    pub(crate) shop: Mailbox,
    /// Host of message ids.
    pub(crate) host: String,
}

impl MessageBuilder {
    /// Builds the message of an e-mail. Its id depends only on event and kind, so that mail clients detect duplicates.
    pub(crate) fn build(
        &self,
        event: EventId,
        kind: &str,
        outgoing: &OutgoingEmail,
    ) -> Result<Message, SendError> {
        let (to, reply_to) = match &outgoing.recipient {
            Recipient::Customer(address) | Recipient::Unproven(address) | Recipient::Workshop(address) => {
                (vec![Mailbox::new(None, address.clone())], self.shop.clone())
            }
            Recipient::Owners(addresses) => {
                let mailboxes = addresses
                    .iter()
                    .map(|address| Mailbox::new(None, address.clone()));
                (mailboxes.collect(), self.shop.clone())
            }
            Recipient::Shop { reply_to } => {
                let reply_to = reply_to.clone();
                let reply_to =
                    reply_to.map_or_else(|| self.shop.clone(), |address| Mailbox::new(None, address));
                (vec![self.shop.clone()], reply_to)
            }
        };
        let email = &outgoing.email;
        let render_error =
            |error: askama::Error| SendError::Permanent(format!("the e-mail cannot be rendered: {error}"));
        let parts = MultiPart::alternative_plain_html(
            email.text().map_err(render_error)?,
            email.html().map_err(render_error)?,
        );
        let message = Message::builder().from(self.from.clone());
        to.into_iter()
            .fold(message, Headers::to)
            .reply_to(reply_to)
            .subject(&email.subject)
            .message_id(Some(format!("<{event}.{kind}@{}>", self.host)))
            .header(AutoSubmitted)
            .header(ContentLanguage(email.language.name()))
            .multipart(parts)
            .map_err(|error| SendError::Permanent(format!("the message cannot be built: {error}")))
    }
}

/// Suppresses automatic replies (RFC 3834).
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// Language of the message (RFC 3282).
#[derive(Clone)]
struct ContentLanguage(&'static str);

impl Header for ContentLanguage {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Content-Language")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Err("not implemented".into())
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use kit::domain::Language;

    use super::*;
    use crate::email::Email;

    fn builder() -> MessageBuilder {
        MessageBuilder {
            from: "Şəbəkə <shop@shop.example>".parse().unwrap(),
            shop: "orders@shop.example".parse().unwrap(),
            host: "shop.example".to_owned(),
        }
    }

    fn outgoing(subject: &str, recipient: Recipient) -> OutgoingEmail {
        OutgoingEmail {
            email: Email {
                language: Language::Az,
                subject: subject.to_owned(),
                title: "Title".to_owned(),
                blocks: Vec::new(),
                reply_hint: "Answer".to_owned(),
                shop: "Şəbəkə".to_owned(),
                home: "https://shop.example/az".to_owned(),
                mark: "https://shop.example/images/mail/mark.png".to_owned(),
                lattice: "https://shop.example/images/mail/lattice.png".to_owned(),
            },
            recipient,
        }
    }

    fn headers(message: &Message) -> Vec<String> {
        let text = String::from_utf8(message.formatted()).unwrap();
        let (headers, _) = text.split_once("\r\n\r\n").unwrap();
        headers
            .replace("\r\n ", " ")
            .split("\r\n")
            .map(ToOwned::to_owned)
            .collect()
    }

    #[test]
    fn subject_cannot_inject_headers() {
        let to = Recipient::Customer("leyla@example.com".parse().unwrap());
        for subject in [
            "x\r\nBcc: all@example.com",
            "x\nBcc: all@example.com",
            "x\rBcc: all@example.com",
            "ə\r\n\r\n<b>body</b>",
        ] {
            let message = builder()
                .build(EventId::generate(), "welcome", &outgoing(subject, to.clone()))
                .unwrap();
            let headers = headers(&message);
            assert!(
                !headers
                    .iter()
                    .any(|header| header.starts_with("Bcc") || header.starts_with('<')),
                "{headers:?}"
            );
            assert_eq!(message.envelope().to().len(), 1);
        }
    }

    #[test]
    fn sets_recipient_and_reply_to() {
        let leyla: lettre::Address = "leyla@example.com".parse().unwrap();
        let event = EventId::generate();
        let message = builder()
            .build(
                event,
                "welcome",
                &outgoing("x", Recipient::Customer(leyla.clone())),
            )
            .unwrap();
        let found = headers(&message);
        for header in [
            "To: leyla@example.com",
            "Reply-To: orders@shop.example",
            "Auto-Submitted: auto-generated",
            "Content-Language: az",
            &format!("Message-ID: <{event}.welcome@shop.example>"),
        ] {
            assert!(found.iter().any(|found| found == header), "{header}: {found:?}");
        }
        let message = builder()
            .build(
                event,
                "shop_order",
                &outgoing(
                    "x",
                    Recipient::Shop {
                        reply_to: Some(leyla),
                    },
                ),
            )
            .unwrap();
        let found = headers(&message);
        for header in ["To: orders@shop.example", "Reply-To: leyla@example.com"] {
            assert!(found.iter().any(|found| found == header), "{header}: {found:?}");
        }
    }
}
