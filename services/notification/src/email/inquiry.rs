//! E-mails about inquiries.
//!
//! A visitor's address is not verified, so e-mails to visitors contain no user input, neither name nor message.

use kit::{palette, vocabulary::mail::Kind};

use super::{Block, Email, EmailContext, Fact, Link, items::Item};
use crate::{
    clients::{Inquiry, QuotedItem, Size, StaffMail, Unread},
    format::{date_time, fill, lines, next_half_hour},
    mail::DigestEntry,
};

/// Confirms a quote request whose first piece is `first`.
pub(crate) fn quote_received(context: &EmailContext<'_>, inquiry: &Inquiry, first: &QuotedItem) -> Email {
    let texts = &context.texts.quote_received;
    let mut facts = header(context, inquiry);
    facts.extend(call_by(context, inquiry));
    let button = match url(context, first) {
        Some(url) => EmailContext::button(&texts.button, url),
        None => EmailContext::button(&context.texts.common.browse, context.links.shop(context.language)),
    };
    let mut email = context.for_customer(
        &fill(&texts.subject, &[("number", &inquiry.number)]),
        &texts.title,
        vec![
            context.hello(),
            Block::Text(texts.text.clone()),
            Block::Facts(facts),
            context.items(inquiry.items.iter().map(|piece| item(context, piece))),
            button,
            Block::Note(context.texts.common.typed_by_mistake.clone()),
        ],
    );
    if let Some(token) = &inquiry.conversation {
        let link = Link {
            label: context.texts.messages_unread.button.clone(),
            url: context.links.conversation(context.language, token),
        };
        let link = Block::TextWithLink(context.texts.inquiry.write_to_us.clone(), link);
        email.blocks.insert(email.blocks.len() - 1, link);
    }
    email
}

/// Sends what staff wrote and the customer has not read. It quotes nothing that the customer wrote.
pub(crate) fn messages_unread(context: &EmailContext<'_>, unread: &Unread) -> Email {
    let texts = &context.texts.messages_unread;
    let mut blocks = vec![context.hello(), Block::Text(texts.text.clone())];
    for message in &unread.messages {
        let mut written = lines(&message.text);
        if message.has_photos {
            written.push(context.texts.inquiry.photos.clone());
        }
        blocks.push(Block::Quote(date_time(message.at, context.language), written));
    }
    let url = context.links.conversation(context.language, &unread.token);
    blocks.push(EmailContext::button(&texts.button, url));
    let subject = fill(&texts.subject, &[("number", &unread.number)]);
    context.for_customer(&subject, &texts.title, blocks)
}

/// Confirms a contact message.
pub(crate) fn message_received(context: &EmailContext<'_>, inquiry: &Inquiry) -> Email {
    let texts = &context.texts.message_received;
    context.for_customer(
        &fill(&texts.subject, &[("number", &inquiry.number)]),
        &texts.title,
        vec![
            context.hello(),
            Block::Text(texts.text.clone()),
            Block::Facts(header(context, inquiry)),
            EmailContext::button(&context.texts.common.browse, context.links.shop(context.language)),
            Block::Note(context.texts.common.typed_by_mistake.clone()),
        ],
    )
}

/// Sends the link to the brochure.
pub(crate) fn catalogue(context: &EmailContext<'_>, url: &str) -> Email {
    let texts = &context.texts.catalogue;
    context.for_customer(
        &fill(&texts.subject, &[("shop", context.shop)]),
        &texts.title,
        vec![
            context.hello(),
            Block::Text(texts.text.clone()),
            EmailContext::button(&texts.button, url.to_owned()),
            Block::Note(context.texts.common.typed_by_mistake.clone()),
        ],
    )
}

/// Renders a mail by staff. The number in its subject relates the answer to the inquiry.
pub(crate) fn staff_mail(context: &EmailContext<'_>, mail: &StaffMail) -> Email {
    let paragraphs = lines(&mail.text).into_iter().filter(|line| !line.is_empty());
    context.for_customer(
        &format!("{} [{}]", mail.subject, mail.number),
        &mail.subject,
        paragraphs.map(Block::Text).collect(),
    )
}

/// Notifies the shop of a quote request whose first piece is `first`.
pub(crate) fn shop_quote(context: &EmailContext<'_>, inquiry: &Inquiry, first: &QuotedItem) -> Email {
    let texts = &context.texts.shop_quote;
    let mut facts = header(context, inquiry);
    facts.extend(call_by(context, inquiry));
    facts.extend(sender_facts(context, inquiry));
    let mut blocks = vec![Block::Text(texts.text.clone()), Block::Facts(facts)];
    // Each note follows its piece.
    for piece in &inquiry.items {
        let item = Item {
            url: url(context, piece),
            ..item(context, piece)
        };
        blocks.push(context.items([item]));
        if !piece.note.is_empty() {
            let caption = context.texts.inquiry.note.clone();
            blocks.push(Block::Quote(caption, lines(&piece.note)));
        }
    }
    blocks.push(desk_button(context, inquiry));
    let name = first.name.get(context.language);
    let product = match inquiry.items.len() {
        0 | 1 => name.to_owned(),
        pieces => format!("{name} + {}", pieces - 1),
    };
    let subject = fill(
        &texts.subject,
        &[("number", &inquiry.number), ("product", &product)],
    );
    context.for_shop(&subject, &texts.title, blocks)
}

