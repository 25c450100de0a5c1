//! Fakes of the catalog, account and inquiry services: a catalog with stock and one reservation for each order, accounts
//! with one discount, and offers.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};

use kit::{
    domain::{LocalizedText, UserId},
    failure::{Code, Failure},
    staff::StaffRole,
};
use proto::{
    account::v1::{
        GetContactRequest, GetContactResponse, GetDiscountRequest, GetDiscountResponse,
        GetStaffMemberRequest, GetStaffMemberResponse, StaffName, StaffRole as WireRole, StaffState,
    },
    catalog::v1::{
        GetProductsRequest, GetProductsResponse, Image, Product as CatalogProduct, ReserveStockRequest,
        ReserveStockResponse, ReservedLine,
    },
    inquiry::v1::{HoldAcceptedOfferRequest, HoldAcceptedOfferResponse},
};
use testkit::FakeServices;
use tokio::sync::{OwnedRwLockWriteGuard, RwLock};
use tonic::{Request, Status};

/// 1000.00, made to order.
pub(crate) const SOFA: i64 = 1;
/// 1249.00 less 15 %, made to order.
pub(crate) const WARDROBE: i64 = 2;
/// 9.99 less 15 %, 3 in stock.
pub(crate) const LAMP: i64 = 3;
/// Inactive.
pub(crate) const RETIRED: i64 = 4;

/// State of the fakes, shared by clones.
#[derive(Clone, Default)]
pub(crate) struct Upstream {
    state: Arc<Mutex<State>>,
    responses: Arc<RwLock<()>>,
}

struct State {
    products: BTreeMap<i64, Product>,
    /// By order id; `None` after release.
    reservations: BTreeMap<String, Option<Vec<ReservedLine>>>,
    discount_percent: u32,
    is_next_response_lost: bool,
    /// By user id: role and whether active.
    staff: BTreeMap<String, (StaffRole, bool)>,
    /// By id.
    offers: BTreeMap<String, HeldOffer>,
    is_next_hold_lost: bool,
    /// By user id: e-mail and whether it is verified.
    emails: BTreeMap<String, (String, bool)>,
}

struct HeldOffer {
    response: HoldAcceptedOfferResponse,
    /// Reason for which it is not held.
    refusal: Option<&'static str>,
    /// The orders of the calls.
    orders: Vec<String>,
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
            is_next_response_lost: false,
            staff: BTreeMap::new(),
            offers: BTreeMap::new(),
            is_next_hold_lost: false,
            emails: BTreeMap::new(),
        }
    }
}

impl Upstream {
    /// Serves all services; returns their address.
    pub(crate) fn serve(&self) -> String {
        let (catalog, account) = (self.clone(), self.clone());
        let reserve_stock = move |request: Request<ReserveStockRequest>| {
            let catalog = catalog.clone();
            async move { catalog.reserve_stock(request.into_inner()).await }
        };
        let get_discount = move |_: Request<GetDiscountRequest>| {
            let discount_percent = account.state().discount_percent;
            async move { Ok(GetDiscountResponse { discount_percent }) }
        };
        let contacts = self.clone();
        let get_contact = move |request: Request<GetContactRequest>| {
            let contact = contacts
                .state()
                .emails
                .get(&request.into_inner().user_id)
                .cloned();
            async move {
                let (email, email_verified) = contact.unwrap_or_else(|| (String::new(), true));
                Ok(GetContactResponse {
                    email,
                    email_verified,
                    ..GetContactResponse::default()
                })
            }
        };
        let products = self.clone();
        let get_products = move |request: Request<GetProductsRequest>| {
            let products = products.state().products(&request.into_inner().product_ids);
            async move { Ok(GetProductsResponse { products }) }
        };
        let staff = self.clone();
        let get_staff_member = move |request: Request<GetStaffMemberRequest>| {
            let member = staff.state().staff_member(request.into_inner().user_id);
            async move { member }
        };
        let inquiry = self.clone();
        let hold_accepted_offer = move |request: Request<HoldAcceptedOfferRequest>| {
            let response = inquiry.state().hold(request.into_inner());
            async move { response }
        };
        FakeServices::default()
            .rpc(
                "/storefront.inquiry.v1.OfferService/HoldAcceptedOffer",
                hold_accepted_offer,
            )
            .rpc(
                "/storefront.catalog.v1.CatalogService/ReserveStock",
                reserve_stock,
            )
            .rpc("/storefront.account.v1.AccountService/GetDiscount", get_discount)
            .rpc("/storefront.account.v1.AccountService/GetContact", get_contact)
            .rpc("/storefront.catalog.v1.CatalogService/GetProducts", get_products)
            .rpc(
                "/storefront.account.v1.TeamService/GetStaffMember",
                get_staff_member,
            )
            .serve()
    }

