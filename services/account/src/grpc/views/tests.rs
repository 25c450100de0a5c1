//! Tests of saved views.

use kit::{
    caller::{Caller, CallerKind, StaffMember},
    domain::{Language, UserId},
    failure::Failure,
    grpc::client::on_behalf_of,
    staff::StaffRole,
};
use proto::account::v1::{
    DeleteViewRequest, ListViewsRequest, SaveViewRequest, View, view_service_client::ViewServiceClient,
};
use uuid::Uuid;

use crate::testing::Fixture;

fn member(role: StaffRole) -> Caller {
    Caller {
        kind: CallerKind::Staff(StaffMember {
            user: UserId::generate(),
            role,
            is_stepped_up: false,
        }),
        language: Language::En,
    }
}

fn view(name: &str) -> View {
    View {
        id: Uuid::now_v7().to_string(),
        screen: "orders".to_owned(),
        name: name.to_owned(),
        filter: "status=Shipped&sort=delivery".to_owned(),
        columns: vec!["orderNumber".to_owned(), "status".to_owned()],
        ..View::default()
    }
}

/// Returns the view, or the keys by field; `general` is the reason.
type Outcome = Result<View, Vec<(String, String)>>;

fn keys(status: &tonic::Status) -> Vec<(String, String)> {
    let failure = Failure::from_status(status);
    if failure.fields.is_empty() {
        return vec![("general".to_owned(), failure.reason)];
    }
    failure.fields
}

async fn save(fixture: &Fixture, by: &Caller, view: View) -> Outcome {
    let request = on_behalf_of(by, SaveViewRequest { view: Some(view) });
    let saved = ViewServiceClient::new(fixture.raw_client())
        .save_view(request)
        .await;
    saved
        .map(|response| response.into_inner().view.unwrap())
        .map_err(|status| keys(&status))
}

async fn delete(fixture: &Fixture, by: &Caller, view: &View, version: i64) -> Outcome {
    let request = DeleteViewRequest {
        screen: view.screen.clone(),
        id: view.id.clone(),
        version,
    };
    let deleted = ViewServiceClient::new(fixture.raw_client())
        .delete_view(on_behalf_of(by, request))
        .await;
    deleted.map(|_| view.clone()).map_err(|status| keys(&status))
}

async fn names(fixture: &Fixture, by: &Caller) -> Vec<String> {
    let request = ListViewsRequest {
        screen: "orders".to_owned(),
    };
    let listed = ViewServiceClient::new(fixture.raw_client())
        .list_views(on_behalf_of(by, request))
        .await
        .unwrap();
    let views = listed.into_inner().views.into_iter();
    views.map(|view| view.name).collect()
}

fn refused(field: &str, key: &str) -> Outcome {
    Err(vec![(field.to_owned(), key.to_owned())])
}

fn renamed(view: &View) -> View {
    View {
        name: "Yeni".to_owned(),
        ..view.clone()
    }
}

/// Checks the refused changes of an own view of the sales member and of a shared one.
async fn refuse_changes(fixture: &Fixture, manager: &Caller, sales: &Caller, [own, shared]: [&View; 2]) {
    for (by, changed, outcome) in [
        // Another member's own view is unknown, also as a new one.
        (manager, renamed(own), refused("general", "ERROR.NOT_FOUND")),
        (
            manager,
            View {
                version: 0,
                ..own.clone()
            },
            refused("general", "ERROR.NOT_FOUND"),
        ),
        (sales, renamed(shared), refused("general", "DESK.ROLE")),
        (
            sales,
            View {
                is_shared: false,
                ..shared.clone()
            },
            refused("general", "DESK.ROLE"),
        ),
        (
            sales,
            View {
                is_shared: true,
                ..own.clone()
            },
            refused("general", "DESK.ROLE"),
        ),
        (
            sales,
            View {
                screen: "quotes".to_owned(),
                ..own.clone()
            },
            refused("general", "ERROR.NOT_FOUND"),
        ),
        (
            sales,
            View {
                version: 7,
                ..own.clone()
            },
            refused("version", "DESK.CHANGED"),
        ),
        (
            sales,
            View {
                version: 0,
                ..own.clone()
            },
            refused("version", "DESK.CHANGED"),
        ),
        (
            sales,
            View {
                version: 1,
                ..view("unknown")
            },
            refused("general", "ERROR.NOT_FOUND"),
        ),
        (
            sales,
            View {
                name: " ".to_owned(),
                filter: "x".repeat(2_001),
                columns: vec![String::new(); 51],
                ..own.clone()
            },
            Err(vec![
                ("name".to_owned(), "FIELD.REQUIRED".to_owned()),
                ("filter".to_owned(), "FIELD.TOO_LONG".to_owned()),
                ("columns".to_owned(), "FIELD.TOO_LONG".to_owned()),
            ]),
        ),
    ] {
        assert_eq!(save(fixture, by, changed.clone()).await, outcome, "{changed:?}");
    }
}

#[tokio::test]
async fn members_change_their_own_views_and_those_who_may_share_the_shared_ones() {
    let fixture = Fixture::start().await;
    let [manager, sales, warehouse] =
        [StaffRole::Manager, StaffRole::Sales, StaffRole::Warehouse].map(member);
    let own = save(&fixture, &sales, view("Sabah")).await.unwrap();
    assert_eq!((own.version, own.is_shared), (1, false));
    let team = View {
        is_shared: true,
        ..view("Anbar")
    };
    assert_eq!(
        save(&fixture, &sales, team.clone()).await,
        refused("general", "DESK.ROLE")
    );
    let shared = save(&fixture, &manager, team).await.unwrap();
    assert_eq!(names(&fixture, &sales).await, ["Anbar", "Sabah"]);
    assert_eq!(names(&fixture, &warehouse).await, ["Anbar"]);

    refuse_changes(&fixture, &manager, &sales, [&own, &shared]).await;
    let other_manager = member(StaffRole::Owner);
    let changed = save(&fixture, &other_manager, renamed(&shared)).await.unwrap();
    assert_eq!((changed.version, &changed.owner_id), (2, &shared.owner_id));

    assert_eq!(
        delete(&fixture, &sales, &shared, 2).await,
        refused("general", "DESK.ROLE")
    );
    assert_eq!(
        delete(&fixture, &manager, &own, 1).await,
        refused("general", "ERROR.NOT_FOUND")
    );
    assert_eq!(
        delete(&fixture, &manager, &shared, 1).await,
        refused("version", "DESK.CHANGED")
    );
    delete(&fixture, &manager, &shared, 2).await.unwrap();
    delete(&fixture, &sales, &own, 1).await.unwrap();
    assert_eq!(names(&fixture, &sales).await, [""; 0]);

    // One after the other: each waits for the lock of those before it, on a busy machine beyond its deadline.
    for index in 0..50 {
        save(&fixture, &sales, view(&index.to_string())).await.unwrap();
    }
    assert_eq!(
        save(&fixture, &sales, view("51")).await,
        refused("general", "VIEW.TOO_MANY")
    );
    let audited: i64 = sqlx::query_scalar(
        "select count(*) from audit where action in ('SaveView', 'DeleteView') and subject = 'orders'",
    )
    .fetch_one(fixture.harness.pool())
    .await
    .unwrap();
    assert_eq!(audited, 55);
}
