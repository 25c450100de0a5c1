//! Between protobuf and the service's own types.

use kit::failure::{Code, Failure};
use proto::{common::v1 as common, notification::v1 as wire};
use time::OffsetDateTime;

use crate::{
    mail::{self, Mail},
    store::Page,
};

/// Mails on a page at most.
const LARGEST_PAGE: u32 = 100;

/// Mails on a page where nobody says how many.
const USUAL_PAGE: u32 = 50;

impl From<Mail> for wire::Mail {
    fn from(mail: Mail) -> Self {
        Self {
            id: mail.id.to_string(),
            event_id: mail.event.to_string(),
            kind: mail.kind,
            state: wire::MailState::from(mail.state).into(),
            attempts: u32::try_from(mail.attempts).unwrap_or_default(),
            reason: mail.reason.unwrap_or_default(),
            created_at: Some(timestamp(mail.created_at)),
            next_attempt_at: (mail.state == mail::State::Waiting).then(|| timestamp(mail.next_attempt_at)),
            sent_at: mail
                .ended_at
                .filter(|_| mail.state == mail::State::Sent)
                .map(timestamp),
        }
    }
}

impl From<mail::State> for wire::MailState {
    fn from(state: mail::State) -> Self {
        match state {
            mail::State::Waiting => Self::Waiting,
            mail::State::Sent => Self::Sent,
            mail::State::Failed => Self::Failed,
        }
    }
}

/// A state, or none where the number says so.
pub(super) fn state(number: i32) -> Result<Option<mail::State>, Failure> {
    match wire::MailState::try_from(number) {
        Ok(wire::MailState::Unspecified) => Ok(None),
        Ok(wire::MailState::Waiting) => Ok(Some(mail::State::Waiting)),
        Ok(wire::MailState::Sent) => Ok(Some(mail::State::Sent)),
        Ok(wire::MailState::Failed) => Ok(Some(mail::State::Failed)),
        Err(_) => Err(Failure::invalid_field("state", "FIELD.INVALID")),
    }
}

/// Which part of a list; the first, where nobody says.
pub(super) fn page(page: Option<common::Page>) -> Result<Page, Failure> {
    let common::Page { number, size } = page.unwrap_or(common::Page {
        number: 1,
        size: USUAL_PAGE,
    });
    let mut failure = Failure::new(Code::Invalid);
    if number == 0 {
        failure = failure.with_field("page", "FIELD.OUT_OF_RANGE");
    }
    if size == 0 || size > LARGEST_PAGE {
        failure = failure.with_field("limit", "FIELD.OUT_OF_RANGE");
    }
    if !failure.fields.is_empty() {
        return Err(failure);
    }
    Ok(Page {
        limit: size.into(),
        offset: i64::from(number - 1) * i64::from(size),
    })
}

fn timestamp(at: OffsetDateTime) -> prost_types::Timestamp {
    prost_types::Timestamp {
        seconds: at.unix_timestamp(),
        nanos: i32::try_from(at.nanosecond()).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_held_to_its_bounds() {
        let ask = |number, size| page(Some(common::Page { number, size }));
        assert_eq!(page(None).unwrap(), Page { limit: 50, offset: 0 });
        assert_eq!(
            ask(3, 20).unwrap(),
            Page {
                limit: 20,
                offset: 40
            }
        );
        let wrong = ask(0, 101).unwrap_err();
        let names: Vec<_> = wrong.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["page", "limit"]);
    }

    #[test]
    fn every_state_comes_back_as_itself() {
        for number in 1..=3 {
            let read = state(number).unwrap().unwrap();
            assert_eq!(i32::from(wire::MailState::from(read)), number);
        }
        assert!(state(0).unwrap().is_none() && state(4).is_err());
    }
}
