//! Fixture of the tests: the service with its own database and NATS, and a fake catalog.

pub(crate) mod designs;
pub(crate) mod offers;

use kit::{
    caller::{Caller, CallerKind, StaffMember},
    domain::{Language, UserId},
    failure::{Code, Failure},
    grpc::{Client, client::on_behalf_of},
    limits::Limit,
    staff::StaffRole,
};
use proto::{
    account::v1::{self as account, GetStaffMemberRequest, GetStaffMemberResponse, StaffName, StaffState},
    catalog::v1::{Image, Product},
    common::v1::LocalizedText,
    inquiry::v1::{
        AddInquiryNoteRequest, AssignInquiryRequest, GetStaffInquiryRequest, Inquiry, InquiryStatus,
        RequestCatalogueRequest, RequestQuoteRequest, SendContactMessageRequest, UpdateInquiryStatusRequest,
        inbox_service_client::InboxServiceClient, inquiry_service_client::InquiryServiceClient,
        offer_service_client::OfferServiceClient,
    },
    order::v1::{
        CustomerContacts, CustomerOrders, FindCustomerOrdersRequest, FindCustomerOrdersResponse,
        SumCustomerOrdersRequest, SumCustomerOrdersResponse,
        desk_order_service_client::DeskOrderServiceClient,
    },
};
use testkit::{FakeServices, Harness, caller, closed_address};
use tonic::{Request, Status};

use crate::{Config, DEFINITION, clients::order::Orders, server};

/// Active product, in oak and white.
pub(crate) const WARDROBE: i64 = 1;
/// Active product without colours.
pub(crate) const CABINET: i64 = 2;
/// Inactive product.
pub(crate) const RETIRED: i64 = 5;

/// Key of the links to offers.
const OFFER_KEY: &str = "0123456789abcdef0123456789abcdef";

/// Client address of all forms.
pub(crate) const ADDRESS: &str = "203.0.113.1";

/// A running service.
pub(crate) struct Fixture {
    pub(crate) harness: Harness,
    service: Replica,
    catalog_url: String,
}

/// One process of the service.
pub(crate) struct Replica {
    client: Client,
}

impl Replica {
    pub(crate) async fn request_quote(&self, request: RequestQuoteRequest) -> Result<String, Status> {
        self.request_quote_as(&caller::anonymous(), request).await
    }

    async fn request_quote_as(
        &self,
        caller: &Caller,
        request: RequestQuoteRequest,
    ) -> Result<String, Status> {
        let mut client = InquiryServiceClient::new(self.client.clone());
        let response = client.request_quote(on_behalf_of(caller, request)).await?;
        Ok(response.into_inner().number)
    }
}

impl Fixture {
    pub(crate) async fn start() -> Self {
        let harness = Harness::start(DEFINITION).await;
        let catalog_url = serve_catalog();
        let service = replica(&harness, &catalog_url, 5_000).await;
        Self {
            harness,
            service,
            catalog_url,
        }
    }

    /// Starts another process of the service on the same database.
    pub(crate) async fn replica(&self) -> Replica {
        replica(&self.harness, &self.catalog_url, 5_000).await
    }

    /// Starts another process with an unreachable catalog.
    pub(crate) async fn replica_without_catalog(&self) -> Replica {
        replica(&self.harness, &closed_address(), 500).await
    }

    pub(crate) fn client(&self) -> InquiryServiceClient<Client> {
        InquiryServiceClient::new(self.service.client.clone())
    }

    /// Returns a client of all rpcs.
    pub(crate) fn raw_client(&self) -> Client {
        self.service.client.clone()
    }

    /// Returns a client of the desk's calls.
    pub(crate) fn inbox(&self) -> InboxServiceClient<Client> {
        InboxServiceClient::new(self.service.client.clone())
    }

    /// Returns a client of the calls about offers.
    pub(crate) fn offers(&self) -> OfferServiceClient<Client> {
        OfferServiceClient::new(self.service.client.clone())
    }

