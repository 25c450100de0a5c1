//! The tables of orders.

use std::collections::HashMap;

use kit::domain::{Language, LocalizedText, Money, OrderId, ProductId, Quantity, UserId};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    address::Address,
    order::{CancellationReason, HistoryEntry, Line, Order, PaymentStatus, Status},
    search::search_text,
};

/// A row of `customer_order`.
pub(super) struct OrderRow {
    pub(super) id: OrderId,
    pub(super) number: String,
    pub(super) user: UserId,
    pub(super) status: Status,
    pub(super) payment: PaymentStatus,
    pub(super) total: Money,
    pub(super) ordered_at: OffsetDateTime,
}

/// Inserts an order with its lines, addresses and first history entry. Returns false, without effect, if its number
/// is taken.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    order: &Order,
    language: Language,
) -> Result<bool, sqlx::Error> {
    let names = order.lines.iter().map(|line| &line.name);
    let addresses = [&order.shipping, &order.billing];
    let column = |value: fn(&Address) -> &String| addresses.map(value).map(String::clone);
    let inserted = sqlx::query!(
        "with inserted as (
             insert into customer_order
                 (id, number, user_id, status, payment_status, total_minor, language, search_text, ordered_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
             on conflict (number) do nothing
             returning id, status
         ), history as (
             insert into order_history (order_id, status) select id, status from inserted
         )
         insert into order_address
             (order_id, kind, first_name, last_name, email, phone, address, city, state, postal_code, country)
         select inserted.id, address.*
         from inserted, unnest(
             array['shipping', 'billing'], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[],
             $16::text[], $17::text[], $18::text[]
         ) as address",
        order.id.uuid(),
        order.number,
        order.user.uuid(),
        order.status.name(),
        order.payment.name(),
        order.total.minor(),
        language.code(),
        search_text(&order.number, names),
        order.ordered_at,
        &column(|address| &address.first_name),
        &column(|address| &address.last_name),
        &column(|address| &address.email),
        &column(|address| &address.phone),
        &column(|address| &address.street),
        &column(|address| &address.city),
        &column(|address| &address.state),
        &column(|address| &address.postal_code),
        &column(|address| &address.country),
    )
    .execute(&mut *connection)
    .await?;
    if inserted.rows_affected() == 0 {
        return Ok(false);
    }
    insert_lines(connection, order).await?;
    Ok(true)
}

