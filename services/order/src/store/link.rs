//! Queries of the links to orders.

use kit::domain::{OrderId, UserId};
use sqlx::PgConnection;

use crate::{contact, link::LinkedOrder, order::Status};

/// Selects the order of a link; `$tail` ends the statement.
macro_rules! select_order {
    ($connection:expr, $number:expr, $tail:literal) => {{
        let row = sqlx::query!(
            r#"select o.id as "id: OrderId", o.number, o.user_id as "user: UserId", a.email,
                      o.status as "status: Status", now() as "now!",
                      coalesce(
                          (select h.at from order_history h where h.order_id = o.id order by h.position desc limit 1),
                          o.ordered_at
                      ) as "status_at!"
               from customer_order o join order_address a on a.order_id = o.id and a.kind = 'shipping'
               where o.number = $1 and o.wiped_at is null"# + $tail,
            $number,
        )
        .fetch_optional($connection)
        .await?;
        Ok(row.map(|row| LinkedOrder {
            id: row.id,
            number: row.number,
            user: row.user,
            email: contact::email_text(&row.email),
            status: row.status,
            status_at: row.status_at,
            now: row.now,
        }))
    }};
}

/// Returns the order with this number, unless its personal data is wiped.
pub(crate) async fn find(
    connection: &mut PgConnection,
    number: &str,
) -> Result<Option<LinkedOrder>, sqlx::Error> {
    select_order!(connection, number, "")
}

/// As [`find`], and locks the order until the transaction ends.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    number: &str,
) -> Result<Option<LinkedOrder>, sqlx::Error> {
    select_order!(connection, number, " for update of o")
}

/// Adds a locked order to an account and returns its new version.
pub(crate) async fn claim(
    connection: &mut PgConnection,
    order: OrderId,
    user: UserId,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        "update customer_order
         set user_id = $2, claimed_at = now(), version = version + 1, changed_by = null, changed_at = now()
         where id = $1 returning version",
        order.uuid(),
        user.uuid(),
    )
    .fetch_one(connection)
    .await
}
