//! The accounts, orders, inquiries and stores as a letter meets them at the gRPC face.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};

use async_trait::async_trait;
use kit::{
    domain::{InquiryId, Language, OrderId, UserId},
    failure::{Code, Failure},
};
use proto::{
    account::v1::{
        self as account, GetContactRequest, GetContactResponse, IssueResetTokenRequest,
        IssueResetTokenResponse,
        account_service_server::{AccountService, AccountServiceServer},
    },
    common::v1 as common,
    content::v1::{
        self as content, ListStoresRequest, ListStoresResponse,
        content_service_server::{ContentService, ContentServiceServer},
    },
    inquiry::v1::{
        self as inquiry, GetInquiryRequest, GetInquiryResponse, Inquiry, InquiryKind, QuotedProduct,
        Sender as Writer,
        inquiry_service_server::{InquiryService, InquiryServiceServer},
    },
    order::v1::{
        self as order, GetOrderForMailRequest, GetOrderForMailResponse, Order, OrderItem, PostalAddress,
        order_service_server::{OrderService, OrderServiceServer},
    },
};
use tonic::{Request, Response, Status, transport::server::TcpIncoming};
use uuid::Uuid;

/// The number of every order.
pub(crate) const ORDER_NUMBER: &str = "SB-7K3M9Q2A";

/// Where the catalogue is.
pub(crate) const CATALOGUE: &str = "https://shop.example/catalogue.pdf";

/// See the module. A clone is the same.
#[derive(Clone, Default)]
pub(crate) struct Peers(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    users: BTreeMap<String, GetContactResponse>,
    /// Reset requests with the last token of each.
    resets: BTreeMap<String, String>,
    orders: BTreeMap<String, GetOrderForMailResponse>,
    inquiries: BTreeMap<String, Inquiry>,
    has_no_catalogue: bool,
    is_away: bool,
}

impl Peers {
    /// Where the accounts, the orders, the inquiries and the stores are.
    pub(crate) fn serve(&self) -> [String; 4] {
        [
            serve(AccountServiceServer::new(self.clone())),
            serve(OrderServiceServer::new(self.clone())),
            serve(InquiryServiceServer::new(self.clone())),
            serve(ContentServiceServer::new(self.clone())),
        ]
    }

    /// From now on the stores say where the catalogue is, or nowhere.
    pub(crate) fn set_catalogue(&self, is_there: bool) {
        self.state().has_no_catalogue = !is_there;
    }

    /// From now on all of them say that they are away, or are there again.
    pub(crate) fn set_away(&self, is_away: bool) {
        self.state().is_away = is_away;
    }

    /// A user called Leyla.
    pub(crate) fn user(&self, email: &str, language: &str) -> UserId {
        let user = UserId::generate();
        let contact = GetContactResponse {
            name: "Leyla".to_owned(),
            lastname: "Məmmədova".to_owned(),
            email: email.to_owned(),
            language: code(language),
        };
        self.state().users.insert(user.to_string(), contact);
        user
    }

    /// A request to reset a password.
    pub(crate) fn reset_request(&self) -> Uuid {
        let request = Uuid::now_v7();
        self.state().resets.insert(request.to_string(), String::new());
        request
    }

    /// The last token of a request.
    pub(crate) fn token_of(&self, request: Uuid) -> String {
        self.state().resets[&request.to_string()].clone()
    }

    /// An order of two wardrobes, made in a language.
    pub(crate) fn order(&self, user: UserId, language: &str) -> OrderId {
        let id = OrderId::generate();
        let answer = GetOrderForMailResponse {
            order: Some(Order {
                id: id.to_string(),
                order_number: ORDER_NUMBER.to_owned(),
                ordered_at: Some(noon()),
                total_minor: 249_800,
                items: vec![OrderItem {
                    product_id: 7,
                    product_name: Some(wardrobe()),
                    quantity: 2,
                    unit_price_minor: 124_900,
                    subtotal_minor: 249_800,
                    ..OrderItem::default()
                }],
                shipping_address: Some(PostalAddress {
                    first_name: "Leyla".to_owned(),
                    last_name: "Məmmədova".to_owned(),
                    email: "leyla@example.com".to_owned(),
                    phone: "+994501234567".to_owned(),
                    address: "Nizami 1".to_owned(),
                    city: "Bakı".to_owned(),
                    state: "Abşeron".to_owned(),
                    postal_code: "AZ1000".to_owned(),
                    country: "Azerbaijan".to_owned(),
                }),
                user_id: user.to_string(),
                ..Order::default()
            }),
            language: code(language),
        };
        self.state().orders.insert(id.to_string(), answer);
        id
    }

