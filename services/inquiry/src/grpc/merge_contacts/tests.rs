//! Tests of merging, taking apart and wiping customers.

use kit::{
    caller::{Caller, StaffMember},
    domain::UserId,
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
    staff::StaffRole,
};
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use proto::inquiry::v1::{
    Contact, ContactChanged, CreateInquiryRequest, GetContactRequest, GetContactResponse, InboxFilter,
    InquiryStatus, ListContactsRequest, ListInboxRequest, MergeContactsRequest, RequestQuoteRequest,
    SeparateContactsRequest, UpdateContactRequest, UpdateInquiryStatusRequest, WipeContactRequest,
};
use serde_json::{Value, json};
use testkit::{caller, text_columns_with};

use crate::{
    retention,
    testing::{Fixture, WARDROBE, order_of, quote, staff},
};

const NOTE: &str = "Həyətdən giriş";

/// Creates the caller of a role, who is one person in all calls of a test.
fn caller_of(role: StaffRole, user: &str) -> Caller {
    staff(StaffMember {
        user: user.parse().unwrap(),
        role,
        is_stepped_up: true,
    })
}

fn manager() -> Caller {
    caller_of(StaffRole::Manager, "01936b2e-7c00-7000-8000-000000000001")
}

fn owner() -> Caller {
    caller_of(StaffRole::Owner, "01936b2e-7c00-7000-8000-000000000010")
}

/// Notes a request at the desk and returns its customer and its number.
async fn noted(fixture: &Fixture, name: &str, phone: &str, email: &str) -> (String, String) {
    let request = CreateInquiryRequest {
        source: "phone".to_owned(),
        name: name.to_owned(),
        phone: phone.to_owned(),
        email: email.to_owned(),
        ..CreateInquiryRequest::default()
    };
    let created = fixture
        .inbox()
        .create_inquiry(on_behalf_of(&manager(), request))
        .await;
    let inquiry = created.unwrap().into_inner().inquiry.unwrap();
    (inquiry.work.unwrap().contact_id, inquiry.number)
}

/// Sends a form from an address of its own and returns its customer.
async fn form(fixture: &Fixture, caller: &Caller, name: &str, phone: &str, email: &str) -> String {
    let request = RequestQuoteRequest {
        name: name.to_owned(),
        surname: "Nümunə".to_owned(),
        phone: phone.to_owned(),
        email: email.to_owned(),
        client_address: format!("2001:db8:{}::1", &phone[phone.len() - 4..]),
        ..quote(WARDROBE)
    };
    let number = fixture.request_quote_as(caller, request).await.unwrap();
    fixture.read(&number).await.work.unwrap().contact_id
}

async fn read(fixture: &Fixture, contact: &str) -> GetContactResponse {
    let request = GetContactRequest {
        contact_id: contact.to_owned(),
    };
    let response = fixture
        .inbox()
        .get_contact(on_behalf_of(&manager(), request))
        .await;
    response.unwrap().into_inner()
}

async fn version(fixture: &Fixture, contact: &str) -> i64 {
    read(fixture, contact).await.contact.unwrap().version
}

async fn send(fixture: &Fixture, request: MergeContactsRequest) -> Result<Contact, Failure> {
    let response = fixture
        .inbox()
        .merge_contacts(on_behalf_of(&manager(), request))
        .await;
    let response = response.map_err(|status| Failure::from_status(&status))?;
    Ok(response.into_inner().contact.unwrap())
}

async fn merge(fixture: &Fixture, contact: &str, other: &str) -> Result<Contact, Failure> {
    let request = MergeContactsRequest {
        contact_id: contact.to_owned(),
        version: version(fixture, contact).await,
        other_id: other.to_owned(),
        other_version: version(fixture, other).await,
        idempotency_key: String::new(),
    };
    send(fixture, request).await
}

async fn separate(fixture: &Fixture, contact: &str, merge: &str) -> Result<Contact, Failure> {
    let request = SeparateContactsRequest {
        contact_id: contact.to_owned(),
        merge_id: merge.to_owned(),
    };
    let response = fixture
        .inbox()
        .separate_contacts(on_behalf_of(&manager(), request))
        .await;
    let response = response.map_err(|status| Failure::from_status(&status))?;
    Ok(response.into_inner().contact.unwrap())
}