async fn insert_lines(connection: &mut PgConnection, order: &Order) -> Result<(), sqlx::Error> {
    let column = |value: fn(&Line) -> i64| order.lines.iter().map(value).collect::<Vec<_>>();
    let text_column =
        |value: fn(&Line) -> &String| order.lines.iter().map(value).cloned().collect::<Vec<_>>();
    sqlx::query!(
        "insert into order_line
             (order_id, position, product_id, name_az, name_ru, name_en, image, quantity, unit_price_minor, subtotal_minor)
         select $1, line.position, line.product_id, line.name_az, line.name_ru, line.name_en, line.image,
                line.quantity, line.unit_price, line.subtotal
         from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[])
              with ordinality as line (product_id, name_az, name_ru, name_en, image, quantity, unit_price, subtotal, position)",
        order.id.uuid(),
        &column(|line| line.product.get()),
        &text_column(|line| &line.name.az),
        &text_column(|line| &line.name.ru),
        &text_column(|line| &line.name.en),
        &text_column(|line| &line.image),
        &column(|line| line.quantity.into()),
        &column(|line| line.unit_price.minor()),
        &column(|line| line.subtotal.minor()),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Inserts a history entry with the current status and the reason of a cancellation.
pub(crate) async fn insert_history_entry(
    connection: &mut PgConnection,
    order: &Order,
    reason: Option<CancellationReason>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into order_history (order_id, status, reason) values ($1, $2, $3)",
        order.id.uuid(),
        order.status.name(),
        reason.map(CancellationReason::name),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Updates both statuses of an order.
pub(crate) async fn update_status(connection: &mut PgConnection, order: &Order) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update customer_order set status = $2, payment_status = $3 where id = $1",
        order.id.uuid(),
        order.status.name(),
        order.payment.name(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns an order of a user.
pub(crate) async fn find(
    connection: &mut PgConnection,
    user: UserId,
    order: OrderId,
) -> Result<Option<Order>, sqlx::Error> {
    let row = sqlx::query_as!(
        OrderRow,
        r#"select id as "id: OrderId", number, user_id as "user: UserId", status as "status: Status",
                  payment_status as "payment: PaymentStatus", total_minor as "total: Money", ordered_at
           from customer_order where id = $1 and user_id = $2"#,
        order.uuid(),
        user.uuid(),
    )
    .fetch_optional(&mut *connection)
    .await?;
    Ok(load_details(connection, row.into_iter().collect()).await?.pop())
}

/// Returns any order with the language of its request.
pub(crate) async fn find_with_language(
    connection: &mut PgConnection,
    order: OrderId,
) -> Result<Option<(Order, Language)>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select number, user_id as "user: UserId", status as "status: Status",
                  payment_status as "payment: PaymentStatus", total_minor as "total: Money", ordered_at, language
           from customer_order where id = $1"#,
        order.uuid(),
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    // A check constraint admits only the three languages.
    let language = row
        .language
        .parse()
        .map_err(|error| sqlx::Error::Decode(Box::new(error)))?;
    let row = OrderRow {
        id: order,
        number: row.number,
        user: row.user,
        status: row.status,
        payment: row.payment,
        total: row.total,
        ordered_at: row.ordered_at,
    };
    let order = load_details(connection, vec![row]).await?.pop();
    Ok(order.map(|order| (order, language)))
}

/// Returns an order of a user and locks it until the transaction ends.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    user: UserId,
    order: OrderId,
) -> Result<Option<Order>, sqlx::Error> {
    let row = sqlx::query_as!(
        OrderRow,
        r#"select id as "id: OrderId", number, user_id as "user: UserId", status as "status: Status",
                  payment_status as "payment: PaymentStatus", total_minor as "total: Money", ordered_at
           from customer_order where id = $1 and user_id = $2 for update"#,
        order.uuid(),
        user.uuid(),
    )
    .fetch_optional(&mut *connection)
    .await?;
    Ok(load_details(connection, row.into_iter().collect()).await?.pop())
}

/// Returns any order and locks it until the transaction ends.
pub(crate) async fn lock_by_number(
    connection: &mut PgConnection,
    number: &str,
) -> Result<Option<Order>, sqlx::Error> {
    let row = sqlx::query_as!(
        OrderRow,
        r#"select id as "id: OrderId", number, user_id as "user: UserId", status as "status: Status",
                  payment_status as "payment: PaymentStatus", total_minor as "total: Money", ordered_at
           from customer_order where number = $1 for update"#,
        number,
    )
    .fetch_optional(&mut *connection)
    .await?;
    Ok(load_details(connection, row.into_iter().collect()).await?.pop())
}

/// Returns the status history of an order, oldest first.
pub(crate) async fn history(
    connection: &mut PgConnection,
    order: OrderId,
) -> Result<Vec<HistoryEntry>, sqlx::Error> {
    sqlx::query_as!(
        HistoryEntry,
        r#"select status as "status: Status", at, reason as "reason: CancellationReason"
           from order_history where order_id = $1 order by position"#,
        order.uuid(),
    )
    .fetch_all(connection)
    .await
}

/// Loads lines and addresses of orders, in the same order.
pub(super) async fn load_details(
    connection: &mut PgConnection,
    rows: Vec<OrderRow>,
) -> Result<Vec<Order>, sqlx::Error> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id.uuid()).collect();
    let mut lines = lines(connection, &ids).await?;
    let mut addresses = addresses(connection, &ids).await?;
    rows.into_iter()
        .map(|row| {
            let (shipping, billing) = addresses.remove(&row.id).ok_or(sqlx::Error::RowNotFound)?;
            Ok(Order {
                lines: lines.remove(&row.id).unwrap_or_default(),
                shipping,
                billing,
                id: row.id,
                number: row.number,
                user: row.user,
                status: row.status,
                payment: row.payment,
                total: row.total,
                ordered_at: row.ordered_at,
            })
        })
        .collect()
}

async fn lines(
    connection: &mut PgConnection,
    orders: &[Uuid],
) -> Result<HashMap<OrderId, Vec<Line>>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select order_id as "order: OrderId", product_id as "product: ProductId", name_az, name_ru, name_en, image,
                  quantity as "quantity: Quantity", unit_price_minor as "unit_price: Money",
                  subtotal_minor as "subtotal: Money"
           from order_line where order_id = any($1) order by order_id, position"#,
        orders,
    )
    .fetch_all(connection)
    .await?;
    let mut lines: HashMap<OrderId, Vec<Line>> = HashMap::with_capacity(orders.len());
    for row in rows {
        lines.entry(row.order).or_default().push(Line {
            product: row.product,
            name: LocalizedText {
                az: row.name_az,
                ru: row.name_ru,
                en: row.name_en,
            },
            image: row.image,
            quantity: row.quantity,
            unit_price: row.unit_price,
            subtotal: row.subtotal,
        });
    }
    Ok(lines)
}

/// Returns the shipping and billing address of each order.
async fn addresses(
    connection: &mut PgConnection,
    orders: &[Uuid],
) -> Result<HashMap<OrderId, (Address, Address)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select order_id as "order: OrderId", kind, first_name, last_name, email, phone, address, city, state,
                  postal_code, country
           from order_address where order_id = any($1)"#,
        orders,
    )
    .fetch_all(connection)
    .await?;
    let mut addresses: HashMap<OrderId, (Address, Address)> = HashMap::with_capacity(orders.len());
    for row in rows {
        let address = Address {
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            phone: row.phone,
            street: row.address,
            city: row.city,
            state: row.state,
            postal_code: row.postal_code,
            country: row.country,
        };
        let pair = addresses.entry(row.order).or_default();
        if row.kind == "shipping" {
            pair.0 = address;
        } else {
            pair.1 = address;
        }
    }
    Ok(addresses)
}
