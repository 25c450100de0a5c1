//! Rate limits on PostgreSQL.

use std::time::Duration;

use kit::{limits::Limit, service::Definition};
use sqlx::migrate::Migrator;
use testkit::TestDatabase;

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

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

async fn database() -> TestDatabase {
    TestDatabase::create(Definition {
        name: "kit",
        migrations: &NO_MIGRATIONS,
    })
    .await
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
    assert!(error.retry_after > Duration::ZERO && error.retry_after <= LIMIT.window);
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
    assert!(reached.retry_after > Duration::ZERO && reached.retry_after <= HOURLY.window);
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
    assert!(reached.retry_after > Duration::ZERO && reached.retry_after <= HOURLY.window);
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
