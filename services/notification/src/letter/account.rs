//! Letters about accounts.

use super::{Block, Desk, Letter, Link};
use crate::wording::fill;

/// The account is ready.
pub(crate) fn welcome(desk: &Desk<'_>, name: &str) -> Letter {
    let texts = &desk.texts.welcome;
    desk.for_customer(
        &fill(&texts.subject, &[("shop", desk.shop)]),
        &texts.title,
        vec![
            desk.greeting(name),
            Block::Text(texts.text.clone()),
            Desk::button(&texts.button, desk.links.account(desk.language)),
            Block::Note(texts.not_you.clone()),
        ],
    )
}

/// Somebody tried to register an address that has an account.
pub(crate) fn already_registered(desk: &Desk<'_>, name: &str) -> Letter {
    let texts = &desk.texts.already_registered;
    desk.for_customer(
        &fill(&texts.subject, &[("shop", desk.shop)]),
        &texts.title,
        vec![
            desk.greeting(name),
            Block::Text(texts.text.clone()),
            Desk::button(&texts.button, desk.links.login(desk.language)),
            Block::Aside(
                texts.forgotten.clone(),
                Link {
                    words: texts.forgotten_link.clone(),
                    url: desk.links.forgot_password(desk.language),
                },
            ),
            Block::Note(texts.not_you.clone()),
        ],
    )
}

/// The link to a new password.
pub(crate) fn password_reset(desk: &Desk<'_>, name: &str, token: &str) -> Letter {
    let texts = &desk.texts.password_reset;
    desk.for_customer(
        &fill(&texts.subject, &[("shop", desk.shop)]),
        &texts.title,
        vec![
            desk.greeting(name),
            Block::Text(texts.text.clone()),
            Desk::button(&texts.button, desk.links.reset_password(desk.language, token)),
            Block::Aside(
                texts.late.clone(),
                Link {
                    words: texts.late_link.clone(),
                    url: desk.links.forgot_password(desk.language),
                },
            ),
            Block::Note(texts.not_you.clone()),
        ],
    )
}
