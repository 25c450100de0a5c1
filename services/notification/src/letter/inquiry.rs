//! Letters about inquiries.
//!
//! Nobody has shown that the address in a form is the visitor's own. So what a visitor gets says nothing that was
//! typed: no name, no message. Only the shop's letters do.

use super::{Block, Desk, Fact, Letter};
use crate::{
    owners::{Inquiry, QuotedProduct},
    wording::{date_time, fill, lines},
};

/// The question for a price is here.
pub(crate) fn quote_received(desk: &Desk<'_>, inquiry: &Inquiry, product: &QuotedProduct) -> Letter {
    let texts = &desk.texts.quote_received;
    let mut facts = head(desk, inquiry);
    facts.extend(quoted(desk, product));
    desk.for_customer(
        &fill(&texts.subject, &[("number", &inquiry.number)]),
        &texts.title,
        vec![
            Block::Text(desk.texts.common.hello.clone()),
            Block::Text(texts.text.clone()),
            Block::Facts(facts),
            Desk::button(&texts.button, desk.links.product(desk.language, product.id)),
            Block::Note(desk.texts.common.typed_by_mistake.clone()),
        ],
    )
}

/// The message is here.
pub(crate) fn message_received(desk: &Desk<'_>, inquiry: &Inquiry) -> Letter {
    let texts = &desk.texts.message_received;
    desk.for_customer(
        &fill(&texts.subject, &[("number", &inquiry.number)]),
        &texts.title,
        vec![
            Block::Text(desk.texts.common.hello.clone()),
            Block::Text(texts.text.clone()),
            Block::Facts(head(desk, inquiry)),
            Block::Note(desk.texts.common.typed_by_mistake.clone()),
        ],
    )
}

/// Where the catalogue is.
pub(crate) fn catalogue(desk: &Desk<'_>, catalogue: &str) -> Letter {
    let texts = &desk.texts.catalogue;
    desk.for_customer(
        &fill(&texts.subject, &[("shop", desk.shop)]),
        &texts.title,
        vec![
            Block::Text(desk.texts.common.hello.clone()),
            Block::Text(texts.text.clone()),
            Desk::button(&texts.button, catalogue.to_owned()),
            Block::Note(desk.texts.common.typed_by_mistake.clone()),
        ],
    )
}

/// To the shop: a question for a price.
pub(crate) fn shop_quote(desk: &Desk<'_>, inquiry: &Inquiry, product: &QuotedProduct) -> Letter {
    let texts = &desk.texts.shop_quote;
    let mut facts = head(desk, inquiry);
    facts.extend(quoted(desk, product));
    if let Some(color) = &product.color {
        facts.push(Fact::new(&desk.texts.inquiry.color, color));
    }
    facts.extend(person(desk, inquiry));
    let name = product.name.get(desk.language);
    desk.for_shop(
        &fill(&texts.subject, &[("number", &inquiry.number), ("product", name)]),
        &texts.title,
        vec![Block::Text(texts.text.clone()), Block::Facts(facts)],
    )
}

/// To the shop: a message.
pub(crate) fn shop_message(desk: &Desk<'_>, inquiry: &Inquiry) -> Letter {
    let texts = &desk.texts.shop_message;
    let mut facts = head(desk, inquiry);
    facts.extend(person(desk, inquiry));
    desk.for_shop(
        &fill(&texts.subject, &[("number", &inquiry.number)]),
        &texts.title,
        vec![
            Block::Text(texts.text.clone()),
            Block::Facts(facts),
            Block::Quote(desk.texts.inquiry.message.clone(), lines(&inquiry.message)),
        ],
    )
}

/// To the shop: somebody has the catalogue.
pub(crate) fn shop_catalogue(desk: &Desk<'_>, inquiry: &Inquiry) -> Letter {
    let texts = &desk.texts.shop_catalogue;
    let mut facts = head(desk, inquiry);
    facts.extend(person(desk, inquiry));
    desk.for_shop(
        &fill(&texts.subject, &[("number", &inquiry.number)]),
        &texts.title,
        vec![Block::Text(texts.text.clone()), Block::Facts(facts)],
    )
}

fn head(desk: &Desk<'_>, inquiry: &Inquiry) -> Vec<Fact> {
    let texts = &desk.texts.inquiry;
    vec![
        Fact::new(&texts.number, &*inquiry.number),
        Fact::new(&texts.created_at, date_time(inquiry.created_at, desk.language)),
    ]
}

fn quoted(desk: &Desk<'_>, product: &QuotedProduct) -> Vec<Fact> {
    let texts = &desk.texts.inquiry;
    let name = Fact::new(&texts.product, product.name.get(desk.language));
    let mut facts = vec![name.leading(desk.links.product(desk.language, product.id))];
    if let Some(quantity) = product.quantity {
        facts.push(Fact::new(&texts.quantity, quantity.to_string()));
    }
    facts
}

fn person(desk: &Desk<'_>, inquiry: &Inquiry) -> Vec<Fact> {
    let texts = &desk.texts.inquiry;
    let mut facts = vec![
        Fact::new(&texts.name, &*inquiry.name),
        Fact::new(&texts.phone, &*inquiry.phone),
        Fact::new(&texts.email, inquiry.email.to_string()).leading(format!("mailto:{}", inquiry.email)),
    ];
    if let Some(language) = inquiry.language {
        facts.push(Fact::new(&texts.language, desk.texts.languages.of(language)));
    }
    facts
}
