//! E-mails about orders.

use kit::domain::Money;
use time::OffsetDateTime;

use super::{
    Block, Email, EmailContext, Fact, Link,
    items::{Amounts, Item},
    phone_text,
};
use crate::{
    clients::{Contact, Line, Order},
    format::{date, date_time, fill},
    mail::{OrderStatus, PaymentStatus},
    texts::{Notice, OrderCancelled},
};

/// Confirms an order.
pub(crate) fn order_received(context: &EmailContext<'_>, customer: &Contact, order: &Order) -> Email {
    let texts = &context.texts.order_received;
    let mut blocks = opening(context, customer, &texts.text, header(context, order));
    blocks.extend(bill(context, order));
    // The customer typed it.
    if customer.is_verified {
        blocks.push(address(context, order));
    }
    blocks.extend(order_buttons(context, order));
    to_customer(context, order, &texts.subject, &texts.title, blocks)
}

/// Notifies the customer of the cancellation.
pub(crate) fn order_cancelled(context: &EmailContext<'_>, customer: &Contact, order: &Order) -> Email {
    let texts = &context.texts.order_cancelled;
    with_note(context, customer, order, texts, bill(context, order).into())
}

/// Sends the link of an order again, to a customer who lost it. Contains no text that was typed.
pub(crate) fn order_link(context: &EmailContext<'_>, customer: &Contact, order: &Order) -> Email {
    with_note(context, customer, order, &context.texts.order_link, Vec::new())
}

/// Notifies the customer of a lapsed order.
pub(crate) fn order_lapsed(context: &EmailContext<'_>, customer: &Contact, order: &Order) -> Email {
    let texts = &context.texts.order_lapsed;
    let mut blocks = opening(context, customer, &texts.text, header(context, order));
    blocks.extend(bill(context, order));
    blocks.extend(order_buttons(context, order));
    to_customer(context, order, &texts.subject, &texts.title, blocks)
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
    let mut blocks = opening(context, customer, text, facts);
    blocks.extend(bill(context, order));
    blocks.extend(order_buttons(context, order));
    to_customer(context, order, &texts.subject, &texts.title, blocks)
}

/// Notifies the customer of a correction by staff. `previous_total` is missing if only the addresses were corrected.
pub(crate) fn order_corrected(
    context: &EmailContext<'_>,
    customer: &Contact,
    order: &Order,
    previous_total: Option<Money>,
) -> Email {
    let texts = &context.texts.order_corrected;
    let mut facts = header(context, order);
    if let Some(previous) = previous_total {
        facts.push(Fact::new(&texts.previous_total, context.amount(previous)));
        facts.push(Fact::new(&texts.total, context.amount(order.total)));
        if order.paid > Money::ZERO {
            facts.push(Fact::new(&context.texts.order.paid, context.amount(order.paid)));
            facts.push(Fact::new(&context.texts.order.due, context.amount(order.balance)));
        }
    }
    let text = if previous_total.is_some() {
        &texts.text
    } else {
        &texts.addresses
    };
    let mut blocks = opening(context, customer, text, facts);
    blocks.extend(bill(context, order));
    // The customer or staff typed it.
    if customer.is_verified {
        blocks.push(address(context, order));
    }
    blocks.extend(order_buttons(context, order));
    to_customer(context, order, &texts.subject, &texts.title, blocks)
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
    let moved = &context.texts.order_moved;
    let (status, story) = if order.delivery.is_pickup && status == OrderStatus::Shipped {
        (moved.ready.as_str(), moved.ready_story.as_str())
    } else {
        (texts.statuses.get(status), moved.stories.get(status))
    };
    let payment_text = match payment {
        // Set by command, without a payment.
        PaymentStatus::Processing if order.paid == Money::ZERO => &texts.payments.pending,
        PaymentStatus::Paid if order.refunded > Money::ZERO => &texts.payments.part_refunded,
        payment => texts.payments.get(payment),
    };
    // The initial payment status is omitted.
    let state = match payment {
        PaymentStatus::Pending => status.to_owned(),
        _ => format!("{status}, {payment_text}"),
    };
    let subject = fill(&moved.subject, &[("number", &order.number), ("state", &state)]);
    let mut facts = header(context, order);
    facts.push(Fact::new(&texts.status, status));
    facts.push(Fact::new(&texts.payment, payment_text));
    if order.paid > Money::ZERO {
        facts.push(Fact::new(&texts.paid, context.amount(order.paid)));
    }
    if order.refunded > Money::ZERO {
        facts.push(Fact::new(&texts.refunded, context.amount(order.refunded)));
    }
    if order.paid > Money::ZERO && order.balance > Money::ZERO {
        facts.push(Fact::new(&texts.due, context.amount(order.balance)));
    }
    let mut blocks = opening(context, customer, story, facts);
    blocks.extend(bill(context, order));
    blocks.extend(order_buttons(context, order));
    context.for_customer(&subject, &subject, blocks)
}

/// Creates an e-mail that ends with a note to a customer who did not cause it.
fn with_note(
    context: &EmailContext<'_>,
    customer: &Contact,
    order: &Order,
    texts: &OrderCancelled,
    content: Vec<Block>,
) -> Email {
    let mut blocks = opening(context, customer, &texts.text, header(context, order));
    blocks.extend(content);
    blocks.extend(order_buttons(context, order));
    blocks.push(Block::Note(texts.not_you.clone()));
    to_customer(context, order, &texts.subject, &texts.title, blocks)
}

