//! Takes stock for an order, all lines or none; the same order again gets its first answer.

use kit::{
    caller::Caller,
    domain::{OrderId, ProductId, Quantity},
    failure::Failure,
};
use proto::catalog::v1::{ReserveStockRequest, ReserveStockResponse, ReservedLine as WireLine};
use sqlx::PgConnection;
use tonic::Request;

use super::{
    State,
    problems::{INVALID, OUT_OF_RANGE, Problems, REQUIRED, TOO_LONG},
};
use crate::{
    error::CatalogError,
    events,
    reservation::ReservationState,
    stock::{self, ReservedLine, TooMany, Wanted, taken_from_stock},
    store,
};

/// The most lines of an order.
const MOST_LINES: usize = 100;

pub(super) async fn handle(
    state: &State,
    request: Request<ReserveStockRequest>,
) -> Result<ReserveStockResponse, Failure> {
    Caller::from_request(&request)?.require_service()?;
    let (order, wanted) = decode(request.into_inner())?;
    let mut transaction = state.pool.begin().await?;
    let lines = if store::reservation::begin(&mut transaction, order, ReservationState::Reserved).await? {
        let lines = reserve(&mut transaction, order, &wanted).await?;
        transaction.commit().await?;
        lines
    } else {
        first_answer(&mut transaction, order).await?
    };
    Ok(ReserveStockResponse {
        lines: lines.into_iter().map(WireLine::from).collect(),
    })
}

fn decode(message: ReserveStockRequest) -> Result<(OrderId, Wanted), Failure> {
    let mut problems = Problems::default();
    let order = message.order_id.parse::<OrderId>();
    problems.check(order.is_ok(), "orderId", INVALID);
    problems.check(!message.lines.is_empty(), "orderItems", REQUIRED);
    problems.check(message.lines.len() <= MOST_LINES, "orderItems", TOO_LONG);
    let mut lines = Vec::with_capacity(message.lines.len().min(MOST_LINES));
    for line in message.lines {
        let field = format!("product:{}", line.product_id);
        match (
            ProductId::try_from(line.product_id),
            Quantity::try_from(line.quantity),
        ) {
            (Ok(product), Ok(quantity)) => lines.push((product, quantity)),
            (Err(_), _) => problems.note(field, INVALID),
            (_, Err(_)) => problems.note(field, OUT_OF_RANGE),
        }
    }
    let wanted = stock::sum(&lines).unwrap_or_else(|TooMany(product)| {
        problems.note(format!("product:{product}"), OUT_OF_RANGE);
        Wanted::new()
    });
    problems.done()?;
    let order = order.map_err(|_| Failure::invalid_field("orderId", INVALID))?;
    Ok((order, wanted))
}

/// Takes every product, or says of each one that is short why; then the transaction ends without effect.
async fn reserve(
    connection: &mut PgConnection,
    order: OrderId,
    wanted: &Wanted,
) -> Result<Vec<ReservedLine>, CatalogError> {
    let mut lines = Vec::with_capacity(wanted.len());
    let mut shortages = Vec::new();
    for (product, quantity) in wanted {
        match store::reservation::take(connection, *product, *quantity).await? {
            Some(line) => lines.push(line),
            None => shortages.push((
                *product,
                store::reservation::shortage(connection, *product, *quantity).await?,
            )),
        }
    }
    if !shortages.is_empty() {
        return Err(CatalogError::Short(shortages));
    }
    for line in &lines {
        store::reservation::insert_line(connection, order, line).await?;
    }
    events::stock_changed(connection, &taken_from_stock(&lines)).await?;
    Ok(lines)
}

/// What the first try of this order got. The lines of this request do not matter any more.
async fn first_answer(
    connection: &mut PgConnection,
    order: OrderId,
) -> Result<Vec<ReservedLine>, CatalogError> {
    match store::reservation::lock(connection, order).await? {
        Some(ReservationState::Reserved | ReservationState::Sold | ReservationState::Returned) => {
            Ok(store::reservation::lines(connection, order).await?)
        }
        Some(ReservationState::Released) | None => Err(CatalogError::Released),
    }
}

#[cfg(test)]
mod tests {
    use futures::future::join_all;
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::catalog::v1::{Product, StockChanged, StockLine, UpdateProductRequest};

    use super::*;
    use crate::testing::{Fixture, answer, fields, replica, reserve as reserve_with, texts, wardrobe};

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

    #[tokio::test]
    async fn lines_are_summed_taken_and_answered_by_product_id() {
        let fixture = Fixture::start().await;
        let first = fixture
            .add(Product {
                discount_percent: 15,
                ..stocked("SK-1", Some(10))
            })
            .await;
        let second = fixture.add(stocked("SK-2", None)).await;
        let order = OrderId::generate();
        let answer = fixture
            .reserve(order, &[(second, 99), (first, 2), (first, 3)])
            .await
            .unwrap();
        let line = |product_id, code: &str, discount_percent, quantity| WireLine {
            product_id,
            code: code.to_owned(),
            name: Some(texts("Palıd şkaf", "Шкаф из дуба", "Oak wardrobe")),
            image_url: format!("/images/products/{}/1-960.svg", code.to_lowercase()),
            unit_price_minor: 124_955,
            discount_percent,
            quantity,
        };
        assert_eq!(
            answer.lines,
            [line(first, "SK-1", 15, 5), line(second, "SK-2", 0, 99)]
        );
        assert_eq!(fixture.stock(first).await, Some(5));
        assert_eq!(fixture.stock(second).await, None);
        let published = fixture.harness.published::<StockChanged>().await;
        assert_eq!(
            published,
            [StockChanged {
                product_ids: vec![first]
            }]
        );
    }

