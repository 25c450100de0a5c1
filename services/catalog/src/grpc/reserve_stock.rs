//! Reserves stock for an order, all lines or none. A repeated request returns the first response.

use kit::{
    caller::ServiceCaller,
    domain::OrderId,
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED, TOO_LONG},
};
use proto::catalog::v1::{ReserveStockRequest, ReserveStockResponse};
use sqlx::PgConnection;

use super::State;
use crate::{
    error::CatalogError,
    events,
    reservation::ReservationState,
    stock::{self, Quantities, QuantityTooHigh, ReservedLine},
    store,
};

/// Maximum number of lines of an order.
const MAX_LINES: usize = 100;

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: ReserveStockRequest,
) -> Result<ReserveStockResponse, Failure> {
    let (order, quantities) = decode(request)?;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let lines = match store::reservation::reserve(&mut transaction, order, &quantities).await? {
        Some(reserved) => {
            let lines = publish(&mut transaction, &quantities, reserved).await?;
            transaction.commit().await?;
            lines
        }
        None => existing_lines(&mut transaction, order).await?,
    };
    Ok(ReserveStockResponse {
        lines: lines.into_iter().map(Into::into).collect(),
    })
}

fn decode(request: ReserveStockRequest) -> Result<(OrderId, Quantities), Failure> {
    let mut errors = FieldErrors::default();
    let order = errors.check("orderId", request.order_id.parse().map_err(|_| INVALID));
    errors.ensure(!request.lines.is_empty(), "orderItems", REQUIRED);
    errors.ensure(request.lines.len() <= MAX_LINES, "orderItems", TOO_LONG);
    let mut lines = Vec::with_capacity(request.lines.len().min(MAX_LINES));
    for line in request.lines {
        let field = format!("product:{}", line.product_id);
        if let Some(product) = errors.product(&field, line.product_id)
            && let Some(quantity) = errors.quantity(&field, line.quantity)
        {
            lines.push((product, quantity));
        }
    }
    let quantities = stock::sum_by_product(&lines)
        .map_err(|QuantityTooHigh(product)| errors.push(format!("product:{product}"), OUT_OF_RANGE))
        .ok();
    errors.finish((order, quantities))
}

/// Publishes the stock that is left, and marks sold-out products for the index.
///
/// # Errors
///
/// Fails with [`CatalogError::NotReservable`] and all shortages if a product is missing; the caller rolls back.
async fn publish(
    connection: &mut PgConnection,
    quantities: &Quantities,
    reserved: Vec<(ReservedLine, Option<i64>)>,
) -> Result<Vec<ReservedLine>, Failure> {
    if reserved.len() < quantities.len() {
        let mut shortages = Vec::new();
        for (product, quantity) in quantities {
            if !reserved.iter().any(|(line, _)| line.product == *product) {
                let shortage = store::reservation::shortage(connection, *product, *quantity).await?;
                shortages.push((*product, shortage));
            }
        }
        return Err(CatalogError::NotReservable(shortages).into());
    }
    let pieces_left: Vec<_> = reserved
        .iter()
        .filter(|(line, _)| line.from_stock)
        .map(|(line, pieces)| (line.product, *pieces))
        .collect();
    let sold_out: Vec<_> = pieces_left
        .iter()
        .filter(|(_, pieces)| *pieces == Some(0))
        .map(|(product, _)| *product)
        .collect();
    store::search::mark_changed(connection, &sold_out).await?;
    events::stock_changed(connection, &pieces_left, !sold_out.is_empty()).await?;
    Ok(reserved.into_iter().map(|(line, _)| line).collect())
}

/// Returns the lines of the first request, which may differ from those of this one.
async fn existing_lines(connection: &mut PgConnection, order: OrderId) -> Result<Vec<ReservedLine>, Failure> {
    match store::reservation::lock(connection, order).await? {
        Some(ReservationState::Reserved | ReservationState::Sold | ReservationState::Returned) => {
            Ok(store::reservation::lines(connection, order).await?)
        }
        Some(ReservationState::Released) | None => Err(CatalogError::ReservationReleased.into()),
    }
}

#[cfg(test)]
mod tests {
    use futures::future::join_all;
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::catalog::v1::{Product, ReservedLine, StockChanged, StockLine, UpdateProductRequest};

    use super::*;
    use crate::testing::{Fixture, fields, into_result, replica, reserve as reserve_with, texts, wardrobe};

    fn stocked(code: &str, stock_quantity: Option<i64>) -> Product {
        Product {
            stock_quantity,
            ..wardrobe(code)
        }
    }

