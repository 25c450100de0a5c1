//! Tests of invitations, roles and names.

use kit::{
    caller::{Caller, CallerKind, StaffMember},
    domain::{Language, UserId},
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
    staff::StaffRole,
};
use proto::account::v1::{
    AcceptInvitationRequest, AcceptInvitationResponse, AuthenticateDeskRequest, DeskStep,
    EndStaffSessionsRequest, GetStaffMemberRequest, HandOver, InviteStaffRequest,
    IssueInvitationTokenRequest, ListStaffNamesRequest, ListStaffRequest, RemoveStaffRequest,
    ResendInvitationRequest, ResetSecondFactorRequest, SecondFactorReset, SignInToDeskRequest, Staff,
    StaffChanged, StaffInvited, StaffRole as Role, StaffState, UpdateStaffRequest,
    ValidateDeskSessionRequest, ViewInvitationRequest,
};
use tonic::Status;

use crate::testing::{Fixture, PASSWORD, failure, fields};

/// Makes a registered customer staff.
async fn grant(fixture: &Fixture, role: StaffRole) -> UserId {
    let user = fixture.customer().await.user;
    let mut connection = fixture.harness.pool().acquire().await.unwrap();
    crate::store::team::grant(&mut connection, user, role)
        .await
        .unwrap();
    user
}

fn caller(user: UserId, role: StaffRole, is_stepped_up: bool) -> Caller {
    Caller {
        kind: CallerKind::Staff(StaffMember {
            user,
            role,
            is_stepped_up,
        }),
        language: Language::Ru,
    }
}

fn owner(user: UserId) -> Caller {
    caller(user, StaffRole::Owner, true)
}

fn invitation(email: &str) -> InviteStaffRequest {
    InviteStaffRequest {
        idempotency_key: "one".to_owned(),
        email: email.to_owned(),
        name: "Səbinə".to_owned(),
        lastname: "Kərimova".to_owned(),
        role: Role::Editor.into(),
        ..InviteStaffRequest::default()
    }
}

async fn invite(fixture: &Fixture, by: UserId, request: InviteStaffRequest) -> Result<Staff, Status> {
    let request = on_behalf_of(&owner(by), request);
    let response = fixture.team().invite_staff(request).await?;
    Ok(response.into_inner().staff.unwrap())
}

async fn update(fixture: &Fixture, by: &Caller, request: UpdateStaffRequest) -> Result<Staff, Status> {
    let response = fixture.team().update_staff(on_behalf_of(by, request)).await?;
    Ok(response.into_inner().staff.unwrap())
}

/// Issues the token of the last published invitation, as the notification service does.
async fn token(fixture: &Fixture) -> String {
    let published = fixture.harness.published::<StaffInvited>().await;
    let request = IssueInvitationTokenRequest {
        invitation_id: published.last().unwrap().invitation_id.clone(),
    };
    let request = on_behalf_of(&testkit::caller::service("notification"), request);
    let issued = fixture.team().issue_invitation_token(request).await;
    issued.unwrap().into_inner().token
}

async fn accept(fixture: &Fixture, token: &str, password: &str) -> Result<AcceptInvitationResponse, Status> {
    let request = AcceptInvitationRequest {
        token: token.to_owned(),
        password: password.to_owned(),
        name: "Səbinə".to_owned(),
        lastname: "Kərimova".to_owned(),
        client_address: "203.0.113.1".to_owned(),
        ..AcceptInvitationRequest::default()
    };
    let request = on_behalf_of(&testkit::caller::anonymous(), request);
    Ok(fixture.team().accept_invitation(request).await?.into_inner())
}

async fn is_live(fixture: &Fixture, session_token: &str) -> bool {
    let request = AuthenticateDeskRequest {
        session_token: session_token.to_owned(),
    };
    let request = on_behalf_of(&testkit::caller::anonymous(), request);
    fixture.desk().authenticate_desk(request).await.is_ok()
}

