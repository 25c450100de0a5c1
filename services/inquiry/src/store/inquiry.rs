//! The table `inquiry`.

use std::collections::HashMap;

use kit::{
    domain::{InquiryId, LocalizedText, ProductId, Quantity, StoreId, UserId, Visit},
    vocabulary::{inquiry::Reason, stored, visit::Channel},
};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use super::item;
use crate::{
    access::Ownership,
    contact::search_text,
    hours,
    inquiry::{Inquiry, Kind, NewInquiry, Sender, Subject},
    item::{Item, Product, Size},
    work::{FirstAnswer, OVERDUE_MINUTES, Status, Step, Work},
};

/// A row of `inquiry`.
pub(super) struct Row {
    pub(super) id: InquiryId,
    pub(super) number: String,
    pub(super) kind: Kind,
    pub(super) stage: Status,
    pub(super) language: String,
    pub(super) created_at: OffsetDateTime,
    pub(super) product_id: Option<ProductId>,
    pub(super) product_name_az: Option<String>,
    pub(super) product_name_ru: Option<String>,
    pub(super) product_name_en: Option<String>,
    pub(super) product_image: Option<String>,
    pub(super) quantity: Option<Quantity>,
    pub(super) color: Option<String>,
    /// `None` without rows in `inquiry_item`.
    pub(super) items: Option<Json<Vec<item::Row>>>,
    pub(super) user_id: Option<UserId>,
    pub(super) name: Option<String>,
    pub(super) surname: Option<String>,
    pub(super) phone: Option<String>,
    pub(super) email: Option<String>,
    pub(super) message: Option<String>,
    pub(super) source: String,
    pub(super) assignee: Option<UserId>,
    pub(super) store_id: Option<StoreId>,
    pub(super) contact_id: Option<Uuid>,
    pub(super) phone_number: Option<String>,
    /// `None` without planned steps.
    pub(super) follow_ups: Option<Json<Vec<Step>>>,
    pub(super) last_customer_at: OffsetDateTime,
    pub(super) answered_at: Option<OffsetDateTime>,
    pub(super) last_contact_at: OffsetDateTime,
    pub(super) promise_at: Option<OffsetDateTime>,
    pub(super) first_answer_at: Option<OffsetDateTime>,
    pub(super) first_answer_minutes: Option<i32>,
    pub(super) reason: Option<String>,
    pub(super) offer_ends_on: Option<time::Date>,
    pub(super) is_to_order: bool,
    pub(super) change_asked_at: Option<OffsetDateTime>,
    pub(super) mail_failed_at: Option<OffsetDateTime>,
    pub(super) visit_address: String,
    pub(super) visit_channel: Channel,
    pub(super) visit_source: String,
    pub(super) visit_campaign: String,
    pub(super) visit_landing: String,
    pub(super) visit_at: Option<OffsetDateTime>,
    pub(super) version: i64,
    pub(super) changed_by: Option<String>,
    pub(super) changed_at: OffsetDateTime,
}

/// Selects rows of `inquiry`; `$tail` follows `from inquiry`.
macro_rules! select_inquiry {
    ($tail:tt $(, $argument:expr)* $(,)?) => {
        sqlx::query_as!(
            $crate::store::inquiry::Row,
            r#"select inquiry.id as "id: kit::domain::InquiryId", number, inquiry.kind as "kind: crate::inquiry::Kind",
                      stage as "stage!: crate::work::Status", inquiry.language, created_at,
                      product_id as "product_id: kit::domain::ProductId", product_name_az, product_name_ru,
                      product_name_en, product_image, quantity as "quantity: kit::domain::Quantity", color,
                      (select jsonb_agg(item order by position) from inquiry_item as item
                       where item.inquiry_id = inquiry.id) as "items: sqlx::types::Json<Vec<crate::store::item::Row>>",
                      inquiry.user_id as "user_id: kit::domain::UserId", name, surname, phone, email, message, source,
                      assignee as "assignee: kit::domain::UserId", store_id as "store_id: kit::domain::StoreId",
                      contact_id, phone_number,
                      (select jsonb_agg(step order by at, id) from planned_step as step
                       where step.inquiry_id = inquiry.id) as "follow_ups: sqlx::types::Json<Vec<crate::work::Step>>",
                      last_customer_at,
                      answered_at, inquiry.last_contact_at, promise_at, first_answer_at, first_answer_minutes, reason,
                      offer_ends_on,
                      wiped_at is null and coalesce((select is_to_order from offer_claim_of_inquiry
                                                     where inquiry_id = inquiry.id), false) as "is_to_order!",
                      (select change_asked_at from offer_claim_of_inquiry where inquiry_id = inquiry.id)
                          as change_asked_at,
                      mail_failed_at, visit_address, visit_channel as "visit_channel: kit::vocabulary::visit::Channel",
                      visit_source, visit_campaign, visit_landing, visit_at, inquiry.version, inquiry.changed_by, inquiry.changed_at
               from inquiry "# + $tail,
            $($argument),*
        )
    };
}
pub(super) use select_inquiry;

