//! Idempotency keys on a real database.

#![expect(clippy::unwrap_used, reason = "panics fail the test")]

use kit::{
    caller::{Actor, StaffMember},
    database,
    domain::UserId,
    failure::{Code, Failure},
    idempotency::{Attempt, Started},
    service::Definition,
    staff::StaffRole,
};
use sqlx::{PgPool, migrate::Migrator};
use testkit::TestDatabase;

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

const DEFINITION: Definition = Definition {
    name: "kit",
    migrations: &NO_MIGRATIONS,
};

const OPERATION: &str = "AddNote SQ-7Q2M04XK";

fn member() -> Actor {
    Actor::Member(StaffMember {
        user: UserId::generate(),
        role: StaffRole::Sales,
        is_stepped_up: false,
    })
}

fn attempt(actor: &Actor, text: &str) -> Attempt {
    Attempt::new(actor, OPERATION, "key", &text.to_owned())
}

async fn start(pool: &PgPool, attempt: &Attempt) -> Result<Started, Failure> {
    attempt.start(&mut pool.acquire().await.unwrap()).await
}

async fn run(pool: &PgPool, attempt: &Attempt, result: &str) {
    let mut transaction = database::begin(pool).await.unwrap();
    assert_eq!(attempt.start(&mut transaction).await.unwrap(), Started::New);
    attempt.finish(&mut transaction, result).await.unwrap();
    transaction.commit().await.unwrap();
}

#[tokio::test]
async fn replays_the_result_to_the_same_call_only() {
    let database = TestDatabase::create(DEFINITION).await;
    let pool = database.pool();
    let actor = member();
    run(pool, &attempt(&actor, "note"), "7").await;
    assert_eq!(
        start(pool, &attempt(&actor, "note")).await.unwrap(),
        Started::Replayed("7".to_owned())
    );
    let reused = start(pool, &attempt(&actor, "another")).await.unwrap_err();
    assert_eq!(reused.code, Code::KeyReused);
    assert_eq!(
        start(pool, &attempt(&member(), "note")).await.unwrap(),
        Started::New
    );
    let other = Attempt::new(&actor, "AddNote SQ-00000000", "key", &"note".to_owned());
    assert_eq!(start(pool, &other).await.unwrap(), Started::New);
    let without_key = Attempt::new(&actor, OPERATION, "", &"note".to_owned());
    assert_eq!(start(pool, &without_key).await.unwrap(), Started::New);
}

#[tokio::test]
async fn forgets_failed_calls_and_refuses_calls_while_the_first_runs() {
    let database = TestDatabase::create(DEFINITION).await;
    let pool = database.pool();
    let actor = member();
    let first = attempt(&actor, "note");
    let mut transaction = database::begin(pool).await.unwrap();
    first.start(&mut transaction).await.unwrap();
    first.finish(&mut transaction, "7").await.unwrap();
    let second = start(pool, &first).await.unwrap_err();
    assert_eq!(second.code, Code::Unavailable);
    assert!(second.retry_after.is_some());
    transaction.rollback().await.unwrap();
    assert_eq!(start(pool, &first).await.unwrap(), Started::New);
}

#[tokio::test]
async fn forgets_results_after_a_day() {
    let database = TestDatabase::create(DEFINITION).await;
    let pool = database.pool();
    let actor = member();
    run(pool, &attempt(&actor, "note"), "7").await;
    sqlx::query("update idempotency set created_at = now() - interval '25 hours'")
        .execute(pool)
        .await
        .unwrap();
    run(pool, &attempt(&actor, "another"), "8").await;
    assert_eq!(
        start(pool, &attempt(&actor, "another")).await.unwrap(),
        Started::Replayed("8".to_owned())
    );
}
