//! Tests of who may enrol a first factor, of the limit of wrong codes in all, and of what a new password ends.

use proto::account::v1::{
    ConfirmSecondFactorResponse, EnrolmentRequested, IssueEnrolmentTokenRequest, RequestEnrolmentLinkRequest,
    ResetSecondFactorRequest, SecurityChange, SecurityChanged,
};

use super::*;

/// Signs in with the password alone and returns the session token.
async fn pending(fixture: &Fixture, customer: &Customer) -> String {
    let pending = sign_in(fixture, credentials(&customer.email)).await.unwrap();
    assert_eq!(pending.session.unwrap().step(), DeskStep::Enrol);
    pending.tokens.unwrap().session_token
}

/// Adds a factor; returns its id and secret.
async fn add(fixture: &Fixture, session: &str, token: &str) -> Result<(String, Totp), Status> {
    let request = AddSecondFactorRequest {
        session_token: session.to_owned(),
        enrolment_token: token.to_owned(),
        ..AddSecondFactorRequest::default()
    };
    let added = fixture.desk().add_second_factor(anonymous(request)).await?;
    let added = added.into_inner();
    Ok((added.factor.unwrap().id, totp(&added.secret)))
}

async fn confirm(
    fixture: &Fixture,
    session: &str,
    (factor, totp): &(String, Totp),
) -> Result<ConfirmSecondFactorResponse, Status> {
    let request = ConfirmSecondFactorRequest {
        session_token: session.to_owned(),
        factor_id: factor.clone(),
        code: code(fixture, totp, 0).await,
    };
    let confirmed = fixture.desk().confirm_second_factor(anonymous(request)).await?;
    Ok(confirmed.into_inner())
}

/// Issues the token of the last requested link, as the notification service does.
async fn link(fixture: &Fixture) -> Result<String, Status> {
    let published = fixture.harness.published::<EnrolmentRequested>().await;
    let request = IssueEnrolmentTokenRequest {
        request_id: published.last().unwrap().request_id.clone(),
    };
    let request = on_behalf_of(&testkit::caller::service("notification"), request);
    let issued = fixture.team().issue_enrolment_token(request).await?;
    Ok(issued.into_inner().token)
}

async fn request_link(fixture: &Fixture, session: &str) -> Result<(), Status> {
    let request = RequestEnrolmentLinkRequest {
        session_token: session.to_owned(),
    };
    let requested = fixture.desk().request_enrolment_link(anonymous(request)).await;
    requested.map(drop)
}

/// Makes a customer staff whose grant is too old to enrol with the password alone.
async fn granted_long_ago(fixture: &Fixture) -> Customer {
    let customer = fixture.customer().await;
    grant(fixture, customer.user, "sales").await;
    let end = "update staff set enrolment_until = now() where user_id = $1";
    run_sql(fixture.harness.pool(), end, customer.user).await;
    customer
}

fn needs_link() -> (Code, String) {
    (Code::Forbidden, "DESK.ENROLMENT_LINK".to_owned())
}

fn dead_link() -> [(String, String); 1] {
    [("token".to_owned(), "DESK.ENROLMENT_DEAD".to_owned())]
}

#[tokio::test]
async fn password_alone_enrols_only_with_the_single_use_link_of_a_mail() {
    let fixture = Fixture::start().await;
    let customer = granted_long_ago(&fixture).await;
    let (own, other) = (
        pending(&fixture, &customer).await,
        pending(&fixture, &customer).await,
    );
    assert_eq!(reason(add(&fixture, &own, "").await), needs_link());
    for token in ["x", &"A".repeat(43)] {
        let dead = add(&fixture, &own, token).await.unwrap_err();
        assert_eq!(fields(&dead), dead_link());
    }
    request_link(&fixture, &own).await.unwrap();
    let token = link(&fixture).await.unwrap();
    let factor = add(&fixture, &own, &token).await.unwrap();
    assert_eq!(
        fields(&add(&fixture, &other, &token).await.unwrap_err()),
        dead_link()
    );
    // The page may be loaded again, and the other session cannot confirm what this one has added.
    add(&fixture, &own, "").await.unwrap();
    assert_eq!(reason(confirm(&fixture, &other, &factor).await), needs_link());
    let confirmed = confirm(&fixture, &own, &factor).await.unwrap();
    assert_eq!(confirmed.session.unwrap().step(), DeskStep::Done);
    let used = link(&fixture).await.unwrap_err();
    assert_eq!(failure(&used).code, Code::NotFound);
}