    async fn reserve_stock(&self, request: ReserveStockRequest) -> Result<ReserveStockResponse, Status> {
        let (reserved, is_lost) = {
            let mut state = self.state();
            let reserved = state.reserve(request);
            (reserved, std::mem::take(&mut state.is_next_response_lost))
        };
        drop(self.responses.read().await);
        if is_lost {
            return Err(Status::unavailable("the response was lost"));
        }
        Ok(ReserveStockResponse { lines: reserved? })
    }

    /// Sets every customer's personal discount.
    pub(crate) fn set_discount(&self, percent: u32) {
        self.state().discount_percent = percent;
    }

    /// Sets the e-mail of a user.
    pub(crate) fn set_email(&self, user: UserId, email: &str, is_verified: bool) {
        self.state()
            .emails
            .insert(user.to_string(), (email.to_owned(), is_verified));
    }

    /// Adds a staff member with a discount limit of 15 %.
    pub(crate) fn add_staff(&self, user: UserId, role: StaffRole, is_active: bool) {
        self.state().staff.insert(user.to_string(), (role, is_active));
    }

    /// Adds an accepted offer and returns its id.
    pub(crate) fn add_offer(&self, response: HoldAcceptedOfferResponse) -> String {
        let id = response.offer.as_ref().unwrap().id.clone();
        let offer = HeldOffer {
            response,
            refusal: None,
            orders: Vec::new(),
        };
        self.state().offers.insert(id.clone(), offer);
        id
    }

    /// Refuses to hold an offer for a reason, or holds it again.
    pub(crate) fn refuse_offer(&self, offer: &str, reason: Option<&'static str>) {
        self.state().offers.get_mut(offer).unwrap().refusal = reason;
    }

    /// Returns the orders that an offer was held for, one for each call.
    pub(crate) fn holds(&self, offer: &str) -> Vec<String> {
        self.state().offers[offer].orders.clone()
    }

    /// Loses the response of the next hold of an offer.
    pub(crate) fn lose_next_hold(&self) {
        self.state().is_next_hold_lost = true;
    }

    /// Loses the response of the next reservation.
    pub(crate) fn lose_next_response(&self) {
        self.state().is_next_response_lost = true;
    }

    /// Delays the responses of reservations until the guard is dropped.
    pub(crate) async fn delay_responses(&self) -> OwnedRwLockWriteGuard<()> {
        self.responses.clone().write_owned().await
    }

    /// Returns the orders with a reservation, oldest first.
    pub(crate) fn reservations(&self) -> Vec<String> {
        let state = self.state();
        let reserved = state.reservations.iter().filter(|(_, lines)| lines.is_some());
        reserved.map(|(order, _)| order.clone()).collect()
    }

    /// Sets the stock of a product.
    pub(crate) fn set_stock(&self, product: i64, pieces: i64) {
        self.state().products.get_mut(&product).unwrap().stock = Some(pieces);
    }

    /// Returns the stock of a product that has one.
    pub(crate) fn stock(&self, product: i64) -> i64 {
        self.state().products[&product].stock.unwrap()
    }

