//! Products: read whole, added, changed.

use kit::domain::{CategoryId, LocalizedText, Money, Percent, ProductId, discounted_price};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use crate::product::{Category, Facts, Image, Product, Stock};

/// A product with its category.
struct Row {
    id: ProductId,
    code: String,
    name: Json<LocalizedText>,
    description: Json<LocalizedText>,
    external_measurement: Json<LocalizedText>,
    internal_measurement: Json<LocalizedText>,
    features: Json<LocalizedText>,
    price_minor: Money,
    discount_percent: Percent,
    stock: Option<i64>,
    is_active: bool,
    created_at: OffsetDateTime,
    popularity: i64,
    rating_tenths: i16,
    review_count: i32,
    colors: Vec<String>,
    images: Json<Vec<Image>>,
    category_id: CategoryId,
    category_slug: String,
    category_name: Json<LocalizedText>,
    category_product_count: i64,
}

impl From<Row> for Product {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            category: Category {
                id: row.category_id,
                slug: row.category_slug,
                name: row.category_name.0,
                product_count: row.category_product_count,
            },
            facts: Facts {
                code: row.code,
                name: row.name.0,
                description: row.description.0,
                external_measurement: row.external_measurement.0,
                internal_measurement: row.internal_measurement.0,
                features: row.features.0,
                price: row.price_minor,
                discount: row.discount_percent,
                stock: Stock::from(row.stock),
                is_active: row.is_active,
                created_at: row.created_at,
                popularity: row.popularity,
                rating_tenths: row.rating_tenths,
                review_count: row.review_count,
                colors: row.colors,
                images: row.images.0,
            },
        }
    }
}

/// The products with these ids, in the order of the ids; unknown ones are left out.
pub(crate) async fn by_ids(
    connection: &mut PgConnection,
    ids: &[ProductId],
) -> Result<Vec<Product>, sqlx::Error> {
    let ids: Vec<i64> = ids.iter().map(|id| id.get()).collect();
    let rows = sqlx::query_as!(
        Row,
        "select product.id, code, product_text.name, description, external_measurement, internal_measurement,
                features, price_minor, discount_percent, stock, is_active, created_at, popularity, rating_tenths,
                review_count, colors, images, category_id, category.slug as category_slug,
                category.name as category_name, category.product_count as category_product_count
         from unnest($1::bigint[]) with ordinality as asked (id, place)
         join product on product.id = asked.id
         join product_text on product_text.product_id = product.id
         join category on category.id = product.category_id
         order by asked.place",
        &ids,
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(Product::from).collect())
}

/// One product.
pub(crate) async fn by_id(
    connection: &mut PgConnection,
    id: ProductId,
) -> Result<Option<Product>, sqlx::Error> {
    Ok(by_ids(connection, &[id]).await?.pop())
}

/// The id of the product with this code.
pub(crate) async fn id_of(
    connection: &mut PgConnection,
    code: &str,
) -> Result<Option<ProductId>, sqlx::Error> {
    sqlx::query_scalar!("select id from product where code = $1", code)
        .fetch_optional(connection)
        .await
}

/// The id of the product with this code, which nobody else changes until the transaction ends.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    code: &str,
) -> Result<Option<ProductId>, sqlx::Error> {
    sqlx::query_scalar!("select id from product where code = $1 for update", code)
        .fetch_optional(connection)
        .await
}

/// Adds a product; `None` where its code is taken.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    category: CategoryId,
    facts: &Facts,
) -> Result<Option<ProductId>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"with added as (
               insert into product (
                   code, category_id, price_minor, discount_percent, discounted_price_minor, stock, is_active,
                   created_at, popularity, rating_tenths, review_count
               ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
               on conflict (code) do nothing
               returning id
           ), described as (
               insert into product_text (
                   product_id, name, description, external_measurement, internal_measurement, features, colors,
                   images
               ) select id, $12, $13, $14, $15, $16, $17, $18 from added
           )
           select id as "id!: ProductId" from added"#,
        facts.code,
        category.get(),
        facts.price.minor(),
        i16::from(facts.discount),
        discounted_price(facts.price, facts.discount).minor(),
        Option::<i64>::from(facts.stock),
        facts.is_active,
        facts.created_at,
        facts.popularity,
        facts.rating_tenths,
        facts.review_count,
        Json(&facts.name) as _,
        Json(&facts.description) as _,
        Json(&facts.external_measurement) as _,
        Json(&facts.internal_measurement) as _,
        Json(&facts.features) as _,
        &facts.colors,
        Json(&facts.images) as _,
    )
    .fetch_optional(connection)
    .await
}

/// Writes what staff may change.
pub(crate) async fn update(
    connection: &mut PgConnection,
    id: ProductId,
    facts: &Facts,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update product
         set price_minor = $2, discount_percent = $3, discounted_price_minor = $4, stock = $5, is_active = $6
         where id = $1",
        id.get(),
        facts.price.minor(),
        i16::from(facts.discount),
        discounted_price(facts.price, facts.discount).minor(),
        Option::<i64>::from(facts.stock),
        facts.is_active,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts how much a product is wanted: the pieces of an order, one for a quote.
pub(crate) async fn add_popularity(
    connection: &mut PgConnection,
    id: ProductId,
    pieces: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update product set popularity = popularity + $2 where id = $1",
        id.get(),
        pieces
    )
    .execute(connection)
    .await?;
    Ok(())
}