    /// A question for the price of a wardrobe, by Rəşad.
    pub(crate) fn quote(&self, email: &str, language: &str) -> InquiryId {
        self.add(InquiryKind::Quote, email, language, "", Some(quoted()))
    }

    /// One whose writer is forgotten.
    pub(crate) fn forgotten_quote(&self) -> InquiryId {
        let id = self.quote("rashad@example.com", "az");
        if let Some(inquiry) = self.state().inquiries.get_mut(&id.to_string()) {
            inquiry.sender = None;
        }
        id
    }

    /// A message by Rəşad.
    pub(crate) fn message(&self, email: &str, language: &str, message: &str) -> InquiryId {
        self.add(InquiryKind::Contact, email, language, message, None)
    }

    /// Rəşad wants the catalogue.
    pub(crate) fn catalogue(&self, email: &str, language: &str) -> InquiryId {
        self.add(InquiryKind::Catalogue, email, language, "", None)
    }

    fn add(
        &self,
        kind: InquiryKind,
        email: &str,
        language: &str,
        message: &str,
        product: Option<QuotedProduct>,
    ) -> InquiryId {
        let id = InquiryId::generate();
        let inquiry = Inquiry {
            id: id.to_string(),
            number: "Q-7K3M9Q2A".to_owned(),
            kind: kind.into(),
            sender: Some(Writer {
                name: "Rəşad".to_owned(),
                surname: "Əliyev".to_owned(),
                phone: "+994501234567".to_owned(),
                email: email.to_owned(),
                message: message.to_owned(),
            }),
            product,
            language: code(language),
            created_at: Some(noon()),
            ..Inquiry::default()
        };
        self.state().inquiries.insert(id.to_string(), inquiry);
        id
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    /// What a question is answered with.
    fn answer<T>(&self, find: impl FnOnce(&mut State) -> Option<T>) -> Result<Response<T>, Status> {
        let mut state = self.state();
        if state.is_away {
            return Err(Failure::new(Code::Unavailable).into());
        }
        find(&mut state)
            .map(Response::new)
            .ok_or_else(|| Failure::new(Code::NotFound).into())
    }
}

fn code(language: &str) -> i32 {
    let language: Language = language.parse().unwrap();
    common::Language::from(language).into()
}

/// 21 November 2026, 12:00 in Baku.
fn noon() -> prost_types::Timestamp {
    prost_types::Timestamp {
        seconds: 1_795_248_000,
        nanos: 0,
    }
}

fn wardrobe() -> common::LocalizedText {
    common::LocalizedText {
        az: "Palıd şkaf".to_owned(),
        ru: "Дубовый шкаф".to_owned(),
        en: "Oak wardrobe".to_owned(),
    }
}

fn quoted() -> QuotedProduct {
    QuotedProduct {
        product_id: 7,
        name: Some(wardrobe()),
        image: String::new(),
        quantity: Some(2),
        color: "oak".to_owned(),
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

/// The state that a letter calls, and a refusal for each that it never calls.
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
    impl AccountService {
        async fn get_contact(
            &self,
            request: Request<GetContactRequest>,
        ) -> Result<Response<GetContactResponse>, Status> {
            self.answer(|state| state.users.get(&request.get_ref().user_id).cloned())
        }

        async fn issue_reset_token(
            &self,
            request: Request<IssueResetTokenRequest>,
        ) -> Result<Response<IssueResetTokenResponse>, Status> {
            self.answer(|state| {
                let token = state.resets.get_mut(&request.get_ref().request_id)?;
                *token = Uuid::new_v4().simple().to_string();
                Some(IssueResetTokenResponse { token: token.clone() })
            })
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
        get_discount(GetDiscountRequest) -> GetDiscountResponse,
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

peer! {
    impl OrderService {
        async fn get_order_for_mail(
            &self,
            request: Request<GetOrderForMailRequest>,
        ) -> Result<Response<GetOrderForMailResponse>, Status> {
            self.answer(|state| state.orders.get(&request.get_ref().order_id).cloned())
        }
    }
    never called: order {
        create_order(CreateOrderRequest) -> CreateOrderResponse,
        list_orders(ListOrdersRequest) -> ListOrdersResponse,
        get_order(GetOrderRequest) -> GetOrderResponse,
        cancel_order(CancelOrderRequest) -> CancelOrderResponse,
        list_all_orders(ListAllOrdersRequest) -> ListAllOrdersResponse,
        update_order_status(UpdateOrderStatusRequest) -> UpdateOrderStatusResponse,
        update_payment_status(UpdatePaymentStatusRequest) -> UpdatePaymentStatusResponse,
    }
}

peer! {
    impl InquiryService {
        async fn get_inquiry(
            &self,
            request: Request<GetInquiryRequest>,
        ) -> Result<Response<GetInquiryResponse>, Status> {
            self.answer(|state| {
                let inquiry = state.inquiries.get(&request.get_ref().inquiry_id)?;
                Some(GetInquiryResponse { inquiry: Some(inquiry.clone()) })
            })
        }
    }
    never called: inquiry {
        request_quote(RequestQuoteRequest) -> RequestQuoteResponse,
        send_contact_message(SendContactMessageRequest) -> SendContactMessageResponse,
        request_catalogue(RequestCatalogueRequest) -> RequestCatalogueResponse,
        list_inquiries(ListInquiriesRequest) -> ListInquiriesResponse,
        update_inquiry_status(UpdateInquiryStatusRequest) -> UpdateInquiryStatusResponse,
        add_inquiry_note(AddInquiryNoteRequest) -> AddInquiryNoteResponse,
    }
}

peer! {
    impl ContentService {
        async fn list_stores(
            &self,
            _: Request<ListStoresRequest>,
        ) -> Result<Response<ListStoresResponse>, Status> {
            self.answer(|state| {
                let catalogue_url = if state.has_no_catalogue { "" } else { CATALOGUE };
                Some(ListStoresResponse { catalogue_url: catalogue_url.to_owned(), ..Default::default() })
            })
        }
    }
    never called: content {
        get_active_campaign(GetActiveCampaignRequest) -> GetActiveCampaignResponse,
        get_campaign(GetCampaignRequest) -> GetCampaignResponse,
        list_campaigns(ListCampaignsRequest) -> ListCampaignsResponse,
        create_campaign(CreateCampaignRequest) -> CreateCampaignResponse,
        update_campaign(UpdateCampaignRequest) -> UpdateCampaignResponse,
        delete_campaign(DeleteCampaignRequest) -> DeleteCampaignResponse,
        list_promos(ListPromosRequest) -> ListPromosResponse,
        save_promo(SavePromoRequest) -> SavePromoResponse,
        delete_promo(DeletePromoRequest) -> DeletePromoResponse,
        list_projects(ListProjectsRequest) -> ListProjectsResponse,
        get_project(GetProjectRequest) -> GetProjectResponse,
        search_projects(SearchProjectsRequest) -> SearchProjectsResponse,
        save_project(SaveProjectRequest) -> SaveProjectResponse,
        delete_project(DeleteProjectRequest) -> DeleteProjectResponse,
        save_store(SaveStoreRequest) -> SaveStoreResponse,
        delete_store(DeleteStoreRequest) -> DeleteStoreResponse,
        set_catalogue_url(SetCatalogueUrlRequest) -> SetCatalogueUrlResponse,
    }
}
