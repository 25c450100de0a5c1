//! Periodic reminders of follow-ups.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{events, store::follow_up};

/// Time between two runs.
const INTERVAL: Duration = Duration::from_secs(30);

/// Maximum number of reminders per transaction.
const BATCH: i64 = 100;

/// Publishes reminders every 30 seconds until cancelled. Of several replicas one publishes each reminder.
pub(crate) async fn run(pool: PgPool, stop: CancellationToken) {
    kit::periodic::run("reminders of follow-ups", INTERVAL, stop, || publish(&pool)).await;
}

/// Publishes the reminders of all due and overdue follow-ups, each in the transaction that marks it as sent.
pub(crate) async fn publish(pool: &PgPool) -> Result<(), sqlx::Error> {
    loop {
        let mut transaction = kit::database::begin(pool).await?;
        let reminders = follow_up::take_reminders(&mut transaction, BATCH).await?;
        if reminders.is_empty() {
            return Ok(());
        }
        for reminder in reminders {
            events::follow_up_due(&mut transaction, reminder).await?;
        }
        transaction.commit().await?;
    }
}

#[cfg(test)]
mod tests {
    use kit::staff::StaffRole;
    use proto::inquiry::v1::FollowUpDue;

    use super::*;
    use crate::testing::{Fixture, member, message, staff};

    async fn set_follow_up(fixture: &Fixture, due: &str, overdue: &str) {
        sqlx::query(sqlx::AssertSqlSafe(format!(
            "update inquiry set follow_up_kind = 'call', follow_up_text = '', follow_up_reminders = 0,
                                follow_up_at = now() + interval '{due}', follow_up_overdue_at = now() + interval '{overdue}'"
        )))
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    }

    #[tokio::test]
    async fn each_reminder_is_published_once_by_parallel_replicas() {
        let fixture = Fixture::start().await;
        let number = fixture.send_message(message("Salam")).await.unwrap();
        let sales = member(StaffRole::Sales);
        fixture.assign(&staff(sales), &number, sales.user).await.unwrap();
        set_follow_up(&fixture, "1 hour", "3 hours").await;
        publish(fixture.harness.pool()).await.unwrap();
        assert!(fixture.harness.published::<FollowUpDue>().await.is_empty());

        set_follow_up(&fixture, "-1 second", "2 hours").await;
        let pool = fixture.harness.pool();
        futures::future::try_join_all((0..4).map(|_| publish(pool)))
            .await
            .unwrap();
        let events = fixture.harness.published::<FollowUpDue>().await;
        assert_eq!(events.len(), 1);
        assert_eq!(
            (
                events[0].number.as_str(),
                events[0].assignee_id.clone(),
                events[0].is_overdue
            ),
            (number.as_str(), sales.user.to_string(), false)
        );

        sqlx::query("update planned_step set overdue_at = now() - interval '1 second'")
            .execute(pool)
            .await
            .unwrap();
        futures::future::try_join_all((0..4).map(|_| publish(pool)))
            .await
            .unwrap();
        let events = fixture.harness.published::<FollowUpDue>().await;
        assert_eq!(events.len(), 2);
        assert!(events[1].is_overdue);
    }
}
