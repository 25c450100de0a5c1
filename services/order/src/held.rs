//! The rule of the pieces of stock that unpaid orders of one account or address may hold.

use kit::{
    client_address::ClientAddress,
    domain::{OrderId, ProductId, Quantity, UserId},
};

use crate::{config::HoldSettings, limit_kind::LimitKind};

/// Pieces of a product that any share admits: a set of chairs of a small stock.
const FREE_OF_SHARE: i64 = 10;

/// The same for an account whose e-mail is not verified.
const FREE_OF_SHARE_UNVERIFIED: i64 = 4;

/// The same for an address, behind which an office or a mobile network may be.
const FREE_OF_SHARE_ADDRESS: i64 = 40;

/// Held pieces of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) product: ProductId,
    pub(crate) by_all: i64,
    pub(crate) by_account: i64,
    pub(crate) by_address: i64,
}

/// The most pieces that a single account and a single address hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Most {
    pub(crate) account: i64,
    pub(crate) address: i64,
}

/// A request for pieces that are in stock.
pub(crate) struct Holding<'request> {
    pub(crate) order: OrderId,
    pub(crate) user: UserId,
    pub(crate) address: Option<&'request ClientAddress>,
    /// Whether the e-mail of the account is verified.
    pub(crate) is_verified: bool,
    /// Requested pieces, one line per product.
    pub(crate) lines: &'request [(ProductId, Quantity)],
    /// Available pieces of the products that have a stock.
    pub(crate) stock: &'request [(ProductId, i64)],
}

/// A limit that a request exceeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Excess {
    pub(crate) kind: LimitKind,
    pub(crate) is_verified: bool,
    /// The product whose share is exceeded; `None` for the pieces of all products.
    pub(crate) product: Option<ProductId>,
    /// The pieces that the request may have.
    pub(crate) most: i64,
    /// Indexes of the lines of the product in the request, which the caller sets.
    pub(crate) lines: Vec<usize>,
}

impl Holding<'_> {
    /// Returns the requested pieces of the products that have a stock.
    pub(crate) fn requested(&self) -> Vec<(ProductId, i64)> {
        self.lines
            .iter()
            .filter(|(product, _)| self.stock.iter().any(|(other, _)| other == product))
            .map(|(product, quantity)| (*product, i64::from(*quantity)))
            .collect()
    }
}

/// Returns the first limit that the requested pieces exceed.
pub(crate) fn excess(
    settings: &HoldSettings,
    holding: &Holding<'_>,
    requested: &[(ProductId, i64)],
    held: &[Held],
) -> Option<Excess> {
    let is_verified = holding.is_verified;
    let account = if is_verified {
        (
            settings.pieces_per_account,
            settings.percent_per_account,
            FREE_OF_SHARE,
        )
    } else {
        (
            settings.pieces_per_unverified_account,
            settings.percent_per_unverified_account,
            FREE_OF_SHARE_UNVERIFIED,
        )
    };
    let address = (
        settings.pieces_per_address,
        settings.percent_per_address,
        FREE_OF_SHARE_ADDRESS,
    );
    let by_account: fn(&Held) -> i64 = |held| held.by_account;
    let mut limits = vec![(LimitKind::HeldByAccount, account, by_account)];
    if holding.address.is_some() {
        limits.push((LimitKind::HeldByAddress, address, |held| held.by_address));
    }
    let total: i64 = requested.iter().map(|(_, pieces)| pieces).sum();
    limits
        .into_iter()
        .find_map(|(kind, (pieces, percent, free), held_by)| {
            let excess = |product, most: i64| Excess {
                kind,
                is_verified,
                product,
                most: most.max(0),
                lines: Vec::new(),
            };
            let present: i64 = held.iter().map(held_by).sum();
            let left = i64::from(pieces) - present;
            if pieces > 0 && total > left {
                return Some(excess(None, left));
            }
            requested
                .iter()
                .filter(|_| percent > 0)
                .find_map(|(product, pieces)| {
                    let of_product = held.iter().find(|held| held.product == *product);
                    let available = holding.stock.iter().find(|(other, _)| other == product)?.1.max(0);
                    let stock = available + of_product.map_or(0, |held| held.by_all);
                    let share = (stock.saturating_mul(percent.into()) / 100).max(free);
                    let left = share - of_product.map_or(0, held_by);
                    (*pieces > left).then(|| excess(Some(*product), left))
                })
        })
}
