use kit::{
    domain::{InquiryId, OrderId},
    failure::Failure,
    grpc::client::on_behalf_of,
};
use proto::{
    inquiry::v1::{
        HoldAcceptedOfferRequest, Inquiry, InquiryChanged, InquiryClosed, InquiryStatus,
        timeline_entry::Detail,
    },
    order::v1::OrderCreated,
};
use uuid::Uuid;

use super::*;
use crate::testing::{Fixture, WARDROBE, quote};

/// A quote with an accepted offer that records an order.
struct Held {
    fixture: Fixture,
    number: String,
    inquiry: InquiryId,
    offer: Uuid,
    order: OrderId,
}

impl Held {
    async fn start() -> Self {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let inquiry = fixture.read(&number).await.id.parse().unwrap();
        let held = Self {
            fixture,
            number,
            inquiry,
            offer: Uuid::now_v7(),
            order: OrderId::generate(),
        };
        sqlx::query(
            "insert into offer
                 (id, number, revision, inquiry_id, state, language, valid_until, deposit_percent, delivery_text,
                  delivery_price, message, is_reminded, total, approval, approval_text, sent_by, sent_at, decided_at,
                  decided_via, reason_text, is_mailed, order_id, created_by, version, changed_at)
             values ($1, 'ST-0M4K7Q2X', 1, $2, 'accepted', 'az', current_date + 14, 30, '', 0, '', false, 100000, 'none',
                     '', 'operator', now(), now(), 'phone', '', false, $3, 'operator', 1, now())",
        )
        .bind(held.offer)
        .bind(held.inquiry.uuid())
        .bind(held.order.uuid())
        .execute(held.fixture.harness.pool())
        .await
        .unwrap();
        held
    }

    fn created(&self) -> OrderCreated {
        OrderCreated {
            order_id: self.order.to_string(),
            order_number: "SB-4K7Q2M0X".to_owned(),
            inquiry_id: self.inquiry.to_string(),
            offer_id: self.offer.to_string(),
            ..OrderCreated::default()
        }
    }

    fn cancelled(&self) -> OrderCancelled {
        OrderCancelled {
            order_id: self.order.to_string(),
            ..OrderCancelled::default()
        }
    }

    /// Delivers an event twice.
    async fn deliver<E: proto::event::Event>(&self, event: &E) {
        let id = self.fixture.harness.deliver(event).await;
        self.fixture.harness.wait_until_idle().await;
        self.fixture.harness.redeliver(id, event).await;
        self.fixture.harness.wait_until_idle().await;
    }

    async fn read(&self) -> Inquiry {
        self.fixture.read(&self.number).await
    }

    /// Returns the order that the offer records, and its number.
    async fn recorded(&self) -> (Option<Uuid>, Option<String>) {
        sqlx::query_as("select order_id, order_number from offer where id = $1")
            .bind(self.offer)
            .fetch_one(self.fixture.harness.pool())
            .await
            .unwrap()
    }

    /// Returns whether each order of the table is live.
    async fn live(&self) -> Vec<bool> {
        sqlx::query_scalar("select is_live from inquiry_order")
            .fetch_all(self.fixture.harness.pool())
            .await
            .unwrap()
    }
}

/// Counts the entries of status changes and of orders.
fn entries(inquiry: &Inquiry) -> (usize, usize) {
    let timeline = &inquiry.details.as_ref().unwrap().timeline;
    let count = |is_counted: fn(&Detail) -> bool| {
        let details = timeline.iter().filter_map(|entry| entry.detail.as_ref());
        details.filter(|detail| is_counted(detail)).count()
    };
    (
        count(|detail| matches!(detail, Detail::Status(_))),
        count(|detail| matches!(detail, Detail::Order(_))),
    )
}

