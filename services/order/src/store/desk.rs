//! Orders as the desk shows and changes them.

use kit::{
    caller::Actor,
    domain::{Money, OrderId, Visit},
    vocabulary::visit::Channel,
};
use sqlx::{FromRow as _, PgConnection, Postgres, QueryBuilder, postgres::PgRow};
use time::{Date, OffsetDateTime, Time};
use uuid::Uuid;

use super::{
    line,
    order::{addresses, history},
    payment, timeline, undo,
};
use crate::{
    desk::{Delivery, DeliveryMethod, DeskOrder, OrderSummary, Origin, OtherOrder, Source, StaffReason},
    order::{PaymentStatus, Status},
    payment::Balance,
};

/// Maximum number of other orders of a customer.
const MAX_OTHERS: i64 = 10;

/// The statement of [`summary`], to which conditions are appended.
pub(super) const FACTS: &str = "
    select o.id, o.number, o.ordered_at, o.status, o.payment_status, o.total_minor, o.paid_minor, o.refunded_minor,
           o.user_id, o.language, o.source, o.offer_id, o.offer_number, o.inquiry_id, o.quote_number, o.assignee,
           o.delivery_price_minor, o.delivery_method, o.delivery_on, o.delivery_from, o.delivery_to, o.delivery_crew,
           o.delivery_note, o.visit_channel, o.visit_source, o.visit_campaign, o.visit_landing, o.visit_at, o.cancel_reason, o.version, o.changed_by, coalesce(o.changed_at, o.ordered_at) as changed_at,
           trim(a.first_name || ' ' || a.last_name) as customer_name, a.phone as customer_phone,
           a.email as customer_email, a.city,
           (select count(*) from order_line l where l.order_id = o.id) as item_count,
           (select l.image from order_line l where l.order_id = o.id order by l.position limit 1) as image
    from customer_order o join order_address a on a.order_id = o.id and a.kind = 'shipping'
    where true";

/// A row of [`FACTS`].
#[derive(sqlx::FromRow)]
struct SummaryRow {
    id: OrderId,
    number: String,
    ordered_at: OffsetDateTime,
    status: Status,
    payment_status: PaymentStatus,
    total_minor: Money,
    paid_minor: Money,
    refunded_minor: Money,
    user_id: Option<kit::domain::UserId>,
    language: String,
    source: Source,
    offer_id: Option<Uuid>,
    offer_number: Option<String>,
    inquiry_id: Option<Uuid>,
    quote_number: Option<String>,
    assignee: Option<String>,
    delivery_price_minor: Money,
    delivery_method: Option<DeliveryMethod>,
    delivery_on: Option<Date>,
    delivery_from: Option<Time>,
    delivery_to: Option<Time>,
    delivery_crew: String,
    delivery_note: String,
    visit_channel: Channel,
    visit_source: String,
    visit_campaign: String,
    visit_landing: String,
    visit_at: Option<OffsetDateTime>,
    cancel_reason: Option<StaffReason>,
    version: i64,
    changed_by: Option<String>,
    changed_at: OffsetDateTime,
    customer_name: String,
    customer_phone: String,
    customer_email: String,
    city: String,
    item_count: i64,
    image: Option<String>,
}

/// Decodes a row of [`FACTS`].
pub(super) fn summary(row: &PgRow) -> Result<OrderSummary, sqlx::Error> {
    let row = SummaryRow::from_row(row)?;
    Ok(OrderSummary {
        id: row.id,
        number: row.number,
        ordered_at: row.ordered_at,
        status: row.status,
        payment: row.payment_status,
        total: row.total_minor,
        paid: row.paid_minor,
        refunded: row.refunded_minor,
        user: row.user_id,
        // A check constraint admits only the three languages.
        language: row
            .language
            .parse()
            .map_err(|error| sqlx::Error::Decode(Box::new(error)))?,
        origin: Origin {
            source: row.source,
            offer: row.offer_id.zip(row.offer_number),
            quote: row.inquiry_id.zip(row.quote_number),
            cart: None,
            is_unverified: false,
            assignee: row.assignee,
            created_by: None,
            delivery: row.delivery_method.map(|method| Delivery {
                method,
                on: row.delivery_on,
                hours: row.delivery_from.zip(row.delivery_to),
                crew: row.delivery_crew,
                note: row.delivery_note,
            }),
            visit: Visit {
                channel: row.visit_channel,
                source: row.visit_source,
                campaign: row.visit_campaign,
                landing_path: row.visit_landing,
                at: row.visit_at,
            },
        },
        delivery_price: row.delivery_price_minor,
        cancel_reason: row.cancel_reason,
        version: row.version,
        changed_by: row.changed_by,
        changed_at: row.changed_at,
        customer_name: row.customer_name,
        customer_phone: row.customer_phone,
        customer_email: row.customer_email,
        city: row.city,
        item_count: row.item_count,
        image: row.image.unwrap_or_default(),
    })
}

/// Returns the summary of an order; locks the order until the transaction ends if `is_locked`.
pub(crate) async fn find(
    connection: &mut PgConnection,
    number: &str,
    is_locked: bool,
) -> Result<Option<OrderSummary>, sqlx::Error> {
    let mut statement = QueryBuilder::<Postgres>::new(FACTS);
    statement.push(" and o.number = ").push_bind(number.to_owned());
    if is_locked {
        statement.push(" for update of o");
    }
    let row = statement.build().fetch_optional(connection).await?;
    row.as_ref().map(summary).transpose()
}