    /// Releases a reservation, as the catalog does for an abandoned attempt.
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
    fn products(&self, ids: &[i64]) -> Vec<CatalogProduct> {
        let found = ids.iter().filter_map(|id| Some((*id, self.products.get(id)?)));
        found
            .map(|(id, product)| CatalogProduct {
                id,
                code: format!("P-{id}"),
                name: Some(product.name()),
                price_minor: product.price_minor,
                discount_percent: product.discount_percent,
                stock_quantity: product.stock,
                is_active: product.is_active,
                images: vec![Image {
                    url: format!("/images/{id}.webp"),
                    ..Image::default()
                }],
                ..CatalogProduct::default()
            })
            .collect()
    }

    fn hold(&mut self, request: HoldAcceptedOfferRequest) -> Result<HoldAcceptedOfferResponse, Status> {
        let is_lost = std::mem::take(&mut self.is_next_hold_lost);
        let Some(offer) = self.offers.get_mut(&request.offer_id) else {
            return Err(Failure::with_reason(Code::NotFound, "OFFER.NOT_FOUND").into());
        };
        if let Some(reason) = offer.refusal {
            return Err(Failure::with_reason(Code::Conflict, reason).into());
        }
        offer.orders.push(request.order_id);
        if is_lost {
            return Err(Status::unavailable("the response was lost"));
        }
        Ok(offer.response.clone())
    }

    fn staff_member(&self, user_id: String) -> Result<GetStaffMemberResponse, Status> {
        let Some((role, is_active)) = self.staff.get(&user_id) else {
            return Err(Failure::new(Code::NotFound).into());
        };
        let role = match role {
            StaffRole::Owner => WireRole::Owner,
            StaffRole::Manager => WireRole::Manager,
            StaffRole::Sales => WireRole::Sales,
            StaffRole::Warehouse => WireRole::Warehouse,
            StaffRole::Editor => WireRole::Editor,
        };
        let state = if *is_active {
            StaffState::Active
        } else {
            StaffState::Disabled
        };
        Ok(GetStaffMemberResponse {
            name: Some(StaffName {
                user_id,
                role: role.into(),
                ..StaffName::default()
            }),
            state: state.into(),
            discount_limit_percent: 15,
            ..GetStaffMemberResponse::default()
        })
    }

    fn reserve(&mut self, request: ReserveStockRequest) -> Result<Vec<ReservedLine>, Failure> {
        match self.reservations.get(&request.order_id) {
            Some(Some(lines)) => return Ok(lines.clone()),
            Some(None) => return Err(Failure::with_reason(Code::Conflict, "RESERVATION.RELEASED")),
            None => {}
        }
        let mut failure = Failure::with_reason(Code::Conflict, "ORDER.NOT_ENOUGH");
        let mut reserved = Vec::new();
        for line in &request.lines {
            let field = format!("product:{}", line.product_id);
            match self.products.get(&line.product_id) {
                Some(product) if product.is_active => {
                    if let Some(stock) = product.stock.filter(|stock| *stock < i64::from(line.quantity)) {
                        failure = failure
                            .with_field(field, "ORDER.NOT_ENOUGH")
                            .with_parameter("available", stock);
                    }
                    reserved.push(product.reserved(line.product_id, line.quantity));
                }
                _ => {
                    failure.reason = "ORDER.NO_LONGER_SOLD".to_owned();
                    failure = failure.with_field(field, "ORDER.NO_LONGER_SOLD");
                }
            }
        }
        if !failure.fields.is_empty() {
            return Err(failure);
        }
        for line in &reserved {
            let product = self.products.get_mut(&line.product_id).unwrap();
            product.stock = product.stock.map(|stock| stock - i64::from(line.quantity));
        }
        self.reservations.insert(request.order_id, Some(reserved.clone()));
        Ok(reserved)
    }
}

impl Product {
    fn name(&self) -> proto::common::v1::LocalizedText {
        let [az, ru, en] = self.name.map(ToOwned::to_owned);
        LocalizedText { az, ru, en }.into()
    }

    fn reserved(&self, product_id: i64, quantity: u32) -> ReservedLine {
        ReservedLine {
            product_id,
            code: format!("P-{product_id}"),
            name: Some(self.name()),
            image_url: format!("/images/{product_id}.webp"),
            unit_price_minor: self.price_minor,
            discount_percent: self.discount_percent,
            quantity,
        }
    }
}
