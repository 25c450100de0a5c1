//! Products.

use std::collections::{HashMap, HashSet};

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

/// Columns of a new product, as `jsonb_to_recordset` reads them.
#[derive(serde::Serialize)]
struct NewColumns<'a> {
    place: usize,
    code: &'a str,
    category_id: i32,
    price_minor: i64,
    discount_percent: i16,
    discounted_price_minor: i64,
    stock: Option<i64>,
    is_active: bool,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    popularity: i64,
    rating_tenths: i16,
    review_count: i32,
    width_mm: Option<i32>,
    depth_mm: Option<i32>,
    height_mm: Option<i32>,
    name: &'a LocalizedText,
    description: &'a LocalizedText,
    features: &'a LocalizedText,
    colors: &'a [String],
    images: &'a [Image],
    attributes: &'a PassiveAttributes,
}

impl<'a> NewColumns<'a> {
    fn new(place: usize, category: CategoryId, attributes: &'a Attributes) -> Self {
        let measures = attributes.measures;
        Self {
            place,
            code: &attributes.code,
            category_id: category.get(),
            price_minor: attributes.price.minor(),
            discount_percent: attributes.discount.into(),
            discounted_price_minor: discounted_price(attributes.price, attributes.discount).minor(),
            stock: attributes.stock.into(),
            is_active: attributes.is_active,
            created_at: attributes.created_at,
            popularity: attributes.popularity,
            rating_tenths: attributes.rating_tenths,
            review_count: attributes.review_count,
            width_mm: measures.map(|measures| measures.width.get()),
            depth_mm: measures.map(|measures| measures.depth.get()),
            height_mm: measures.map(|measures| measures.height.get()),
            name: &attributes.name,
            description: &attributes.description,
            features: &attributes.features,
            colors: &attributes.colors,
            images: &attributes.images,
            attributes: &attributes.passive,
        }
    }
}

/// Inserts products by one statement, and returns the id of each in their order; `None` if its code exists, or an earlier
/// one of them has it.
pub(crate) async fn insert_all(
    connection: &mut PgConnection,
    products: &[(CategoryId, &Attributes)],
) -> Result<Vec<Option<ProductId>>, sqlx::Error> {
    if products.is_empty() {
        return Ok(Vec::new());
    }
    let mut codes = HashSet::new();
    let rows: Vec<_> = products
        .iter()
        .enumerate()
        .filter(|(_, (_, attributes))| codes.insert(&attributes.code))
        .map(|(place, (category, attributes))| NewColumns::new(place, *category, attributes))
        .collect();
    let added = sqlx::query!(
        r#"with given as (
               select * from jsonb_to_recordset($1) as given (
                   place integer, code text, category_id integer, price_minor bigint, discount_percent smallint,
                   discounted_price_minor bigint, stock bigint, is_active boolean, created_at timestamptz,
                   popularity bigint, rating_tenths smallint, review_count integer, width_mm integer, depth_mm integer,
                   height_mm integer, name jsonb, description jsonb, features jsonb, colors text[], images jsonb,
                   attributes jsonb
               )
           ), added as (
               insert into product (
                   code, category_id, price_minor, discount_percent, discounted_price_minor, stock, is_active,
                   created_at, popularity, rating_tenths, review_count, width_mm, depth_mm, height_mm
               )
               select code, category_id, price_minor, discount_percent, discounted_price_minor, stock, is_active,
                      created_at, popularity, rating_tenths, review_count, width_mm, depth_mm, height_mm
               from given order by place
               on conflict (code) do nothing
               returning id, code
           ), described as (
               insert into product_text (product_id, name, description, features, colors, images, attributes)
               select id, name, description, features, colors, images, attributes from added join given using (code)
           )
           select place as "place!", id as "id!: ProductId" from added join given using (code)"#,
        Json(&rows) as _,
    )
    .fetch_all(connection)
    .await?;
    let ids: HashMap<_, _> = added.into_iter().map(|row| (row.place, row.id)).collect();
    let places = (0_i32..).take(products.len());
    Ok(places.map(|place| ids.get(&place).copied()).collect())
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
