//! Issues the token of a verification request, when its mail is rendered.

use kit::{caller::ServiceCaller, failure::Failure};
use proto::account::v1::{IssueVerificationTokenRequest, IssueVerificationTokenResponse};

use super::State;
use crate::{error::AccountError, store, token::Token};

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: IssueVerificationTokenRequest,
) -> Result<IssueVerificationTokenResponse, Failure> {
    let token = issue(state, &request.request_id).await?;
    Ok(IssueVerificationTokenResponse {
        token: token.encode(),
    })
}

async fn issue(state: &State, request: &str) -> Result<Token, AccountError> {
    let request = request.parse().map_err(|_| AccountError::VerificationNotFound)?;
    let token = Token::random();
    let mut connection = state.pool.acquire().await?;
    if store::verification::set_token(&mut connection, request, &token.hash()).await? {
        Ok(token)
    } else {
        Err(AccountError::VerificationNotFound)
    }
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{Fixture, failure};

    #[tokio::test]
    async fn new_token_replaces_the_previous_one_and_only_its_hash_is_stored() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let request = fixture.verification_request(&customer).await;
        let first = fixture.issue_verification(&request).await.unwrap();
        let second = fixture.issue_verification(&request).await.unwrap();
        let row: String = sqlx::query_scalar("select email_verification::text from email_verification")
            .fetch_one(fixture.harness.pool())
            .await
            .unwrap();
        assert!(!row.contains(&second), "{row}");
        assert!(fixture.verify_email(&first).await.is_err());
        assert!(fixture.verify_email(&second).await.is_ok());
        for request in [request.as_str(), "x", &uuid::Uuid::now_v7().to_string()] {
            let error = fixture.issue_verification(request).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::NotFound);
        }
    }

    #[tokio::test]
    async fn rejects_callers_other_than_services() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let request = fixture.verification_request(&customer).await;
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (testkit::caller::customer(customer.user), Code::Forbidden),
            (testkit::caller::staff(), Code::Forbidden),
        ] {
            let message = IssueVerificationTokenRequest {
                request_id: request.clone(),
            };
            let error = fixture
                .client()
                .issue_verification_token(on_behalf_of(&caller, message))
                .await
                .unwrap_err();
            assert_eq!(failure(&error).code, code);
        }
    }
}
