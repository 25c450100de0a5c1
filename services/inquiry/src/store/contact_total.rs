//! The totals of the orders of customers.

use sqlx::PgConnection;
use uuid::Uuid;

/// Phones and e-mails of a customer.
pub(crate) struct Points {
    pub(crate) contact: Uuid,
    pub(crate) phones: Vec<String>,
    pub(crate) emails: Vec<String>,
}

/// Total of the orders of a customer.
pub(crate) struct Total {
    pub(crate) contact: Uuid,
    /// Qəpik.
    pub(crate) minor: i64,
}

/// Returns at most `limit` customers after one, by id. Of each, the first 5 phones and e-mails.
pub(crate) async fn points(
    connection: &mut PgConnection,
    after: Uuid,
    limit: i64,
) -> Result<Vec<Points>, sqlx::Error> {
    sqlx::query_as!(
        Points,
        r#"select id as contact,
                  array(select value from placed_point where contact_id = contact.id and kind = 'phone'
                        and place <= 5 order by place) as "phones!",
                  array(select value from placed_point where contact_id = contact.id and kind = 'email'
                        and place <= 5 order by place) as "emails!"
           from contact where id > $1 and wiped_at is null and merged_into is null order by id limit $2"#,
        after,
        limit,
    )
    .fetch_all(connection)
    .await
}

/// Stores the totals that have changed.
pub(crate) async fn store(connection: &mut PgConnection, totals: &[Total]) -> Result<(), sqlx::Error> {
    let (contacts, totals): (Vec<_>, Vec<_>) =
        totals.iter().map(|total| (total.contact, total.minor)).unzip();
    sqlx::query!(
        "update contact set orders_total = total.minor
         from unnest($1::uuid[], $2::bigint[]) as total (contact, minor)
         where contact.id = total.contact and contact.orders_total <> total.minor and contact.wiped_at is null",
        &contacts,
        &totals,
    )
    .execute(connection)
    .await?;
    Ok(())
}