/// Forwards a contact message to the shop.
pub(crate) fn shop_message(context: &EmailContext<'_>, inquiry: &Inquiry) -> Email {
    let texts = &context.texts.shop_message;
    let mut facts = header(context, inquiry);
    facts.extend(sender_facts(context, inquiry));
    context.for_shop(
        &fill(&texts.subject, &[("number", &inquiry.number)]),
        &texts.title,
        vec![
            Block::Text(texts.text.clone()),
            Block::Facts(facts),
            Block::Quote(context.texts.inquiry.message.clone(), lines(&inquiry.message)),
            desk_button(context, inquiry),
        ],
    )
}

/// Notifies the shop of a brochure request.
pub(crate) fn shop_catalogue(context: &EmailContext<'_>, inquiry: &Inquiry) -> Email {
    let texts = &context.texts.shop_catalogue;
    let mut facts = header(context, inquiry);
    facts.extend(sender_facts(context, inquiry));
    context.for_shop(
        &fill(&texts.subject, &[("number", &inquiry.number)]),
        &texts.title,
        vec![
            Block::Text(texts.text.clone()),
            Block::Facts(facts),
            desk_button(context, inquiry),
        ],
    )
}

/// Tells the shop of forms that have no mails of their own.
pub(crate) fn shop_digest(context: &EmailContext<'_>, entries: &[DigestEntry]) -> Email {
    let texts = &context.texts.shop_digest;
    let count: i64 = entries.iter().map(|entry| entry.count).sum();
    let facts = entries.iter().map(|entry| {
        let name = match entry.kind {
            Kind::ShopMessage => &context.texts.shop_message.title,
            Kind::ShopCatalogue => &context.texts.shop_catalogue.title,
            _ => &context.texts.shop_quote.title,
        };
        let further = if usize::try_from(entry.count).is_ok_and(|count| count > entry.numbers.len()) {
            ", …"
        } else {
            ""
        };
        Fact::new(
            name,
            format!("{}: {}{further}", entry.count, entry.numbers.join(", ")),
        )
    });
    context.for_shop(
        &fill(&texts.subject, &[("count", &count.to_string())]),
        &texts.title,
        vec![
            Block::Text(texts.text.clone()),
            Block::Facts(facts.collect()),
            EmailContext::button(&texts.button, context.links.desk_sign_in()),
        ],
    )
}

/// Returns the link to the inquiry at the desk.
fn desk_button(context: &EmailContext<'_>, inquiry: &Inquiry) -> Block {
    EmailContext::button(
        &context.texts.inquiry.desk_button,
        context.links.desk_quote(&inquiry.number),
    )
}

fn header(context: &EmailContext<'_>, inquiry: &Inquiry) -> Vec<Fact> {
    let texts = &context.texts.inquiry;
    vec![
        Fact::new(&texts.number, &*inquiry.number),
        Fact::new(&texts.created_at, date_time(inquiry.created_at, context.language)),
    ]
}

fn call_by(context: &EmailContext<'_>, inquiry: &Inquiry) -> Option<Fact> {
    let at = date_time(next_half_hour(inquiry.promised_at?), context.language);
    Some(Fact::new(&context.texts.inquiry.call_by, at))
}

/// Returns the page of a piece: its design, or its product.
fn url(context: &EmailContext<'_>, piece: &QuotedItem) -> Option<String> {
    let design = piece.design.as_ref();
    let design = design.map(|design| context.links.design(context.language, &design.code));
    design.or_else(|| Some(context.links.product(context.language, piece.id?)))
}

/// Returns a piece with its size, color and quantity, a designed one in words. The service accepts only colors of the product.
fn item(context: &EmailContext<'_>, piece: &QuotedItem) -> Item {
    let texts = &context.texts.inquiry;
    let size = match piece.size {
        Size::Standard => None,
        Size::Own(Some(given)) => Some(given.describe(context.language)),
        Size::Own(None) => Some(texts.own_size.clone()),
        Size::Visit => Some(texts.visit.clone()),
    };
    let size = size.map(|size| format!("{}: {size}", texts.size));
    let design = piece.design.as_ref();
    let design = design.map(|design| design.sentence.get(context.language).to_owned());
    let color = piece.color.as_deref();
    let color = color.map(|slug| format!("{}: {}", texts.color, palette::name(slug, context.language)));
    let quantity = piece.quantity;
    let quantity = quantity.map(|quantity| format!("{}: {quantity}", texts.quantity));
    Item {
        picture: context.links.picture(&piece.image),
        details: [design, size, color, quantity].into_iter().flatten().collect(),
        ..Item::new(piece.name.get(context.language))
    }
}

fn sender_facts(context: &EmailContext<'_>, inquiry: &Inquiry) -> Vec<Fact> {
    let texts = &context.texts.inquiry;
    let mut facts = vec![
        Fact::new(&texts.name, &*inquiry.name),
        Fact::phone(&texts.phone, &inquiry.phone),
        Fact::new(&texts.email, inquiry.email.to_string()).with_url(format!("mailto:{}", inquiry.email)),
    ];
    if let Some(language) = inquiry.language {
        facts.push(Fact::new(&texts.language, context.texts.languages.get(language)));
    }
    facts
}
