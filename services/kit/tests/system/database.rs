//! Connections, readiness, and the classification of PostgreSQL errors.

use std::time::Duration;

use kit::{
    database::{self, LockWait},
    failure::{Code, Failure},
    service::Service,
    settings::DatabaseSettings,
    staff::StaffRole,
};
use sqlx::{
    Connection as _, SqlSafeStr as _,
    migrate::{Migration, MigrationType, Migrator},
};
use testkit::{DatabaseProxy, Harness, TestDatabase, eventually};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use crate::DEFINITION;

/// SQLSTATE of a refused statement.
const INSUFFICIENT_PRIVILEGE: &str = "42501";

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
async fn migration_retries_while_a_table_is_locked() {
    let database = TestDatabase::create(DEFINITION).await;
    let migrator = Migrator::with_migrations(vec![Migration::new(
        1,
        "add a column".into(),
        MigrationType::Simple,
        "alter table outbox add added integer".into_sql_str(),
        false,
    )]);
    let mut reader = database::begin(database.pool()).await.unwrap();
    sqlx::query("select from outbox")
        .fetch_all(&mut *reader)
        .await
        .unwrap();

    let wait = LockWait {
        timeout: Duration::from_millis(100),
        pause: Duration::from_millis(10),
        attempts: 2,
    };
    let migrate = database::migrate(database.url(), &migrator, wait);
    let error = tokio::time::timeout(Duration::from_secs(5), migrate)
        .await
        .unwrap()
        .unwrap_err();
    assert!(format!("{error:#}").contains("lock timeout"), "{error:#}");

    let wait = LockWait {
        attempts: 100,
        ..wait
    };
    let unlock = async {
        tokio::time::sleep(2 * wait.timeout).await;
        reader.rollback().await.unwrap();
    };
    let (migrated, ()) = tokio::join!(database::migrate(database.url(), &migrator, wait), unlock);
    migrated.unwrap();
    sqlx::query("select added from outbox")
        .fetch_all(database.pool())
        .await
        .unwrap();
}