async fn set_note(fixture: &Fixture, contact: &str, note: &str) {
    let request = UpdateContactRequest {
        contact_id: contact.to_owned(),
        version: version(fixture, contact).await,
        note: Some(note.to_owned()),
        ..UpdateContactRequest::default()
    };
    let request = on_behalf_of(&manager(), request);
    fixture.inbox().update_contact(request).await.unwrap();
}

fn field(name: &str, key: &str) -> Vec<(String, String)> {
    vec![(name.to_owned(), key.to_owned())]
}

/// Checks the refusals of a merge whose versions are right.
async fn check_refusals(fixture: &Fixture, base: &MergeContactsRequest) {
    let nobody = UserId::generate().to_string();
    let refused = [
        (
            MergeContactsRequest {
                other_id: base.contact_id.clone(),
                ..base.clone()
            },
            Code::Invalid,
            field("otherId", "FIELD.INVALID"),
        ),
        (
            MergeContactsRequest {
                other_id: nobody.clone(),
                ..base.clone()
            },
            Code::Invalid,
            field("otherId", "FIELD.INVALID"),
        ),
        (
            MergeContactsRequest {
                contact_id: nobody,
                ..base.clone()
            },
            Code::NotFound,
            Vec::new(),
        ),
        (
            MergeContactsRequest {
                version: 1,
                ..base.clone()
            },
            Code::Conflict,
            field("version", "DESK.CHANGED"),
        ),
        (
            MergeContactsRequest {
                other_version: 1,
                ..base.clone()
            },
            Code::Conflict,
            field("otherVersion", "DESK.CHANGED"),
        ),
    ];
    for (request, code, fields) in refused {
        let failure = send(fixture, request.clone()).await.unwrap_err();
        assert_eq!((failure.code, failure.fields), (code, fields), "{request:?}");
    }
}

#[tokio::test]
async fn merged_customers_are_one_for_all_that_comes_later() {
    let fixture = Fixture::start().await;
    let (leyla, first) = noted(&fixture, "Leyla", "0501110001", "leyla@example.az").await;
    let (rauf, second) = noted(&fixture, "Rauf", "0501110002", "").await;
    set_note(&fixture, &leyla, NOTE).await;
    set_note(&fixture, &rauf, "Zəngi axşam").await;

    let base = MergeContactsRequest {
        contact_id: leyla.clone(),
        version: 2,
        other_id: rauf.clone(),
        other_version: 2,
        idempotency_key: "a".to_owned(),
    };
    check_refusals(&fixture, &base).await;
    let merged = send(&fixture, base.clone()).await.unwrap();
    assert_eq!(send(&fixture, base).await.unwrap(), merged, "the key replays it");
    assert_eq!(
        (merged.id.as_str(), merged.name.as_str()),
        (leyla.as_str(), "Leyla")
    );
    assert_eq!(merged.note, format!("{NOTE}\nZəngi axşam"));
    let mut phones = merged.phones.clone();
    phones.sort_unstable();
    assert_eq!(phones, ["+994501110001", "+994501110002"]);

    // The id of the other one stands for it, also in filters and changes; lists have one of them.
    let found = read(&fixture, &rauf).await;
    assert_eq!(found.contact.unwrap(), merged);
    assert_eq!(found.inquiries.len(), 2);
    assert_eq!(
        (found.merges[0].name.as_str(), found.merges[0].contact_id.as_str()),
        ("Rauf", &*rauf)
    );
    let list = ListContactsRequest {
        query: "rauf".to_owned(),
        limit: 9,
        ..ListContactsRequest::default()
    };
    let listed = fixture
        .inbox()
        .list_contacts(on_behalf_of(&manager(), list))
        .await
        .unwrap();
    assert_eq!(listed.into_inner().contacts, std::slice::from_ref(&merged));
    let inbox = ListInboxRequest {
        filter: Some(InboxFilter {
            contact_id: rauf.clone(),
            ..InboxFilter::default()
        }),
        limit: 9,
        ..ListInboxRequest::default()
    };
    let inbox = fixture
        .inbox()
        .list_inbox(on_behalf_of(&manager(), inbox))
        .await
        .unwrap();
    let mut numbers: Vec<_> = inbox
        .into_inner()
        .inquiries
        .into_iter()
        .map(|inquiry| inquiry.number)
        .collect();
    numbers.sort_unstable();
    let mut both = [first, second];
    both.sort_unstable();
    assert_eq!(numbers, both);
    assert_eq!(noted(&fixture, "R.", "0501110002", "").await.0, leyla);
    assert_eq!(
        form(
            &fixture,
            &caller::anonymous(),
            "R",
            "+994501110002",
            "r@example.az"
        )
        .await,
        leyla
    );
    set_note(&fixture, &rauf, "Yeni").await;
    assert_eq!(read(&fixture, &leyla).await.contact.unwrap().note, "Yeni");

    check_traces(&fixture, [leyla, rauf]).await;
}

