//! Made-up products, inserted into the catalog's database.

use std::time::Duration;

use anyhow::{Context as _, Result};
use sqlx::{Connection as _, PgConnection};

/// The word that a fifth of the products has in its name.
pub(crate) const COMMON_WORD: &str = "Taburet";

/// Long enough for a million products on a slow disk.
const TIMEOUT: Duration = Duration::from_mins(20);

const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Inserts the products `from..=to`. Each statement is one transaction with the next one's numbers free, so that the
/// services see whole batches.
const INSERT: &str = r"
with revision as (
    update search_revision set revision = revision + $2 - $1 + 1 returning revision - ($2 - $1 + 1) as first
), numbers as (
    select n, (array[4800, 19900, 45000, 129000, 310000])[1 + n % 5] + n % 97 * 100 as price, n % 4 * 5 as discount
    from generate_series($1, $2) as n
), added as (
    insert into product (code, category_id, price_minor, discount_percent, discounted_price_minor, stock, is_active,
                         created_at, popularity, rating_tenths, review_count, search_revision, width_mm, depth_mm,
                         height_mm)
    select 'BENCH-' || lpad(n::text, 7, '0'), 1 + n % 3, price, discount, round(price * (100 - discount) / 100.0),
           case when n % 10 = 0 then null else 100000000 end, true, now() - n * interval '1 second',
           (n::bigint * 7919 % 1000)::int, 10 + n % 41, n % 200, revision.first + n - $1 + 1, 1800, 600, 450
    from numbers, revision
    order by n
    returning id, code
), counted as (
    update category set product_count = product_count + added_count
    from (select 1 + n % 3 as id, count(*) as added_count from numbers group by 1) as counts
    where category.id = counts.id
)
insert into product_text (product_id, name, description, features, colors, images, attributes)
select id,
       jsonb_build_object('az', word || ' uydurma məhsul ' || n, 'ru', word || ' выдуманный товар ' || n,
                          'en', word || ' made-up product ' || n),
       jsonb_build_object('az', 'Ölçmə üçün uydurulmuş məhsul, satılmır.', 'ru', 'Выдуманный товар для измерений.',
                          'en', repeat('A made-up product for measurements, not for sale. ', 6)),
       jsonb_build_object('az', 'Uydurma', 'ru', 'Выдумка', 'en', E'Made up\nTwo woods, 22 mm\nOiled by hand'),
       array['oak', 'walnut'],
       jsonb_build_array(
           jsonb_build_object('url', '/images/made-up-' || n || '-1.webp', 'width', 1024, 'height', 1280,
                              'color', 'oak', 'placeholder', 'data:image/webp;base64,' || repeat('UklGRmAA', 14)),
           jsonb_build_object('url', '/images/made-up-' || n || '-2.webp', 'width', 1024, 'height', 1280,
                              'color', 'walnut', 'placeholder', 'data:image/webp;base64,' || repeat('UklGRmAA', 14))),
       jsonb_build_object(
           'external_measurement',
           jsonb_build_object('az', '180 × 60 × 45 sm', 'ru', '180 × 60 × 45 см', 'en', '180 × 60 × 45 cm'),
           'internal_measurement', jsonb_build_object('az', '', 'ru', '', 'en', ''),
           'is_fixed', false)
from (
    select id, right(code, 7)::int as n,
           case when right(code, 7)::int % 5 = 0 then $3
                else (array['Şkaf', 'Mətbəx', 'Kürsü', 'Rəf'])[right(code, 7)::int % 5] end as word
    from added
) as named
";

/// Products per statement.
const BATCH: i32 = 10_000;

/// Inserts products until there are `target`, of which `existing` are there already. `on_progress` gets the number so
/// far.
///
/// # Errors
/// If the database fails, or takes longer than 20 minutes.
pub(crate) async fn insert(
    database: &str,
    existing: i32,
    target: i32,
    on_progress: impl Fn(i32),
) -> Result<()> {
    let work = async {
        let mut connection = PgConnection::connect(database).await?;
        let mut first = existing + 1;
        while first <= target {
            let last = target.min(first + BATCH - 1);
            sqlx::query(INSERT)
                .bind(first)
                .bind(last)
                .bind(COMMON_WORD)
                .execute(&mut connection)
                .await?;
            on_progress(last);
            first = last + 1;
        }
        sqlx::query("analyze product, product_text")
            .execute(&mut connection)
            .await?;
        connection.close().await
    };
    tokio::time::timeout(TIMEOUT, work)
        .await
        .context("PostgreSQL did not insert the products within 20 minutes")?
        .context("cannot insert the made-up products")
}

/// Waits until the desk finds all products, and removes what their changes have left.
///
/// # Errors
/// If the database fails, or it takes longer than 20 minutes.
pub(crate) async fn wait_for_desk(database: &str) -> Result<()> {
    let work = async {
        let mut connection = PgConnection::connect(database).await?;
        let missing = "select exists (select from product where desk_search is null)";
        while sqlx::query_scalar(missing).fetch_one(&mut connection).await? {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        sqlx::query("vacuum (analyze) product")
            .execute(&mut connection)
            .await?;
        connection.close().await
    };
    tokio::time::timeout(TIMEOUT, work)
        .await
        .context("the desk does not find all products within 20 minutes")?
        .context("cannot read the products")
}

/// Returns the ids of up to `limit` products, oldest first.
///
/// # Errors
/// If the database fails.
pub(crate) async fn ids(database: &str, limit: i32) -> Result<Vec<i64>> {
    let mut connection = PgConnection::connect(database).await?;
    let ids = sqlx::query_scalar("select id from product order by id limit $1")
        .bind(limit)
        .fetch_all(&mut connection)
        .await?;
    connection.close().await?;
    Ok(ids)
}
