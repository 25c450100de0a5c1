//! Fixture of the tests: the service with its own database and NATS, and fakes of the services that it calls.

use std::{
    collections::HashMap,
    ops::Range,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use kit::{
    domain::{FamilyId, UserId},
    failure::Failure,
    grpc::{Client, client::on_behalf_of},
    limits::Limit,
};
use proto::{
    account::v1::{
        AddWishRequest, Address, AuthenticateRequest, CreateAddressRequest, ForgotPasswordRequest,
        GetContactRequest, GetContactResponse, GetDetailsRequest, GetDetailsResponse, IssueResetTokenRequest,
        IssueVerificationTokenRequest, ListAddressesRequest, ListWishesRequest, PasswordResetRequested,
        RegisterRequest, RegisterResponse, Registered, ResetPasswordRequest, Session, SetUserDiscountRequest,
        SignInRequest, SignInResponse, ValidateSessionRequest, ValidateSessionResponse, VerifyEmailRequest,
        account_service_client::AccountServiceClient, desk_service_client::DeskServiceClient,
        team_service_client::TeamServiceClient,
    },
    catalog::v1::Product,
    inquiry::v1::{CountOpenQuotesRequest, CountOpenQuotesResponse},
};
use sqlx::PgPool;
use testkit::{FakeServices, Harness, caller, closed_address};
use tonic::{Request, Status};

use crate::{
    Config, DEFINITION,
    config::{DeskSettings, HashLimitSettings},
    desk::Lifetimes,
    hashing::{HasherOptions, PasswordHasher},
    limits::HashLimits,
    sealing::FactorKeys,
    server,
    token::RefreshKeys,
};

/// Active product.
pub(crate) const WARDROBE: i64 = 1;
/// Active product.
pub(crate) const SOFA: i64 = 2;
/// Active product.
pub(crate) const TABLE: i64 = 3;
/// Inactive product.
pub(crate) const RETIRED: i64 = 5;
/// Active products.
pub(crate) const MANY: Range<i64> = 1_000..2_000;

/// Password of every customer.
pub(crate) const PASSWORD: &str = "qəhvəyi şkaf 7 rəf";

/// Small, so that tests see requests wait for a permit.
pub(crate) const HASH_CONCURRENCY: u8 = 4;

pub(crate) const OLD_REFRESH_KEY: &str = "an old key for tests and nothing else";
pub(crate) const NEW_REFRESH_KEY: &str = "a new key for tests and nothing else!";

/// Small enough that tests reach them.
const HASH_LIMITS: HashLimitSettings = HashLimitSettings {
    sign_ins_per_address: 60,
    sign_ins_per_account: 40,
    password_changes_per_address: 30,
    password_changes_per_account: 20,
};

/// Lifetimes of the desk, the defaults.
const DESK: DeskSettings = DeskSettings {
    desk_session_seconds: 1_800,
    desk_session_longest_seconds: 43_200,
    desk_pending_session_seconds: 600,
    desk_step_up_seconds: 300,
    desk_device_days: 14,
    staff_invitation_hours: 168,
};

/// By user id.
type OpenQuotes = Arc<Mutex<HashMap<String, i64>>>;

/// A running service.
pub(crate) struct Fixture {
    pub(crate) harness: Harness,
    pub(crate) hasher: PasswordHasher,
    service: Replica,
    catalog_url: String,
    inquiry_url: String,
    open_quotes: OpenQuotes,
    customers: AtomicU32,
}

/// One process of the service.
pub(crate) struct Replica {
    pub(crate) client: Client,
    address: String,
}

/// A signed-in customer.
pub(crate) struct Customer {
    pub(crate) user: UserId,
    pub(crate) family: FamilyId,
    pub(crate) email: String,
    pub(crate) session: String,
    pub(crate) refresh: String,
}

impl Fixture {
    pub(crate) async fn start() -> Self {
        Self::with(serve_catalog(), true, OLD_REFRESH_KEY).await
    }

    pub(crate) async fn with_refresh_keys(keys: &str) -> Self {
        Self::with(serve_catalog(), true, keys).await
    }

    /// Starts the service with an unreachable catalog.
    pub(crate) async fn without_catalog() -> Self {
        Self::with(closed_address(), true, OLD_REFRESH_KEY).await
    }

    /// Starts the service with an unreachable inquiry service.
    pub(crate) async fn without_inquiry() -> Self {
        Self::with(serve_catalog(), false, OLD_REFRESH_KEY).await
    }

    /// Sets the number of open quotes of a staff member.
    pub(crate) fn set_open_quotes(&self, user: UserId, count: i64) {
        self.open_quotes.lock().unwrap().insert(user.to_string(), count);
    }

    async fn with(catalog_url: String, has_inquiry: bool, keys: &str) -> Self {
        let harness = Harness::start(DEFINITION).await;
        // A long queue, because tests run in parallel on few cores.
        let hasher = PasswordHasher::start(HasherOptions {
            concurrency: usize::from(HASH_CONCURRENCY),
            queue: 256,
            queue_per_origin: 256,
            max_wait: Duration::from_mins(5),
        })
        .unwrap();
        let open_quotes = OpenQuotes::default();
        let inquiry_url = if has_inquiry {
            serve_inquiry(open_quotes.clone())
        } else {
            closed_address()
        };
        let service = replica(&harness, [&catalog_url, &inquiry_url], keys, hasher.clone()).await;
        Self {
            harness,
            hasher,
            service,
            catalog_url,
            inquiry_url,
            open_quotes,
            customers: AtomicU32::new(0),
        }
    }

    /// Starts another process of the service on the same database.
    pub(crate) async fn replica(&self, keys: &str) -> Replica {
        let urls = [self.catalog_url.as_str(), &self.inquiry_url];
        replica(&self.harness, urls, keys, self.hasher.clone()).await
    }

    pub(crate) fn client(&self) -> AccountServiceClient<Client> {
        AccountServiceClient::new(self.service.client.clone())
    }

    /// Returns a client of all rpcs.
    pub(crate) fn raw_client(&self) -> Client {
        self.service.client.clone()
    }

    pub(crate) fn team(&self) -> TeamServiceClient<Client> {
        TeamServiceClient::new(self.service.client.clone())
    }

    pub(crate) fn desk(&self) -> DeskServiceClient<Client> {
        DeskServiceClient::new(self.service.client.clone())
    }

    /// Returns the lifetimes of the desk from the settings.
    pub(crate) fn lifetimes() -> Lifetimes {
        Lifetimes::from(&DESK)
    }

    /// Returns the limits of the service from its settings.
    pub(crate) fn hash_limits() -> HashLimits {
        HashLimits::new(&HASH_LIMITS)
    }

    pub(crate) async fn register(&self, request: RegisterRequest) -> Result<RegisterResponse, Status> {
        let request = on_behalf_of(&caller::anonymous(), request);
        Ok(self.client().register(request).await?.into_inner())
    }

    pub(crate) async fn sign_in(&self, email: &str, password: &str) -> Result<Customer, Status> {
        let request = SignInRequest {
            client_address: "192.0.2.1".to_owned(),
            ..sign_in_request(email, password)
        };
        let response = send_sign_in(self, request).await?;
        let (session, tokens) = (response.session.unwrap(), response.tokens.unwrap());
        Ok(Customer {
            user: session.user_id.parse().unwrap(),
            family: session.family_id.parse().unwrap(),
            email: email.to_owned(),
            session: tokens.session_token,
            refresh: tokens.refresh_token,
        })
    }

    /// Registers and signs in a new customer.
    pub(crate) async fn customer(&self) -> Customer {
        let number = self.customers.fetch_add(1, Ordering::SeqCst);
        let email = format!("leyla{number}@example.az");
        self.register(RegisterRequest {
            name: "Leyla".to_owned(),
            lastname: "Məmmədova".to_owned(),
            email: email.clone(),
            password: PASSWORD.to_owned(),
            client_address: "192.0.2.1".to_owned(),
        })
        .await
        .unwrap();
        self.sign_in(&email, PASSWORD).await.unwrap()
    }

    pub(crate) async fn authenticate(&self, token: &str) -> Result<Session, Status> {
        let request = AuthenticateRequest {
            session_token: token.to_owned(),
        };
        let request = on_behalf_of(&caller::anonymous(), request);
        Ok(self
            .client()
            .authenticate(request)
            .await?
            .into_inner()
            .session
            .unwrap())
    }

    /// Authenticates over a connection without caller tokens.
    pub(crate) async fn authenticate_without_caller(&self, token: &str) -> Result<(), Status> {
        let channel = tonic::transport::Endpoint::from_shared(self.service.address.clone())
            .unwrap()
            .connect()
            .await
            .unwrap();
        let request = AuthenticateRequest {
            session_token: token.to_owned(),
        };
        AccountServiceClient::new(channel)
            .authenticate(request)
            .await
            .map(drop)
    }

    pub(crate) async fn session(&self, customer: &Customer) -> Result<Session, Status> {
        self.authenticate(&customer.session).await
    }

    pub(crate) async fn is_live(&self, customer: &Customer) -> bool {
        self.session(customer).await.is_ok()
    }

    pub(crate) async fn validate(&self, session: &str, refresh: &str) -> ValidateSessionResponse {
        self.service.validate(session, refresh).await
    }

    /// Ages this customer's sessions by 30 minutes.
    pub(crate) async fn expire_session(&self, customer: &Customer) {
        let statement = "update session_pair
             set created_at = created_at - interval '30 minutes',
                 session_expires_at = session_expires_at - interval '30 minutes'
             where family_id in (select family_id from session_family where user_id = $1)";
        run_sql(self.harness.pool(), statement, customer.user).await;
    }

    /// Waits until this number of connections wait for a lock.
    pub(crate) async fn wait_for_lock_waiters(&self, connections: i64) {
        testkit::eventually("connections wait for a lock", || async {
            let waiting: i64 = sqlx::query_scalar(
                "select count(*) from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'",
            )
            .fetch_one(self.harness.pool())
            .await
            .unwrap();
            (waiting >= connections).then_some(())
        })
        .await;
    }

    /// Uses up a limit but for `tries`, in this window and the next, because a window may end during the test.
    pub(crate) async fn use_up_limit(&self, tries: i64, limit: &Limit, subject: &str) {
        let mut connection = self.harness.pool().acquire().await.unwrap();
        let _ = limit.count(&mut connection, subject).await.unwrap();
        let result = sqlx::query(
            "with present as (
                 delete from rate_limit where scope = $1 and subject = sha256(convert_to($2, 'UTF8'))
                 returning scope, subject, window_start
             )
             insert into rate_limit (scope, subject, window_start, count)
             select scope, subject, window_start + number * make_interval(secs => $3), $4
             from present, generate_series(0, 1) as number",
        )
        .bind(limit.scope)
        .bind(subject)
        .bind(limit.window.as_secs_f64())
        .bind(limit.max_attempts - tries)
        .execute(&mut *connection)
        .await
        .unwrap();
        assert_eq!(result.rows_affected(), 2);
    }

    /// Requests a reset mail and returns the id of the request.
    pub(crate) async fn forgot(&self, customer: &Customer) -> String {
        let request = ForgotPasswordRequest {
            email: customer.email.clone(),
            client_address: "192.0.2.1".to_owned(),
        };
        let request = on_behalf_of(&caller::anonymous(), request);
        self.client().forgot_password(request).await.unwrap();
        let published = self.harness.published::<PasswordResetRequested>().await;
        published.last().unwrap().request_id.clone()
    }

    pub(crate) async fn issue(&self, request: &str) -> Result<String, Status> {
        let request = IssueResetTokenRequest {
            request_id: request.to_owned(),
        };
        let request = on_behalf_of(&caller::service("notification"), request);
        Ok(self.client().issue_reset_token(request).await?.into_inner().token)
    }

    pub(crate) async fn reset_token(&self, customer: &Customer) -> String {
        let request = self.forgot(customer).await;
        self.issue(&request).await.unwrap()
    }

    pub(crate) async fn reset(&self, token: &str, new_password: &str) -> Result<(), Status> {
        let request = ResetPasswordRequest {
            token: token.to_owned(),
            new_password: new_password.to_owned(),
            client_address: "192.0.2.1".to_owned(),
        };
        let request = on_behalf_of(&caller::anonymous(), request);
        self.client().reset_password(request).await.map(drop)
    }

    /// Returns the verification request of a customer's registration.
    pub(crate) async fn verification_request(&self, customer: &Customer) -> String {
        let published = self.harness.published::<Registered>().await;
        let user = customer.user.to_string();
        let own = published.iter().find(|event| event.user_id == user).unwrap();
        own.verification_id.clone()
    }

    pub(crate) async fn issue_verification(&self, request: &str) -> Result<String, Status> {
        let request = IssueVerificationTokenRequest {
            request_id: request.to_owned(),
        };
        let request = on_behalf_of(&caller::service("notification"), request);
        let response = self.client().issue_verification_token(request).await?;
        Ok(response.into_inner().token)
    }

    /// Returns the token of a customer's welcome mail.
    pub(crate) async fn verification_token(&self, customer: &Customer) -> String {
        let request = self.verification_request(customer).await;
        self.issue_verification(&request).await.unwrap()
    }

    pub(crate) async fn verify_email(&self, token: &str) -> Result<(), Status> {
        let request = VerifyEmailRequest {
            token: token.to_owned(),
            client_address: "192.0.2.1".to_owned(),
            ..VerifyEmailRequest::default()
        };
        let request = on_behalf_of(&caller::anonymous(), request);
        self.client().verify_email(request).await.map(drop)
    }

    pub(crate) async fn details(&self, customer: &Customer) -> GetDetailsResponse {
        let request = on_behalf_of(&caller::customer(customer.user), GetDetailsRequest {});
        self.client().get_details(request).await.unwrap().into_inner()
    }

    pub(crate) async fn contact(&self, customer: &Customer) -> GetContactResponse {
        let request = GetContactRequest {
            user_id: customer.user.to_string(),
        };
        let request = on_behalf_of(&caller::service("notification"), request);
        self.client().get_contact(request).await.unwrap().into_inner()
    }

    /// Sets a discount and returns the previous one.
    pub(crate) async fn set_discount(&self, email: &str, percent: u32) -> Result<u32, Status> {
        let request = SetUserDiscountRequest {
            email: email.to_owned(),
            discount_percent: percent,
            ..SetUserDiscountRequest::default()
        };
        let request = on_behalf_of(&caller::staff(), request);
        let response = self.client().set_user_discount(request).await?;
        Ok(response.into_inner().previous_percent)
    }

    pub(crate) async fn add_address(&self, customer: &Customer, shipping: bool, billing: bool) -> Address {
        let request = CreateAddressRequest {
            address: Some(address(shipping, billing)),
        };
        let request = on_behalf_of(&caller::customer(customer.user), request);
        let response = self.client().create_address(request).await.unwrap();
        response.into_inner().address.unwrap()
    }

    pub(crate) async fn addresses(&self, customer: &Customer) -> Vec<Address> {
        let request = on_behalf_of(&caller::customer(customer.user), ListAddressesRequest {});
        self.client()
            .list_addresses(request)
            .await
            .unwrap()
            .into_inner()
            .addresses
    }

    /// Returns the ids of the default for shipping and for billing, of which there is exactly one each.
    pub(crate) async fn defaults(&self, customer: &Customer) -> (String, String) {
        let addresses = self.addresses(customer).await;
        let only = |is_default: fn(&Address) -> bool| {
            let ids: Vec<_> = addresses
                .iter()
                .filter(|address| is_default(address))
                .map(|address| address.id.clone())
                .collect();
            assert_eq!(ids.len(), 1, "{addresses:?}");
            ids[0].clone()
        };
        (
            only(|address| address.is_default_shipping),
            only(|address| address.is_default_billing),
        )
    }

    pub(crate) async fn wish(&self, customer: &Customer, product_id: i64) -> Result<(), Status> {
        let request = on_behalf_of(&caller::customer(customer.user), AddWishRequest { product_id });
        self.client().add_wish(request).await.map(drop)
    }

    /// Returns the products of a wishlist, in its order.
    pub(crate) async fn wishes(&self, customer: &Customer) -> Vec<i64> {
        let request = on_behalf_of(&caller::customer(customer.user), ListWishesRequest {});
        let response = self.client().list_wishes(request).await.unwrap().into_inner();
        response.wishes.iter().map(|wish| wish.product_id).collect()
    }
}

