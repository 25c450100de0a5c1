//! E-mail with the link of an order, for a customer who lost it.

use super::{
    Block, Email, EmailContext,
    order::{header, order_buttons},
};
use crate::{
    clients::{Contact, Order},
    format::fill,
};

/// Sends the link of an order again. Contains no text that was typed.
pub(crate) fn order_link(context: &EmailContext<'_>, customer: &Contact, order: &Order) -> Email {
    let texts = &context.texts.order_link;
    let mut blocks = vec![
        context.greeting(customer),
        Block::Text(texts.text.clone()),
        Block::Facts(header(context, order)),
    ];
    blocks.extend(order_buttons(context, order));
    blocks.push(Block::Note(texts.not_you.clone()));
    context.for_customer(
        &fill(&texts.subject, &[("number", &order.number)]),
        &texts.title,
        blocks,
    )
}
