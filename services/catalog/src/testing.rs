//! Fixture of the tests: the service with its own database and NATS.

use kit::{
    caller::Caller,
    command::ServiceSettings,
    domain::{EventId, OrderId},
    failure::Failure,
    grpc::{Client, client::on_behalf_of},
};
use prost_types::Timestamp;
use proto::{
    catalog::v1::{
        Category, CreateProductRequest, CreateProductResponse, Front, FrontKind, GetProductsRequest, Image,
        MeasureRange, Measures, Product, ReserveStockRequest, ReserveStockResponse, Sizes, StockLine, Stores,
        UpdateProductRequest, UpdateProductResponse, UsualMeasures,
        catalog_service_client::CatalogServiceClient, desk_catalog_service_client::DeskCatalogServiceClient,
        product_import_service_client::ProductImportServiceClient,
    },
    common::v1::LocalizedText,
};
use testkit::{DatabaseProxy, Harness, caller, closed_address, eventually, until_connected};

use crate::{Config, DEFINITION, server};

/// A running service.
pub(crate) struct Fixture {
    pub(crate) harness: Harness,
    pub(crate) client: CatalogServiceClient<Client>,
    /// The rpcs of the desk.
    pub(crate) desk: DeskCatalogServiceClient<Client>,
    /// The rpcs of imports and exports.
    pub(crate) imports: ProductImportServiceClient<Client>,
}

impl Fixture {
    pub(crate) async fn start() -> Self {
        Self::start_with_content(closed_address()).await
    }

    /// Starts the service with the address of a content service.
    pub(crate) async fn start_with_content(content_url: String) -> Self {
        let harness = Harness::start(DEFINITION).await;
        let client = serve_with_content(&harness, content_url).await;
        Self {
            client: CatalogServiceClient::new(client.clone()),
            desk: DeskCatalogServiceClient::new(client.clone()),
            imports: ProductImportServiceClient::new(client),
            harness,
        }
    }

    /// Creates a product and returns its id.
    pub(crate) async fn add(&self, product: Product) -> i64 {
        let response = self.create(product).await.unwrap();
        assert!(response.created, "the code exists");
        response.product_id
    }

    /// Creates a product as staff.
    pub(crate) async fn create(&self, product: Product) -> Result<CreateProductResponse, Failure> {
        let message = create_request(product);
        let created = until_connected(async || {
            let request = on_behalf_of(&caller::staff(), message.clone());
            self.client.clone().create_product(request).await
        });
        into_result(created.await)
    }

    /// Updates a product.
    pub(crate) async fn update(
        &self,
        message: UpdateProductRequest,
    ) -> Result<UpdateProductResponse, Failure> {
        into_result(
            self.client
                .clone()
                .update_product(on_behalf_of(&caller::staff(), message))
                .await,
        )
    }

    /// Returns a product.
    pub(crate) async fn product(&self, id: i64) -> Product {
        self.client
            .clone()
            .get_products(anonymous(GetProductsRequest {
                only_stock: false,
                product_ids: vec![id],
            }))
            .await
            .unwrap()
            .into_inner()
            .products
            .pop()
            .unwrap()
    }

    /// Returns the stock of a product.
    pub(crate) async fn stock(&self, id: i64) -> Option<i64> {
        self.product(id).await.stock_quantity
    }

    /// Reserves stock for an order; lines are product ids and quantities.
    pub(crate) async fn reserve(
        &self,
        order: OrderId,
        lines: &[(i64, u32)],
    ) -> Result<ReserveStockResponse, Failure> {
        reserve(self.client.clone(), order, lines).await
    }

