//! Tests of sessions and second factors.

mod enrolment;
mod push;

use kit::{
    caller::{Caller, CallerKind, StaffMember},
    domain::{Language, UserId},
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
    staff::StaffRole,
};
use proto::account::v1::{
    AddSecondFactorRequest, AuthenticateDeskRequest, AuthenticateRequest, ConfirmSecondFactorRequest,
    DeskSession, DeskSignIn, DeskStep, GetRecoveryCodesRequest, ListDevicesRequest, ListSecondFactorsRequest,
    RemoveDevicesRequest, RemoveSecondFactorRequest, RenewRecoveryCodesRequest, SecondFactorLocked,
    SessionRevoked, SignInToDeskRequest, SignOutOfDeskRequest, StepUpRequest, UpdateOwnStaffRequest,
    ValidateDeskSessionRequest, ValidateDeskSessionResponse, VerifySecondFactorRequest,
    desk_service_client::DeskServiceClient,
};
use tonic::Status;
use totp_rs::{Builder, Secret, Totp};

use crate::{
    second_factor::SECRET_LENGTH,
    testing::{Customer, Fixture, NEW_REFRESH_KEY, OLD_REFRESH_KEY, PASSWORD, failure, fields, run_sql},
    upkeep::seal_outdated,
};

const STEP: u64 = 30;

/// A staff member with a confirmed factor and a complete session.
struct Member {
    customer: Customer,
    totp: Totp,
    factor: String,
    recovery_codes: Vec<String>,
    tokens: proto::account::v1::TokenPair,
}

fn totp(secret: &str) -> Totp {
    Builder::new()
        .with_secret(Secret::try_from_base32(secret).unwrap())
        .build_noncompliant()
}

async fn now(fixture: &Fixture) -> u64 {
    let now: i64 = sqlx::query_scalar("select extract(epoch from clock_timestamp())::bigint")
        .fetch_one(fixture.harness.pool())
        .await
        .unwrap();
    u64::try_from(now).unwrap()
}

/// Returns the code of a step relative to the present one. The next step keeps right for a minute.
async fn code(fixture: &Fixture, totp: &Totp, steps: i64) -> String {
    let at = now(fixture).await.checked_add_signed(steps * 30).unwrap();
    totp.generate(at / STEP * STEP).to_string()
}

fn anonymous<T>(message: T) -> tonic::Request<T> {
    on_behalf_of(&testkit::caller::anonymous(), message)
}

/// Makes a registered customer staff.
async fn grant(fixture: &Fixture, user: UserId, role: &str) {
    let statement = format!(
        "insert into staff (user_id, role, accepted_at, changed_by, enrolment_until)
         values ($1, '{role}', now(), 'operator', now() + interval '1 hour')"
    );
    sqlx::query(sqlx::AssertSqlSafe(statement))
        .bind(user.uuid())
        .execute(fixture.harness.pool())
        .await
        .unwrap();
}

fn credentials(email: &str) -> SignInToDeskRequest {
    SignInToDeskRequest {
        email: email.to_owned(),
        password: PASSWORD.to_owned(),
        client_address: "203.0.113.1".to_owned(),
        ..SignInToDeskRequest::default()
    }
}

async fn sign_in(fixture: &Fixture, request: SignInToDeskRequest) -> Result<DeskSignIn, Status> {
    let response = fixture.desk().sign_in_to_desk(anonymous(request)).await?;
    Ok(response.into_inner().sign_in.unwrap())
}

