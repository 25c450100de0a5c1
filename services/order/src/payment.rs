//! Payments and the payment status that follows from them.

pub(crate) use kit::vocabulary::order::{PaymentKind as Kind, PaymentMethod as Method};
use kit::{
    domain::{Money, StoreId},
    vocabulary::order::{PaymentStatus, Status},
};
use time::OffsetDateTime;
use uuid::Uuid;

/// A recorded payment.
#[derive(Debug, Clone, PartialEq, sqlx::FromRow)]
pub(crate) struct Payment {
    pub(crate) id: Uuid,
    pub(crate) at: OffsetDateTime,
    pub(crate) kind: Kind,
    pub(crate) amount_minor: Money,
    pub(crate) method: Method,
    pub(crate) store_id: Option<StoreId>,
    pub(crate) text: String,
    /// `None` for the system.
    pub(crate) actor: Option<String>,
}

/// A payment to record.
#[derive(Debug, Clone)]
pub(crate) struct NewPayment<'request> {
    pub(crate) kind: Kind,
    pub(crate) amount: Money,
    pub(crate) method: Method,
    pub(crate) store: Option<StoreId>,
    pub(crate) text: &'request str,
}

/// Reason that a payment is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PaymentError {
    /// More than the unpaid sum, or more than the paid one.
    #[error("the amount is larger than the one that is owed or was taken")]
    TooMuch,
    /// More than was taken by these means.
    #[error("the amount is larger than the one that was taken by these means")]
    OtherMeans,
    /// The order takes no payments any more.
    #[error("the order takes no payment")]
    NotPossible,
}

/// The sums of an order's payments with the statuses on which they depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Balance {
    pub(crate) status: Status,
    pub(crate) payment: PaymentStatus,
    pub(crate) total: Money,
    /// Sum of the payments in.
    pub(crate) paid: Money,
    /// Sum of the payments out, at most `paid`.
    pub(crate) refunded: Money,
}

impl Balance {
    /// Returns the amount taken, in less out.
    pub(crate) fn taken(&self) -> Money {
        difference(self.paid, self.refunded)
    }

    /// Returns the amount still owed: nothing once paid, refunded or cancelled.
    pub(crate) fn owed(&self) -> Money {
        match (self.status, self.payment) {
            (Status::Cancelled, _) | (_, PaymentStatus::Paid | PaymentStatus::Refunded) => Money::ZERO,
            _ => difference(self.total, self.taken()),
        }
    }

    /// Returns the balance after a payment of an amount above 0.
    ///
    /// # Errors
    ///
    /// Fails if the order takes no payment, and if the amount is larger than the one owed or taken.
    pub(crate) fn record(self, kind: Kind, amount: Money) -> Result<Self, PaymentError> {
        match kind {
            Kind::In => {
                if self.status == Status::Cancelled || self.payment == PaymentStatus::Refunded {
                    return Err(PaymentError::NotPossible);
                }
                if amount > self.owed() {
                    return Err(PaymentError::TooMuch);
                }
                let after = self.with(kind, amount)?;
                let payment = if after.taken() < after.total {
                    PaymentStatus::Processing
                } else {
                    PaymentStatus::Paid
                };
                Ok(Self { payment, ..after })
            }
            Kind::Out => {
                if amount > self.taken() {
                    return Err(PaymentError::TooMuch);
                }
                let after = self.with(kind, amount)?;
                let is_empty = after.taken() == Money::ZERO;
                let payment = match self.payment {
                    PaymentStatus::Paid if is_empty => PaymentStatus::Refunded,
                    PaymentStatus::Processing if is_empty => PaymentStatus::Unpaid,
                    PaymentStatus::Paid | PaymentStatus::Processing => self.payment,
                    PaymentStatus::Pending | PaymentStatus::Unpaid | PaymentStatus::Refunded => {
                        return Err(PaymentError::NotPossible);
                    }
                };
                Ok(Self { payment, ..after })
            }
        }
    }

