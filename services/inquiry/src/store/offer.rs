//! The table `offer`.

use kit::{
    domain::{InquiryId, Money},
    vocabulary::{
        inquiry::{CallWindow, Reason},
        stored,
    },
};
use sqlx::{PgConnection, types::Json};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use super::offer_line;
use crate::{
    conversation::Attachment,
    offer::{Approval, Content, Decision, Offer, OfferOrder, Step, Wishes},
};

/// A row of `offer`.
struct Row {
    id: Uuid,
    number: String,
    revision: i32,
    inquiry_id: InquiryId,
    state: String,
    language: String,
    valid_until: Date,
    make_days: Option<i16>,
    deposit_percent: i16,
    delivery_text: String,
    delivery_price: i64,
    message: String,
    is_reminded: bool,
    files: Json<Vec<Attachment>>,
    approval: String,
    approval_asked_by: Option<String>,
    approval_asked_at: Option<OffsetDateTime>,
    approval_decided_by: Option<String>,
    approval_decided_at: Option<OffsetDateTime>,
    approval_text: String,
    sent_by: Option<String>,
    sent_at: Option<OffsetDateTime>,
    opened_at: Option<OffsetDateTime>,
    decided_at: Option<OffsetDateTime>,
    decided_via: Option<String>,
    decided_by: Option<String>,
    reason: Option<String>,
    reason_text: String,
    is_mailed: bool,
    asked_at: Option<OffsetDateTime>,
    wish_address: String,
    wish_call_window: Option<String>,
    order_id: Option<Uuid>,
    order_number: Option<String>,
    created_by: String,
    created_at: OffsetDateTime,
    version: i64,
    changed_by: Option<String>,
    changed_at: OffsetDateTime,
}

/// Selects rows of `offer`; `$tail` follows `from offer`.
macro_rules! select_offer {
    ($tail:tt $(, $argument:expr)* $(,)?) => {
        sqlx::query_as!(
            Row,
            r#"select id, number, revision, inquiry_id as "inquiry_id: InquiryId", state, language, valid_until,
                      make_days, deposit_percent, delivery_text, delivery_price, message, is_reminded,
                      files as "files: Json<Vec<Attachment>>", approval,
                      approval_asked_by, approval_asked_at, approval_decided_by, approval_decided_at, approval_text,
                      sent_by, sent_at, opened_at, decided_at, decided_via, decided_by, reason, reason_text,
                      is_mailed, asked_at, wish_address, wish_call_window, order_id, order_number, created_by, created_at, version, changed_by, changed_at
               from offer "# + $tail,
            $($argument),*
        )
    };
}

fn step(by: Option<String>, at: Option<OffsetDateTime>) -> Option<Step> {
    by.zip(at).map(|(by, at)| Step { by, at })
}

fn number<T: TryFrom<i64>>(number: impl Into<i64>) -> Result<T, sqlx::Error> {
    T::try_from(number.into()).map_err(|_| sqlx::Error::Decode("a number is out of range".into()))
}

/// Converts the row; the lines are added by [`with_lines`].
impl TryFrom<Row> for Offer {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self, sqlx::Error> {
        let delivery_price =
            Money::from_minor(row.delivery_price).map_err(|error| sqlx::Error::Decode(error.into()))?;
        let decision = match (row.decided_at, row.decided_via) {
            (Some(at), Some(via)) => Some(Decision {
                at,
                via: stored(&via)?,
                by: row.decided_by,
            }),
            _ => None,
        };
        Ok(Self {
            id: row.id,
            number: row.number,
            revision: number(row.revision)?,
            inquiry: row.inquiry_id,
            stored_state: stored(&row.state)?,
            content: Content {
                language: stored(&row.language)?,
                valid_until: row.valid_until,
                make_days: row.make_days.map(number).transpose()?,
                deposit_percent: number(row.deposit_percent)?,
                delivery_text: row.delivery_text,
                delivery_price,
                message: row.message,
                is_reminded: row.is_reminded,
                lines: Vec::new(),
                files: row.files.0,
            },
            approval: Approval {
                state: stored(&row.approval)?,
                asked: step(row.approval_asked_by, row.approval_asked_at),
                decided: step(row.approval_decided_by, row.approval_decided_at),
                text: row.approval_text,
            },
            sent: step(row.sent_by, row.sent_at),
            opened_at: row.opened_at,
            decision,
            reason: row.reason.as_deref().map(stored).transpose()?,
            reason_text: row.reason_text,
            is_mailed: row.is_mailed,
            asked_at: row.asked_at,
            wishes: Wishes {
                address: row.wish_address,
                call_window: row.wish_call_window.as_deref().map(stored).transpose()?,
            },
            order: row.order_id.map(|id| OfferOrder {
                id,
                number: row.order_number,
            }),
            created: Step {
                by: row.created_by,
                at: row.created_at,
            },
            version: row.version,
            changed_by: row.changed_by,
            changed_at: row.changed_at,
        })
    }
}

