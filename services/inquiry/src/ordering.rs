//! Effects of orders on the inquiries and offers from which they were made.

use kit::domain::{InquiryId, OrderId};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::{
    events::Change,
    store,
    timeline::{Detail, Entry},
    work::{Status, Work},
};

/// Time for which the end of an order of no known inquiry is remembered, in case its creation is consumed later.
const MEMORY: Duration = Duration::days(7);

/// Maximum number of such orders deleted at once.
const BATCH: i64 = 100;

/// An order made from an inquiry.
#[derive(Debug)]
pub(crate) struct NewOrder {
    pub(crate) id: OrderId,
    pub(crate) number: String,
    pub(crate) inquiry: InquiryId,
    /// `None` for an order by hand.
    pub(crate) offer: Option<Uuid>,
}

/// Records a created order: the inquiry is won, from any status, and the offer knows the number of its order.
pub(crate) async fn create(connection: &mut PgConnection, order: &NewOrder) -> Result<(), sqlx::Error> {
    // The inquiry is locked before its offers.
    let Some(mut inquiry) = store::inquiry::lock(connection, order.inquiry).await? else {
        tracing::warn!(order = order.number, "an order was made from an unknown inquiry");
        return Ok(());
    };
    store::order::insert(connection, order.id, &order.number, inquiry.id).await?;
    if let Some(offer) = order.offer {
        store::order::set_number(connection, offer, order.id, &order.number).await?;
    }
    let now = store::inquiry::now(connection).await?;
    let before = inquiry.work.clone();
    win(&mut inquiry.work, now);
    let has_changed = inquiry.work.differs_from(&before);
    if has_changed {
        store::inquiry::update_work(connection, inquiry.id, &inquiry.work).await?;
        let detail = Detail::Status {
            from: before.status,
            to: inquiry.work.status,
            reason: None,
        };
        store::timeline::insert(connection, inquiry.id, &Entry::new(now, None, detail)).await?;
    }
    let detail = Detail::Order {
        order_number: order.number.clone(),
    };
    store::timeline::insert(connection, inquiry.id, &Entry::new(now, None, detail)).await?;
    let change = Change {
        inquiry: &inquiry,
        by: None,
    };
    if has_changed {
        change.closed(connection).await?;
    }
    let what = if has_changed { "status" } else { "offer" };
    change.changed(connection, what).await
}

/// Changes the work on an inquiry from which an order was made.
fn win(work: &mut Work, now: OffsetDateTime) {
    if work.status == Status::Won {
        return;
    }
    work.status = Status::Won;
    work.reason = None;
    work.version += 1;
    work.changed_by = None;
    work.changed_at = now;
}

/// Records that an order was cancelled, or never stored: the offer that records it may be ordered again.
pub(crate) async fn end(connection: &mut PgConnection, order: OrderId) -> Result<(), sqlx::Error> {
    let inquiry = match store::order::inquiry_of(connection, order).await? {
        Some(inquiry) => store::inquiry::lock(connection, inquiry).await?,
        None => None,
    };
    store::order::end(connection, order).await?;
    if store::order::release(connection, order).await?
        && let Some(inquiry) = inquiry
    {
        let change = Change {
            inquiry: &inquiry,
            by: None,
        };
        change.changed(connection, "offer").await?;
    }
    forget_unrelated(connection).await
}

/// Records that an order was completed.
pub(crate) async fn complete(connection: &mut PgConnection, order: OrderId) -> Result<(), sqlx::Error> {
    store::order::complete(connection, order).await?;
    forget_unrelated(connection).await
}

/// Deletes old orders of no inquiry.
async fn forget_unrelated(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let now = store::inquiry::now(connection).await?;
    store::order::delete_unrelated(connection, first_id(now - MEMORY), BATCH).await
}

/// Returns the smallest order id (UUID version 7) of a time.
fn first_id(time: OffsetDateTime) -> Uuid {
    let milliseconds = u128::try_from(time.unix_timestamp_nanos() / 1_000_000).unwrap_or(0);
    Uuid::from_u128(milliseconds << 80)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::vocabulary::inquiry::{Reason, Source};

    #[test]
    fn an_order_wins_from_any_status() {
        let now = OffsetDateTime::UNIX_EPOCH;
        for status in Status::ALL {
            let mut work = Work {
                status,
                reason: Some(Reason::Other),
                ..Work::new(Source::Website, now, 600)
            };
            win(&mut work, now);
            assert_eq!(work.status, Status::Won);
            assert_eq!(work.version, if status == Status::Won { 1 } else { 2 });
            assert_eq!(work.reason.is_none(), status != Status::Won);
        }
    }

    #[test]
    fn ids_follow_the_time() {
        let now = kit::clock::now();
        let id = OrderId::generate().uuid();
        assert!(first_id(now - Duration::SECOND) < id);
        assert!(first_id(now + Duration::HOUR) > id);
    }
}