/// Returns a greeting, a text and facts, which open an e-mail to a customer.
fn opening(context: &EmailContext<'_>, customer: &Contact, text: &str, facts: Vec<Fact>) -> Vec<Block> {
    vec![
        context.greeting(customer),
        Block::Text(text.to_owned()),
        Block::Facts(facts),
    ]
}

/// Creates an e-mail to the customer of an order, whose number is in the subject.
fn to_customer(
    context: &EmailContext<'_>,
    order: &Order,
    subject: &str,
    title: &str,
    blocks: Vec<Block>,
) -> Email {
    context.for_customer(&fill(subject, &[("number", &order.number)]), title, blocks)
}

/// Notifies the shop of an order.
pub(crate) fn shop_order(context: &EmailContext<'_>, customer: Option<&Contact>, order: &Order) -> Email {
    let texts = &context.texts.shop_order;
    let total = context.amount(order.total);
    let mut blocks = shop_blocks(context, &texts.text, customer, order);
    blocks.push(address(context, order));
    blocks.push(desk_button(context, order));
    context.for_shop(
        &fill(&texts.subject, &[("number", &order.number), ("total", &total)]),
        &texts.title,
        blocks,
    )
}

/// Notifies the workshop of the designed pieces of an order. Contains no price and nothing about the customer.
pub(crate) fn workshop_order(context: &EmailContext<'_>, order: &Order) -> Email {
    let texts = &context.texts.workshop_order;
    let mut facts = header(context, order);
    if let Some(on) = order.delivery.on {
        facts.push(Fact::new(
            &context.texts.delivery_planned.day,
            date(on, context.language),
        ));
    }
    let designed = order.lines.iter().filter(|line| line.is_designed);
    let items: Vec<_> = designed
        .map(|line| Item {
            details: vec![line.detail.clone()],
            ..Item::new(format!("{} × {}", line.name.get(context.language), line.quantity))
        })
        .collect();
    context.for_customer(
        &fill(&texts.subject, &[("number", &order.number)]),
        &texts.title,
        vec![
            Block::Text(texts.text.clone()),
            Block::Facts(facts),
            context.items(items),
            EmailContext::button(&texts.button, context.links.desk_workshop(&order.number)),
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
    let mut blocks = shop_blocks(context, &texts.text, customer, order);
    blocks.push(desk_button(context, order));
    context.for_shop(
        &fill(&texts.subject, &[("number", &order.number), ("at", at)]),
        &texts.title,
        blocks,
    )
}

/// Returns a text, the order and how the shop reaches its customer.
fn shop_blocks(
    context: &EmailContext<'_>,
    text: &str,
    customer: Option<&Contact>,
    order: &Order,
) -> Vec<Block> {
    let mut blocks = vec![
        Block::Text(text.to_owned()),
        Block::Facts(with_customer(context, customer, order)),
    ];
    blocks.extend(bill(context, order));
    blocks
}

/// Returns the header of an order and how the shop reaches its customer.
fn with_customer(context: &EmailContext<'_>, customer: Option<&Contact>, order: &Order) -> Vec<Fact> {
    let words = &context.texts.inquiry;
    let mut facts = header(context, order);
    facts.push(Fact::new(&words.name, &*order.address.person));
    facts.push(Fact::phone(&words.phone, &order.address.phone));
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

/// Returns the lines of an order and its sums.
fn bill(context: &EmailContext<'_>, order: &Order) -> [Block; 2] {
    let item = |line: &Line| Item {
        picture: context.links.picture(&line.image),
        details: Some(line.detail.clone())
            .filter(|detail| !detail.is_empty())
            .into_iter()
            .collect(),
        price: Some(context.price(line.quantity, line.price, None, line.subtotal)),
        ..Item::new(line.name.get(context.language))
    };
    [
        context.items(order.lines.iter().map(item)),
        context.sums(&Amounts {
            products: order.products,
            savings: Money::ZERO,
            delivery: Some((&context.texts.order.delivery, order.delivery_price)),
            total: order.total,
            deposit: Money::ZERO,
        }),
    ]
}

fn address(context: &EmailContext<'_>, order: &Order) -> Block {
    let address = &order.address;
    // A region named as its city is written once.
    let is_repeated = address.state.trim().to_lowercase() == address.city.trim().to_lowercase();
    let state = if is_repeated { "" } else { &address.state };
    let lines = [
        address.person.clone(),
        address.street.clone(),
        format!("{} {}", address.postal_code, address.city),
        state.to_owned(),
        phone_text(&address.phone),
    ];
    let lines = lines.into_iter().filter(|line| !line.trim().is_empty());
    Block::Address(context.texts.order.address.clone(), lines.collect())
}

/// Returns the links to the order: its page, which needs no session, and the customer's account, if it has one.
fn order_buttons(context: &EmailContext<'_>, order: &Order) -> Vec<Block> {
    let texts = &context.texts.order;
    let account = order
        .user
        .map(|_| context.links.order(context.language, order.id));
    if order.token.is_empty() {
        let button = account.map(|url| EmailContext::button(&texts.button, url));
        return button.into_iter().collect();
    }
    let page = context.links.linked_order(context.language, &order.token);
    let mut blocks = vec![EmailContext::button(&texts.button, page)];
    blocks.extend(account.map(|url| {
        let label = texts.account_link.clone();
        Block::TextWithLink(texts.account.clone(), Link { label, url })
    }));
    blocks
}

/// Returns the link to the order at the desk.
fn desk_button(context: &EmailContext<'_>, order: &Order) -> Block {
    EmailContext::button(
        &context.texts.order.desk_button,
        context.links.desk_order(&order.number),
    )
}
