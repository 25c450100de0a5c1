//! Which failed statements may succeed later, on a real PostgreSQL.

use kit::{
    failure::{Code, Failure},
    service::Definition,
};
use sqlx::migrate::Migrator;
use testkit::TestDatabase;

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

#[tokio::test]
async fn only_what_may_succeed_later_is_an_outage() {
    let database = TestDatabase::create(Definition {
        name: "kit",
        migrations: &NO_MIGRATIONS,
    })
    .await;
    let code = async |state: &str| {
        let statement = format!("do $$ begin raise exception using errcode = '{state}'; end $$");
        let failed = sqlx::query(sqlx::AssertSqlSafe(statement))
            .execute(database.pool())
            .await;
        Failure::from(failed.unwrap_err()).code
    };
    // A lost connection, too many of them, a restart, a full disk; a lock, a statement or a transaction that took too
    // long, and a transaction that was chosen to fail; a primary that has become a standby.
    for state in [
        "08006", "53300", "57P01", "57014", "58030", "55P03", "25P03", "25P04", "40001", "40P01", "25006",
    ] {
        assert_eq!(code(state).await, Code::Unavailable, "{state}");
    }
    for state in ["23505", "42P01", "22001", "XX000"] {
        assert_eq!(code(state).await, Code::Internal, "{state}");
    }
}