impl Replica {
    pub(crate) async fn validate(&self, session: &str, refresh: &str) -> ValidateSessionResponse {
        let request = ValidateSessionRequest {
            session_token: session.to_owned(),
            refresh_token: refresh.to_owned(),
        };
        let request = on_behalf_of(&caller::anonymous(), request);
        AccountServiceClient::new(self.client.clone())
            .validate_session(request)
            .await
            .unwrap()
            .into_inner()
    }
}

/// Serves the number of open quotes of each staff member.
fn serve_inquiry(open_quotes: OpenQuotes) -> String {
    let count = move |request: Request<CountOpenQuotesRequest>| {
        let open = open_quotes.lock().unwrap();
        let counts = request
            .into_inner()
            .staff_ids
            .into_iter()
            .map(|id| {
                let count = open.get(&id).copied().unwrap_or(0);
                (id, count)
            })
            .collect();
        async move { Ok(CountOpenQuotesResponse { counts }) }
    };
    FakeServices::default()
        .rpc("/storefront.inquiry.v1.InboxService/CountOpenQuotes", count)
        .serve()
}

fn serve_catalog() -> String {
    let product = |id| Product {
        id,
        is_active: id != RETIRED,
        ..Product::default()
    };
    let ids = [WARDROBE, SOFA, TABLE, RETIRED].into_iter().chain(MANY);
    FakeServices::default().catalog(ids.map(product)).serve()
}

