//! Deletes a campaign, for staff.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    domain::CampaignId,
    failure::Failure,
};
use proto::content::v1::{ContentKind, DeleteCampaignRequest, DeleteCampaignResponse};

use super::{State, validation};
use crate::{
    error::ContentError,
    events,
    publication::differences,
    save::{Existing, plan},
    store::{self, media::CAMPAIGN},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: DeleteCampaignRequest,
) -> Result<DeleteCampaignResponse, Failure> {
    let not_found = ContentError::CampaignNotFound(request.campaign_id);
    let Ok(id) = CampaignId::try_from(request.campaign_id) else {
        return Err(not_found.into());
    };
    let expected = validation::version(request.version)?;
    change::run(&state.pool, async |connection| {
        let campaign = store::campaign::lock(connection, id).await?.ok_or(not_found)?;
        plan(Some(campaign.version), expected, Existing::Change)?;
        store::campaign::delete(connection, id).await?;
        let id = id.to_string();
        store::media::remove_user(connection, CAMPAIGN, &id).await?;
        events::content_changed(connection, ContentKind::Campaign, &id).await?;
        let effect = Effect::audited(
            &actor,
            "DeleteCampaign",
            id,
            differences(Some(&campaign.attributes), None),
        );
        Ok(effect.with(DeleteCampaignResponse {}))
    })
    .await
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::ContentChanged;

    use super::*;
    use crate::testing::{Fixture, HOUR, campaign, into_result, non_staff_callers, staff};

    #[tokio::test]
    async fn deletes_once_and_rejects_other_callers() {
        let fixture = Fixture::start().await;
        let campaign_id = fixture.add_campaign(campaign(-HOUR, HOUR)).await.id;
        let request = DeleteCampaignRequest {
            campaign_id,
            version: 0,
        };
        for (caller, code) in non_staff_callers() {
            let request = on_behalf_of(&caller, request);
            let failure = into_result(fixture.client.clone().delete_campaign(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
        into_result(fixture.client.clone().delete_campaign(staff(request)).await).unwrap();
        let failure = into_result(fixture.client.clone().delete_campaign(staff(request)).await).unwrap_err();
        assert_eq!(failure.code, Code::NotFound);
        assert_eq!(fixture.harness.published::<ContentChanged>().await.len(), 2);
        assert_eq!(
            fixture.audit_log().await[1..],
            [format!("operator DeleteCampaign {campaign_id}")]
        );
    }
}
