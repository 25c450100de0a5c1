//! Rate limits on PostgreSQL.

use std::time::Duration;

use kit::{client_address::ClientAddress, limits::Limit};
use testkit::TestDatabase;

use crate::DEFINITION;

const LIMIT: Limit = Limit {
    scope: "test",
    max_attempts: 3,
    window: Duration::from_hours(24),
};

const HOURLY: Limit = Limit {
    scope: "hourly",
    max_attempts: 1,
    window: Duration::from_hours(1),
};

/// An attempt weighs for a second more than the length of the window after it.
const LONGEST_DELAY: Duration = Duration::from_secs(24 * 60 * 60 + 1);

async fn database() -> TestDatabase {
    TestDatabase::create(DEFINITION).await
}

#[tokio::test]
async fn rejects_attempts_above_the_limit_with_a_retry_delay() {
    let database = database().await;
    let mut connection = database.pool().acquire().await.unwrap();
    for _ in 0..3 {
        assert!(LIMIT.check(&mut connection, "a").await.unwrap().is_ok());
        assert!(LIMIT.count(&mut connection, "a").await.unwrap().is_ok());
    }
    assert!(LIMIT.check(&mut connection, "a").await.unwrap().is_err());
    let error = LIMIT.count(&mut connection, "a").await.unwrap().unwrap_err();
    assert!(error.retry_after > Duration::ZERO && error.retry_after <= LONGEST_DELAY);
    assert!(
        LIMIT.count(&mut connection, "b").await.unwrap().is_ok(),
        "another subject has its own count"
    );
}

#[tokio::test]
async fn counts_against_several_limits_and_names_the_first_reached_one() {
    let database = database().await;
    let mut connection = database.pool().acquire().await.unwrap();
    let limits = [(LIMIT, "a"), (HOURLY, "a"), (HOURLY, "b")];
    let within = Limit::count_all(&mut connection, &limits).await.unwrap();
    assert_eq!(within, Ok(()));
    let (index, reached) = Limit::count_all(&mut connection, &limits)
        .await
        .unwrap()
        .unwrap_err();
    assert_eq!(index, 1);
    assert!(reached.retry_after > Duration::ZERO && reached.retry_after <= LONGEST_DELAY);
    // Both counts are those of single attempts.
    assert!(LIMIT.count(&mut connection, "a").await.unwrap().is_ok());
    assert!(LIMIT.count(&mut connection, "a").await.unwrap().is_err());
    assert!(HOURLY.check(&mut connection, "b").await.unwrap().is_err());
}

#[tokio::test]
async fn checks_several_limits_in_one_statement_without_counting() {
    let database = database().await;
    let mut connection = database.pool().acquire().await.unwrap();
    let limits = [(LIMIT, "a"), (HOURLY, "a"), (HOURLY, "b")];
    for _ in 0..2 {
        let within = Limit::check_all(&mut connection, &limits).await.unwrap();
        assert_eq!(within, Ok(()));
    }
    assert!(HOURLY.count(&mut connection, "b").await.unwrap().is_ok());
    let (index, reached) = Limit::check_all(&mut connection, &limits)
        .await
        .unwrap()
        .unwrap_err();
    assert_eq!(index, 2);
    assert!(reached.retry_after > Duration::ZERO && reached.retry_after <= LONGEST_DELAY);
}

#[tokio::test]
async fn counts_parallel_attempts() {
    let database = database().await;
    let attempts = (0..10).map(|_| async {
        let mut connection = database.pool().acquire().await.unwrap();
        LIMIT.count(&mut connection, "a").await.unwrap().is_ok()
    });
    let allowed = futures::future::join_all(attempts)
        .await
        .into_iter()
        .filter(|allowed| *allowed)
        .count();
    assert_eq!(allowed, 3);
}

#[tokio::test]
async fn attempts_of_the_window_before_count_by_their_share() {
    // The present window began in 1970 and is young: nine of ten attempts of the one before count.
    let long = Limit {
        scope: "long",
        max_attempts: 10,
        window: Duration::from_hours(25_000_000),
    };
    let database = database().await;
    let mut connection = database.pool().acquire().await.unwrap();
    for subject in ["a", "b"] {
        for _ in 0..10 {
            assert!(long.count(&mut connection, subject).await.unwrap().is_ok());
        }
    }
    sqlx::query("update rate_limit set window_start = window_start - make_interval(secs => $1)")
        .bind(long.window.as_secs_f64())
        .execute(&mut *connection)
        .await
        .unwrap();
    assert!(long.check(&mut connection, "a").await.unwrap().is_ok());
    assert!(long.count(&mut connection, "a").await.unwrap().is_ok());
    assert!(long.check(&mut connection, "a").await.unwrap().is_err());
    assert!(long.count(&mut connection, "a").await.unwrap().is_err());
    let both = [(long, "c"), (long, "b")];
    assert_eq!(Limit::count_all(&mut connection, &both).await.unwrap(), Ok(()));
    let (index, _) = Limit::count_all(&mut connection, &both)
        .await
        .unwrap()
        .unwrap_err();
    assert_eq!(index, 1);
}

#[tokio::test]
async fn networks_of_many_addresses_reach_a_limit_of_their_own() {
    let database = database().await;
    let mut connection = database.pool().acquire().await.unwrap();
    let mut allowed = 0;
    for network in 0..256 {
        let address = ClientAddress::parse(&format!("2001:db8:1:{network:x}::1"));
        assert_eq!(
            LIMIT
                .check_address(&mut connection, &address)
                .await
                .unwrap()
                .is_ok(),
            allowed < 12
        );
        if LIMIT
            .count_address(&mut connection, &address)
            .await
            .unwrap()
            .is_ok()
        {
            allowed += 1;
        }
    }
    // Three for each of the four addresses that a /56 counts as.
    assert_eq!(allowed, 12);
    let neighbour = ClientAddress::parse("2001:db8:2::1");
    assert!(
        LIMIT
            .count_address(&mut connection, &neighbour)
            .await
            .unwrap()
            .is_ok()
    );
}
