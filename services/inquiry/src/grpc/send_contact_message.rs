//! Submits a contact message.

use kit::{caller::Caller, failure::Failure, validation::FieldErrors};
use prost::Message as _;
use proto::inquiry::v1::{SendContactMessageRequest, SendContactMessageResponse};

use super::{
    State,
    submit::{self, Visitor},
};
use crate::{
    contact::phone_number,
    inquiry::{Sender, Subject},
    submission::Key,
};

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: SendContactMessageRequest,
) -> Result<SendContactMessageResponse, Failure> {
    let visitor = Visitor::new(&caller, &request.client_address, request.visit.as_ref());
    let (sender, key) = decode(&visitor, &request)?;
    let receipt = submit::submit(state, &visitor, &key, Subject::Contact, sender).await?;
    Ok(SendContactMessageResponse {
        number: receipt.number,
    })
}

fn decode(visitor: &Visitor, request: &SendContactMessageRequest) -> Result<(Sender, Key), Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.name::<1, 100>("name", &request.name);
    // Another text, such as "after six", is kept as it is.
    let phone = phone_number(&request.phone).or_else(|| errors.line::<1, 30>("phone", &request.phone));
    let email = errors.email("email", &request.email);
    let message = errors.text::<1, 5_000>("message", &request.message);
    let key = errors.idempotency_key(&request.idempotency_key);
    let (name, phone, email, message, key) = errors.finish((name, phone, email, message, key))?;
    let sender = Sender {
        name,
        surname: String::new(),
        phone,
        email: email.as_str().to_owned(),
        message,
    };
    let content = SendContactMessageRequest {
        name: sender.name.clone(),
        phone: sender.phone.clone(),
        email: sender.email.clone(),
        message: sender.message.clone(),
        ..SendContactMessageRequest::default()
    };
    Ok((sender, Key::new(&visitor.name(), key, &content.encode_to_vec())))
}

#[cfg(test)]
mod tests {
    use kit::failure::{Code, Failure};
    use proto::inquiry::v1::{ContactReceived, InquiryKind};

    use super::*;
    use crate::{
        inquiry::Kind,
        limits,
        testing::{ADDRESS, Fixture, fields, message},
    };

    #[tokio::test]
    async fn keeps_line_breaks_and_the_phone_as_typed() {
        let fixture = Fixture::start().await;
        let number = fixture
            .send_message(SendContactMessageRequest {
                phone: "ev: 12-34".to_owned(),
                ..message("Salam,\nqapı nə vaxt hazır olur?")
            })
            .await
            .unwrap();
        assert!(number.starts_with("SM-"), "{number}");
        let found = fixture.read(&number).await;
        assert_eq!((found.kind(), found.product), (InquiryKind::Contact, None));
        let sender = found.sender.unwrap();
        assert_eq!(sender.message, "Salam,\nqapı nə vaxt hazır olur?");
        assert_eq!(
            (sender.phone.as_str(), sender.surname.as_str()),
            ("ev: 12-34", "")
        );
        let published = fixture.harness.published::<ContactReceived>().await;
        assert_eq!(
            published,
            [ContactReceived {
                inquiry_id: found.id,
                number
            }]
        );
    }

    #[tokio::test]
    async fn names_all_invalid_fields() {
        let fixture = Fixture::start().await;
        let error = fixture
            .send_message(SendContactMessageRequest {
                name: "Leyla\nBcc: all@example.az".to_owned(),
                phone: "1".repeat(31),
                email: String::new(),
                message: "a".repeat(5_001),
                idempotency_key: "k".repeat(256),
                client_address: String::new(),
                visit: None,
            })
            .await
            .unwrap_err();
        assert_eq!(
            fields(&error),
            [
                ("name", "FIELD.INVALID"),
                ("phone", "FIELD.TOO_LONG"),
                ("email", "FIELD.REQUIRED"),
                ("message", "FIELD.TOO_LONG"),
                ("Idempotency-Key", "FIELD.TOO_LONG"),
            ]
            .map(|(name, key)| (name.to_owned(), key.to_owned()))
        );
        let longest = message(&"ə".repeat(5_000));
        fixture.send_message(longest).await.unwrap();
    }

