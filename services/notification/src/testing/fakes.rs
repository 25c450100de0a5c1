//! Fakes of the account, order, inquiry and content services.

mod desk;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};

use kit::{
    domain::{InquiryId, Language, OrderId, UserId},
    failure::{Code, Failure},
};
use proto::{
    account::v1::{
        EndPushSubscriptionRequest, EndPushSubscriptionResponse, GetContactRequest, GetContactResponse,
        GetStaffMemberRequest, GetStaffMemberResponse, IssueEnrolmentTokenRequest,
        IssueEnrolmentTokenResponse, IssueInvitationTokenRequest, IssueInvitationTokenResponse,
        IssueResetTokenRequest, IssueResetTokenResponse, IssueVerificationTokenRequest,
        IssueVerificationTokenResponse, ListPushSubscriptionsRequest, ListPushSubscriptionsResponse,
        ListStaffNamesRequest, ListStaffNamesResponse, PushSubscription,
    },
    common::v1 as common,
    content::v1::{
        GetShopTermsRequest, GetShopTermsResponse, ListStoresRequest, ListStoresResponse, ShopTerms,
    },
    inquiry::v1::{
        ConversationMessage, GetInquiryRequest, GetInquiryResponse, GetOfferMailRequest,
        GetOfferMailResponse, GetStaffMailRequest, GetStaffMailResponse, GetUnreadMailRequest,
        GetUnreadMailResponse, Inquiry, InquiryKind, QuotedProduct, Sender,
    },
    order::v1::{GetOrderForMailRequest, GetOrderForMailResponse, Order, OrderItem, PostalAddress},
};
use testkit::FakeServices;
use tonic::{Request, Status};
use uuid::Uuid;

/// The number of all orders.
pub(crate) const ORDER_NUMBER: &str = "SB-7K3M9Q2A";

/// The token of each order's link.
pub(crate) const ORDER_TOKEN: &str = "SB-7K3M9Q2A.k3J9wQ7dYx2LmT0aVb5cZg";

/// The number of all offers.
pub(crate) const OFFER_NUMBER: &str = "ST-0M4K7Q2X";

/// The token of all offers.
pub(crate) const OFFER_TOKEN: &str = "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg";

/// The URL of the brochure.
pub(crate) const CATALOGUE: &str = "https://shop.example/catalogue.pdf";

/// The data of the fake services, which clones share.
#[derive(Clone, Default)]
pub(crate) struct Fakes(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    users: BTreeMap<String, GetContactResponse>,
    /// Last token by password reset or verification request.
    tokens: BTreeMap<String, String>,
    orders: BTreeMap<String, GetOrderForMailResponse>,
    inquiries: BTreeMap<String, Inquiry>,
    /// Assignees of orders and inquiries.
    assignees: BTreeMap<String, String>,
    /// Number of reads of orders and contacts.
    reads: usize,
    staff_mails: BTreeMap<String, GetStaffMailResponse>,
    unread: BTreeMap<String, GetUnreadMailResponse>,
    offers: BTreeMap<String, GetOfferMailResponse>,
    /// Invitations without their tokens, which are among the tokens.
    invitations: BTreeMap<String, IssueInvitationTokenResponse>,
    /// The team, by user.
    members: BTreeMap<String, GetStaffMemberResponse>,
    /// Of all members.
    subscriptions: Vec<PushSubscription>,
    has_no_catalogue: bool,
    shop_terms: Option<ShopTerms>,
    is_unavailable: bool,
}

impl State {
    /// Replaces the token of a request.
    fn issue_token(&mut self, request: &str) -> Option<String> {
        let token = self.tokens.get_mut(request)?;
        *token = Uuid::new_v4().simple().to_string();
        Some(token.clone())
    }
}

