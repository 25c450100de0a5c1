//! Staff: removes a campaign.

use kit::{caller::Caller, domain::CampaignId, failure::Failure};
use proto::content::v1::{ContentKind, DeleteCampaignRequest, DeleteCampaignResponse};
use tonic::Request;

use super::State;
use crate::{error::ContentError, events, store};

pub(super) async fn handle(
    state: &State,
    request: Request<DeleteCampaignRequest>,
) -> Result<DeleteCampaignResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_staff()?;
    let unknown = ContentError::UnknownCampaign(request.get_ref().campaign_id);
    let Ok(id) = CampaignId::try_from(request.get_ref().campaign_id) else {
        return Err(unknown.into());
    };
    let mut transaction = state.pool.begin().await?;
    if !store::campaign::delete(&mut transaction, id).await? {
        return Err(unknown.into());
    }
    let id = id.to_string();
    events::changed(&mut transaction, ContentKind::Campaign, &id).await?;
    kit::audit::record(
        &mut transaction,
        &actor,
        "DeleteCampaign",
        &id,
        serde_json::json!({}),
    )
    .await?;
    transaction.commit().await?;
    Ok(DeleteCampaignResponse {})
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::ContentChanged;

    use super::*;
    use crate::testing::{Fixture, HOUR, answer, campaign, not_staff, staff};

    #[tokio::test]
    async fn what_is_removed_is_gone() {
        let fixture = Fixture::start().await;
        let campaign_id = fixture.add_campaign(campaign(-HOUR, HOUR)).await.id;
        let message = DeleteCampaignRequest { campaign_id };
        for (caller, code) in not_staff() {
            let request = on_behalf_of(&caller, message);
            let failure = answer(fixture.client.clone().delete_campaign(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
        answer(fixture.client.clone().delete_campaign(staff(message)).await).unwrap();
        let failure = answer(fixture.client.clone().delete_campaign(staff(message)).await).unwrap_err();
        assert_eq!(failure.code, Code::NotFound);
        assert_eq!(fixture.harness.published::<ContentChanged>().await.len(), 2);
        assert_eq!(
            fixture.audited().await[1..],
            [format!("operator DeleteCampaign {campaign_id}")]
        );
    }
}
