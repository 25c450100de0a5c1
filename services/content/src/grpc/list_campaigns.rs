//! The campaigns that run; all of them where staff asks.

use kit::{
    caller::{Caller, CallerKind},
    failure::Failure,
};
use proto::content::v1::{Campaign, ListCampaignsRequest, ListCampaignsResponse};
use tonic::Request;

use super::State;
use crate::{campaign::View, store};

pub(super) async fn handle(
    state: &State,
    request: Request<ListCampaignsRequest>,
) -> Result<ListCampaignsResponse, Failure> {
    let view = view(Caller::from_request(&request)?);
    let campaigns = store::campaign::list(&mut *state.pool.acquire().await?, view).await?;
    Ok(ListCampaignsResponse {
        campaigns: campaigns.into_iter().map(Campaign::from).collect(),
    })
}

/// What a caller may see.
pub(super) const fn view(caller: &Caller) -> View {
    match caller.kind {
        CallerKind::Staff(_) => View::All,
        CallerKind::Anonymous | CallerKind::Customer(_) | CallerKind::Service(_) => View::Running,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, HOUR, anonymous, campaign, staff};

    #[tokio::test]
    async fn the_soonest_to_end_comes_first_and_staff_sees_all() {
        let fixture = Fixture::start().await;
        let late = fixture.add_campaign(campaign(-HOUR, 5 * HOUR)).await.id;
        let soon = fixture.add_campaign(campaign(-HOUR, HOUR)).await.id;
        let over = fixture.add_campaign(campaign(-2 * HOUR, -HOUR)).await.id;
        let coming = fixture.add_campaign(campaign(HOUR, 2 * HOUR)).await.id;
        let client = &fixture.client;
        let ids = |request| async move {
            let answer = client.clone().list_campaigns(request).await.unwrap();
            let campaigns = answer.into_inner().campaigns.into_iter();
            campaigns.map(|campaign| campaign.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(anonymous(ListCampaignsRequest {})).await, [soon, late]);
        assert_eq!(
            ids(staff(ListCampaignsRequest {})).await,
            [over, soon, coming, late]
        );
    }
}
