//! Completion of inquiries that a process of the previous version has inserted: before the upgrade, or during a rollout.

use std::time::Duration;

use kit::vocabulary::inquiry::Source;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{
    contact::phone_number,
    hours, store,
    store::contact::{Identity, ensure},
};

/// Time between two runs.
const INTERVAL: Duration = Duration::from_secs(30);

/// Adopts inquiries every 30 seconds until cancelled.
pub(crate) async fn run(pool: PgPool, promise_minutes: u32, stop: CancellationToken) {
    kit::periodic::run("adoption of inquiries", INTERVAL, stop, || {
        adopt(&pool, promise_minutes)
    })
    .await;
}

/// Finds or creates the customer of each inquiry without one, and stores phone, search text and promise.
async fn adopt(pool: &PgPool, promise_minutes: u32) -> Result<(), sqlx::Error> {
    loop {
        let mut transaction = kit::database::begin(pool).await?;
        let Some(mut inquiry) = store::inquiry::lock_not_adopted(&mut transaction).await? else {
            return Ok(());
        };
        let Some(sender) = inquiry.sender.clone() else {
            return Ok(());
        };
        inquiry.work.phone = phone_number(&sender.phone);
        let identity = Identity {
            sender: &sender,
            phone: inquiry.work.phone.as_deref(),
            language: inquiry.language,
            user: inquiry.user,
            at: inquiry.work.last_contact_at,
            is_proven: inquiry.work.source != Source::Website,
        };
        inquiry.work.contact = Some(ensure(&mut transaction, &identity).await?);
        inquiry.work.promise_at = Some(hours::add_minutes(inquiry.work.last_customer_at, promise_minutes));
        store::inquiry::adopt(&mut transaction, &inquiry, &sender).await?;
        transaction.commit().await?;
    }
}

#[cfg(test)]
mod tests {
    use testkit::eventually;

    use crate::testing::{Fixture, message};

    #[tokio::test]
    async fn adopts_inquiries_of_the_previous_version() {
        let fixture = Fixture::start().await;
        let known = fixture.send_message(message("Salam")).await.unwrap();
        sqlx::query(
            "insert into inquiry (id, number, kind, status, language, name, surname, phone, email, message)
             values (gen_random_uuid(), 'SM-0000000Z', 'contact', 'answered', 'az', 'L. M.', '', '0501234567',
                     'other@example.az', 'Yenə mən')",
        )
        .execute(fixture.harness.pool())
        .await
        .unwrap();
        sqlx::query(
            "insert into inquiry_note (inquiry_id, text, author)
             select id, 'called back', 'operator' from inquiry where number = 'SM-0000000Z'",
        )
        .execute(fixture.harness.pool())
        .await
        .unwrap();
        let _replica = fixture.replica().await;
        let contact = fixture.read(&known).await.work.unwrap().contact_id;
        let adopted = eventually("the inquiry is adopted", || async {
            let inquiry = fixture.read("SM-0000000Z").await;
            let is_adopted = inquiry.work.as_ref()?.contact_id == contact;
            is_adopted.then_some(inquiry)
        })
        .await;
        assert_eq!(adopted.status(), proto::inquiry::v1::InquiryStatus::Waiting);
        assert_eq!(adopted.notes[0].text, "called back");
        let work = adopted.work.unwrap();
        assert_eq!(work.phone, "+994501234567");
        assert!(work.promise_at.is_some());
    }
}
