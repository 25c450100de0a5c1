//! E-mails about orders.

use kit::domain::Money;
use time::OffsetDateTime;

use super::{Bill, BillRow, Block, Email, EmailContext, Fact};
use crate::{
    clients::{Contact, Order},
    format::{amount, date, date_time, fill},
    mail::{OrderStatus, PaymentStatus},
    texts::Notice,
};

/// Confirms an order.
pub(crate) fn order_received(context: &EmailContext<'_>, customer: &Contact, order: &Order) -> Email {
    let texts = &context.texts.order_received;
    let mut blocks = vec![
        context.greeting(customer),
        Block::Text(texts.text.clone()),
        Block::Facts(header(context, order)),
        bill(context, order),
    ];
    // The customer typed it.
    if customer.is_verified {
        blocks.push(address(context, order));
    }
    blocks.extend(order_button(context, order));
    context.for_customer(
        &fill(&texts.subject, &[("number", &order.number)]),
        &texts.title,
        blocks,
    )
}

/// Notifies the customer of the cancellation.
pub(crate) fn order_cancelled(context: &EmailContext<'_>, customer: &Contact, order: &Order) -> Email {
    let texts = &context.texts.order_cancelled;
    let mut blocks = vec![
        context.greeting(customer),
        Block::Text(texts.text.clone()),
        Block::Facts(header(context, order)),
        bill(context, order),
    ];
    blocks.extend(order_button(context, order));
    blocks.push(Block::Note(texts.not_you.clone()));
    context.for_customer(
        &fill(&texts.subject, &[("number", &order.number)]),
        &texts.title,
        blocks,
    )
}

/// Notifies the customer of a lapsed order.
pub(crate) fn order_lapsed(context: &EmailContext<'_>, customer: &Contact, order: &Order) -> Email {
    let texts = &context.texts.order_lapsed;
    let mut blocks = vec![
        context.greeting(customer),
        Block::Text(texts.text.clone()),
        Block::Facts(header(context, order)),
        bill(context, order),
    ];
    blocks.extend(order_button(context, order));
    context.for_customer(
        &fill(&texts.subject, &[("number", &order.number)]),
        &texts.title,
        blocks,
    )
}

/// Notifies the customer of the planned delivery. Contains no text that was typed.
pub(crate) fn delivery_planned(context: &EmailContext<'_>, customer: &Contact, order: &Order) -> Email {
    let texts = &context.texts.delivery_planned;
    let mut facts = header(context, order);
    if let Some(on) = order.delivery.on {
        facts.push(Fact::new(&texts.day, date(on, context.language)));
    }
    if !order.delivery.hours.is_empty() {
        facts.push(Fact::new(&texts.hours, &*order.delivery.hours));
    }
    let text = if order.delivery.is_pickup {
        &texts.pickup
    } else {
        &texts.text
    };
    let mut blocks = vec![
        context.greeting(customer),
        Block::Text(text.clone()),
        Block::Facts(facts),
    ];
    blocks.extend(order_button(context, order));
    context.for_customer(
        &fill(&texts.subject, &[("number", &order.number)]),
        &texts.title,
        blocks,
    )
}

/// Notifies the customer of a new status of the order or its payment.
pub(crate) fn order_moved(
    context: &EmailContext<'_>,
    customer: &Contact,
    order: &Order,
    status: OrderStatus,
    payment: PaymentStatus,
) -> Email {
    let texts = &context.texts.order;
    let story = context.texts.order_moved.stories.get(status);
    let (status, payment_text) = (texts.statuses.get(status), texts.payments.get(payment));
    // The initial payment status is omitted.
    let state = match payment {
        PaymentStatus::Pending => status.to_owned(),
        _ => format!("{status}, {payment_text}"),
    };
    let subject = fill(
        &context.texts.order_moved.subject,
        &[("number", &order.number), ("state", &state)],
    );
    let mut facts = header(context, order);
    facts.push(Fact::new(&texts.status, status));
    facts.push(Fact::new(&texts.payment, payment_text));
    facts.push(Fact::new(&texts.total, amount(order.total, context.language)));
    let mut blocks = vec![
        context.greeting(customer),
        Block::Text(story.to_owned()),
        Block::Facts(facts),
    ];
    blocks.extend(order_button(context, order));
    context.for_customer(&subject, &subject, blocks)
}

