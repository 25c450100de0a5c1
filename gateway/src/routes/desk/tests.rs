//! Responses of the desk that several services supply.

use kit::{domain::UserId, staff::StaffRole};
use proto::inquiry::v1::{
    Contact, ContactTimelineEntry, GetContactRequest, GetContactResponse, GetStaffInquiryRequest,
    GetStaffInquiryResponse, Inquiry, ListContactsRequest, ListContactsResponse, Sender, TimelineEntry,
    timeline_entry::{Detail, Mail},
};
use serde_json::{Value, json};
use testkit::FakeServices;
use tonic::Request;

use crate::testing::{Gateway, SignedIn, config, json};

const INBOX: &str = "/storefront.inquiry.v1.InboxService";
const CUSTOMER: &str = "01936b2e-7c00-7000-8000-000000000501";

/// A customer whose e-mail was only typed into a form.
fn contact() -> Contact {
    Contact {
        id: CUSTOMER.to_owned(),
        name: "Rauf".to_owned(),
        phones: vec!["+994500195510".to_owned()],
        emails: vec!["rauf@example.com".to_owned()],
        unproven: vec!["rauf@example.com".to_owned()],
        inquiries_count: 1,
        changed_by: UserId::generate().to_string(),
        ..Contact::default()
    }
}

/// An entry with a mail by staff.
fn mail() -> TimelineEntry {
    TimelineEntry {
        id: UserId::generate().to_string(),
        actor: UserId::generate().to_string(),
        detail: Some(Detail::Mail(Mail {
            message_id: UserId::generate().to_string(),
            subject: "Measures".to_owned(),
        })),
        ..TimelineEntry::default()
    }
}

/// Gets a path from a gateway of whose services only inquiry answers.
async fn get(path: &str) -> Value {
    let entry = mail();
    let timeline = entry.clone();
    let inquiry = FakeServices::default()
        .rpc(
            &format!("{INBOX}/GetContact"),
            move |_: Request<GetContactRequest>| {
                let entry = Some(timeline.clone());
                let number = "SQ-7Q2M04XK".to_owned();
                async move {
                    Ok(GetContactResponse {
                        contact: Some(contact()),
                        timeline: vec![ContactTimelineEntry { number, entry }],
                        ..GetContactResponse::default()
                    })
                }
            },
        )
        .rpc(
            &format!("{INBOX}/ListContacts"),
            |_: Request<ListContactsRequest>| async {
                Ok(ListContactsResponse {
                    contacts: vec![contact()],
                    total_records: 1,
                    ..ListContactsResponse::default()
                })
            },
        )
        .rpc(
            &format!("{INBOX}/GetStaffInquiry"),
            move |_: Request<GetStaffInquiryRequest>| {
                let details = proto::inquiry::v1::InquiryDetails {
                    timeline: vec![entry.clone()],
                    ..Default::default()
                };
                async move {
                    Ok(GetStaffInquiryResponse {
                        inquiry: Some(Inquiry {
                            number: "SQ-7Q2M04XK".to_owned(),
                            sender: Some(Sender {
                                email: "rauf@example.com".to_owned(),
                                ..Sender::default()
                            }),
                            details: Some(details),
                            ..Inquiry::default()
                        }),
                    })
                }
            },
        )
        .serve();
    let mut config = config("http://127.0.0.1:8080", &[]);
    config.inquiry_url = inquiry;
    let gateway = Gateway::with(&config);
    let manager = SignedIn::of_role(&gateway, StaffRole::Manager);
    let path = format!("/api/v1.0/desk/{path}");
    let response = gateway.send("GET", &path, &manager.headers(), "").await;
    assert_eq!(response.status(), 200, "{path}");
    json(response).await
}

#[tokio::test]
async fn a_customer_is_shown_without_the_parts_of_services_that_do_not_answer() {
    let customer = &get(&format!("customers/{CUSTOMER}")).await["data"];
    assert_eq!(
        (&customer["name"], &customer["quotesCount"], &customer["orders"]),
        (&json!("Rauf"), &json!(1), &json!([]))
    );
    assert_eq!(customer["changedBy"]["name"], "");
    assert_eq!(customer["timeline"][0]["detail"]["subject"], "Measures");
    assert_eq!(customer["missing"], json!(["order", "notification"]));
    assert_eq!(customer["unproven"], json!(["rauf@example.com"]));
}

#[tokio::test]
async fn customers_are_listed_without_the_sums_of_orders_while_order_does_not_answer() {
    let list = get("customers").await;
    let customer = &list["data"][0];
    assert_eq!(
        (&list["totalRecords"], &list["missing"]),
        (&json!(1), &json!(["order"]))
    );
    assert_eq!(
        (&customer["name"], &customer["missing"]),
        (&json!("Rauf"), &json!(["order"]))
    );
    assert_eq!(customer["unproven"], json!(["rauf@example.com"]));
}

#[tokio::test]
async fn a_quote_says_which_services_did_not_answer() {
    let quote = &get("quotes/SQ-7Q2M04XK").await["data"];
    assert_eq!(quote["earlier"]["orders"], json!([]));
    assert_eq!(quote["missing"], json!(["order", "notification"]));
}

#[tokio::test]
async fn r39_today_and_the_search_open_for_each_role_while_no_service_answers() {
    let gateway = Gateway::start();
    for (role, today, search) in [
        (
            StaffRole::Owner,
            &["inquiry", "order", "catalog", "content"][..],
            &["inquiry", "order", "catalog"][..],
        ),
        (
            StaffRole::Manager,
            &["inquiry", "order", "catalog", "content"],
            &["inquiry", "order", "catalog"],
        ),
        (
            StaffRole::Sales,
            &["inquiry", "order"],
            &["inquiry", "order", "catalog"],
        ),
        (StaffRole::Warehouse, &["order", "catalog"], &["order", "catalog"]),
        (StaffRole::Editor, &["catalog", "content"], &["catalog"]),
    ] {
        let member = SignedIn::of_role(&gateway, role);
        for (path, missing) in [("today", today), ("search?q=divan", search)] {
            let path = format!("/api/v1.0/desk/{path}");
            let response = gateway.send("GET", &path, &member.headers(), "").await;
            assert_eq!(response.status(), 200, "{role:?} {path}");
            assert_eq!(
                json(response).await["data"]["missing"],
                json!(missing),
                "{role:?} {path}"
            );
        }
        for (query, status) in [("d", 200), (&"d".repeat(101), 400)] {
            let path = format!("/api/v1.0/desk/search?q={query}");
            let response = gateway.send("GET", &path, &member.headers(), "").await;
            assert_eq!(response.status(), status, "{role:?} {path}");
        }
    }
}
