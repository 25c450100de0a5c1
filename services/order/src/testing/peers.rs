//! The catalogue and the accounts as an order meets them at the gRPC face: a catalogue that keeps stock and
//! reservations, all or nothing and one for each order, and accounts that know one discount.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};

use async_trait::async_trait;
use kit::{
    domain::LocalizedText,
    failure::{Code, Failure},
};
use proto::{
    account::v1::{
        self as account,
        account_service_server::{AccountService, AccountServiceServer},
    },
    catalog::v1::{
        self as catalog, ReserveStockRequest, ReserveStockResponse, ReservedLine,
        catalog_service_server::{CatalogService, CatalogServiceServer},
    },
};
use tokio::sync::{OwnedRwLockWriteGuard, RwLock};
use tonic::{Request, Response, Status, transport::server::TcpIncoming};

/// 1000.00, made to order.
pub(crate) const SOFA: i64 = 1;
/// 1249.00 less 15 %, made to order.
pub(crate) const WARDROBE: i64 = 2;
/// 9.99 less 15 %, three on hand.
pub(crate) const LAMP: i64 = 3;
/// Not sold any more.
pub(crate) const RETIRED: i64 = 4;

/// See the module. A clone is the same.
#[derive(Clone, Default)]
pub(crate) struct Peers {
    state: Arc<Mutex<State>>,
    held: Arc<RwLock<()>>,
}

struct State {
    products: BTreeMap<i64, Product>,
    /// By order id; none = released.
    reservations: BTreeMap<String, Option<Vec<ReservedLine>>>,
    discount_percent: u32,
    answer_is_lost: bool,
}

struct Product {
    name: [&'static str; 3],
    price_minor: i64,
    discount_percent: u32,
    stock: Option<i64>,
    is_active: bool,
}

impl Default for State {
    fn default() -> Self {
        let product = |name, price_minor, discount_percent, stock, is_active| Product {
            name,
            price_minor,
            discount_percent,
            stock,
            is_active,
        };
        Self {
            products: BTreeMap::from([
                (SOFA, product(["Divan", "Диван", "Sofa"], 100_000, 0, None, true)),
                (
                    WARDROBE,
                    product(["Şkaf", "Шкаф", "Wardrobe"], 124_900, 15, None, true),
                ),
                (LAMP, product(["Lampa", "Лампа", "Lamp"], 999, 15, Some(3), true)),
                (
                    RETIRED,
                    product(["Kürsü", "Стул", "Chair"], 5_000, 0, Some(9), false),
                ),
            ]),
            reservations: BTreeMap::new(),
            discount_percent: 0,
            answer_is_lost: false,
        }
    }
}

impl Peers {
    /// Where the catalogue is.
    pub(crate) fn serve_catalog(&self) -> String {
        serve(CatalogServiceServer::new(self.clone()))
    }

    /// Where the accounts are.
    pub(crate) fn serve_account(&self) -> String {
        serve(AccountServiceServer::new(self.clone()))
    }

    /// Every customer's own discount from now on.
    pub(crate) fn set_discount(&self, percent: u32) {
        self.state().discount_percent = percent;
    }

    /// The next reservation is made, but its answer is lost.
    pub(crate) fn lose_next_answer(&self) {
        self.state().answer_is_lost = true;
    }

    /// Reservations are made, but not answered before the guard is dropped.
    pub(crate) async fn hold_answers(&self) -> OwnedRwLockWriteGuard<()> {
        self.held.clone().write_owned().await
    }

    /// The orders that stock was taken for, oldest first.
    pub(crate) fn reservations(&self) -> Vec<String> {
        let state = self.state();
        let held = state.reservations.iter().filter(|(_, lines)| lines.is_some());
        held.map(|(order, _)| order.clone()).collect()
    }

    /// Pieces on hand of a product that has a stock.
    pub(crate) fn stock(&self, product: i64) -> i64 {
        self.state().products[&product].stock.unwrap()
    }

