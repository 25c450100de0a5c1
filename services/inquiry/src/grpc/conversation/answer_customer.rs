//! Staff: writes a message to the customer.

use kit::{
    caller::StaffCaller,
    change::{Change, Effect},
    failure::Failure,
    staff::Permission,
    validation::FieldErrors,
    vocabulary::inquiry::{Channel, Direction, Outcome},
};
use proto::inquiry::v1::{AnswerCustomerRequest, AnswerCustomerResponse};
use sqlx::PgConnection;
use uuid::Uuid;

use super::convert;
use crate::{
    conversation::{Body, Message, check_fits},
    edit::Edit,
    error::InquiryError,
    grpc::{State, convert::number},
    store,
    work::Contact,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: AnswerCustomerRequest,
) -> Result<AnswerCustomerResponse, Failure> {
    let mut errors = FieldErrors::default();
    let body = convert::body(&mut errors, &request.text, &request.files);
    errors.idempotency_key(&request.idempotency_key);
    let body = errors.finish(body)?;
    let number = number(&request.number)?;
    let operation = format!("AnswerCustomer {number}");
    let conversation = Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| Edit::open_for(connection, &actor, &number, Permission::QuotesWrite).await,
            async |connection, edit| answer(connection, edit, body, state.promise_minutes).await,
            async |connection, _| {
                let inquiry = store::inquiry::find_by_number(connection, &number)
                    .await?
                    .ok_or(InquiryError::NotFound)?;
                Ok(convert::load(connection, &inquiry).await?)
            },
        )
        .await?;
    Ok(AnswerCustomerResponse {
        conversation: Some(conversation),
    })
}

/// Appends a message, which is an answer, and plans its mail. Who answers has read the customer's messages.
async fn answer(
    connection: &mut PgConnection,
    mut edit: Edit,
    body: Body,
    promise_minutes: u32,
) -> Result<Effect, InquiryError> {
    edit.inquiry.check_not_wiped()?;
    let id = edit.inquiry.id;
    let mut messages = store::message::list(connection, id).await?;
    check_fits(&messages, &body)?;
    let by = edit.by();
    let message = Message {
        id: Uuid::now_v7(),
        author: Some(by.clone()),
        body,
        created_at: edit.now,
        read_at: None,
    };
    store::message::insert(connection, id, &message).await?;
    messages.push(message);
    store::message::mark_read(connection, id, false, None).await?;
    let contact = Contact {
        // Has no effect.
        channel: Channel::Mail,
        direction: Direction::Out,
        outcome: Outcome::Sent,
        at: edit.now,
    };
    edit.apply_contact(connection, contact, promise_minutes).await?;
    let has_email = edit
        .inquiry
        .sender
        .as_ref()
        .is_some_and(|sender| !sender.email.is_empty());
    if has_email {
        store::message::plan_mail(connection, id).await?;
    }
    edit.change(&by).message_written(connection, &messages).await?;
    edit.save(connection, "message", "").await?;
    // The text may contain personal data, and is not audited.
    Ok(edit.audited("AnswerCustomer"))
}
