//! The tables `inquiry_message` and `conversation_mail`.

use kit::domain::InquiryId;
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::conversation::{Attachment, Body, Message};

/// Minutes between two mails about a conversation.
const MAIL_PAUSE_MINUTES: i32 = 10;

struct Row {
    id: Uuid,
    author: Option<String>,
    text: String,
    files: Json<Vec<Attachment>>,
    created_at: OffsetDateTime,
    read_at: Option<OffsetDateTime>,
}

impl From<Row> for Message {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            author: row.author,
            body: Body {
                text: row.text,
                photos: row.files.0,
            },
            created_at: row.created_at,
            read_at: row.read_at,
        }
    }
}

/// Returns the messages of an inquiry, oldest first.
pub(crate) async fn list(
    connection: &mut PgConnection,
    inquiry: InquiryId,
) -> Result<Vec<Message>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"select id, author, text, files as "files: Json<Vec<Attachment>>", created_at, read_at
           from inquiry_message where inquiry_id = $1 order by position"#,
        inquiry.uuid(),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Message::from).collect())
}

/// Inserts a message at the time of the transaction. Returns false if its id is taken.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    inquiry: InquiryId,
    message: &Message,
) -> Result<bool, sqlx::Error> {
    let inserted = sqlx::query!(
        "insert into inquiry_message (id, inquiry_id, is_from_staff, author, text, files)
         values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing",
        message.id,
        inquiry.uuid(),
        message.author.is_some(),
        message.author,
        message.body.text,
        Json(&message.body.photos) as _,
    )
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() > 0)
}

/// Marks the unread messages of one side as read, up to one of the conversation if it is given. Returns whether there were
/// some.
pub(crate) async fn mark_read(
    connection: &mut PgConnection,
    inquiry: InquiryId,
    is_from_staff: bool,
    until: Option<Uuid>,
) -> Result<bool, sqlx::Error> {
    let read = sqlx::query!(
        "update inquiry_message set read_at = now()
         where inquiry_id = $1 and is_from_staff = $2 and read_at is null
           and ($3::uuid is null
                or position <= (select position from inquiry_message where id = $3 and inquiry_id = $1))",
        inquiry.uuid(),
        is_from_staff,
        until,
    )
    .execute(connection)
    .await?;
    Ok(read.rows_affected() > 0)
}

/// Plans a mail about the unread messages of staff: now, but not within [`MAIL_PAUSE_MINUTES`] after the last one.
pub(crate) async fn plan_mail(connection: &mut PgConnection, inquiry: InquiryId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into conversation_mail as mail (inquiry_id, due_at) values ($1, now())
         on conflict (inquiry_id) do update
         set due_at = greatest(now(), mail.sent_at + make_interval(mins => $2))",
        inquiry.uuid(),
        MAIL_PAUSE_MINUTES,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes inquiries whose mail is due, with their numbers, and whether the customer has unread messages.
pub(crate) async fn take_due_mails(
    connection: &mut PgConnection,
    limit: i64,
) -> Result<Vec<(InquiryId, String, bool)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"with due as (
               select mail.inquiry_id,
                      exists (select from inquiry_message as message where message.inquiry_id = mail.inquiry_id
                              and is_from_staff and read_at is null) as is_unread
               from conversation_mail as mail where due_at <= now()
               order by due_at limit $1 for update skip locked
           )
           update conversation_mail as mail
           set due_at = null, sent_at = case when is_unread then now() else sent_at end
           from due join inquiry on inquiry.id = due.inquiry_id
           where mail.inquiry_id = due.inquiry_id
           returning mail.inquiry_id as "inquiry_id: InquiryId", number, is_unread as "is_unread!""#,
        limit,
    )
    .fetch_all(connection)
    .await?;
    let taken = rows
        .into_iter()
        .map(|row| (row.inquiry_id, row.number, row.is_unread));
    Ok(taken.collect())
}

/// Returns the conversations with a message of some inquiries, with the numbers of the inquiries, oldest messages first.
pub(crate) async fn of_inquiries(
    connection: &mut PgConnection,
    inquiries: &[Uuid],
) -> Result<Vec<(String, Message)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select number, message.id, author, text, files as "files: Json<Vec<Attachment>>", message.created_at, read_at
           from inquiry_message as message join inquiry on inquiry.id = inquiry_id
           where inquiry_id = any($1) order by inquiry_id, position"#,
        inquiries,
    )
    .fetch_all(connection)
    .await?;
    let messages = rows.into_iter().map(|row| {
        let message = Row {
            id: row.id,
            author: row.author,
            text: row.text,
            files: row.files,
            created_at: row.created_at,
            read_at: row.read_at,
        };
        (row.number, message.into())
    });
    Ok(messages.collect())
}

/// Returns those of some inquiries that have messages or attached files, with their numbers.
pub(crate) async fn with_media(
    connection: &mut PgConnection,
    inquiries: &[Uuid],
) -> Result<Vec<(InquiryId, String)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select id as "id: InquiryId", number from inquiry
           where id = any($1)
             and (exists (select from inquiry_message where inquiry_id = inquiry.id)
                  or exists (select from inquiry_event where inquiry_id = inquiry.id and detail ? 'files')
                  or exists (select from offer where inquiry_id = inquiry.id and files <> '[]'))"#,
        inquiries,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.number)).collect())
}
