//! A letter as a message that mail servers understand.

use kit::domain::EventId;
use lettre::{
    Message,
    message::{
        Mailbox, MultiPart,
        header::{Header, HeaderName, HeaderValue},
    },
};

use crate::{
    mail::Setback,
    writer::{Recipient, Written},
};

/// Who writes, and where the shop reads.
pub(crate) struct Envelopes {
    /// Who letters are from.
    pub(crate) from: Mailbox,
    /// Where the shop reads its mail.
    pub(crate) shop: Mailbox,
    /// The host that names messages.
    pub(crate) host: String,
}

impl Envelopes {
    /// The message of a letter. The same event and kind have the same id, so that mail programs can see a double.
    pub(crate) fn message(&self, event: EventId, kind: &str, written: &Written) -> Result<Message, Setback> {
        let (to, reply_to) = match &written.recipient {
            Recipient::Customer(address) => (Mailbox::new(None, address.clone()), self.shop.clone()),
            Recipient::Shop { answers_to } => (self.shop.clone(), Mailbox::new(None, answers_to.clone())),
        };
        let letter = &written.letter;
        let unwritable =
            |error: askama::Error| Setback::Never(format!("the letter cannot be written: {error}"));
        let parts = MultiPart::alternative_plain_html(
            letter.text().map_err(unwritable)?,
            letter.html().map_err(unwritable)?,
        );
        Message::builder()
            .from(self.from.clone())
            .to(to)
            .reply_to(reply_to)
            .subject(&letter.subject)
            .message_id(Some(format!("<{event}.{kind}@{}>", self.host)))
            .header(AutoSubmitted)
            .header(ContentLanguage(letter.language.code()))
            .multipart(parts)
            .map_err(|error| Setback::Never(format!("the message cannot be built: {error}")))
    }
}

/// No holiday notice answers this.
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

/// The language of the whole message.
#[derive(Clone)]
struct ContentLanguage(&'static str);

impl Header for ContentLanguage {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Content-Language")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Err("only written, never read".into())
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use kit::domain::Language;

    use super::*;
    use crate::letter::Letter;

    fn envelopes() -> Envelopes {
        Envelopes {
            from: "Şəbəkə <shop@shop.example>".parse().unwrap(),
            shop: "orders@shop.example".parse().unwrap(),
            host: "shop.example".to_owned(),
        }
    }

    fn written(subject: &str, recipient: Recipient) -> Written {
        Written {
            letter: Letter {
                language: Language::Az,
                subject: subject.to_owned(),
                title: "Title".to_owned(),
                blocks: Vec::new(),
                answering: "Answer".to_owned(),
                shop: "Şəbəkə".to_owned(),
                home: "https://shop.example/az".to_owned(),
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
    fn no_subject_makes_a_header_of_its_own() {
        let to = Recipient::Customer("leyla@example.com".parse().unwrap());
        for subject in [
            "x\r\nBcc: all@example.com",
            "x\nBcc: all@example.com",
            "x\rBcc: all@example.com",
            "ə\r\n\r\n<b>body</b>",
        ] {
            let message = envelopes()
                .message(EventId::generate(), "welcome", &written(subject, to.clone()))
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
    fn answers_go_to_who_can_give_them() {
        let leyla: lettre::Address = "leyla@example.com".parse().unwrap();
        let event = EventId::generate();
        let message = envelopes()
            .message(
                event,
                "welcome",
                &written("x", Recipient::Customer(leyla.clone())),
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
        let message = envelopes()
            .message(
                event,
                "shop_order",
                &written("x", Recipient::Shop { answers_to: leyla }),
            )
            .unwrap();
        let found = headers(&message);
        for header in ["To: orders@shop.example", "Reply-To: leyla@example.com"] {
            assert!(found.iter().any(|found| found == header), "{header}: {found:?}");
        }
    }
}
