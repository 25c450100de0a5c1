//! Classification of PostgreSQL errors.

use kit::{
    failure::{Code, Failure},
    service::Definition,
};
use sqlx::migrate::Migrator;
use testkit::TestDatabase;

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

#[tokio::test]
async fn maps_only_transient_errors_to_unavailable() {
    let database = TestDatabase::create(Definition {
        name: "kit",
        migrations: &NO_MIGRATIONS,
    })
    .await;
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