    /// Waits until a consumer has handled an event.
    pub(crate) async fn wait_until_consumed(&self, consumer: &str, event: EventId) {
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

/// Starts another replica of the service on the same database.
pub(crate) async fn replica(harness: &Harness) -> CatalogServiceClient<Client> {
    CatalogServiceClient::new(serve(harness).await)
}

/// Starts another replica and returns a client of all its rpcs.
pub(crate) async fn serve(harness: &Harness) -> Client {
    serve_with_content(harness, closed_address()).await
}

async fn serve_with_content(harness: &Harness, content_url: String) -> Client {
    serve_with(harness, harness.service_settings(), content_url).await
}

/// As [`serve`], with the database behind a proxy.
pub(crate) async fn serve_behind(harness: &Harness, proxy: &DatabaseProxy) -> Client {
    let mut settings = harness.service_settings();
    settings.database.postgres_url = proxy.url().clone();
    serve_with(harness, settings, closed_address()).await
}

async fn serve_with(harness: &Harness, service: ServiceSettings, content_url: String) -> Client {
    let config = Config {
        service,
        content_url,
        search_index_folder: None,
    };
    let service = server::build(&config).await.unwrap();
    harness.serve(service).await
}

/// Reserves stock.
pub(crate) async fn reserve(
    client: CatalogServiceClient<Client>,
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
    let reserved = until_connected(async || {
        let request = on_behalf_of(&caller::service("order"), message.clone());
        client.clone().reserve_stock(request).await
    });
    into_result(reserved.await)
}

/// Returns a request without a signed-in user.
pub(crate) fn anonymous<T>(message: T) -> tonic::Request<T> {
    on_behalf_of(&caller::anonymous(), message)
}

/// Returns one caller of each kind but staff.
pub(crate) fn non_staff_callers() -> [Caller; 3] {
    [
        caller::anonymous(),
        caller::customer(kit::domain::UserId::generate()),
        caller::service("order"),
    ]
}

/// Unwraps the response, or decodes the failure as the gateway does.
pub(crate) fn into_result<T>(response: Result<tonic::Response<T>, tonic::Status>) -> Result<T, Failure> {
    response
        .map(tonic::Response::into_inner)
        .map_err(|status| Failure::from_status(&status))
}

/// Returns the field errors of a failure.
pub(crate) fn fields(failure: &Failure) -> Vec<(&str, &str)> {
    failure
        .fields
        .iter()
        .map(|(field, key)| (field.as_str(), key.as_str()))
        .collect()
}

/// Returns a request that creates a product.
pub(crate) fn create_request(product: Product) -> CreateProductRequest {
    CreateProductRequest {
        product: Some(product),
    }
}

/// Returns a text that is the same in all languages.
pub(crate) fn text(text: &str) -> LocalizedText {
    texts(text, text, text)
}

/// Returns a text with one value per language.
pub(crate) fn texts(az: &str, ru: &str, en: &str) -> LocalizedText {
    LocalizedText {
        az: az.to_owned(),
        ru: ru.to_owned(),
        en: en.to_owned(),
    }
}

/// Returns an active product with a stock of 10 at 1249.55 AZN.
pub(crate) fn wardrobe(code: &str) -> Product {
    Product {
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
            ..Image::default()
        }],
        sizes: Some(Sizes {
            is_fixed: false,
            own: Some(measures(1500, 600, 2100)),
            usual: Some(usual([900, 2600], [450, 700], [1700, 2600])),
        }),
        front: Some(Front {
            kind: FrontKind::Doors.into(),
            doors: 3,
            drawers: 2,
            drawer_rows: 1,
            has_legs: true,
        }),
        shown_in: Some(Stores {
            store_ids: vec!["01a2037c-0000-7000-8000-000000000001".to_owned()],
        }),
        ..Product::default()
    }
}

/// Returns measures in millimetres.
pub(crate) const fn measures(width_mm: u32, depth_mm: u32, height_mm: u32) -> Measures {
    Measures {
        width_mm,
        depth_mm,
        height_mm,
    }
}

/// Returns bounds of width, depth and height in millimetres.
pub(crate) const fn usual(width: [u32; 2], depth: [u32; 2], height: [u32; 2]) -> UsualMeasures {
    const fn range([min_mm, max_mm]: [u32; 2]) -> MeasureRange {
        MeasureRange { min_mm, max_mm }
    }
    UsualMeasures {
        width: Some(range(width)),
        depth: Some(range(depth)),
        height: Some(range(height)),
    }
}

/// Returns a category that has only an id.
pub(crate) fn category(id: i32) -> Category {
    Category {
        id,
        ..Category::default()
    }
}