    /// Returns a client of the fake order service.
    pub(crate) fn orders(&self) -> Orders {
        Orders::new(DeskOrderServiceClient::new(
            self.harness.client(&self.catalog_url),
        ))
    }

    /// Returns an inquiry with its work and timeline, as the operator.
    pub(crate) async fn read(&self, number: &str) -> Inquiry {
        self.read_as(&caller::staff(), number).await.unwrap()
    }

    /// Returns an inquiry with its work and timeline.
    pub(crate) async fn read_as(&self, caller: &Caller, number: &str) -> Result<Inquiry, Failure> {
        let request = GetStaffInquiryRequest {
            number: number.to_owned(),
        };
        let response = self
            .inbox()
            .get_staff_inquiry(on_behalf_of(caller, request))
            .await;
        let response = response.map_err(|status| Failure::from_status(&status))?;
        Ok(response.into_inner().inquiry.unwrap())
    }

    /// Assigns an inquiry without an assignee.
    pub(crate) async fn assign(&self, caller: &Caller, number: &str, to: UserId) -> Result<Inquiry, Failure> {
        let request = AssignInquiryRequest {
            number: number.to_owned(),
            from_id: String::new(),
            to_id: to.to_string(),
        };
        let response = self.inbox().assign_inquiry(on_behalf_of(caller, request)).await;
        let response = response.map_err(|status| Failure::from_status(&status))?;
        Ok(response.into_inner().inquiry.unwrap())
    }

    /// Requests a quote; returns the number.
    pub(crate) async fn request_quote(&self, request: RequestQuoteRequest) -> Result<String, Status> {
        self.service.request_quote(request).await
    }

    pub(crate) async fn request_quote_as(
        &self,
        caller: &Caller,
        request: RequestQuoteRequest,
    ) -> Result<String, Status> {
        self.service.request_quote_as(caller, request).await
    }

    /// Sends a contact message; returns the number.
    pub(crate) async fn send_message(&self, request: SendContactMessageRequest) -> Result<String, Status> {
        let request = on_behalf_of(&caller::anonymous(), request);
        let response = self.client().send_contact_message(request).await?;
        Ok(response.into_inner().number)
    }

    /// Requests the brochure; returns the number.
    pub(crate) async fn request_brochure(&self, request: RequestCatalogueRequest) -> Result<String, Status> {
        let request = on_behalf_of(&caller::anonymous(), request);
        let response = self.client().request_catalogue(request).await?;
        Ok(response.into_inner().number)
    }

    /// Changes the status of an inquiry, as staff.
    pub(crate) async fn change_status(&self, number: &str, status: InquiryStatus) -> Result<Inquiry, Status> {
        let request = UpdateInquiryStatusRequest {
            number: number.to_owned(),
            status: status.into(),
            ..UpdateInquiryStatusRequest::default()
        };
        let request = on_behalf_of(&caller::staff(), request);
        let response = self.client().update_inquiry_status(request).await?;
        Ok(response.into_inner().inquiry.unwrap())
    }

    /// Adds a note, as staff.
    pub(crate) async fn add_note(&self, number: &str, text: &str) -> Result<Inquiry, Status> {
        let request = AddInquiryNoteRequest {
            number: number.to_owned(),
            text: text.to_owned(),
            ..AddInquiryNoteRequest::default()
        };
        let request = on_behalf_of(&caller::staff(), request);
        let response = self.client().add_inquiry_note(request).await?;
        Ok(response.into_inner().inquiry.unwrap())
    }

    /// Returns the audited subjects of an action, oldest first.
    pub(crate) async fn audited_subjects(&self, action: &str) -> Vec<String> {
        sqlx::query_scalar("select subject from audit where action = $1 order by id")
            .bind(action)
            .fetch_all(self.harness.pool())
            .await
            .unwrap()
    }

    /// Ages an inquiry and all submissions.
    pub(crate) async fn age_inquiry(&self, number: &str, days: i32) {
        sqlx::query(
            "update inquiry
             set created_at = created_at - make_interval(days => $1),
                 last_contact_at = last_contact_at - make_interval(days => $1)
             where number = $2",
        )
        .bind(days)
        .bind(number)
        .execute(self.harness.pool())
        .await
        .unwrap();
        self.age_submissions(days * 24 * 3600).await;
    }