/// Registers, grants and enrols a staff member. The factor's last step is the previous one.
async fn member(fixture: &Fixture, role: &str) -> Member {
    let customer = fixture.customer().await;
    grant(fixture, customer.user, role).await;
    let pending = sign_in(fixture, credentials(&customer.email)).await.unwrap();
    assert_eq!(pending.session.unwrap().step(), DeskStep::Enrol);
    let session_token = pending.tokens.unwrap().session_token;
    let request = AddSecondFactorRequest {
        session_token: session_token.clone(),
        ..AddSecondFactorRequest::default()
    };
    let added = fixture.desk().add_second_factor(anonymous(request)).await;
    let added = added.unwrap().into_inner();
    let factor = added.factor.unwrap();
    assert_eq!((factor.name.as_str(), factor.is_confirmed), ("TOTP", false));
    let totp = totp(&added.secret);
    let request = ConfirmSecondFactorRequest {
        session_token,
        factor_id: factor.id.clone(),
        code: code(fixture, &totp, -1).await,
    };
    let confirmed = fixture.desk().confirm_second_factor(anonymous(request)).await;
    let confirmed = confirmed.unwrap().into_inner();
    assert_eq!(confirmed.session.unwrap().step(), DeskStep::Done);
    Member {
        customer,
        totp,
        factor: factor.id,
        recovery_codes: confirmed.recovery_codes,
        tokens: confirmed.tokens.unwrap(),
    }
}

async fn verify(fixture: &Fixture, request: VerifySecondFactorRequest) -> Result<DeskSignIn, Status> {
    let response = fixture.desk().verify_second_factor(anonymous(request)).await?;
    Ok(response.into_inner().sign_in.unwrap())
}

async fn authenticate(fixture: &Fixture, token: &str) -> Result<DeskSession, Status> {
    let request = AuthenticateDeskRequest {
        session_token: token.to_owned(),
    };
    let response = fixture.desk().authenticate_desk(anonymous(request)).await?;
    Ok(response.into_inner().session.unwrap())
}

async fn validate(fixture: &Fixture, session: &str, refresh: &str) -> ValidateDeskSessionResponse {
    let request = ValidateDeskSessionRequest {
        session_token: session.to_owned(),
        refresh_token: refresh.to_owned(),
    };
    let response = fixture.desk().validate_desk_session(anonymous(request)).await;
    response.unwrap().into_inner()
}

async fn step_up(fixture: &Fixture, token: &str, code: String) -> Result<DeskSession, Status> {
    let request = StepUpRequest {
        session_token: token.to_owned(),
        code,
        recovery_code: String::new(),
    };
    let response = fixture.desk().step_up(anonymous(request)).await?;
    Ok(response.into_inner().session.unwrap())
}

/// A request as the gateway sends it for a complete session.
fn staff<T>(member: &Member, is_stepped_up: bool, message: T) -> tonic::Request<T> {
    let caller = Caller {
        kind: CallerKind::Staff(StaffMember {
            user: member.customer.user,
            role: StaffRole::Sales,
            is_stepped_up,
        }),
        language: Language::En,
    };
    on_behalf_of(&caller, message)
}

fn reason<T: std::fmt::Debug>(result: Result<T, Status>) -> (Code, String) {
    let failure: Failure = failure(&result.unwrap_err());
    (failure.code, failure.reason)
}

#[tokio::test]
async fn only_staff_sign_in_and_others_get_the_same_response_at_the_same_cost() {
    let fixture = Fixture::start().await;
    let customer = fixture.customer().await;
    for email in [customer.email.as_str(), "nobody@example.az"] {
        let (hashes, cost) = (fixture.hasher.computed(), fixture.hasher.cost());
        let refused = sign_in(&fixture, credentials(email)).await;
        assert_eq!(
            reason(refused),
            (Code::Unauthenticated, "AUTH.WRONG_CREDENTIALS".to_owned())
        );
        assert_eq!(fixture.hasher.computed(), hashes + 1);
        assert!(fixture.hasher.cost() > cost);
    }
    grant(&fixture, customer.user, "sales").await;
    run_sql(
        fixture.harness.pool(),
        "update staff set disabled_at = now() where user_id = $1",
        customer.user,
    )
    .await;
    let disabled = sign_in(&fixture, credentials(&customer.email)).await;
    assert_eq!(reason(disabled), (Code::Forbidden, "STAFF.DISABLED".to_owned()));
    let mut wrong = credentials(&customer.email);
    wrong.password = "not this one".to_owned();
    assert_eq!(reason(sign_in(&fixture, wrong).await).0, Code::Unauthenticated);
}

