//! Periodic expiry of offers, announcements that they end soon, and of messages that are mailed.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{
    error::InquiryError,
    events,
    offer::{edit::OfferEdit, moves::Move},
    store,
};

/// Maximum number of offers per query.
const BATCH: i64 = 50;

/// Expires and announces offers at each interval until cancelled.
pub(crate) async fn run(pool: PgPool, interval: Duration, stop: CancellationToken) {
    kit::periodic::run("end of offers", interval, stop, || sweep(&pool)).await;
}

async fn sweep(pool: &PgPool) -> Result<(), InquiryError> {
    expire(pool).await?;
    announce(pool).await?;
    mail_unread(pool).await
}

/// Publishes the conversations whose customers are mailed what staff wrote, each batch in the transaction that takes it.
async fn mail_unread(pool: &PgPool) -> Result<(), InquiryError> {
    loop {
        let mut transaction = kit::database::begin(pool).await?;
        let due = store::message::take_due_mails(&mut transaction, BATCH).await?;
        if due.is_empty() {
            return Ok(());
        }
        for (inquiry, number, is_unread) in due {
            if is_unread {
                events::messages_unread(&mut transaction, inquiry, number).await?;
            }
        }
        transaction.commit().await?;
    }
}

/// Marks the open offers whose last day has passed as expired, each in a transaction of its own. Of several replicas one
/// expires each; the others find it expired.
async fn expire(pool: &PgPool) -> Result<(), InquiryError> {
    loop {
        let due = store::offer_end::due(&mut *pool.acquire().await?, BATCH).await?;
        if due.is_empty() {
            return Ok(());
        }
        for offer in due {
            let mut transaction = kit::database::begin(pool).await?;
            let mut edit = OfferEdit::open_as_system(&mut transaction, offer).await?;
            if edit.expire() {
                edit.record(&mut transaction, Move::Expired, "").await?;
                edit.save(&mut transaction).await?;
            }
            transaction.commit().await?;
        }
    }
}

/// Publishes that open offers end soon, each batch in the transaction that marks it as announced.
async fn announce(pool: &PgPool) -> Result<(), InquiryError> {
    loop {
        let mut transaction = kit::database::begin(pool).await?;
        let ending = store::offer_end::take_ending(&mut transaction, BATCH).await?;
        if ending.is_empty() {
            return Ok(());
        }
        for id in ending {
            if let Some(offer) = store::offer::find(&mut transaction, id).await? {
                events::offer::ends_soon(&mut transaction, &offer).await?;
            }
        }
        transaction.commit().await?;
    }
}

#[cfg(test)]
mod tests {
    use futures::future::try_join_all;
    use proto::inquiry::v1::{InquiryDue, InquiryStatus, OfferEndsSoon, OfferExpired, OfferState};

    use super::*;
    use crate::testing::{
        Fixture,
        offers::{conflict, sales},
    };

    #[tokio::test]
    async fn each_offer_expires_once_by_parallel_replicas() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let offer = fixture.sent(&caller).await;
        let other = fixture.sent(&caller).await;
        fixture.end_offer(&offer, -1).await;
        fixture.end_offer(&other, 0).await;
        assert_eq!(fixture.offer(&offer.id).await.state(), OfferState::Expired);
        let pool = fixture.harness.pool();
        try_join_all((0..4).map(|_| sweep(pool))).await.unwrap();
        let events = fixture.harness.published::<OfferExpired>().await;
        assert_eq!(events.len(), 1);
        assert_eq!(events[0].offer_id, offer.id);
        assert_eq!(fixture.moves(&offer).await, ["1 sent", "1 expired"]);
        // Expiry moves nothing: version and status stay.
        assert_eq!(fixture.offer(&offer.id).await.version, offer.version);
        assert_eq!(fixture.status_of(&offer).await, InquiryStatus::Offered);
        assert_eq!(fixture.offer(&other.id).await.state(), OfferState::Sent);
        assert_eq!(fixture.withdraw(&caller, &offer).await, conflict("OFFER.STATE"));
    }

    #[tokio::test]
    async fn the_end_of_an_offer_is_announced_once_from_two_days_before() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let offer = fixture.sent(&caller).await;
        let silent = fixture.sent(&caller).await;
        let pool = fixture.harness.pool();
        sqlx::query("update offer set sent_at = sent_at - interval '14 days', is_reminded = id <> $1::uuid")
            .bind(&silent.id)
            .execute(pool)
            .await
            .unwrap();
        for days in [3, 4] {
            fixture.end_offer(&offer, days).await;
            sweep(pool).await.unwrap();
        }
        assert!(fixture.harness.published::<OfferEndsSoon>().await.is_empty());
        for days in [1, 0] {
            fixture.end_offer(&offer, days).await;
            fixture.end_offer(&silent, days).await;
            try_join_all((0..4).map(|_| sweep(pool))).await.unwrap();
        }
        let events = fixture.harness.published::<OfferEndsSoon>().await;
        assert_eq!(events.len(), 1);
        assert_eq!(events[0].offer_id, offer.id);
    }

    #[tokio::test]
    async fn an_inquiry_is_due_on_the_day_its_offer_ends() {
        let fixture = Fixture::start().await;
        let offer = fixture.sent(&sales()).await;
        let due = async || fixture.read(&offer.inquiry_number).await.work.unwrap().due();
        assert_eq!(due().await, InquiryDue::Waiting);
        fixture.end_offer(&offer, 0).await;
        assert_eq!(due().await, InquiryDue::Today);
        let sql: String = sqlx::query_scalar(
            "select inquiry_due(stage, follow_up_at, null, offer_ends_on, now()) from inquiry where number = $1",
        )
        .bind(&offer.inquiry_number)
        .fetch_one(fixture.harness.pool())
        .await
        .unwrap();
        assert_eq!(sql, "today");
    }
}