    /// Ages all submissions.
    pub(crate) async fn age_submissions(&self, seconds: i32) {
        sqlx::query("update submission set expires_at = expires_at - make_interval(secs => $1)")
            .bind(seconds)
            .execute(self.harness.pool())
            .await
            .unwrap();
    }

    /// Uses up a limit but for `tries`.
    pub(crate) async fn use_up_limit(&self, tries: i64, limit: &Limit, subject: &str) {
        let mut connection = self.harness.pool().acquire().await.unwrap();
        for _ in tries..limit.max_attempts {
            limit.count(&mut connection, subject).await.unwrap().unwrap();
        }
    }

    pub(crate) async fn count(&self, statement: &'static str) -> i64 {
        sqlx::query_scalar(statement)
            .fetch_one(self.harness.pool())
            .await
            .unwrap()
    }
}

fn serve_catalog() -> String {
    let wardrobe = Product {
        id: WARDROBE,
        name: Some(LocalizedText {
            az: "şkaf".to_owned(),
            ru: "шкаф".to_owned(),
            en: "wardrobe".to_owned(),
        }),
        code: "SK-101".to_owned(),
        price_minor: 100_000,
        discount_percent: 10,
        is_active: true,
        colors: vec!["oak".to_owned(), "white".to_owned()],
        images: [("1", ""), ("2", "white")]
            .map(|(number, color)| Image {
                url: format!("/images/products/wardrobe/{number}-960.webp"),
                color: color.to_owned(),
                ..Image::default()
            })
            .to_vec(),
        ..Product::default()
    };
    let cabinet = Product {
        id: CABINET,
        name: Some(LocalizedText {
            az: "dolab".to_owned(),
            ru: "тумба".to_owned(),
            en: "cabinet".to_owned(),
        }),
        code: "DL-102".to_owned(),
        price_minor: 20_000,
        discount_percent: 0,
        colors: Vec::new(),
        ..wardrobe.clone()
    };
    let retired = Product {
        id: RETIRED,
        is_active: false,
        ..wardrobe.clone()
    };
    FakeServices::default()
        .catalog([wardrobe, cabinet, retired])
        .rpc(
            "/storefront.account.v1.TeamService/GetStaffMember",
            |request: Request<GetStaffMemberRequest>| {
                let user = request.into_inner().user_id;
                async move {
                    staff_role(&user).map(|role| GetStaffMemberResponse {
                        name: Some(StaffName {
                            user_id: user,
                            role: role.into(),
                            store_id: STORE.to_owned(),
                            ..StaffName::default()
                        }),
                        state: StaffState::Active.into(),
                        discount_limit_percent: 15,
                        ..GetStaffMemberResponse::default()
                    })
                }
            },
        )
        .rpc(
            "/storefront.order.v1.DeskOrderService/SumCustomerOrders",
            |request: Request<SumCustomerOrdersRequest>| async move {
                let customers = request.into_inner().customers.into_iter();
                Ok(SumCustomerOrdersResponse {
                    customers: customers.map(customer_orders).collect(),
                })
            },
        )
        .rpc(
            "/storefront.order.v1.DeskOrderService/FindCustomerOrders",
            |request: Request<FindCustomerOrdersRequest>| async move {
                let phones = request.into_inner().customer.unwrap().phones;
                Ok(FindCustomerOrdersResponse {
                    order_ids: phones.iter().map(|phone| order_of(phone)).collect(),
                    has_open: phones.iter().any(|phone| phone.ends_with("7777")),
                })
            },
        )
        .serve()
}

/// Returns the id of the order of a phone: its digits backwards. It is open if the phone ends in 7777.
pub(crate) fn order_of(phone: &str) -> String {
    let digits: String = phone[1..].chars().rev().collect();
    format!("01936b2e-7c00-7000-8000-{digits}")
}