#[tokio::test]
async fn enrolment_completes_the_session_with_new_tokens_and_ten_codes() {
    let fixture = Fixture::start().await;
    let member = member(&fixture, "sales").await;
    assert_eq!(member.recovery_codes.len(), 10);
    assert_eq!(
        (member.tokens.session_seconds, member.tokens.refresh_seconds),
        (1_800, 43_200)
    );
    let session = authenticate(&fixture, &member.tokens.session_token)
        .await
        .unwrap();
    let own = session.staff.unwrap();
    assert_eq!(own.role(), proto::account::v1::StaffRole::Sales);
    assert_eq!((own.recovery_codes_left, own.discount_limit_percent), (10, 15));
    assert!(session.ends_at.is_some() && session.step_up_until.is_none());
    assert_eq!(
        authenticate_in_shop(&fixture, &member.tokens.session_token).await,
        Code::Unauthenticated
    );
    // A session of the shop is none of the desk.
    let refused = authenticate(&fixture, &member.customer.session).await;
    assert_eq!(reason(refused).0, Code::Unauthenticated);
}

async fn authenticate_in_shop(fixture: &Fixture, token: &str) -> Code {
    let request = AuthenticateRequest {
        session_token: token.to_owned(),
    };
    let refused = fixture.client().authenticate(anonymous(request)).await;
    failure(&refused.unwrap_err()).code
}

#[tokio::test]
async fn pending_sessions_have_no_refresh_token_and_open_nothing() {
    let fixture = Fixture::start().await;
    let member = member(&fixture, "sales").await;
    let pending = sign_in(&fixture, credentials(&member.customer.email))
        .await
        .unwrap();
    let session = pending.session.unwrap();
    assert_eq!(session.step(), DeskStep::Code);
    assert_eq!((session.staff, session.ends_at), (None, None));
    let tokens = pending.tokens.unwrap();
    assert_eq!((tokens.refresh_token.as_str(), tokens.session_seconds), ("", 600));
    let token = tokens.session_token;
    let second_factor = (Code::Unauthenticated, "DESK.SECOND_FACTOR".to_owned());
    let code = code(&fixture, &member.totp, 0).await;
    assert_eq!(
        reason(step_up(&fixture, &token, code.clone()).await),
        second_factor
    );
    let add = AddSecondFactorRequest {
        session_token: token.clone(),
        ..AddSecondFactorRequest::default()
    };
    let added = fixture.desk().add_second_factor(anonymous(add)).await;
    assert_eq!(reason(added), second_factor);
    let done = verify(
        &fixture,
        VerifySecondFactorRequest {
            session_token: token.clone(),
            code,
            ..VerifySecondFactorRequest::default()
        },
    )
    .await
    .unwrap();
    assert_eq!(done.session.as_ref().unwrap().step(), DeskStep::Done);
    assert_eq!(
        done.session.unwrap().family_id,
        session.family_id,
        "the family stays"
    );
    assert_eq!(
        reason(authenticate(&fixture, &token).await).0,
        Code::Unauthenticated
    );
}

#[tokio::test]
async fn codes_are_good_once_and_the_sixth_wrong_one_locks() {
    let fixture = Fixture::start().await;
    let member = member(&fixture, "sales").await;
    let token = &member.tokens.session_token;
    let present = code(&fixture, &member.totp, 0).await;
    step_up(&fixture, token, present.clone()).await.unwrap();
    let replayed = step_up(&fixture, token, present).await.unwrap_err();
    assert_eq!(
        fields(&replayed),
        [("code".to_owned(), "DESK.CODE_WRONG".to_owned())]
    );
    for _ in 0..4 {
        let wrong = step_up(&fixture, token, "12345".to_owned()).await.unwrap_err();
        assert_eq!(failure(&wrong).code, Code::Invalid);
    }
    let next = code(&fixture, &member.totp, 1).await;
    let locked = step_up(&fixture, token, next).await.unwrap_err();
    assert_eq!(failure(&locked).reason, "DESK.TOO_MANY_CODES");
    assert!(failure(&locked).retry_after.is_some());
    assert_eq!(
        fixture.harness.published::<SecondFactorLocked>().await,
        [SecondFactorLocked {
            user_id: member.customer.user.to_string(),
            until_reset: false,
        }]
    );
    let refused: i64 = sqlx::query_scalar("select count(*) from audit where action = 'RefuseCode'")
        .fetch_one(fixture.harness.pool())
        .await
        .unwrap();
    assert_eq!(refused, 5);
}