/// Checks that both customers have an audit row and an event of their merge.
async fn check_traces(fixture: &Fixture, mut ids: [String; 2]) {
    ids.sort_unstable();
    let mut audited = fixture.audited_subjects("MergeContacts").await;
    audited.sort_unstable();
    assert_eq!(audited, ids);
    let merged = fixture.harness.published::<ContactChanged>().await;
    let mut merged: Vec<_> = merged
        .into_iter()
        .filter(|event| event.what == "merged")
        .map(|event| event.contact_id)
        .collect();
    merged.sort_unstable();
    assert_eq!(merged, ids);
}

#[tokio::test]
async fn two_accounts_stay_apart_and_one_comes_along() {
    let fixture = Fixture::start().await;
    let account = || caller::customer(UserId::generate());
    let one = form(&fixture, &account(), "Leyla", "+994501110001", "a@example.az").await;
    let two = form(&fixture, &account(), "Leyla", "+994501110002", "b@example.az").await;
    let none = form(
        &fixture,
        &caller::anonymous(),
        "L.",
        "+994501110003",
        "c@example.az",
    )
    .await;
    let failure = merge(&fixture, &one, &two).await.unwrap_err();
    assert_eq!(
        (failure.code, failure.reason.as_str()),
        (Code::Conflict, "CUSTOMER.TWO_ACCOUNTS")
    );
    let user = read(&fixture, &two).await.contact.unwrap().user_id;
    let merged = merge(&fixture, &none, &two).await.unwrap();
    assert_eq!(merged.user_id, user);
    let id = read(&fixture, &none).await.merges[0].id.clone();
    assert_eq!(separate(&fixture, &none, &id).await.unwrap().user_id, "");
    assert_eq!(read(&fixture, &two).await.contact.unwrap().user_id, user);
}

/// The rows of all customers with their phones, e-mails and inquiries, without versions, and without the totals of their orders, which
/// a task renews meanwhile.
async fn rows(fixture: &Fixture) -> Value {
    sqlx::query_scalar(
        "select jsonb_build_object(
             'contacts', (select jsonb_agg(to_jsonb(contact) - '{version,changed_by,changed_at,orders_total}'::text[]
                                           order by id)
                          from contact),
             'points', (select jsonb_agg(contact_point order by kind, value) from contact_point),
             'inquiries', (select jsonb_agg(jsonb_build_array(number, contact_id) order by number) from inquiry))",
    )
    .fetch_one(fixture.harness.pool())
    .await
    .unwrap()
}

/// Merges of the customers 0 to 3, as pairs, and places in which they are taken apart.
fn merges() -> impl Strategy<Value = (Vec<(usize, usize)>, Vec<usize>, [bool; 4])> {
    (
        proptest::collection::vec((0..4_usize, 0..4_usize), 1..5),
        proptest::collection::vec(0..4_usize, 8),
        proptest::array::uniform4(any::<bool>()),
    )
}

#[tokio::test]
async fn taken_apart_customers_have_the_rows_of_before() {
    let fixture = Fixture::start().await;
    let mut runner = TestRunner::deterministic();
    let strategy = merges();
    for case in 0..8 {
        let (pairs, places, forms) = strategy.new_tree(&mut runner).unwrap().current();
        let mut customers = Vec::new();
        for (index, is_form) in forms.into_iter().enumerate() {
            let phone = format!("+99450{case:03}{index:04}");
            let email = format!("c{case}-{index}@example.az");
            // Two customers have the same name and the same note.
            let name = ["Leyla", "Rauf", "Leyla", "Orxan"][index];
            let id = if is_form {
                form(&fixture, &caller::anonymous(), name, &phone, &email).await
            } else {
                noted(&fixture, name, &phone, &email).await.0
            };
            set_note(&fixture, &id, ["", "b", "b", "a\nc"][index]).await;
            customers.push(id);
        }
        let before = rows(&fixture).await;
        for (one, two) in &pairs {
            // A customer that is merged already stands for the other one.
            merge(&fixture, &customers[*one], &customers[*two]).await.ok();
        }
        if case == 0 {
            assert_ne!(rows(&fixture).await, before);
        }
        // Those of a customer that is merged itself come apart after it.
        let mut places = places.into_iter().cycle();
        loop {
            let mut open: Vec<(String, String)> = Vec::new();
            for customer in &customers {
                let found = read(&fixture, customer).await;
                let id = found.contact.unwrap().id;
                open.extend(found.merges.into_iter().map(|merge| (id.clone(), merge.id)));
            }
            if open.is_empty() {
                break;
            }
            let (contact, id) = &open[places.next().unwrap() % open.len()];
            separate(&fixture, contact, id).await.unwrap();
        }
        assert_eq!(rows(&fixture).await, before, "{pairs:?}");
    }
}

