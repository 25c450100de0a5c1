//! The tables of orders.

use std::{collections::HashMap, time::Duration};

use kit::{
    caller::Actor,
    domain::{EventId, Language, Money, OrderId, UserId},
};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::line;
use crate::{
    address::Address,
    contact,
    desk::{Delivery, DeliveryMethod, Origin, StaffChange, StaffReason},
    order::{CancellationReason, HistoryEntry, Order, PaymentStatus, Status},
    search::search_text,
};

/// A row of `customer_order`.
pub(super) struct OrderRow {
    pub(super) id: OrderId,
    pub(super) number: String,
    pub(super) user: Option<UserId>,
    pub(super) status: Status,
    pub(super) payment: PaymentStatus,
    pub(super) total: Money,
    pub(super) delivery_price: Money,
    pub(super) paid: Money,
    pub(super) refunded: Money,
    pub(super) ordered_at: OffsetDateTime,
}

/// Inserts an order with its lines, addresses and first history entry. Returns false, without effect, if its number
/// is taken.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    order: &Order,
    language: Language,
    origin: &Origin,
) -> Result<bool, sqlx::Error> {
    let delivery = origin.delivery.as_ref();
    let hours = delivery.and_then(|delivery| delivery.hours);
    let names = order.lines.iter().map(|line| &line.name);
    let [
        first_names,
        last_names,
        emails,
        phones,
        streets,
        cities,
        states,
        postal_codes,
        countries,
    ] = address_columns(order);
    let inserted = sqlx::query!(
        "with inserted as (
             insert into customer_order
                 (id, number, user_id, status, payment_status, total_minor, language, search_text, ordered_at,
                  source, offer_id, offer_number, inquiry_id, quote_number, assignee, delivery_price_minor,
                  delivery_method, delivery_on, delivery_from, delivery_to, delivery_crew, delivery_note,
                  changed_by, customer_phone, customer_email, desk_search, cart_id, cart_version, email_verified,
                  visit_channel, visit_source, visit_campaign, visit_landing, visit_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31,
                     $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43)
             on conflict (number) do nothing
             returning id, status, changed_by
         ), history as (
             insert into order_history (order_id, status, actor) select id, status, changed_by from inserted
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
        order.user.map(UserId::uuid),
        order.status.name(),
        order.payment.name(),
        order.total.minor(),
        language.name(),
        search_text(&order.number, names),
        order.ordered_at,
        &first_names,
        &last_names,
        &emails,
        &phones,
        &streets,
        &cities,
        &states,
        &postal_codes,
        &countries,
        origin.source.name(),
        origin.offer.as_ref().map(|(id, _)| *id),
        origin.offer.as_ref().map(|(_, number)| number.as_str()),
        origin.quote.as_ref().map(|(id, _)| *id),
        origin.quote.as_ref().map(|(_, number)| number.as_str()),
        origin.assignee,
        order.delivery_price.minor(),
        delivery.map(|delivery| delivery.method.name()),
        delivery.and_then(|delivery| delivery.on),
        hours.map(|(from, _)| from),
        hours.map(|(_, to)| to),
        delivery.map_or("", |delivery| &delivery.crew),
        delivery.map_or("", |delivery| &delivery.note),
        origin.created_by,
        order.shipping.phone,
        contact::email_text(&order.shipping.email),
        contact::search_text(&order.number, &order.shipping, &order.lines),
        origin.cart.map(|(id, _)| id.uuid()),
        origin.cart.map(|(_, version)| version),
        !origin.is_unverified,
        origin.visit.channel.name(),
        origin.visit.source,
        origin.visit.campaign,
        origin.visit.landing_path,
        origin.visit.at,
    )
    .execute(&mut *connection)
    .await?;
    if inserted.rows_affected() == 0 {
        return Ok(false);
    }
    line::insert(connection, order).await?;
    Ok(true)
}

