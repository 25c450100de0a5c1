//! The service on a database and a bus of its own, for its tests.

use kit::{
    caller::Caller,
    domain::{EventId, OrderId},
    failure::Failure,
    grpc::{Client, client::on_behalf_of},
};
use prost_types::Timestamp;
use proto::{
    catalog::v1::{
        Category, CreateProductRequest, GetProductsRequest, Image, Product, ReserveStockRequest,
        ReserveStockResponse, StockLine, UpdateProductRequest, UpdateProductResponse,
        catalog_service_client::CatalogServiceClient,
    },
    common::v1::LocalizedText,
};
use testkit::{Harness, caller, eventually};

use crate::{Config, DEFINITION, server};

/// How often a call is made again where the service is busy.
const PATIENCE: u32 = 50;

/// The running service.
pub(crate) struct Fixture {
    pub(crate) harness: Harness,
    pub(crate) client: CatalogServiceClient<Client>,
}

impl Fixture {
    pub(crate) async fn start() -> Self {
        let harness = Harness::start(DEFINITION).await;
        let client = replica(&harness).await;
        Self { harness, client }
    }

    /// Adds a product and answers its id.
    pub(crate) async fn add(&self, product: Product) -> i64 {
        let answer = self
            .client
            .clone()
            .create_product(on_behalf_of(&caller::staff(), create(product)))
            .await
            .unwrap()
            .into_inner();
        assert!(answer.created, "the code is taken");
        answer.product_id
    }

    /// Changes a product.
    pub(crate) async fn change(
        &self,
        message: UpdateProductRequest,
    ) -> Result<UpdateProductResponse, Failure> {
        answer(
            self.client
                .clone()
                .update_product(on_behalf_of(&caller::staff(), message))
                .await,
        )
    }

    /// The product as it is now.
    pub(crate) async fn product(&self, id: i64) -> Product {
        self.client
            .clone()
            .get_products(anonymous(GetProductsRequest {
                product_ids: vec![id],
            }))
            .await
            .unwrap()
            .into_inner()
            .products
            .pop()
            .unwrap()
    }

    /// The pieces of a product that are on hand.
    pub(crate) async fn stock(&self, id: i64) -> Option<i64> {
        self.product(id).await.stock_quantity
    }

    /// Reserves lines of product id and quantity, as the order service does.
    pub(crate) async fn reserve(
        &self,
        order: OrderId,
        lines: &[(i64, u32)],
    ) -> Result<ReserveStockResponse, Failure> {
        reserve(self.client.clone(), order, lines).await
    }

    /// Waits until a consumer has handled an event.
    pub(crate) async fn heard(&self, consumer: &str, event: EventId) {
        eventually("the event is in the inbox", || async {
            sqlx::query_scalar::<_, i32>("select 1 from inbox where consumer = $1 and event_id = $2")
                .bind(consumer)
                .bind(event.uuid())
                .fetch_optional(self.harness.pool())
                .await
                .unwrap()
        })
        .await;
    }
}

/// One more process of the service on the same database.
pub(crate) async fn replica(harness: &Harness) -> CatalogServiceClient<Client> {
    let config = Config {
        process: harness.process_settings(),
        database: harness.database_settings(),
        operation: None,
    };
    let service = server::build(&config).await.unwrap();
    CatalogServiceClient::new(harness.serve(service).await)
}

/// Reserves; where the service has no connection free in time, asks again with the same id, as a caller may.
pub(crate) async fn reserve(
    mut client: CatalogServiceClient<Client>,
    order: OrderId,
    lines: &[(i64, u32)],
) -> Result<ReserveStockResponse, Failure> {
    let message = ReserveStockRequest {
        order_id: order.to_string(),
        lines: lines
            .iter()
            .map(|(product_id, quantity)| StockLine {
                product_id: *product_id,
                quantity: *quantity,
            })
            .collect(),
    };
    for _ in 0..PATIENCE {
        let request = on_behalf_of(&caller::service("order"), message.clone());
        match answer(client.reserve_stock(request).await) {
            Err(failure) if failure.code == kit::failure::Code::Unavailable => {}
            outcome => return outcome,
        }
    }
    panic!("{PATIENCE} times without a free connection");
}

/// A request of a visitor who is not signed in.
pub(crate) fn anonymous<T>(message: T) -> tonic::Request<T> {
    on_behalf_of(&caller::anonymous(), message)
}

/// A request of each caller who is not staff.
pub(crate) fn not_staff() -> [Caller; 3] {
    [
        caller::anonymous(),
        caller::customer(kit::domain::UserId::generate()),
        caller::service("order"),
    ]
}

/// An answer, or what the service said instead.
pub(crate) fn answer<T>(outcome: Result<tonic::Response<T>, tonic::Status>) -> Result<T, Failure> {
    outcome
        .map(tonic::Response::into_inner)
        .map_err(|status| Failure::from_status(&status))
}

/// The fields that a failure names.
pub(crate) fn fields(failure: &Failure) -> Vec<(&str, &str)> {
    failure
        .fields
        .iter()
        .map(|(field, key)| (field.as_str(), key.as_str()))
        .collect()
}

/// A request to add a product.
pub(crate) fn create(product: Product) -> CreateProductRequest {
    CreateProductRequest {
        product: Some(product),
    }
}

/// The same text in all languages.
pub(crate) fn text(text: &str) -> LocalizedText {
    texts(text, text, text)
}

/// A text in each language.
pub(crate) fn texts(az: &str, ru: &str, en: &str) -> LocalizedText {
    LocalizedText {
        az: az.to_owned(),
        ru: ru.to_owned(),
        en: en.to_owned(),
    }
}

/// An active wardrobe with ten pieces on hand at 1249.55 AZN.
pub(crate) fn wardrobe(code: &str) -> Product {
    Product {
        id: 0,
        code: code.to_owned(),
        name: Some(texts("Palıd şkaf", "Шкаф из дуба", "Oak wardrobe")),
        description: Some(text("Three doors.")),
        external_measurement: Some(texts(
            "150 × 60 × 210 sm",
            "150 × 60 × 210 см",
            "150 × 60 × 210 cm",
        )),
        internal_measurement: Some(text("")),
        features: Some(text("Soft closing\nSix shelves")),
        price_minor: 124_955,
        discount_percent: 0,
        category: Some(category(1)),
        stock_quantity: Some(10),
        is_active: true,
        created_at: Some(Timestamp {
            seconds: 1_700_000_000,
            nanos: 0,
        }),
        popularity: 0,
        rating_tenths: 45,
        review_count: 12,
        colors: vec!["oak".to_owned()],
        images: vec![Image {
            url: format!("/images/products/{}/1-960.svg", code.to_lowercase()),
            width: 960,
            height: 1200,
            color: String::new(),
            placeholder: "#E7E2D8".to_owned(),
        }],
    }
}

/// A category by its id alone.
pub(crate) fn category(id: i32) -> Category {
    Category {
        id,
        ..Category::default()
    }
}
