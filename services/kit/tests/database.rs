//! Connections, readiness, and the classification of PostgreSQL errors.

#![expect(clippy::unwrap_used, reason = "panics fail the test")]

use std::time::Duration;

use kit::{
    database,
    failure::{Code, Failure},
    service::{Definition, Service},
    settings::DatabaseSettings,
};
use sqlx::migrate::Migrator;
use testkit::{DatabaseProxy, Harness, TestDatabase, eventually};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

const DEFINITION: Definition = Definition {
    name: "kit",
    migrations: &NO_MIGRATIONS,
};

/// Longer than the interval of the health checks and their wait for a connection.
const HEALTH_INTERVAL: Duration = Duration::from_secs(3);

#[tokio::test]
async fn overload_keeps_readiness_and_an_outage_ends_it() {
    let harness = Harness::start(DEFINITION).await;
    let proxy = DatabaseProxy::start(&harness.database_settings().postgres_url).await;
    let settings = DatabaseSettings {
        postgres_url: proxy.url().clone(),
        postgres_connections: 1,
        postgres_background_connections: 1,
        ..harness.database_settings()
    };
    let service = Service::bind(DEFINITION, &harness.process_settings(), &settings)
        .await
        .unwrap();
    let pools = (service.pool().clone(), service.background_pool().clone());
    let client = harness.serve(service).await;
    let mut changes = HealthClient::new(client)
        .watch(HealthCheckRequest::default())
        .await
        .unwrap()
        .into_inner();
    let initial = changes.message().await.unwrap().unwrap();
    assert_eq!(initial.status(), ServingStatus::Serving);

    let busy = tokio::try_join!(pools.0.acquire(), pools.1.acquire()).unwrap();
    let change = tokio::time::timeout(HEALTH_INTERVAL, changes.message()).await;
    assert!(change.is_err(), "{change:?}");
    drop(busy);

    drop(proxy);
    let change = tokio::time::timeout(HEALTH_INTERVAL, changes.message()).await;
    let change = change.unwrap().unwrap().unwrap();
    assert_eq!(change.status(), ServingStatus::NotServing);
}

#[tokio::test]
async fn uses_a_recently_used_connection_without_a_test() {
    let harness = Harness::start(DEFINITION).await;
    let proxy = DatabaseProxy::start(&harness.database_settings().postgres_url).await;
    let settings = DatabaseSettings {
        postgres_url: proxy.url().clone(),
        ..harness.database_settings()
    };
    let pool = database::pool(&settings, "kit").unwrap();
    let acquire_and_release = async || {
        drop(pool.acquire().await.unwrap());
        eventually("the connection is idle", || async {
            (pool.num_idle() == 1).then_some(())
        })
        .await;
        proxy.requests()
    };
    let connected = acquire_and_release().await;
    // The pool tests each connection on release.
    assert_eq!(acquire_and_release().await - connected, 1);
}

#[tokio::test]
async fn maps_only_transient_errors_to_unavailable() {
    let database = TestDatabase::create(DEFINITION).await;
    let code = async |state: &str| {
        let statement = format!("do $$ begin raise exception using errcode = '{state}'; end $$");
        let result = sqlx::query(sqlx::AssertSqlSafe(statement))
            .execute(database.pool())
            .await;
        Failure::from(result.unwrap_err()).code
    };
    // Lost connection, too many connections, restart, query cancelled, I/O error; lock and transaction timeouts;
    // serialization failure, deadlock; read-only transaction.
    for state in [
        "08006", "53300", "57P01", "57014", "58030", "55P03", "25P03", "25P04", "40001", "40P01", "25006",
    ] {
        assert_eq!(code(state).await, Code::Unavailable, "{state}");
    }
    for state in ["23505", "42P01", "22001", "XX000"] {
        assert_eq!(code(state).await, Code::Internal, "{state}");
    }
}