/// Check constraints of the table keep the optional columns consistent.
impl TryFrom<Row> for Inquiry {
    type Error = sqlx::Error;

    fn try_from(mut row: Row) -> Result<Self, sqlx::Error> {
        let subject = match row.kind {
            Kind::Quote => Subject::Quote(match row.items.take() {
                Some(Json(items)) => items.into_iter().map(Item::try_from).collect::<Result<_, _>>()?,
                None => only_item(&mut row).into_iter().collect(),
            }),
            Kind::Contact => Subject::Contact,
            Kind::Brochure => Subject::Brochure,
        };
        let sender = match (row.name, row.surname, row.phone, row.email, row.message) {
            (Some(name), Some(surname), Some(phone), Some(email), Some(message)) => Some(Sender {
                name,
                surname,
                phone,
                email,
                message,
            }),
            _ => None,
        };
        let first_answer = row
            .first_answer_at
            .zip(row.first_answer_minutes)
            .map(|(at, minutes)| FirstAnswer {
                at,
                minutes: u32::try_from(minutes).unwrap_or(0),
            });
        Ok(Self {
            id: row.id,
            number: row.number,
            subject,
            sender,
            user: row.user_id,
            language: stored(&row.language)?,
            created_at: row.created_at,
            visit: Visit {
                channel: row.visit_channel,
                source: row.visit_source,
                campaign: row.visit_campaign,
                landing_path: row.visit_landing,
                at: row.visit_at,
            },
            work: Work {
                status: row.stage,
                reason: row.reason.as_deref().map(stored).transpose()?,
                source: stored(&row.source)?,
                assignee: row.assignee,
                store: row.store_id,
                contact: row.contact_id,
                phone: row.phone_number,
                follow_ups: row.follow_ups.map(|Json(steps)| steps).unwrap_or_default(),
                last_customer_at: row.last_customer_at,
                answered_at: row.answered_at,
                last_contact_at: row.last_contact_at,
                promise_at: row.promise_at,
                first_answer,
                offer_ends: row.offer_ends_on,
                is_to_order: row.is_to_order,
                change_asked_at: row.change_asked_at,
                mail_failed_at: row.mail_failed_at,
                visit_address: row.visit_address,
                version: row.version,
                changed_by: row.changed_by,
                changed_at: row.changed_at,
            },
        })
    }
}

/// Returns the piece of a quote that is stored in the columns of `inquiry` alone.
fn only_item(row: &mut Row) -> Option<Item> {
    Some(Item {
        product: Product {
            id: Some(row.product_id?),
            name: LocalizedText {
                az: row.product_name_az.take()?,
                ru: row.product_name_ru.take()?,
                en: row.product_name_en.take()?,
            },
            image: row.product_image.take()?,
        },
        quantity: row.quantity,
        color: row.color.take(),
        size: Size::Standard,
        note: String::new(),
        design: None,
    })
}

