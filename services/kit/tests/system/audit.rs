//! The audit log's rpc on a real database.

use kit::{
    caller::{Actor, Caller, CallerKind, StaffMember},
    change::{self, Effect},
    convert::timestamp,
    domain::{Language, UserId},
    failure::{Code, Failure},
    grpc::{Client, client::on_behalf_of},
    service::Service,
    staff::StaffRole,
};
use proto::common::v1::{
    AuditEntry, AuditPosition, ListAuditRequest, ListAuditResponse, audit_service_client::AuditServiceClient,
};
use serde_json::json;
use testkit::Harness;
use time::Duration;

use crate::DEFINITION;

fn member(role: StaffRole) -> StaffMember {
    StaffMember {
        user: UserId::generate(),
        role,
        is_stepped_up: false,
    }
}

fn caller(role: StaffRole) -> Caller {
    Caller {
        kind: CallerKind::Staff(member(role)),
        language: Language::En,
    }
}

struct Fixture {
    harness: Harness,
    client: Client,
}

impl Fixture {
    async fn start() -> Self {
        let harness = Harness::start(DEFINITION).await;
        let service = Service::bind(
            DEFINITION,
            &harness.process_settings(),
            &harness.database_settings(),
        )
        .await
        .unwrap();
        let client = harness.serve(service).await;
        Self { harness, client }
    }

    async fn record(&self, actor: &Actor, action: &'static str, subject: &str) {
        let detail = json!({"status": ["pending", "processing"]});
        let recorded = change::run(self.harness.pool(), async |_| {
            Ok::<_, Failure>(Effect::audited(actor, action, subject, detail))
        });
        recorded.await.unwrap();
    }

    async fn list(&self, caller: &Caller, request: ListAuditRequest) -> Result<ListAuditResponse, Failure> {
        let mut client = AuditServiceClient::new(self.client.clone());
        let response = client.list_audit(on_behalf_of(caller, request)).await;
        response
            .map(tonic::Response::into_inner)
            .map_err(|status| Failure::from_status(&status))
    }

    /// Returns action and subject of the selected entries.
    async fn found(&self, request: ListAuditRequest) -> Vec<String> {
        let response = self.list(&caller(StaffRole::Owner), request).await.unwrap();
        let length = i64::try_from(response.entries.len()).unwrap();
        assert_eq!((response.total_records, response.has_more), (length, false));
        response
            .entries
            .iter()
            .map(|entry| format!("{} {}", entry.action, entry.subject))
            .collect()
    }
}

fn all() -> ListAuditRequest {
    ListAuditRequest {
        limit: 100,
        ..ListAuditRequest::default()
    }
}

#[tokio::test]
async fn filters_by_actor_action_subject_and_time() {
    let fixture = Fixture::start().await;
    let nigar = Actor::Member(member(StaffRole::Sales));
    fixture.record(&nigar, "UpdateOrderStatus", "SB-4K7Q2M0X").await;
    fixture
        .record(&Actor::Operator, "UpdatePaymentStatus", "SB-4K7Q2M0X")
        .await;
    fixture.record(&nigar, "AddOrderNote", "SB-7Q2M04XK").await;

    let everything = [
        "AddOrderNote SB-7Q2M04XK",
        "UpdatePaymentStatus SB-4K7Q2M0X",
        "UpdateOrderStatus SB-4K7Q2M0X",
    ];
    assert_eq!(fixture.found(all()).await, everything);
    let actor = |actor: &Actor| ListAuditRequest {
        actor: actor.to_string(),
        ..all()
    };
    assert_eq!(fixture.found(actor(&nigar)).await, [everything[0], everything[2]]);
    assert_eq!(fixture.found(actor(&Actor::Operator)).await, [everything[1]]);
    let beginning = ListAuditRequest {
        action_prefix: "Update".to_owned(),
        ..all()
    };
    assert_eq!(fixture.found(beginning).await, everything[1..]);
    let actions = ListAuditRequest {
        actions: vec!["AddOrderNote".to_owned(), "UpdateOrderStatus".to_owned()],
        ..all()
    };
    assert_eq!(fixture.found(actions).await, [everything[0], everything[2]]);
    let subject = ListAuditRequest {
        subject: "SB-4K7Q2M0X".to_owned(),
        ..all()
    };
    assert_eq!(fixture.found(subject).await, everything[1..]);

    let tomorrow = Some(timestamp(kit::clock::now() + Duration::DAY));
    let yesterday = Some(timestamp(kit::clock::now() - Duration::DAY));
    for (from, to, is_found) in [
        (yesterday, tomorrow, true),
        (tomorrow, None, false),
        (None, yesterday, false),
    ] {
        let request = ListAuditRequest { from, to, ..all() };
        assert_eq!(fixture.found(request).await.is_empty(), !is_found);
    }
}