    /// Returns the balance with the amount added to its sum, without a change of the status.
    ///
    /// # Errors
    ///
    /// Fails if the sum is too large.
    pub(crate) fn with(self, kind: Kind, amount: Money) -> Result<Self, PaymentError> {
        let add = |sum: Money| sum.checked_add(amount).map_err(|_| PaymentError::TooMuch);
        Ok(match kind {
            Kind::In => Self {
                paid: add(self.paid)?,
                ..self
            },
            Kind::Out => Self {
                refunded: add(self.refunded)?,
                ..self
            },
        })
    }

    /// Returns the balance with another total: paid and part paid follow from the sums.
    pub(crate) fn with_total(self, total: Money) -> Self {
        let after = Self { total, ..self };
        let payment = match self.payment {
            PaymentStatus::Paid if after.taken() < total => PaymentStatus::Processing,
            PaymentStatus::Processing if after.taken() >= total => PaymentStatus::Paid,
            payment => payment,
        };
        Self { payment, ..after }
    }

    /// Returns the payment that accounts for a payment status set by command: the rest in for paid, all that was taken
    /// out for refunded.
    pub(crate) fn settle(&self, next: PaymentStatus) -> Option<(Kind, Money)> {
        let (kind, amount) = match next {
            PaymentStatus::Paid => (Kind::In, difference(self.total, self.taken())),
            PaymentStatus::Refunded => (Kind::Out, self.taken()),
            PaymentStatus::Pending | PaymentStatus::Processing | PaymentStatus::Unpaid => return None,
        };
        (amount > Money::ZERO).then_some((kind, amount))
    }
}

/// Returns the amount taken by some means, in less out.
pub(crate) fn taken_by(payments: &[Payment], method: Method) -> Money {
    let sum = |kind| {
        let amounts = payments
            .iter()
            .filter(|payment| payment.method == method && payment.kind == kind);
        let sum = amounts.fold(0_i64, |sum, payment| {
            sum.saturating_add(payment.amount_minor.minor())
        });
        Money::from_minor(sum).unwrap_or(Money::ZERO)
    };
    difference(sum(Kind::In), sum(Kind::Out))
}