async fn replica(
    harness: &Harness,
    [catalog_url, inquiry_url]: [&str; 2],
    keys: &str,
    hasher: PasswordHasher,
) -> Replica {
    let config = Config {
        process: harness.process_settings(),
        database: harness.database_settings(),
        catalog_url: catalog_url.to_owned(),
        inquiry_url: inquiry_url.to_owned(),
        refresh_keys: keys.parse::<RefreshKeys>().unwrap(),
        second_factor_keys: keys.parse::<FactorKeys>().unwrap(),
        password_hashes: None,
        password_queue: 64,
        password_queue_per_address: 16,
        hash_limits: HASH_LIMITS,
        desk: DESK,
        command: None,
    };
    let service = server::assemble(&config, hasher).await.unwrap();
    let address = format!("http://{}", service.address());
    Replica {
        client: harness.serve(service).await,
        address,
    }
}

/// Returns a valid address.
pub(crate) fn address(is_default_shipping: bool, is_default_billing: bool) -> Address {
    Address {
        id: String::new(),
        full_name: "Leyla Məmmədova".to_owned(),
        phone_number: "+994501234567".to_owned(),
        street_address: "Nizami küçəsi 10".to_owned(),
        apartment: String::new(),
        city: "Bakı".to_owned(),
        state: "Abşeron".to_owned(),
        zip_code: "AZ1000".to_owned(),
        country: "Azerbaijan".to_owned(),
        is_default_shipping,
        is_default_billing,
    }
}