impl Fakes {
    /// Serves the rpcs; returns the address.
    #[expect(clippy::too_many_lines, reason = "one rpc after the other")]
    pub(crate) fn serve(&self) -> String {
        FakeServices::default()
            .rpc(
                "/storefront.account.v1.AccountService/GetContact",
                self.handler(|state, request: &GetContactRequest| {
                    state.reads += 1;
                    state.users.get(&request.user_id).cloned()
                }),
            )
            .rpc(
                "/storefront.account.v1.AccountService/IssueResetToken",
                self.handler(|state, request: &IssueResetTokenRequest| {
                    let token = state.issue_token(&request.request_id)?;
                    Some(IssueResetTokenResponse { token })
                }),
            )
            .rpc(
                "/storefront.account.v1.AccountService/IssueVerificationToken",
                self.handler(|state, request: &IssueVerificationTokenRequest| {
                    let token = state.issue_token(&request.request_id)?;
                    Some(IssueVerificationTokenResponse { token })
                }),
            )
            .rpc(
                "/storefront.order.v1.OrderService/GetOrderForMail",
                self.handler(|state, request: &GetOrderForMailRequest| {
                    state.reads += 1;
                    let mut response = state.orders.get(&request.order_id).cloned()?;
                    let assignee = state.assignees.get(&request.order_id);
                    response.assignee = assignee.cloned().unwrap_or_default();
                    Some(response)
                }),
            )
            .rpc(
                "/storefront.inquiry.v1.InquiryService/GetInquiry",
                self.handler(|state, request: &GetInquiryRequest| {
                    let inquiry = state.inquiries.get(&request.inquiry_id)?;
                    let assignee = state.assignees.get(&request.inquiry_id);
                    Some(GetInquiryResponse {
                        inquiry: Some(inquiry.clone()),
                        promised_at: Some(noon()),
                        assignee_id: assignee.cloned().unwrap_or_default(),
                        conversation_token: "SQ-7Q2M04XK.k3".to_owned(),
                    })
                }),
            )
            .rpc(
                "/storefront.inquiry.v1.ConversationService/GetUnreadMail",
                self.handler(|state, request: &GetUnreadMailRequest| {
                    state.unread.get(&request.inquiry_id).cloned()
                }),
            )
            .rpc(
                "/storefront.inquiry.v1.InboxService/GetStaffMail",
                self.handler(|state, request: &GetStaffMailRequest| {
                    state.staff_mails.get(&request.message_id).cloned()
                }),
            )
            .rpc(
                "/storefront.inquiry.v1.OfferService/GetOfferMail",
                self.handler(|state, request: &GetOfferMailRequest| {
                    state.offers.get(&request.offer_id).cloned()
                }),
            )
            .rpc(
                "/storefront.account.v1.TeamService/IssueInvitationToken",
                self.handler(|state, request: &IssueInvitationTokenRequest| {
                    let token = state.issue_token(&request.invitation_id)?;
                    let invitation = state.invitations.get(&request.invitation_id)?.clone();
                    Some(IssueInvitationTokenResponse { token, ..invitation })
                }),
            )
            .rpc(
                "/storefront.account.v1.TeamService/IssueEnrolmentToken",
                self.handler(|state, request: &IssueEnrolmentTokenRequest| {
                    let token = state.issue_token(&request.request_id)?;
                    Some(IssueEnrolmentTokenResponse { token })
                }),
            )
            .rpc(
                "/storefront.account.v1.TeamService/ListStaffNames",
                self.handler(|state, request: &ListStaffNamesRequest| {
                    let is_requested =
                        |id: &String| request.user_ids.is_empty() || request.user_ids.contains(id);
                    let members = state.members.iter().filter(|(id, _)| is_requested(id));
                    Some(ListStaffNamesResponse {
                        names: members.filter_map(|(_, member)| member.name.clone()).collect(),
                    })
                }),
            )
            .rpc(
                "/storefront.account.v1.TeamService/GetStaffMember",
                self.handler(|state, request: &GetStaffMemberRequest| {
                    state.members.get(&request.user_id).cloned()
                }),
            )
            .rpc(
                "/storefront.account.v1.TeamService/ListPushSubscriptions",
                self.handler(|state, _: &ListPushSubscriptionsRequest| {
                    Some(ListPushSubscriptionsResponse {
                        subscriptions: state.subscriptions.clone(),
                    })
                }),
            )
            .rpc(
                "/storefront.account.v1.TeamService/EndPushSubscription",
                self.handler(|state, request: &EndPushSubscriptionRequest| {
                    state
                        .subscriptions
                        .retain(|kept| kept.id != request.subscription_id);
                    Some(EndPushSubscriptionResponse {})
                }),
            )
            .rpc(
                "/storefront.content.v1.ContentService/ListStores",
                self.handler(|state, _: &ListStoresRequest| {
                    let catalogue_url = if state.has_no_catalogue { "" } else { CATALOGUE };
                    Some(ListStoresResponse {
                        catalogue_url: catalogue_url.to_owned(),
                        ..Default::default()
                    })
                }),
            )
            .rpc(
                "/storefront.content.v1.ContentService/GetShopTerms",
                self.handler(|state, _: &GetShopTermsRequest| {
                    Some(GetShopTermsResponse {
                        terms: state.shop_terms.clone(),
                    })
                }),
            )
            .serve()
    }

