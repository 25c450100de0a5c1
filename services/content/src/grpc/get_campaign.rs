//! Returns a campaign; only staff sees inactive ones.

use kit::{caller::Caller, domain::CampaignId, failure::Failure};
use proto::content::v1::{Campaign, GetCampaignRequest, GetCampaignResponse};

use super::{State, convert::for_viewer, list_campaigns::visibility};
use crate::{error::ContentError, store};

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    request: GetCampaignRequest,
) -> Result<GetCampaignResponse, Failure> {
    let visibility = visibility(&caller);
    let not_found = ContentError::CampaignNotFound(request.campaign_id);
    let Ok(id) = CampaignId::try_from(request.campaign_id) else {
        return Err(not_found.into());
    };
    let campaign = store::campaign::find(&mut *state.pool.acquire().await?, id, visibility)
        .await?
        .ok_or(not_found)?;
    Ok(GetCampaignResponse {
        campaign: Some(for_viewer!(visibility, Campaign::from(campaign))),
    })
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;

    use super::*;
    use crate::testing::{Fixture, HOUR, anonymous, campaign, into_result, staff};

    #[tokio::test]
    async fn returns_inactive_campaigns_only_to_staff() {
        let fixture = Fixture::start().await;
        let active = fixture.add_campaign(campaign(-HOUR, HOUR)).await;
        let ended = fixture.add_campaign(campaign(-2 * HOUR, -HOUR)).await;
        let request = |campaign_id| GetCampaignRequest { campaign_id };
        let response = fixture
            .client
            .clone()
            .get_campaign(anonymous(request(active.id)))
            .await;
        assert_eq!(into_result(response).unwrap().campaign, Some(active));
        let response = fixture
            .client
            .clone()
            .get_campaign(staff(request(ended.id)))
            .await;
        let mut found = into_result(response).unwrap().campaign.unwrap();
        assert_eq!(found.publication.take().unwrap().changed_by, "operator");
        assert_eq!(found, ended);

        for id in [ended.id, 999, 0, -1] {
            let response = fixture.client.clone().get_campaign(anonymous(request(id))).await;
            let failure = into_result(response).unwrap_err();
            assert_eq!(
                (failure.code, failure.reason.as_str()),
                (Code::NotFound, "CAMPAIGN.NOT_FOUND")
            );
            assert_eq!(failure.parameters["id"], id.to_string());
        }
    }
}