    #[tokio::test]
    async fn the_same_order_gets_its_first_snapshot_whatever_has_changed() {
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
        fixture.change(change).await.unwrap();
        let again = fixture.reserve(order, &[(product, 3)]).await.unwrap();
        assert_eq!(again, first);
        assert_eq!(fixture.stock(product).await, Some(0));
        assert_eq!(fixture.harness.published::<StockChanged>().await.len(), 1);
    }

    #[tokio::test]
    async fn all_or_nothing_and_every_line_at_fault_is_named() {
        let fixture = Fixture::start().await;
        let plenty = fixture.add(stocked("SK-1", Some(10))).await;
        let few = fixture.add(stocked("SK-2", Some(2))).await;
        let gone = fixture
            .add(Product {
                is_active: false,
                ..wardrobe("SK-3")
            })
            .await;
        let unknown = gone + 1;
        let order = OrderId::generate();
        let failure = fixture
            .reserve(order, &[(plenty, 1), (few, 3), (gone, 1), (unknown, 1)])
            .await
            .unwrap_err();
        assert_eq!(failure.code, Code::Conflict);
        assert_eq!(failure.reason, "ORDER.NOT_ENOUGH");
        assert_eq!(
            fields(&failure),
            [
                (format!("product:{few}").as_str(), "ORDER.NOT_ENOUGH"),
                (format!("product:{gone}").as_str(), "ORDER.NO_LONGER_SOLD"),
                (format!("product:{unknown}").as_str(), "ORDER.NO_LONGER_SOLD"),
            ]
        );
        assert_eq!(failure.parameters["available"], "2");
        assert_eq!(fixture.stock(plenty).await, Some(10));
        assert_eq!(fixture.stock(few).await, Some(2));
        assert_eq!(reservations(&fixture).await, 0);
        assert!(fixture.harness.published::<StockChanged>().await.is_empty());
        // A refusal is no reservation: the same order may ask again, for less.
        assert!(fixture.reserve(order, &[(plenty, 1), (few, 2)]).await.is_ok());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn of_64_who_want_the_last_piece_one_gets_it() {
        let fixture = Fixture::start().await;
        let product = fixture.add(stocked("SK-1", Some(1))).await;
        let other = replica(&fixture.harness).await;
        let tries = (0..64).map(|number| {
            let client = if number % 2 == 0 { &fixture.client } else { &other };
            let client = client.clone();
            async move { reserve_with(client, OrderId::generate(), &[(product, 1)]).await }
        });
        let outcomes = join_all(tries).await;
        let refused = outcomes.iter().filter_map(|outcome| outcome.as_ref().err());
        assert!(
            refused
                .clone()
                .all(|failure| failure.reason == "ORDER.NOT_ENOUGH" && failure.parameters["available"] == "0")
        );
        assert_eq!(refused.count(), 63);
        assert_eq!(fixture.stock(product).await, Some(0));
        assert_eq!(reservations(&fixture).await, 1);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_same_order_64_times_at_once_is_one_reservation() {
        let fixture = Fixture::start().await;
        let product = fixture.add(stocked("SK-1", Some(100))).await;
        let other = replica(&fixture.harness).await;
        let order = OrderId::generate();
        let tries = (0..64).map(|number| {
            let client = if number % 2 == 0 { &fixture.client } else { &other };
            let client = client.clone();
            async move { reserve_with(client, order, &[(product, 2)]).await }
        });
        let answers: Vec<_> = join_all(tries).await.into_iter().map(Result::unwrap).collect();
        assert!(answers.iter().all(|answer| answer == &answers[0]));
        assert_eq!(fixture.stock(product).await, Some(98));
        assert_eq!(reservations(&fixture).await, 1);
        assert_eq!(fixture.harness.published::<StockChanged>().await.len(), 1);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn orders_of_the_same_products_in_other_orders_do_not_block_each_other_for_ever() {
        let fixture = Fixture::start().await;
        let (a, b) = (
            fixture.add(stocked("SK-1", Some(20))).await,
            fixture.add(stocked("SK-2", Some(20))).await,
        );
        let tries = (0..40).map(|number| {
            let lines = if number % 2 == 0 {
                [(a, 1), (b, 1)]
            } else {
                [(b, 1), (a, 1)]
            };
            let client = fixture.client.clone();
            async move { reserve_with(client, OrderId::generate(), &lines).await }
        });
        let outcomes = join_all(tries).await;
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 20);
        assert_eq!(
            (fixture.stock(a).await, fixture.stock(b).await),
            (Some(0), Some(0))
        );
    }

    #[tokio::test]
    async fn only_services_reserve() {
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
            let failure = answer(fixture.client.clone().reserve_stock(request).await).unwrap_err();
            assert_eq!(failure.code, code);
        }
    }

    #[test]
    fn all_that_is_wrong_is_named() {
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