/// Converts rows and adds their lines.
async fn with_lines(connection: &mut PgConnection, rows: Vec<Row>) -> Result<Vec<Offer>, sqlx::Error> {
    let ids: Vec<_> = rows.iter().map(|row| row.id).collect();
    let mut lines = offer_line::list(connection, &ids).await?;
    rows.into_iter()
        .map(|row| {
            let mut offer = Offer::try_from(row)?;
            offer.content.lines = lines.remove(&offer.id).unwrap_or_default();
            Ok(offer)
        })
        .collect()
}

/// Inserts a draft with its lines. Returns false if its number and revision are taken.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    offer: &Offer,
    total: Money,
) -> Result<bool, sqlx::Error> {
    let content = &offer.content;
    let inserted = sqlx::query!(
        "insert into offer
             (id, number, revision, inquiry_id, state, language, valid_until, make_days, deposit_percent, delivery_text,
              delivery_price, message, is_reminded, total, approval, approval_text, reason_text, is_mailed, created_by,
              created_at, version, changed_by, changed_at, files)
         values ($1, $2, $3, $4, 'draft', $5, $6, $7, $8, $9, $10, $11, $12, $13, 'none', '', '', false, $14, $15, 1,
                 $14, $15, $16)
         on conflict (number, revision) do nothing",
        offer.id,
        offer.number,
        stored_revision(offer.revision),
        offer.inquiry.uuid(),
        content.language.name(),
        content.valid_until,
        content.make_days.map(small),
        i16::from(content.deposit_percent),
        content.delivery_text,
        content.delivery_price.minor(),
        content.message,
        content.is_reminded,
        total.minor(),
        offer.created.by,
        offer.created.at,
        Json(&content.files) as _,
    )
    .execute(&mut *connection)
    .await?;
    if inserted.rows_affected() == 0 {
        return Ok(false);
    }
    offer_line::replace(connection, offer.id, &content.lines).await?;
    Ok(true)
}

fn stored_revision(revision: u32) -> i32 {
    i32::try_from(revision).unwrap_or(i32::MAX)
}

fn small(number: u16) -> i16 {
    i16::try_from(number).unwrap_or(i16::MAX)
}

