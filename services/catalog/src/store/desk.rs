//! Products at the desk.

use std::collections::HashSet;

use kit::{
    domain::{LocalizedText, Money, OrderId, Percent, ProductId, discounted_price},
    vocabulary::{catalog::StockReason, stored},
};
use serde_json::{Value, json};
use sqlx::{PgConnection, types::Json};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

use crate::{
    desk::{
        Cause, DeskProduct, FieldChanges, Fields, Settings, SourceChanges, Stored, incomplete_in,
        search_name, search_text,
    },
    passive::PassiveAttributes,
    product::{Attributes, Image},
};

/// Returns a product.
pub(crate) async fn find(
    connection: &mut PgConnection,
    id: ProductId,
) -> Result<Option<DeskProduct>, sqlx::Error> {
    Ok(find_many(connection, &[id]).await?.pop())
}

/// Returns products in the order of their ids in `ids`, without unknown ones.
pub(crate) async fn find_many(
    connection: &mut PgConnection,
    ids: &[ProductId],
) -> Result<Vec<DeskProduct>, sqlx::Error> {
    let products = super::product::find_many(connection, ids).await?;
    let ids: Vec<i64> = products.iter().map(|product| product.id.get()).collect();
    let rows = sqlx::query!(
        r#"select coalesce(is_shown, is_active) as "is_shown!", show_at, hide_at, visibility_due_at, reorder_at, related,
                  is_discarded, version, changed_by, changed_at, field_changes, source_changes, search_revision
           from unnest($1::bigint[]) with ordinality as asked (id, place) join product using (id) order by place"#,
        &ids,
    )
    .fetch_all(connection)
    .await?;
    let found = products.into_iter().zip(rows).map(|(product, row)| DeskProduct {
        id: product.id,
        fields: Fields {
            category: product.category.id,
            attributes: product.attributes,
            settings: Settings {
                is_shown: row.is_shown,
                show_at: row.show_at,
                hide_at: row.hide_at,
                reorder_at: row.reorder_at,
                related: row.related,
                is_discarded: row.is_discarded,
            },
        },
        due: row.visibility_due_at,
        version: row.version,
        changed_by: row.changed_by,
        changed_at: row.changed_at,
        changes: row.field_changes.0,
        sources: row.source_changes.0,
        search_revision: row.search_revision,
    });
    Ok(found.collect())
}

/// Returns the ids of the products with these codes.
pub(crate) async fn find_ids(
    connection: &mut PgConnection,
    codes: &[String],
) -> Result<Vec<ProductId>, sqlx::Error> {
    sqlx::query_scalar!("select id from product where code = any($1)", codes)
        .fetch_all(connection)
        .await
}

/// Returns at most `limit` products whose time to appear or disappear has come, and locks them until the transaction ends.
pub(crate) async fn lock_due(
    connection: &mut PgConnection,
    limit: i64,
) -> Result<Vec<ProductId>, sqlx::Error> {
    sqlx::query_scalar!(
        "select id from product where visibility_due_at <= now()
         order by id limit $1 for no key update skip locked",
        limit,
    )
    .fetch_all(connection)
    .await
}

/// Returns the ids of products with these codes in their order, and locks them until the transaction ends. Reservations lock
/// products in the same order.
pub(crate) async fn lock_many(
    connection: &mut PgConnection,
    codes: &[String],
) -> Result<Vec<(ProductId, String)>, sqlx::Error> {
    let rows = sqlx::query!(
        "select id, code from product where code = any($1) order by id for no key update",
        codes
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.code)).collect())
}

/// Returns the ids of discarded products with these codes, and locks them until the transaction ends.
pub(crate) async fn lock_discarded(
    connection: &mut PgConnection,
    codes: &[String],
) -> Result<Vec<ProductId>, sqlx::Error> {
    sqlx::query_scalar!(
        "select id from product where code = any($1) and is_discarded order by id for no key update",
        codes
    )
    .fetch_all(connection)
    .await
}