#[tokio::test]
async fn position_of_an_entry_continues_the_list() {
    let fixture = Fixture::start().await;
    let nigar = Actor::Member(member(StaffRole::Sales));
    for number in 0..5 {
        fixture
            .record(&nigar, "AddOrderNote", &format!("SB-{number}"))
            .await;
    }
    let owner = caller(StaffRole::Owner);
    let mut entries: Vec<AuditEntry> = Vec::new();
    let mut request = ListAuditRequest { limit: 2, ..all() };
    for has_more in [true, true, false] {
        let page = fixture.list(&owner, request.clone()).await.unwrap();
        assert_eq!((page.total_records, page.has_more), (5, has_more));
        let last = page.entries.last().unwrap().clone();
        request.before = Some(AuditPosition {
            at: last.at,
            id: last.id,
        });
        entries.extend(page.entries);
    }
    let subjects: Vec<_> = entries.iter().map(|entry| entry.subject.as_str()).collect();
    assert_eq!(subjects, ["SB-4", "SB-3", "SB-2", "SB-1", "SB-0"]);
    assert_eq!(entries[0].actor, nigar.to_string());
    assert_eq!(entries[0].detail, r#"{"status":["pending","processing"]}"#);
    let rest = fixture.list(&owner, request).await.unwrap();
    assert_eq!((rest.entries.len(), rest.has_more), (0, false));
}

#[tokio::test]
async fn only_owners_managers_and_the_operator_read_the_log() {
    let fixture = Fixture::start().await;
    let [owner, manager, sales, warehouse, editor] = StaffRole::ALL.map(caller);
    for caller in [owner, manager, testkit::caller::staff()] {
        assert!(fixture.list(&caller, all()).await.is_ok(), "{caller:?}");
    }
    for caller in [sales, warehouse, editor] {
        let failure = fixture.list(&caller, all()).await.unwrap_err();
        assert_eq!(
            (failure.code, failure.reason.as_str()),
            (Code::Forbidden, "DESK.ROLE")
        );
    }
    for (caller, code) in [
        (testkit::caller::anonymous(), Code::Unauthenticated),
        (testkit::caller::customer(UserId::generate()), Code::Forbidden),
        (testkit::caller::service("order"), Code::Forbidden),
    ] {
        assert_eq!(fixture.list(&caller, all()).await.unwrap_err().code, code);
    }
}

#[tokio::test]
async fn names_all_wrong_fields() {
    let fixture = Fixture::start().await;
    let request = ListAuditRequest {
        limit: 101,
        before: Some(AuditPosition {
            at: None,
            id: "x".to_owned(),
        }),
        ..all()
    };
    let failure = fixture
        .list(&caller(StaffRole::Owner), request)
        .await
        .unwrap_err();
    assert_eq!(
        failure.fields,
        [("limit", "FIELD.OUT_OF_RANGE"), ("cursor", "FIELD.INVALID")]
            .map(|(name, key)| (name.to_owned(), key.to_owned()))
    );
}
