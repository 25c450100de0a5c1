//! Customer: writes a message.

use std::time::Duration;

use kit::{
    caller::Caller,
    failure::Failure,
    limits::Limit,
    validation::FieldErrors,
    vocabulary::inquiry::{Channel, Direction, Outcome},
};
use proto::inquiry::v1::{WriteMessageRequest, WriteMessageResponse};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{convert, link};
use crate::{
    conversation::{Body, Message, check_fits},
    edit::Edit,
    error::InquiryError,
    grpc::State,
    store,
    work::Contact,
};

/// Limit of the customer's messages of a conversation.
pub(super) const PER_CONVERSATION: Limit = Limit::new("conversation", 20, Duration::from_hours(1));

pub(super) async fn handle(
    state: &State,
    _: Caller,
    request: WriteMessageRequest,
) -> Result<WriteMessageResponse, Failure> {
    let mut errors = FieldErrors::default();
    let id = errors.parse::<Uuid>("id", &request.message_id);
    let body = convert::body(&mut errors, &request.text, &request.files);
    let (id, body) = errors.finish((id, body))?;
    let _permit = link::exclude_others(state, &request.token).await?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let found = link::open(state, &mut transaction, &request.token).await?;
    let edit = Edit::open_by_id(&mut transaction, None, found.id).await?;
    if edit.inquiry.sender.is_none() {
        return Err(InquiryError::ConversationNotFound.into());
    }
    let messages = store::message::list(&mut transaction, edit.inquiry.id).await?;
    match messages.iter().find(|message| message.id == id) {
        Some(message) if message.author.is_none() && message.body == body => {}
        Some(_) => return Err(InquiryError::KeyReused.into()),
        None => write(state, &mut transaction, edit, messages, id, body).await?,
    }
    let conversation = convert::load(&mut transaction, &found).await?;
    transaction.commit().await?;
    Ok(WriteMessageResponse {
        conversation: Some(conversation),
    })
}

/// Appends a message: the customer waits for an answer, and work that waited for the customer, or was lost or closed, is
/// assigned again.
async fn write(
    state: &State,
    connection: &mut PgConnection,
    mut edit: Edit,
    mut messages: Vec<Message>,
    id: Uuid,
    body: Body,
) -> Result<(), InquiryError> {
    check_fits(&messages, &body)?;
    PER_CONVERSATION.count(connection, &edit.inquiry.number).await??;
    let message = Message {
        id,
        author: None,
        body,
        created_at: edit.now,
        read_at: None,
    };
    if !store::message::insert(connection, edit.inquiry.id, &message).await? {
        // A message of another conversation.
        return Err(InquiryError::KeyReused);
    }
    messages.push(message);
    let contact = Contact {
        // Has no effect.
        channel: Channel::Mail,
        direction: Direction::In,
        outcome: Outcome::Replied,
        at: edit.now,
    };
    edit.apply_contact(connection, contact, state.promise_minutes)
        .await?;
    edit.inquiry.work.take_up();
    edit.change("").message_written(connection, &messages).await?;
    edit.save(connection, "message", "").await
}
