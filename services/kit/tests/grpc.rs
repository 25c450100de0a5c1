//! What the kit does around every rpc, on the real server, client and network.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![expect(clippy::panic, reason = "one handler panics to see what becomes of it")]

use std::{sync::Arc, time::Duration};

use kit::{
    caller::{Caller, CallerKeys},
    failure::{Code, Failure},
    grpc::{Client, client::on_behalf_of},
    metrics::Metrics,
    service::{Definition, Service},
};
use proto::cart::v1::{
    AddItemRequest, AddItemResponse, ClearCartRequest, ClearCartResponse, CreateCartRequest,
    CreateCartResponse, GetCartRequest, GetCartResponse, RemoveItemRequest, RemoveItemResponse,
    SetQuantityRequest, SetQuantityResponse,
    cart_service_client::CartServiceClient,
    cart_service_server::{CartService, CartServiceServer},
};
use proto::order::v1::{ListOrdersRequest, order_service_client::OrderServiceClient};
use sqlx::migrate::Migrator;
use testkit::{Bench, Scrape, caller, eventually};
use tokio::sync::Semaphore;
use tonic::{Request, Response, Status};

static NO_MIGRATIONS: Migrator = Migrator::DEFAULT;

const DEFINITION: Definition = Definition {
    name: "kit",
    migrations: &NO_MIGRATIONS,
};

/// Rpcs that show what reaches a handler; any service would do.
#[derive(Clone)]
struct Probe {
    finished: Arc<Semaphore>,
}

#[tonic::async_trait]
impl CartService for Probe {
    /// Answers who called.
    async fn get_cart(&self, request: Request<GetCartRequest>) -> Result<Response<GetCartResponse>, Status> {
        let caller = Caller::from_request(&request)?;
        Err(Status::already_exists(format!("{:?}", caller.kind)))
    }

    /// Takes half a second, and says when it is done.
    async fn create_cart(
        &self,
        _: Request<CreateCartRequest>,
    ) -> Result<Response<CreateCartResponse>, Status> {
        tokio::time::sleep(Duration::from_millis(500)).await;
        self.finished.add_permits(1);
        Ok(Response::new(CreateCartResponse::default()))
    }

    /// Refuses with everything that a refusal can have.
    async fn add_item(&self, _: Request<AddItemRequest>) -> Result<Response<AddItemResponse>, Status> {
        Err(Failure::with_reason(Code::Conflict, "TEST.REASON")
            .with_parameter("available", 2)
            .with_source("a secret")
            .into())
    }

    /// Panics.
    async fn clear_cart(&self, _: Request<ClearCartRequest>) -> Result<Response<ClearCartResponse>, Status> {
        panic!("as told")
    }

    async fn set_quantity(
        &self,
        _: Request<SetQuantityRequest>,
    ) -> Result<Response<SetQuantityResponse>, Status> {
        std::future::pending().await
    }

    async fn remove_item(
        &self,
        _: Request<RemoveItemRequest>,
    ) -> Result<Response<RemoveItemResponse>, Status> {
        Ok(Response::new(RemoveItemResponse::default()))
    }
}

/// A service with the probe's rpcs.
struct Running {
    bench: Bench,
    address: String,
    admin: String,
    metrics: Metrics,
    client: Client,
    finished: Arc<Semaphore>,
}

impl Running {
    async fn start() -> Self {
        let bench = Bench::start(DEFINITION).await;
        let finished = Arc::new(Semaphore::new(0));
        let service = Service::bind(DEFINITION, &bench.process(), &bench.database())
            .await
            .unwrap();
        let probe = Probe {
            finished: finished.clone(),
        };
        Self {
            address: format!("http://{}", service.address()),
            admin: service.admin_address().to_string(),
            metrics: service.metrics().clone(),
            client: bench.serve(service.grpc(CartServiceServer::new(probe))).await,
            bench,
            finished,
        }
    }

    fn client(&self) -> CartServiceClient<Client> {
        CartServiceClient::new(self.client.clone())
    }
}

#[tokio::test]
async fn a_handler_knows_who_calls() {
    let running = Running::start().await;
    let mut client = running.client();
    let spoken = client
        .get_cart(on_behalf_of(&caller::anonymous(), GetCartRequest {}))
        .await
        .unwrap_err();
    assert_eq!(spoken.message(), "Anonymous");
    let own = client.get_cart(GetCartRequest {}).await.unwrap_err();
    assert_eq!(own.message(), "Service(\"test\")");
}

#[tokio::test]
async fn a_caller_with_a_foreign_key_is_nobody() {
    let running = Running::start().await;
    let stranger = Client::new(
        &running.address,
        "test",
        "a key that nobody here has ever seen".parse().unwrap(),
    )
    .unwrap();
    let refused = CartServiceClient::new(stranger)
        .get_cart(GetCartRequest {})
        .await
        .unwrap_err();
    assert_eq!(refused.code(), tonic::Code::Unauthenticated);
}

