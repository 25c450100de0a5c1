use super::*;

async fn adjust(fixture: &Fixture, delta: i64, reason: StockReason) -> Result<i64, Failure> {
    let request = proto::catalog::v1::AdjustStockRequest {
        idempotency_key: UserId::generate().to_string(),
        code: "SK-101".to_owned(),
        delta,
        reason: reason.into(),
        text: String::new(),
    };
    let warehouse = member(StaffRole::Warehouse);
    let response = fixture
        .desk
        .clone()
        .adjust_stock(on_behalf_of(&warehouse, request))
        .await;
    into_result(response).map(|response| response.stock_quantity)
}

#[tokio::test]
async fn the_sum_of_all_moves_is_the_stock() {
    let fixture = Fixture::start().await;
    let id = fixture.add(wardrobe("SK-101")).await;
    let order = OrderId::generate();
    fixture.reserve(order, &[(id, 4)]).await.unwrap();
    // A repeated request, and one that fails, move nothing.
    fixture.reserve(order, &[(id, 4)]).await.unwrap();
    assert!(fixture.reserve(OrderId::generate(), &[(id, 7)]).await.is_err());
    let created = OrderCreated {
        order_id: order.to_string(),
        order_number: "SB-4K7Q2M0X".to_owned(),
        ..OrderCreated::default()
    };
    let event = fixture.harness.deliver(&created).await;
    fixture.wait_until_consumed("catalog-mark-sold", event).await;
    assert_eq!(get(&fixture, "SK-101").await.sold_in_30_days, 4);
    let cancelled = OrderCancelled {
        order_id: order.to_string(),
        ..OrderCancelled::default()
    };
    let event = fixture.harness.deliver(&cancelled).await;
    fixture.wait_until_consumed("catalog-return", event).await;
    assert_eq!(adjust(&fixture, 5, StockReason::Received).await.unwrap(), 15);
    assert_eq!(adjust(&fixture, -1, StockReason::Damaged).await.unwrap(), 14);
    let failure = adjust(&fixture, -15, StockReason::Issued).await.unwrap_err();
    assert_eq!(fields(&failure), [("delta", "PRODUCT.NOT_ENOUGH")]);
    let failure = adjust(&fixture, 0, StockReason::Order).await.unwrap_err();
    assert_eq!(fields(&failure).len(), 2);
    let set = |value| UpdateProductRequest {
        code: "SK-101".to_owned(),
        stock: Some(StockChange { value: Some(value) }),
        ..UpdateProductRequest::default()
    };
    fixture
        .update(set(stock_change::Value::Quantity(3)))
        .await
        .unwrap();
    fixture
        .update(set(stock_change::Value::MadeToOrder(true)))
        .await
        .unwrap();
    let failure = adjust(&fixture, 1, StockReason::Received).await.unwrap_err();
    assert_eq!(failure.reason, "PRODUCT.MADE_TO_ORDER");
    fixture
        .update(set(stock_change::Value::Quantity(8)))
        .await
        .unwrap();

    let moves = moves(&fixture, "SK-101").await;
    let all: Vec<_> = moves
        .iter()
        .rev()
        .map(|one| (one.reason(), one.delta, one.balance, one.order_number.as_str()))
        .collect();
    assert_eq!(
        all,
        [
            (StockReason::Set, 10, 10, ""),
            (StockReason::Order, -4, 6, "SB-4K7Q2M0X"),
            (StockReason::Returned, 4, 10, "SB-4K7Q2M0X"),
            (StockReason::Received, 5, 15, ""),
            (StockReason::Damaged, -1, 14, ""),
            (StockReason::Set, -11, 3, ""),
            (StockReason::Set, -3, 0, ""),
            (StockReason::Set, 8, 8, ""),
        ]
    );
    let sum: i64 = moves.iter().map(|one| one.delta).sum();
    assert_eq!(fixture.stock(id).await, Some(sum));
    assert_eq!(row(&get(&fixture, "SK-101").await).version, 3);
}