/// Locks the orders of an assignee that are neither completed nor cancelled, in the order of their numbers.
pub(crate) async fn lock_open_of(
    connection: &mut PgConnection,
    assignee: &str,
) -> Result<Vec<OrderSummary>, sqlx::Error> {
    let mut statement = QueryBuilder::<Postgres>::new(FACTS);
    statement
        .push(" and o.status not in ('completed', 'cancelled') and o.assignee = ")
        .push_bind(assignee.to_owned())
        .push(" order by o.number for update of o");
    let rows = statement.build().fetch_all(connection).await?;
    rows.iter().map(summary).collect()
}

/// Returns all that the desk shows of an order.
pub(crate) async fn load(
    connection: &mut PgConnection,
    number: &str,
) -> Result<Option<DeskOrder>, sqlx::Error> {
    let Some(summary) = find(connection, number, false).await? else {
        return Ok(None);
    };
    let id = summary.id;
    let lines = line::list(connection, &[id.uuid()])
        .await?
        .remove(&id)
        .unwrap_or_default();
    let (shipping, billing) = addresses(connection, &[id.uuid()])
        .await?
        .remove(&id)
        .unwrap_or_default();
    let payments = payment::list(connection, id).await?;
    let timeline = timeline::list(connection, id, &payments).await?;
    let history = history(connection, id).await?;
    let others = others(connection, id).await?;
    let open_step = undo::find(connection, id).await?;
    Ok(Some(DeskOrder {
        summary,
        lines,
        shipping,
        billing,
        payments,
        history,
        timeline,
        others,
        open_step,
    }))
}

/// Returns the other orders of the same phone or e-mail, newest first.
async fn others(connection: &mut PgConnection, order: OrderId) -> Result<Vec<OtherOrder>, sqlx::Error> {
    sqlx::query_as!(
        OtherOrder,
        r#"select other.number, other.status as "status: Status", other.total_minor as "total_minor: Money",
                  other.ordered_at
           from customer_order as own join customer_order as other
               on other.customer_phone <> '' and other.customer_phone = own.customer_phone
                  or other.customer_email <> '' and other.customer_email = own.customer_email
           where own.id = $1 and other.id <> $1
           order by other.ordered_at desc, other.id desc limit $2"#,
        order.uuid(),
        MAX_OTHERS,
    )
    .fetch_all(connection)
    .await
}

/// Returns how an order reaches its customer; `None` if that is not planned.
pub(crate) async fn delivery_method(
    connection: &mut PgConnection,
    order: OrderId,
) -> Result<Option<DeliveryMethod>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select delivery_method as "method: DeliveryMethod" from customer_order where id = $1"#,
        order.uuid(),
    )
    .fetch_one(connection)
    .await
}

/// Returns the plan of an order's delivery without what staff wrote for each other; `None` until its day is planned.
pub(crate) async fn planned_delivery(
    connection: &mut PgConnection,
    order: OrderId,
) -> Result<Option<Delivery>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select delivery_method as "method: DeliveryMethod", delivery_on, delivery_from, delivery_to
           from customer_order where id = $1 and delivery_on is not null"#,
        order.uuid(),
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.and_then(|row| {
        Some(Delivery {
            method: row.method?,
            on: row.delivery_on,
            hours: row.delivery_from.zip(row.delivery_to),
            crew: String::new(),
            note: String::new(),
        })
    }))
}

/// Returns the sums of an order's payments.
pub(crate) async fn balance(connection: &mut PgConnection, order: OrderId) -> Result<Balance, sqlx::Error> {
    sqlx::query_as!(
        Balance,
        r#"select status as "status: Status", payment_status as "payment: PaymentStatus",
                  total_minor as "total: Money", paid_minor as "paid: Money", refunded_minor as "refunded: Money"
           from customer_order where id = $1"#,
        order.uuid(),
    )
    .fetch_one(connection)
    .await
}

/// Updates the plan of the delivery and returns the new version.
pub(crate) async fn update_delivery(
    connection: &mut PgConnection,
    order: OrderId,
    delivery: &Delivery,
    actor: &Actor,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        "update customer_order
         set delivery_method = $2, delivery_on = $3, delivery_from = $4, delivery_to = $5, delivery_crew = $6,
             delivery_note = $7, version = version + 1, changed_by = $8, changed_at = now()
         where id = $1 returning version",
        order.uuid(),
        delivery.method.name(),
        delivery.on,
        delivery.hours.map(|(from, _)| from),
        delivery.hours.map(|(_, to)| to),
        delivery.crew,
        delivery.note,
        actor.to_string(),
    )
    .fetch_one(connection)
    .await
}

/// Updates the assignee and returns the new version.
pub(crate) async fn update_assignee(
    connection: &mut PgConnection,
    order: OrderId,
    assignee: Option<&str>,
    actor: &Actor,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        "update customer_order
         set assignee = $2, version = version + 1, changed_by = $3, changed_at = now()
         where id = $1 returning version",
        order.uuid(),
        assignee,
        actor.to_string(),
    )
    .fetch_one(connection)
    .await
}

/// Updates the statuses and sums after a payment and returns the new version.
pub(crate) async fn update_balance(
    connection: &mut PgConnection,
    order: OrderId,
    balance: &Balance,
    actor: &Actor,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        "update customer_order
         set payment_status = $2, paid_minor = $3, refunded_minor = $4, version = version + 1, changed_by = $5,
             changed_at = now()
         where id = $1 returning version",
        order.uuid(),
        balance.payment.name(),
        balance.paid.minor(),
        balance.refunded.minor(),
        actor.to_string(),
    )
    .fetch_one(connection)
    .await
}
