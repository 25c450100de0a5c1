//! E-mails about accounts.

use super::{Block, Email, EmailContext, Link};
use crate::format::fill;

/// Welcomes a new user.
pub(crate) fn welcome(context: &EmailContext<'_>, name: &str) -> Email {
    let texts = &context.texts.welcome;
    context.for_customer(
        &fill(&texts.subject, &[("shop", context.shop)]),
        &texts.title,
        vec![
            context.greeting(name),
            Block::Text(texts.text.clone()),
            EmailContext::button(&texts.button, context.links.account(context.language)),
            Block::Note(texts.not_you.clone()),
        ],
    )
}

/// Notifies a user that the address was registered again.
pub(crate) fn already_registered(context: &EmailContext<'_>, name: &str) -> Email {
    let texts = &context.texts.already_registered;
    context.for_customer(
        &fill(&texts.subject, &[("shop", context.shop)]),
        &texts.title,
        vec![
            context.greeting(name),
            Block::Text(texts.text.clone()),
            EmailContext::button(&texts.button, context.links.login(context.language)),
            Block::TextWithLink(
                texts.forgotten.clone(),
                Link {
                    label: texts.forgotten_link.clone(),
                    url: context.links.forgot_password(context.language),
                },
            ),
            Block::Note(texts.not_you.clone()),
        ],
    )
}

/// Sends the link to reset the password.
pub(crate) fn password_reset(context: &EmailContext<'_>, name: &str, token: &str) -> Email {
    let texts = &context.texts.password_reset;
    context.for_customer(
        &fill(&texts.subject, &[("shop", context.shop)]),
        &texts.title,
        vec![
            context.greeting(name),
            Block::Text(texts.text.clone()),
            EmailContext::button(
                &texts.button,
                context.links.reset_password(context.language, token),
            ),
            Block::TextWithLink(
                texts.late.clone(),
                Link {
                    label: texts.late_link.clone(),
                    url: context.links.forgot_password(context.language),
                },
            ),
            Block::Note(texts.not_you.clone()),
        ],
    )
}
