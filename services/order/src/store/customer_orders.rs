//! Orders of customers: their sums, and the notes that are wiped with a customer.

use kit::domain::OrderId;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::events::Subject;

/// The orders of a customer.
pub(crate) struct CustomerOrders {
    /// Index of the customer.
    pub(crate) customer: i32,
    pub(crate) count: i64,
    /// Qəpik, without cancelled orders.
    pub(crate) total_minor: i64,
}

/// Phone or e-mail, and the index of its customer.
pub(crate) type Point = (i32, String);

/// Counts and sums the orders of customers; customers without orders are missing. An order with several phones or e-mails
/// of a customer counts once.
pub(crate) async fn sum(
    connection: &mut PgConnection,
    phones: Vec<Point>,
    emails: Vec<Point>,
) -> Result<Vec<CustomerOrders>, sqlx::Error> {
    let (phone_customers, phones): (Vec<_>, Vec<_>) = phones.into_iter().unzip();
    let (email_customers, emails): (Vec<_>, Vec<_>) = emails.into_iter().unzip();
    // Cast: a sum of bigint is numeric.
    sqlx::query_as!(
        CustomerOrders,
        r#"select customer as "customer!", count(*) as "count!",
                  coalesce(sum(total_minor) filter (where status <> 'cancelled'), 0)::bigint as "total_minor!"
           from (select customer, id, total_minor, status
                 from unnest($1::int[], $2::text[]) as point (customer, phone)
                      join customer_order on customer_phone = phone and customer_phone <> ''
                 union
                 select customer, id, total_minor, status
                 from unnest($3::int[], $4::text[]) as point (customer, email)
                      join customer_order on customer_email = email and customer_email <> '') as found
           group by customer"#,
        &phone_customers,
        &phones,
        &email_customers,
        &emails,
    )
    .fetch_all(connection)
    .await
}

/// An order of a customer.
pub(crate) struct FoundOrder {
    pub(crate) id: OrderId,
    /// Whether it is neither completed nor cancelled.
    pub(crate) is_open: bool,
}

/// Returns the orders with one of these phones or e-mails.
pub(crate) async fn find(
    connection: &mut PgConnection,
    phones: &[String],
    emails: &[String],
) -> Result<Vec<FoundOrder>, sqlx::Error> {
    sqlx::query_as!(
        FoundOrder,
        r#"select id as "id: OrderId", status not in ('completed', 'cancelled') as "is_open!" from customer_order
           where customer_phone <> '' and customer_phone = any($1) or customer_email <> '' and customer_email = any($2)
           order by id"#,
        phones,
        emails,
    )
    .fetch_all(connection)
    .await
}

/// Wipes the texts that staff wrote about orders, and returns the orders whose notes had files. Addresses, payments and
/// sums stay.
pub(crate) async fn wipe_notes(
    connection: &mut PgConnection,
    orders: &[Uuid],
) -> Result<Vec<WithFiles>, sqlx::Error> {
    sqlx::query_as!(
        WithFiles,
        r#"with plans as (
             update customer_order
             set delivery_note = '', visit_source = '', visit_campaign = '', visit_landing = '', visit_at = null
             where id = any($1)
         ), steps as (
             update order_history set text = '' where order_id = any($1) and text <> ''
         ), events as (
             update order_event
             set text = '', detail = detail #- '{from,note}' #- '{to,note}' #- '{former}' #- '{files}'
             where order_id = any($1)
         )
         select id as "id: OrderId", number from customer_order
         where id = any($1)
           and exists (select from order_event where order_id = customer_order.id and detail ? 'files')"#,
        orders,
    )
    .fetch_all(connection)
    .await
}

/// An order whose notes had files before they were wiped.
#[derive(Debug)]
pub(crate) struct WithFiles {
    pub(crate) id: OrderId,
    pub(crate) number: String,
}

impl WithFiles {
    /// Returns the id and the number, for events.
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject {
            id: self.id,
            number: &self.number,
        }
    }
}