    #[tokio::test]
    async fn repeated_content_within_a_minute_is_one_message() {
        let fixture = Fixture::start().await;
        let calls = (0..8).map(|_| fixture.send_message(message("Salam")));
        let numbers = futures::future::try_join_all(calls).await.unwrap();
        assert!(numbers.iter().all(|number| *number == numbers[0]), "{numbers:?}");
        assert_eq!(fixture.harness.published::<ContactReceived>().await.len(), 1);

        let other = fixture.send_message(message("Salam!")).await.unwrap();
        assert_ne!(other, numbers[0]);
        let other_sender = SendContactMessageRequest {
            email: "ruslan@example.az".to_owned(),
            ..message("Salam")
        };
        assert_ne!(fixture.send_message(other_sender).await.unwrap(), numbers[0]);
        // After a minute it counts as another message.
        fixture.age_submissions(60).await;
        assert_ne!(fixture.send_message(message("Salam")).await.unwrap(), numbers[0]);
        assert_eq!(fixture.harness.published::<ContactReceived>().await.len(), 4);
    }

    #[tokio::test]
    async fn key_covers_one_message_for_a_day() {
        let fixture = Fixture::start().await;
        let keyed = |text| SendContactMessageRequest {
            idempotency_key: "a".to_owned(),
            ..message(text)
        };
        let calls = (0..8).map(|_| fixture.send_message(keyed("Salam")));
        let numbers = futures::future::try_join_all(calls).await.unwrap();
        assert!(numbers.iter().all(|number| *number == numbers[0]), "{numbers:?}");
        fixture.age_submissions(24 * 3600 - 60).await;
        assert_eq!(fixture.send_message(keyed("Salam")).await.unwrap(), numbers[0]);
        let error = fixture.send_message(keyed("Another")).await.unwrap_err();
        assert_eq!(Failure::from_status(&error).code, Code::KeyReused);
        fixture.age_submissions(60).await;
        assert_ne!(fixture.send_message(keyed("Another")).await.unwrap(), numbers[0]);
    }

    #[tokio::test]
    async fn key_of_another_visitor_returns_nothing_of_the_first() {
        let fixture = Fixture::start().await;
        let keyed = |text, address: &str| SendContactMessageRequest {
            idempotency_key: "a".to_owned(),
            client_address: address.to_owned(),
            ..message(text)
        };
        let first = fixture.send_message(keyed("Salam", ADDRESS)).await.unwrap();
        for (text, address) in [("Salam", "203.0.113.2"), ("Another", "203.0.113.3")] {
            assert_ne!(fixture.send_message(keyed(text, address)).await.unwrap(), first);
        }
        assert_eq!(
            fixture.send_message(keyed("Salam", ADDRESS)).await.unwrap(),
            first
        );
    }

    #[tokio::test]
    async fn limits_submissions_of_a_form_from_an_address() {
        let fixture = Fixture::start().await;
        fixture
            .use_up_limit(1, &limits::for_form(Kind::Contact), ADDRESS)
            .await;
        fixture.send_message(message("Salam")).await.unwrap();
        let error = fixture.send_message(message("Salam")).await.unwrap_err();
        let error = Failure::from_status(&error);
        assert_eq!(error.code, Code::LimitReached);
        assert!(error.retry_after.is_some());
        let elsewhere = SendContactMessageRequest {
            client_address: "203.0.113.2".to_owned(),
            ..message("Salam")
        };
        fixture.send_message(elsewhere).await.unwrap();
        fixture
            .request_brochure(crate::testing::brochure())
            .await
            .unwrap();
    }
}
