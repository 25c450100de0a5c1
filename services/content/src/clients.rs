//! Clients of other services.

use kit::{
    domain::StoreId,
    failure::{Code, Failure},
    grpc::Client,
};
use proto::{
    account::v1::{CountStoreStaffRequest, team_service_client::TeamServiceClient},
    inquiry::v1::{CountStoreQuotesRequest, inbox_service_client::InboxServiceClient},
};

/// The services that know who has a store.
pub(crate) struct StoreUse {
    pub(crate) account: TeamServiceClient<Client>,
    pub(crate) inquiry: InboxServiceClient<Client>,
}

impl StoreUse {
    /// Whether members of the team or open quotes have a store.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Unavailable`] if one of the services does not answer.
    pub(crate) async fn is_used(&self, store: StoreId) -> Result<bool, Failure> {
        let unavailable = |status: tonic::Status| Failure::new(Code::Unavailable).with_source(status);
        let store_id = store.to_string();
        let (mut account, mut inquiry) = (self.account.clone(), self.inquiry.clone());
        let staff = account.count_store_staff(CountStoreStaffRequest {
            store_id: store_id.clone(),
        });
        let quotes = inquiry.count_store_quotes(CountStoreQuotesRequest { store_id });
        let (staff, quotes) = tokio::join!(staff, quotes);
        let staff = staff.map_err(unavailable)?.into_inner().count;
        let quotes = quotes.map_err(unavailable)?.into_inner().count;
        Ok(staff > 0 || quotes > 0)
    }
}
