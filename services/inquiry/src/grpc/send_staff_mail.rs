//! Staff: sends a mail to the customer. The notification service renders and sends it.

use kit::{
    caller::StaffCaller,
    change::{Change, Effect},
    failure::Failure,
    staff::Permission,
    validation::FieldErrors,
    vocabulary::inquiry::{Channel, Direction, Outcome},
};
use proto::inquiry::v1::{SendStaffMailRequest, SendStaffMailResponse};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::{State, convert, decode, details};
use crate::{
    edit::Edit,
    error::InquiryError,
    inquiry::UpdateError,
    store,
    timeline::{Detail, Entry},
    work::{Contact, FollowUp},
};

/// A valid mail.
struct NewMail {
    subject: String,
    text: String,
    follow_up: Option<FollowUp>,
}

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: SendStaffMailRequest,
) -> Result<SendStaffMailResponse, Failure> {
    let now = store::inquiry::now(&mut *state.pool.acquire().await?).await?;
    let mail = decode(&request, now)?;
    let number = convert::number(&request.number)?;
    let operation = format!("SendStaffMail {number}");
    let inquiry = Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| Edit::open_for(connection, &actor, &number, Permission::QuotesWrite).await,
            async |connection, edit| write(connection, edit, mail, state.promise_minutes).await,
            async |connection, _| Ok(details::load(connection, &actor, language, &number).await?),
        )
        .await?;
    Ok(SendStaffMailResponse {
        inquiry: Some(inquiry),
    })
}

fn decode(request: &SendStaffMailRequest, now: OffsetDateTime) -> Result<NewMail, Failure> {
    let mut errors = FieldErrors::default();
    let subject = errors.line::<1, 200>("subject", &request.subject);
    let text = errors.text::<1, 5_000>("text", &request.text);
    let follow_up = decode::follow_up(&mut errors, request.follow_up.as_ref(), now);
    errors.idempotency_key(&request.idempotency_key);
    let (subject, text) = errors.finish((subject, text))?;
    Ok(NewMail {
        subject,
        text,
        follow_up,
    })
}

async fn write(
    connection: &mut PgConnection,
    mut edit: Edit,
    mail: NewMail,
    promise_minutes: u32,
) -> Result<Effect, InquiryError> {
    let counts = store::timeline::count(connection, edit.inquiry.id).await?;
    edit.inquiry.check_entry(counts)?;
    let has_email = edit
        .inquiry
        .sender
        .as_ref()
        .is_some_and(|sender| !sender.email.is_empty());
    if !has_email {
        return Err(UpdateError::NoEmail.into());
    }
    let by = edit.by();
    let detail = Detail::Mail {
        subject: Some(mail.subject),
    };
    let entry = Entry::new(edit.now, Some(by.clone()), detail).with_text(mail.text);
    let contact = Contact {
        channel: Channel::Mail,
        direction: Direction::Out,
        outcome: Outcome::Sent,
        at: edit.now,
    };
    edit.record_contact(connection, contact, &entry, promise_minutes)
        .await?;
    edit.plan(mail.follow_up)?;
    edit.change(&by).mail_written(connection, entry.id).await?;
    edit.save(connection, "contact", "").await?;
    Ok(edit.audited("SendStaffMail"))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of, staff::StaffRole};
    use proto::inquiry::v1::{CreateInquiryRequest, GetStaffMailRequest, StaffMailWritten};

    use super::*;
    use crate::testing::{Fixture, WARDROBE, member, quote, staff};

    fn mail(number: &str) -> SendStaffMailRequest {
        SendStaffMailRequest {
            number: number.to_owned(),
            subject: "Ölçülər".to_owned(),
            text: "Salam, divarın eni?".to_owned(),
            idempotency_key: "one".to_owned(),
            ..SendStaffMailRequest::default()
        }
    }

    #[tokio::test]
    async fn notification_reads_the_mail_by_the_event() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let caller = staff(member(StaffRole::Sales));
        for _ in 0..2 {
            let request = on_behalf_of(&caller, mail(&number));
            let inquiry = fixture.inbox().send_staff_mail(request).await.unwrap();
            let work = inquiry.into_inner().inquiry.unwrap().work.unwrap();
            assert_eq!(work.waiting_since, None);
        }
        let events = fixture.harness.published::<StaffMailWritten>().await;
        assert_eq!(events.len(), 1);
        let request = GetStaffMailRequest {
            message_id: events[0].message_id.clone(),
        };
        let service = testkit::caller::service("notification");
        let found = fixture
            .inbox()
            .get_staff_mail(on_behalf_of(&service, request.clone()))
            .await
            .unwrap()
            .into_inner();
        assert_eq!(
            (found.number, found.subject.as_str(), found.text.as_str()),
            (number, "Ölçülər", "Salam, divarın eni?")
        );
        assert_eq!(found.email, "leyla@example.az");
        let refused = fixture
            .inbox()
            .get_staff_mail(on_behalf_of(&caller, request))
            .await
            .unwrap_err();
        assert_eq!(Failure::from_status(&refused).code, Code::Forbidden);
    }

    #[tokio::test]
    async fn needs_an_email() {
        let fixture = Fixture::start().await;
        let caller = staff(member(StaffRole::Sales));
        let request = CreateInquiryRequest {
            source: "walkIn".to_owned(),
            name: "Rauf".to_owned(),
            phone: "050 019 55 10".to_owned(),
            ..CreateInquiryRequest::default()
        };
        let created = fixture
            .inbox()
            .create_inquiry(on_behalf_of(&caller, request))
            .await
            .unwrap();
        let number = created.into_inner().inquiry.unwrap().number;
        let error = fixture
            .inbox()
            .send_staff_mail(on_behalf_of(&caller, mail(&number)))
            .await
            .unwrap_err();
        let error = Failure::from_status(&error);
        assert_eq!(
            (error.code, error.reason.as_str()),
            (Code::Conflict, "CUSTOMER.NO_EMAIL")
        );
    }
}
