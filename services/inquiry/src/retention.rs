//! Wipes what is personal once it may be kept no longer, and forgets keys whose time is over.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store::{personal, submission};

/// How often.
const INTERVAL: Duration = Duration::from_hours(1);

/// Rows that one statement changes, so that none runs into its time limit.
const BATCH: i64 = 500;

/// Sweeps at once and then every hour, until it is stopped.
pub(crate) async fn run(pool: PgPool, days: u16, stop: CancellationToken) {
    loop {
        if let Err(error) = sweep(&pool, days).await {
            tracing::warn!(
                error = kit::failure::error_chain(&error),
                "what is too old stays until the next hour"
            );
        }
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = stop.cancelled() => return,
        }
    }
}

async fn sweep(pool: &PgPool, days: u16) -> Result<(), sqlx::Error> {
    let mut connection = pool.acquire().await?;
    let mut count = 0;
    loop {
        match personal::wipe(&mut connection, days, BATCH).await? {
            0 => break,
            wiped => count += wiped,
        }
    }
    if count > 0 {
        tracing::info!(count, "inquiries no longer say who wrote");
    }
    while submission::sweep(&mut connection, BATCH).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit::failure::{Code, Failure};
    use proto::inquiry::v1::InquiryStatus;
    use testkit::eventually;

    use super::*;
    use crate::testing::{Fixture, WARDROBE, message, quote};

    #[tokio::test]
    async fn after_its_time_an_inquiry_says_what_was_asked_for_and_not_by_whom() {
        let fixture = Fixture::start().await;
        let old = fixture.ask(quote(WARDROBE)).await.unwrap();
        let young = fixture.write(message("Salam")).await.unwrap();
        for number in [&old, &young] {
            fixture.note(number, "Leyla called back").await.unwrap();
        }
        let before = fixture.found(&young).await;
        fixture.age(&old, 1_097).await;
        fixture.age(&young, 1_095).await;

        sweep(fixture.harness.pool(), 1_096).await.unwrap();

        let wiped = fixture.found(&old).await;
        assert_eq!((wiped.sender, wiped.user_id.as_str()), (None, ""));
        assert_eq!(wiped.notes, []);
        assert_eq!(wiped.product.unwrap().product_id, WARDROBE);
        let kept = fixture.found(&young).await;
        assert_eq!((kept.sender, kept.notes), (before.sender, before.notes));
        // What was typed is nowhere else: the keys have gone too, and the events never said it.
        let left: Vec<String> =
            sqlx::query_scalar("select row_to_json(inquiry)::text from inquiry where number = $1")
                .bind(&old)
                .fetch_all(fixture.harness.pool())
                .await
                .unwrap();
        for personal in ["Leyla", "leyla@", "+994", "qapı"] {
            assert!(!left.concat().contains(personal), "{personal}: {left:?}");
        }
    }

    #[tokio::test]
    async fn a_wiped_inquiry_can_be_closed_but_takes_no_note() {
        let fixture = Fixture::start().await;
        let number = fixture.ask(quote(WARDROBE)).await.unwrap();
        fixture.age(&number, 2).await;
        sweep(fixture.harness.pool(), 1).await.unwrap();
        let refused = fixture.note(&number, "Leyla").await.unwrap_err();
        let refused = Failure::from_status(&refused);
        assert_eq!(
            (refused.code, refused.reason.as_str()),
            (Code::Conflict, "INQUIRY.WIPED")
        );
        fixture.move_to(&number, InquiryStatus::Closed).await.unwrap();
    }

    #[tokio::test]
    async fn parallel_sweeps_do_not_wait_for_each_other_and_leave_nothing() {
        let fixture = Fixture::start().await;
        for text in ["a", "b", "c", "d"] {
            let number = fixture.write(message(text)).await.unwrap();
            fixture.age(&number, 2).await;
        }
        let sweeps = (0..4).map(|_| sweep(fixture.harness.pool(), 1));
        futures::future::try_join_all(sweeps).await.unwrap();
        // A sweep skips what another one holds; the last look finds the rest.
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
    async fn the_service_sweeps_as_it_starts() {
        let fixture = Fixture::start().await;
        let number = fixture.ask(quote(WARDROBE)).await.unwrap();
        fixture.age(&number, 1_097).await;
        let _replica = fixture.replica().await;
        eventually("the inquiry is wiped", || async {
            fixture.found(&number).await.sender.is_none().then_some(())
        })
        .await;
        assert_eq!(fixture.count("select count(*) from submission").await, 0);
    }
}
