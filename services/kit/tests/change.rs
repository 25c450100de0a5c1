//! Changes by staff as one unit.

#![expect(clippy::unwrap_used, reason = "panics fail the test")]

use std::time::Duration;

use kit::{
    caller::Actor,
    change::{Change, Effect},
    failure::{Code, Failure},
    service::Definition,
};
use serde_json::json;
use sqlx::{PgConnection, PgPool, migrate::Migrator};
use testkit::TestDatabase;

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

const DEFINITION: Definition = Definition {
    name: "kit",
    migrations: &NO_MIGRATIONS,
};

const NOTE: &str = "AddNote SQ-7Q2M04XK";

/// Tries to add a note once, whose effect is that of `effect`, and returns the result.
async fn add_note(
    pool: &PgPool,
    is_allowed: bool,
    effect: impl AsyncFnOnce(&mut PgConnection) -> Result<Effect, Failure>,
) -> Result<String, Failure> {
    Change::once(&Actor::Operator, NOTE, "key", &"note".to_owned())
        .run(
            pool,
            async |_| {
                if is_allowed {
                    Ok(())
                } else {
                    Err(Failure::new(Code::Forbidden))
                }
            },
            async |connection, ()| {
                sqlx::query("insert into note (text) values ('note')")
                    .execute(&mut *connection)
                    .await?;
                effect(connection).await
            },
            async |_, result| Ok(result.to_owned()),
        )
        .await
}

fn added(result: &str) -> Effect {
    Effect::audited("AddNote", "SQ-7Q2M04XK", json!({})).with_result(result)
}

/// Returns the numbers of notes, of audit entries and of results for replays.
async fn counts(pool: &PgPool) -> (i64, i64, i64) {
    let query = "select (select count(*) from note), (select count(*) from audit), (select count(*) from idempotency)";
    sqlx::query_as(query).fetch_one(pool).await.unwrap()
}

async fn database() -> TestDatabase {
    let database = TestDatabase::create(DEFINITION).await;
    sqlx::query("create table note (text text)")
        .execute(database.pool())
        .await
        .unwrap();
    database
}

#[tokio::test]
async fn stores_effect_audit_and_result_and_replays() {
    let database = database().await;
    let pool = database.pool();
    for attempt in ["first", "second"] {
        let result = add_note(pool, true, async |_| Ok(added(attempt))).await;
        assert_eq!(result.unwrap(), "first");
        assert_eq!(counts(pool).await, (1, 1, 1));
    }
}

#[tokio::test]
async fn authorizes_replays() {
    let database = database().await;
    let pool = database.pool();
    add_note(pool, true, async |_| Ok(added("first"))).await.unwrap();
    let refused = add_note(pool, false, async |_| Ok(added("second"))).await;
    assert_eq!(refused.unwrap_err().code, Code::Forbidden);
}

#[tokio::test]
async fn a_change_that_fails_or_is_dropped_before_its_end_leaves_nothing() {
    let database = database().await;
    let pool = database.pool();
    let failed = add_note(pool, true, async |_| Err(Failure::new(Code::Conflict))).await;
    assert_eq!(failed.unwrap_err().code, Code::Conflict);
    assert_eq!(counts(pool).await, (0, 0, 0));

    let dropped = add_note(pool, true, async |_| std::future::pending().await);
    let ended = tokio::time::timeout(Duration::from_millis(200), dropped).await;
    assert!(ended.is_err());
    assert_eq!(counts(pool).await, (0, 0, 0));

    // The key is free again.
    let result = add_note(pool, true, async |_| Ok(added("second"))).await;
    assert_eq!(
        (result.unwrap().as_str(), counts(pool).await),
        ("second", (1, 1, 1))
    );
}

#[tokio::test]
async fn a_change_runs_in_a_task() {
    let database = database().await;
    let pool = database.pool().clone();
    let change = async move {
        Change::new(&Actor::Operator)
            .run(
                &pool,
                async |_| Ok::<_, Failure>(()),
                async |_, ()| Ok(Effect::none()),
                async |_, _| Ok(counts(&pool).await),
            )
            .await
    };
    assert_eq!(tokio::spawn(change).await.unwrap().unwrap(), (0, 0, 0));
}
