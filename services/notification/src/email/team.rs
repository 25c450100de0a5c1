//! E-mails to the team.

use super::{Block, Email, EmailContext, Link, account::notice, phone_text};
use crate::{
    clients::{Contact, Invitation, Member},
    format::{date_time, fill},
    mail::SubjectKind,
    notice::{About, Excess, HandedOver, NoticeKind},
    texts::StaffNotices,
};

/// Invites a person to the team, with the link to accept.
pub(crate) fn staff_invite(context: &EmailContext<'_>, invitation: &Invitation) -> Email {
    let texts = &context.texts.staff_invite;
    let until = date_time(invitation.expires_at, context.language);
    let role = context.texts.roles.get(invitation.role);
    context.for_customer(
        &fill(&texts.subject, &[("shop", context.shop)]),
        &texts.title,
        vec![
            context.greeting_by_name(&invitation.name),
            Block::Text(fill(&texts.text, &[("shop", context.shop), ("role", role)])),
            EmailContext::button(&texts.button, context.links.desk_welcome(&invitation.token)),
            Block::Text(fill(&texts.valid, &[("until", &until)])),
            Block::Note(texts.not_you.clone()),
        ],
    )
}

/// Notifies a member that the second factor was removed.
pub(crate) fn second_factor_reset(context: &EmailContext<'_>, member: &Contact) -> Email {
    let texts = &context.texts.second_factor_reset;
    notice(context, texts, member, context.links.desk_sign_in())
}

/// Sends a member the link to set up a second factor.
pub(crate) fn enrolment_link(context: &EmailContext<'_>, member: &Contact, token: &str) -> Email {
    let texts = &context.texts.enrolment_link;
    notice(context, texts, member, context.links.desk_enrol(token))
}

/// Notifies a member that a second factor was added.
pub(crate) fn factor_added(context: &EmailContext<'_>, member: &Contact) -> Email {
    notice(
        context,
        &context.texts.factor_added,
        member,
        context.links.desk_me(),
    )
}

/// Notifies a member that a device was remembered.
pub(crate) fn device_remembered(context: &EmailContext<'_>, member: &Contact) -> Email {
    notice(
        context,
        &context.texts.device_remembered,
        member,
        context.links.desk_me(),
    )
}

/// Notifies the owners that a member typed too many wrong codes. `name` is the member's whole name.
pub(crate) fn second_factor_locked(context: &EmailContext<'_>, name: &str, until_reset: bool) -> Email {
    let texts = &context.texts.second_factor_locked;
    let text = if until_reset {
        &texts.until_reset
    } else {
        &texts.text
    };
    context.for_customer(
        &fill(&texts.subject, &[("name", name)]),
        &texts.title,
        vec![
            context.hello(),
            Block::Text(fill(text, &[("name", name)])),
            EmailContext::button(&texts.button, context.links.desk_team()),
        ],
    )
}

/// Tells a member of notices that were not read in time.
pub(crate) fn staff_notices(
    context: &EmailContext<'_>,
    name: &str,
    notices: &[(NoticeKind, About)],
) -> Email {
    let texts = &context.texts.staff_notices;
    let mut blocks = vec![context.greeting_by_name(name), Block::Text(texts.text.clone())];
    blocks.extend(notices.iter().map(|(kind, about)| {
        let url = match (about.kind, about.offer) {
            (SubjectKind::Order, _) => context.links.desk_order(&about.number),
            (_, Some(offer)) => context.links.desk_offer(&about.number, offer),
            (_, None) => context.links.desk_quote(&about.number),
        };
        let label = about.number.clone();
        let HandedOver { quotes, orders } = about.handed_over;
        let counts = [("quotes", &*quotes.to_string()), ("orders", &*orders.to_string())];
        let text = match about.excess {
            Some(excess) => approval(texts, excess),
            None => fill(texts.kinds.get(*kind), &counts),
        };
        Block::TextWithLink(text, Link { label, url })
    }));
    blocks.push(EmailContext::button(&texts.button, context.links.desk_sign_in()));
    let label = texts.settings_link.clone();
    let url = context.links.desk_me();
    blocks.push(Block::TextWithLink(texts.settings.clone(), Link { label, url }));
    let count = notices.len().to_string();
    context.for_customer(&fill(&texts.subject, &[("count", &count)]), &texts.title, blocks)
}

/// Returns the sentence of an asked approval, with the figures.
fn approval(texts: &StaffNotices, excess: Excess) -> String {
    let text = if excess.line == 0 {
        &texts.approval_of_share
    } else {
        &texts.approval_of_line
    };
    let by = excess.percent.saturating_sub(excess.allowed).to_string();
    let figures = [
        ("line", &*excess.line.to_string()),
        ("percent", &*excess.percent.to_string()),
        ("limit", &*excess.allowed.to_string()),
        ("by", &*by),
    ];
    fill(text, &figures)
}

/// Signs a mail to a customer: name and phone of the member, and the signature without what they say already.
pub(crate) fn signature(context: &EmailContext<'_>, member: &Member) -> Block {
    let contact = [member.full_name.clone(), phone_text(&member.phone)];
    let contact = contact.into_iter().filter(|line| !line.is_empty());
    let signature = member
        .signature
        .iter()
        .filter(|line| **line != member.full_name && **line != member.phone);
    let caption = context.texts.common.your_contact.clone();
    Block::Address(caption, contact.chain(signature.cloned()).collect())
}