#[tokio::test]
async fn an_order_wins_its_quote_once() {
    let held = Held::start().await;
    held.deliver(&held.created()).await;
    let won = held.read().await;
    assert_eq!(won.status(), InquiryStatus::Won);
    assert_eq!(won.work.as_ref().unwrap().version, 2);
    assert_eq!(entries(&won), (1, 1));
    assert_eq!(
        held.recorded().await,
        (Some(held.order.uuid()), Some("SB-4K7Q2M0X".to_owned()))
    );
    assert_eq!(held.live().await, [true]);
    let closed = held.fixture.harness.published::<InquiryClosed>().await;
    assert_eq!((closed.len(), closed[0].status.as_str()), (1, "won"));
}

#[tokio::test]
async fn an_order_by_hand_wins_its_quote() {
    let held = Held::start().await;
    let created = OrderCreated {
        order_id: OrderId::generate().to_string(),
        offer_id: String::new(),
        ..held.created()
    };
    held.deliver(&created).await;
    assert_eq!(held.read().await.status(), InquiryStatus::Won);
    assert_eq!(held.recorded().await, (Some(held.order.uuid()), None));
}

#[tokio::test]
async fn orders_of_the_shop_change_nothing() {
    let held = Held::start().await;
    let created = OrderCreated {
        inquiry_id: String::new(),
        offer_id: String::new(),
        ..held.created()
    };
    held.deliver(&created).await;
    assert_eq!(held.read().await.status(), InquiryStatus::New);
    assert_eq!(held.live().await, Vec::<bool>::new());
}

#[tokio::test]
async fn the_end_of_an_order_releases_its_offer() {
    let held = Held::start().await;
    held.deliver(&held.created()).await;
    let before = held.fixture.harness.published::<InquiryChanged>().await.len();
    held.deliver(&held.cancelled()).await;
    assert_eq!(held.recorded().await, (None, None));
    assert_eq!(held.live().await, [false]);
    assert_eq!(held.read().await.status(), InquiryStatus::Won);
    let changed = held.fixture.harness.published::<InquiryChanged>().await;
    assert_eq!(changed.len(), before + 1);

    let held = Held::start().await;
    let abandoned = OrderAbandoned {
        order_id: held.order.to_string(),
    };
    held.deliver(&abandoned).await;
    assert_eq!(held.recorded().await, (None, None));
}

#[tokio::test]
async fn an_ended_order_cannot_hold_its_offer() {
    let held = Held::start().await;
    let hold = async || {
        let request = HoldAcceptedOfferRequest {
            offer_id: held.offer.to_string(),
            order_id: held.order.to_string(),
        };
        let request = on_behalf_of(&testkit::caller::service("order"), request);
        held.fixture.offers().hold_accepted_offer(request).await
    };
    hold().await.unwrap();
    held.deliver(&held.cancelled()).await;
    let refused = Failure::from_status(&hold().await.unwrap_err());
    assert_eq!(refused.reason, "OFFER.NOT_ACCEPTED");
    assert_eq!(held.recorded().await, (None, None));
}

#[tokio::test]
async fn the_end_of_another_order_keeps_the_offer() {
    let held = Held::start().await;
    let other = OrderAbandoned {
        order_id: OrderId::generate().to_string(),
    };
    held.deliver(&other).await;
    assert_eq!(held.recorded().await, (Some(held.order.uuid()), None));
}

#[tokio::test]
async fn an_order_that_ends_before_its_creation_is_consumed_is_not_live() {
    let held = Held::start().await;
    held.deliver(&held.cancelled()).await;
    held.deliver(&held.created()).await;
    assert_eq!(held.recorded().await, (None, None));
    assert_eq!(held.live().await, [false]);
    assert_eq!(held.read().await.status(), InquiryStatus::Won);
}

#[tokio::test]
async fn forgets_old_orders_of_no_inquiry() {
    let held = Held::start().await;
    for age in [8, 6] {
        let time = kit::clock::now() - time::Duration::days(age);
        let milliseconds = u128::try_from(time.unix_timestamp_nanos() / 1_000_000).unwrap();
        let order = OrderAbandoned {
            order_id: Uuid::from_u128(milliseconds << 80 | 0x7000_8000_0000_0000_0001).to_string(),
        };
        held.deliver(&order).await;
    }
    assert_eq!(held.live().await, [false]);
}
