//! Figures of the day, compared with counts by hand and with the lists behind them.

use kit::{calendar, convert::timestamp, domain::StoreId, failure::Code, staff::StaffRole};
use proto::order::v1::{
    ChannelOrders, DeskOrderFilter, GetOrderFiguresRequest, GetOrderFiguresResponse, ListDeskOrdersRequest,
    ListPaymentsRequest, ListPaymentsResponse, PaymentFilter, Revenue,
};
use time::{Duration, OffsetDateTime};

use super::*;
use crate::figures;

const SECOND: Duration = Duration::SECOND;

/// Creates an order, and moves it to what a case needs; returns its number.
async fn order(
    fixture: &Fixture,
    caller: &Caller,
    (status, source, ordered_at, delivery): (&str, &str, OffsetDateTime, OffsetDateTime),
) -> String {
    let key = format!("{status}{source}");
    let created = call!(fixture, caller, create_desk_order, by_hand(&key, &[(SOFA, 1)]));
    let number = created.unwrap().order.unwrap().row.unwrap().order_number;
    sqlx::query(
        "update customer_order
         set status = $2, source = $3, ordered_at = $4, delivery_method = 'delivery', delivery_on = $5 where number = $1",
    )
    .bind(&number)
    .bind(status)
    .bind(source)
    .bind(ordered_at)
    .bind(calendar::date(delivery))
    .execute(fixture.harness.pool())
    .await
    .unwrap();
    number
}

async fn pay(fixture: &Fixture, number: &str, minor: i64, at: OffsetDateTime, store: Option<StoreId>) {
    sqlx::query(
        "insert into payment (id, order_id, at, kind, amount_minor, method, store_id)
         select gen_random_uuid(), id, $2, case when $3 > 0 then 'in' else 'out' end, abs($3), 'cash', $4
         from customer_order where number = $1",
    )
    .bind(number)
    .bind(at)
    .bind(minor)
    .bind(store.map(StoreId::uuid))
    .execute(fixture.harness.pool())
    .await
    .unwrap();
}

async fn figures_of(fixture: &Fixture, caller: &Caller, store: &str) -> GetOrderFiguresResponse {
    let request = GetOrderFiguresRequest {
        store_id: store.to_owned(),
    };
    call!(fixture, caller, get_order_figures, request).unwrap()
}

async fn payments(fixture: &Fixture, caller: &Caller, filter: PaymentFilter) -> ListPaymentsResponse {
    let mut all = ListPaymentsResponse::default();
    loop {
        let request = ListPaymentsRequest {
            filter: Some(filter.clone()),
            cursor: all.next_cursor,
            limit: 2,
            without_sums: false,
        };
        let page = call!(fixture, caller, list_payments, request).unwrap();
        all.payments.extend(page.payments.clone());
        all = ListPaymentsResponse {
            payments: all.payments,
            ..page
        };
        if all.next_cursor.is_empty() {
            assert_eq!(usize::try_from(all.total_records), Ok(all.payments.len()));
            let request = ListPaymentsRequest {
                filter: Some(filter),
                limit: 2,
                without_sums: true,
                ..ListPaymentsRequest::default()
            };
            let counted = call!(fixture, caller, list_payments, request).unwrap();
            assert_eq!(
                (counted.total_records, counted.in_minor, counted.out_minor),
                (all.total_records, 0, 0)
            );
            return all;
        }
    }
}

/// Returns the sum of the list of payments behind a figure.
async fn list_sum(fixture: &Fixture, caller: &Caller, filter: PaymentFilter) -> i64 {
    let list = payments(fixture, caller, filter).await;
    list.in_minor - list.out_minor
}

/// Checks each figure of the revenue against the list behind it.
async fn check_lists(fixture: &Fixture, owner: &Caller, revenue: &Revenue, store: &str) {
    let of = |from: &str, to: &str, sources: &[OrderSource]| PaymentFilter {
        from: from.to_owned(),
        to: to.to_owned(),
        store_id: store.to_owned(),
        sources: sources.iter().map(|source| (*source).into()).collect(),
        ..PaymentFilter::default()
    };
    for day in &revenue.days {
        let sum = list_sum(fixture, owner, of(&day.on, &day.on, &[])).await;
        assert_eq!(sum, day.minor, "{}", day.on);
    }
    let desk = [
        OrderSource::WalkIn,
        OrderSource::Phone,
        OrderSource::Whatsapp,
        OrderSource::Other,
    ];
    for (figure, sources) in [
        (revenue.total_minor, &[][..]),
        (revenue.from_offers_minor, &[OrderSource::Offer]),
        (revenue.from_website_minor, &[OrderSource::Website]),
        (revenue.from_desk_minor, &desk),
    ] {
        let sum = list_sum(fixture, owner, of(&revenue.from, &revenue.to, sources)).await;
        assert_eq!(sum, figure, "{sources:?}");
    }
}