#[tokio::test]
async fn a_session_gets_the_same_secret_for_ten_minutes_and_other_sessions_get_their_own() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer().await;
    grant(&fixture, customer.user, "sales").await;
    let (own, other) = (
        pending(&fixture, &customer).await,
        pending(&fixture, &customer).await,
    );
    let (id, totp) = add(&fixture, &own, "").await.unwrap();
    let (others_id, others) = add(&fixture, &other, "").await.unwrap();
    let (same_id, same) = add(&fixture, &own, "").await.unwrap();
    assert_eq!(same_id, id);
    assert_eq!(same.generate(0).to_string(), totp.generate(0).to_string());
    assert_ne!(others_id, id);
    assert_ne!(others.generate(0).to_string(), totp.generate(0).to_string());

    let age = "update second_factor set created_at = created_at - interval '10 minutes' where user_id = $1";
    run_sql(fixture.harness.pool(), age, customer.user).await;
    let (next, _) = add(&fixture, &own, "").await.unwrap();
    assert_ne!(next, id);
}

#[tokio::test]
async fn links_work_for_their_user_for_24_hours_and_are_limited() {
    let fixture = Fixture::start().await;
    let (leyla, other) = (granted_long_ago(&fixture).await, granted_long_ago(&fixture).await);
    let session = pending(&fixture, &leyla).await;
    request_link(&fixture, &session).await.unwrap();
    let token = link(&fixture).await.unwrap();
    let others = pending(&fixture, &other).await;
    assert_eq!(
        fields(&add(&fixture, &others, &token).await.unwrap_err()),
        dead_link()
    );
    let age = "update enrolment_link set issued_at = issued_at - interval '24 hours' where user_id = $1";
    run_sql(fixture.harness.pool(), age, leyla.user).await;
    assert_eq!(
        fields(&add(&fixture, &session, &token).await.unwrap_err()),
        dead_link()
    );
    let limit = &crate::limits::ENROLMENT_LINK;
    fixture.use_up_limit(1, limit, &leyla.user.to_string()).await;
    request_link(&fixture, &session).await.unwrap();
    let limited = request_link(&fixture, &session).await.unwrap_err();
    assert_eq!(failure(&limited).code, Code::LimitReached);
    let done = member(&fixture, "sales").await;
    let refused = request_link(&fixture, &done.tokens.session_token).await;
    assert_eq!(reason(refused), (Code::Conflict, "DESK.STEP_DONE".to_owned()));
}

#[tokio::test]
async fn pending_enrolments_end_when_another_is_confirmed() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer().await;
    grant(&fixture, customer.user, "sales").await;
    let (own, other) = (
        pending(&fixture, &customer).await,
        pending(&fixture, &customer).await,
    );
    let others = add(&fixture, &other, "").await.unwrap();
    let factor = add(&fixture, &own, "").await.unwrap();
    let confirmed = confirm(&fixture, &own, &factor).await.unwrap();
    assert_eq!(
        reason(confirm(&fixture, &other, &others).await).0,
        Code::Unauthenticated
    );
    let left: Vec<uuid::Uuid> = sqlx::query_scalar("select factor_id from second_factor")
        .fetch_all(fixture.harness.pool())
        .await
        .unwrap();
    assert_eq!(left, [factor.0.parse::<uuid::Uuid>().unwrap()]);

    // The same holds for factors that are added at the desk.
    let session = confirmed.tokens.unwrap().session_token;
    let next = code(&fixture, &factor.1, 1).await;
    step_up(&fixture, &session, next).await.unwrap();
    let (first, second) = (
        add(&fixture, &session, "").await.unwrap(),
        add(&fixture, &session, "").await.unwrap(),
    );
    confirm(&fixture, &session, &first).await.unwrap();
    let gone = confirm(&fixture, &session, &second).await;
    assert_eq!(reason(gone).0, Code::NotFound);
}