/// Returns those products that nobody has ordered or asked for, and of which no piece has moved since a time but by the
/// import of a file.
pub(crate) async fn find_untouched(
    connection: &mut PgConnection,
    ids: &[ProductId],
    since: Option<OffsetDateTime>,
    file: &str,
) -> Result<HashSet<ProductId>, sqlx::Error> {
    let ids: Vec<i64> = ids.iter().map(|id| id.get()).collect();
    let untouched = sqlx::query_scalar!(
        r#"select id as "id: ProductId" from product
           where id = any($1) and popularity = 0
             and not exists (select from reservation_line l where l.product_id = product.id)
             and not exists (
                 select from stock_move m
                 where m.product_id = product.id and m.at >= $2 and (m.reason, m.text) <> ('counted', $3)
             )"#,
        &ids,
        since,
        file,
    )
    .fetch_all(connection)
    .await?;
    Ok(untouched.into_iter().collect())
}

/// Columns of a product, as `jsonb_to_recordset` reads them.
#[derive(serde::Serialize)]
struct Columns<'a> {
    id: i64,
    price_minor: i64,
    discount_percent: i16,
    discounted_price_minor: i64,
    stock: Option<i64>,
    is_active: bool,
    width_mm: Option<i32>,
    depth_mm: Option<i32>,
    height_mm: Option<i32>,
    attributes: &'a PassiveAttributes,
    name: &'a LocalizedText,
    description: &'a LocalizedText,
    features: &'a LocalizedText,
    colors: &'a [String],
    images: &'a [Image],
    category_id: i32,
    is_shown: bool,
    #[serde(with = "time::serde::rfc3339::option")]
    show_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    hide_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    visibility_due_at: Option<OffsetDateTime>,
    reorder_at: Option<i64>,
    related: Option<&'a [i64]>,
    is_discarded: bool,
    version: i64,
    changed_by: &'a str,
    #[serde(with = "time::serde::rfc3339")]
    changed_at: OffsetDateTime,
    field_changes: &'a FieldChanges,
    source_changes: &'a SourceChanges,
    desk_name: String,
    desk_search: String,
    incomplete_in: Vec<String>,
}

impl<'a> From<&'a Stored> for Columns<'a> {
    fn from(stored: &'a Stored) -> Self {
        let Fields {
            category,
            attributes,
            settings,
        } = &stored.fields;
        let measures = attributes.measures;
        Self {
            id: stored.id.get(),
            price_minor: attributes.price.minor(),
            discount_percent: attributes.discount.into(),
            discounted_price_minor: discounted_price(attributes.price, attributes.discount).minor(),
            stock: attributes.stock.into(),
            is_active: attributes.is_active,
            width_mm: measures.map(|measures| measures.width.get()),
            depth_mm: measures.map(|measures| measures.depth.get()),
            height_mm: measures.map(|measures| measures.height.get()),
            attributes: &attributes.passive,
            name: &attributes.name,
            description: &attributes.description,
            features: &attributes.features,
            colors: &attributes.colors,
            images: &attributes.images,
            category_id: category.get(),
            is_shown: settings.is_shown,
            show_at: settings.show_at,
            hide_at: settings.hide_at,
            visibility_due_at: stored.due,
            reorder_at: settings.reorder_at,
            related: settings.related.as_deref(),
            is_discarded: settings.is_discarded,
            version: stored.version,
            changed_by: &stored.changed_by,
            changed_at: stored.changed_at,
            field_changes: &stored.changes,
            source_changes: &stored.sources,
            desk_name: search_name(&attributes.name),
            desk_search: search_text(&attributes.code, &attributes.name),
            incomplete_in: incomplete_in(attributes),
        }
    }
}