#[tokio::test]
async fn a_refusal_crosses_whole_and_without_its_cause() {
    let running = Running::start().await;
    let status = running
        .client()
        .add_item(AddItemRequest::default())
        .await
        .unwrap_err();
    let failure = Failure::from_status(&status);
    assert_eq!(
        (failure.code, failure.reason.as_str()),
        (Code::Conflict, "TEST.REASON")
    );
    assert_eq!(failure.parameters["available"], "2");
    assert!(!format!("{status:?}").contains("secret"));
}

#[tokio::test]
async fn a_client_that_goes_away_stops_nothing_halfway() {
    let running = Running::start().await;
    let mut client = running.client();
    let call = client.create_cart(CreateCartRequest {});
    assert!(
        tokio::time::timeout(Duration::from_millis(100), call)
            .await
            .is_err()
    );
    eventually("the handler is done", || async {
        (running.finished.available_permits() == 1).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_call_that_hangs_ends_at_its_deadline() {
    let running = Running::start().await;
    let client = running.client.clone().with_timeout(Duration::from_millis(300));
    let mut client = CartServiceClient::new(client);
    let status = client
        .set_quantity(SetQuantityRequest::default())
        .await
        .unwrap_err();
    assert_eq!(Failure::from_status(&status).code, Code::Unavailable);
}

#[tokio::test]
async fn a_service_that_is_away_is_said_to_be_away() {
    let client = Client::new(
        "http://127.0.0.1:1",
        "test",
        "a key for tests and for nothing else".parse().unwrap(),
    );
    let client = client.unwrap().with_timeout(Duration::from_secs(2));
    let status = CartServiceClient::new(client)
        .get_cart(GetCartRequest {})
        .await
        .unwrap_err();
    assert_eq!(Failure::from_status(&status).code, Code::Unavailable);
}

#[tokio::test]
async fn a_call_goes_to_an_address_that_takes_it() {
    let running = Running::start().await;
    let addresses = format!("http://127.0.0.1:1,{}", running.address);
    let client = Client::new(&addresses, "test", running.bench.process().caller_keys).unwrap();
    let mut client = CartServiceClient::new(client);
    for _ in 0..50 {
        let said = client.get_cart(GetCartRequest {}).await.unwrap_err();
        assert_eq!(said.message(), "Service(\"test\")");
    }
}

#[tokio::test]
async fn a_list_with_something_else_in_it_is_no_address() {
    let keys: CallerKeys = "a key for tests and for nothing else".parse().unwrap();
    for addresses in [
        "",
        "http://127.0.0.1:1,",
        "127.0.0.1:1",
        "http://127.0.0.1:1,https://b:2",
    ] {
        assert!(
            Client::new(addresses, "test", keys.clone()).is_err(),
            "{addresses}"
        );
    }
}

#[tokio::test]
async fn a_panic_ends_one_call_only() {
    let running = Running::start().await;
    let mut client = running.client();
    let status = client.clear_cart(ClearCartRequest::default()).await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::Internal);
    assert_eq!(status.message(), "");
    client.remove_item(RemoveItemRequest::default()).await.unwrap();
}

#[tokio::test]
async fn each_rpc_is_measured_with_how_it_ended() {
    let running = Running::start().await;
    let client = running.client.clone().with_metrics(&running.metrics);
    let mut unknown = OrderServiceClient::new(client.clone());
    let mut client = CartServiceClient::new(client);
    let _ = client.get_cart(GetCartRequest {}).await;
    let _ = client.remove_item(RemoveItemRequest::default()).await;
    let _ = client.clear_cart(ClearCartRequest::default()).await;
    let status = unknown
        .list_orders(ListOrdersRequest::default())
        .await
        .unwrap_err();
    assert_eq!(status.code(), tonic::Code::Unimplemented);

    let scrape = Scrape::of(&running.admin).await;
    for (method, code) in [
        ("storefront.cart.v1.CartService/GetCart", "ALREADY_EXISTS"),
        ("storefront.cart.v1.CartService/RemoveItem", "OK"),
        ("storefront.cart.v1.CartService/ClearCart", "INTERNAL"),
    ] {
        let labels = [("rpc_method", method), ("rpc_response_status_code", code)];
        for side in ["server", "client"] {
            let name = format!("rpc_{side}_call_duration_seconds_count");
            assert_eq!(
                scrape.value(&name, &labels),
                Some(1.0),
                "{name} {method}: {scrape}"
            );
        }
    }
    // What a stranger asks for is no label: there would be as many as anybody likes.
    let served = |method| {
        scrape.value(
            "rpc_server_call_duration_seconds_count",
            &[("rpc_method", method)],
        )
    };
    assert_eq!(served("_OTHER"), Some(1.0));
    assert_eq!(served("storefront.order.v1.OrderService/ListOrders"), None);
}
