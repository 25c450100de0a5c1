//! What the tests of this crate stand on: the service with its own database and NATS, and a catalogue at the gRPC
//! face, with products that never change. The tests of the whole shop meet the real one.

use async_trait::async_trait;
use kit::{
    caller::Caller,
    domain::UserId,
    failure::Failure,
    grpc::{Client, client::on_behalf_of},
};
use proto::{
    cart::v1::{
        AddItemRequest, CreateCartRequest, GetCartRequest, SetQuantityRequest,
        cart_service_client::CartServiceClient,
    },
    catalog::v1::{
        self as catalog, Product,
        catalog_service_server::{CatalogService, CatalogServiceServer},
    },
};
use testkit::Harness;
use tonic::{Request, Response, Status, transport::server::TcpIncoming};

use crate::{Config, DEFINITION, server};

/// Made to order.
pub(crate) const WARDROBE: i64 = 1;
/// Made to order.
pub(crate) const SOFA: i64 = 2;
/// Made to order.
pub(crate) const TABLE: i64 = 3;
/// Three on hand.
pub(crate) const LAMP: i64 = 4;
/// Not sold any more.
pub(crate) const RETIRED: i64 = 5;
/// From here on, products that are made to order.
const MANY: std::ops::Range<i64> = 1_000..2_000;

/// The service, running.
pub(crate) struct Fixture {
    pub(crate) harness: Harness,
    client: Client,
}

/// A customer with an empty cart.
pub(crate) struct Customer {
    pub(crate) user: UserId,
    pub(crate) cart: String,
    client: CartServiceClient<Client>,
}

impl Fixture {
    pub(crate) async fn start() -> Self {
        let incoming = TcpIncoming::bind(([127, 0, 0, 1], 0).into()).unwrap();
        let address = incoming.local_addr().unwrap();
        tokio::spawn(
            tonic::transport::Server::builder()
                .add_service(CatalogServiceServer::new(Products))
                .serve_with_incoming(incoming),
        );
        Self::with(format!("http://{address}")).await
    }

    /// The catalogue's port is closed.
    pub(crate) async fn without_catalogue() -> Self {
        let closed = TcpIncoming::bind(([127, 0, 0, 1], 0).into()).unwrap();
        let address = closed.local_addr().unwrap();
        drop(closed);
        Self::with(format!("http://{address}")).await
    }

    async fn with(catalog_url: String) -> Self {
        let harness = Harness::start(DEFINITION).await;
        let config = Config {
            process: harness.process_settings(),
            database: harness.database_settings(),
            catalog_url,
            operation: None,
        };
        let client = harness.serve(server::build(&config).await.unwrap()).await;
        Self { harness, client }
    }

    pub(crate) fn client(&self) -> CartServiceClient<Client> {
        CartServiceClient::new(self.client.clone())
    }

    pub(crate) async fn customer(&self) -> Customer {
        let user = UserId::generate();
        let mut client = self.client();
        let request = on_behalf_of(&testkit::caller::customer(user), CreateCartRequest {});
        let cart = client
            .create_cart(request)
            .await
            .unwrap()
            .into_inner()
            .cart
            .unwrap();
        Customer {
            user,
            cart: cart.id,
            client,
        }
    }

    /// So many different products, all sold.
    pub(crate) fn many(count: usize) -> impl Iterator<Item = i64> {
        MANY.take(count)
    }
}

impl Customer {
    pub(crate) fn caller(&self) -> Caller {
        testkit::caller::customer(self.user)
    }

    pub(crate) async fn add(&self, product_id: i64, quantity: u32) -> Result<(), Status> {
        let request = AddItemRequest {
            cart_id: self.cart.clone(),
            product_id,
            quantity,
        };
        self.client
            .clone()
            .add_item(on_behalf_of(&self.caller(), request))
            .await
            .map(drop)
    }

    pub(crate) async fn set(&self, product_id: i64, quantity: u32) -> Result<(), Status> {
        let request = SetQuantityRequest { product_id, quantity };
        self.client
            .clone()
            .set_quantity(on_behalf_of(&self.caller(), request))
            .await
            .map(drop)
    }

    /// Products and pieces.
    pub(crate) async fn lines(&self) -> Vec<(i64, u32)> {
        let answer = self
            .client
            .clone()
            .get_cart(on_behalf_of(&self.caller(), GetCartRequest {}))
            .await
            .unwrap();
        let items = answer.into_inner().cart.unwrap().items;
        items
            .into_iter()
            .map(|item| (item.product_id, item.quantity))
            .collect()
    }
}

/// What the gateway would read from a refusal.
pub(crate) fn failure(status: &Status) -> Failure {
    Failure::from_status(status)
}

/// The catalogue's answers about a few products.
struct Products;

fn product(id: i64) -> Option<Product> {
    let (is_active, stock_quantity) = match id {
        WARDROBE | SOFA | TABLE => (true, None),
        LAMP => (true, Some(3)),
        RETIRED => (false, Some(10)),
        id if MANY.contains(&id) => (true, None),
        _ => return None,
    };
    Some(Product {
        id,
        is_active,
        stock_quantity,
        ..Product::default()
    })
}

#[async_trait]
impl CatalogService for Products {
    async fn get_products(
        &self,
        request: Request<catalog::GetProductsRequest>,
    ) -> Result<Response<catalog::GetProductsResponse>, Status> {
        let ids = request.into_inner().product_ids;
        Ok(Response::new(catalog::GetProductsResponse {
            products: ids.into_iter().filter_map(product).collect(),
        }))
    }

    async fn list_products(
        &self,
        _: Request<catalog::ListProductsRequest>,
    ) -> Result<Response<catalog::ListProductsResponse>, Status> {
        Err(never_asked())
    }

    async fn get_product(
        &self,
        _: Request<catalog::GetProductRequest>,
    ) -> Result<Response<catalog::GetProductResponse>, Status> {
        Err(never_asked())
    }

    async fn list_categories(
        &self,
        _: Request<catalog::ListCategoriesRequest>,
    ) -> Result<Response<catalog::ListCategoriesResponse>, Status> {
        Err(never_asked())
    }

    async fn search_products(
        &self,
        _: Request<catalog::SearchProductsRequest>,
    ) -> Result<Response<catalog::SearchProductsResponse>, Status> {
        Err(never_asked())
    }

    async fn reserve_stock(
        &self,
        _: Request<catalog::ReserveStockRequest>,
    ) -> Result<Response<catalog::ReserveStockResponse>, Status> {
        Err(never_asked())
    }

    async fn create_product(
        &self,
        _: Request<catalog::CreateProductRequest>,
    ) -> Result<Response<catalog::CreateProductResponse>, Status> {
        Err(never_asked())
    }

    async fn update_product(
        &self,
        _: Request<catalog::UpdateProductRequest>,
    ) -> Result<Response<catalog::UpdateProductResponse>, Status> {
        Err(never_asked())
    }
}

fn never_asked() -> Status {
    Status::unimplemented("a cart never asks this")
}
