//! Client of the inquiry service.

use std::collections::HashMap;

use kit::{domain::UserId, grpc::Client};
use proto::inquiry::v1::{CountOpenQuotesRequest, inbox_service_client::InboxServiceClient};

use crate::error::AccountError;

/// Client of the inquiry service.
#[derive(Clone)]
pub(crate) struct Inquiry(InboxServiceClient<Client>);

impl Inquiry {
    /// Wraps a generated client.
    pub(crate) const fn new(client: InboxServiceClient<Client>) -> Self {
        Self(client)
    }

    /// Returns the number of open quotes of each staff member.
    pub(crate) async fn count_open_quotes(
        &self,
        staff: &[UserId],
    ) -> Result<HashMap<UserId, i64>, AccountError> {
        if staff.is_empty() {
            return Ok(HashMap::new());
        }
        let request = CountOpenQuotesRequest {
            staff_ids: staff.iter().map(UserId::to_string).collect(),
        };
        let response = self
            .0
            .clone()
            .count_open_quotes(request)
            .await
            .map_err(AccountError::Inquiry)?;
        let counts = response.into_inner().counts;
        Ok(staff
            .iter()
            .map(|user| (*user, counts.get(&user.to_string()).copied().unwrap_or(0)))
            .collect())
    }
}