/// Returns the time of the transaction.
pub(crate) async fn now(connection: &mut PgConnection) -> Result<OffsetDateTime, sqlx::Error> {
    sqlx::query_scalar!(r#"select now() as "now!""#)
        .fetch_one(connection)
        .await
}

/// Inserts an inquiry with its work and its pieces, at the time of the transaction. Returns false if its number is taken.
pub(crate) async fn insert(connection: &mut PgConnection, inquiry: &NewInquiry) -> Result<bool, sqlx::Error> {
    let first = inquiry.subject.first_item();
    // The columns of a product; a design without one is in `inquiry_item` alone.
    let product = first
        .map(|item| &item.product)
        .filter(|product| product.id.is_some());
    let (sender, work, visit) = (&inquiry.sender, &inquiry.work, &inquiry.visit);
    let inserted = sqlx::query!(
        "insert into inquiry
             (id, number, kind, language, product_id, product_name_az, product_name_ru, product_name_en, product_image,
              quantity, color, user_id, name, surname, phone, email, message, status, source, assignee, store_id,
              contact_id, phone_number, search, promise_at, changed_by, reason, answered_at, first_answer_at,
              first_answer_minutes, visit_address, visit_channel, visit_source, visit_campaign, visit_landing, visit_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
                 $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36)
         on conflict (number) do nothing",
        inquiry.id.uuid(),
        inquiry.number,
        inquiry.subject.kind().name(),
        inquiry.language.name(),
        product.and_then(|product| product.id).map(ProductId::get),
        product.map(|product| &product.name.az),
        product.map(|product| &product.name.ru),
        product.map(|product| &product.name.en),
        product.map(|product| &product.image),
        first.and_then(|item| item.quantity).map(|pieces| i16::from(pieces.get())),
        first.and_then(|item| item.color.as_ref()),
        inquiry.user.map(UserId::uuid),
        sender.name,
        sender.surname,
        sender.phone,
        sender.email,
        sender.message,
        work.status.name(),
        work.source.name(),
        work.assignee.map(UserId::uuid),
        work.store.map(StoreId::uuid),
        work.contact,
        work.phone,
        search(&inquiry.subject, sender),
        work.promise_at,
        work.changed_by,
        work.reason.map(Reason::name),
        work.answered_at,
        work.first_answer.map(|answer| answer.at),
        work.first_answer.map(|answer| i32::try_from(answer.minutes).unwrap_or(i32::MAX)),
        work.visit_address,
        visit.channel.name(),
        visit.source,
        visit.campaign,
        visit.landing_path,
        visit.at,
    )
    .execute(&mut *connection)
    .await?;
    if inserted.rows_affected() == 0 {
        return Ok(false);
    }
    item::insert(connection, inquiry.id, inquiry.subject.items()).await?;
    Ok(true)
}

/// Returns the text in which searches look.
fn search(subject: &Subject, sender: &Sender) -> String {
    let names = subject.items().iter().flat_map(|item| {
        let name = &item.product.name;
        [&name.az, &name.ru, &name.en]
    });
    let parts = [&sender.name, &sender.surname, &sender.email]
        .into_iter()
        .chain(names);
    search_text(parts.map(String::as_str))
}

/// Returns what decides the access of a staff member to inquiries, by number.
pub(crate) async fn ownerships(
    connection: &mut PgConnection,
    numbers: &[String],
    staff: Option<UserId>,
) -> Result<HashMap<String, Ownership>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select number, assignee as "assignee: UserId",
                  exists (select from inquiry_mention where inquiry_id = inquiry.id and staff_id = $2) as "is_mentioned!"
           from inquiry where number = any($1)"#,
        numbers,
        staff.map(UserId::uuid),
    )
    .fetch_all(connection)
    .await?;
    let ownerships = rows.into_iter().map(|row| {
        let ownership = Ownership {
            assignee: row.assignee,
            is_mentioned: row.is_mentioned,
        };
        (row.number, ownership)
    });
    Ok(ownerships.collect())
}

/// Returns an inquiry.
pub(crate) async fn find(
    connection: &mut PgConnection,
    inquiry: InquiryId,
) -> Result<Option<Inquiry>, sqlx::Error> {
    let row = select_inquiry!("where inquiry.id = $1", inquiry.uuid())
        .fetch_optional(connection)
        .await?;
    row.map(Inquiry::try_from).transpose()
}

/// Returns an inquiry.
pub(crate) async fn find_by_number(
    connection: &mut PgConnection,
    number: &str,
) -> Result<Option<Inquiry>, sqlx::Error> {
    let row = select_inquiry!("where number = $1", number)
        .fetch_optional(connection)
        .await?;
    row.map(Inquiry::try_from).transpose()
}

/// Returns an inquiry and locks it until the transaction ends.
pub(crate) async fn lock_by_number(
    connection: &mut PgConnection,
    number: &str,
) -> Result<Option<Inquiry>, sqlx::Error> {
    let row = select_inquiry!("where number = $1 for update", number)
        .fetch_optional(connection)
        .await?;
    row.map(Inquiry::try_from).transpose()
}

/// Returns an inquiry and locks it until the transaction ends.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    inquiry: InquiryId,
) -> Result<Option<Inquiry>, sqlx::Error> {
    let row = select_inquiry!("where inquiry.id = $1 for update", inquiry.uuid())
        .fetch_optional(connection)
        .await?;
    row.map(Inquiry::try_from).transpose()
}