fn reason<T: std::fmt::Debug>(result: Result<T, Status>) -> (Code, String) {
    let failure: Failure = failure(&result.unwrap_err());
    (failure.code, failure.reason)
}

fn conflict(reason: &str) -> (Code, String) {
    (Code::Conflict, reason.to_owned())
}

#[tokio::test]
async fn an_invited_person_accepts_once_and_adds_a_second_factor() {
    let fixture = Fixture::start().await;
    let by = grant(&fixture, StaffRole::Owner).await;
    let invited = invite(&fixture, by, invitation("sabina@example.com"))
        .await
        .unwrap();
    assert_eq!(invited.state(), StaffState::Invited);
    assert_eq!((invited.version, invited.discount_limit_percent), (1, 15));
    let again = invite(&fixture, by, invitation("sabina@example.com"))
        .await
        .unwrap();
    assert_eq!(again, invited, "the key is the same");
    assert_eq!(fixture.harness.published::<StaffInvited>().await.len(), 1);

    let token = token(&fixture).await;
    let request = ViewInvitationRequest { token: token.clone() };
    let request = on_behalf_of(&testkit::caller::anonymous(), request);
    let seen = fixture
        .team()
        .view_invitation(request)
        .await
        .unwrap()
        .into_inner();
    assert_eq!(
        (seen.email.as_str(), seen.has_account),
        ("sabina@example.com", false)
    );
    assert_eq!(
        (seen.name.as_str(), seen.lastname.as_str()),
        ("Səbinə", "Kərimova")
    );
    assert_eq!(seen.language, i32::from(Language::Ru));

    let weak = accept(&fixture, &token, "short").await.unwrap_err();
    assert_eq!(failure(&weak).code, Code::Invalid);
    let accepted = accept(&fixture, &token, PASSWORD).await.unwrap().sign_in.unwrap();
    let session = accepted.session.unwrap();
    assert_eq!(
        (session.step(), &session.user_id),
        (DeskStep::Enrol, &invited.user_id)
    );
    let dead = accept(&fixture, &token, PASSWORD).await.unwrap_err();
    let invalid = [("token".to_owned(), "STAFF.INVITATION_INVALID".to_owned())];
    assert_eq!(fields(&dead), invalid);
    assert!(fixture.sign_in("sabina@example.com", PASSWORD).await.is_ok());
}

