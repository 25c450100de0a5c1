//! E-mails about offers.
//!
//! A visitor's address is not verified, so e-mails to customers contain no text that a visitor typed. Lines and messages of
//! an offer are written by staff.

use kit::domain::Money;

use super::{
    Block, Email, EmailContext, Fact,
    items::{Amounts, Item},
};
use crate::{
    clients::{Offer, OfferedLine},
    format::{date, fill},
    texts::WithButton,
};

/// Sends an offer.
pub(crate) fn offer_sent(context: &EmailContext<'_>, offer: &Offer) -> Email {
    complete(context, &context.texts.offer_sent, offer)
}

/// Sends a newer revision of an offer.
pub(crate) fn offer_revised(context: &EmailContext<'_>, offer: &Offer) -> Email {
    complete(context, &context.texts.offer_revised, offer)
}

/// Reminds the customer of an offer that ends soon.
pub(crate) fn offer_ends(context: &EmailContext<'_>, offer: &Offer) -> Email {
    let blocks = with_bill(context, offer, facts(context, offer));
    to_customer(context, &context.texts.offer_ends, offer, blocks)
}

/// Confirms to the customer that the offer is accepted.
pub(crate) fn offer_accepted(context: &EmailContext<'_>, offer: &Offer) -> Email {
    let labels = &context.texts.offer;
    let mut facts = vec![Fact::new(&labels.number, &*offer.number)];
    facts.extend(make_days(context, offer));
    let blocks = with_bill(context, offer, facts);
    to_customer(context, &context.texts.offer_accepted, offer, blocks)
}

/// Notifies the shop of an accepted offer.
pub(crate) fn shop_offer_accepted(
    context: &EmailContext<'_>,
    offer: &Offer,
    assignee: Option<&str>,
) -> Email {
    let mut facts = shop_facts(context, offer, assignee);
    facts.extend(make_days(context, offer));
    let mut blocks = with_bill(context, offer, facts);
    blocks.extend(comment(context, offer));
    to_shop(context, &context.texts.shop_offer_accepted, offer, blocks)
}

/// Notifies the shop of a declined offer.
pub(crate) fn shop_offer_declined(
    context: &EmailContext<'_>,
    offer: &Offer,
    assignee: Option<&str>,
) -> Email {
    let labels = &context.texts.offer;
    let mut facts = shop_facts(context, offer, assignee);
    facts.push(Fact::new(&labels.reason, labels.reasons.get(&offer.reason)));
    facts.push(Fact::new(&context.texts.order.total, context.amount(offer.total)));
    let mut blocks = vec![Block::Facts(facts)];
    blocks.extend(comment(context, offer));
    to_shop(context, &context.texts.shop_offer_declined, offer, blocks)
}

/// Creates an e-mail with the whole offer.
fn complete(context: &EmailContext<'_>, texts: &WithButton, offer: &Offer) -> Email {
    let mut blocks = with_bill(context, offer, facts(context, offer));
    if !offer.message.is_empty() {
        let caption = context.texts.offer.message.clone();
        blocks.push(Block::Quote(caption, offer.message.clone()));
    }
    to_customer(context, texts, offer, blocks)
}

fn to_customer(context: &EmailContext<'_>, texts: &WithButton, offer: &Offer, content: Vec<Block>) -> Email {
    let day = date(offer.valid_until, context.language);
    let mut blocks = vec![context.hello(), Block::Text(fill(&texts.text, &[("day", &day)]))];
    blocks.extend(content);
    let url = context.links.offer(context.language, &offer.token);
    blocks.push(EmailContext::button(&texts.button, url));
    let subject = fill(
        &texts.subject,
        &[("number", &offer.number), ("shop", context.shop)],
    );
    context.for_customer(&subject, &texts.title, blocks)
}

fn to_shop(context: &EmailContext<'_>, texts: &WithButton, offer: &Offer, content: Vec<Block>) -> Email {
    let total = context.amount(offer.total);
    let mut blocks = vec![Block::Text(texts.text.clone())];
    blocks.extend(content);
    let url = context.links.desk_quote(&offer.quote_number);
    blocks.push(EmailContext::button(&texts.button, url));
    let subject = fill(&texts.subject, &[("number", &offer.number), ("total", &total)]);
    context.for_shop(&subject, &texts.title, blocks)
}

fn facts(context: &EmailContext<'_>, offer: &Offer) -> Vec<Fact> {
    let labels = &context.texts.offer;
    let mut facts = vec![
        Fact::new(&labels.number, &*offer.number),
        Fact::new(&labels.valid_until, date(offer.valid_until, context.language)),
    ];
    facts.extend(make_days(context, offer));
    facts
}

fn make_days(context: &EmailContext<'_>, offer: &Offer) -> Option<Fact> {
    let labels = &context.texts.offer;
    let days = offer.make_days?.to_string();
    Some(Fact::new(
        &labels.make_days,
        fill(&labels.working_days, &[("days", &days)]),
    ))
}

/// Returns the numbers, and how the shop reaches the customer.
fn shop_facts(context: &EmailContext<'_>, offer: &Offer, assignee: Option<&str>) -> Vec<Fact> {
    let labels = &context.texts.inquiry;
    let customer = &offer.customer;
    let mut facts = vec![
        Fact::new(&context.texts.offer.number, &*offer.number),
        Fact::new(&context.texts.offer.quote, &*offer.quote_number),
    ];
    if let Some(assignee) = assignee {
        facts.push(Fact::new(&context.texts.offer.assignee, assignee));
    }
    if !customer.name.is_empty() {
        facts.push(Fact::new(&labels.name, &*customer.name));
    }
    if !customer.phone.is_empty() {
        facts.push(Fact::phone(&labels.phone, &customer.phone));
    }
    if let Some(email) = &customer.email {
        facts.push(Fact::new(&labels.email, email.to_string()).with_url(format!("mailto:{email}")));
    }
    facts
}

fn comment(context: &EmailContext<'_>, offer: &Offer) -> Option<Block> {
    let label = context.texts.offer.comment.clone();
    (!offer.comment.is_empty()).then(|| Block::Quote(label, offer.comment.clone()))
}

fn with_bill(context: &EmailContext<'_>, offer: &Offer, facts: Vec<Fact>) -> Vec<Block> {
    let mut blocks = vec![Block::Facts(facts)];
    blocks.extend(bill(context, offer));
    blocks
}

/// Returns the lines of an offer and its sums.
fn bill(context: &EmailContext<'_>, offer: &Offer) -> [Block; 2] {
    let item = |line: &OfferedLine| Item {
        picture: context.links.picture(&line.image),
        details: Some(line.detail.clone())
            .filter(|detail| !detail.is_empty())
            .into_iter()
            .collect(),
        price: Some(context.price(line.quantity, line.price, Some(line.list_price), line.subtotal)),
        ..Item::new(&*line.name)
    };
    let has_delivery = !offer.delivery_text.is_empty() || offer.delivery_price > Money::ZERO;
    let delivery = if offer.delivery_text.is_empty() {
        &context.texts.order.delivery
    } else {
        &offer.delivery_text
    };
    [
        context.items(offer.lines.iter().map(item)),
        context.sums(&Amounts {
            products: offer.products,
            savings: offer.savings,
            delivery: has_delivery.then_some((delivery, offer.delivery_price)),
            total: offer.total,
            deposit: offer.deposit,
        }),
    ]
}