/// Returns the difference of two amounts, at least 0.
fn difference(amount: Money, less: Money) -> Money {
    Money::from_minor(amount.minor().saturating_sub(less.minor())).unwrap_or(Money::ZERO)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn money(minor: i64) -> Money {
        Money::from_minor(minor).unwrap()
    }

    fn balance(status: Status, payment: PaymentStatus, total: i64, paid: i64, refunded: i64) -> Balance {
        Balance {
            status,
            payment,
            total: money(total),
            paid: money(paid),
            refunded: money(refunded),
        }
    }

    #[test]
    fn status_follows_the_table_of_the_contract() {
        use PaymentStatus::{Paid, Pending, Processing, Refunded, Unpaid};
        for (from, paid, kind, amount, to) in [
            (Pending, 0, Kind::In, 40, Ok(Processing)),
            (Pending, 0, Kind::In, 100, Ok(Paid)),
            (Pending, 0, Kind::In, 101, Err(PaymentError::TooMuch)),
            (Processing, 40, Kind::In, 59, Ok(Processing)),
            (Processing, 40, Kind::In, 60, Ok(Paid)),
            (Unpaid, 0, Kind::In, 40, Ok(Processing)),
            (Unpaid, 0, Kind::In, 100, Ok(Paid)),
            (Paid, 100, Kind::In, 1, Err(PaymentError::TooMuch)),
            (Refunded, 0, Kind::In, 1, Err(PaymentError::NotPossible)),
            (Paid, 100, Kind::Out, 30, Ok(Paid)),
            (Paid, 100, Kind::Out, 100, Ok(Refunded)),
            (Paid, 100, Kind::Out, 101, Err(PaymentError::TooMuch)),
            (Processing, 40, Kind::Out, 30, Ok(Processing)),
            (Processing, 40, Kind::Out, 40, Ok(Unpaid)),
            (Pending, 0, Kind::Out, 1, Err(PaymentError::TooMuch)),
        ] {
            let after = balance(Status::Processing, from, 100, paid, 0).record(kind, money(amount));
            assert_eq!(
                after.map(|after| after.payment),
                to,
                "{from:?} {paid} {kind:?} {amount}"
            );
        }
        let cancelled = balance(Status::Cancelled, Processing, 100, 40, 0);
        assert_eq!(cancelled.owed(), Money::ZERO);
        assert_eq!(
            cancelled.record(Kind::In, money(1)),
            Err(PaymentError::NotPossible)
        );
        assert_eq!(cancelled.record(Kind::Out, money(40)).unwrap().payment, Unpaid);
    }

    #[test]
    fn command_settles_the_rest_and_returns_all_that_was_taken() {
        let half = balance(Status::Processing, PaymentStatus::Processing, 100, 40, 0);
        assert_eq!(half.settle(PaymentStatus::Paid), Some((Kind::In, money(60))));
        assert_eq!(half.settle(PaymentStatus::Unpaid), None);
        let paid = balance(Status::Processing, PaymentStatus::Paid, 100, 100, 30);
        assert_eq!(paid.settle(PaymentStatus::Refunded), Some((Kind::Out, money(70))));
        let free = balance(Status::Processing, PaymentStatus::Processing, 0, 0, 0);
        assert_eq!(free.settle(PaymentStatus::Paid), None);
    }

    proptest! {
        #[test]
        fn sums_and_status_agree_with_a_model(
            total in 1_i64..1_000,
            payments in prop::collection::vec((any::<bool>(), 1_i64..600), 0..30),
        ) {
            let mut order = balance(Status::Processing, PaymentStatus::Pending, total, 0, 0);
            let (mut taken, mut was_full) = (0_i64, false);
            for (is_in, amount) in payments {
                let kind = if is_in { Kind::In } else { Kind::Out };
                // Once the whole total was taken nothing more is owed.
                let is_allowed = if is_in { !was_full && taken + amount <= total } else { amount <= taken };
                let after = order.record(kind, money(amount));
                prop_assert_eq!(after.is_ok(), is_allowed);
                let Ok(after) = after else { continue };
                order = after;
                taken += if is_in { amount } else { -amount };
                was_full |= taken == total;
                let expected = match (was_full, taken) {
                    (true, 0) => PaymentStatus::Refunded,
                    (true, _) => PaymentStatus::Paid,
                    (false, 0) => PaymentStatus::Unpaid,
                    (false, _) => PaymentStatus::Processing,
                };
                prop_assert_eq!(order.payment, expected);
                prop_assert_eq!(order.taken().minor(), taken);
                let owed = if was_full { 0 } else { total - taken };
                prop_assert_eq!(order.owed().minor(), owed);
                prop_assert!(order.refunded <= order.paid);
            }
        }
    }

    proptest! {
        #[test]
        fn another_total_changes_neither_payments_nor_what_is_settled(
            total in 1_i64..200, paid in 0_i64..200, refunded in 0_i64..200, new in 1_i64..200, is_paid: bool,
        ) {
            let paid = paid.max(refunded);
            let payment = if is_paid { PaymentStatus::Paid } else { PaymentStatus::Processing };
            let before = balance(Status::Pending, payment, total, paid, refunded);
            let after = before.with_total(money(new));
            prop_assert_eq!((after.paid, after.refunded, after.total), (before.paid, before.refunded, money(new)));
            let owed = (new - (paid - refunded)).max(0);
            prop_assert_eq!(after.owed().minor(), owed);
            prop_assert_eq!(after.payment == PaymentStatus::Paid, owed == 0);
            for payment in [PaymentStatus::Pending, PaymentStatus::Unpaid, PaymentStatus::Refunded] {
                let before = balance(Status::Pending, payment, total, 0, 0);
                prop_assert_eq!(before.with_total(money(new)).payment, payment);
            }
        }
    }
}
