//! Issues the token of a reset request, when its mail is rendered.

use kit::{caller::ServiceCaller, failure::Failure};
use proto::account::v1::{IssueResetTokenRequest, IssueResetTokenResponse};

use super::State;
use crate::{error::AccountError, store, token::Token};

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: IssueResetTokenRequest,
) -> Result<IssueResetTokenResponse, Failure> {
    let token = issue(state, &request.request_id).await?;
    Ok(IssueResetTokenResponse {
        token: token.encode(),
    })
}

async fn issue(state: &State, request: &str) -> Result<Token, AccountError> {
    let request = request.parse().map_err(|_| AccountError::ResetNotFound)?;
    let token = Token::random();
    let mut connection = state.pool.acquire().await?;
    if store::reset::set_token(&mut connection, request, &token.hash()).await? {
        Ok(token)
    } else {
        Err(AccountError::ResetNotFound)
    }
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::account::v1::PasswordResetRequested;

    use super::*;
    use crate::testing::{Fixture, failure};

    #[tokio::test]
    async fn new_token_replaces_the_previous_one() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let request = fixture.forgot(&customer).await;
        let first = fixture.issue(&request).await.unwrap();
        let second = fixture.issue(&request).await.unwrap();
        assert!(fixture.reset(&first, "mavi divan altında").await.is_err());
        assert!(fixture.reset(&second, "mavi divan altında").await.is_ok());
    }

    #[tokio::test]
    async fn returns_not_found_for_unknown_or_used_requests() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let request = fixture.forgot(&customer).await;
        let token = fixture.issue(&request).await.unwrap();
        fixture.reset(&token, "mavi divan altında").await.unwrap();
        for request in [request.as_str(), "x", &uuid::Uuid::now_v7().to_string()] {
            let error = fixture.issue(request).await.unwrap_err();
            assert_eq!(failure(&error).code, Code::NotFound);
        }
    }

    #[tokio::test]
    async fn rejects_callers_other_than_services() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        fixture.forgot(&customer).await;
        let request = fixture.harness.published::<PasswordResetRequested>().await[0]
            .request_id
            .clone();
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (testkit::caller::customer(customer.user), Code::Forbidden),
            (testkit::caller::staff(), Code::Forbidden),
        ] {
            let message = IssueResetTokenRequest {
                request_id: request.clone(),
            };
            let error = fixture
                .client()
                .issue_reset_token(on_behalf_of(&caller, message))
                .await
                .unwrap_err();
            assert_eq!(failure(&error).code, code);
        }
    }
}