/// Notifies the shop of an order.
pub(crate) fn shop_order(context: &EmailContext<'_>, customer: Option<&Contact>, order: &Order) -> Email {
    let texts = &context.texts.shop_order;
    let total = amount(order.total, context.language);
    context.for_shop(
        &fill(&texts.subject, &[("number", &order.number), ("total", &total)]),
        &texts.title,
        vec![
            Block::Text(texts.text.clone()),
            Block::Facts(with_customer(context, customer, order)),
            bill(context, order),
            address(context, order),
        ],
    )
}

/// Notifies the shop of an order that lapses soon.
pub(crate) fn shop_order_lapsing(
    context: &EmailContext<'_>,
    customer: Option<&Contact>,
    order: &Order,
    lapses_at: OffsetDateTime,
) -> Email {
    let at = date_time(lapses_at, context.language);
    shop_lapse(context, &context.texts.shop_order_lapsing, customer, order, &at)
}

/// Notifies the shop of a lapsed order.
pub(crate) fn shop_order_lapsed(
    context: &EmailContext<'_>,
    customer: Option<&Contact>,
    order: &Order,
) -> Email {
    shop_lapse(context, &context.texts.shop_order_lapsed, customer, order, "")
}

fn shop_lapse(
    context: &EmailContext<'_>,
    texts: &Notice,
    customer: Option<&Contact>,
    order: &Order,
    at: &str,
) -> Email {
    context.for_shop(
        &fill(&texts.subject, &[("number", &order.number), ("at", at)]),
        &texts.title,
        vec![
            Block::Text(texts.text.clone()),
            Block::Facts(with_customer(context, customer, order)),
            bill(context, order),
        ],
    )
}

/// Returns the header of an order and how the shop reaches its customer.
fn with_customer(context: &EmailContext<'_>, customer: Option<&Contact>, order: &Order) -> Vec<Fact> {
    let words = &context.texts.inquiry;
    let mut facts = header(context, order);
    facts.push(Fact::new(&words.name, &*order.address.person));
    facts.push(
        Fact::new(&words.phone, &*order.address.phone).with_url(format!("tel:{}", order.address.phone)),
    );
    if let Some(Contact { email, .. }) = customer {
        facts.push(Fact::new(&words.email, email.to_string()).with_url(format!("mailto:{email}")));
    }
    if let Some(language) = order.language {
        facts.push(Fact::new(&words.language, context.texts.languages.get(language)));
    }
    facts
}

fn header(context: &EmailContext<'_>, order: &Order) -> Vec<Fact> {
    let texts = &context.texts.order;
    vec![
        Fact::new(&texts.number, &*order.number),
        Fact::new(&texts.ordered_at, date_time(order.ordered_at, context.language)),
    ]
}

fn bill(context: &EmailContext<'_>, order: &Order) -> Block {
    let texts = &context.texts.order;
    let rows = order.lines.iter().map(|line| {
        let price = amount(line.price, context.language);
        BillRow {
            name: line.name.get(context.language).to_owned(),
            pieces: fill(
                &texts.pieces,
                &[("quantity", &line.quantity.to_string()), ("price", &price)],
            ),
            subtotal: amount(line.subtotal, context.language),
        }
    });
    Block::Bill(Bill {
        rows: rows.collect(),
        delivery: if order.delivery_price == Money::ZERO {
            Fact::new(&texts.delivery, &*texts.free)
        } else {
            Fact::new(&texts.delivery, amount(order.delivery_price, context.language))
        },
        total: Fact::new(&texts.total, amount(order.total, context.language)),
    })
}

fn address(context: &EmailContext<'_>, order: &Order) -> Block {
    let address = &order.address;
    let lines = [
        address.person.clone(),
        address.street.clone(),
        format!("{} {}", address.postal_code, address.city),
        address.state.clone(),
        address.phone.clone(),
    ];
    let lines = lines.into_iter().filter(|line| !line.trim().is_empty());
    Block::Address(context.texts.order.address.clone(), lines.collect())
}

/// Returns the link to the order in its customer's account, if it has one.
fn order_button(context: &EmailContext<'_>, order: &Order) -> Option<Block> {
    order.user?;
    Some(EmailContext::button(
        &context.texts.order.button,
        context.links.order(context.language, order.id),
    ))
}