#[tokio::test]
async fn parallel_guesses_stay_within_the_limit() {
    let fixture = Fixture::start().await;
    let member = member(&fixture, "sales").await;
    let token = &member.tokens.session_token;
    let guesses = (0..20).map(|guess| step_up(&fixture, token, format!("x{guess}")));
    let outcomes = futures::future::join_all(guesses).await;
    let invalid = outcomes
        .into_iter()
        .filter(|outcome| {
            outcome
                .as_ref()
                .is_err_and(|error| failure(error).code == Code::Invalid)
        })
        .count();
    assert_eq!(invalid, 5);
}

#[tokio::test]
async fn recovery_codes_work_once_and_are_replaced_after_a_step_up() {
    let fixture = Fixture::start().await;
    let member = member(&fixture, "sales").await;
    let recovery = async |code: &str| {
        let pending = sign_in(&fixture, credentials(&member.customer.email))
            .await
            .unwrap();
        verify(
            &fixture,
            VerifySecondFactorRequest {
                session_token: pending.tokens.unwrap().session_token,
                recovery_code: code.to_owned(),
                ..VerifySecondFactorRequest::default()
            },
        )
        .await
    };
    let first = member.recovery_codes[0].to_lowercase().replace('-', "");
    recovery(&first).await.unwrap();
    assert_eq!(
        fields(&recovery(&first).await.unwrap_err()),
        [("recoveryCode".to_owned(), "DESK.CODE_WRONG".to_owned())]
    );
    let left = fixture
        .desk()
        .get_recovery_codes(staff(&member, false, GetRecoveryCodesRequest {}))
        .await
        .unwrap();
    assert_eq!(left.into_inner().left, 9);
    let renew = |stepped_up| {
        let request = staff(&member, stepped_up, RenewRecoveryCodesRequest {});
        let mut client = fixture.desk();
        async move { client.renew_recovery_codes(request).await }
    };
    assert_eq!(
        reason(renew(false).await),
        (Code::Forbidden, "DESK.STEP_UP".to_owned())
    );
    let renewed = renew(true).await.unwrap().into_inner().recovery_codes;
    assert_eq!(renewed.len(), 10);
    assert!(recovery(&member.recovery_codes[1]).await.is_err());
    recovery(&renewed[9]).await.unwrap();
}

#[tokio::test]
async fn remembered_devices_need_no_code_until_they_are_forgotten() {
    let fixture = Fixture::start().await;
    let member = member(&fixture, "sales").await;
    let other = self::member(&fixture, "sales").await;
    let pending = sign_in(&fixture, credentials(&member.customer.email))
        .await
        .unwrap();
    let done = verify(
        &fixture,
        VerifySecondFactorRequest {
            session_token: pending.tokens.unwrap().session_token,
            code: code(&fixture, &member.totp, 0).await,
            remember_device: true,
            device_name: "Chrome, Windows".to_owned(),
            ..VerifySecondFactorRequest::default()
        },
    )
    .await
    .unwrap();
    assert_eq!(done.device_seconds, 14 * 24 * 3600);
    let again = async |email: &str| {
        let request = SignInToDeskRequest {
            device_token: done.device_token.clone(),
            ..credentials(email)
        };
        sign_in(&fixture, request).await.unwrap().session.unwrap().step()
    };
    assert_eq!(again(&member.customer.email).await, DeskStep::Done);
    assert_eq!(again(&other.customer.email).await, DeskStep::Code);
    let request = ListDevicesRequest {
        device_token: done.device_token.clone(),
    };
    let devices = fixture.desk().list_devices(staff(&member, false, request)).await;
    let devices = devices.unwrap().into_inner().devices;
    assert_eq!((devices.len(), devices[0].is_current), (1, true));
    let remove = |member: &Member| {
        let request = RemoveDevicesRequest {
            device_id: devices[0].id.clone(),
        };
        let request = staff(member, false, request);
        let mut client = fixture.desk();
        async move { client.remove_devices(request).await }
    };
    assert_eq!(reason(remove(&other).await).0, Code::NotFound);
    remove(&member).await.unwrap();
    assert_eq!(again(&member.customer.email).await, DeskStep::Code);
}