#[tokio::test]
async fn an_existing_account_accepts_with_its_password() {
    let fixture = Fixture::start().await;
    let by = grant(&fixture, StaffRole::Owner).await;
    let customer = fixture.customer().await;
    let invited = invite(&fixture, by, invitation(&customer.email)).await.unwrap();
    assert_eq!(invited.user_id, customer.user.to_string());
    let token = token(&fixture).await;
    let wrong = accept(&fixture, &token, "quite another one").await.unwrap_err();
    let expected = [("password".to_owned(), "AUTH.WRONG_CREDENTIALS".to_owned())];
    assert_eq!(fields(&wrong), expected);
    accept(&fixture, &token, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn a_new_link_replaces_the_earlier_one_and_links_expire() {
    let fixture = Fixture::start().await;
    let by = grant(&fixture, StaffRole::Owner).await;
    let invited = invite(&fixture, by, invitation("sabina@example.com"))
        .await
        .unwrap();
    let first = token(&fixture).await;
    let request = ResendInvitationRequest {
        idempotency_key: "two".to_owned(),
        user_id: invited.user_id.clone(),
    };
    let request = on_behalf_of(&owner(by), request);
    fixture.team().resend_invitation(request).await.unwrap();
    assert!(accept(&fixture, &first, PASSWORD).await.is_err());
    let second = token(&fixture).await;
    sqlx::query("update staff_invitation set created_at = created_at - interval '8 days'")
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    let late = accept(&fixture, &second, PASSWORD).await.unwrap_err();
    let expired = [("token".to_owned(), "STAFF.INVITATION_EXPIRED".to_owned())];
    assert_eq!(fields(&late), expired);
}

#[tokio::test]
async fn disabling_ends_all_sessions_and_an_old_version_is_refused() {
    let fixture = Fixture::start().await;
    let by = grant(&fixture, StaffRole::Owner).await;
    let customer = fixture.customer().await;
    let mut connection = fixture.harness.pool().acquire().await.unwrap();
    let granted = crate::store::team::grant(&mut connection, customer.user, StaffRole::Sales).await;
    granted.unwrap();
    let request = SignInToDeskRequest {
        email: customer.email.clone(),
        password: PASSWORD.to_owned(),
        client_address: "203.0.113.1".to_owned(),
        ..SignInToDeskRequest::default()
    };
    let request = on_behalf_of(&testkit::caller::anonymous(), request);
    let signed_in = fixture
        .desk()
        .sign_in_to_desk(request)
        .await
        .unwrap()
        .into_inner();
    let session = signed_in.sign_in.unwrap().tokens.unwrap().session_token;
    assert!(is_live(&fixture, &session).await);

    let request = UpdateStaffRequest {
        user_id: customer.user.to_string(),
        version: 1,
        is_disabled: Some(true),
        phone: Some("+994 50 123 45 67".to_owned()),
        ..UpdateStaffRequest::default()
    };
    let disabled = update(&fixture, &owner(by), request.clone()).await.unwrap();
    assert_eq!((disabled.state(), disabled.version), (StaffState::Disabled, 2));
    assert!(!is_live(&fixture, &session).await);
    let validate = ValidateDeskSessionRequest {
        session_token: session,
        ..ValidateDeskSessionRequest::default()
    };
    let validate = on_behalf_of(&testkit::caller::anonymous(), validate);
    let validated = fixture.desk().validate_desk_session(validate).await.unwrap();
    assert!(validated.into_inner().is_ended_by_owner);
    assert!(!fixture.harness.published::<StaffChanged>().await[0].is_active);
    let stale = update(&fixture, &owner(by), request).await.unwrap_err();
    assert_eq!(
        fields(&stale),
        [("version".to_owned(), "DESK.CHANGED".to_owned())]
    );
    let audit: serde_json::Value =
        sqlx::query_scalar("select detail from audit where action = 'UpdateStaff'")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
    assert_eq!(
        audit,
        serde_json::json!({"isDisabled": [false, true], "phone": ["…", "…"]})
    );
}

async fn remove(fixture: &Fixture, by: UserId, user: UserId, version: i64) -> Result<(), Status> {
    let request = RemoveStaffRequest {
        user_id: user.to_string(),
        version,
    };
    let request = on_behalf_of(&owner(by), request);
    fixture.team().remove_staff(request).await.map(drop)
}

async fn open_quotes(fixture: &Fixture, by: UserId, user: UserId) -> Option<i64> {
    let request = on_behalf_of(&owner(by), ListStaffRequest::default());
    let response = fixture.team().list_staff(request).await.unwrap().into_inner();
    let mut staff = response.staff.into_iter();
    staff
        .find(|staff| staff.user_id == user.to_string())
        .unwrap()
        .open_quotes
}

fn disable(user: UserId) -> UpdateStaffRequest {
    UpdateStaffRequest {
        user_id: user.to_string(),
        version: 1,
        is_disabled: Some(true),
        ..UpdateStaffRequest::default()
    }
}

#[tokio::test]
async fn a_member_with_open_quotes_stays() {
    let fixture = Fixture::start().await;
    let by = grant(&fixture, StaffRole::Owner).await;
    let sales = grant(&fixture, StaffRole::Sales).await;
    fixture.set_open_quotes(sales, 2);
    assert_eq!(open_quotes(&fixture, by, sales).await, Some(2));
    let refused = update(&fixture, &owner(by), disable(sales)).await.unwrap_err();
    assert_eq!(
        fields(&refused),
        [("isDisabled".to_owned(), "STAFF.HAS_OPEN_QUOTES".to_owned())]
    );
    let refused = remove(&fixture, by, sales, 1).await;
    assert_eq!(reason(refused), conflict("STAFF.HAS_OPEN_QUOTES"));
    // Other changes do not depend on quotes.
    let request = UpdateStaffRequest {
        is_disabled: None,
        discount_limit_percent: Some(20),
        ..disable(sales)
    };
    let updated = update(&fixture, &owner(by), request).await.unwrap();
    assert_eq!((updated.version, updated.open_quotes), (2, Some(2)));
    fixture.set_open_quotes(sales, 0);
    remove(&fixture, by, sales, 2).await.unwrap();
}

#[tokio::test]
async fn a_disabled_member_hands_over_the_open_work() {
    let fixture = Fixture::start().await;
    let by = grant(&fixture, StaffRole::Owner).await;
    let [sales, receiver] = [
        grant(&fixture, StaffRole::Sales).await,
        grant(&fixture, StaffRole::Manager).await,
    ];
    let [warehouse, disabled] = [
        grant(&fixture, StaffRole::Warehouse).await,
        grant(&fixture, StaffRole::Sales).await,
    ];
    update(&fixture, &owner(by), disable(disabled)).await.unwrap();
    fixture.set_open_quotes(sales, 2);
    let hand_over = |to: String| UpdateStaffRequest {
        hand_over_to: Some(to),
        ..disable(sales)
    };
    let field = |key: &str| [("handOverTo".to_owned(), key.to_owned())];
    for to in [warehouse, disabled, sales, UserId::generate()] {
        let request = hand_over(to.to_string());
        let refused = update(&fixture, &owner(by), request).await.unwrap_err();
        assert_eq!(fields(&refused), field("STAFF.NOT_ASSIGNABLE"));
    }
    let request = UpdateStaffRequest {
        is_disabled: None,
        ..hand_over(receiver.to_string())
    };
    let refused = update(&fixture, &owner(by), request).await.unwrap_err();
    assert_eq!(fields(&refused), field("FIELD.INVALID"));

    let request = hand_over(receiver.to_string());
    let staff = update(&fixture, &owner(by), request).await.unwrap();
    assert_eq!(staff.state(), StaffState::Disabled);
    let events = fixture.harness.published::<StaffChanged>().await;
    let event = events.last().unwrap();
    assert_eq!(
        (event.user_id.clone(), event.is_active),
        (sales.to_string(), false)
    );
    let to = event.hand_over.clone().unwrap();
    assert_eq!(to.to_id, receiver.to_string());
    let detail: serde_json::Value =
        sqlx::query_scalar("select detail from audit where action = 'UpdateStaff' and subject = $1")
            .bind(sales.to_string())
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
    assert_eq!(
        detail["handOverTo"],
        serde_json::json!([null, receiver.to_string()])
    );
    // Remaining work can be handed over later, also to no one.
    let request = UpdateStaffRequest {
        version: 2,
        is_disabled: None,
        ..hand_over(String::new())
    };
    update(&fixture, &owner(by), request).await.unwrap();
    let events = fixture.harness.published::<StaffChanged>().await;
    assert_eq!(events.last().unwrap().hand_over, Some(HandOver::default()));
}

#[tokio::test]
async fn nobody_leaves_while_the_inquiry_service_is_away() {
    let fixture = Fixture::without_inquiry().await;
    let by = grant(&fixture, StaffRole::Owner).await;
    let sales = grant(&fixture, StaffRole::Sales).await;
    assert_eq!(open_quotes(&fixture, by, sales).await, None);
    let refused = update(&fixture, &owner(by), disable(sales)).await.unwrap_err();
    assert_eq!(failure(&refused).code, Code::Unavailable);
    let refused = remove(&fixture, by, sales, 1).await.unwrap_err();
    assert_eq!(failure(&refused).code, Code::Unavailable);
    // A refusal by the team's own rules needs no answer.
    let stale = remove(&fixture, by, sales, 7).await.unwrap_err();
    assert_eq!(
        fields(&stale),
        [("version".to_owned(), "DESK.CHANGED".to_owned())]
    );
}

#[tokio::test]
async fn one_of_two_owners_who_are_disabled_at_once_stays() {
    let fixture = Fixture::start().await;
    let owners = [
        grant(&fixture, StaffRole::Owner).await,
        grant(&fixture, StaffRole::Owner).await,
    ];
    let calls = [(0, 1), (1, 0)].map(|(by, other)| {
        let request = UpdateStaffRequest {
            user_id: owners[other].to_string(),
            version: 1,
            is_disabled: Some(true),
            ..UpdateStaffRequest::default()
        };
        let (fixture, by) = (&fixture, owner(owners[by]));
        async move { update(fixture, &by, request).await }
    });
    let results = futures::future::join_all(calls).await;
    let refused: Vec<_> = results.into_iter().filter(Result::is_err).map(reason).collect();
    assert_eq!(refused, [conflict("STAFF.LAST_OWNER")]);
}

#[tokio::test]
async fn rules_protect_owners_and_existing_staff() {
    let fixture = Fixture::start().await;
    let by = grant(&fixture, StaffRole::Owner).await;
    let mut request = invitation("sabina@example.com");
    request.role = Role::Owner.into();
    let refused = invite(&fixture, by, request).await.unwrap_err();
    let by_command = [("role".to_owned(), "STAFF.OWNER_BY_COMMAND".to_owned())];
    assert_eq!(fields(&refused), by_command);
    invite(&fixture, by, invitation("sabina@example.com"))
        .await
        .unwrap();
    let mut request = invitation("SABINA@example.com");
    request.idempotency_key = "three".to_owned();
    let exists = invite(&fixture, by, request).await.unwrap_err();
    assert_eq!(fields(&exists), [("email".to_owned(), "STAFF.EXISTS".to_owned())]);
    let request = RemoveStaffRequest {
        user_id: by.to_string(),
        version: 1,
    };
    let request = on_behalf_of(&owner(by), request);
    let removed = fixture.team().remove_staff(request).await;
    assert_eq!(reason(removed), conflict("STAFF.OWNER_BY_COMMAND"));
    let request = ResetSecondFactorRequest {
        user_id: by.to_string(),
    };
    let request = on_behalf_of(&owner(by), request);
    let reset = fixture.team().reset_second_factor(request).await;
    assert_eq!(reason(reset), conflict("STAFF.SELF"));
    assert_eq!(fixture.harness.published::<SecondFactorReset>().await, []);
}

#[tokio::test]
async fn names_are_those_of_present_and_former_members_alone() {
    let fixture = Fixture::start().await;
    let by = grant(&fixture, StaffRole::Owner).await;
    let editor = grant(&fixture, StaffRole::Editor).await;
    let (customer, invited) = (fixture.customer().await, fixture.customer().await);
    invite(&fixture, by, invitation(&invited.email)).await.unwrap();
    let names = async || {
        let request = ListStaffNamesRequest {
            user_ids: [by, editor, customer.user, invited.user]
                .map(|user| user.to_string())
                .into(),
        };
        let response = fixture
            .team()
            .list_staff_names(on_behalf_of(&owner(by), request))
            .await;
        let names = response.unwrap().into_inner().names;
        let mut named: Vec<_> = names
            .into_iter()
            .map(|name| (name.user_id.parse::<UserId>().unwrap(), name.role()))
            .collect();
        named.sort_unstable();
        named
    };
    let sorted = |mut named: Vec<(UserId, Role)>| {
        named.sort_unstable();
        named
    };
    assert_eq!(
        names().await,
        sorted(vec![(by, Role::Owner), (editor, Role::Editor)])
    );
    for (user_id, version) in [(editor, 1), (invited.user, 1)] {
        let request = RemoveStaffRequest {
            user_id: user_id.to_string(),
            version,
        };
        let request = on_behalf_of(&owner(by), request);
        fixture.team().remove_staff(request).await.unwrap();
    }
    assert_eq!(
        names().await,
        sorted(vec![(by, Role::Owner), (editor, Role::Unspecified)])
    );
}

/// Calls of the team: name, and whether each of owner, manager, sales, warehouse and editor may make it.
const CALLS: [(&str, [bool; 5]); 8] = [
    ("list", [true, true, false, false, false]),
    ("names", [true, true, true, true, true]),
    ("invite", [true, false, false, false, false]),
    ("resend", [true, false, false, false, false]),
    ("update", [true, false, false, false, false]),
    ("remove", [true, false, false, false, false]),
    ("reset", [true, false, false, false, false]),
    ("end", [true, false, false, false, false]),
];

async fn call(fixture: &Fixture, caller: &Caller, name: &str) -> Option<Code> {
    let mut team = fixture.team();
    let user_id = UserId::generate().to_string();
    let result = match name {
        "list" => team
            .list_staff(on_behalf_of(caller, ListStaffRequest::default()))
            .await
            .map(drop),
        "names" => team
            .list_staff_names(on_behalf_of(caller, ListStaffNamesRequest::default()))
            .await
            .map(drop),
        "invite" => team
            .invite_staff(on_behalf_of(caller, InviteStaffRequest::default()))
            .await
            .map(drop),
        "resend" => {
            let request = ResendInvitationRequest {
                user_id,
                ..ResendInvitationRequest::default()
            };
            team.resend_invitation(on_behalf_of(caller, request))
                .await
                .map(drop)
        }
        "update" => {
            let request = UpdateStaffRequest {
                user_id,
                ..UpdateStaffRequest::default()
            };
            team.update_staff(on_behalf_of(caller, request)).await.map(drop)
        }
        "remove" => {
            let request = RemoveStaffRequest { user_id, version: 1 };
            team.remove_staff(on_behalf_of(caller, request)).await.map(drop)
        }
        "reset" => {
            let request = ResetSecondFactorRequest { user_id };
            team.reset_second_factor(on_behalf_of(caller, request))
                .await
                .map(drop)
        }
        "end" => {
            let request = EndStaffSessionsRequest { user_id };
            team.end_staff_sessions(on_behalf_of(caller, request))
                .await
                .map(drop)
        }
        other => unreachable!("{other}"),
    };
    result.err().map(|status| failure(&status).code)
}

#[tokio::test]
async fn roles_make_the_calls_of_the_contract() {
    let fixture = Fixture::start().await;
    let user = grant(&fixture, StaffRole::Owner).await;
    for (name, allowed) in CALLS {
        for (role, is_allowed) in StaffRole::ALL.into_iter().zip(allowed) {
            let code = call(&fixture, &caller(user, role, true), name).await;
            assert_eq!(code != Some(Code::Forbidden), is_allowed, "{name} {role}");
            let needs_step_up = ["invite", "update", "remove", "reset"].contains(&name);
            let code = call(&fixture, &caller(user, role, false), name).await;
            let is_open = is_allowed && !needs_step_up;
            assert_eq!(code != Some(Code::Forbidden), is_open, "{name} {role}");
        }
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (testkit::caller::customer(user), Code::Forbidden),
        ] {
            assert_eq!(call(&fixture, &caller, name).await, Some(code), "{name}");
        }
    }
    let request = || GetStaffMemberRequest {
        user_id: user.to_string(),
    };
    let service = on_behalf_of(&testkit::caller::service("inquiry"), request());
    let member = fixture
        .team()
        .get_staff_member(service)
        .await
        .unwrap()
        .into_inner();
    assert_eq!(member.state(), StaffState::Active);
    let refused = fixture
        .team()
        .get_staff_member(on_behalf_of(&owner(user), request()))
        .await;
    assert_eq!(reason(refused).0, Code::Forbidden);
}
