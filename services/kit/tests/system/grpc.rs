//! The gRPC server layer and client, over TCP.

#![expect(clippy::panic, reason = "one handler panics to test the server")]

use std::{sync::Arc, time::Duration};

use http::HeaderMap;
use kit::{
    caller::{Actor, Admission, Caller, Signer},
    change::{self, Effect},
    failure::{Code, Failure},
    grpc::{
        Client,
        client::{InvalidAddress, on_behalf_of},
    },
    metrics::Metrics,
    service::Service,
    settings::{DatabaseSettings, GrpcSettings},
};
use proto::cart::v1::{
    AddItemRequest, AddItemResponse, Cart, ClearCartRequest, ClearCartResponse, CreateCartRequest,
    CreateCartResponse, GetCartRequest, GetCartResponse, RemoveItemRequest, RemoveItemResponse,
    SetQuantityRequest, SetQuantityResponse,
    cart_service_client::CartServiceClient,
    cart_service_server::{CartService, CartServiceServer},
};
use proto::order::v1::{ListOrdersRequest, order_service_client::OrderServiceClient};
use sqlx::PgPool;
use testkit::{DatabaseProxy, Harness, Scrape, caller, eventually};
use tokio::sync::Semaphore;
use tonic::{Request, Response, Status, metadata::MetadataMap, transport::Endpoint};

use crate::DEFINITION;

/// The body of a request whose message has no fields: flag and length.
const EMPTY: [u8; 5] = [0; 5];

/// Test implementation of an arbitrary service.
#[derive(Clone)]
struct Probe {
    pool: PgPool,
    finished: Arc<Semaphore>,
}

#[tonic::async_trait]
impl CartService for Probe {
    /// Fails with the caller as message.
    async fn get_cart(&self, request: Request<GetCartRequest>) -> Result<Response<GetCartResponse>, Status> {
        let (caller, _): (Caller, _) = Admission::Anyone.admit(request)?;
        Err(Status::already_exists(format!("{:?}", caller.kind)))
    }

    /// Takes half a second, then adds a permit.
    async fn create_cart(
        &self,
        _: Request<CreateCartRequest>,
    ) -> Result<Response<CreateCartResponse>, Status> {
        tokio::time::sleep(Duration::from_millis(500)).await;
        self.finished.add_permits(1);
        Ok(Response::new(CreateCartResponse::default()))
    }

    /// Fails with a reason, a parameter and a source.
    async fn add_item(&self, request: Request<AddItemRequest>) -> Result<Response<AddItemResponse>, Status> {
        let _: (Caller, _) = Admission::Anyone.admit(request)?;
        Err(Failure::with_reason(Code::Conflict, "TEST.REASON")
            .with_parameter("available", 2)
            .with_source("a secret")
            .into())
    }

    /// Panics.
    async fn clear_cart(&self, _: Request<ClearCartRequest>) -> Result<Response<ClearCartResponse>, Status> {
        panic!("expected by the test")
    }

    /// Responds with an id of this length; never without one.
    async fn set_quantity(
        &self,
        request: Request<SetQuantityRequest>,
    ) -> Result<Response<SetQuantityResponse>, Status> {
        match usize::try_from(request.into_inner().quantity).unwrap() {
            0 => std::future::pending().await,
            length => Ok(Response::new(SetQuantityResponse {
                cart: Some(Cart {
                    id: "x".repeat(length),
                    ..Cart::default()
                }),
            })),
        }
    }

    /// Writes a row in a transaction.
    async fn remove_item(
        &self,
        _: Request<RemoveItemRequest>,
    ) -> Result<Response<RemoveItemResponse>, Status> {
        let removed = change::run(&self.pool, async |_| {
            let effect = Effect::audited(&Actor::Operator, "RemoveItem", "", ().into());
            Ok::<_, Failure>(effect.with(RemoveItemResponse::default()))
        });
        Ok(Response::new(removed.await?))
    }
}

/// A running service with the rpcs of [`Probe`].
struct Running {
    harness: Harness,
    address: String,
    admin: String,
    metrics: Metrics,
    client: Client,
    pool: PgPool,
    finished: Arc<Semaphore>,
}

impl Running {
    async fn start() -> Self {
        let harness = Harness::start(DEFINITION).await;
        let database = harness.database_settings();
        Self::start_with(harness, &database).await
    }

    async fn start_with(harness: Harness, database: &DatabaseSettings) -> Self {
        let finished = Arc::new(Semaphore::new(0));
        let service = Service::bind(DEFINITION, &harness.process_settings(), database)
            .await
            .unwrap();
        let pool = service.pool().clone();
        let probe = Probe {
            pool: pool.clone(),
            finished: finished.clone(),
        };
        Self {
            address: format!("http://{}", service.address()),
            admin: service.admin_address().to_string(),
            metrics: service.metrics().clone(),
            client: harness.serve(service.grpc(CartServiceServer::new(probe))).await,
            harness,
            pool,
            finished,
        }
    }

    fn client(&self) -> CartServiceClient<Client> {
        CartServiceClient::new(self.client.clone())
    }
}

