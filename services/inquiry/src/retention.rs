//! Periodic deletion of expired personal data and idempotency keys.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{
    store::{inquiry, merge, submission},
    wiping::wipe,
};

/// Time between two sweeps.
const INTERVAL: Duration = Duration::from_hours(1);

/// Maximum number of rows per statement, so that none exceeds the statement timeout.
pub(crate) const BATCH: i64 = 500;

/// Sweeps every hour until cancelled.
pub(crate) async fn run(pool: PgPool, days: u16, stop: CancellationToken) {
    kit::periodic::run("deletion of expired data", INTERVAL, stop, || sweep(&pool, days)).await;
}

/// Wipes inquiries without a contact for `days` and those of closed accounts, ends merges that cannot be undone any more, and
/// deletes expired keys.
pub(crate) async fn sweep(pool: &PgPool, days: u16) -> Result<(), sqlx::Error> {
    let mut count = 0;
    loop {
        let mut transaction = kit::database::begin(pool).await?;
        let mut inquiries = inquiry::lock_expired(&mut transaction, days, BATCH).await?;
        inquiries.extend(inquiry::lock_of_closed_accounts(&mut transaction, BATCH).await?);
        if inquiries.is_empty() {
            break;
        }
        wipe(&mut transaction, &inquiries).await?;
        transaction.commit().await?;
        count += inquiries.len();
    }
    if count > 0 {
        tracing::info!(count, "wiped personal data of inquiries");
    }
    let mut connection = pool.acquire().await?;
    while merge::end(&mut connection).await? > 0 {}
    while submission::delete_expired(&mut connection, BATCH).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::{
        domain::OrderId,
        failure::{Code, Failure},
    };
    use proto::{
        common::v1::Visit,
        inquiry::v1::{InquiryStatus, RequestQuoteRequest},
        order::v1::{OrderCancelled, OrderCreated, OrderStatusChanged},
    };
    use testkit::eventually;

    use super::*;
    use crate::testing::{Fixture, WARDROBE, message, quote};

    /// Returns a request for a visit, with the place as its note.
    fn visit() -> RequestQuoteRequest {
        RequestQuoteRequest {
            measuring: "visit".to_owned(),
            note: "Nizami 1".to_owned(),
            visit: Some(Visit {
                channel: "ads".to_owned(),
                campaign: "Leyla".to_owned(),
                landing_path: "/Leyla".to_owned(),
                ..Visit::default()
            }),
            ..quote(WARDROBE)
        }
    }

    #[tokio::test]
    async fn wipes_personal_data_and_keeps_number_and_product() {
        let fixture = Fixture::start().await;
        let old = fixture.request_quote(visit()).await.unwrap();
        let recent = fixture.send_message(message("Salam")).await.unwrap();
        for number in [&old, &recent] {
            fixture.add_note(number, "Leyla called back").await.unwrap();
        }
        let before = fixture.read(&recent).await;
        fixture.age_inquiry(&old, 1_097).await;
        fixture.age_inquiry(&recent, 1_095).await;

        sweep(fixture.harness.pool(), 1_096).await.unwrap();

        let wiped = fixture.read(&old).await;
        assert_eq!((wiped.sender, wiped.user_id.as_str()), (None, ""));
        assert_eq!(wiped.notes, []);
        assert_eq!(wiped.visit.unwrap().channel, "ads");
        assert_eq!(
            (wiped.items[0].measuring.as_str(), wiped.items[0].note.as_str()),
            ("visit", "")
        );
        assert_eq!(wiped.product.unwrap().product_id, WARDROBE);
        let kept = fixture.read(&recent).await;
        assert_eq!((kept.sender, kept.notes), (before.sender, before.notes));
        // The row contains no personal data any more.
        let rows: Vec<String> =
            sqlx::query_scalar("select row_to_json(inquiry)::text from inquiry where number = $1")
                .bind(&old)
                .fetch_all(fixture.harness.pool())
                .await
                .unwrap();
        for personal in ["Leyla", "leyla@", "+994", "qapı"] {
            assert!(!rows.concat().contains(personal), "{personal}: {rows:?}");
        }
    }

    #[tokio::test]
    async fn notes_of_pieces_are_wiped_also_by_the_previous_version() {
        let fixture = Fixture::start().await;
        let old = fixture.request_quote(visit()).await.unwrap();
        let recent = RequestQuoteRequest {
            idempotency_key: "a".to_owned(),
            ..visit()
        };
        let recent = fixture.request_quote(recent).await.unwrap();
        // Sets the columns that the previous version's statement sets.
        sqlx::query(
            "update inquiry
             set user_id = null, name = null, surname = null, phone = null, email = null, message = null,
                 contact_id = null, phone_number = null, search = null, wiped_at = coalesce(wiped_at, now())
             where number = $1",
        )
        .bind(&old)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
        assert_eq!(fixture.read(&old).await.items[0].note, "");
        assert_eq!(fixture.read(&recent).await.items[0].note, "Nizami 1");
    }

    #[tokio::test]
    async fn wiped_inquiry_can_be_closed_but_rejects_notes() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        fixture.age_inquiry(&number, 2).await;
        sweep(fixture.harness.pool(), 1).await.unwrap();
        let error = fixture.add_note(&number, "Leyla").await.unwrap_err();
        let error = Failure::from_status(&error);
        assert_eq!(
            (error.code, error.reason.as_str()),
            (Code::Conflict, "INQUIRY.WIPED")
        );
        fixture
            .change_status(&number, InquiryStatus::Closed)
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn the_time_of_an_ordered_quote_counts_from_the_end_of_its_order() {
        let fixture = Fixture::start().await;
        let pool = fixture.harness.pool();
        let completed = OrderStatusChanged {
            status: "completed".to_owned(),
            ..OrderStatusChanged::default()
        };
        for is_cancelled in [false, true] {
            let request = RequestQuoteRequest {
                idempotency_key: is_cancelled.to_string(),
                ..quote(WARDROBE)
            };
            let number = fixture.request_quote(request).await.unwrap();
            let order_id = OrderId::generate().to_string();
            let created = OrderCreated {
                order_id: order_id.clone(),
                order_number: format!("SB-0000000{}", u8::from(is_cancelled)),
                inquiry_id: fixture.read(&number).await.id,
                ..OrderCreated::default()
            };
            fixture.harness.deliver(&created).await;
            let shipped = OrderStatusChanged {
                order_id: order_id.clone(),
                status: "shipped".to_owned(),
                ..OrderStatusChanged::default()
            };
            fixture.harness.deliver(&shipped).await;
            fixture.harness.wait_until_idle().await;
            fixture.age_inquiry(&number, 3).await;
            let is_wiped = async || {
                sweep(pool, 2).await.unwrap();
                fixture.read(&number).await.sender.is_none()
            };
            assert!(!is_wiped().await, "the order runs");

            if is_cancelled {
                let event = OrderCancelled {
                    order_id: order_id.clone(),
                    ..OrderCancelled::default()
                };
                fixture.harness.deliver(&event).await;
            } else {
                let event = OrderStatusChanged {
                    order_id: order_id.clone(),
                    ..completed.clone()
                };
                // The end stays when the event comes again.
                let id = fixture.harness.deliver(&event).await;
                fixture.harness.wait_until_idle().await;
                fixture.harness.redeliver(id, &event).await;
            }
            fixture.harness.wait_until_idle().await;
            assert!(!is_wiped().await, "the order has just ended");
            sqlx::query(
                "update inquiry_order set ended_at = ended_at - interval '3 days' where order_id = $1::uuid",
            )
            .bind(&order_id)
            .execute(pool)
            .await
            .unwrap();
            assert!(is_wiped().await, "the order ended long ago");
        }
        // Completed orders of the shop are forgotten, as they are of no quote.
        let time = kit::clock::now() - time::Duration::days(8);
        let milliseconds = u128::try_from(time.unix_timestamp_nanos() / 1_000_000).unwrap();
        let other = OrderStatusChanged {
            order_id: uuid::Uuid::from_u128(milliseconds << 80 | 0x7000_8000_0000_0000_0001).to_string(),
            ..completed
        };
        fixture.harness.deliver(&other).await;
        fixture.harness.wait_until_idle().await;
        assert_eq!(fixture.count("select count(*) from inquiry_order").await, 2);
    }

    #[tokio::test]
    async fn parallel_sweeps_wipe_all_expired_inquiries() {
        let fixture = Fixture::start().await;
        for text in ["a", "b", "c", "d"] {
            let number = fixture.send_message(message(text)).await.unwrap();
            fixture.age_inquiry(&number, 2).await;
        }
        let sweeps = (0..4).map(|_| sweep(fixture.harness.pool(), 1));
        futures::future::try_join_all(sweeps).await.unwrap();
        // A sweep skips rows that another one has locked; the last one finds the rest.
        sweep(fixture.harness.pool(), 1).await.unwrap();
        assert_eq!(
            fixture
                .count("select count(*) from inquiry where wiped_at is null")
                .await,
            0
        );
        assert_eq!(
            fixture
                .count("select count(*) from inquiry where wiped_at is not null")
                .await,
            4
        );
    }

    #[tokio::test]
    async fn service_sweeps_at_start() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        fixture.age_inquiry(&number, 1_097).await;
        let _replica = fixture.replica().await;
        eventually("the inquiry is wiped", || async {
            fixture.read(&number).await.sender.is_none().then_some(())
        })
        .await;
        // The keys are deleted after the inquiries are wiped.
        eventually("the keys are deleted", || async {
            let keys = fixture.count("select count(*) from submission").await;
            (keys == 0).then_some(())
        })
        .await;
    }
}
