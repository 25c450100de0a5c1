//! Events that the service publishes.

use std::time::Duration;

use kit::{
    caller::Actor,
    convert::timestamp,
    domain::{EventId, Money, OrderId, UserId},
    events::{append, append_delayed},
};
use proto::event::Event;
use proto::order::v1::{
    CorrectedStock, DeliveryPlanned, OrderAbandoned, OrderAssigned, OrderCancelled, OrderChanged,
    OrderCorrected, OrderCreated, OrderFilesChanged, OrderLapsing, OrderLinkRequested, OrderMentioned,
    OrderPaid, OrderStatusChanged, OrderedLine,
};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    correction,
    desk::{Delivery, OrderSummary, Origin, Source, StaffChange, hour},
    order::{Change, LapsingOrder, Order},
    payment::{Balance, NewPayment},
    store,
};

/// Publishes a created order.
pub(crate) async fn created(
    connection: &mut PgConnection,
    order: &Order,
    origin: &Origin,
) -> Result<(), sqlx::Error> {
    let id = |pair: &Option<(Uuid, String)>| pair.as_ref().map(|(id, _)| id.to_string()).unwrap_or_default();
    let event = OrderCreated {
        order_id: order.id.to_string(),
        user_id: user_id(order.user),
        order_number: order.number.clone(),
        lines: ordered_lines(order),
        total_minor: order.total.minor(),
        ordered_at: Some(timestamp(order.ordered_at)),
        offer_id: id(&origin.offer),
        inquiry_id: id(&origin.quote),
        source: match origin.source {
            Source::Website => String::new(),
            source => source.name().to_owned(),
        },
        reserves_nothing: reserves_nothing(order),
        has_design: order.lines.iter().any(|line| line.design.is_some()),
    };
    append(connection, &event).await.map(drop)
}

/// Publishes an abandoned attempt, so that the catalog releases its stock.
pub(crate) async fn abandoned(connection: &mut PgConnection, order: OrderId) -> Result<(), sqlx::Error> {
    let event = OrderAbandoned {
        order_id: order.to_string(),
    };
    append(connection, &event).await.map(drop)
}

/// Publishes an order that lapses soon.
pub(crate) async fn lapsing(connection: &mut PgConnection, order: &LapsingOrder) -> Result<(), sqlx::Error> {
    let event = OrderLapsing {
        order_id: order.id.to_string(),
        user_id: user_id(order.user),
        order_number: order.number.clone(),
        lapses_at: Some(timestamp(order.lapses_at)),
    };
    append(connection, &event).await.map(drop)
}

/// Returns the pieces of each product of the catalog.
fn reserves_nothing(order: &Order) -> bool {
    let pieces = correction::reserved_pieces(&order.lines);
    pieces.is_ok_and(|pieces| pieces.is_empty())
}

fn ordered_lines(order: &Order) -> Vec<OrderedLine> {
    let mut lines: Vec<OrderedLine> = Vec::with_capacity(order.lines.len());
    for line in &order.lines {
        let Some(product) = line.product else { continue };
        let quantity = line.quantity.into();
        match lines.iter_mut().find(|other| other.product_id == product.get()) {
            Some(other) => other.quantity += quantity,
            None => lines.push(OrderedLine {
                product_id: product.get(),
                quantity,
            }),
        }
    }
    lines
}

fn user_id(user: Option<UserId>) -> String {
    user.map(|user| user.to_string()).unwrap_or_default()
}

/// Publishes a change of an order, after `delay` if there is one; `by` is `None` for the customer and the system.
pub(crate) async fn changed(
    connection: &mut PgConnection,
    order: &Order,
    change: Change,
    by: Option<&StaffChange<'_>>,
    delay: Option<Duration>,
) -> Result<EventId, sqlx::Error> {
    let (order_id, user_id) = (order.id.to_string(), user_id(order.user));
    let staff_reason = by
        .and_then(|by| by.reason)
        .map_or_else(String::new, |reason| reason.name().to_owned());
    let by = by.map(|by| by.actor.to_string()).unwrap_or_default();
    let order_number = order.number.clone();
    match change {
        Change::Cancelled(reason) => {
            let event = OrderCancelled {
                order_id,
                user_id,
                order_number,
                reason: reason.into(),
                by,
                staff_reason,
                reservation_ids: store::order::reservations(connection, order.id).await?,
                reserves_nothing: reserves_nothing(order),
            };
            publish(connection, &event, delay).await
        }
        Change::StatusChanged => {
            let event = OrderStatusChanged {
                order_id,
                user_id,
                order_number,
                status: order.status.name().to_owned(),
                payment_status: order.payment.name().to_owned(),
                by,
                reason: String::new(),
            };
            publish(connection, &event, delay).await
        }
    }
}

async fn publish<E: Event>(
    connection: &mut PgConnection,
    event: &E,
    delay: Option<Duration>,
) -> Result<EventId, sqlx::Error> {
    match delay {
        Some(delay) => append_delayed(connection, event, delay).await,
        None => append(connection, event).await,
    }
}

/// The order of an event.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subject<'order> {
    pub(crate) id: OrderId,
    pub(crate) number: &'order str,
}

impl Order {
    /// Returns the id and the number, for events.
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject {
            id: self.id,
            number: &self.number,
        }
    }
}

impl OrderSummary {
    /// Returns the id and the number, for events.
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject {
            id: self.id,
            number: &self.number,
        }
    }
}

