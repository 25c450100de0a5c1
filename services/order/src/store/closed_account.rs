//! The table `closed_account`, and personal data of the orders of closed accounts.

use kit::domain::{Money, OrderId, UserId};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{
    customer_orders::WithFiles,
    order::{OrderRow, load_details},
};
use crate::order::{Order, PaymentStatus, Status};

/// Records that a user has closed the account.
pub(crate) async fn insert(connection: &mut PgConnection, user: UserId) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into closed_account (user_id) values ($1) on conflict do nothing",
        user.uuid()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns at most `limit` closed accounts after this id, in order, whose orders may hold personal data.
pub(crate) async fn list_unwiped(
    connection: &mut PgConnection,
    after: Uuid,
    limit: i64,
) -> Result<Vec<UserId>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select user_id as "user: UserId" from closed_account
           where wiped_at is null and user_id > $1 order by user_id limit $2"#,
        after,
        limit,
    )
    .fetch_all(connection)
    .await
}

/// Returns a user's pending orders and locks them until the transaction ends.
pub(crate) async fn lock_pending_orders(
    connection: &mut PgConnection,
    user: UserId,
) -> Result<Vec<Order>, sqlx::Error> {
    let rows = sqlx::query_as!(
        OrderRow,
        r#"select id as "id: OrderId", number, user_id as "user: UserId", status as "status: Status",
                  payment_status as "payment: PaymentStatus", total_minor as "total: Money", ordered_at,
                  delivery_price_minor as "delivery_price: Money", paid_minor as "paid: Money",
                  refunded_minor as "refunded: Money"
           from customer_order where user_id = $1 and status = 'pending' order by id for update"#,
        user.uuid(),
    )
    .fetch_all(&mut *connection)
    .await?;
    load_details(connection, rows).await
}

/// Wipes the addresses of a user's ended orders and deletes the responses of ended checkout attempts. Marks the account
/// as wiped a day after its closing if none of its orders holds an address. Returns the orders whose notes had files.
pub(crate) async fn wipe(connection: &mut PgConnection, user: UserId) -> Result<Vec<WithFiles>, sqlx::Error> {
    let with_files = sqlx::query_as!(
        WithFiles,
        r#"with ended as (
             update customer_order
             set wiped_at = now(), customer_phone = null, customer_email = null, desk_search = null,
                 delivery_crew = '', delivery_note = '', visit_source = '', visit_campaign = '', visit_landing = '',
                 visit_at = null
             where user_id = $1 and wiped_at is null and status in ('delivered', 'completed', 'cancelled')
             returning id, number
         ), notes as (
             update order_event
             set text = '', detail = detail #- '{from,crew}' #- '{from,note}' #- '{to,crew}' #- '{to,note}' #- '{former}'
                                   #- '{files}'
             from ended where order_id = ended.id
         ), addresses as (
             update order_address
             set first_name = '', last_name = '', email = '', phone = '', address = '', city = '', state = '',
                 postal_code = '', country = ''
             from ended where order_id = ended.id
         )
         select id as "id!: OrderId", number as "number!" from ended
         where exists (select from order_event where order_id = ended.id and detail ? 'files')"#,
        user.uuid(),
    )
    .fetch_all(&mut *connection)
    .await?;
    sqlx::query!(
        "delete from checkout_attempt where user_id = $1 and state <> 'open'",
        user.uuid(),
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update closed_account set wiped_at = now()
         where user_id = $1 and wiped_at is null and closed_at < now() - interval '1 day'
           and not exists (
               select from customer_order
               where customer_order.user_id = closed_account.user_id and customer_order.wiped_at is null
           )",
        user.uuid(),
    )
    .execute(connection)
    .await?;
    Ok(with_files)
}
