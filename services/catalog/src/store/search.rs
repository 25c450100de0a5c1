//! Source of the search index.

use std::collections::HashMap;

use kit::domain::{CategoryId, LocalizedText, Money, Percent, ProductId};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use crate::{
    measures::Millimetres,
    product::Stock,
    record::Record,
    search::{Entry, size_word},
};

// The limits are literals, because PostgreSQL plans a statement for a tenth of all rows if it does not know them.

/// Returns the latest search revision.
pub(crate) async fn latest_revision(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!("select revision from search_revision")
        .fetch_one(connection)
        .await
}

/// Gives products the next search revisions; does nothing without products. Concurrent calls wait until the transaction
/// ends, so it must lock no products after this.
pub(crate) async fn mark_changed(
    connection: &mut PgConnection,
    products: &[ProductId],
) -> Result<(), sqlx::Error> {
    let Some(count) = i64::try_from(products.len()).ok().filter(|count| *count > 0) else {
        return Ok(());
    };
    let products: Vec<i64> = products.iter().map(|product| product.get()).collect();
    sqlx::query!(
        "with next as (
             update search_revision set revision = revision + $2 returning revision - $2 as before
         )
         update product set search_revision = next.before + place
         from next, unnest($1::bigint[]) with ordinality as changed (product, place)
         where id = changed.product",
        &products,
        count,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Content of the index for a product.
struct Row {
    id: ProductId,
    code: String,
    is_active: bool,
    category_id: CategoryId,
    discounted_price_minor: Money,
    created_at: OffsetDateTime,
    rating_tenths: i16,
    popularity: i64,
    discount_percent: Percent,
    stock: Option<i64>,
    width_mm: Option<Millimetres>,
    depth_mm: Option<Millimetres>,
    height_mm: Option<Millimetres>,
    colors: Vec<String>,
    name: Json<LocalizedText>,
    description: Json<LocalizedText>,
    features: Json<LocalizedText>,
    category_name: Json<LocalizedText>,
    revision: i64,
}

/// Returns the word for a size of which all sides are known.
fn size(
    width: Option<Millimetres>,
    depth: Option<Millimetres>,
    height: Option<Millimetres>,
) -> Option<String> {
    let sides = [width?, depth?, height?];
    Some(size_word(sides.map(|side| i64::from(side.get()))))
}

impl From<Row> for Entry {
    fn from(row: Row) -> Self {
        let microseconds = row.created_at.unix_timestamp_nanos() / 1_000;
        Self {
            product: row.id,
            is_active: row.is_active,
            category: row.category_id,
            discounted_price: row.discounted_price_minor,
            created_at: i64::try_from(microseconds).unwrap_or(i64::MAX),
            rating_tenths: row.rating_tenths,
            popularity: row.popularity,
            width: row.width_mm,
            size: size(row.width_mm, row.depth_mm, row.height_mm),
            availability: Stock::from(row.stock).availability(),
            is_discounted: row.discount_percent.is_set(),
            colors: row.colors,
            code: row.code,
            name: row.name.0,
            other: vec![row.description.0, row.features.0, row.category_name.0],
            record: Record::default(),
        }
    }
}

/// Sets the records of active products.
pub(crate) async fn read_records(
    connection: &mut PgConnection,
    entries: &mut [Entry],
) -> Result<(), sqlx::Error> {
    let active = entries.iter().filter(|entry| entry.is_active);
    let ids: Vec<ProductId> = active.map(|entry| entry.product).collect();
    let products = super::product::find_many(connection, &ids).await?;
    let mut records: HashMap<i64, Record> = products
        .into_iter()
        .map(|product| (product.id.get(), Record::new(&product.into())))
        .collect();
    for entry in entries {
        entry.record = records.remove(&entry.product.get()).unwrap_or_default();
    }
    Ok(())
}

/// Returns at most 500 products that changed after a revision with their revisions, oldest change first.
pub(crate) async fn changed_since(
    connection: &mut PgConnection,
    revision: i64,
) -> Result<Vec<(i64, Entry)>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"select product.id, code, is_active, category_id,
                  discounted_price_minor as "discounted_price_minor: Money", created_at, rating_tenths, popularity,
                  discount_percent, stock, width_mm, depth_mm, height_mm, colors, product_text.name, description, features, category.name as category_name,
                  search_revision as "revision!"
           from product
           join product_text on product_text.product_id = product.id
           join category on category.id = category_id
           where search_revision > $1
           order by search_revision
           limit 500"#,
        revision,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.revision, Entry::from(row)))
        .collect())
}

/// Returns at most 500 active products after an id, ascending. The second condition starts a merge join at the id.
pub(crate) async fn active_after(
    connection: &mut PgConnection,
    product: i64,
) -> Result<Vec<Entry>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Row,
        r#"select product.id, code, is_active, category_id,
                  discounted_price_minor as "discounted_price_minor: Money", created_at, rating_tenths, popularity,
                  discount_percent, stock, width_mm, depth_mm, height_mm, colors, product_text.name, description, features, category.name as category_name,
                  coalesce(search_revision, 0) as "revision!"
           from product
           join product_text on product_text.product_id = product.id
           join category on category.id = category_id
           where is_active and product.id > $1 and product_text.product_id > $1
           order by product.id
           limit 500"#,
        product,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Entry::from).collect())
}

/// Popularity of a product, and the transaction that last changed it.
pub(crate) struct PopularityChange {
    pub(crate) transaction: i64,
    pub(crate) product: ProductId,
    pub(crate) popularity: i64,
}

/// Returns the oldest running transaction: the changes of all older ones are visible.
pub(crate) async fn oldest_transaction(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(r#"select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as "oldest!""#)
        .fetch_one(connection)
        .await
}

/// Returns at most 10,000 changes of the popularity after a transaction and a product. The first condition lets the planner use
/// the partial index.
pub(crate) async fn popularity_after(
    connection: &mut PgConnection,
    (transaction, product): (i64, i64),
) -> Result<Vec<PopularityChange>, sqlx::Error> {
    sqlx::query_as!(
        PopularityChange,
        r#"select popularity_changed_by as "transaction!", id as product, popularity
           from product
           where popularity_changed_by >= $1 and (popularity_changed_by, id) > ($1, $2)
           order by popularity_changed_by, id
           limit 10000"#,
        transaction,
        product,
    )
    .fetch_all(connection)
    .await
}
