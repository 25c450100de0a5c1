//! Takes in a contact message.

use kit::{caller::Caller, failure::Failure};
use prost::Message as _;
use proto::inquiry::v1::{SendContactMessageRequest, SendContactMessageResponse};
use tonic::Request;

use super::{
    State,
    take_in::{self, Visitor},
};
use crate::{
    error::InquiryError,
    fields::Fields,
    inquiry::{Sender, Subject},
    submission::Key,
};

pub(super) async fn handle(
    state: &State,
    request: Request<SendContactMessageRequest>,
) -> Result<SendContactMessageResponse, Failure> {
    let visitor = Visitor::new(Caller::from_request(&request)?, &request.get_ref().client_address);
    let (sender, key) = decode(request.get_ref())?;
    let number = take_in::at_once(state, &visitor, &key, Subject::Contact, sender).await?;
    Ok(SendContactMessageResponse { number })
}

fn decode(request: &SendContactMessageRequest) -> Result<(Sender, Key), InquiryError> {
    let mut fields = Fields::default();
    let name = fields.line::<100>("name", &request.name);
    let phone = fields.any_phone("phone", &request.phone);
    let email = fields.email("email", &request.email);
    let message = fields.text::<5_000>("message", &request.message);
    let key = fields.key(&request.idempotency_key);
    match (name, phone, email, message, key) {
        (Some(name), Some(phone), Some(email), Some(message), Some(key)) => {
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
            Ok((sender, Key::new(key, &content.encode_to_vec())))
        }
        _ => Err(fields.into_error()),
    }
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
    async fn a_message_keeps_its_lines_and_the_phone_as_it_was_typed() {
        let fixture = Fixture::start().await;
        let number = fixture
            .write(SendContactMessageRequest {
                phone: "ev: 12-34".to_owned(),
                ..message("Salam,\nqapı nə vaxt hazır olur?")
            })
            .await
            .unwrap();
        assert!(number.starts_with("SM-"), "{number}");
        let found = fixture.found(&number).await;
        assert_eq!((found.kind(), found.product), (InquiryKind::Contact, None));
        let sender = found.sender.unwrap();
        assert_eq!(sender.message, "Salam,\nqapı nə vaxt hazır olur?");
        assert_eq!(
            (sender.phone.as_str(), sender.surname.as_str()),
            ("ev: 12-34", "")
        );
        let told = fixture.harness.published::<ContactReceived>().await;
        assert_eq!(
            told,
            [ContactReceived {
                inquiry_id: found.id,
                number
            }]
        );
    }

    #[tokio::test]
    async fn every_wrong_field_is_named() {
        let fixture = Fixture::start().await;
        let refused = fixture
            .write(SendContactMessageRequest {
                name: "Leyla\nBcc: all@example.az".to_owned(),
                phone: "1".repeat(31),
                email: String::new(),
                message: "a".repeat(5_001),
                idempotency_key: "k".repeat(256),
                client_address: String::new(),
            })
            .await
            .unwrap_err();
        assert_eq!(
            fields(&refused),
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
        fixture.write(longest).await.unwrap();
    }

    #[tokio::test]
    async fn a_double_click_is_one_message() {
        let fixture = Fixture::start().await;
        let tries = (0..8).map(|_| fixture.write(message("Salam")));
        let numbers = futures::future::try_join_all(tries).await.unwrap();
        assert!(numbers.iter().all(|number| *number == numbers[0]), "{numbers:?}");
        assert_eq!(fixture.harness.published::<ContactReceived>().await.len(), 1);

        let other = fixture.write(message("Salam!")).await.unwrap();
        assert_ne!(other, numbers[0]);
        let somebody_else = SendContactMessageRequest {
            email: "ruslan@example.az".to_owned(),
            ..message("Salam")
        };
        assert_ne!(fixture.write(somebody_else).await.unwrap(), numbers[0]);
        // Later it is meant.
        fixture.age_submissions(60).await;
        assert_ne!(fixture.write(message("Salam")).await.unwrap(), numbers[0]);
        assert_eq!(fixture.harness.published::<ContactReceived>().await.len(), 4);
    }

    #[tokio::test]
    async fn a_key_stands_for_one_message_for_a_day() {
        let fixture = Fixture::start().await;
        let keyed = |text| SendContactMessageRequest {
            idempotency_key: "a".to_owned(),
            ..message(text)
        };
        let tries = (0..8).map(|_| fixture.write(keyed("Salam")));
        let numbers = futures::future::try_join_all(tries).await.unwrap();
        assert!(numbers.iter().all(|number| *number == numbers[0]), "{numbers:?}");
        fixture.age_submissions(24 * 3600 - 60).await;
        assert_eq!(fixture.write(keyed("Salam")).await.unwrap(), numbers[0]);
        let refused = fixture.write(keyed("Another")).await.unwrap_err();
        assert_eq!(Failure::from_status(&refused).code, Code::KeyReused);
        fixture.age_submissions(60).await;
        assert_ne!(fixture.write(keyed("Another")).await.unwrap(), numbers[0]);
    }

    #[tokio::test]
    async fn one_address_has_a_bounded_number_of_tries_with_each_form() {
        let fixture = Fixture::start().await;
        fixture.leave(1, &limits::of_form(Kind::Contact), ADDRESS).await;
        fixture.write(message("Salam")).await.unwrap();
        let refused = fixture.write(message("Salam")).await.unwrap_err();
        let refused = Failure::from_status(&refused);
        assert_eq!(refused.code, Code::LimitReached);
        assert!(refused.retry_after.is_some());
        let elsewhere = SendContactMessageRequest {
            client_address: "203.0.113.2".to_owned(),
            ..message("Salam")
        };
        fixture.write(elsewhere).await.unwrap();
        fixture.download(crate::testing::catalogue()).await.unwrap();
    }
}
