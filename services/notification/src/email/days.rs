//! Days that the shop's terms promise, in mails that confirm an order or a quote request.

use super::{Block, Email, EmailContext, Fact};
use crate::{
    format::{date, days, fill},
    promised_days::PromisedDays,
};

/// Adds the days to the facts of the confirmation of an order. Its lines do not say which of them are made to order.
pub(crate) fn add_days_of_order(context: &EmailContext<'_>, email: &mut Email, promised: &PromisedDays) {
    let texts = &context.texts.days;
    let delivered = promised
        .delivered
        .map(|span| Fact::new(&texts.from_stock, days(span, context.language)));
    let made = made_by(context, promised, &texts.made_to_order);
    add(email, delivered.into_iter().chain(made));
}

/// Adds the day to the facts of the confirmation of a quote request.
pub(crate) fn add_days_of_quote(context: &EmailContext<'_>, email: &mut Email, promised: &PromisedDays) {
    add(
        email,
        made_by(context, promised, &context.texts.days.ready).into_iter(),
    );
}

fn made_by(context: &EmailContext<'_>, promised: &PromisedDays, label: &str) -> Option<Fact> {
    let day = date(promised.made_by?, context.language);
    let text = fill(&context.texts.days.agreed, &[("day", &day)]);
    Some(Fact::new(label, text))
}

fn add(email: &mut Email, further: impl Iterator<Item = Fact>) {
    let mut blocks = email.blocks.iter_mut();
    let facts = blocks.find_map(|block| match block {
        Block::Facts(facts) => Some(facts),
        _ => None,
    });
    if let Some(facts) = facts {
        facts.extend(further);
    }
}
