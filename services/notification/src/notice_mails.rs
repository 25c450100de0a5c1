//! Mails of notices that were not read in time.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store::notice;

/// Interval between runs.
const INTERVAL: Duration = Duration::from_mins(1);

/// Members whose notices one run collects.
const BATCH_SIZE: i64 = 100;

/// Collects notices until cancelled.
pub(crate) async fn run(pool: PgPool, stop: CancellationToken) {
    kit::periodic::run("mails of notices", INTERVAL, stop, || collect(&pool)).await;
}

/// Makes one mail for each member with an unread notice that is due.
async fn collect(pool: &PgPool) -> Result<(), sqlx::Error> {
    let members = notice::due_members(&mut *pool.acquire().await?, BATCH_SIZE).await?;
    for member in members {
        let mut transaction = kit::database::begin(pool).await?;
        notice::collect(&mut transaction, member).await?;
        transaction.commit().await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::domain::UserId;
    use proto::{
        account::v1::StaffNotifications,
        inquiry::v1::{InquiryMentioned, OfferAccepted, OfferState},
    };

    use super::*;
    use crate::testing::Fixture;

    async fn mention(fixture: &Fixture, member: UserId) {
        let event = InquiryMentioned {
            number: "SQ-7Q2M04XK".to_owned(),
            staff_ids: vec![member.to_string()],
            ..InquiryMentioned::default()
        };
        fixture.harness.deliver(&event).await;
        fixture.harness.wait_until_idle().await;
    }

    /// Makes the oldest unread notice due.
    async fn make_due(fixture: &Fixture) {
        sqlx::query(
            "update notice set mail_due_at = now() where id = (select id from notice where read_at is null order by at limit 1)",
        )
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    }

    #[tokio::test]
    async fn one_mail_has_all_unread_notices_that_the_member_wants() {
        let fixture = Fixture::start().await;
        let offer = fixture
            .fakes
            .offer("marina@example.com", "ru", OfferState::Accepted);
        let nigar = fixture.fakes.assignee(offer);
        let wanted = StaffNotifications {
            mention: true,
            ..StaffNotifications::default()
        };
        fixture.fakes.want_by_mail(nigar, wanted);
        mention(&fixture, nigar).await;
        mention(&fixture, nigar).await;
        let opened = proto::inquiry::v1::OfferOpened {
            offer_id: offer.to_string(),
            ..proto::inquiry::v1::OfferOpened::default()
        };
        fixture.harness.deliver(&opened).await;
        fixture.harness.wait_until_idle().await;
        let pool = fixture.harness.pool();
        collect(pool).await.unwrap();
        assert_eq!(fixture.kinds().await, Vec::<String>::new(), "before half an hour");

        make_due(&fixture).await;
        collect(pool).await.unwrap();
        collect(pool).await.unwrap();
        fixture.wait_until_sent().await;
        assert_eq!(fixture.kinds().await, ["staff_notices sent"]);
        let mail = fixture.mail_to("nigar@example.com");
        assert_eq!(mail.subject(), "На рабочем столе вас ждёт: 2");
        let text = mail.text();
        assert_eq!(text.matches("Вас упомянули в заметке").count(), 2, "{text}");
        assert!(
            text.contains("https://shop.example/desk/quotes/SQ-7Q2M04XK"),
            "{text}"
        );
        assert!(text.contains("https://shop.example/desk/me"), "{text}");
        assert!(!text.contains("открыл предложение"), "{text}");
    }

    #[tokio::test]
    async fn nothing_is_mailed_that_was_read_or_is_not_wanted() {
        let fixture = Fixture::start().await;
        let offer = fixture.fakes.offer("", "ru", OfferState::Opened);
        let nigar = fixture.fakes.assignee(offer);
        mention(&fixture, nigar).await;
        make_due(&fixture).await;
        let pool = fixture.harness.pool();
        // The member wants nothing by mail.
        collect(pool).await.unwrap();
        fixture.wait_until_none().await;
        let accepted = OfferAccepted {
            offer_id: offer.to_string(),
            by: UserId::generate().to_string(),
            ..OfferAccepted::default()
        };
        fixture.harness.deliver(&accepted).await;
        fixture.wait_until_none().await;
        sqlx::query("update notice set read_at = now(), mail_due_at = now()")
            .execute(pool)
            .await
            .unwrap();
        collect(pool).await.unwrap();
        assert_eq!(fixture.kinds().await, Vec::<String>::new());
        assert_eq!(fixture.smtp.mails().len(), 0);
    }
}