/// Updates the work on an inquiry, but for the planned steps. The columns repeat the earliest one.
pub(crate) async fn update_work(
    connection: &mut PgConnection,
    inquiry: InquiryId,
    work: &Work,
) -> Result<(), sqlx::Error> {
    let follow_up = work.follow_up();
    let overdue_at = follow_up.map(|follow_up| hours::add_minutes(follow_up.at, OVERDUE_MINUTES));
    sqlx::query!(
        "update inquiry
         set status = $2, reason = $3, assignee = $4, store_id = $5, follow_up_kind = $6, follow_up_text = $8,
             follow_up_overdue_at = $9, last_customer_at = $10, answered_at = $11, last_contact_at = $12,
             promise_at = $13, first_answer_at = $14, first_answer_minutes = $15, version = $16, changed_by = $17,
             changed_at = $18, follow_up_at = $7, mail_failed_at = $19, visit_address = $20
         where id = $1",
        inquiry.uuid(),
        work.status.name(),
        work.reason.map(Reason::name),
        work.assignee.map(UserId::uuid),
        work.store.map(StoreId::uuid),
        follow_up.map(|follow_up| follow_up.kind.name()),
        follow_up.map(|follow_up| follow_up.at),
        follow_up.map(|follow_up| &follow_up.text),
        overdue_at,
        work.last_customer_at,
        work.answered_at,
        work.last_contact_at,
        work.promise_at,
        work.first_answer.map(|answer| answer.at),
        work.first_answer
            .map(|answer| i32::try_from(answer.minutes).unwrap_or(i32::MAX)),
        work.version,
        work.changed_by,
        work.changed_at,
        work.mail_failed_at,
        work.visit_address,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Locks the oldest inquiry that a process of the previous version has inserted and returns it.
pub(crate) async fn lock_not_adopted(connection: &mut PgConnection) -> Result<Option<Inquiry>, sqlx::Error> {
    let row = select_inquiry!(
        "where contact_id is null and wiped_at is null order by created_at limit 1 for update skip locked"
    )
    .fetch_optional(connection)
    .await?;
    row.map(Inquiry::try_from).transpose()
}

/// Stores customer, phone, search text and promise of an inquiry that a process of the previous version has inserted.
pub(crate) async fn adopt(
    connection: &mut PgConnection,
    inquiry: &Inquiry,
    sender: &Sender,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update inquiry set contact_id = $2, phone_number = $3, search = $4, promise_at = $5 where id = $1",
        inquiry.id.uuid(),
        inquiry.work.contact,
        inquiry.work.phone,
        search(&inquiry.subject, sender),
        inquiry.work.promise_at,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the newest 10 other inquiries of the same phone or e-mail.
pub(crate) async fn earlier(
    connection: &mut PgConnection,
    inquiry: &Inquiry,
) -> Result<Vec<Inquiry>, sqlx::Error> {
    let email = inquiry
        .sender
        .as_ref()
        .map(|sender| sender.email.to_lowercase())
        .filter(|email| !email.is_empty());
    let rows = select_inquiry!(
        "where inquiry.id <> $1 and (phone_number = $2 or lower(email) = $3) order by created_at desc, inquiry.id desc limit 10",
        inquiry.id.uuid(),
        inquiry.work.phone,
        email,
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter().map(Inquiry::try_from).collect()
}

/// Returns at most 5 other names under which inquiries with the same phone came, the newest first.
pub(crate) async fn other_names(
    connection: &mut PgConnection,
    inquiry: &Inquiry,
) -> Result<Vec<String>, sqlx::Error> {
    let name = inquiry.sender.as_ref().map(Sender::full_name).unwrap_or_default();
    sqlx::query_scalar!(
        r#"select (array_agg(other.full_name order by other.created_at desc))[1] as "name!"
           from (select created_at, trim(concat(name, ' ', surname)) as full_name from inquiry
                 where contact_id = $4 and phone_number = $1 and id <> $2 and name is not null) as other
           where lower(other.full_name) <> lower($3)
           group by lower(other.full_name) order by max(other.created_at) desc limit 5"#,
        inquiry.work.phone,
        inquiry.id.uuid(),
        name,
        inquiry.work.contact,
    )
    .fetch_all(connection)
    .await
}

/// Counts the open inquiries of staff members.
pub(crate) async fn count_open(
    connection: &mut PgConnection,
    staff: &[Uuid],
) -> Result<Vec<(UserId, i64)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select staff.id as "id!: UserId", count(inquiry.id) as "count!"
           from unnest($1::uuid[]) as staff (id)
           left join inquiry on assignee = staff.id and stage not in ('won', 'lost', 'closed')
           group by staff.id"#,
        staff,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.count)).collect())
}

