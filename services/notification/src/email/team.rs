//! E-mails to the team.

use super::{Block, Email, EmailContext};
use crate::{
    clients::{Contact, Invitation},
    format::{date_time, fill},
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
    context.for_customer(
        &fill(&texts.subject, &[("shop", context.shop)]),
        &texts.title,
        vec![
            context.greeting(member),
            Block::Text(texts.text.clone()),
            EmailContext::button(&texts.button, context.links.desk_sign_in()),
            Block::Note(texts.not_you.clone()),
        ],
    )
}

/// Notifies the owners that a member typed too many wrong codes. `name` is the member's whole name.
pub(crate) fn second_factor_locked(context: &EmailContext<'_>, name: &str) -> Email {
    let texts = &context.texts.second_factor_locked;
    context.for_customer(
        &fill(&texts.subject, &[("name", name)]),
        &texts.title,
        vec![
            context.hello(),
            Block::Text(fill(&texts.text, &[("name", name)])),
            EmailContext::button(&texts.button, context.links.desk_team()),
        ],
    )
}
