//! Returns the active campaigns; all campaigns to staff.

use kit::{
    caller::{Caller, CallerKind},
    failure::Failure,
};
use proto::content::v1::{Campaign, ListCampaignsRequest, ListCampaignsResponse};

use super::{State, convert::for_viewer};
use crate::{publication::Visibility, store};

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    _: ListCampaignsRequest,
) -> Result<ListCampaignsResponse, Failure> {
    let visibility = visibility(&caller);
    let campaigns = store::campaign::list(&mut *state.pool.acquire().await?, visibility).await?;
    Ok(ListCampaignsResponse {
        campaigns: campaigns
            .into_iter()
            .map(|campaign| for_viewer!(visibility, Campaign::from(campaign)))
            .collect(),
    })
}

/// Returns which records are visible to a caller.
pub(super) const fn visibility(caller: &Caller) -> Visibility {
    match caller.kind {
        CallerKind::Staff(_) | CallerKind::Operator => Visibility::All,
        CallerKind::Anonymous | CallerKind::Customer(_) | CallerKind::Service(_) => Visibility::Shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, HOUR, anonymous, campaign, staff};

    #[tokio::test]
    async fn orders_by_end_and_returns_all_to_staff() {
        let fixture = Fixture::start().await;
        let late = fixture.add_campaign(campaign(-HOUR, 5 * HOUR)).await.id;
        let soon = fixture.add_campaign(campaign(-HOUR, HOUR)).await.id;
        let ended = fixture.add_campaign(campaign(-2 * HOUR, -HOUR)).await.id;
        let upcoming = fixture.add_campaign(campaign(HOUR, 2 * HOUR)).await.id;
        let client = &fixture.client;
        let ids = |request| async move {
            let response = client.clone().list_campaigns(request).await.unwrap();
            let campaigns = response.into_inner().campaigns.into_iter();
            campaigns.map(|campaign| campaign.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(anonymous(ListCampaignsRequest {})).await, [soon, late]);
        assert_eq!(
            ids(staff(ListCampaignsRequest {})).await,
            [ended, soon, upcoming, late]
        );
    }
}
