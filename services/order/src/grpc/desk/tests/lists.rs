//! Lists, counts and the view of one order.

use kit::{failure::Code, staff::StaffRole};
use proto::order::v1::{
    CountDeskOrdersRequest, CustomerContacts, DeskOrderFilter, DeskOrderSort, ListDeskOrdersRequest,
    PaymentStatus, SumCustomerOrdersRequest,
};

use super::*;
use crate::testing::{LAMP, WARDROBE};

async fn list(
    fixture: &Fixture,
    caller: &Caller,
    filter: DeskOrderFilter,
    sort: DeskOrderSort,
    limit: u32,
) -> Vec<String> {
    let mut numbers = Vec::new();
    let mut cursor = String::new();
    loop {
        let request = ListDeskOrdersRequest {
            filter: Some(filter.clone()),
            sort: sort.into(),
            cursor: cursor.clone(),
            limit,
            is_export: false,
        };
        let page = call!(fixture, caller, list_desk_orders, request).unwrap();
        assert!(page.orders.len() <= usize::try_from(limit).unwrap());
        numbers.extend(page.orders.into_iter().map(|row| row.order_number));
        if page.next_cursor.is_empty() {
            assert_eq!(i64::try_from(numbers.len()).unwrap(), page.total_records);
            return numbers;
        }
        cursor = page.next_cursor;
    }
}

#[tokio::test]
async fn pages_through_all_orders_in_each_sort() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let mut numbers = Vec::new();
    for product in [LAMP, SOFA, WARDROBE, SOFA, LAMP] {
        let request = by_hand(&numbers.len().to_string(), &[(product, 1)]);
        let order = call!(fixture, &owner, create_desk_order, request)
            .unwrap()
            .order
            .unwrap();
        numbers.push(order.row.unwrap().order_number);
    }
    // Two deliveries on one day and one before it.
    for (index, on, from) in [
        (0, "2030-01-02", "12:00"),
        (1, "2030-01-02", "10:00"),
        (2, "2030-01-01", "15:00"),
    ] {
        sqlx::query(
            "update customer_order set delivery_method = 'delivery', delivery_on = $2::date, delivery_from = $3::time,
                 delivery_to = '18:00' where number = $1",
        )
        .bind(&numbers[index])
        .bind(on)
        .bind(from)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    }
    let by = async |sort| list(&fixture, &owner, DeskOrderFilter::default(), sort, 2).await;
    assert_eq!(by(DeskOrderSort::Date).await, numbers);
    let newest: Vec<_> = numbers.iter().rev().cloned().collect();
    assert_eq!(by(DeskOrderSort::DateDescending).await, newest);
    let delivery = by(DeskOrderSort::Delivery).await;
    assert_eq!(
        delivery[..3],
        [numbers[2].clone(), numbers[1].clone(), numbers[0].clone()]
    );
    assert_eq!(delivery.len(), 5);
    let total = by(DeskOrderSort::Total).await;
    let mut descending = by(DeskOrderSort::TotalDescending).await;
    descending.reverse();
    assert_eq!(total, descending);
    assert_eq!(total[4], numbers[2]);

    let only = async |filter| list(&fixture, &owner, filter, DeskOrderSort::Date, 50).await;
    let with_day = DeskOrderFilter {
        has_delivery: Some(true),
        delivery_from: "2030-01-02".to_owned(),
        ..DeskOrderFilter::default()
    };
    assert_eq!(only(with_day).await, numbers[..2]);
    let without_day = DeskOrderFilter {
        has_delivery: Some(false),
        ..DeskOrderFilter::default()
    };
    assert_eq!(only(without_day).await, numbers[3..]);
}

