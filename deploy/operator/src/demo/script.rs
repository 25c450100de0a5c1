//! `deploy/seed/demo/quotes.json`: each quote with the steps of its people.

use std::path::Path;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::json::read_file;

/// A quote and what happens to it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Script {
    /// `website`, or a source of `POST quotes`.
    pub(super) source: String,
    /// Key of the member who enters the quote; `None` for quotes of the website.
    pub(super) by: Option<String>,
    pub(super) language: String,
    pub(super) name: String,
    pub(super) surname: String,
    pub(super) email: Option<String>,
    /// Code of the product; without one, the website's contact form is used.
    pub(super) product: Option<String>,
    #[serde(default = "one")]
    pub(super) quantity: u32,
    /// All pieces of the website's form, of which the first is of `product`; empty = the product in its own size.
    #[serde(default)]
    pub(super) pieces: Vec<Piece>,
    /// Text of the customer; the website's form for a product has no such field.
    #[serde(default)]
    pub(super) message: String,
    /// The status in which the quote ends.
    pub(super) ends: String,
    #[serde(default)]
    pub(super) steps: Vec<Step>,
}

const fn one() -> u32 {
    1
}

/// A piece of the website's form.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Piece {
    /// Code of the product.
    pub(super) product: String,
    #[serde(default = "one")]
    pub(super) quantity: u32,
    /// `own` with measures, or `visit`; `None` = the product's own size.
    pub(super) measuring: Option<String>,
    pub(super) measures: Option<Measures>,
    /// `niche` if the measures are those of a niche; `None` = of the piece.
    pub(super) measures_of: Option<String>,
    #[serde(default)]
    pub(super) note: String,
}

/// Measures in millimetres.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "names of the public API")]
pub(super) struct Measures {
    width_mm: u32,
    depth_mm: u32,
    height_mm: u32,
}

/// A step of the script. `by` is the key of the member who takes it; `None` for steps of the customer.
#[derive(Debug, Deserialize)]
pub(super) struct Step {
    pub(super) by: Option<String>,
    #[serde(flatten)]
    pub(super) action: Action,
}

/// The action of a step.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(super) enum Action {
    /// Assigns the quote.
    Assign { to: String },
    /// Adds an internal note.
    Note {
        text: String,
        #[serde(default)]
        mentions: Vec<String>,
    },
    /// Logs a contact.
    Contact {
        channel: String,
        direction: String,
        outcome: String,
        minutes: Option<u32>,
        #[serde(default)]
        text: String,
        follow_up: Option<FollowUp>,
    },
    /// Sets the next step.
    FollowUp(FollowUp),
    /// Changes the status by hand.
    Status {
        to: String,
        #[serde(default)]
        reason: String,
        #[serde(default)]
        text: String,
        follow_up: Option<FollowUp>,
    },
    /// Writes a mail to the customer.
    Mail { subject: String, text: String },
    /// Creates a draft of an offer.
    Offer(Box<Draft>),
    /// Asks a manager for a discount above the limit.
    RequestApproval {
        #[serde(default)]
        text: String,
    },
    /// Decides about it.
    Approve {
        #[serde(default = "yes")]
        is_approved: bool,
        #[serde(default)]
        text: String,
    },
    /// Sends the offer.
    Send,
    /// Makes a draft of the next revision.
    Revise(Box<Draft>),
    /// Withdraws the offer.
    Withdraw { text: String },
    /// Records an acceptance by telephone.
    AcceptByPhone { text: String },
    /// The customer opens the offer.
    View,
    /// The customer accepts the offer.
    Accept,
    /// The customer declines the offer.
    Decline {
        reason: String,
        #[serde(default)]
        text: String,
    },
    /// Orders the accepted offer, or without one the quote's product.
    Order { delivery: Option<Delivery> },
    /// Plans the delivery again.
    Delivery(Delivery),
    /// Takes a percentage of the total.
    Pay { percent: u32, method: String },
    /// Refunds the paid sum.
    Refund { text: String },
    /// Moves the order.
    Move {
        to: String,
        #[serde(default)]
        reason: String,
    },
    /// Adds an internal note to the order.
    OrderNote { text: String },
}

const fn yes() -> bool {
    true
}

/// A next step.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct FollowUp {
    pub(super) kind: String,
    /// Minutes from now, for today.
    pub(super) minutes: Option<i64>,
    /// Days from today, with `hour` in Asia/Baku.
    #[serde(default)]
    pub(super) days: i64,
    #[serde(default)]
    pub(super) hour: u8,
    #[serde(default)]
    pub(super) text: String,
}

/// Fields of an offer, whose first line is the quote's product.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Draft {
    /// Discount of the quote's product in whole percent; missing keeps the catalogue's.
    pub(super) discount: Option<u32>,
    /// Further lines that are not of the catalogue.
    pub(super) lines: Vec<Line>,
    /// Last day, from today.
    pub(super) valid_days: Option<i64>,
    pub(super) make_days: Option<u32>,
    pub(super) deposit_percent: Option<u32>,
    pub(super) delivery_text: Option<String>,
    /// In AZN.
    pub(super) delivery_price: Option<u32>,
    pub(super) message: Option<String>,
}

/// A line that is not of the catalogue.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Line {
    pub(super) name: String,
    #[serde(default)]
    pub(super) detail: String,
    #[serde(default = "one")]
    pub(super) quantity: u32,
    /// In AZN.
    pub(super) list_price: u32,
}

/// A delivery.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Delivery {
    pub(super) method: String,
    /// From today.
    pub(super) days: i64,
    pub(super) from: String,
    pub(super) to: String,
    #[serde(default)]
    pub(super) crew: String,
    #[serde(default)]
    pub(super) note: String,
}

/// Reads the scripts.
pub(super) fn read(root: &Path) -> Result<Vec<Script>> {
    read_file(&root.join("deploy/seed/demo/quotes.json"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn scripts_are_forty_in_three_languages_and_end_in_all_statuses() {
        let scripts = read(&local::checkout_root().unwrap()).unwrap();
        assert_eq!(scripts.len(), 40);
        let languages: BTreeSet<_> = scripts.iter().map(|script| script.language.as_str()).collect();
        assert_eq!(languages, BTreeSet::from(["az", "ru", "en"]));
        let ends: BTreeSet<_> = scripts.iter().map(|script| script.ends.as_str()).collect();
        assert_eq!(
            ends,
            BTreeSet::from(["new", "assigned", "waiting", "offered", "won", "lost", "closed"])
        );
        let website = |script: &&Script| script.by.is_none() && script.product.is_some();
        let pieces = scripts.iter().filter(|script| !script.pieces.is_empty());
        for script in pieces {
            assert!(website(&script), "{}", script.name);
            let first = script.pieces.first().map(|piece| &piece.product);
            assert_eq!(first, script.product.as_ref(), "{}", script.name);
        }
        assert!(
            scripts
                .iter()
                .filter(website)
                .all(|script| script.message.is_empty())
        );
        let emails = scripts.iter().filter_map(|script| script.email.as_deref());
        assert!(emails.into_iter().all(|email| email.ends_with("@example.com")));
    }
}