#[tokio::test]
async fn what_came_since_the_merge_stays_and_the_rest_goes_back() {
    let fixture = Fixture::start().await;
    let (leyla, _) = noted(&fixture, "Leyla", "0501110001", "leyla@example.az").await;
    let (rauf, old) = noted(&fixture, "Rauf", "0501110002", "rauf@example.az").await;
    merge(&fixture, &leyla, &rauf).await.unwrap();
    // More phones than a customer may have: those of both survive.
    for number in 10..35 {
        let phone = format!("+9945011100{number}");
        form(&fixture, &caller::anonymous(), "R", &phone, "rauf@example.az").await;
    }
    let (_, new) = noted(&fixture, "Rauf", "0501110002", "").await;
    // Staff removes the other's e-mail.
    sqlx::query("delete from contact_point where value = 'rauf@example.az'")
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    let id = read(&fixture, &rauf).await.merges[0].id.clone();
    let wrong = separate(&fixture, &UserId::generate().to_string(), &id)
        .await
        .unwrap_err();
    assert_eq!(wrong.code, Code::NotFound);
    separate(&fixture, &leyla, &id).await.unwrap();
    let again = separate(&fixture, &leyla, &id).await.unwrap_err();
    assert_eq!(
        (again.code, again.reason.as_str()),
        (Code::NotFound, "CUSTOMER.NOT_FOUND")
    );

    let other = read(&fixture, &rauf).await;
    let contact = other.contact.unwrap();
    assert_eq!(
        (contact.id.as_str(), contact.name.as_str()),
        (rauf.as_str(), "Rauf")
    );
    assert_eq!(
        (contact.phones, contact.emails),
        (
            vec!["+994501110002".to_owned()],
            vec!["rauf@example.az".to_owned()]
        )
    );
    let numbers: Vec<_> = other
        .inquiries
        .into_iter()
        .map(|inquiry| inquiry.number)
        .collect();
    assert_eq!(numbers, [old]);
    let stayed = read(&fixture, &leyla).await;
    assert!(stayed.inquiries.iter().any(|inquiry| inquiry.number == new));
    assert!(
        stayed
            .contact
            .unwrap()
            .phones
            .contains(&"+994501110001".to_owned())
    );
    assert_eq!(fixture.audited_subjects("SeparateContacts").await.len(), 2);
    // From now on both are found by their own phones again.
    assert_eq!(noted(&fixture, "Rauf", "0501110002", "").await.0, rauf);
}

#[tokio::test]
async fn merge_is_final_after_30_days() {
    let fixture = Fixture::start().await;
    let (leyla, _) = noted(&fixture, "Leyla", "0501110001", "").await;
    let (rauf, _) = noted(&fixture, "Rauf", "0501110002", "").await;
    merge(&fixture, &leyla, &rauf).await.unwrap();
    let id = read(&fixture, &leyla).await.merges[0].id.clone();
    sqlx::query("update contact_merge set at = at - interval '30 days 1 minute'")
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    assert_eq!(read(&fixture, &leyla).await.merges, []);
    assert_eq!(
        separate(&fixture, &leyla, &id).await.unwrap_err().code,
        Code::NotFound
    );
    retention::sweep(fixture.harness.pool(), 1_096).await.unwrap();
    assert_eq!(fixture.count("select count(*) from contact_merge").await, 0);
    assert_eq!(
        fixture
            .count("select count(*) from contact where name is null and search is null")
            .await,
        1
    );
    let contact = read(&fixture, &rauf).await.contact.unwrap();
    assert_eq!(
        (contact.id, contact.is_wiped, contact.phones.len()),
        (leyla, false, 2)
    );
}

