//! Products.

use kit::domain::{CategoryId, LocalizedText, Money, Percent, ProductId, discounted_price};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use crate::{
    measures::{Measures, Millimetres, UsualMeasures},
    passive::PassiveAttributes,
    product::{Attributes, Category, CategoryMeasures, Image, Product, Stock},
    stock::ProductStock,
};

/// A product with its category.
struct Row {
    id: ProductId,
    code: String,
    name: Json<LocalizedText>,
    description: Json<LocalizedText>,
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
    width_mm: Option<Millimetres>,
    depth_mm: Option<Millimetres>,
    height_mm: Option<Millimetres>,
    attributes: Json<PassiveAttributes>,
    category_id: CategoryId,
    category_slug: String,
    category_name: Json<LocalizedText>,
    category_product_count: i64,
    is_category_fixed: bool,
    category_usual_measures: Option<Json<UsualMeasures>>,
}

impl From<Row> for Product {
    fn from(row: Row) -> Self {
        let measures = row
            .width_mm
            .zip(row.depth_mm)
            .zip(row.height_mm)
            .map(|((width, depth), height)| Measures { width, depth, height });
        Self {
            id: row.id,
            category: Category {
                id: row.category_id,
                slug: row.category_slug,
                name: row.category_name.0,
                product_count: row.category_product_count,
            },
            category_measures: CategoryMeasures {
                is_fixed: row.is_category_fixed,
                usual: row.category_usual_measures.map(|usual| usual.0),
            },
            attributes: Attributes {
                code: row.code,
                name: row.name.0,
                description: row.description.0,
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
                measures,
                passive: row.attributes.0,
            },
        }
    }
}

/// Returns products in the order of their ids in `ids`, without unknown ones.
pub(crate) async fn find_many(
    connection: &mut PgConnection,
    ids: &[ProductId],
) -> Result<Vec<Product>, sqlx::Error> {
    let ids: Vec<i64> = ids.iter().map(|id| id.get()).collect();
    let rows = sqlx::query_as!(
        Row,
        "select product.id, code, product_text.name, description, features, price_minor, discount_percent, stock,
                is_active, created_at, popularity, rating_tenths, review_count, colors, images, width_mm, depth_mm,
                height_mm, attributes, category_id, category.slug as category_slug,
                category.name as category_name, category.product_count as category_product_count,
                category.is_fixed as is_category_fixed, category.usual_measures as category_usual_measures
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

/// Returns the stock of products, without unknown ones.
pub(crate) async fn find_stock(
    connection: &mut PgConnection,
    ids: &[ProductId],
) -> Result<Vec<ProductStock>, sqlx::Error> {
    let ids: Vec<i64> = ids.iter().map(|id| id.get()).collect();
    sqlx::query_as!(
        ProductStock,
        r#"select id, is_active, stock as "pieces" from product where id = any($1) order by id"#,
        &ids,
    )
    .fetch_all(connection)
    .await
}

/// Returns the highest discount of the products that are sold.
pub(crate) async fn highest_discount(connection: &mut PgConnection) -> Result<Percent, sqlx::Error> {
    let highest = sqlx::query_scalar!(
        "select discount_percent from product where is_active order by discount_percent desc limit 1"
    )
    .fetch_optional(connection)
    .await?;
    Ok(highest.unwrap_or(Percent::ZERO))
}

/// Returns a product.
pub(crate) async fn find(
    connection: &mut PgConnection,
    id: ProductId,
) -> Result<Option<Product>, sqlx::Error> {
    Ok(find_many(connection, &[id]).await?.pop())
}

/// Returns the ids of the related products that staff chose.
pub(crate) async fn find_related(
    connection: &mut PgConnection,
    id: ProductId,
) -> Result<Vec<i64>, sqlx::Error> {
    let related = sqlx::query_scalar!("select related from product where id = $1", id.get());
    let related = related.fetch_optional(connection).await?;
    Ok(related.flatten().unwrap_or_default())
}

/// Returns the id of the product with a code.
pub(crate) async fn find_id(
    connection: &mut PgConnection,
    code: &str,
) -> Result<Option<ProductId>, sqlx::Error> {
    sqlx::query_scalar!("select id from product where code = $1", code)
        .fetch_optional(connection)
        .await
}

/// Returns the id of the product with a code, and locks the product until the transaction ends.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    code: &str,
) -> Result<Option<ProductId>, sqlx::Error> {
    sqlx::query_scalar!("select id from product where code = $1 for update", code)
        .fetch_optional(connection)
        .await
}

/// Inserts a product and returns its id; `None` if the code exists.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    category: CategoryId,
    attributes: &Attributes,
) -> Result<Option<ProductId>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"with added as (
               insert into product (
                   code, category_id, price_minor, discount_percent, discounted_price_minor, stock, is_active,
                   created_at, popularity, rating_tenths, review_count, width_mm, depth_mm, height_mm
               ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $17, $18, $19)
               on conflict (code) do nothing
               returning id
           ), described as (
               insert into product_text (
                   product_id, name, description, features, colors, images, attributes
               ) select id, $12, $13, $14, $15, $16, $20 from added
           )
           select id as "id!: ProductId" from added"#,
        attributes.code,
        category.get(),
        attributes.price.minor(),
        i16::from(attributes.discount),
        discounted_price(attributes.price, attributes.discount).minor(),
        Option::<i64>::from(attributes.stock),
        attributes.is_active,
        attributes.created_at,
        attributes.popularity,
        attributes.rating_tenths,
        attributes.review_count,
        Json(&attributes.name) as _,
        Json(&attributes.description) as _,
        Json(&attributes.features) as _,
        &attributes.colors,
        Json(&attributes.images) as _,
        attributes.measures.map(|measures| measures.width.get()),
        attributes.measures.map(|measures| measures.depth.get()),
        attributes.measures.map(|measures| measures.height.get()),
        Json(&attributes.passive) as _,
    )
    .fetch_optional(connection)
    .await
}

/// Adds to a product's popularity: the pieces of an order, or 1 for a quote request.
pub(crate) async fn add_popularity(
    connection: &mut PgConnection,
    id: ProductId,
    pieces: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update product
         set popularity = popularity + $2, popularity_changed_by = pg_current_xact_id()::text::bigint
         where id = $1",
        id.get(),
        pieces
    )
    .execute(connection)
    .await?;
    Ok(())
}