/// Counts the open inquiries of a store.
pub(crate) async fn count_open_of_store(
    connection: &mut PgConnection,
    store: StoreId,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from inquiry
           where store_id = $1 and stage not in ('won', 'lost', 'closed')"#,
        store.uuid(),
    )
    .fetch_one(connection)
    .await
}

/// Numbers of what keeps a customer from being wiped.
pub(crate) struct OpenWork {
    pub(crate) quotes: i64,
    /// Orders of the inquiries.
    pub(crate) orders: i64,
}

/// Counts the open inquiries of a customer, and the orders of all that run.
pub(crate) async fn count_open_work(
    connection: &mut PgConnection,
    contact: Uuid,
) -> Result<OpenWork, sqlx::Error> {
    sqlx::query_as!(
        OpenWork,
        r#"select count(*) filter (where stage not in ('won', 'lost', 'closed')) as "quotes!",
                  count(*) filter (where exists (
                      select from inquiry_order where inquiry_id = inquiry.id and ended_at is null)) as "orders!"
           from inquiry where contact_id = $1"#,
        contact,
    )
    .fetch_one(connection)
    .await
}

/// Returns the inquiries on which an assignee still works, in the order of their numbers: open ones, and won ones with a planned
/// step or without the order.
pub(crate) async fn list_work_of(
    connection: &mut PgConnection,
    assignee: UserId,
) -> Result<Vec<InquiryId>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select id as "id: InquiryId" from inquiry
           where assignee = $1 and stage not in ('lost', 'closed')
             and (stage <> 'won' or exists (select from planned_step where inquiry_id = inquiry.id)
                  or exists (select from offer_claim_of_inquiry where inquiry_id = inquiry.id and is_to_order))
           order by number"#,
        assignee.uuid(),
    )
    .fetch_all(connection)
    .await
}

/// Locks at most `limit` inquiries that are to be wiped: those without a contact for `days`, and without an order that runs
/// or ended later, and those that a process of the previous version has wiped in part. Returns them with their customer.
pub(crate) async fn lock_expired(
    connection: &mut PgConnection,
    days: u16,
    limit: i64,
) -> Result<Vec<(InquiryId, Option<Uuid>)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select id as "id: InquiryId", contact_id from inquiry
           where wiped_at is null and last_contact_at < now() - make_interval(days => $1::integer)
                 and not exists (
                     select from inquiry_order
                     where inquiry_id = inquiry.id
                       and (ended_at is null or ended_at >= now() - make_interval(days => $1::integer)))
              or wiped_at is not null and (contact_id is not null or search is not null)
           limit $2 for update skip locked"#,
        i32::from(days),
        limit,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.contact_id)).collect())
}

/// Locks at most `limit` inquiries of closed accounts and returns them with their customer.
pub(crate) async fn lock_of_closed_accounts(
    connection: &mut PgConnection,
    limit: i64,
) -> Result<Vec<(InquiryId, Option<Uuid>)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select id as "id: InquiryId", contact_id from closed_account join inquiry using (user_id)
           limit $1 for update of inquiry skip locked"#,
        limit,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.contact_id)).collect())
}

/// Wipes sender, user and texts of inquiries. Triggers wipe the notes of their pieces and all but the channel of the visit.
pub(crate) async fn wipe(connection: &mut PgConnection, inquiries: &[Uuid]) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update planned_step set text = '' where inquiry_id = any($1) and text <> ''",
        inquiries
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update inquiry
         set user_id = null, name = null, surname = null, phone = null, email = null, message = null,
             contact_id = null, phone_number = null, search = null,
             follow_up_text = case when follow_up_at is not null then '' end,
             wiped_at = coalesce(wiped_at, now())
         where id = any($1)",
        inquiries,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("delete from inquiry_note where inquiry_id = any($1)", inquiries)
        .execute(&mut *connection)
        .await?;
    sqlx::query!(
        "update inquiry_event
         set text = '', detail = (detail - 'subject' - 'former') #- '{from,text}' #- '{to,text}'
         where inquiry_id = any($1)",
        inquiries,
    )
    .execute(connection)
    .await?;
    Ok(())
}
