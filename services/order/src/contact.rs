//! Phones and e-mails of customers, as the desk shows, compares and finds them.

use kit::{
    domain::Phone,
    search::{fold, lowercase},
};

use crate::{address::Address, order::Line};

/// Returns the normal form of a phone; an unreadable one stays as it is.
pub(crate) fn phone(typed: &str) -> String {
    Phone::parse(typed).map_or_else(|_| typed.to_owned(), Phone::into_string)
}

/// Returns the folded text in which searches look: number of the order, names, e-mail and phone of the customer, names of
/// the products.
pub(crate) fn search_text(number: &str, shipping: &Address, lines: &[Line]) -> String {
    let person = format!("{} {}", shipping.first_name, shipping.last_name);
    let names = lines
        .iter()
        .flat_map(|line| [&line.name.az, &line.name.ru, &line.name.en]);
    let mut text = vec![
        fold(number),
        fold(&person),
        fold(&shipping.email),
        phone(&shipping.phone),
    ];
    text.extend(names.map(|name| fold(name)));
    text.dedup();
    text.join("\n")
}

/// Returns an e-mail in lower case; folding would change its letters.
pub(crate) fn email_text(email: &str) -> String {
    lowercase(email.trim()).collect()
}