    async fn reservations(fixture: &Fixture) -> i64 {
        sqlx::query_scalar("select count(*) from reservation")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap()
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn parallel_reservations_of_the_same_products_in_any_order_take_each_piece_once() {
        let fixture = Fixture::start().await;
        let mut products = Vec::new();
        for code in ["SK-1", "SK-2", "SK-3"] {
            products.push(fixture.add(stocked(code, Some(30))).await);
        }
        let made_to_order = fixture.add(stocked("SK-4", None)).await;
        let reservations = (0..40_usize).map(|index| {
            let mut lines: Vec<_> = products.iter().map(|product| (*product, 1)).collect();
            lines.push((made_to_order, 1));
            lines.rotate_left(index % 4);
            let fixture = &fixture;
            async move { fixture.reserve(OrderId::generate(), &lines).await }
        });
        let outcomes = join_all(reservations).await;
        let refusals: Vec<_> = outcomes
            .iter()
            .filter_map(|outcome| outcome.as_ref().err())
            .collect();
        assert_eq!(refusals.len(), 10);
        for failure in refusals {
            assert_eq!(failure.reason, "ORDER.NOT_ENOUGH", "{failure}");
        }
        for product in products {
            assert_eq!(fixture.stock(product).await, Some(0));
        }
    }

    #[tokio::test]
    async fn takes_summed_lines_and_returns_them_in_order_of_ids() {
        let fixture = Fixture::start().await;
        let first = fixture
            .add(Product {
                discount_percent: 15,
                ..stocked("SK-1", Some(10))
            })
            .await;
        let second = fixture.add(stocked("SK-2", None)).await;
        let order = OrderId::generate();
        let response = fixture
            .reserve(order, &[(second, 99), (first, 2), (first, 3)])
            .await
            .unwrap();
        let line = |product_id, code: &str, discount_percent, quantity| ReservedLine {
            product_id,
            code: code.to_owned(),
            name: Some(texts("Palıd şkaf", "Шкаф из дуба", "Oak wardrobe")),
            image_url: format!("/images/products/{}/1-960.svg", code.to_lowercase()),
            unit_price_minor: 124_955,
            discount_percent,
            quantity,
        };
        assert_eq!(
            response.lines,
            [line(first, "SK-1", 15, 5), line(second, "SK-2", 0, 99)]
        );
        assert_eq!(fixture.stock(first).await, Some(5));
        assert_eq!(fixture.stock(second).await, None);
        let published = fixture.harness.published::<StockChanged>().await;
        assert_eq!(
            published,
            [StockChanged {
                product_ids: vec![first],
                quantities: [(first, 5)].into(),
                is_availability_changed: Some(false),
            }]
        );
    }

    #[tokio::test]
    async fn returns_the_first_response_after_products_changed() {
        let fixture = Fixture::start().await;
        let product = fixture.add(stocked("SK-1", Some(3))).await;
        let order = OrderId::generate();
        let first = fixture.reserve(order, &[(product, 3)]).await.unwrap();
        let change = UpdateProductRequest {
            code: "SK-1".to_owned(),
            price_minor: Some(1),
            is_active: Some(false),
            ..UpdateProductRequest::default()
        };
        fixture.update(change).await.unwrap();
        let again = fixture.reserve(order, &[(product, 3)]).await.unwrap();
        assert_eq!(again, first);
        assert_eq!(fixture.stock(product).await, Some(0));
        let published = fixture.harness.published::<StockChanged>().await;
        let availability: Vec<_> = published
            .iter()
            .map(|event| event.is_availability_changed)
            .collect();
        assert_eq!(availability, [Some(true)]);
    }

    #[tokio::test]
    async fn takes_all_or_nothing_and_names_every_shortage() {
        let fixture = Fixture::start().await;
        let available = fixture.add(stocked("SK-1", Some(10))).await;
        let low = fixture.add(stocked("SK-2", Some(2))).await;
        let inactive = fixture
            .add(Product {
                is_active: false,
                ..wardrobe("SK-3")
            })
            .await;
        let unknown = inactive + 1;
        let order = OrderId::generate();
        let failure = fixture
            .reserve(order, &[(available, 1), (low, 3), (inactive, 1), (unknown, 1)])
            .await
            .unwrap_err();
        assert_eq!(failure.code, Code::Conflict);
        assert_eq!(failure.reason, "ORDER.NOT_ENOUGH");
        assert_eq!(
            fields(&failure),
            [
                (format!("product:{low}").as_str(), "ORDER.NOT_ENOUGH"),
                (format!("product:{inactive}").as_str(), "ORDER.NO_LONGER_SOLD"),
                (format!("product:{unknown}").as_str(), "ORDER.NO_LONGER_SOLD"),
            ]
        );
        assert_eq!(failure.parameters["available"], "2");
        assert_eq!(fixture.stock(available).await, Some(10));
        assert_eq!(fixture.stock(low).await, Some(2));
        assert_eq!(reservations(&fixture).await, 0);
        assert!(fixture.harness.published::<StockChanged>().await.is_empty());
        // A failed attempt leaves no reservation, so the order can be reserved with smaller quantities.
        assert!(fixture.reserve(order, &[(available, 1), (low, 2)]).await.is_ok());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn exactly_one_of_64_parallel_orders_gets_the_last_piece() {
        let fixture = Fixture::start().await;
        let product = fixture.add(stocked("SK-1", Some(1))).await;
        let other = replica(&fixture.harness).await;
        let requests = (0..64).map(|number| {
            let client = if number % 2 == 0 { &fixture.client } else { &other };
            let client = client.clone();
            async move { reserve_with(client, OrderId::generate(), &[(product, 1)]).await }
        });
        let results = join_all(requests).await;
        let failures = results.iter().filter_map(|result| result.as_ref().err());
        assert!(
            failures
                .clone()
                .all(|failure| failure.reason == "ORDER.NOT_ENOUGH" && failure.parameters["available"] == "0")
        );
        assert_eq!(failures.count(), 63);
        assert_eq!(fixture.stock(product).await, Some(0));
        assert_eq!(reservations(&fixture).await, 1);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn parallel_requests_for_an_order_create_one_reservation() {
        let fixture = Fixture::start().await;
        let product = fixture.add(stocked("SK-1", Some(100))).await;
        let other = replica(&fixture.harness).await;
        let order = OrderId::generate();
        let requests = (0..64).map(|number| {
            let client = if number % 2 == 0 { &fixture.client } else { &other };
            let client = client.clone();
            async move { reserve_with(client, order, &[(product, 2)]).await }
        });
        let responses: Vec<_> = join_all(requests).await.into_iter().map(Result::unwrap).collect();
        assert!(responses.iter().all(|response| response == &responses[0]));
        assert_eq!(fixture.stock(product).await, Some(98));
        assert_eq!(reservations(&fixture).await, 1);
        assert_eq!(fixture.harness.published::<StockChanged>().await.len(), 1);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn parallel_reservations_with_lines_in_reverse_order_do_not_deadlock() {
        let fixture = Fixture::start().await;
        let (a, b) = (
            fixture.add(stocked("SK-1", Some(20))).await,
            fixture.add(stocked("SK-2", Some(20))).await,
        );
        let requests = (0..40).map(|number| {
            let lines = if number % 2 == 0 {
                [(a, 1), (b, 1)]
            } else {
                [(b, 1), (a, 1)]
            };
            let client = fixture.client.clone();
            async move { reserve_with(client, OrderId::generate(), &lines).await }
        });
        let results = join_all(requests).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 20);
        assert_eq!(
            (fixture.stock(a).await, fixture.stock(b).await),
            (Some(0), Some(0))
        );
    }

    #[tokio::test]
    async fn rejects_callers_other_than_services() {
        let fixture = Fixture::start().await;
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (
                testkit::caller::customer(kit::domain::UserId::generate()),
                Code::Forbidden,
            ),
            (testkit::caller::staff(), Code::Forbidden),
        ] {
            let request = on_behalf_of(&caller, ReserveStockRequest::default());
            let failure = into_result(fixture.client.clone().reserve_stock(request).await).unwrap_err();
            assert_eq!(failure.code, code);
        }
    }

    #[test]
    fn names_all_invalid_fields() {
        let line = |product_id, quantity| StockLine { product_id, quantity };
        let failure = decode(ReserveStockRequest {
            order_id: "7".to_owned(),
            lines: vec![line(0, 1), line(1, 0), line(2, 100), line(3, 60), line(3, 40)],
        })
        .unwrap_err();
        assert_eq!(
            fields(&failure),
            [
                ("orderId", "FIELD.INVALID"),
                ("product:0", "FIELD.INVALID"),
                ("product:1", "FIELD.OUT_OF_RANGE"),
                ("product:2", "FIELD.OUT_OF_RANGE"),
                ("product:3", "FIELD.OUT_OF_RANGE"),
            ]
        );
        let order_id = OrderId::generate().to_string();
        let failure = decode(ReserveStockRequest {
            order_id: order_id.clone(),
            lines: Vec::new(),
        })
        .unwrap_err();
        assert_eq!(fields(&failure), [("orderItems", "FIELD.REQUIRED")]);
        let failure = decode(ReserveStockRequest {
            order_id,
            lines: (1..=101).map(|product| line(product, 1)).collect(),
        })
        .unwrap_err();
        assert_eq!(fields(&failure), [("orderItems", "FIELD.TOO_LONG")]);
    }
}