#[tokio::test]
async fn factors_are_added_after_a_step_up_and_the_last_one_stays() {
    let fixture = Fixture::start().await;
    let member = member(&fixture, "sales").await;
    let token = member.tokens.session_token.clone();
    let add = |name: &str| {
        let request = AddSecondFactorRequest {
            session_token: token.clone(),
            name: name.to_owned(),
            ..AddSecondFactorRequest::default()
        };
        let mut client = fixture.desk();
        async move { client.add_second_factor(anonymous(request)).await }
    };
    assert_eq!(
        reason(add("Telefon").await),
        (Code::Forbidden, "DESK.STEP_UP".to_owned())
    );
    let session = step_up(&fixture, &token, code(&fixture, &member.totp, 0).await)
        .await
        .unwrap();
    assert!(session.step_up_until.is_some());
    for _ in 0..4 {
        add("Telefon").await.unwrap();
    }
    assert_eq!(
        reason(add("Telefon").await),
        (Code::Conflict, "DESK.TOO_MANY_FACTORS".to_owned())
    );
    let factors = fixture
        .desk()
        .list_second_factors(staff(&member, false, ListSecondFactorsRequest {}))
        .await
        .unwrap();
    assert_eq!(factors.into_inner().factors.len(), 5);
    let remove = |id: &str, stepped_up| {
        let request = RemoveSecondFactorRequest {
            factor_id: id.to_owned(),
        };
        let request = staff(&member, stepped_up, request);
        let mut client = fixture.desk();
        async move { client.remove_second_factor(request).await }
    };
    assert_eq!(
        reason(remove(&member.factor, false).await),
        (Code::Forbidden, "DESK.STEP_UP".to_owned())
    );
    assert_eq!(
        reason(remove(&member.factor, true).await),
        (Code::Conflict, "DESK.LAST_FACTOR".to_owned())
    );
    assert_eq!(reason(remove("x", true).await).0, Code::NotFound);
}

#[tokio::test]
async fn sessions_rotate_and_a_reused_refresh_token_ends_them() {
    let fixture = Fixture::start().await;
    let member = member(&fixture, "sales").await;
    let (session, refresh) = (&member.tokens.session_token, &member.tokens.refresh_token);
    let live = validate(&fixture, session, refresh).await;
    assert!(live.session.is_some() && live.tokens.is_none());
    run_sql(
        fixture.harness.pool(),
        "update desk_pair set session_expires_at = now() - interval '1 s'
         where family_id in (select family_id from desk_family where user_id = $1)",
        member.customer.user,
    )
    .await;
    let rotated = validate(&fixture, session, refresh).await.tokens.unwrap();
    let replayed = validate(&fixture, session, refresh).await.tokens.unwrap();
    assert_eq!(rotated.session_token, replayed.session_token);
    run_sql(
        fixture.harness.pool(),
        "update desk_pair set rotated_at = now() - interval '11 s'
         where rotated_at is not null
           and family_id in (select family_id from desk_family where user_id = $1)",
        member.customer.user,
    )
    .await;
    assert_eq!(validate(&fixture, session, refresh).await.session, None);
    assert_eq!(
        reason(authenticate(&fixture, &rotated.session_token).await).0,
        Code::Unauthenticated
    );
    assert_eq!(fixture.harness.published::<SessionRevoked>().await.len(), 1);
}

#[tokio::test]
async fn sign_out_and_a_new_password_end_the_sessions() {
    let fixture = Fixture::start().await;
    let member = member(&fixture, "sales").await;
    let request = SignOutOfDeskRequest {
        session_token: member.tokens.session_token.clone(),
        refresh_token: String::new(),
    };
    fixture.desk().sign_out_of_desk(anonymous(request)).await.unwrap();
    let refused = authenticate(&fixture, &member.tokens.session_token).await;
    assert_eq!(reason(refused).0, Code::Unauthenticated);

    let other = self::member(&fixture, "manager").await;
    let token = fixture.reset_token(&other.customer).await;
    fixture.reset(&token, "another long password").await.unwrap();
    let refused = authenticate(&fixture, &other.tokens.session_token).await;
    assert_eq!(reason(refused).0, Code::Unauthenticated);
}

