//! Issues the token of a link to enrol, when its mail is rendered.

use kit::{
    caller::ServiceCaller,
    failure::{Code, Failure},
};
use proto::account::v1::{IssueEnrolmentTokenRequest, IssueEnrolmentTokenResponse};

use super::State;
use crate::{store, token::Token};

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: IssueEnrolmentTokenRequest,
) -> Result<IssueEnrolmentTokenResponse, Failure> {
    let unknown = || Failure::with_reason(Code::NotFound, "DESK.ENROLMENT_DEAD");
    let request = request.request_id.parse().map_err(|_| unknown())?;
    let token = Token::random();
    let mut connection = state.pool.acquire().await?;
    if store::enrolment::set_token(&mut connection, request, &token.hash()).await? {
        Ok(IssueEnrolmentTokenResponse {
            token: token.encode(),
        })
    } else {
        Err(unknown())
    }
}
