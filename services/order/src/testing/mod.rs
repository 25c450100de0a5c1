//! Fixture of the tests: the service with its own database and NATS, and fakes of the services that it calls.

mod upstream;

use kit::{
    caller::{Caller, CallerKind, StaffMember},
    domain::{Language, OrderId, UserId},
    grpc::{Client, client::on_behalf_of},
    metrics::Metrics,
    staff::StaffRole,
};
use proto::order::v1::{
    CancelOrderRequest, CreateOrderRequest, GetOrderRequest, GetOrderResponse, ListOrdersRequest,
    ListOrdersResponse, MoveDeskOrderRequest, Order, OrderLineRequest, OrderStatus, PaymentStatus,
    PostalAddress, UpdatePaymentStatusRequest, desk_order_service_client::DeskOrderServiceClient,
    offer_order_service_client::OfferOrderServiceClient, order_link_service_client::OrderLinkServiceClient,
    order_service_client::OrderServiceClient,
};
use testkit::{Harness, closed_address};
use tonic::Status;

pub(crate) use self::upstream::{LAMP, RETIRED, SOFA, Upstream, WARDROBE};
use crate::{
    Config, DEFINITION,
    clients::account::Account,
    config::{CheckoutSettings, HoldSettings, LapseSettings, LimitSettings},
    server,
};

/// Key of the links to orders.
pub(crate) const LINK_KEY: &str = "0123456789abcdef0123456789abcdef";

/// A running service.
pub(crate) struct Fixture {
    pub(crate) harness: Harness,
    /// The catalog, account and inquiry services.
    pub(crate) upstream: Upstream,
    client: Client,
    pub(crate) metrics: Metrics,
}

/// A signed-in customer.
pub(crate) struct Customer {
    pub(crate) user: UserId,
    client: OrderServiceClient<Client>,
}

impl Fixture {
    pub(crate) async fn start() -> Self {
        let upstream = Upstream::default();
        let address = upstream.serve();
        Self::with(upstream, address.clone(), address, |_| {}).await
    }

    /// Starts the service with other settings.
    pub(crate) async fn configured(configure: impl FnOnce(&mut Config)) -> Self {
        let upstream = Upstream::default();
        let address = upstream.serve();
        Self::with(upstream, address.clone(), address, configure).await
    }

    /// Starts the service with an unreachable catalog.
    pub(crate) async fn without_catalog() -> Self {
        let upstream = Upstream::default();
        let account_url = upstream.serve();
        Self::with(upstream, closed_address(), account_url, short_calls).await
    }

    /// Starts the service with an unreachable account service.
    pub(crate) async fn without_account() -> Self {
        let upstream = Upstream::default();
        let catalog_url = upstream.serve();
        Self::with(upstream, catalog_url, closed_address(), short_calls).await
    }

    /// Starts the service with an unreachable inquiry service.
    pub(crate) async fn without_inquiry() -> Self {
        Self::configured(|config| {
            config.inquiry_url = closed_address();
            short_calls(config);
        })
        .await
    }

    async fn with(
        upstream: Upstream,
        catalog_url: String,
        account_url: String,
        configure: impl FnOnce(&mut Config),
    ) -> Self {
        let harness = Harness::start(DEFINITION).await;
        let mut config = Config {
            service: harness.service_settings(),
            catalog_url,
            inquiry_url: upstream.serve(),
            account_url,
            checkout: CheckoutSettings {
                call_milliseconds: 5_000,
                attempt_seconds: 120,
                sweep_milliseconds: 50,
            },
            limits: LimitSettings {
                account_hour: 20,
                account_day: 60,
                address_hour: 100,
                address_day: 500,
                open_per_account: 20,
                links_per_address_hour: 5,
            },
            holds: HoldSettings::default(),
            order_link_keys: LINK_KEY.parse().unwrap(),
            // Tests sweep by themselves.
            lapse: LapseSettings {
                pending_days: 14,
                unverified_days: 0,
                sweep_milliseconds: 3_600_000,
            },
        };
        configure(&mut config);
        let service = server::build(&config).await.unwrap();
        let metrics = service.metrics().clone();
        let client = harness.serve(service).await;
        Self {
            harness,
            upstream,
            client,
            metrics,
        }
    }

    pub(crate) fn client(&self) -> OrderServiceClient<Client> {
        OrderServiceClient::new(self.client.clone())
    }

    /// Returns a client of the fake account service.
    pub(crate) fn account(&self) -> Account {
        let client = self.harness.client(&self.upstream.serve());
        Account::new(client.clone().rpcs(), client.rpcs())
    }

    /// Returns a client of all rpcs.
    pub(crate) fn raw_client(&self) -> Client {
        self.client.clone()
    }

    pub(crate) fn desk(&self) -> DeskOrderServiceClient<Client> {
        DeskOrderServiceClient::new(self.client.clone())
    }

    pub(crate) fn offers(&self) -> OfferOrderServiceClient<Client> {
        OfferOrderServiceClient::new(self.client.clone())
    }

