//! Returns the active campaign, if there is one.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{Campaign, GetActiveCampaignRequest, GetActiveCampaignResponse};

use super::{State, convert::for_viewer};
use crate::{publication::Visibility, store};

pub(super) async fn handle(
    state: &State,
    _: Caller,
    _: GetActiveCampaignRequest,
) -> Result<GetActiveCampaignResponse, Failure> {
    let campaign = store::campaign::find_active(&mut *state.pool.acquire().await?).await?;
    Ok(GetActiveCampaignResponse {
        campaign: campaign.map(|campaign| for_viewer!(Visibility::Shown, Campaign::from(campaign))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Fixture, HOUR, anonymous, campaign};

    #[tokio::test]
    async fn returns_the_campaign_that_ends_first_then_the_newest() {
        let fixture = Fixture::start().await;
        let active = || async {
            let request = anonymous(GetActiveCampaignRequest {});
            let response = fixture.client.clone().get_active_campaign(request).await.unwrap();
            response.into_inner().campaign.map(|campaign| campaign.id)
        };
        assert_eq!(active().await, None);
        fixture.add_campaign(campaign(-2 * HOUR, -HOUR)).await;
        fixture.add_campaign(campaign(HOUR, 2 * HOUR)).await;
        assert_eq!(active().await, None, "one has ended, one has not started");

        let late = fixture.add_campaign(campaign(-HOUR, 9 * HOUR)).await;
        assert_eq!(active().await, Some(late.id));
        let mut endless = campaign(-HOUR, 3 * HOUR);
        endless.starts_at = None;
        let soon = fixture.add_campaign(endless).await;
        assert_eq!(active().await, Some(soon.id));
        let mut equal = campaign(-HOUR, 3 * HOUR);
        equal.ends_at = soon.ends_at;
        let newest = fixture.add_campaign(equal).await;
        assert_eq!(active().await, Some(newest.id));
    }
}
