//! What the tests of this crate stand on: the service with its own database and NATS, and a catalogue and accounts
//! at the gRPC face ([`peers`]). The tests of the whole shop meet the real ones.

mod peers;

use kit::{
    caller::Caller,
    domain::{OrderId, UserId},
    grpc::{Client, client::on_behalf_of},
};
use proto::order::v1::{
    CancelOrderRequest, CreateOrderRequest, GetOrderRequest, GetOrderResponse, ListOrdersRequest,
    ListOrdersResponse, Order, OrderLineRequest, OrderStatus, PostalAddress, UpdateOrderStatusRequest,
    order_service_client::OrderServiceClient,
};
use testkit::Harness;
use tonic::Status;

pub(crate) use self::peers::{LAMP, Peers, RETIRED, SOFA, WARDROBE};
use crate::{Config, DEFINITION, config::CheckoutSettings, server};

/// The service, running.
pub(crate) struct Fixture {
    pub(crate) harness: Harness,
    /// The catalogue and the accounts.
    pub(crate) peers: Peers,
    client: Client,
}

/// A signed-in customer.
pub(crate) struct Customer {
    pub(crate) user: UserId,
    client: OrderServiceClient<Client>,
}

impl Fixture {
    pub(crate) async fn start() -> Self {
        let peers = Peers::default();
        let (catalog_url, account_url) = (peers.serve_catalog(), peers.serve_account());
        Self::with(peers, catalog_url, account_url, 5_000).await
    }

    /// The catalogue's port is closed.
    pub(crate) async fn without_catalogue() -> Self {
        let peers = Peers::default();
        let account_url = peers.serve_account();
        Self::with(peers, peers::closed_port(), account_url, 1_000).await
    }

    /// The accounts' port is closed.
    pub(crate) async fn without_accounts() -> Self {
        let peers = Peers::default();
        let catalog_url = peers.serve_catalog();
        Self::with(peers, catalog_url, peers::closed_port(), 1_000).await
    }

    async fn with(peers: Peers, catalog_url: String, account_url: String, call_milliseconds: u64) -> Self {
        let harness = Harness::start(DEFINITION).await;
        let config = Config {
            process: harness.process_settings(),
            database: harness.database_settings(),
            catalog_url,
            account_url,
            checkout: CheckoutSettings {
                call_milliseconds,
                attempt_seconds: 120,
                sweep_milliseconds: 50,
            },
            operation: None,
        };
        let client = harness.serve(server::build(&config).await.unwrap()).await;
        Self {
            harness,
            peers,
            client,
        }
    }

    pub(crate) fn client(&self) -> OrderServiceClient<Client> {
        OrderServiceClient::new(self.client.clone())
    }

    pub(crate) fn customer(&self) -> Customer {
        Customer {
            user: UserId::generate(),
            client: self.client(),
        }
    }

    /// Moves an order as the staff.
    pub(crate) async fn move_order(&self, number: &str, status: OrderStatus) -> Result<Order, Status> {
        let request = UpdateOrderStatusRequest {
            order_number: number.to_owned(),
            status: status.into(),
        };
        let answer = self
            .client()
            .update_order_status(on_behalf_of(&testkit::caller::staff(), request))
            .await?;
        Ok(answer.into_inner().order.unwrap())
    }

    /// What the audit says of an action, oldest first: what it was done to.
    pub(crate) async fn audited(&self, action: &str) -> Vec<String> {
        sqlx::query_scalar("select subject from audit where action = $1 order by id")
            .bind(action)
            .fetch_all(self.harness.pool())
            .await
            .unwrap()
    }

    /// As if all attempts had begun so much earlier.
    pub(crate) async fn age_attempts(&self, seconds: i32) {
        sqlx::query(
            "update checkout_attempt
             set created_at = created_at - make_interval(secs => $1), expires_at = expires_at - make_interval(secs => $1)",
        )
        .bind(seconds)
        .execute(self.harness.pool())
        .await
        .unwrap();
    }

    /// An attempt that somebody has begun.
    pub(crate) async fn open_attempt(&self) {
        sqlx::query(
            "insert into checkout_attempt (user_id, key, request_hash, order_id, state, expires_at)
             values ($1, 'caller:a', '', $2, 'open', now() + interval '1 day')",
        )
        .bind(UserId::generate().uuid())
        .bind(OrderId::generate().uuid())
        .execute(self.harness.pool())
        .await
        .unwrap();
    }

    /// How many attempts are kept.
    pub(crate) async fn attempts(&self) -> i64 {
        self.count("select count(*) from checkout_attempt").await
    }

    /// How many orders there are.
    pub(crate) async fn orders(&self) -> i64 {
        self.count("select count(*) from customer_order").await
    }

    async fn count(&self, statement: &'static str) -> i64 {
        sqlx::query_scalar(statement)
            .fetch_one(self.harness.pool())
            .await
            .unwrap()
    }
}

impl Customer {
    pub(crate) fn caller(&self) -> Caller {
        testkit::caller::customer(self.user)
    }

    pub(crate) async fn order(&self, request: CreateOrderRequest) -> Result<Order, Status> {
        let request = on_behalf_of(&self.caller(), request);
        let answer = self.client.clone().create_order(request).await?;
        Ok(answer.into_inner().order.unwrap())
    }

    /// Orders products and pieces under a key; an empty one is none.
    pub(crate) async fn order_with_key(&self, key: &str, lines: &[(i64, u32)]) -> Result<Order, Status> {
        self.order(request(key, lines)).await
    }

    pub(crate) async fn get(&self, order_id: &str) -> Result<GetOrderResponse, Status> {
        let request = GetOrderRequest {
            order_id: order_id.to_owned(),
        };
        let request = on_behalf_of(&self.caller(), request);
        Ok(self.client.clone().get_order(request).await?.into_inner())
    }

    pub(crate) async fn cancel(&self, order_id: &str) -> Result<Order, Status> {
        let request = CancelOrderRequest {
            order_id: order_id.to_owned(),
        };
        let request = on_behalf_of(&self.caller(), request);
        let answer = self.client.clone().cancel_order(request).await?;
        Ok(answer.into_inner().order.unwrap())
    }

    pub(crate) async fn list(&self, request: ListOrdersRequest) -> Result<ListOrdersResponse, Status> {
        let request = on_behalf_of(&self.caller(), request);
        Ok(self.client.clone().list_orders(request).await?.into_inner())
    }

    pub(crate) async fn orders(&self) -> Vec<Order> {
        self.list(ListOrdersRequest::default()).await.unwrap().orders
    }
}

/// An address that is right in every field and in the spelling that is kept.
pub(crate) fn address() -> PostalAddress {
    PostalAddress {
        first_name: "Leyla".to_owned(),
        last_name: "Məmmədova".to_owned(),
        email: "leyla@example.com".to_owned(),
        phone: "+994501234567".to_owned(),
        address: "Nizami 1".to_owned(),
        city: "Bakı".to_owned(),
        state: "Bakı".to_owned(),
        postal_code: "AZ1000".to_owned(),
        country: "Azerbaijan".to_owned(),
    }
}

/// A request for products and pieces.
pub(crate) fn request(key: &str, lines: &[(i64, u32)]) -> CreateOrderRequest {
    CreateOrderRequest {
        idempotency_key: key.to_owned(),
        lines: lines
            .iter()
            .map(|&(product_id, quantity)| OrderLineRequest { product_id, quantity })
            .collect(),
        shipping_address: Some(address()),
        billing_address: None,
        expected_total_minor: None,
    }
}