    pub(crate) fn links(&self) -> OrderLinkServiceClient<Client> {
        OrderLinkServiceClient::new(self.client.clone())
    }

    /// Adds an active staff member and returns its caller.
    pub(crate) fn staff(&self, role: StaffRole) -> Caller {
        let user = UserId::generate();
        self.upstream.add_staff(user, role, true);
        Caller {
            kind: CallerKind::Staff(StaffMember {
                user,
                role,
                is_stepped_up: false,
            }),
            language: Language::Az,
        }
    }

    pub(crate) fn customer(&self) -> Customer {
        Customer {
            user: UserId::generate(),
            client: self.client(),
        }
    }

    /// Changes the status of an order as the operator; returns the new one.
    pub(crate) async fn change_status(
        &self,
        number: &str,
        status: OrderStatus,
    ) -> Result<OrderStatus, Status> {
        let request = MoveDeskOrderRequest {
            order_number: number.to_owned(),
            to: status.into(),
            ..MoveDeskOrderRequest::default()
        };
        let response = self
            .desk()
            .move_desk_order(on_behalf_of(&testkit::caller::staff(), request))
            .await?;
        Ok(response.into_inner().order.unwrap().row.unwrap().status())
    }

    /// Changes the payment status of an order as staff.
    pub(crate) async fn change_payment(&self, number: &str, payment: PaymentStatus) {
        let request = UpdatePaymentStatusRequest {
            order_number: number.to_owned(),
            payment_status: payment.into(),
        };
        self.client()
            .update_payment_status(on_behalf_of(&testkit::caller::staff(), request))
            .await
            .unwrap();
    }

    /// Returns the value of a counter of the service.
    pub(crate) fn counter(&self, name: &str, label: &str) -> u64 {
        let metrics = self.metrics.encode().unwrap();
        let mut lines = metrics
            .lines()
            .filter(|line| line.starts_with(name) && line.contains(label));
        let line = lines.next().unwrap();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    }

    /// Returns the audited subjects of an action, oldest first.
    pub(crate) async fn audited_subjects(&self, action: &str) -> Vec<String> {
        sqlx::query_scalar("select subject from audit where action = $1 order by id")
            .bind(action)
            .fetch_all(self.harness.pool())
            .await
            .unwrap()
    }

    /// Ages all attempts.
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

    /// Ages all orders and the announcements of their lapse.
    pub(crate) async fn age_orders(&self, hours: i32) {
        sqlx::query(
            "update customer_order
             set ordered_at = ordered_at - make_interval(hours => $1),
                 lapse_announced_at = lapse_announced_at - make_interval(hours => $1)",
        )
        .bind(hours)
        .execute(self.harness.pool())
        .await
        .unwrap();
    }

    /// Inserts pending orders of different customers.
    pub(crate) async fn insert_pending_orders(&self, count: i32) {
        sqlx::query(
            "insert into customer_order
                 (id, number, user_id, status, payment_status, total_minor, language, search_text)
             select gen_random_uuid(), 'SB-' || number, gen_random_uuid(), 'pending', 'pending', 0, 'az', ''
             from generate_series(1, $1) as number",
        )
        .bind(count)
        .execute(self.harness.pool())
        .await
        .unwrap();
        sqlx::query(
            "insert into order_address
                 (order_id, kind, first_name, last_name, email, phone, address, city, state, postal_code, country)
             select id, kind, '', '', '', '', '', '', '', '', ''
             from customer_order, unnest(array['shipping', 'billing']) as kind",
        )
        .execute(self.harness.pool())
        .await
        .unwrap();
    }

    /// Inserts an open attempt.
    pub(crate) async fn insert_open_attempt(&self) {
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

    /// Counts the attempts.
    pub(crate) async fn count_attempts(&self) -> i64 {
        self.count("select count(*) from checkout_attempt").await
    }

    /// Counts the orders.
    pub(crate) async fn count_orders(&self) -> i64 {
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
        let response = self.client.clone().create_order(request).await?;
        Ok(response.into_inner().order.unwrap())
    }

    /// Orders pieces of products with an idempotency key, or without one if it is empty.
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
        let response = self.client.clone().cancel_order(request).await?;
        Ok(response.into_inner().order.unwrap())
    }

    pub(crate) async fn list(&self, request: ListOrdersRequest) -> Result<ListOrdersResponse, Status> {
        let request = on_behalf_of(&self.caller(), request);
        Ok(self.client.clone().list_orders(request).await?.into_inner())
    }

    pub(crate) async fn orders(&self) -> Vec<Order> {
        self.list(ListOrdersRequest::default()).await.unwrap().orders
    }
}

/// Shortens the timeout of calls to other services.
const fn short_calls(config: &mut Config) {
    config.checkout.call_milliseconds = 1_000;
}

/// Returns a valid, normalised address.
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

/// Returns a request for pieces of products.
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
        client_address: String::new(),
        cart: None,
        visit: None,
    }
}
