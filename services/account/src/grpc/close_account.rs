//! Deletes the caller's account.

use kit::{
    caller::CustomerCaller, client_address::ClientAddress, domain::UserId, events, failure::Failure,
    validation::FieldErrors, vocabulary::account::Role,
};
use proto::account::v1::{CloseAccountRequest, CloseAccountResponse};

use super::{State, current_password::CurrentPassword};
use crate::{
    error::AccountError,
    events::{account_closed, publish_ended},
    password::validate_current,
    store,
};

/// Attempts to delete the user with the verified hash, which a sign-in may renew in between.
const ATTEMPTS: usize = 2;

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: CloseAccountRequest,
) -> Result<CloseAccountResponse, Failure> {
    let mut errors = FieldErrors::default();
    let password = validate_current(&mut errors, "password", &request.password);
    let current = CurrentPassword {
        password: errors.finish(password)?,
        field: "password",
        address: ClientAddress::parse(&request.client_address),
    };
    close(state, user, &current).await?;
    Ok(CloseAccountResponse {})
}

async fn close(state: &State, user: UserId, current: &CurrentPassword) -> Result<(), AccountError> {
    for _ in 0..ATTEMPTS {
        let verified = current.verify(state, user).await?;
        if delete(state, user, &verified.hash).await? {
            return Ok(());
        }
        if !verified.is_old {
            break;
        }
    }
    Err(current.wrong())
}

/// Deletes the user with all data and publishes it. Returns false, without an effect, if `checked_hash` is not the
/// stored one any more.
async fn delete(state: &State, user: UserId, checked_hash: &str) -> Result<bool, AccountError> {
    let mut transaction = kit::database::begin(&state.pool).await?;
    // Before the row, as an acceptance of an invitation does.
    store::team::lock(&mut transaction).await?;
    let Some(role) = store::user::lock_role(&mut transaction, user, checked_hash).await? else {
        return Ok(false);
    };
    if role == Role::Staff {
        return Err(AccountError::StaffAccount);
    }
    let ended = store::session::end_all(&mut transaction, user, None).await?;
    publish_ended(&mut transaction, ended).await?;
    store::team::withdraw_invitations_of(&mut transaction, user).await?;
    store::user::delete(&mut transaction, user).await?;
    events::append(&mut transaction, &account_closed(user)).await?;
    transaction.commit().await?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::account::v1::{AccountClosed, ExportAccountRequest, SessionRevoked};
    use tonic::Status;

    use super::*;
    use crate::{
        events::session_revoked,
        testing::{Customer, Fixture, PASSWORD, failure, fields},
    };

    async fn send(fixture: &Fixture, customer: &Customer, password: &str) -> Result<(), Status> {
        let caller = testkit::caller::customer(customer.user);
        let request = CloseAccountRequest {
            password: password.to_owned(),
            client_address: "203.0.113.1".to_owned(),
        };
        let response = fixture
            .client()
            .close_account(on_behalf_of(&caller, request))
            .await;
        response.map(drop)
    }

    #[tokio::test]
    async fn deletes_all_rows_of_the_user_and_ends_its_sessions() {
        let fixture = Fixture::start().await;
        let (closing, other) = (fixture.customer().await, fixture.customer().await);
        fixture.reset_token(&closing).await;
        let caller = testkit::caller::customer(closing.user);
        let export = fixture
            .client()
            .export_account(on_behalf_of(&caller, ExportAccountRequest {}))
            .await
            .unwrap()
            .into_inner();
        assert_eq!(
            (export.email.as_str(), export.sessions.len()),
            (closing.email.as_str(), 1)
        );

        send(&fixture, &closing, PASSWORD).await.unwrap();

        assert!(!fixture.is_live(&closing).await);
        assert!(fixture.sign_in(&closing.email, PASSWORD).await.is_err());
        assert!(fixture.is_live(&other).await);
        let events = fixture.harness.published::<AccountClosed>().await;
        assert_eq!(events, [account_closed(closing.user)]);
        assert_eq!(
            fixture.harness.published::<SessionRevoked>().await,
            [session_revoked(closing.user, &[closing.family])]
        );
        let tables: Vec<String> = sqlx::query_scalar(
            "select table_name::text from information_schema.columns where column_name = 'user_id' and table_schema = 'public'",
        )
        .fetch_all(fixture.harness.pool())
        .await
        .unwrap();
        assert!(tables.len() >= 6, "{tables:?}");
        for table in tables {
            let statement = format!("select count(*) from {table} where user_id = $1");
            let count: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(statement))
                .bind(closing.user.uuid())
                .fetch_one(fixture.harness.pool())
                .await
                .unwrap();
            assert_eq!(count, 0, "{table}");
        }
    }

    #[tokio::test]
    async fn ends_the_invitations_to_the_account_and_to_its_email() {
        let fixture = Fixture::start().await;
        let (invited, registered_later, other) = (
            fixture.customer().await,
            fixture.customer().await,
            fixture.customer().await,
        );
        // An invitation prepares a member with the id of the account; if there is none yet, with another one.
        for (id, email) in [
            (invited.user, &invited.email),
            (UserId::generate(), &registered_later.email),
            (other.user, &other.email),
        ] {
            sqlx::query("insert into staff (user_id, role, invited_at) values ($1, 'sales', now())")
                .bind(id.uuid())
                .execute(fixture.harness.pool())
                .await
                .unwrap();
            sqlx::query(
                "insert into staff_invitation (invitation_id, user_id, email, name, lastname, language)
                 values (gen_random_uuid(), $1, $2, 'Leyla', 'Məmmədova', 'az')",
            )
            .bind(id.uuid())
            .bind(email)
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        }
        for customer in [&invited, &registered_later] {
            send(&fixture, customer, PASSWORD).await.unwrap();
        }
        let emails: Vec<String> =
            sqlx::query_scalar("select email from staff_invitation join staff using (user_id)")
                .fetch_all(fixture.harness.pool())
                .await
                .unwrap();
        assert_eq!(emails, [other.email]);
        let members: i64 = sqlx::query_scalar("select count(*) from staff")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        assert_eq!(members, 1);
    }

    #[tokio::test]
    async fn rejects_a_wrong_password_and_staff() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let error = send(&fixture, &customer, "not this one").await.unwrap_err();
        assert_eq!(
            fields(&error),
            [("password".to_owned(), "PASSWORD.WRONG_CURRENT".to_owned())]
        );
        assert!(fixture.is_live(&customer).await);

        sqlx::query("update app_user set role = 'staff' where user_id = $1")
            .bind(customer.user.uuid())
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        let error = send(&fixture, &customer, PASSWORD).await.unwrap_err();
        let failure = failure(&error);
        assert_eq!(
            (failure.code, failure.reason.as_str()),
            (Code::Conflict, "ACCOUNT.STAFF")
        );
        assert!(fixture.is_live(&customer).await);
        assert_eq!(fixture.harness.published::<AccountClosed>().await, []);
    }
}