#[tokio::test]
async fn handler_receives_the_caller() {
    let running = Running::start().await;
    let mut client = running.client();
    let on_behalf = client
        .get_cart(on_behalf_of(&caller::anonymous(), GetCartRequest {}))
        .await
        .unwrap_err();
    assert_eq!(on_behalf.message(), "Anonymous");
    let as_service = client.get_cart(GetCartRequest {}).await.unwrap_err();
    assert_eq!(as_service.message(), "Service(\"test\")");
}

#[tokio::test]
async fn rejects_callers_signed_with_another_key() {
    let running = Running::start().await;
    let keys = "a key that the server does not know".parse().unwrap();
    let signer = Signer::with_issuers("test", DEFINITION.name, [("test".to_owned(), keys)]);
    let client = Client::new(&running.address, signer, &GrpcSettings::default()).unwrap();
    let status = CartServiceClient::new(client)
        .get_cart(GetCartRequest {})
        .await
        .unwrap_err();
    assert_eq!(status.code(), tonic::Code::Unauthenticated);
}

#[tokio::test]
async fn rejects_claims_for_another_service_or_rpc() {
    let running = Running::start().await;
    let channel = Endpoint::try_from(running.address.clone())
        .unwrap()
        .connect_lazy();
    let get_cart = async |audience: &str, rpc: &str| {
        let mut headers = HeaderMap::new();
        let method = format!("storefront.cart.v1.CartService/{rpc}");
        testkit::signer(audience).sign(&mut headers, None, &method, &EMPTY, kit::clock::now());
        let mut request = Request::new(GetCartRequest {});
        *request.metadata_mut() = MetadataMap::from_headers(headers);
        let mut client = CartServiceClient::new(channel.clone());
        client.get_cart(request).await.unwrap_err().code()
    };
    assert_eq!(
        get_cart(DEFINITION.name, "GetCart").await,
        tonic::Code::AlreadyExists
    );
    assert_eq!(
        get_cart(DEFINITION.name, "RemoveItem").await,
        tonic::Code::Unauthenticated
    );
    assert_eq!(get_cart("order", "GetCart").await, tonic::Code::Unauthenticated);
}

/// Sends a request with this claim and body, as whoever captured the claim can; returns the status.
async fn post(address: &str, headers: HeaderMap, body: Vec<u8>) -> tonic::Code {
    let mut request = http::Request::post(format!("{address}/storefront.cart.v1.CartService/AddItem"))
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .body(tonic::body::Body::new(http_body_util::Full::from(body)))
        .unwrap();
    request.headers_mut().extend(headers);
    let channel = Endpoint::try_from(address.to_owned()).unwrap().connect_lazy();
    let response = tower::ServiceExt::oneshot(channel, request).await.unwrap();
    Status::from_header_map(response.headers()).unwrap().code()
}

/// Returns a body with one message of `AddItem`.
fn add_item_body(product_id: i64) -> Vec<u8> {
    let request = AddItemRequest {
        product_id,
        ..AddItemRequest::default()
    };
    let message = prost::Message::encode_to_vec(&request);
    let length = u32::try_from(message.len()).unwrap();
    [&[0], &length.to_be_bytes()[..], &message].concat()
}

/// Returns the claim for a body of `AddItem`.
fn claim_for(body: &[u8]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    let method = "storefront.cart.v1.CartService/AddItem";
    testkit::signer(DEFINITION.name).sign(&mut headers, None, method, body, kit::clock::now());
    headers
}

#[tokio::test]
async fn rejects_claims_for_another_message() {
    let running = Running::start().await;
    let signed = add_item_body(1);
    let headers = claim_for(&signed);
    for (body, expected) in [
        (signed.clone(), tonic::Code::FailedPrecondition),
        (add_item_body(2), tonic::Code::Unauthenticated),
        (vec![0; 5], tonic::Code::Unauthenticated),
        // A second message after the signed one.
        (
            [signed.clone(), vec![0; 5]].concat(),
            tonic::Code::Unauthenticated,
        ),
    ] {
        let code = post(&running.address, headers.clone(), body.clone()).await;
        assert_eq!(code, expected, "{body:?}");
    }
}

#[tokio::test]
async fn requests_above_the_limit_are_refused() {
    let running = Running::start().await;
    let body = [add_item_body(1), vec![0; 1024 * 1024]].concat();
    let code = post(&running.address, claim_for(&body), body).await;
    assert_eq!(code, tonic::Code::OutOfRange);
}