/// Returns the values of the shipping and the billing address by column.
fn address_columns(order: &Order) -> [[String; 2]; 9] {
    let columns: [fn(&Address) -> &String; 9] = [
        |address| &address.first_name,
        |address| &address.last_name,
        |address| &address.email,
        |address| &address.phone,
        |address| &address.street,
        |address| &address.city,
        |address| &address.state,
        |address| &address.postal_code,
        |address| &address.country,
    ];
    columns.map(|column| [&order.shipping, &order.billing].map(|address| column(address).clone()))
}

/// Inserts a history entry with the current status and the reason of a cancellation. It can be taken back for the time `undo`.
pub(crate) async fn insert_history_entry(
    connection: &mut PgConnection,
    order: &Order,
    reason: Option<CancellationReason>,
    by: Option<&StaffChange<'_>>,
    event: Option<EventId>,
    undo: Option<Duration>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into order_history (order_id, status, reason, actor, text, staff_reason, event_id, undo_until)
         values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8::float8))",
        order.id.uuid(),
        order.status.name(),
        reason.map(CancellationReason::name),
        by.map(|by| by.actor.to_string()),
        by.map_or("", |by| by.text),
        by.and_then(|by| by.reason).map(StaffReason::name),
        event.map(EventId::uuid),
        undo.map(|undo| undo.as_secs_f64()) as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Updates both statuses of an order and returns the new version; `by` is `None` for the customer and the system.
pub(crate) async fn update_status(
    connection: &mut PgConnection,
    order: &Order,
    by: Option<&StaffChange<'_>>,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        "update customer_order
         set status = $2, payment_status = $3, cancel_reason = case when $2 = 'cancelled' then coalesce($4, cancel_reason) end,
             version = version + 1, changed_by = $5, changed_at = now()
         where id = $1 returning version",
        order.id.uuid(),
        order.status.name(),
        order.payment.name(),
        by.and_then(|by| by.reason).map(StaffReason::name),
        by.map(|by| by.actor.to_string()),
    )
    .fetch_one(connection)
    .await
}

/// Updates the addresses of an order with the columns that follow from them, and returns the new version.
pub(crate) async fn update_addresses(
    connection: &mut PgConnection,
    order: &Order,
    actor: &Actor,
) -> Result<i64, sqlx::Error> {
    let [
        first_names,
        last_names,
        emails,
        phones,
        streets,
        cities,
        states,
        postal_codes,
        _,
    ] = address_columns(order);
    sqlx::query_scalar!(
        r#"with addresses as (
             update order_address as stored
             set first_name = corrected.first_name, last_name = corrected.last_name, email = corrected.email,
                 phone = corrected.phone, address = corrected.address, city = corrected.city, state = corrected.state,
                 postal_code = corrected.postal_code
             from unnest(
                 array['shipping', 'billing'], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
                 $8::text[], $9::text[]
             ) as corrected (kind, first_name, last_name, email, phone, address, city, state, postal_code)
             where stored.order_id = $1 and stored.kind = corrected.kind
         )
         update customer_order
         set customer_phone = $10, customer_email = $11, desk_search = $12, version = version + 1, changed_by = $13,
             changed_at = now()
         where id = $1 returning version"#,
        order.id.uuid(),
        &first_names,
        &last_names,
        &emails,
        &phones,
        &streets,
        &cities,
        &states,
        &postal_codes,
        order.shipping.phone,
        contact::email_text(&order.shipping.email),
        contact::search_text(&order.number, &order.shipping, &order.lines),
        actor.to_string(),
    )
    .fetch_one(connection)
    .await
}

/// Replaces the lines of an order, adds the reservation of their new pieces, and returns the new version with all reservations
/// of corrected lines.
pub(crate) async fn replace_lines(
    connection: &mut PgConnection,
    order: &Order,
    reservation: Option<OrderId>,
    actor: &Actor,
) -> Result<(i64, Vec<String>), sqlx::Error> {
    sqlx::query!("delete from order_line where order_id = $1", order.id.uuid())
        .execute(&mut *connection)
        .await?;
    line::insert(connection, order).await?;
    let row = sqlx::query!(
        r#"update customer_order
           set total_minor = $2, payment_status = $3, search_text = $4, desk_search = $5,
               reservations = array_cat(reservations, $6), version = version + 1, changed_by = $7, changed_at = now()
           where id = $1 returning version, reservations::text[] as "reservations!""#,
        order.id.uuid(),
        order.total.minor(),
        order.payment.name(),
        search_text(&order.number, order.lines.iter().map(|line| &line.name)),
        contact::search_text(&order.number, &order.shipping, &order.lines),
        &reservation.map(OrderId::uuid).into_iter().collect::<Vec<_>>(),
        actor.to_string(),
    )
    .fetch_one(connection)
    .await?;
    Ok((row.version, row.reservations))
}

