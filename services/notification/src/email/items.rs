//! Products and sums of orders, offers and quotes.

use kit::domain::Money;

use super::{Block, EmailContext, Fact};
use crate::format::{amount, fill};

/// Maximum number of products in an e-mail. Gmail clips e-mails above 102 kB.
pub(super) const MAX_ITEMS: usize = 30;

/// Products, one below the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Items {
    pub(crate) rows: Vec<Item>,
    /// `and 70 more`, if there are more than [`MAX_ITEMS`].
    pub(crate) more: Option<String>,
}

/// A product with its picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) name: String,
    /// URL of the picture.
    pub(crate) picture: Option<String>,
    /// Lines in small print below the name, such as measures or the color.
    pub(crate) details: Vec<String>,
    /// `None` if no price is known yet.
    pub(crate) price: Option<ItemPrice>,
    /// Link of the name. Without one in e-mails whose button leads to the product.
    pub(crate) url: Option<String>,
}

/// Prices of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ItemPrice {
    /// `2 × 1 249,00 AZN`.
    pub(crate) pieces: String,
    /// Price of one piece before the discount.
    pub(crate) before: Option<Fact>,
    pub(crate) subtotal: String,
}

/// The sums of an order or offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sums {
    pub(crate) rows: Vec<Fact>,
    pub(crate) total: Fact,
    /// First payment.
    pub(crate) deposit: Option<Fact>,
}

/// The amounts of an order or offer.
pub(super) struct Amounts<'a> {
    /// Sum of the products before discounts.
    pub(super) products: Money,
    pub(super) savings: Money,
    /// Name and price of the delivery; `None` if it is not part of the offer.
    pub(super) delivery: Option<(&'a str, Money)>,
    pub(super) total: Money,
    pub(super) deposit: Money,
}

impl Item {
    /// Creates an item without price, details and picture.
    pub(super) fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            picture: None,
            details: Vec::new(),
            price: None,
            url: None,
        }
    }
}

impl EmailContext<'_> {
    /// Returns the first [`MAX_ITEMS`] items, and the number of the others.
    pub(super) fn items(&self, items: impl IntoIterator<Item = Item, IntoIter: ExactSizeIterator>) -> Block {
        let items = items.into_iter();
        let more = items.len().saturating_sub(MAX_ITEMS);
        Block::Items(Items {
            rows: items.take(MAX_ITEMS).collect(),
            more: (more > 0).then(|| fill(&self.texts.common.more, &[("count", &more.to_string())])),
        })
    }

    /// Returns the prices of a line; `list_price` is the price of one piece before the discount.
    pub(super) fn price(
        &self,
        quantity: u32,
        price: Money,
        list_price: Option<Money>,
        subtotal: Money,
    ) -> ItemPrice {
        let texts = &self.texts.order;
        let quantity = quantity.to_string();
        let pieces = [("quantity", quantity.as_str()), ("price", &self.amount(price))];
        ItemPrice {
            pieces: fill(&texts.pieces, &pieces),
            before: list_price
                .filter(|list_price| *list_price > price)
                .map(|list_price| Fact::new(&texts.before, self.amount(list_price))),
            subtotal: self.amount(subtotal),
        }
    }

    /// Returns the sums. The sum of the products is part of them if the total differs.
    pub(super) fn sums(&self, amounts: &Amounts<'_>) -> Block {
        let texts = &self.texts.order;
        let mut rows = Vec::new();
        if amounts.products != amounts.total {
            rows.push(Fact::new(&texts.products, self.amount(amounts.products)));
        }
        if amounts.savings > Money::ZERO {
            let savings = format!("−{}", self.amount(amounts.savings));
            rows.push(Fact::new(&self.texts.offer.savings, savings));
        }
        if let Some((name, price)) = amounts.delivery {
            rows.push(Fact::new(name, self.amount_or_free(price)));
        }
        Block::Sums(Sums {
            rows,
            total: Fact::new(&texts.total, self.amount(amounts.total)),
            deposit: (amounts.deposit > Money::ZERO)
                .then(|| Fact::new(&self.texts.offer.deposit, self.amount(amounts.deposit))),
        })
    }

    /// Formats an amount.
    pub(super) fn amount(&self, money: Money) -> String {
        amount(money, self.language)
    }

    fn amount_or_free(&self, money: Money) -> String {
        if money == Money::ZERO {
            self.texts.order.free.clone()
        } else {
            self.amount(money)
        }
    }
}