#[tokio::test]
async fn sends_failures_without_their_source() {
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
async fn handler_finishes_after_the_client_disconnects() {
    let running = Running::start().await;
    let mut client = running.client();
    let call = client.create_cart(CreateCartRequest {});
    assert!(
        tokio::time::timeout(Duration::from_millis(100), call)
            .await
            .is_err()
    );
    eventually("the handler finishes", || async {
        (running.finished.available_permits() == 1).then_some(())
    })
    .await;
}

#[tokio::test]
async fn hanging_call_ends_at_its_deadline() {
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
async fn responses_above_the_limit_are_internal_errors() {
    const MIB: u32 = 1024 * 1024;
    let running = Running::start().await;
    let client: CartServiceClient<Client> = running.client.clone().rpcs();
    let set_quantity = |quantity| {
        let mut client = client.clone();
        async move {
            let request = SetQuantityRequest {
                quantity,
                ..SetQuantityRequest::default()
            };
            client.set_quantity(request).await
        }
    };
    // More than tonic's default.
    let response = set_quantity(5 * MIB).await.unwrap().into_inner();
    assert_eq!(response.cart.unwrap().id.len(), 5 * 1024 * 1024);

    let status = set_quantity(16 * MIB).await.unwrap_err();
    assert_eq!(
        (status.code(), status.message()),
        (tonic::Code::Internal, ""),
        "{status:?}"
    );
    let labels = [
        ("rpc_method", "storefront.cart.v1.CartService/SetQuantity"),
        ("rpc_response_status_code", "INTERNAL"),
    ];
    let scrape = Scrape::fetch(&running.admin).await;
    assert_eq!(
        scrape.value("rpc_server_call_duration_seconds_count", &labels),
        Some(1.0),
        "{scrape}"
    );

    // A client with a lower limit than the server.
    let status = running
        .client()
        .set_quantity(SetQuantityRequest {
            quantity: 5 * MIB,
            ..SetQuantityRequest::default()
        })
        .await
        .unwrap_err();
    assert_eq!(Failure::from_status(&status).code, Code::Internal, "{status:?}");
}

#[tokio::test]
async fn deadline_in_begin_leaves_no_open_transaction() {
    let harness = Harness::start(DEFINITION).await;
    let proxy = DatabaseProxy::start(&harness.database_settings().postgres_url).await;
    // All calls use the same connection.
    let database = DatabaseSettings {
        postgres_url: proxy.url().clone(),
        postgres_connections: 1,
        ..harness.database_settings()
    };
    let running = Running::start_with(harness, &database).await;
    let client = running.client.clone().with_timeout(Duration::from_millis(300));
    let mut client = CartServiceClient::new(client);

    let held = proxy.hold_responses();
    let status = client
        .remove_item(RemoveItemRequest::default())
        .await
        .unwrap_err();
    assert_eq!(Failure::from_status(&status).code, Code::Unavailable);
    drop(held);

    // Writes with the same connection, each in its own implicit transaction.
    eventually("a later write succeeds", || async {
        let mut connection = running.pool.acquire().await.ok()?;
        let later = "insert into audit (id, actor, action, subject, detail)
                     values (gen_random_uuid(), 'operator', 'Later', '', 'null')";
        sqlx::query(later).execute(&mut *connection).await.ok()
    })
    .await;
    let stored: Vec<String> = sqlx::query_scalar("select action from audit")
        .fetch_all(running.harness.pool())
        .await
        .unwrap();
    assert!(stored.contains(&"Later".to_owned()), "{stored:?}");
}

#[tokio::test]
async fn unreachable_service_is_unavailable() {
    let signer = testkit::signer(DEFINITION.name);
    let client = Client::new("http://127.0.0.1:1", signer, &GrpcSettings::default());
    let client = client.unwrap().with_timeout(Duration::from_secs(2));
    let status = CartServiceClient::new(client)
        .get_cart(GetCartRequest {})
        .await
        .unwrap_err();
    assert_eq!(Failure::from_status(&status).code, Code::Unavailable);
}

#[tokio::test]
async fn calls_only_reachable_addresses() {
    let running = Running::start().await;
    let addresses = format!("http://127.0.0.1:1,{}", running.address);
    let mut client = CartServiceClient::new(running.harness.client(&addresses));
    for _ in 0..50 {
        let status = client.get_cart(GetCartRequest {}).await.unwrap_err();
        assert_eq!(status.message(), "Service(\"test\")");
    }
}

#[tokio::test]
async fn rejects_invalid_address_lists() {
    let signer = testkit::signer(DEFINITION.name);
    for addresses in [
        "",
        "http://127.0.0.1:1,",
        "127.0.0.1:1",
        "http://127.0.0.1:1,https://b:2",
    ] {
        let client = Client::new(addresses, signer.clone(), &GrpcSettings::default());
        assert!(
            matches!(client.err(), Some(InvalidAddress::Malformed(_))),
            "{addresses}"
        );
    }
}

#[tokio::test]
async fn panic_fails_only_its_own_call() {
    let running = Running::start().await;
    let mut client = running.client();
    let status = client.clear_cart(ClearCartRequest::default()).await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::Internal);
    assert_eq!(status.message(), "");
    client.remove_item(RemoveItemRequest::default()).await.unwrap();
}

#[tokio::test]
async fn measures_each_rpc_with_its_code() {
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

    let scrape = Scrape::fetch(&running.admin).await;
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
    // Unknown methods share one label, which bounds the cardinality.
    let served = |method| {
        scrape.value(
            "rpc_server_call_duration_seconds_count",
            &[("rpc_method", method)],
        )
    };
    assert_eq!(served("_OTHER"), Some(1.0));
    assert_eq!(served("storefront.order.v1.OrderService/ListOrders"), None);
}
