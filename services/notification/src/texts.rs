//! What letters say, in three languages.
//!
//! The files have exactly these keys, or the tests fail; a key that no letter uses is dead code, which the compiler
//! tells.

use std::sync::LazyLock;

use kit::domain::Language;
use serde::Deserialize;

use crate::mail::{OrderStatus, PaymentStatus};

static AZ: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("texts/az.json")));
static RU: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("texts/ru.json")));
static EN: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("texts/en.json")));

/// The tests hold the files to be whole.
fn parse(json: &str) -> Texts {
    serde_json::from_str(json).unwrap_or_default()
}

/// The texts of a language.
pub(crate) fn of(language: Language) -> &'static Texts {
    match language {
        Language::Az => &AZ,
        Language::Ru => &RU,
        Language::En => &EN,
    }
}

macro_rules! texts {
    ($($(#[$doc:meta])+ $name:ident { $($key:ident: $text:ty,)+ })+) => {$(
        $(#[$doc])+
        #[derive(Default, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name { $(pub(crate) $key: $text,)+ }
    )+};
}

texts! {
    /// All texts of a language.
    Texts {
        common: Common,
        welcome: Welcome,
        already_registered: AlreadyRegistered,
        password_reset: PasswordReset,
        order: Order,
        order_received: Told,
        order_cancelled: OrderCancelled,
        order_moved: OrderMoved,
        inquiry: Inquiry,
        quote_received: WithButton,
        message_received: Told,
        catalogue: WithButton,
        shop_order: Told,
        shop_quote: Told,
        shop_message: Told,
        shop_catalogue: Told,
        languages: Languages,
    }
    /// Of many letters.
    Common {
        greeting: String,
        hello: String,
        questions: String,
        to_customer: String,
        typed_by_mistake: String,
    }
    /// A letter that tells something.
    Told {
        subject: String,
        title: String,
        text: String,
    }
    /// A letter with a button of its own.
    WithButton {
        subject: String,
        title: String,
        text: String,
        button: String,
    }
    /// The account is ready.
    Welcome {
        subject: String,
        title: String,
        text: String,
        button: String,
        not_you: String,
    }
    /// There is an account already.
    AlreadyRegistered {
        subject: String,
        title: String,
        text: String,
        button: String,
        forgotten: String,
        forgotten_link: String,
        not_you: String,
    }
    /// The link to a new password.
    PasswordReset {
        subject: String,
        title: String,
        text: String,
        button: String,
        late: String,
        late_link: String,
        not_you: String,
    }
    /// Words about orders.
    Order {
        number: String,
        ordered_at: String,
        status: String,
        payment: String,
        pieces: String,
        delivery: String,
        free: String,
        total: String,
        address: String,
        button: String,
        statuses: Statuses,
        payments: Payments,
    }
    /// The order is called off.
    OrderCancelled {
        subject: String,
        title: String,
        text: String,
        not_you: String,
    }
    /// The order or its payment has moved.
    OrderMoved {
        subject: String,
        stories: Statuses,
    }
    /// Something for each status.
    Statuses {
        pending: String,
        processing: String,
        shipped: String,
        delivered: String,
        completed: String,
        cancelled: String,
    }
    /// Something for each status of a payment.
    Payments {
        pending: String,
        processing: String,
        paid: String,
        unpaid: String,
        refunded: String,
    }
    /// Words about inquiries.
    Inquiry {
        number: String,
        created_at: String,
        product: String,
        quantity: String,
        color: String,
        name: String,
        phone: String,
        email: String,
        language: String,
        message: String,
    }
    /// The names of the languages.
    Languages {
        az: String,
        ru: String,
        en: String,
    }
}

impl Statuses {
    /// What is said of a status.
    pub(crate) fn of(&self, status: OrderStatus) -> &str {
        match status {
            OrderStatus::Pending => &self.pending,
            OrderStatus::Processing => &self.processing,
            OrderStatus::Shipped => &self.shipped,
            OrderStatus::Delivered => &self.delivered,
            OrderStatus::Completed => &self.completed,
            OrderStatus::Cancelled => &self.cancelled,
        }
    }
}

impl Payments {
    /// What is said of a payment's status.
    pub(crate) fn of(&self, status: PaymentStatus) -> &str {
        match status {
            PaymentStatus::Pending => &self.pending,
            PaymentStatus::Processing => &self.processing,
            PaymentStatus::Paid => &self.paid,
            PaymentStatus::Unpaid => &self.unpaid,
            PaymentStatus::Refunded => &self.refunded,
        }
    }
}

impl Languages {
    /// The name of a language.
    pub(crate) fn of(&self, language: Language) -> &str {
        match language {
            Language::Az => &self.az,
            Language::Ru => &self.ru,
            Language::En => &self.en,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use serde_json::Value;

    use super::*;

    const FILES: [&str; 3] = [
        include_str!("texts/az.json"),
        include_str!("texts/ru.json"),
        include_str!("texts/en.json"),
    ];

    /// Each text under its whole key, `order.statuses.pending`.
    fn flat(prefix: &str, value: &Value, texts: &mut BTreeMap<String, String>) {
        match value {
            Value::Object(keys) => {
                for (key, value) in keys {
                    flat(&format!("{prefix}.{key}"), value, texts);
                }
            }
            Value::String(text) => {
                texts.insert(prefix.to_owned(), text.clone());
            }
            other => panic!("{prefix} is no text: {other}"),
        }
    }

    fn file(json: &str) -> BTreeMap<String, String> {
        let mut texts = BTreeMap::new();
        flat("", &serde_json::from_str(json).unwrap(), &mut texts);
        texts
    }

    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
            .collect()
    }

    #[test]
    fn every_file_has_exactly_the_keys_that_letters_use() {
        for json in FILES {
            serde_json::from_str::<Texts>(json).unwrap();
        }
    }

    #[test]
    fn no_text_is_empty_and_all_languages_fill_in_the_same() {
        let english = file(FILES[2]);
        for json in FILES {
            for (key, text) in file(json) {
                assert!(!text.trim().is_empty(), "{key}");
                assert_eq!(placeholders(&text), placeholders(&english[&key]), "{key}");
            }
        }
    }

    #[test]
    fn the_voice_is_calm() {
        for json in FILES {
            for (key, text) in file(json) {
                assert!(!text.contains('!'), "{key}: {text}");
            }
        }
    }
}