/// Stores all fields of products. Keeps passive attributes of which only a later version knows.
pub(crate) async fn update(connection: &mut PgConnection, products: &[&Stored]) -> Result<(), sqlx::Error> {
    if products.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = products.iter().map(|stored| Columns::from(*stored)).collect();
    sqlx::query!(
        "with changed as (
             select * from jsonb_to_recordset($1) as changed (
                 id bigint, price_minor bigint, discount_percent smallint, discounted_price_minor bigint, stock bigint,
                 is_active boolean, width_mm integer, depth_mm integer, height_mm integer, attributes jsonb, name jsonb,
                 description jsonb, features jsonb, colors text[], images jsonb, category_id integer, is_shown boolean,
                 show_at timestamptz, hide_at timestamptz, visibility_due_at timestamptz, reorder_at bigint,
                 related bigint[], is_discarded boolean, version bigint, changed_by text, changed_at timestamptz, field_changes jsonb,
                 source_changes jsonb, desk_name text, desk_search text, incomplete_in text[]
             )
         ), described as (
             update product_text t
             set name = c.name, description = c.description, features = c.features, colors = c.colors,
                 images = c.images, attributes = t.attributes || c.attributes
             from changed c where t.product_id = c.id
         )
         update product p
         set price_minor = c.price_minor, discount_percent = c.discount_percent,
             discounted_price_minor = c.discounted_price_minor, stock = c.stock, is_active = c.is_active,
             width_mm = c.width_mm, depth_mm = c.depth_mm, height_mm = c.height_mm, category_id = c.category_id,
             is_shown = c.is_shown, show_at = c.show_at, hide_at = c.hide_at,
             visibility_due_at = c.visibility_due_at, reorder_at = c.reorder_at, related = c.related,
             is_discarded = c.is_discarded, version = c.version, changed_by = c.changed_by, changed_at = c.changed_at,
             field_changes = c.field_changes, source_changes = c.source_changes, desk_name = c.desk_name,
             desk_search = c.desk_search, incomplete_in = c.incomplete_in
         from changed c where p.id = c.id",
        Json(&rows) as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A price of a product since a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Price {
    pub(crate) at: OffsetDateTime,
    pub(crate) full: Money,
    pub(crate) discount: Percent,
    pub(crate) discounted: Money,
    /// Empty = unknown.
    pub(crate) actor: String,
}

/// Inserts the new prices of products, and those before at the first changes.
pub(crate) async fn add_prices(
    connection: &mut PgConnection,
    products: &[(&DeskProduct, &Attributes)],
    cause: &Cause,
) -> Result<(), sqlx::Error> {
    if products.is_empty() {
        return Ok(());
    }
    let rows = products.iter().map(|(before, after)| {
        let former = &before.fields.attributes;
        json!({
            "id": before.id,
            "created_at": former.created_at.format(&Rfc3339).ok(),
            "former_price": former.price.minor(),
            "former_discount": i16::from(former.discount),
            "former_discounted": discounted_price(former.price, former.discount).minor(),
            "price": after.price.minor(),
            "discount": i16::from(after.discount),
            "discounted": discounted_price(after.price, after.discount).minor(),
        })
    });
    sqlx::query!(
        "with changed as (
             select * from jsonb_to_recordset($1) as changed (
                 id bigint, created_at timestamptz, former_price bigint, former_discount smallint,
                 former_discounted bigint, price bigint, discount smallint, discounted bigint
             )
         )
         insert into price_change (product_id, at, price_minor, discount_percent, discounted_price_minor, actor)
         select id, at, price, discount, discounted, actor
         from (
             select id, 1 as place, created_at as at, former_price as price, former_discount as discount,
                    former_discounted as discounted, '' as actor
             from changed where not exists (select from price_change where product_id = changed.id)
             union all
             select id, 2, $2::timestamptz, price, discount, discounted, $3 from changed
         ) as prices
         order by id, place",
        rows.collect::<Value>(),
        cause.at,
        cause.author,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns at most `limit` prices of a product, newest first; none if the price never changed.
pub(crate) async fn prices(
    connection: &mut PgConnection,
    id: ProductId,
    limit: i64,
) -> Result<Vec<Price>, sqlx::Error> {
    sqlx::query_as!(
        Price,
        "select at, price_minor as full, discount_percent as discount, discounted_price_minor as discounted, actor
         from price_change where product_id = $1 order by id desc limit $2",
        id.get(),
        limit,
    )
    .fetch_all(connection)
    .await
}

/// Inserts moves of stocks: the product, the pieces that came or went, and those that it has then.
pub(crate) async fn add_moves(
    connection: &mut PgConnection,
    moves: &[(ProductId, i64, i64)],
    cause: &Cause,
) -> Result<(), sqlx::Error> {
    if moves.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = moves.iter().map(|(id, ..)| id.get()).collect();
    let deltas: Vec<_> = moves.iter().map(|(_, delta, _)| *delta).collect();
    let balances: Vec<_> = moves.iter().map(|(.., balance)| *balance).collect();
    sqlx::query!(
        "insert into stock_move (product_id, at, delta, balance, reason, text, actor)
         select id, $4, delta, balance, $5, $6, $7
         from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as moved (id, delta, balance)",
        &ids,
        &deltas,
        &balances,
        cause.at,
        cause.stock_reason.name(),
        cause.text,
        cause.author,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A move of a stock.
#[derive(Debug, Clone)]
pub(crate) struct Move {
    pub(crate) id: i64,
    pub(crate) at: OffsetDateTime,
    pub(crate) delta: i64,
    pub(crate) balance: i64,
    pub(crate) reason: StockReason,
    pub(crate) text: String,
    /// Empty = none, or unknown yet.
    pub(crate) order_number: String,
    /// Empty for orders.
    pub(crate) actor: String,
}

/// Returns at most `limit` moves of a product before an id, newest first.
pub(crate) async fn moves(
    connection: &mut PgConnection,
    product: ProductId,
    before: i64,
    limit: i64,
) -> Result<Vec<Move>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select id, at, delta, balance, reason, text, coalesce(order_number, '') as "order_number!", actor
           from stock_move left join reservation using (order_id)
           where product_id = $1 and id < $2 order by id desc limit $3"#,
        product.get(),
        before,
        limit,
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Move {
                id: row.id,
                at: row.at,
                delta: row.delta,
                balance: row.balance,
                reason: stored(&row.reason)?,
                text: row.text,
                order_number: row.order_number,
                actor: row.actor,
            })
        })
        .collect()
}