    /// What the catalogue does on hearing that an attempt was abandoned.
    pub(crate) fn release(&self, order: &str) {
        let mut state = self.state();
        let released = state.reservations.insert(order.to_owned(), None);
        for line in released.flatten().unwrap_or_default() {
            let product = state.products.get_mut(&line.product_id).unwrap();
            product.stock = product.stock.map(|stock| stock + i64::from(line.quantity));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}

impl State {
    fn reserve(&mut self, request: ReserveStockRequest) -> Result<Vec<ReservedLine>, Failure> {
        match self.reservations.get(&request.order_id) {
            Some(Some(lines)) => return Ok(lines.clone()),
            Some(None) => return Err(Failure::with_reason(Code::Conflict, "RESERVATION.RELEASED")),
            None => {}
        }
        let mut refused = Failure::with_reason(Code::Conflict, "ORDER.NOT_ENOUGH");
        let mut taken = Vec::new();
        for line in &request.lines {
            let field = format!("product:{}", line.product_id);
            match self.products.get(&line.product_id) {
                Some(product) if product.is_active => {
                    if let Some(stock) = product.stock.filter(|stock| *stock < i64::from(line.quantity)) {
                        refused = refused
                            .with_field(field, "ORDER.NOT_ENOUGH")
                            .with_parameter("available", stock);
                    }
                    taken.push(product.reserved(line.product_id, line.quantity));
                }
                _ => {
                    refused.reason = "ORDER.NO_LONGER_SOLD".to_owned();
                    refused = refused.with_field(field, "ORDER.NO_LONGER_SOLD");
                }
            }
        }
        if !refused.fields.is_empty() {
            return Err(refused);
        }
        for line in &taken {
            let product = self.products.get_mut(&line.product_id).unwrap();
            product.stock = product.stock.map(|stock| stock - i64::from(line.quantity));
        }
        self.reservations.insert(request.order_id, Some(taken.clone()));
        Ok(taken)
    }
}

impl Product {
    fn reserved(&self, product_id: i64, quantity: u32) -> ReservedLine {
        let [az, ru, en] = self.name.map(ToOwned::to_owned);
        ReservedLine {
            product_id,
            code: format!("P-{product_id}"),
            name: Some(LocalizedText { az, ru, en }.into()),
            image_url: format!("/images/{product_id}.webp"),
            unit_price_minor: self.price_minor,
            discount_percent: self.discount_percent,
            quantity,
        }
    }
}

/// Serves until the test's runtime ends.
fn serve<S>(service: S) -> String
where
    S: tower::Service<
            http::Request<tonic::body::Body>,
            Response = http::Response<tonic::body::Body>,
            Error = std::convert::Infallible,
        > + tonic::server::NamedService
        + Clone
        + Send
        + Sync
        + 'static,
    S::Future: Send + 'static,
{
    let incoming = TcpIncoming::bind(([127, 0, 0, 1], 0).into()).unwrap();
    let address = incoming.local_addr().unwrap();
    tokio::spawn(
        tonic::transport::Server::builder()
            .add_service(service)
            .serve_with_incoming(incoming),
    );
    format!("http://{address}")
}

/// An address where nobody listens.
pub(crate) fn closed_port() -> String {
    let closed = TcpIncoming::bind(([127, 0, 0, 1], 0).into()).unwrap();
    format!("http://{}", closed.local_addr().unwrap())
}

/// The state that an order calls, and a refusal for each that it never calls.
macro_rules! peer {
    (
        impl $service:ident { $($called:tt)* }
        never called: $($module:ident { $($rpc:ident($request:ident) -> $response:ident,)* })+
    ) => {
        #[async_trait]
        impl $service for Peers {
            $($called)*
            $($(
                async fn $rpc(
                    &self,
                    _: Request<$module::$request>,
                ) -> Result<Response<$module::$response>, Status> {
                    Err(Status::unimplemented(stringify!($rpc)))
                }
            )*)+
        }
    };
}

peer! {
    impl CatalogService {
        async fn reserve_stock(
            &self,
            request: Request<ReserveStockRequest>,
        ) -> Result<Response<ReserveStockResponse>, Status> {
            let (reserved, lost) = {
                let mut state = self.state();
                let reserved = state.reserve(request.into_inner());
                (reserved, std::mem::take(&mut state.answer_is_lost))
            };
            drop(self.held.read().await);
            if lost {
                return Err(Status::unavailable("the answer was lost"));
            }
            Ok(Response::new(ReserveStockResponse { lines: reserved? }))
        }
    }
    never called: catalog {
        list_products(ListProductsRequest) -> ListProductsResponse,
        get_product(GetProductRequest) -> GetProductResponse,
        get_products(GetProductsRequest) -> GetProductsResponse,
        list_categories(ListCategoriesRequest) -> ListCategoriesResponse,
        search_products(SearchProductsRequest) -> SearchProductsResponse,
        create_product(CreateProductRequest) -> CreateProductResponse,
        update_product(UpdateProductRequest) -> UpdateProductResponse,
    }
}

peer! {
    impl AccountService {
        async fn get_discount(
            &self,
            _: Request<account::GetDiscountRequest>,
        ) -> Result<Response<account::GetDiscountResponse>, Status> {
            let discount_percent = self.state().discount_percent;
            Ok(Response::new(account::GetDiscountResponse { discount_percent }))
        }
    }
    never called: account {
        register(RegisterRequest) -> RegisterResponse,
        sign_in(SignInRequest) -> SignInResponse,
        authenticate(AuthenticateRequest) -> AuthenticateResponse,
        validate_session(ValidateSessionRequest) -> ValidateSessionResponse,
        sign_out(SignOutRequest) -> SignOutResponse,
        forgot_password(ForgotPasswordRequest) -> ForgotPasswordResponse,
        reset_password(ResetPasswordRequest) -> ResetPasswordResponse,
        issue_reset_token(IssueResetTokenRequest) -> IssueResetTokenResponse,
        get_contact(GetContactRequest) -> GetContactResponse,
        get_details(GetDetailsRequest) -> GetDetailsResponse,
        update_details(UpdateDetailsRequest) -> UpdateDetailsResponse,
        count_saved(CountSavedRequest) -> CountSavedResponse,
        list_addresses(ListAddressesRequest) -> ListAddressesResponse,
        create_address(CreateAddressRequest) -> CreateAddressResponse,
        update_address(UpdateAddressRequest) -> UpdateAddressResponse,
        delete_address(DeleteAddressRequest) -> DeleteAddressResponse,
        set_default_address(SetDefaultAddressRequest) -> SetDefaultAddressResponse,
        list_wishes(ListWishesRequest) -> ListWishesResponse,
        add_wish(AddWishRequest) -> AddWishResponse,
        remove_wish(RemoveWishRequest) -> RemoveWishResponse,
        clear_wishes(ClearWishesRequest) -> ClearWishesResponse,
        set_user_discount(SetUserDiscountRequest) -> SetUserDiscountResponse,
    }
}
