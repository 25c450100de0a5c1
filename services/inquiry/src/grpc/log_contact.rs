//! Staff: logs a contact with the customer.

use kit::{
    caller::StaffCaller,
    change::{Change, Effect},
    failure::Failure,
    staff::Permission,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE},
};
use proto::inquiry::v1::{LogContactRequest, LogContactResponse};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::{State, convert, decode, details};
use crate::{
    edit::Edit,
    error::InquiryError,
    store,
    timeline::{Detail, Entry},
    work::{Contact, FollowUp, fits},
};

/// Maximum duration in minutes.
const MAX_MINUTES: u32 = 600;

/// A valid contact.
struct NewContact {
    contact: Contact,
    minutes: Option<u32>,
    text: String,
    follow_up: Option<FollowUp>,
}

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: LogContactRequest,
) -> Result<LogContactResponse, Failure> {
    let now = store::inquiry::now(&mut *state.pool.acquire().await?).await?;
    let contact = decode(&request, now)?;
    let number = convert::number(&request.number)?;
    let operation = format!("LogContact {number}");
    let inquiry = Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| Edit::open_for(connection, &actor, &number, Permission::QuotesWrite).await,
            async |connection, edit| log(connection, edit, contact, state.promise_minutes).await,
            async |connection, _| Ok(details::load(connection, &actor, language, &number).await?),
        )
        .await?;
    Ok(LogContactResponse {
        inquiry: Some(inquiry),
    })
}

fn decode(request: &LogContactRequest, now: OffsetDateTime) -> Result<NewContact, Failure> {
    let mut errors = FieldErrors::default();
    let channel = decode::word(&mut errors, "channel", &request.channel);
    let direction = decode::word(&mut errors, "direction", &request.direction);
    let outcome = decode::word(&mut errors, "outcome", &request.outcome);
    if let (Some(channel), Some(direction), Some(outcome)) = (channel, direction, outcome) {
        errors.ensure(fits(outcome, channel, direction), "outcome", INVALID);
    }
    let is_short = request.minutes.is_none_or(|minutes| minutes <= MAX_MINUTES);
    errors.ensure(is_short, "minutes", OUT_OF_RANGE);
    let text = errors.text::<0, 5_000>("text", &request.text);
    let at = decode::contact_time(&mut errors, request.at.as_ref(), now);
    let follow_up = decode::follow_up(&mut errors, request.follow_up.as_ref(), now);
    errors.idempotency_key(&request.idempotency_key);
    let (channel, direction, outcome, at, text) = errors.finish((channel, direction, outcome, at, text))?;
    Ok(NewContact {
        contact: Contact {
            channel,
            direction,
            outcome,
            at,
        },
        minutes: request.minutes,
        text,
        follow_up,
    })
}

async fn log(
    connection: &mut PgConnection,
    mut edit: Edit,
    new: NewContact,
    promise_minutes: u32,
) -> Result<Effect, InquiryError> {
    let counts = store::timeline::count(connection, edit.inquiry.id).await?;
    edit.inquiry.check_entry(counts)?;
    let Contact {
        channel,
        direction,
        outcome,
        at,
    } = new.contact;
    let detail = Detail::Contact {
        channel,
        direction,
        outcome,
        minutes: new.minutes,
        former: Vec::new(),
    };
    let entry = Entry::new(at, Some(edit.by()), detail).with_text(new.text);
    edit.record_contact(connection, new.contact, &entry, promise_minutes)
        .await?;
    let completed = edit
        .inquiry
        .work
        .steps_completed_by(new.contact, new.follow_up.is_some());
    for step in completed {
        edit.complete_step(step)?;
    }
    edit.plan(new.follow_up)?;
    edit.save(connection, "contact", "").await?;
    Ok(edit.audited("LogContact"))
}

#[cfg(test)]
mod tests {
    use kit::{caller::Caller, failure::Code, grpc::client::on_behalf_of, staff::StaffRole};
    use proto::inquiry::v1::{Inquiry, InquiryAnswered, InquiryStatus};

    use super::*;
    use crate::testing::{Fixture, WARDROBE, fields, member, quote, staff};

    fn contact(number: &str, channel: &str, direction: &str, outcome: &str) -> LogContactRequest {
        LogContactRequest {
            number: number.to_owned(),
            channel: channel.to_owned(),
            direction: direction.to_owned(),
            outcome: outcome.to_owned(),
            ..LogContactRequest::default()
        }
    }

    async fn send(
        fixture: &Fixture,
        caller: &Caller,
        request: LogContactRequest,
    ) -> Result<Inquiry, tonic::Status> {
        let response = fixture.inbox().log_contact(on_behalf_of(caller, request)).await?;
        Ok(response.into_inner().inquiry.unwrap())
    }

    #[tokio::test]
    async fn first_answer_is_counted_once_and_a_reply_waits_again() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let caller = staff(member(StaffRole::Sales));
        let asked = fixture.read(&number).await.work.unwrap();
        assert_eq!(asked.waiting_since, asked.last_customer_at);
        assert!(asked.promise_at.is_some());

        let request = LogContactRequest {
            minutes: Some(3),
            text: "Divarlar 285 × 215".to_owned(),
            idempotency_key: "one".to_owned(),
            ..contact(&number, "call", "out", "talked")
        };
        for _ in 0..2 {
            let inquiry = send(&fixture, &caller, request.clone()).await.unwrap();
            let work = inquiry.work.unwrap();
            assert!(work.first_answer_at.is_some() && work.first_answer_minutes.is_some());
            assert_eq!((work.waiting_since, work.version), (None, 1));
            // Beside the first entry.
            assert_eq!(inquiry.details.unwrap().timeline.len(), 2);
        }
        assert_eq!(fixture.harness.published::<InquiryAnswered>().await.len(), 1);

        fixture
            .change_status(&number, InquiryStatus::Waiting)
            .await
            .unwrap();
        let reply = contact(&number, "whatsapp", "in", "replied");
        let inquiry = send(&fixture, &caller, reply).await.unwrap();
        assert_eq!(inquiry.status(), InquiryStatus::Assigned);
        assert!(inquiry.work.unwrap().waiting_since.is_some());
        assert_eq!(fixture.audited_subjects("LogContact").await.len(), 2);
    }

    #[tokio::test]
    async fn rejects_outcomes_of_other_channels_and_inquiries_of_others() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let sales = staff(member(StaffRole::Sales));
        let wrong = LogContactRequest {
            minutes: Some(601),
            ..contact(&number, "mail", "out", "talked")
        };
        let error = send(&fixture, &sales, wrong).await.unwrap_err();
        assert_eq!(
            fields(&error),
            [
                ("outcome".to_owned(), "FIELD.INVALID".to_owned()),
                ("minutes".to_owned(), "FIELD.OUT_OF_RANGE".to_owned())
            ]
        );
        let other = member(StaffRole::Sales);
        fixture.assign(&staff(other), &number, other.user).await.unwrap();
        let error = send(&fixture, &sales, contact(&number, "call", "out", "busy"))
            .await
            .unwrap_err();
        let error = Failure::from_status(&error);
        assert_eq!(
            (error.code, error.reason.as_str()),
            (Code::Forbidden, "INQUIRY.NOT_YOURS")
        );
    }

    #[tokio::test]
    async fn three_calls_without_an_answer_suggest_lost() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let caller = staff(member(StaffRole::Sales));
        for expected in [false, false, true] {
            let inquiry = send(&fixture, &caller, contact(&number, "call", "out", "noAnswer"))
                .await
                .unwrap();
            assert_eq!(inquiry.details.unwrap().suggests_lost, expected);
        }
    }
}
