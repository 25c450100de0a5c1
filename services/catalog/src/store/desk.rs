//! Products at the desk.

use kit::{
    domain::{Money, OrderId, Percent, ProductId, discounted_price},
    vocabulary::{catalog::StockReason, stored},
};
use sqlx::{PgConnection, types::Json};
use time::OffsetDateTime;

use crate::{
    desk::{Cause, DeskProduct, Fields, Settings, Stored, incomplete_in, search_name, search_text},
    product::Attributes,
};

/// Returns a product.
pub(crate) async fn find(
    connection: &mut PgConnection,
    id: ProductId,
) -> Result<Option<DeskProduct>, sqlx::Error> {
    let Some(product) = super::product::find(connection, id).await? else {
        return Ok(None);
    };
    let row = sqlx::query!(
        r#"select coalesce(is_shown, is_active) as "is_shown!", show_at, hide_at, visibility_due_at, reorder_at, related,
                  version, changed_by, changed_at, field_changes, source_changes, search_revision
           from product where id = $1"#,
        id.get(),
    )
    .fetch_one(connection)
    .await?;
    Ok(Some(DeskProduct {
        id,
        fields: Fields {
            category: product.category.id,
            attributes: product.attributes,
            settings: Settings {
                is_shown: row.is_shown,
                show_at: row.show_at,
                hide_at: row.hide_at,
                reorder_at: row.reorder_at,
                related: row.related,
            },
        },
        due: row.visibility_due_at,
        version: row.version,
        changed_by: row.changed_by,
        changed_at: row.changed_at,
        changes: row.field_changes.0,
        sources: row.source_changes.0,
        search_revision: row.search_revision,
    }))
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

/// Stores all fields of a product. Keeps passive attributes of which only a later version knows.
pub(crate) async fn update(
    connection: &mut PgConnection,
    id: ProductId,
    stored: &Stored<'_>,
) -> Result<(), sqlx::Error> {
    let Fields {
        category,
        attributes,
        settings,
    } = stored.fields;
    sqlx::query!(
        "with described as (
             update product_text
             set name = $11, description = $12, features = $13, colors = $14, images = $15,
                 attributes = attributes || $10
             where product_id = $1
         )
         update product
         set price_minor = $2, discount_percent = $3, discounted_price_minor = $4, stock = $5, is_active = $6,
             width_mm = $7, depth_mm = $8, height_mm = $9, category_id = $16, is_shown = $17, show_at = $18,
             hide_at = $19, visibility_due_at = $20, reorder_at = $21, related = $22, version = $23, changed_by = $24,
             changed_at = $25, field_changes = $26, source_changes = $27, desk_name = $28, desk_search = $29,
             incomplete_in = $30
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
        Json(&attributes.passive) as _,
        Json(&attributes.name) as _,
        Json(&attributes.description) as _,
        Json(&attributes.features) as _,
        &attributes.colors,
        Json(&attributes.images) as _,
        category.get(),
        settings.is_shown,
        settings.show_at,
        settings.hide_at,
        stored.due,
        settings.reorder_at,
        settings.related.as_deref(),
        stored.version,
        stored.changed_by,
        stored.changed_at,
        Json(&stored.changes) as _,
        Json(&stored.sources) as _,
        search_name(&attributes.name),
        search_text(&attributes.code, &attributes.name),
        &incomplete_in(attributes),
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

/// Inserts the new price of a product, and the one before if it is the first change.
pub(crate) async fn add_price(
    connection: &mut PgConnection,
    before: &DeskProduct,
    after: &Attributes,
    cause: &Cause,
) -> Result<(), sqlx::Error> {
    let former = &before.fields.attributes;
    sqlx::query!(
        "insert into price_change (product_id, at, price_minor, discount_percent, discounted_price_minor, actor)
         select $1::bigint, $2::timestamptz, $3::bigint, $4::smallint, $5::bigint, ''
         where not exists (select from price_change where product_id = $1)
         union all select $1, $6::timestamptz, $7::bigint, $8::smallint, $9::bigint, $10",
        before.id.get(),
        former.created_at,
        former.price.minor(),
        i16::from(former.discount),
        discounted_price(former.price, former.discount).minor(),
        cause.at,
        after.price.minor(),
        i16::from(after.discount),
        discounted_price(after.price, after.discount).minor(),
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

/// Inserts a move of a product's stock.
pub(crate) async fn add_move(
    connection: &mut PgConnection,
    id: ProductId,
    delta: i64,
    balance: i64,
    cause: &Cause,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into stock_move (product_id, at, delta, balance, reason, text, actor)
         values ($1, $2, $3, $4, $5, $6, $7)",
        id.get(),
        cause.at,
        delta,
        balance,
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
                  coalesce(sum(quantity) filter (
                      where state = 'sold' and changed_at > now() - interval '30 days'
                  ), 0)::bigint as "sold!"
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
