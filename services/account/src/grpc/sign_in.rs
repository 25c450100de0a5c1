//! Signs a user in.

use kit::{caller::Caller, failure::Failure};
use proto::account::v1::{SignInRequest, SignInResponse};
use time::Duration;

use super::{
    State, convert,
    credentials::{Place, Sent, SignIn, Verified, decode, verify},
};
use crate::{
    error::AccountError,
    events,
    session::Session,
    store,
    token::{Token, TokenPair},
};

pub(super) async fn handle(
    state: &State,
    Caller { language, .. }: Caller,
    request: SignInRequest,
) -> Result<SignInResponse, Failure> {
    let sign_in = SignIn {
        session: Token::parse(&request.session_token),
        refresh: Token::parse(&request.refresh_token),
        ..decode(&credentials_of(&request), Place::Shop(language))?
    };
    let (session, pair) = open_session(state, &sign_in).await?;
    Ok(SignInResponse {
        session: Some(convert::session(&session)),
        tokens: Some(convert::tokens(&pair, Duration::ZERO)),
    })
}

fn credentials_of(request: &SignInRequest) -> Sent<'_> {
    Sent {
        email: &request.email,
        password: &request.password,
        client_address: &request.client_address,
    }
}

/// Opens a session if the password matches.
async fn open_session(state: &State, sign_in: &SignIn) -> Result<(Session, TokenPair), AccountError> {
    let verified = verify(state, sign_in).await?;
    let opened = match insert_session(state, sign_in, &verified).await? {
        // A parallel sign-in may have renewed the hash.
        None if verified.renewed_hash.is_some() => {
            let verified = verify(state, sign_in).await?;
            insert_session(state, sign_in, &verified).await?
        }
        opened => opened,
    };
    opened.ok_or(AccountError::WrongCredentials)
}

/// Inserts a session family and ends that of the presented tokens. Returns none if the verified hash is not the stored
/// one any more.
async fn insert_session(
    state: &State,
    sign_in: &SignIn,
    verified: &Verified,
) -> Result<Option<(Session, TokenPair)>, AccountError> {
    let credentials = &verified.credentials;
    let mut transaction = kit::database::begin(&state.pool).await?;
    let renewed_hash = verified.renewed_hash.as_deref();
    // A password change since the verification has ended all sessions.
    if !store::user::record_sign_in(
        &mut transaction,
        credentials,
        renewed_hash,
        sign_in.place.language(),
    )
    .await?
    {
        return Ok(None);
    }
    let per_account = &state.hash_limits.sign_ins_per_account;
    per_account
        .count(&mut transaction, sign_in.email.as_str())
        .await??;
    let ended = store::session::end_by_tokens(
        &mut transaction,
        sign_in.session.as_ref(),
        sign_in.refresh.as_ref(),
    )
    .await?;
    events::publish_ended(&mut transaction, ended).await?;
    store::known_client::record(&mut transaction, credentials.user, &sign_in.address).await?;
    let pair = TokenPair::random();
    let family = store::session::insert_family(&mut transaction, credentials.user).await?;
    store::session::insert_pair(&mut transaction, family, &pair).await?;
    let session = store::session::find_live(&mut transaction, &pair.session.hash())
        .await?
        .ok_or(AccountError::NoSession)?;
    transaction.commit().await?;
    Ok(Some((session, pair)))
}

#[cfg(test)]
mod tests {
    use kit::{domain::Language, failure::Code, grpc::client::on_behalf_of};
    use proto::{
        account::v1::{Role, SessionRevoked},
        common::v1 as common,
    };

    use super::*;
    use crate::{
        argon::hash_with,
        events::session_revoked,
        testing::{
            Fixture, PASSWORD, failure, run_sql, send_sign_in, set_hash, sign_in_request, stored_hash,
        },
    };