#[tokio::test]
async fn filters_and_finds_orders() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    let website = order_in(&fixture, OrderStatus::Processing).await;
    let mut request = by_hand("a", &[(WARDROBE, 1)]);
    let shipping = request.shipping_address.as_mut().unwrap();
    shipping.first_name = "Şəfiqə".to_owned();
    shipping.phone = "050/777\u{2011}88\u{a0}99".to_owned();
    shipping.email = "Shefiqe_1@example.com".to_owned();
    let order = call!(fixture, &sales, create_desk_order, request)
        .unwrap()
        .order
        .unwrap();
    let row = order.row.unwrap();
    let walk_in = row.order_number.clone();
    assert_eq!(row.customer_phone, "+994507778899");
    let only = async |filter| list(&fixture, &sales, filter, DeskOrderSort::Date, 50).await;
    let find = async |query: &str| {
        let query = query.to_owned();
        only(DeskOrderFilter {
            query,
            ..DeskOrderFilter::default()
        })
        .await
    };
    for query in [
        "sefiqe",
        "ШКАФ",
        "şkaf",
        "shefiqe_1@",
        "+994 50 777 88 99",
        "0507778899",
        "8899",
        &walk_in,
        &walk_in[..6].to_lowercase(),
    ] {
        assert_eq!(find(query).await, [walk_in.as_str()], "{query}");
    }
    for query in [
        "kaf sefiq",
        "Шкаф Мәммәдова",
        "Məmmədova Şəfiqə",
        "şəfiqə 050 777 88 99",
        "(050) 777-88-99 skaf",
        "8899 ŞKAF",
        "shefiqe_1@example.com Məmmədova",
        &format!("{} şəfiqə", walk_in.to_lowercase()),
        &walk_in[3..],
        &walk_in.replace('-', " ").replace('0', "O").replace('1', "l"),
        "777 88 99",
        "77-88-99",
        "88 99",
        "994507778899",
        "00994 (0)50 777.88.99",
    ] {
        assert_eq!(find(query).await, [walk_in.as_str()], "{query}");
    }
    for query in ["nobody", "__", "%%", "999999", "şəfiqə divan", "ьъ", "Leyla 8899"] {
        assert!(find(query).await.is_empty(), "{query}");
    }
    let both = [website.clone(), walk_in.clone()];
    assert_eq!(find("sb-").await, both);
    let by_status = DeskOrderFilter {
        statuses: vec![OrderStatus::Processing.into(), OrderStatus::Shipped.into()],
        ..DeskOrderFilter::default()
    };
    assert_eq!(only(by_status).await, [website.as_str()]);
    let by_source = DeskOrderFilter {
        sources: vec![OrderSource::WalkIn.into()],
        payment_statuses: vec![PaymentStatus::Pending.into()],
        ..DeskOrderFilter::default()
    };
    assert_eq!(only(by_source).await, [walk_in.as_str()]);
    let nobodys = DeskOrderFilter {
        assignees: vec![String::new()],
        ..DeskOrderFilter::default()
    };
    assert_eq!(only(nobodys).await, [website.as_str()]);
    let of_customer = DeskOrderFilter {
        phones: vec!["+994501234567".to_owned()],
        emails: vec!["shefiqe_1@example.com".to_owned()],
        ..DeskOrderFilter::default()
    };
    assert_eq!(only(of_customer).await, both);
    let count = CountDeskOrdersRequest { filter: None };
    let counts = call!(fixture, &sales, count_desk_orders, count).unwrap();
    assert_eq!(
        (counts.all, counts.open, counts.new, counts.mine, counts.unpaid),
        (2, 2, 1, 1, 2)
    );
    assert_eq!(counts.by_status.len(), 6);
}

#[tokio::test]
async fn sums_the_orders_of_each_customer() {
    let fixture = Fixture::start().await;
    let sales = fixture.staff(StaffRole::Sales);
    // Two live orders and a cancelled one of +994501234567, the first and the last with an e-mail.
    let first = order_in(&fixture, OrderStatus::Processing).await;
    order_in(&fixture, OrderStatus::Cancelled).await;
    let lamp = call!(fixture, &sales, create_desk_order, by_hand("a", &[(LAMP, 1)])).unwrap();
    let lamp = lamp.order.unwrap().row.unwrap().total_minor;
    let first = get(&fixture, &sales, &first).await.unwrap().row.unwrap();
    let contacts = |id: &str, phones: &[&str], emails: &[&str]| CustomerContacts {
        customer_id: id.to_owned(),
        phones: phones.iter().map(|phone| (*phone).to_owned()).collect(),
        emails: emails.iter().map(|email| (*email).to_owned()).collect(),
    };
    let email = first.customer_email.to_uppercase();
    let request = SumCustomerOrdersRequest {
        customers: vec![
            contacts("both", &["+994501234567"], &[&email]),
            contacts("none", &["+994500000000"], &["", "nobody@example.com"]),
            contacts("email", &[], &[&email]),
        ],
    };
    let sums = call!(fixture, &sales, sum_customer_orders, request)
        .unwrap()
        .customers;
    let sums: Vec<_> = sums
        .iter()
        .map(|sum| (sum.customer_id.as_str(), sum.count, sum.total_minor))
        .collect();
    let sofa = first.total_minor;
    assert_eq!(
        sums,
        [("both", 3, sofa + lamp), ("none", 0, 0), ("email", 2, sofa)]
    );
    let many = SumCustomerOrdersRequest {
        customers: vec![CustomerContacts::default(); 501],
    };
    let refused = call!(fixture, &sales, sum_customer_orders, many).unwrap_err();
    assert_eq!(fields(&refused), [("customers", "FIELD.TOO_LONG")]);
}