async fn wipe(fixture: &Fixture, contact: &str, version: i64) -> Result<Contact, Failure> {
    let request = WipeContactRequest {
        contact_id: contact.to_owned(),
        version,
        idempotency_key: "wipe".to_owned(),
    };
    let response = fixture
        .inbox()
        .wipe_contact(on_behalf_of(&owner(), request))
        .await;
    let response = response.map_err(|status| Failure::from_status(&status))?;
    Ok(response.into_inner().contact.unwrap())
}

async fn close(fixture: &Fixture, number: &str) {
    let request = UpdateInquiryStatusRequest {
        number: number.to_owned(),
        status: InquiryStatus::Lost.into(),
        reason: "price".to_owned(),
        ..UpdateInquiryStatusRequest::default()
    };
    let request = on_behalf_of(&caller::staff(), request);
    fixture.client().update_inquiry_status(request).await.unwrap();
}

#[tokio::test]
async fn wiped_customer_leaves_no_personal_data() {
    let fixture = Fixture::start().await;
    // The fake order service has an open order of phones that end in 7777.
    let (busy, _) = noted(&fixture, "Orxan", "0501117777", "").await;
    let failure = wipe(&fixture, &busy, 1).await.unwrap_err();
    assert_eq!(
        (failure.code, failure.reason.as_str()),
        (Code::Conflict, "CUSTOMER.HAS_OPEN_ORDER")
    );

    let (leyla, first) = noted(&fixture, "Leyla", "0501110001", "leyla@example.az").await;
    let (other, second) = noted(&fixture, "Leyla", "0501110002", "").await;
    set_note(&fixture, &leyla, "Leyla: 0501110001").await;
    fixture.add_note(&first, "Leyla called back").await.unwrap();
    merge(&fixture, &leyla, &other).await.unwrap();
    close(&fixture, &first).await;
    let current = version(&fixture, &leyla).await;
    let failure = wipe(&fixture, &leyla, current).await.unwrap_err();
    assert_eq!(
        (failure.code, failure.reason.as_str()),
        (Code::Conflict, "CUSTOMER.HAS_OPEN_QUOTE")
    );
    close(&fixture, &second).await;
    let failure = wipe(&fixture, &leyla, 1).await.unwrap_err();
    assert_eq!(failure.fields, field("version", "DESK.CHANGED"));
    let personal = ["leyla", "501110001", "501110002"];
    assert!(
        !text_columns_with(fixture.harness.pool(), &personal)
            .await
            .is_empty()
    );

    let wiped = wipe(&fixture, &leyla, current).await.unwrap();
    assert!(wiped.is_wiped && !wiped.changed_by.is_empty());
    assert_eq!(
        wipe(&fixture, &leyla, current).await.unwrap(),
        wiped,
        "the key replays it"
    );
    assert_eq!(
        text_columns_with(fixture.harness.pool(), &personal).await,
        Vec::<String>::new()
    );
    let found = read(&fixture, &other).await;
    assert_eq!((found.contact.unwrap(), found.merges.len()), (wiped, 0));
    // Products, statuses and times stay for the statistics.
    assert_eq!(
        fixture
            .count("select count(*) from inquiry where status = 'lost' and reason = 'price'")
            .await,
        2
    );
    let request = MergeContactsRequest {
        contact_id: leyla.clone(),
        version: version(&fixture, &leyla).await,
        other_id: busy.clone(),
        other_version: 1,
        ..MergeContactsRequest::default()
    };
    assert_eq!(
        send(&fixture, request).await.unwrap_err().reason,
        "CUSTOMER.WIPED"
    );

    let events = fixture.harness.published::<ContactChanged>().await;
    let events: Vec<_> = events.into_iter().filter(|event| event.what == "wiped").collect();
    let mut orders: Vec<_> = ["+994501110001", "+994501110002"].map(order_of).into();
    orders.sort_unstable();
    assert_eq!(
        events
            .iter()
            .map(|event| (&event.contact_id, &event.order_ids))
            .collect::<Vec<_>>(),
        [(&leyla, &orders)]
    );
    let details: Vec<Value> = sqlx::query_scalar("select detail from audit where action = 'WipeContact'")
        .fetch_all(fixture.harness.pool())
        .await
        .unwrap();
    assert_eq!(details, [json!({})]);
}