    /// Sets the shop's terms.
    pub(crate) fn set_shop_terms(&self, terms: ShopTerms) {
        self.state().shop_terms = Some(terms);
    }

    /// Returns the number of reads of orders and contacts.
    pub(crate) fn reads(&self) -> usize {
        self.state().reads
    }

    /// Returns an rpc handler: `None` becomes `NOT_FOUND`.
    fn handler<Req, Res, F>(
        &self,
        find: F,
    ) -> impl Fn(Request<Req>) -> std::future::Ready<Result<Res, Status>> + Clone + Send + Sync + 'static
    where
        F: Fn(&mut State, &Req) -> Option<Res> + Clone + Send + Sync + 'static,
    {
        let fakes = self.clone();
        move |request| {
            let mut state = fakes.state();
            let found = if state.is_unavailable {
                Err(Code::Unavailable)
            } else {
                find(&mut state, request.get_ref()).ok_or(Code::NotFound)
            };
            std::future::ready(found.map_err(|code| Failure::new(code).into()))
        }
    }

    /// Sets or removes the URL of the brochure.
    pub(crate) fn set_catalogue(&self, is_set: bool) {
        self.state().has_no_catalogue = !is_set;
    }

    /// Makes all services fail with `UNAVAILABLE`, or work again.
    pub(crate) fn set_unavailable(&self, is_unavailable: bool) {
        self.state().is_unavailable = is_unavailable;
    }

    /// Adds a user called Leyla, with a verified address.
    pub(crate) fn user(&self, email: &str, language: &str) -> UserId {
        self.add_user(email, language, true)
    }

    /// Adds a user called Leyla, whose address is not verified.
    pub(crate) fn unverified_user(&self, email: &str, language: &str) -> UserId {
        self.add_user(email, language, false)
    }

    fn add_user(&self, email: &str, language: &str, email_verified: bool) -> UserId {
        let user = UserId::generate();
        let contact = GetContactResponse {
            name: "Leyla".to_owned(),
            lastname: "Məmmədova".to_owned(),
            email: email.to_owned(),
            language: language_code(language),
            email_verified,
        };
        self.state().users.insert(user.to_string(), contact);
        user
    }

    /// Adds a password reset or verification request.
    pub(crate) fn token_request(&self) -> Uuid {
        let request = Uuid::now_v7();
        self.state().tokens.insert(request.to_string(), String::new());
        request
    }

    /// Returns the last token of a request.
    pub(crate) fn token_of(&self, request: Uuid) -> String {
        self.state().tokens[&request.to_string()].clone()
    }

    /// Adds an order of two wardrobes.
    pub(crate) fn order(&self, user: UserId, language: &str) -> OrderId {
        let id = OrderId::generate();
        let response = GetOrderForMailResponse {
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
            language: language_code(language),
            token: ORDER_TOKEN.to_owned(),
            ..GetOrderForMailResponse::default()
        };
        self.state().orders.insert(id.to_string(), response);
        id
    }

    /// Adds an order of a product and a designed piece.
    pub(crate) fn designed_order(&self, user: UserId, language: &str) -> OrderId {
        let id = self.order(user, language);
        let mut state = self.state();
        let response = state.orders.get_mut(&id.to_string()).unwrap();
        response.order.as_mut().unwrap().items.push(OrderItem {
            product_name: Some(common::LocalizedText {
                az: "Dizaynlı şkaf".to_owned(),
                ru: "Шкаф по проекту".to_owned(),
                en: "Designed wardrobe".to_owned(),
            }),
            quantity: 2,
            detail: "between walls 243 × 62 × 262 cm".to_owned(),
            design_code: "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja".to_owned(),
            ..OrderItem::default()
        });
        id
    }

