//! Deletes old reservations, imports and searches.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store::{import, reservation, search_miss};

/// Interval between sweeps.
const INTERVAL: Duration = Duration::from_hours(1);

/// Maximum reservations per statement, which bounds its duration.
const BATCH_SIZE: i64 = 500;

/// Sweeps until cancelled.
pub(crate) async fn run(pool: PgPool, stop: CancellationToken) {
    kit::periodic::run("deletion of old records", INTERVAL, stop, || sweep(&pool)).await;
}

async fn sweep(pool: &PgPool) -> Result<(), sqlx::Error> {
    let mut connection = pool.acquire().await?;
    while reservation::delete_expired(&mut connection, BATCH_SIZE).await? > 0 {}
    import::delete_expired(&mut connection).await?;
    search_miss::delete_expired(&mut connection).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DEFINITION;

    #[tokio::test]
    async fn deletes_reservations_that_no_event_can_concern() {
        let database = testkit::TestDatabase::create(DEFINITION).await;
        let pool = database.pool();
        sqlx::query(
            "insert into product (
                 code, category_id, price_minor, discount_percent, discounted_price_minor, is_active, created_at,
                 popularity, rating_tenths, review_count
             )
             select 'A', min(id), 1, 0, 1, true, now(), 0, 0, 0 from category",
        )
        .execute(pool)
        .await
        .unwrap();
        let ages = [
            ("reserved", 800),
            ("released", 71),
            ("released", 66),
            ("returned", 71),
            ("returned", 66),
            ("sold", 731),
            ("sold", 720),
        ];
        for (state, days) in ages {
            sqlx::query(
                "with inserted as (
                     insert into reservation (order_id, state, changed_at)
                     values (gen_random_uuid(), $1, now() - make_interval(days => $2)) returning order_id
                 )
                 insert into reservation_line (
                     order_id, product_id, code, name, image_url, unit_price_minor, discount_percent, quantity,
                     from_stock
                 )
                 select order_id, product.id, code, '{}', '', 1, 0, 1, true from inserted cross join product",
            )
            .bind(state)
            .bind(days)
            .execute(pool)
            .await
            .unwrap();
        }
        sweep(pool).await.unwrap();
        let remaining: Vec<(String, i32)> = sqlx::query_as(
            "select state, extract(day from now() - changed_at)::integer
             from reservation join reservation_line using (order_id) order by 1, 2",
        )
        .fetch_all(pool)
        .await
        .unwrap();
        let expected = [
            ("released", 66),
            ("reserved", 800),
            ("returned", 66),
            ("sold", 720),
        ];
        assert_eq!(remaining, expected.map(|(state, days)| (state.to_owned(), days)));
    }
}