/// Returns the orders of a customer: of each phone one, whose total are its last four digits.
fn customer_orders(customer: CustomerContacts) -> CustomerOrders {
    let totals = customer
        .phones
        .iter()
        .filter_map(|phone| phone.get(phone.len() - 4..)?.parse::<i64>().ok());
    CustomerOrders {
        customer_id: customer.customer_id,
        count: i64::try_from(customer.phones.len()).unwrap(),
        total_minor: totals.sum(),
    }
}

/// Store of all staff members.
pub(crate) const STORE: &str = "01936b2e-7c00-7000-8000-000000000900";

/// Creates a staff member with this role. The fake account service reads the role from the id.
pub(crate) fn member(role: StaffRole) -> StaffMember {
    let place = StaffRole::ALL.iter().position(|known| *known == role).unwrap();
    let id = UserId::generate().to_string();
    StaffMember {
        user: format!("{}{place}", &id[..35]).parse().unwrap(),
        role,
        is_stepped_up: false,
    }
}

/// Creates the caller of a staff member.
pub(crate) const fn staff(member: StaffMember) -> Caller {
    Caller {
        kind: CallerKind::Staff(member),
        language: Language::En,
    }
}

/// Returns the role of a staff member; fails for other users, whose ids end in 9.
fn staff_role(user: &str) -> Result<account::StaffRole, Status> {
    Ok(match user.chars().last() {
        Some('0') => account::StaffRole::Owner,
        Some('1') => account::StaffRole::Manager,
        Some('2') => account::StaffRole::Sales,
        Some('3') => account::StaffRole::Warehouse,
        Some('4') => account::StaffRole::Editor,
        _ => return Err(Status::not_found("STAFF.NOT_FOUND")),
    })
}

async fn replica(harness: &Harness, catalog_url: &str, call_milliseconds: u64) -> Replica {
    let config = Config {
        service: harness.service_settings(),
        catalog_url: catalog_url.to_owned(),
        // The fake services share one address.
        account_url: catalog_url.to_owned(),
        order_url: catalog_url.to_owned(),
        call_milliseconds,
        retention_days: 1_096,
        desk_promise_minutes: 600,
        offer_keys: OFFER_KEY.parse().unwrap(),
        offer_days: 14,
        offer_free_percent: 50,
        rules_price_book: None,
        offer_sweep_milliseconds: 30_000,
    };
    let client = harness.serve(server::build(&config).await.unwrap()).await;
    Replica { client }
}

/// Returns the invalid fields of a status.
pub(crate) fn fields(status: &Status) -> Vec<(String, String)> {
    let failure = Failure::from_status(status);
    assert_eq!(failure.code, Code::Invalid, "{failure}");
    failure.fields
}

/// Returns a valid request for a quote, without a key.
pub(crate) fn quote(product_id: i64) -> RequestQuoteRequest {
    RequestQuoteRequest {
        name: "Leyla".to_owned(),
        surname: "Məmmədova".to_owned(),
        phone: "+994501234567".to_owned(),
        email: "leyla@example.az".to_owned(),
        product_id,
        client_address: ADDRESS.to_owned(),
        ..RequestQuoteRequest::default()
    }
}

/// Returns a valid contact message, without a key.
pub(crate) fn message(text: &str) -> SendContactMessageRequest {
    SendContactMessageRequest {
        name: "Leyla Məmmədova".to_owned(),
        phone: "050 123 45 67".to_owned(),
        email: "leyla@example.az".to_owned(),
        message: text.to_owned(),
        client_address: ADDRESS.to_owned(),
        ..SendContactMessageRequest::default()
    }
}

/// Returns a valid request for the brochure, without a key.
pub(crate) fn brochure() -> RequestCatalogueRequest {
    RequestCatalogueRequest {
        name_surname: "Leyla Məmmədova".to_owned(),
        phone_number: "+994 50 123 45 67".to_owned(),
        email: "leyla@example.az".to_owned(),
        client_address: ADDRESS.to_owned(),
        ..RequestCatalogueRequest::default()
    }
}
