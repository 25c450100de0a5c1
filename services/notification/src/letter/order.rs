//! Letters about orders.

use super::{Bill, BillRow, Block, Desk, Fact, Letter};
use crate::{
    mail::{OrderStatus, PaymentStatus},
    owners::{Contact, Order},
    wording::{amount, date_time, fill},
};

/// What was ordered.
pub(crate) fn order_received(desk: &Desk<'_>, customer: &Contact, order: &Order) -> Letter {
    let texts = &desk.texts.order_received;
    desk.for_customer(
        &fill(&texts.subject, &[("number", &order.number)]),
        &texts.title,
        vec![
            desk.greeting(&customer.name),
            Block::Text(texts.text.clone()),
            Block::Facts(head(desk, order)),
            bill(desk, order),
            address(desk, order),
            see_order(desk, order),
        ],
    )
}

/// The order is called off.
pub(crate) fn order_cancelled(desk: &Desk<'_>, customer: &Contact, order: &Order) -> Letter {
    let texts = &desk.texts.order_cancelled;
    desk.for_customer(
        &fill(&texts.subject, &[("number", &order.number)]),
        &texts.title,
        vec![
            desk.greeting(&customer.name),
            Block::Text(texts.text.clone()),
            Block::Facts(head(desk, order)),
            bill(desk, order),
            see_order(desk, order),
            Block::Note(texts.not_you.clone()),
        ],
    )
}

/// The order or its payment has moved.
pub(crate) fn order_moved(
    desk: &Desk<'_>,
    customer: &Contact,
    order: &Order,
    status: OrderStatus,
    payment: PaymentStatus,
) -> Letter {
    let texts = &desk.texts.order;
    let story = desk.texts.order_moved.stories.of(status);
    let (status, paid) = (texts.statuses.of(status), texts.payments.of(payment));
    // Before anything was paid, the payment is no news.
    let state = match payment {
        PaymentStatus::Pending => status.to_owned(),
        _ => format!("{status}, {paid}"),
    };
    let subject = fill(
        &desk.texts.order_moved.subject,
        &[("number", &order.number), ("state", &state)],
    );
    let mut facts = head(desk, order);
    facts.push(Fact::new(&texts.status, status));
    facts.push(Fact::new(&texts.payment, paid));
    facts.push(Fact::new(&texts.total, amount(order.total, desk.language)));
    desk.for_customer(
        &subject,
        &subject,
        vec![
            desk.greeting(&customer.name),
            Block::Text(story.to_owned()),
            Block::Facts(facts),
            see_order(desk, order),
        ],
    )
}

/// To the shop: an order.
pub(crate) fn shop_order(desk: &Desk<'_>, customer: &Contact, order: &Order) -> Letter {
    let texts = &desk.texts.shop_order;
    let words = &desk.texts.inquiry;
    let total = amount(order.total, desk.language);
    let mut facts = head(desk, order);
    facts.push(Fact::new(&words.name, &*order.address.person));
    facts
        .push(Fact::new(&words.phone, &*order.address.phone).leading(format!("tel:{}", order.address.phone)));
    facts.push(
        Fact::new(&words.email, customer.email.to_string()).leading(format!("mailto:{}", customer.email)),
    );
    if let Some(language) = order.language {
        facts.push(Fact::new(&words.language, desk.texts.languages.of(language)));
    }
    desk.for_shop(
        &fill(&texts.subject, &[("number", &order.number), ("total", &total)]),
        &texts.title,
        vec![
            Block::Text(texts.text.clone()),
            Block::Facts(facts),
            bill(desk, order),
            address(desk, order),
        ],
    )
}

fn head(desk: &Desk<'_>, order: &Order) -> Vec<Fact> {
    let texts = &desk.texts.order;
    vec![
        Fact::new(&texts.number, &*order.number),
        Fact::new(&texts.ordered_at, date_time(order.ordered_at, desk.language)),
    ]
}

fn bill(desk: &Desk<'_>, order: &Order) -> Block {
    let texts = &desk.texts.order;
    let rows = order.lines.iter().map(|line| {
        let price = amount(line.price, desk.language);
        BillRow {
            name: line.name.get(desk.language).to_owned(),
            pieces: fill(
                &texts.pieces,
                &[("quantity", &line.quantity.to_string()), ("price", &price)],
            ),
            subtotal: amount(line.subtotal, desk.language),
        }
    });
    Block::Bill(Bill {
        rows: rows.collect(),
        delivery: Fact::new(&texts.delivery, &*texts.free),
        total: Fact::new(&texts.total, amount(order.total, desk.language)),
    })
}

fn address(desk: &Desk<'_>, order: &Order) -> Block {
    let address = &order.address;
    let lines = [
        address.person.clone(),
        address.street.clone(),
        format!("{} {}", address.postal_code, address.city),
        address.state.clone(),
        address.phone.clone(),
    ];
    let lines = lines.into_iter().filter(|line| !line.trim().is_empty());
    Block::Address(desk.texts.order.address.clone(), lines.collect())
}

fn see_order(desk: &Desk<'_>, order: &Order) -> Block {
    Desk::button(
        &desk.texts.order.button,
        desk.links.order(desk.language, order.id),
    )
}