#[expect(clippy::too_many_lines, reason = "one service, one row for each case")]
#[tokio::test]
async fn r39_r40_r41_each_figure_is_a_count_by_hand_and_the_sum_of_its_list_and_only_for_its_roles() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let today = calendar::date(kit::clock::now());
    let midnight = calendar::midnight(today);
    let (tomorrow, after) = (midnight + Duration::DAY, midnight + Duration::days(2));
    let mut numbers = Vec::new();
    for case in [
        ("pending", "website", midnight, midnight),
        ("processing", "offer", midnight - SECOND, tomorrow),
        ("shipped", "walkIn", tomorrow - SECOND, after),
        ("cancelled", "phone", midnight, midnight),
        ("completed", "other", midnight - SECOND, midnight),
    ] {
        numbers.push(order(&fixture, &owner, case).await);
    }
    let [website, offer, walk_in, _, old] = numbers.as_slice() else {
        panic!("{numbers:?}");
    };
    for (number, channel) in [(website, "ads"), (offer, "ads"), (walk_in, "search")] {
        sqlx::query("update customer_order set visit_channel = $2 where number = $1")
            .bind(number)
            .bind(channel)
            .execute(fixture.harness.pool())
            .await
            .unwrap();
    }
    let month = figures::month_to(today);
    let before = figures::month_before(month);
    let first = calendar::midnight(month.from);
    let (start, end) = (
        calendar::midnight(before.from),
        calendar::midnight(before.to) + Duration::DAY,
    );
    let store = StoreId::generate();
    let shop = Some(store);
    for (number, minor, at, store) in [
        (website, 50_000, midnight, None),
        (offer, 120_000, first, shop),
        // A refund counts on its own day, not on that of the payment.
        (offer, -20_000, midnight + SECOND, shop),
        (walk_in, 7_000, tomorrow - SECOND, None),
        (walk_in, 33, tomorrow, None),
        (website, 400, start, None),
        (walk_in, -100, end - SECOND, None),
        (old, 11, start - SECOND, shop),
    ] {
        pay(&fixture, number, minor, at, store).await;
    }

    let response = figures_of(&fixture, &owner, "").await;
    let orders = response.open_orders.clone().unwrap();
    assert_eq!(orders.new_today, 3);
    let by_status: Vec<_> = orders
        .by_status
        .iter()
        .map(|one| (one.status(), one.count))
        .collect();
    let expected = [
        (OrderStatus::Pending, 1),
        (OrderStatus::Processing, 1),
        (OrderStatus::Shipped, 1),
        (OrderStatus::Delivered, 0),
    ];
    assert_eq!(by_status, expected);
    let total = async |filter: DeskOrderFilter| {
        let request = ListDeskOrdersRequest {
            filter: Some(filter),
            limit: 1,
            ..ListDeskOrdersRequest::default()
        };
        call!(fixture, &owner, list_desk_orders, request)
            .unwrap()
            .total_records
    };
    let of_today = DeskOrderFilter {
        ordered_from: Some(timestamp(midnight)),
        ordered_before: Some(timestamp(tomorrow)),
        ..DeskOrderFilter::default()
    };
    assert_eq!(total(of_today).await, orders.new_today);
    for (status, count) in by_status {
        let filter = DeskOrderFilter {
            statuses: vec![status.into()],
            ..DeskOrderFilter::default()
        };
        assert_eq!(total(filter).await, count, "{status:?}");
    }
    let deliveries = |response: &GetOrderFiguresResponse| -> Vec<String> {
        let orders = response.deliveries.as_ref().unwrap().orders.iter();
        orders.map(|row| row.order_number.clone()).collect()
    };
    assert_eq!(deliveries(&response), [website.clone(), offer.clone()]);

    let revenue = response.revenue.clone().unwrap();
    assert_eq!(
        (&revenue.from, &revenue.to),
        (&month.from.to_string(), &today.to_string())
    );
    let mut days: Vec<_> = revenue.days.iter().map(|day| day.minor).collect();
    assert_eq!(days.len(), usize::from(today.day()));
    assert_eq!(
        days.pop(),
        Some(37_000 + if today == month.from { 120_000 } else { 0 })
    );
    assert_eq!(
        days.iter().sum::<i64>(),
        if today == month.from { 0 } else { 120_000 }
    );
    assert_eq!(
        (revenue.total_minor, revenue.previous_total_minor),
        (157_000, 300)
    );
    assert_eq!(
        (
            revenue.from_offers_minor,
            revenue.from_website_minor,
            revenue.from_desk_minor
        ),
        (100_000, 50_000, 7_000)
    );
    check_lists(&fixture, &owner, &revenue, "").await;
    let (store, filter) = (store.to_string(), |from: String, to: String| PaymentFilter {
        from,
        to,
        ..PaymentFilter::default()
    });
    let days_before = filter(before.from.to_string(), before.to.to_string());
    assert_eq!(
        list_sum(&fixture, &owner, days_before).await,
        revenue.previous_total_minor
    );

    let channels = response.orders_by_channel.unwrap().channels;
    // Of yesterday, two orders.
    let of_yesterday = i64::from(today != month.from);
    let channel = |channel: &str, orders, payments_minor| ChannelOrders {
        channel: channel.to_owned(),
        orders,
        payments_minor,
    };
    assert_eq!(
        channels,
        [
            channel("search", 1, 7_000),
            channel("ads", 1 + of_yesterday, 150_000),
            channel("unknown", 1 + of_yesterday, 0)
        ]
    );
    for figures in channels {
        let in_month = DeskOrderFilter {
            channels: vec![figures.channel.clone()],
            ordered_from: Some(timestamp(first)),
            ordered_before: Some(timestamp(tomorrow)),
            ..DeskOrderFilter::default()
        };
        assert_eq!(total(in_month).await, figures.orders, "{figures:?}");
        let payments = PaymentFilter {
            channels: vec![figures.channel.clone()],
            ..filter(month.from.to_string(), today.to_string())
        };
        let sum = list_sum(&fixture, &owner, payments).await;
        assert_eq!(sum, figures.payments_minor, "{figures:?}");
    }

    let of_store = figures_of(&fixture, &owner, &store).await;
    assert_eq!(of_store.open_orders, response.open_orders);
    let revenue = of_store.revenue.unwrap();
    assert_eq!((revenue.total_minor, revenue.previous_total_minor), (100_000, 0));
    check_lists(&fixture, &owner, &revenue, &store).await;

    for (role, has_orders, has_deliveries, has_revenue) in [
        (StaffRole::Owner, true, true, true),
        (StaffRole::Manager, true, true, true),
        (StaffRole::Sales, true, false, false),
        (StaffRole::Warehouse, false, true, false),
    ] {
        let response = figures_of(&fixture, &fixture.staff(role), "").await;
        let shown = (
            response.open_orders.is_some(),
            response.deliveries.is_some(),
            response.revenue.is_some() && response.orders_by_channel.is_some(),
        );
        assert_eq!(shown, (has_orders, has_deliveries, has_revenue), "{role:?}");
        if role == StaffRole::Warehouse {
            assert_eq!(deliveries(&response), std::slice::from_ref(offer));
        }
    }
    for (caller, filter, code) in [
        (
            fixture.staff(StaffRole::Sales),
            PaymentFilter::default(),
            Code::Forbidden,
        ),
        (
            fixture.staff(StaffRole::Warehouse),
            PaymentFilter::default(),
            Code::Forbidden,
        ),
        (
            owner.clone(),
            filter("2026-11-02".to_owned(), "2026-11-01".to_owned()),
            Code::Invalid,
        ),
        (
            owner,
            filter("2024-01-01".to_owned(), "2025-01-01".to_owned()),
            Code::Invalid,
        ),
    ] {
        let request = ListPaymentsRequest {
            filter: Some(filter),
            limit: 1,
            ..ListPaymentsRequest::default()
        };
        let refused = call!(fixture, &caller, list_payments, request).unwrap_err();
        assert_eq!(refused.code, code, "{refused:?}");
    }
}
