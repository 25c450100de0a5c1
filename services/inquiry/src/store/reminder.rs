//! Reminders of follow-ups in the table `inquiry`.

use kit::domain::{InquiryId, UserId};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// A follow-up of which the staff is to be reminded.
pub(crate) struct Reminder {
    pub(crate) inquiry: InquiryId,
    pub(crate) number: String,
    pub(crate) assignee: Option<UserId>,
    pub(crate) kind: String,
    pub(crate) due_at: OffsetDateTime,
    /// Whether it is overdue, rather than due.
    pub(crate) is_overdue: bool,
}

/// Marks at most `limit` reminders as sent and returns them. Skips those that another transaction marks. A follow-up that
/// became overdue while no process ran has one reminder.
pub(crate) async fn take(connection: &mut PgConnection, limit: i64) -> Result<Vec<Reminder>, sqlx::Error> {
    sqlx::query_as!(
        Reminder,
        r#"with due as (
               select id, case when follow_up_overdue_at <= now() then 2 else 1 end as reminder
               from inquiry
               where follow_up_at is not null and follow_up_reminders < 2 and follow_up_at <= now()
                 and (follow_up_reminders = 0 or follow_up_overdue_at <= now())
                 and stage not in ('won', 'lost', 'closed')
               order by follow_up_at limit $1
               for update skip locked
           )
           update inquiry set follow_up_reminders = due.reminder
           from due where inquiry.id = due.id
           returning inquiry.id as "inquiry: InquiryId", number, assignee as "assignee: UserId",
                     follow_up_kind as "kind!", follow_up_at as "due_at!", due.reminder = 2 as "is_overdue!""#,
        limit,
    )
    .fetch_all(connection)
    .await
}
