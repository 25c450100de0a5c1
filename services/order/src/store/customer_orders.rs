//! Sums of the orders of customers.

use sqlx::PgConnection;

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