    #[tokio::test]
    async fn session_lasts_30_minutes_and_refresh_token_30_days() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let response = send_sign_in(&fixture, sign_in_request(&customer.email, PASSWORD))
            .await
            .unwrap();
        let (session, tokens) = (response.session.unwrap(), response.tokens.unwrap());
        assert_eq!(session.user_id, customer.user.to_string());
        assert_eq!(session.role(), Role::Customer);
        assert_eq!(
            (tokens.session_seconds, tokens.refresh_seconds),
            (1_800, 2_592_000)
        );
        let left: f64 = sqlx::query_scalar("select extract(epoch from to_timestamp($1) - now())::float8")
            .bind(session.expires_at.unwrap().seconds)
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        assert!((1_700.0..=1_800.0).contains(&left), "{left}");
    }

    #[tokio::test]
    async fn ends_only_the_family_of_the_sent_tokens() {
        let fixture = Fixture::start().await;
        let phone = fixture.customer().await;
        let laptop = fixture.sign_in(&phone.email, PASSWORD).await.unwrap();
        let again = SignInRequest {
            session_token: laptop.session.clone(),
            refresh_token: laptop.refresh.clone(),
            ..sign_in_request(&phone.email, PASSWORD)
        };
        send_sign_in(&fixture, again).await.unwrap();
        assert!(!fixture.is_live(&laptop).await);
        assert!(fixture.is_live(&phone).await);
        assert_eq!(
            fixture.harness.published::<SessionRevoked>().await,
            [session_revoked(laptop.user, &[laptop.family])]
        );
    }

    #[tokio::test]
    async fn stores_the_language_of_the_sign_in() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let caller = Caller::anonymous(Language::Ru);
        fixture
            .client()
            .sign_in(on_behalf_of(&caller, sign_in_request(&customer.email, PASSWORD)))
            .await
            .unwrap();
        assert_eq!(fixture.contact(&customer).await.language(), common::Language::Ru);
    }

    #[tokio::test]
    async fn leaves_staff_the_language_of_their_desk() {
        let fixture = Fixture::start().await;
        let member = fixture.customer().await;
        let before = fixture.contact(&member).await.language();
        assert_ne!(before, common::Language::Ru);
        run_sql(
            fixture.harness.pool(),
            "insert into staff (user_id, role, accepted_at, changed_by) values ($1, 'sales', now(), 'operator')",
            member.user,
        )
        .await;
        let caller = Caller::anonymous(Language::Ru);
        let request = on_behalf_of(&caller, sign_in_request(&member.email, PASSWORD));
        fixture.client().sign_in(request).await.unwrap();
        assert_eq!(fixture.contact(&member).await.language(), before);
    }

    #[tokio::test]
    async fn rejects_a_password_that_changes_during_the_sign_in() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        // An uncommitted change, which the verification does not see.
        let mut change = kit::database::begin(fixture.harness.pool()).await.unwrap();
        sqlx::query("update app_user set password_hash = 'another' where user_id = $1")
            .bind(customer.user.uuid())
            .execute(&mut *change)
            .await
            .unwrap();
        let (outcome, ()) = tokio::join!(
            send_sign_in(&fixture, sign_in_request(&customer.email, PASSWORD)),
            async {
                fixture.wait_for_lock_waiters(1).await;
                change.commit().await.unwrap();
            }
        );
        assert_eq!(failure(&outcome.unwrap_err()).code, Code::Unauthenticated);
    }

    #[tokio::test]
    async fn renewal_by_a_parallel_sign_in_rejects_nobody_and_a_password_change_stays() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        for (new_password, is_accepted) in [(PASSWORD, true), ("mavi divan altında", false)] {
            set_hash(&fixture, &customer, &hash_with(PASSWORD, 4_096, 1)).await;
            let new_hash = hash_with(new_password, 19_456, 2);
            let mut change = kit::database::begin(fixture.harness.pool()).await.unwrap();
            sqlx::query("update app_user set password_hash = $2 where user_id = $1")
                .bind(customer.user.uuid())
                .bind(&new_hash)
                .execute(&mut *change)
                .await
                .unwrap();
            let (outcome, ()) = tokio::join!(
                send_sign_in(&fixture, sign_in_request(&customer.email, PASSWORD)),
                async {
                    fixture.wait_for_lock_waiters(1).await;
                    change.commit().await.unwrap();
                }
            );
            assert_eq!(outcome.is_ok(), is_accepted, "{outcome:?}");
            assert_eq!(stored_hash(&fixture, &customer).await, new_hash);
        }
    }

    #[tokio::test]
    async fn database_stores_only_token_hashes() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let hashes: Vec<(Vec<u8>, Vec<u8>)> =
            sqlx::query_as("select session_hash, refresh_hash from session_pair")
                .fetch_all(fixture.harness.pool())
                .await
                .unwrap();
        let hash = |token: &str| Token::parse(token).unwrap().hash().bytes().to_vec();
        assert_eq!(hashes, [(hash(&customer.session), hash(&customer.refresh))]);
    }
}