/// Publishes a payment with the balance after it.
pub(crate) async fn paid(
    connection: &mut PgConnection,
    order: Subject<'_>,
    id: Uuid,
    payment: &NewPayment<'_>,
    balance: &Balance,
    actor: &Actor,
) -> Result<(), sqlx::Error> {
    let event = OrderPaid {
        order_id: order.id.to_string(),
        order_number: order.number.to_owned(),
        payment_id: id.to_string(),
        kind: payment.kind.name().to_owned(),
        amount_minor: payment.amount.minor(),
        balance_minor: balance.owed().minor(),
        payment_status: balance.payment.name().to_owned(),
        by: actor.to_string(),
    };
    append(connection, &event).await.map(drop)
}

/// Publishes a correction. `stock` has the version of the order with all its reservations and pieces, if its lines were corrected.
pub(crate) async fn corrected(
    connection: &mut PgConnection,
    order: Subject<'_>,
    previous_total: Money,
    stock: Option<CorrectedStock>,
    is_notified: bool,
    actor: &Actor,
) -> Result<(), sqlx::Error> {
    let event = OrderCorrected {
        order_id: order.id.to_string(),
        order_number: order.number.to_owned(),
        previous_total_minor: previous_total.minor(),
        is_notified,
        by: actor.to_string(),
        stock,
    };
    append(connection, &event).await.map(drop)
}

/// Publishes a change of the part of an order named by `what`: `status`, `note`, `delivery`, `assignee`, `address`,
/// `lines` or `payment`.
pub(crate) async fn facts_changed(
    connection: &mut PgConnection,
    order: Subject<'_>,
    what: &str,
    version: i64,
    actor: &Actor,
) -> Result<(), sqlx::Error> {
    let event = OrderChanged {
        order_id: order.id.to_string(),
        order_number: order.number.to_owned(),
        what: what.to_owned(),
        version,
        by: actor.to_string(),
    };
    append(connection, &event).await.map(drop)
}

/// Publishes that the customer has added an order to an account.
pub(crate) async fn claimed(
    connection: &mut PgConnection,
    order: Subject<'_>,
    version: i64,
) -> Result<(), sqlx::Error> {
    let event = OrderChanged {
        order_id: order.id.to_string(),
        order_number: order.number.to_owned(),
        what: "account".to_owned(),
        version,
        by: String::new(),
    };
    append(connection, &event).await.map(drop)
}

/// Publishes a request for the link of an order.
pub(crate) async fn link_requested(
    connection: &mut PgConnection,
    order: Subject<'_>,
) -> Result<(), sqlx::Error> {
    let event = OrderLinkRequested {
        order_id: order.id.to_string(),
        order_number: order.number.to_owned(),
    };
    append(connection, &event).await.map(drop)
}

/// Publishes a planned delivery.
pub(crate) async fn delivery_planned(
    connection: &mut PgConnection,
    order: Subject<'_>,
    delivery: &Delivery,
    is_notified: bool,
) -> Result<(), sqlx::Error> {
    let event = DeliveryPlanned {
        order_id: order.id.to_string(),
        order_number: order.number.to_owned(),
        on: delivery.on.map(|on| on.to_string()).unwrap_or_default(),
        from: delivery.hours.map(|(from, _)| hour(from)).unwrap_or_default(),
        to: delivery.hours.map(|(_, to)| hour(to)).unwrap_or_default(),
        is_notified,
    };
    append(connection, &event).await.map(drop)
}

/// Publishes a change of the assignee; `hand_over` is the event that handed over the work of the previous one.
pub(crate) async fn assigned(
    connection: &mut PgConnection,
    order: Subject<'_>,
    previous: Option<&str>,
    assignee: Option<&str>,
    hand_over: Option<EventId>,
    actor: &Actor,
) -> Result<(), sqlx::Error> {
    let event = OrderAssigned {
        order_id: order.id.to_string(),
        order_number: order.number.to_owned(),
        assignee_id: assignee.unwrap_or_default().to_owned(),
        previous_id: previous.unwrap_or_default().to_owned(),
        by: actor.to_string(),
        hand_over_id: hand_over.map(|id| id.to_string()).unwrap_or_default(),
    };
    append(connection, &event).await.map(drop)
}

/// Publishes a note that mentions staff members.
pub(crate) async fn mentioned(
    connection: &mut PgConnection,
    order: Subject<'_>,
    mentions: &[UserId],
    actor: &Actor,
) -> Result<(), sqlx::Error> {
    let event = OrderMentioned {
        order_id: order.id.to_string(),
        order_number: order.number.to_owned(),
        staff_ids: mentions.iter().map(ToString::to_string).collect(),
        by: actor.to_string(),
    };
    append(connection, &event).await.map(drop)
}

/// Publishes the files of all notes of an order after a note with files, or after its notes were wiped.
pub(crate) async fn files_changed(
    connection: &mut PgConnection,
    order: Subject<'_>,
    is_wiped: bool,
) -> Result<(), sqlx::Error> {
    let notes = store::timeline::count_notes(connection, order.id).await?;
    let event = OrderFilesChanged {
        order_id: order.id.to_string(),
        order_number: order.number.to_owned(),
        version: notes.saturating_mul(2).saturating_add(i64::from(is_wiped)),
        file_ids: store::timeline::list_files(connection, order.id).await?,
        is_wiped,
    };
    append(connection, &event).await.map(drop)
}