#[tokio::test]
async fn rows_have_the_image_of_their_first_line() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    let request = by_hand("two-lines", &[(SOFA, 1), (LAMP, 1)]);
    let order = call!(fixture, &owner, create_desk_order, request)
        .unwrap()
        .order
        .unwrap();
    let image = &order.lines[0].product_image;
    assert!(!image.is_empty());
    let request = ListDeskOrdersRequest {
        limit: 1,
        ..ListDeskOrdersRequest::default()
    };
    let page = call!(fixture, &owner, list_desk_orders, request).unwrap();
    assert_eq!(&page.orders[0].image, image);
    assert_eq!(page.orders[0].item_count, 2);
}

#[tokio::test]
async fn refuses_other_cursors_limits_and_ranges() {
    let fixture = Fixture::start().await;
    let owner = fixture.staff(StaffRole::Owner);
    for _ in 0..2 {
        order_in(&fixture, OrderStatus::Pending).await;
    }
    let mut request = ListDeskOrdersRequest {
        limit: 1,
        ..ListDeskOrdersRequest::default()
    };
    let page = call!(fixture, &owner, list_desk_orders, request.clone()).unwrap();
    request.cursor = page.next_cursor;
    request.set_sort(DeskOrderSort::Total);
    let foreign = call!(fixture, &owner, list_desk_orders, request).unwrap_err();
    assert_eq!(fields(&foreign), [("cursor", "FIELD.INVALID")]);
    let request = ListDeskOrdersRequest {
        limit: 101,
        filter: Some(DeskOrderFilter {
            delivery_from: "2026-12-02".to_owned(),
            delivery_to: "2026-12-01".to_owned(),
            query: "a".to_owned(),
            ..DeskOrderFilter::default()
        }),
        ..ListDeskOrdersRequest::default()
    };
    let invalid = call!(fixture, &owner, list_desk_orders, request).unwrap_err();
    assert_eq!(
        fields(&invalid),
        [
            ("limit", "FIELD.OUT_OF_RANGE"),
            ("deliveryFrom", "FIELD.MIN_ABOVE_MAX"),
            ("q", "FIELD.TOO_SHORT")
        ]
    );
    assert_eq!(fixture.audited_subjects("ListAllOrders").await, ["*"]);
}

#[tokio::test]
async fn warehouse_sees_orders_in_work_without_contacts() {
    let fixture = Fixture::start().await;
    let (owner, warehouse) = (
        fixture.staff(StaffRole::Owner),
        fixture.staff(StaffRole::Warehouse),
    );
    let pending = order_in(&fixture, OrderStatus::Pending).await;
    let processing = order_in(&fixture, OrderStatus::Processing).await;
    let hidden = get(&fixture, &warehouse, &pending).await.unwrap_err();
    assert_eq!(
        (hidden.code, hidden.reason.as_str()),
        (Code::NotFound, "ORDER.NOT_FOUND")
    );
    let full = get(&fixture, &owner, &processing).await.unwrap();
    assert_eq!(full.other_orders.len(), 1);
    assert_eq!(full.billing_address, Some(address()));
    let reduced = get(&fixture, &warehouse, &processing).await.unwrap();
    assert!(reduced.other_orders.is_empty() && reduced.billing_address.is_none());
    let shipping = reduced.shipping_address.unwrap();
    assert_eq!(
        (shipping.email.as_str(), shipping.phone.as_str()),
        ("", "+994501234567")
    );
    let row = reduced.row.unwrap();
    assert_eq!(
        (row.customer_email.as_str(), row.customer_phone.as_str()),
        ("", "+994501234567")
    );
    assert_eq!(reduced.allowed_statuses, [i32::from(OrderStatus::Shipped)]);
    let seen = list(
        &fixture,
        &warehouse,
        DeskOrderFilter::default(),
        DeskOrderSort::Date,
        50,
    )
    .await;
    assert_eq!(seen, [processing]);
    let only_pending = DeskOrderFilter {
        statuses: vec![OrderStatus::Pending.into()],
        ..DeskOrderFilter::default()
    };
    assert!(
        list(&fixture, &warehouse, only_pending, DeskOrderSort::Date, 50)
            .await
            .is_empty()
    );
    let counts = call!(
        fixture,
        &warehouse,
        count_desk_orders,
        CountDeskOrdersRequest { filter: None }
    )
    .unwrap();
    assert_eq!((counts.all, counts.by_status.len()), (1, 3));
}