#[tokio::test]
async fn own_settings_have_a_version_and_an_audit_row_without_personal_data() {
    let fixture = Fixture::start().await;
    let member = member(&fixture, "sales").await;
    let update = |version, name: &str, shortcuts| {
        let request = UpdateOwnStaffRequest {
            session_token: member.tokens.session_token.clone(),
            version,
            name: Some(name.to_owned()),
            phone: Some("050 000 11 22".to_owned()),
            shortcuts: Some(shortcuts),
            ..UpdateOwnStaffRequest::default()
        };
        let mut client = fixture.desk();
        async move { client.update_own_staff(anonymous(request)).await }
    };
    let updated = update(1, "Nigar", false).await.unwrap().into_inner();
    let own = updated.session.unwrap().staff.unwrap();
    assert_eq!(
        (own.name.as_str(), own.shortcuts, own.version),
        ("Nigar", false, 2)
    );
    let unchanged = update(2, "Nigar", false).await.unwrap().into_inner();
    assert_eq!(unchanged.session.unwrap().staff.unwrap().version, 2);
    let stale = update(1, "Aysel", true).await.unwrap_err();
    assert_eq!(failure(&stale).code, Code::Conflict);
    assert_eq!(
        fields(&stale),
        [("version".to_owned(), "DESK.CHANGED".to_owned())]
    );
    let detail: serde_json::Value =
        sqlx::query_scalar("select detail from audit where action = 'UpdateStaff'")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
    assert_eq!(
        detail,
        serde_json::json!({"name": ["…", "…"], "phone": ["…", "…"], "shortcuts": [true, false]})
    );
}

/// Returns the stored secret and the id of its key.
async fn stored_secret(fixture: &Fixture, member: &Member) -> (Vec<u8>, Option<Vec<u8>>) {
    sqlx::query_as("select secret, key_id from second_factor where user_id = $1")
        .bind(member.customer.user.uuid())
        .fetch_one(fixture.harness.pool())
        .await
        .unwrap()
}

#[tokio::test]
async fn secrets_are_stored_encrypted_and_sealed_again_with_a_new_key() {
    let fixture = Fixture::start().await;
    let member = member(&fixture, "sales").await;
    let (stored, old_key) = stored_secret(&fixture, &member).await;
    assert!(stored.len() > SECRET_LENGTH && old_key.is_some());

    // As a previous version stored it, then with a new key.
    let secret = [7; SECRET_LENGTH];
    let totp = Builder::new().with_secret(secret.as_slice()).build_noncompliant();
    sqlx::query("update second_factor set secret = $1, key_id = null")
        .bind(secret.as_slice())
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    let token = &member.tokens.session_token;
    let present = code(&fixture, &totp, 0).await;
    assert!(step_up(&fixture, token, present).await.is_ok());
    let keys = format!("{NEW_REFRESH_KEY},{OLD_REFRESH_KEY}").parse().unwrap();
    for (keys, is_sealed_by_old) in [(OLD_REFRESH_KEY.parse().unwrap(), true), (keys, false)] {
        seal_outdated(fixture.harness.pool(), &keys).await.unwrap();
        let (stored, key) = stored_secret(&fixture, &member).await;
        assert!(!stored.windows(SECRET_LENGTH).any(|part| part == secret));
        assert_eq!(key == old_key, is_sealed_by_old);
    }
    let replica = fixture.replica(NEW_REFRESH_KEY).await;
    let mut desk = DeskServiceClient::new(replica.client);
    let request = StepUpRequest {
        session_token: token.clone(),
        code: code(&fixture, &totp, 1).await,
        recovery_code: String::new(),
    };
    assert!(desk.step_up(anonymous(request)).await.is_ok());
}