    /// Adds an order by hand with a planned delivery.
    pub(crate) fn order_without_account(&self, email: &str, language: &str) -> OrderId {
        let id = self.order(UserId::generate(), language);
        let mut state = self.state();
        let response = state.orders.get_mut(&id.to_string()).unwrap();
        let order = response.order.as_mut().unwrap();
        order.user_id.clear();
        order.shipping_address.as_mut().unwrap().email = email.to_owned();
        response.delivery_on = "2026-11-25".to_owned();
        response.delivery_from = "10:00".to_owned();
        response.delivery_to = "14:00".to_owned();
        id
    }

    /// Assigns an order or an inquiry.
    pub(crate) fn assign(&self, id: &str, user: UserId) {
        self.state().assignees.insert(id.to_owned(), user.to_string());
    }

    /// Ends the validity of the link of an order.
    pub(crate) fn expire_link(&self, order: OrderId) {
        let mut state = self.state();
        state.orders.get_mut(&order.to_string()).unwrap().token.clear();
    }

    /// Adds a quote request for a wardrobe, by Rəşad.
    pub(crate) fn quote(&self, email: &str, language: &str) -> InquiryId {
        self.add(InquiryKind::Quote, email, language, "", Some(quoted_product()))
    }

    /// Adds a quote request whose sender was erased.
    pub(crate) fn erased_quote(&self) -> InquiryId {
        let id = self.quote("rashad@example.com", "az");
        if let Some(inquiry) = self.state().inquiries.get_mut(&id.to_string()) {
            inquiry.sender = None;
        }
        id
    }

    /// Adds a contact message by Rəşad.
    pub(crate) fn message(&self, email: &str, language: &str, message: &str) -> InquiryId {
        self.add(InquiryKind::Contact, email, language, message, None)
    }

    /// Adds a mail by staff; returns its id.
    pub(crate) fn staff_mail(&self, email: &str, language: &str, subject: &str, text: &str) -> String {
        let id = Uuid::new_v4().to_string();
        let mail = GetStaffMailResponse {
            number: "SQ-7Q2M04XK".to_owned(),
            email: email.to_owned(),
            name: "Marina".to_owned(),
            subject: subject.to_owned(),
            text: text.to_owned(),
            language: language_code(language),
        };
        self.state().staff_mails.insert(id.clone(), mail);
        id
    }

    /// Adds messages that a customer has not read; returns the id of the inquiry.
    pub(crate) fn unread(&self, email: &str, language: &str, texts: &[&str]) -> String {
        let id = Uuid::new_v4().to_string();
        let message = |text: &&str| ConversationMessage {
            text: (*text).to_owned(),
            created_at: Some(noon()),
            ..ConversationMessage::default()
        };
        let mail = GetUnreadMailResponse {
            number: "SQ-7Q2M04XK".to_owned(),
            messages: texts.iter().map(message).collect(),
            email: email.to_owned(),
            language: language_code(language),
            token: "SQ-7Q2M04XK.k3".to_owned(),
        };
        self.state().unread.insert(id.clone(), mail);
        id
    }

    /// Adds a brochure request by Rəşad.
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
            sender: Some(Sender {
                name: "Rəşad".to_owned(),
                surname: "Əliyev".to_owned(),
                phone: "+994501234567".to_owned(),
                email: email.to_owned(),
                message: message.to_owned(),
            }),
            product,
            language: language_code(language),
            created_at: Some(noon()),
            ..Inquiry::default()
        };
        self.state().inquiries.insert(id.to_string(), inquiry);
        id
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }
}

fn language_code(language: &str) -> i32 {
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

fn quoted_product() -> QuotedProduct {
    QuotedProduct {
        product_id: 7,
        name: Some(wardrobe()),
        image: String::new(),
        quantity: Some(2),
        color: "oak".to_owned(),
    }
}
