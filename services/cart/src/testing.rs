//! Fixture of the tests: the service with its own database and NATS, and a fake catalog.

use kit::{
    caller::Caller,
    domain::UserId,
    failure::Failure,
    grpc::{Client, client::on_behalf_of},
};
use proto::{
    cart::v1::{
        AddItemRequest, Cart, CreateCartRequest, GetCartRequest, SetQuantityRequest,
        cart_service_client::CartServiceClient,
    },
    catalog::v1::Product,
};
use testkit::{FakeServices, Harness, closed_address};
use tonic::Status;

use crate::{Config, DEFINITION, server};

/// Made to order.
pub(crate) const WARDROBE: i64 = 1;
/// Made to order.
pub(crate) const SOFA: i64 = 2;
/// Made to order.
pub(crate) const TABLE: i64 = 3;
/// Three on hand.
pub(crate) const LAMP: i64 = 4;
/// Inactive.
pub(crate) const RETIRED: i64 = 5;
/// Made to order.
const MORE_PRODUCTS: std::ops::Range<i64> = 1_000..2_000;

/// A running service.
pub(crate) struct Fixture {
    pub(crate) harness: Harness,
    pub(crate) client: Client,
}

/// A customer with an empty cart.
pub(crate) struct Customer {
    pub(crate) user: UserId,
    pub(crate) cart: String,
    client: CartServiceClient<Client>,
}

impl Fixture {
    /// Starts the service with a fake catalog.
    pub(crate) async fn start() -> Self {
        let made_to_order = [WARDROBE, SOFA, TABLE].into_iter().chain(MORE_PRODUCTS);
        let products = made_to_order
            .map(|id| product(id, true, None))
            .chain([product(LAMP, true, Some(3)), product(RETIRED, false, Some(10))]);
        Self::with_catalog(FakeServices::default().catalog(products).serve()).await
    }

    /// Starts the service with a catalog that refuses connections.
    pub(crate) async fn without_catalog() -> Self {
        Self::with_catalog(closed_address()).await
    }

    async fn with_catalog(catalog_url: String) -> Self {
        let harness = Harness::start(DEFINITION).await;
        let config = Config {
            service: harness.service_settings(),
            catalog_url,
        };
        let client = harness.serve(server::build(&config).await.unwrap()).await;
        Self { harness, client }
    }

    pub(crate) fn client(&self) -> CartServiceClient<Client> {
        CartServiceClient::new(self.client.clone())
    }

    /// Creates a customer with an empty cart.
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

    /// Returns the ids of `count` active products.
    pub(crate) fn products(count: usize) -> impl Iterator<Item = i64> {
        MORE_PRODUCTS.take(count)
    }
}

impl Customer {
    pub(crate) fn caller(&self) -> Caller {
        testkit::caller::customer(self.user)
    }

    pub(crate) async fn add(&self, product_id: i64, quantity: u32) -> Result<(), Status> {
        self.add_once(product_id, quantity, "").await
    }

    /// Adds with an idempotency key.
    pub(crate) async fn add_once(&self, product_id: i64, quantity: u32, key: &str) -> Result<(), Status> {
        let request = AddItemRequest {
            cart_id: self.cart.clone(),
            product_id,
            quantity,
            idempotency_key: key.to_owned(),
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

    /// Returns the cart.
    pub(crate) async fn get(&self) -> Cart {
        let request = on_behalf_of(&self.caller(), GetCartRequest {});
        let response = self.client.clone().get_cart(request).await.unwrap();
        response.into_inner().cart.unwrap()
    }

    /// Returns product ids and quantities.
    pub(crate) async fn lines(&self) -> Vec<(i64, u32)> {
        let items = self.get().await.items;
        items
            .into_iter()
            .map(|item| (item.product_id, item.quantity))
            .collect()
    }
}

/// Decodes a status as the gateway does.
pub(crate) fn failure(status: &Status) -> Failure {
    Failure::from_status(status)
}

fn product(id: i64, is_active: bool, stock_quantity: Option<i64>) -> Product {
    Product {
        id,
        is_active,
        stock_quantity,
        ..Product::default()
    }
}