/// Updates a locked revision but for its lines, and the end of the inquiry's open offers.
pub(crate) async fn update(
    connection: &mut PgConnection,
    offer: &Offer,
    total: Money,
) -> Result<(), sqlx::Error> {
    let (content, approval) = (&offer.content, &offer.approval);
    sqlx::query!(
        "update offer
         set state = $2, language = $3, valid_until = $4, make_days = $5, deposit_percent = $6, delivery_text = $7,
             delivery_price = $8, message = $9, is_reminded = $10, total = $11, approval = $12,
             approval_asked_by = $13, approval_asked_at = $14, approval_decided_by = $15, approval_decided_at = $16,
             approval_text = $17, sent_by = $18, sent_at = $19, opened_at = $20, decided_at = $21, decided_via = $22,
             decided_by = $23, reason = $24, reason_text = $25, is_mailed = $26, order_id = $27, order_number = $28,
             version = $29, changed_by = $30, changed_at = $31, asked_at = $32, wish_address = $33,
             wish_call_window = $34, files = $35
         where id = $1",
        offer.id,
        offer.stored_state.name(),
        content.language.name(),
        content.valid_until,
        content.make_days.map(small),
        i16::from(content.deposit_percent),
        content.delivery_text,
        content.delivery_price.minor(),
        content.message,
        content.is_reminded,
        total.minor(),
        approval.state.name(),
        approval.asked.as_ref().map(|step| step.by.as_str()),
        approval.asked.as_ref().map(|step| step.at),
        approval.decided.as_ref().map(|step| step.by.as_str()),
        approval.decided.as_ref().map(|step| step.at),
        approval.text,
        offer.sent.as_ref().map(|step| step.by.as_str()),
        offer.sent.as_ref().map(|step| step.at),
        offer.opened_at,
        offer.decision.as_ref().map(|decision| decision.at),
        offer.decision.as_ref().map(|decision| decision.via.name()),
        offer.decision.as_ref().and_then(|decision| decision.by.as_deref()),
        offer.reason.map(Reason::name),
        offer.reason_text,
        offer.is_mailed,
        offer.order.as_ref().map(|order| order.id),
        offer.order.as_ref().and_then(|order| order.number.as_deref()),
        offer.version,
        offer.changed_by,
        offer.changed_at,
        offer.asked_at,
        offer.wishes.address,
        offer.wishes.call_window.map(CallWindow::name),
        Json(&content.files) as _,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update inquiry set offer_ends_on =
             (select min(valid_until) from offer where inquiry_id = inquiry.id and state in ('sent', 'opened'))
         where id = $1",
        offer.inquiry.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes a draft with its lines.
pub(crate) async fn delete(connection: &mut PgConnection, offer: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from offer where id = $1 and state = 'draft'", offer)
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns a revision.
pub(crate) async fn find(connection: &mut PgConnection, offer: Uuid) -> Result<Option<Offer>, sqlx::Error> {
    let rows = select_offer!("where id = $1", offer)
        .fetch_all(&mut *connection)
        .await?;
    Ok(with_lines(connection, rows).await?.pop())
}

/// Returns the newest sent revision of a number.
pub(crate) async fn find_newest_sent(
    connection: &mut PgConnection,
    number: &str,
) -> Result<Option<Offer>, sqlx::Error> {
    let rows = select_offer!(
        "where number = $1 and state <> 'draft' order by revision desc limit 1",
        number
    )
    .fetch_all(&mut *connection)
    .await?;
    Ok(with_lines(connection, rows).await?.pop())
}

/// Returns the inquiry of a revision.
pub(crate) async fn inquiry_of(
    connection: &mut PgConnection,
    offer: Uuid,
) -> Result<Option<InquiryId>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select inquiry_id as "inquiry_id: InquiryId" from offer where id = $1"#,
        offer
    )
    .fetch_optional(connection)
    .await
}

/// Returns the revisions of an inquiry, newest number first, then newest revision.
pub(crate) async fn list(
    connection: &mut PgConnection,
    inquiry: InquiryId,
) -> Result<Vec<Offer>, sqlx::Error> {
    let rows = select_offer!(
        "where inquiry_id = $1
         order by (select min(first.created_at) from offer as first where first.number = offer.number) desc, number,
                  revision desc",
        inquiry.uuid()
    )
    .fetch_all(&mut *connection)
    .await?;
    with_lines(connection, rows).await
}

/// Returns the revisions of a locked inquiry and locks them.
pub(crate) async fn lock_all(
    connection: &mut PgConnection,
    inquiry: InquiryId,
) -> Result<Vec<Offer>, sqlx::Error> {
    let rows = select_offer!("where inquiry_id = $1 order by id for update", inquiry.uuid())
        .fetch_all(&mut *connection)
        .await?;
    with_lines(connection, rows).await
}

/// Records an audited change of a draft. Returns false if one of this person within 10 minutes is audited.
pub(crate) async fn start_audit(
    connection: &mut PgConnection,
    offer: Uuid,
    actor: &str,
) -> Result<bool, sqlx::Error> {
    let updated = sqlx::query!(
        "update offer set audited_by = $2, audited_at = now()
         where id = $1 and (audited_by is distinct from $2 or audited_at <= now() - interval '10 minutes')",
        offer,
        actor,
    )
    .execute(connection)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Counts a change of the files of a locked inquiry's offers; returns the number of changes, and the ids of all files.
pub(crate) async fn count_file_change(
    connection: &mut PgConnection,
    inquiry: InquiryId,
) -> Result<(i64, Vec<String>), sqlx::Error> {
    let counted = sqlx::query!(
        r#"update inquiry set offer_files_version = offer_files_version + 1 where id = $1
           returning offer_files_version,
               array(select distinct file ->> 'mediaId' from offer, jsonb_array_elements(files) as file
                     where inquiry_id = inquiry.id order by 1) as "ids!""#,
        inquiry.uuid(),
    )
    .fetch_one(connection)
    .await?;
    Ok((counted.offer_files_version, counted.ids))
}

/// Wipes the texts and files of the offers of inquiries.
pub(crate) async fn wipe(connection: &mut PgConnection, inquiries: &[Uuid]) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update offer set delivery_text = '', message = '', approval_text = '', reason_text = '',
             wish_address = '', files = '[]'
         where inquiry_id = any($1)",
        inquiries,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update offer_line set name = '', detail = ''
         where offer_id in (select id from offer where inquiry_id = any($1))",
        inquiries,
    )
    .execute(connection)
    .await?;
    Ok(())
}