#[tokio::test]
async fn wrong_codes_in_all_refuse_right_ones_until_an_owner_resets_the_factor() {
    let fixture = Fixture::start().await;
    let (member, owner) = (
        member(&fixture, "sales").await,
        self::member(&fixture, "owner").await,
    );
    let pool = fixture.harness.pool();
    let token = &member.tokens.session_token;
    let user = member.customer.user;
    let next_window = || sqlx::query("delete from rate_limit").execute(pool);
    let wrong_codes = async || -> i32 {
        sqlx::query_scalar("select wrong_codes from staff where user_id = $1")
            .bind(user.uuid())
            .fetch_one(pool)
            .await
            .unwrap()
    };
    let guess = async |token: &str| step_up(&fixture, token, "12345".to_owned()).await.unwrap_err();

    // Those of the session that gives a right code later are taken back, those of other sessions are not.
    let elsewhere = sign_in(&fixture, credentials(&member.customer.email))
        .await
        .unwrap();
    let elsewhere = elsewhere.tokens.unwrap().session_token;
    let guessed = verify(
        &fixture,
        VerifySecondFactorRequest {
            session_token: elsewhere,
            code: "12345".to_owned(),
            ..VerifySecondFactorRequest::default()
        },
    );
    guessed.await.unwrap_err();
    for _ in 0..3 {
        guess(token).await;
    }
    assert_eq!(wrong_codes().await, 4);
    let present = code(&fixture, &member.totp, 0).await;
    step_up(&fixture, token, present).await.unwrap();
    assert_eq!(wrong_codes().await, 1);

    for _ in 0..29 {
        next_window().await.unwrap();
        assert_eq!(failure(&guess(token).await).code, Code::Invalid);
    }
    next_window().await.unwrap();
    let locked = (Code::Forbidden, "DESK.CODES_LOCKED".to_owned());
    let next = code(&fixture, &member.totp, 1).await;
    assert_eq!(reason(step_up(&fixture, token, next).await), locked);
    let events = fixture.harness.published::<SecondFactorLocked>().await;
    assert!(events.last().unwrap().until_reset);

    let reset = ResetSecondFactorRequest {
        user_id: user.to_string(),
    };
    let by = Caller {
        kind: CallerKind::Staff(StaffMember {
            user: owner.customer.user,
            role: StaffRole::Owner,
            is_stepped_up: true,
        }),
        language: Language::En,
    };
    let reset = on_behalf_of(&by, reset);
    fixture.team().reset_second_factor(reset).await.unwrap();
    assert_eq!(wrong_codes().await, 0);
    let session = pending(&fixture, &member.customer).await;
    assert_eq!(reason(add(&fixture, &session, "").await), needs_link());
    let token = link(&fixture).await.unwrap();
    let factor = add(&fixture, &session, &token).await.unwrap();
    confirm(&fixture, &session, &factor).await.unwrap();
}

#[tokio::test]
async fn new_password_forgets_devices_and_the_permission_to_enrol() {
    let fixture = Fixture::start().await;
    let member = member(&fixture, "sales").await;
    let pending_session = sign_in(&fixture, credentials(&member.customer.email))
        .await
        .unwrap();
    let done = verify(
        &fixture,
        VerifySecondFactorRequest {
            session_token: pending_session.tokens.unwrap().session_token,
            code: code(&fixture, &member.totp, 0).await,
            remember_device: true,
            ..VerifySecondFactorRequest::default()
        },
    )
    .await
    .unwrap();
    let granted = fixture.customer().await;
    grant(&fixture, granted.user, "sales").await;
    let new = "another long password";
    for customer in [&member.customer, &granted] {
        let token = fixture.reset_token(customer).await;
        fixture.reset(&token, new).await.unwrap();
    }
    let sign_in_again = async |customer: &Customer| {
        let request = SignInToDeskRequest {
            password: new.to_owned(),
            device_token: done.device_token.clone(),
            ..credentials(&customer.email)
        };
        sign_in(&fixture, request).await.unwrap()
    };
    let again = sign_in_again(&member.customer).await;
    assert_eq!(again.session.unwrap().step(), DeskStep::Code);
    let session = sign_in_again(&granted).await.tokens.unwrap().session_token;
    assert_eq!(reason(add(&fixture, &session, "").await), needs_link());

    let published = fixture.harness.published::<SecurityChanged>().await;
    let changes: Vec<_> = published
        .iter()
        .map(|event| (event.user_id.clone(), event.change()))
        .collect();
    let (member, granted) = (member.customer.user.to_string(), granted.user.to_string());
    assert_eq!(
        changes,
        [
            (member.clone(), SecurityChange::FactorAdded),
            (member.clone(), SecurityChange::DeviceRemembered),
            (member, SecurityChange::PasswordChanged),
            (granted, SecurityChange::PasswordChanged),
        ]
    );
}

#[tokio::test]
async fn staff_whose_password_is_short_choose_a_longer_one_first() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer().await;
    let short = "divan 77 qa";
    let token = fixture.reset_token(&customer).await;
    fixture.reset(&token, short).await.unwrap();
    grant(&fixture, customer.user, "sales").await;
    let request = SignInToDeskRequest {
        password: short.to_owned(),
        ..credentials(&customer.email)
    };
    let refused = sign_in(&fixture, request).await;
    assert_eq!(
        reason(refused),
        (Code::Forbidden, "DESK.PASSWORD_TOO_SHORT".to_owned())
    );
    let token = fixture.reset_token(&customer).await;
    for (password, key) in [
        (short, "PASSWORD.STAFF_TOO_SHORT"),
        ("Leyla Məmmədova", "PASSWORD.PERSONAL"),
    ] {
        let refused = fixture.reset(&token, password).await.unwrap_err();
        assert_eq!(fields(&refused), [("newPassword".to_owned(), key.to_owned())]);
    }
    fixture.reset(&token, PASSWORD).await.unwrap();
    sign_in(&fixture, credentials(&customer.email)).await.unwrap();
}
