//! Columns that pods of the previous version leave empty.

use kit::domain::OrderId;
use sqlx::PgConnection;

use super::{line, order::addresses};
use crate::contact;

/// Fills the columns of the desk's search of at most `limit` orders, and returns their number.
pub(crate) async fn fill_search(connection: &mut PgConnection, limit: i64) -> Result<usize, sqlx::Error> {
    let orders = sqlx::query!(
        r#"select id as "id: OrderId", number from customer_order
           where desk_search is null order by id limit $1 for no key update skip locked"#,
        limit,
    )
    .fetch_all(&mut *connection)
    .await?;
    let uuids: Vec<_> = orders.iter().map(|order| order.id.uuid()).collect();
    let lines = line::list(connection, &uuids).await?;
    let addresses = addresses(connection, &uuids).await?;
    let (mut phones, mut emails, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for order in &orders {
        let shipping = addresses
            .get(&order.id)
            .map(|(shipping, _)| shipping.clone())
            .unwrap_or_default();
        phones.push(contact::phone(&shipping.phone));
        emails.push(contact::email_text(&shipping.email));
        texts.push(contact::search_text(
            &order.number,
            &shipping,
            lines.get(&order.id).map(Vec::as_slice).unwrap_or_default(),
        ));
    }
    sqlx::query!(
        "update customer_order
         set customer_phone = filled.phone, customer_email = filled.email, desk_search = filled.text
         from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as filled (id, phone, email, text)
         where customer_order.id = filled.id",
        &uuids,
        &phones,
        &emails,
        &texts,
    )
    .execute(connection)
    .await?;
    Ok(orders.len())
}

/// Inserts the payments of orders that were moved to paid or refunded without them.
pub(crate) async fn complete_payments(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with moved as (
             select id, payment_status, total_minor from customer_order
             where payment_status in ('paid', 'refunded') and paid_minor = 0 and total_minor > 0
             order by id limit 100 for no key update skip locked
         ), payments as (
             insert into payment (id, order_id, kind, amount_minor, method)
             select gen_random_uuid(), moved.id, step.kind, moved.total_minor, 'other'
             from moved join (values ('in', 'paid'), ('in', 'refunded'), ('out', 'refunded')) as step (kind, status)
                 on step.status = moved.payment_status
         )
         update customer_order
         set paid_minor = moved.total_minor,
             refunded_minor = case moved.payment_status when 'refunded' then moved.total_minor else 0 end
         from moved where customer_order.id = moved.id"
    )
    .execute(connection)
    .await?;
    Ok(())
}
