//! Products.

use kit::domain::{CategoryId, LocalizedText, Money, Percent, ProductId, StoreId, discounted_price};
use sqlx::{
    PgConnection,
    types::{Json, Uuid},
};
use time::OffsetDateTime;

use crate::{
    measures::{Measures, Millimetres, UsualMeasures},
    product::{Attributes, Category, CategoryMeasures, Front, Image, Product, Stock},
    stock::ProductStock,
};

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
    width_mm: Option<Millimetres>,
    depth_mm: Option<Millimetres>,
    height_mm: Option<Millimetres>,
    is_fixed: bool,
    usual_measures: Option<Json<UsualMeasures>>,
    front: Option<Json<Front>>,
    shown_in: Option<Vec<StoreId>>,
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
                measures,
                is_fixed: row.is_fixed,
                usual: row.usual_measures.map(|usual| usual.0),
                front: row.front.map(|front| front.0),
                shown_in: row.shown_in,
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
        "select product.id, code, product_text.name, description, external_measurement, internal_measurement,
                features, price_minor, discount_percent, stock, is_active, created_at, popularity, rating_tenths,
                review_count, colors, images, width_mm, depth_mm, height_mm, product_text.is_fixed,
                product_text.usual_measures, front, shown_in, category_id, category.slug as category_slug,
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

/// Returns a product.
pub(crate) async fn find(
    connection: &mut PgConnection,
    id: ProductId,
) -> Result<Option<Product>, sqlx::Error> {
    Ok(find_many(connection, &[id]).await?.pop())
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
    let shown_in = store_ids(attributes);
    sqlx::query_scalar!(
        r#"with added as (
               insert into product (
                   code, category_id, price_minor, discount_percent, discounted_price_minor, stock, is_active,
                   created_at, popularity, rating_tenths, review_count, width_mm, depth_mm, height_mm
               ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $19, $20, $21)
               on conflict (code) do nothing
               returning id
           ), described as (
               insert into product_text (
                   product_id, name, description, external_measurement, internal_measurement, features, colors,
                   images, is_fixed, usual_measures, front, shown_in
               ) select id, $12, $13, $14, $15, $16, $17, $18, $22, $23, $24, $25 from added
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
        Json(&attributes.external_measurement) as _,
        Json(&attributes.internal_measurement) as _,
        Json(&attributes.features) as _,
        &attributes.colors,
        Json(&attributes.images) as _,
        attributes.measures.map(|measures| measures.width.get()),
        attributes.measures.map(|measures| measures.depth.get()),
        attributes.measures.map(|measures| measures.height.get()),
        attributes.is_fixed,
        attributes.usual.map(Json) as _,
        attributes.front.map(Json) as _,
        shown_in.as_deref(),
    )
    .fetch_optional(connection)
    .await
}

/// Updates the attributes that staff can change.
pub(crate) async fn update(
    connection: &mut PgConnection,
    id: ProductId,
    attributes: &Attributes,
) -> Result<(), sqlx::Error> {
    let shown_in = store_ids(attributes);
    sqlx::query!(
        "with described as (
             update product_text set is_fixed = $10, shown_in = $11 where product_id = $1
         )
         update product
         set price_minor = $2, discount_percent = $3, discounted_price_minor = $4, stock = $5, is_active = $6,
             width_mm = $7, depth_mm = $8, height_mm = $9
         where id = $1",
        id.get(),
        attributes.price.minor(),
        i16::from(attributes.discount),
        discounted_price(attributes.price, attributes.discount).minor(),
        Option::<i64>::from(attributes.stock),
        attributes.is_active,
        attributes.measures.map(|measures| measures.width.get()),
        attributes.measures.map(|measures| measures.depth.get()),
        attributes.measures.map(|measures| measures.height.get()),
        attributes.is_fixed,
        shown_in.as_deref(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

fn store_ids(attributes: &Attributes) -> Option<Vec<Uuid>> {
    let stores = attributes.shown_in.as_ref()?;
    Some(stores.iter().map(|store| store.uuid()).collect())
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