/// Decodes the failure of a status.
pub(crate) fn failure(status: &Status) -> Failure {
    Failure::from_status(status)
}

/// Returns the invalid fields of a status.
pub(crate) fn fields(status: &Status) -> Vec<(String, String)> {
    failure(status).fields
}

/// Runs a statement with a user as its parameter.
pub(crate) async fn run_sql(pool: &PgPool, statement: &'static str, user: UserId) {
    let result = sqlx::query(statement)
        .bind(user.uuid())
        .execute(pool)
        .await
        .unwrap();
    assert!(result.rows_affected() > 0, "{statement}");
}

/// Returns a request to sign in from 203.0.113.1.
pub(crate) fn sign_in_request(email: &str, password: &str) -> SignInRequest {
    SignInRequest {
        email: email.to_owned(),
        password: password.to_owned(),
        client_address: "203.0.113.1".to_owned(),
        session_token: String::new(),
        refresh_token: String::new(),
    }
}

/// Sends a request to sign in, as an anonymous caller.
pub(crate) async fn send_sign_in(
    fixture: &Fixture,
    request: SignInRequest,
) -> Result<SignInResponse, Status> {
    let request = on_behalf_of(&caller::anonymous(), request);
    Ok(fixture.client().sign_in(request).await?.into_inner())
}

/// Replaces a customer's password hash.
pub(crate) async fn set_hash(fixture: &Fixture, customer: &Customer, hash: &str) {
    let result = sqlx::query("update app_user set password_hash = $2 where user_id = $1")
        .bind(customer.user.uuid())
        .bind(hash)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    assert_eq!(result.rows_affected(), 1);
}

/// Returns a customer's password hash.
pub(crate) async fn stored_hash(fixture: &Fixture, customer: &Customer) -> String {
    sqlx::query_scalar("select password_hash from app_user where user_id = $1")
        .bind(customer.user.uuid())
        .fetch_one(fixture.harness.pool())
        .await
        .unwrap()
}
