//! The table `planned_step`.

use kit::domain::{InquiryId, UserId};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use super::inquiry::{Row, select_inquiry};
use crate::{
    hours,
    inquiry::Inquiry,
    store::inbox::Filter,
    work::{OVERDUE_MINUTES, Step},
};

/// Maximum number of steps of a calendar.
const MAX_ENTRIES: i64 = 1_000;

/// Replaces the planned steps of an inquiry. A step at another time has new reminders.
pub(crate) async fn replace(
    connection: &mut PgConnection,
    inquiry: InquiryId,
    steps: &[Step],
) -> Result<(), sqlx::Error> {
    let ids: Vec<_> = steps.iter().map(|step| step.id).collect();
    sqlx::query!(
        "delete from planned_step where inquiry_id = $1 and id <> all($2)",
        inquiry.uuid(),
        &ids,
    )
    .execute(&mut *connection)
    .await?;
    let kinds: Vec<_> = steps
        .iter()
        .map(|step| step.follow_up.kind.name().to_owned())
        .collect();
    let times: Vec<_> = steps.iter().map(|step| step.follow_up.at).collect();
    let texts: Vec<_> = steps.iter().map(|step| step.follow_up.text.clone()).collect();
    let overdue: Vec<_> = times
        .iter()
        .map(|at| hours::add_minutes(*at, OVERDUE_MINUTES))
        .collect();
    sqlx::query!(
        "insert into planned_step as step (inquiry_id, id, kind, at, text, overdue_at)
         select $1, * from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::text[], $6::timestamptz[])
         on conflict (id) do update
         set kind = excluded.kind, at = excluded.at, text = excluded.text, overdue_at = excluded.overdue_at,
             reminders = case when step.at = excluded.at then step.reminders else 0 end",
        inquiry.uuid(),
        &ids,
        &kinds,
        &times,
        &texts,
        &overdue,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the planned calls and visits within the days of the filter with their inquiries, the earliest first. Of the
/// filter only days, stores and assignees count.
pub(crate) async fn calendar(
    connection: &mut PgConnection,
    filter: &Filter,
) -> Result<Vec<(Step, Inquiry)>, sqlx::Error> {
    let steps = sqlx::query!(
        r#"select inquiry_id as "inquiry: InquiryId", to_jsonb(step) as "step!: Json<Step>"
           from planned_step as step join inquiry on inquiry.id = inquiry_id
           where step.kind in ('call', 'visit', 'measure') and stage not in ('lost', 'closed')
             and ($1::timestamptz is null or step.at >= $1) and ($2::timestamptz is null or step.at < $2)
             and (cardinality($3::uuid[]) = 0 or store_id = any($3))
             and (cardinality($4::uuid[]) = 0 and not $5 or assignee = any($4) or $5 and assignee is null)
           order by step.at, step.id limit $6"#,
        filter.from,
        filter.to,
        &filter.stores,
        &filter.assignees,
        filter.is_unassigned,
        MAX_ENTRIES,
    )
    .fetch_all(&mut *connection)
    .await?;
    let ids: Vec<_> = steps.iter().map(|row| row.inquiry.uuid()).collect();
    let rows: Vec<Row> = select_inquiry!("where id = any($1)", &ids)
        .fetch_all(connection)
        .await?;
    let inquiries = rows
        .into_iter()
        .map(Inquiry::try_from)
        .collect::<Result<Vec<_>, _>>()?;
    let entries = steps.into_iter().filter_map(|row| {
        let inquiry = inquiries.iter().find(|inquiry| inquiry.id == row.inquiry)?;
        Some((row.step.0, inquiry.clone()))
    });
    Ok(entries.collect())
}

/// A step of which the staff is to be reminded.
pub(crate) struct Reminder {
    pub(crate) inquiry: InquiryId,
    pub(crate) number: String,
    pub(crate) assignee: Option<UserId>,
    pub(crate) kind: String,
    pub(crate) due_at: OffsetDateTime,
    /// Whether it is overdue, rather than due.
    pub(crate) is_overdue: bool,
}

/// Marks at most `limit` reminders as sent and returns them. Skips those that another transaction marks. A step that
/// became overdue while no process ran has one reminder.
pub(crate) async fn take_reminders(
    connection: &mut PgConnection,
    limit: i64,
) -> Result<Vec<Reminder>, sqlx::Error> {
    sqlx::query_as!(
        Reminder,
        r#"with due as (
               select step.id, number, assignee, case when overdue_at <= now() then 2 else 1 end as reminder
               from planned_step as step join inquiry on inquiry.id = inquiry_id
               where reminders < 2 and at <= now() and (reminders = 0 or overdue_at <= now())
                 and stage not in ('lost', 'closed')
               order by at limit $1
               for update of step skip locked
           )
           update planned_step as step set reminders = due.reminder
           from due where step.id = due.id
           returning inquiry_id as "inquiry: InquiryId", number, assignee as "assignee: UserId", kind, at as due_at,
                     due.reminder = 2 as "is_overdue!""#,
        limit,
    )
    .fetch_all(connection)
    .await
}
