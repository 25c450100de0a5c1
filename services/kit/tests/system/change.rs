//! Changes as one unit, and their idempotency keys, on a real database.

use std::time::Duration;

use kit::{
    caller::{Actor, StaffMember},
    change::{self, Change, Effect},
    domain::UserId,
    failure::{Code, Failure},
    staff::StaffRole,
};
use serde_json::json;
use sqlx::{PgConnection, PgPool};
use testkit::TestDatabase;

use crate::DEFINITION;

const NOTE: &str = "AddNote SQ-7Q2M04XK";

fn member() -> Actor {
    Actor::Member(StaffMember {
        user: UserId::generate(),
        role: StaffRole::Sales,
        is_stepped_up: false,
    })
}

/// Returns the call of an actor with the key `key`.
fn note(actor: &Actor, text: &str) -> Change {
    Change::once(actor, NOTE, "key", &text.to_owned())
}

async fn insert(connection: &mut PgConnection) -> Result<(), Failure> {
    sqlx::query("insert into note (text) values ('note')")
        .execute(connection)
        .await?;
    Ok(())
}

/// Tries to add a note once, whose effect is that of `effect`, and returns the result.
async fn add_note(
    pool: &PgPool,
    is_allowed: bool,
    effect: impl AsyncFnOnce(&mut PgConnection) -> Result<Effect, Failure>,
) -> Result<String, Failure> {
    note(&Actor::Operator, "note")
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
                insert(connection).await?;
                effect(connection).await
            },
            async |_, result| Ok(result.to_owned()),
        )
        .await
}

/// Runs a call without audit entries. Returns its result, or that of an earlier call.
async fn run(pool: &PgPool, call: Change, result: &str) -> Result<String, Failure> {
    call.run(
        pool,
        async |_| Ok(()),
        async |_, ()| Ok(Effect::none().with(result.to_owned())),
        async |_, result| Ok(result.to_owned()),
    )
    .await
}

fn added(result: &str) -> Effect {
    Effect::audited(&Actor::Operator, "AddNote", "SQ-7Q2M04XK", json!({})).with(result.to_owned())
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

    let dropped = change::run(pool, async |connection| {
        insert(connection).await?;
        std::future::pending::<Result<Effect, Failure>>().await
    });
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
async fn a_change_without_a_key_returns_its_value_and_runs_in_a_task() {
    let database = database().await;
    let pool = database.pool().clone();
    let change = async move {
        change::run(&pool, async |connection| {
            insert(connection).await?;
            Ok::<_, Failure>(added("first"))
        })
        .await
    };
    assert_eq!(tokio::spawn(change).await.unwrap().unwrap(), "first");
    assert_eq!(counts(database.pool()).await, (1, 1, 0));
}

#[tokio::test]
async fn replays_the_result_to_the_same_call_only() {
    let database = database().await;
    let pool = database.pool();
    let actor = member();
    assert_eq!(run(pool, note(&actor, "note"), "7").await.unwrap(), "7");
    assert_eq!(run(pool, note(&actor, "note"), "8").await.unwrap(), "7");
    let reused = run(pool, note(&actor, "another"), "8").await.unwrap_err();
    assert_eq!(reused.code, Code::KeyReused);
    let other_entity = Change::once(&actor, "AddNote SQ-00000000", "key", &"note".to_owned());
    let without_key = Change::once(&actor, NOTE, "", &"note".to_owned());
    for other in [note(&member(), "note"), other_entity, without_key] {
        assert_eq!(run(pool, other, "8").await.unwrap(), "8");
    }
}

#[tokio::test]
async fn refuses_calls_while_the_first_runs() {
    let database = database().await;
    let pool = database.pool();
    let mut second = None;
    let first = add_note(pool, true, async |_| {
        second = Some(run(pool, note(&Actor::Operator, "note"), "8").await);
        Ok(added("7"))
    });
    assert_eq!(first.await.unwrap(), "7");
    let second = second.unwrap().unwrap_err();
    assert_eq!(second.code, Code::Unavailable);
    assert!(second.retry_after.is_some());
}

#[tokio::test]
async fn forgets_results_after_a_day() {
    let database = database().await;
    let pool = database.pool();
    let actor = member();
    run(pool, note(&actor, "note"), "7").await.unwrap();
    sqlx::query("update idempotency set created_at = now() - interval '25 hours'")
        .execute(pool)
        .await
        .unwrap();
    for result in ["8", "9"] {
        assert_eq!(run(pool, note(&actor, "another"), result).await.unwrap(), "8");
    }
}
