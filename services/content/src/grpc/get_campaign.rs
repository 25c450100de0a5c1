//! One campaign.

use kit::{caller::Caller, domain::CampaignId, failure::Failure};
use proto::content::v1::{GetCampaignRequest, GetCampaignResponse};
use tonic::Request;

use super::{State, list_campaigns::view};
use crate::{error::ContentError, store};

pub(super) async fn handle(
    state: &State,
    request: Request<GetCampaignRequest>,
) -> Result<GetCampaignResponse, Failure> {
    let view = view(Caller::from_request(&request)?);
    let unknown = ContentError::UnknownCampaign(request.get_ref().campaign_id);
    let Ok(id) = CampaignId::try_from(request.get_ref().campaign_id) else {
        return Err(unknown.into());
    };
    let campaign = store::campaign::by_id(&mut *state.pool.acquire().await?, id, view)
        .await?
        .ok_or(unknown)?;
    Ok(GetCampaignResponse {
        campaign: Some(campaign.into()),
    })
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;

    use super::*;
    use crate::testing::{Fixture, HOUR, anonymous, answer, campaign, staff};

    #[tokio::test]
    async fn only_staff_sees_one_that_does_not_run() {
        let fixture = Fixture::start().await;
        let running = fixture.add_campaign(campaign(-HOUR, HOUR)).await;
        let over = fixture.add_campaign(campaign(-2 * HOUR, -HOUR)).await;
        let ask = |campaign_id| GetCampaignRequest { campaign_id };
        let got = fixture
            .client
            .clone()
            .get_campaign(anonymous(ask(running.id)))
            .await;
        assert_eq!(answer(got).unwrap().campaign, Some(running));
        let got = fixture.client.clone().get_campaign(staff(ask(over.id))).await;
        assert_eq!(answer(got).unwrap().campaign, Some(over.clone()));

        for id in [over.id, 999, 0, -1] {
            let got = fixture.client.clone().get_campaign(anonymous(ask(id))).await;
            let failure = answer(got).unwrap_err();
            assert_eq!(
                (failure.code, failure.reason.as_str()),
                (Code::NotFound, "CAMPAIGN.NOT_FOUND")
            );
            assert_eq!(failure.parameters["id"], id.to_string());
        }
    }
}