#[tokio::test]
async fn role_of_a_service_can_only_add_to_the_audit_log() {
    let database = TestDatabase::create(DEFINITION).await;
    let mut transaction = database::begin(database.pool()).await.unwrap();
    // The role as deploy/postgres/databases.sh creates it; it vanishes with the transaction.
    for statement in [
        "create role audit_test in role pg_read_all_data, pg_write_all_data",
        "set local role audit_test",
    ] {
        sqlx::query(statement).execute(&mut *transaction).await.unwrap();
    }
    let insert = "insert into audit (id, actor, action, subject, detail)
                  values (gen_random_uuid(), 'operator', 'UpdateProduct', 'SK-1', 'null')";
    sqlx::query(insert).execute(&mut *transaction).await.unwrap();
    for statement in [
        "update audit set actor = 'another'",
        "delete from audit",
        "truncate audit",
    ] {
        let mut savepoint = transaction.begin().await.unwrap();
        let error = sqlx::query(statement).execute(&mut *savepoint).await.unwrap_err();
        let code = error.as_database_error().unwrap().code();
        assert_eq!(
            code.as_deref(),
            Some(INSUFFICIENT_PRIVILEGE),
            "{statement}: {error}"
        );
        savepoint.rollback().await.unwrap();
    }
    let actors: Vec<String> = sqlx::query_scalar("select actor from audit")
        .fetch_all(&mut *transaction)
        .await
        .unwrap();
    assert_eq!(actors, ["operator"]);
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

#[tokio::test]
async fn sql_functions_match_the_shared_tables() {
    let database = TestDatabase::create(DEFINITION).await;
    for (function, key, table) in [
        (
            "normal_phone",
            "phone",
            include_str!("../../testdata/phones.json"),
        ),
        ("normal_name", "name", include_str!("../../testdata/names.json")),
    ] {
        let cases: Vec<serde_json::Value> = serde_json::from_str(table).unwrap();
        for case in cases {
            let (typed, expected) = (case["typed"].as_str().unwrap(), case[key].as_str());
            // A text in a database has no NUL, and a stored name has a letter and no control characters.
            if typed.contains('\0') || key == "name" && expected.is_none() {
                continue;
            }
            let statement = sqlx::AssertSqlSafe(format!("select {function}($1)"));
            let normal: Option<String> = sqlx::query_scalar(statement)
                .bind(typed)
                .fetch_one(database.pool())
                .await
                .unwrap();
            assert_eq!(normal.as_deref(), expected, "{function} {typed:?}");
        }
    }
}

#[tokio::test]
async fn stores_words_as_text() {
    let database = TestDatabase::create(DEFINITION).await;
    let roles: Vec<StaffRole> = sqlx::query_scalar("select unnest($1::text[]) || ''")
        .bind(StaffRole::ALL)
        .fetch_all(database.pool())
        .await
        .unwrap();
    assert_eq!(roles, StaffRole::ALL);
    let word: String = sqlx::query_scalar("select $1")
        .bind(StaffRole::Sales)
        .fetch_one(database.pool())
        .await
        .unwrap();
    assert_eq!(word, "sales");
    let unknown = sqlx::query_scalar::<_, StaffRole>("select 'cashier'")
        .fetch_one(database.pool())
        .await;
    assert!(
        matches!(unknown, Err(sqlx::Error::ColumnDecode { .. })),
        "{unknown:?}"
    );
}

#[tokio::test]
async fn migration_waits_until_the_database_accepts_connections() {
    let database = TestDatabase::create(DEFINITION).await;
    let proxy = DatabaseProxy::start(database.url()).await;
    let cut_off = proxy.cut_off();
    let refused = database::wait_until_reachable(proxy.url(), Duration::from_millis(100)).await;
    assert!(refused.is_err());
    let accept = async {
        tokio::time::sleep(Duration::from_millis(400)).await;
        drop(cut_off);
    };
    let (reached, ()) = tokio::join!(
        database::wait_until_reachable(proxy.url(), Duration::from_secs(20)),
        accept
    );
    reached.unwrap();
    // No waiting mends a wrong address.
    let wrong = secrecy::SecretString::from("no address");
    let wrong = database::wait_until_reachable(&wrong, Duration::from_hours(1)).await;
    assert!(wrong.is_err());
}

#[tokio::test]
async fn a_pooler_that_accepts_no_connection_ends_readiness_and_is_named() {
    let harness = Harness::start(DEFINITION).await;
    let pooler = DatabaseProxy::start(&harness.database_settings().postgres_url).await;
    let settings = DatabaseSettings {
        postgres_url: pooler.url().clone(),
        postgres_direct_url: Some(harness.database_settings().postgres_url),
        ..harness.database_settings()
    };
    let service = Service::bind(DEFINITION, &harness.process_settings(), &settings)
        .await
        .unwrap();
    let metrics = service.metrics().clone();
    let up = |path: &str, is_up: bool| {
        let line = format!("storefront_database_up{{path=\"{path}\"}} {}\n", i32::from(is_up));
        metrics.encode().unwrap().contains(&line)
    };
    let client = harness.serve(service).await;
    assert!(up("direct", true) && up("pooler", true));
    let cut_off = pooler.cut_off();
    eventually("the pooler is named", || async {
        let mut health = HealthClient::new(client.clone());
        let response = health.check(HealthCheckRequest::default()).await.ok()?;
        let status = response.into_inner().status();
        let is_named = up("direct", true) && up("pooler", false);
        (status == ServingStatus::NotServing && is_named).then_some(())
    })
    .await;
    drop(cut_off);
    eventually("the service is ready again", || async {
        let mut health = HealthClient::new(client.clone());
        let response = health.check(HealthCheckRequest::default()).await.ok()?;
        let status = response.into_inner().status();
        (status == ServingStatus::Serving && up("pooler", true)).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_transaction_begins_on_another_connection_if_a_failover_closed_those_of_the_pool() {
    let database = TestDatabase::create(DEFINITION).await;
    let proxy = DatabaseProxy::start(database.url()).await;
    let settings = DatabaseSettings {
        postgres_url: proxy.url().clone(),
        postgres_direct_url: None,
        postgres_connections: 5,
        postgres_background_connections: 1,
    };
    let pool = database::pool(&settings, "kit").unwrap();
    let mut connections = Vec::new();
    for _ in 0..5 {
        connections.push(pool.acquire().await.unwrap());
    }
    drop(connections);
    eventually("all connections are idle", || async {
        (pool.num_idle() == 5).then_some(())
    })
    .await;
    drop(proxy.cut_off());
    // The first attempt finds them closed.
    let transaction = database::begin(&pool).await.unwrap();
    transaction.commit().await.unwrap();
}