/// Returns the reservations of an order's corrected lines, besides the one of the order.
pub(crate) async fn reservations(
    connection: &mut PgConnection,
    order: OrderId,
) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select reservations::text[] as "reservations!" from customer_order where id = $1"#,
        order.uuid(),
    )
    .fetch_one(connection)
    .await
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
                  payment_status as "payment: PaymentStatus", total_minor as "total: Money", ordered_at,
                  delivery_price_minor as "delivery_price: Money", paid_minor as "paid: Money",
                  refunded_minor as "refunded: Money"
           from customer_order where id = $1 and user_id = $2"#,
        order.uuid(),
        user.uuid(),
    )
    .fetch_optional(&mut *connection)
    .await?;
    Ok(load_details(connection, row.into_iter().collect()).await?.pop())
}

/// Returns the number of the live order of an offer.
pub(crate) async fn live_number_of_offer(
    connection: &mut PgConnection,
    offer: Uuid,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!(
        "select number from customer_order where offer_id = $1 and status <> 'cancelled'",
        offer,
    )
    .fetch_optional(connection)
    .await
}

/// Language, delivery and assignee of an order, for its mails and for those who read them at the desk.
pub(crate) struct MailFacts {
    /// Language of the request.
    pub(crate) language: Language,
    /// The planned delivery.
    pub(crate) delivery: Option<Delivery>,
    /// UUID of a staff member, or `operator`.
    pub(crate) assignee: Option<String>,
}

/// Returns any order with its facts for mails.
pub(crate) async fn find_for_mail(
    connection: &mut PgConnection,
    order: OrderId,
) -> Result<Option<(Order, MailFacts)>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select number, user_id as "user: UserId", status as "status: Status",
                  payment_status as "payment: PaymentStatus", total_minor as "total: Money", ordered_at, language,
                  delivery_price_minor as "delivery_price: Money", paid_minor as "paid: Money",
                  refunded_minor as "refunded: Money", delivery_method as "method: DeliveryMethod",
                  delivery_on, delivery_from, delivery_to, delivery_crew, delivery_note, assignee
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
    let delivery = row.method.map(|method| Delivery {
        method,
        on: row.delivery_on,
        hours: row.delivery_from.zip(row.delivery_to),
        crew: row.delivery_crew,
        note: row.delivery_note,
    });
    let facts = MailFacts {
        language,
        delivery,
        assignee: row.assignee,
    };
    let row = OrderRow {
        id: order,
        number: row.number,
        user: row.user,
        status: row.status,
        payment: row.payment,
        total: row.total,
        delivery_price: row.delivery_price,
        paid: row.paid,
        refunded: row.refunded,
        ordered_at: row.ordered_at,
    };
    let order = load_details(connection, vec![row]).await?.pop();
    Ok(order.map(|order| (order, facts)))
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
                  payment_status as "payment: PaymentStatus", total_minor as "total: Money", ordered_at,
                  delivery_price_minor as "delivery_price: Money", paid_minor as "paid: Money",
                  refunded_minor as "refunded: Money"
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
                  payment_status as "payment: PaymentStatus", total_minor as "total: Money", ordered_at,
                  delivery_price_minor as "delivery_price: Money", paid_minor as "paid: Money",
                  refunded_minor as "refunded: Money"
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
    let mut lines = line::list(connection, &ids).await?;
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
                delivery_price: row.delivery_price,
                paid: row.paid,
                refunded: row.refunded,
                ordered_at: row.ordered_at,
            })
        })
        .collect()
}

/// Returns the shipping and billing address of each order.
pub(super) async fn addresses(
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