/// Counts the moves of a product, to 10,001.
pub(crate) async fn count_moves(
    connection: &mut PgConnection,
    product: ProductId,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from
           (select from stock_move where product_id = $1 limit 10001) as counted"#,
        product.get(),
    )
    .fetch_one(connection)
    .await
}

/// Pieces of a product that orders have taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Taken {
    /// By orders that are being created.
    pub(crate) reserved: i64,
    /// Sold within 30 days.
    pub(crate) sold: i64,
}

/// Returns the pieces of a product that orders have taken.
pub(crate) async fn taken(connection: &mut PgConnection, id: ProductId) -> Result<Taken, sqlx::Error> {
    sqlx::query_as!(
        Taken,
        r#"select coalesce(sum(quantity) filter (where state = 'reserved' and from_stock), 0)::bigint as "reserved!",
                  coalesce((select pieces from sold_in_30_days where product_id = $1), 0) as "sold!"
           from reservation_line join reservation using (order_id)
           where product_id = $1"#,
        id.get(),
    )
    .fetch_one(connection)
    .await
}

/// Stores the number of an order with its reservation, for the history of the stock.
pub(crate) async fn set_order_number(
    connection: &mut PgConnection,
    orders: &[(OrderId, String)],
) -> Result<(), sqlx::Error> {
    let (ids, numbers): (Vec<_>, Vec<_>) = orders
        .iter()
        .map(|(order, number)| (order.uuid(), number.clone()))
        .unzip();
    sqlx::query!(
        "update reservation set order_number = number
         from unnest($1::uuid[], $2::text[]) as numbered (id, number) where order_id = id",
        &ids,
        &numbers,
    )
    .execute(connection)
    .await?;
    Ok(())
}
