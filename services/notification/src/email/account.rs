//! E-mails about accounts.

use super::{Block, Email, EmailContext, Link};
use crate::{clients::Contact, format::fill, texts::SecurityNotice};

/// Welcomes a new user, with the link to verify the address if there is a token.
pub(crate) fn welcome(context: &EmailContext<'_>, user: &Contact, token: Option<&str>) -> Email {
    let texts = &context.texts.welcome;
    let mut blocks = vec![context.greeting(user), Block::Text(texts.text.clone())];
    match token {
        Some(token) => blocks.extend(verification(context, token)),
        None => blocks.push(EmailContext::button(
            &texts.button,
            context.links.account(context.language),
        )),
    }
    blocks.push(Block::Note(texts.not_you.clone()));
    context.for_customer(
        &fill(&texts.subject, &[("shop", context.shop)]),
        &texts.title,
        blocks,
    )
}

/// Sends another link to verify the address.
pub(crate) fn email_verification(context: &EmailContext<'_>, user: &Contact, token: &str) -> Email {
    let texts = &context.texts.email_verification;
    let mut blocks = vec![context.greeting(user)];
    blocks.extend(verification(context, token));
    blocks.push(Block::Note(texts.not_you.clone()));
    context.for_customer(
        &fill(&texts.subject, &[("shop", context.shop)]),
        &texts.title,
        blocks,
    )
}

/// Returns the link to verify the address, with its explanation.
fn verification(context: &EmailContext<'_>, token: &str) -> [Block; 2] {
    let texts = &context.texts.email_verification;
    let url = context.links.verify_email(context.language, token);
    [
        Block::Text(texts.text.clone()),
        EmailContext::button(&texts.button, url),
    ]
}

/// Notifies a user that the address was registered again.
pub(crate) fn already_registered(context: &EmailContext<'_>, user: &Contact) -> Email {
    let texts = &context.texts.already_registered;
    context.for_customer(
        &fill(&texts.subject, &[("shop", context.shop)]),
        &texts.title,
        vec![
            context.greeting(user),
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
pub(crate) fn password_reset(context: &EmailContext<'_>, user: &Contact, token: &str) -> Email {
    let texts = &context.texts.password_reset;
    context.for_customer(
        &fill(&texts.subject, &[("shop", context.shop)]),
        &texts.title,
        vec![
            context.greeting(user),
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

/// Notifies a user that the password was changed.
pub(crate) fn password_changed(context: &EmailContext<'_>, user: &Contact) -> Email {
    let texts = &context.texts.password_changed;
    let link = context.links.forgot_password(context.language);
    notice(context, texts, user, link)
}

/// Returns a mail with one text, a button and what to do if somebody else was it.
pub(super) fn notice(
    context: &EmailContext<'_>,
    texts: &SecurityNotice,
    user: &Contact,
    url: String,
) -> Email {
    context.for_customer(
        &fill(&texts.subject, &[("shop", context.shop)]),
        &texts.title,
        vec![
            context.greeting(user),
            Block::Text(texts.text.clone()),
            EmailContext::button(&texts.button, url),
            Block::Note(texts.not_you.clone()),
        ],
    )
}
