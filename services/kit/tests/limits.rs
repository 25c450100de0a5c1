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
