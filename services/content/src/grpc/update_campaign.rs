//! Updates a campaign, for staff.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    domain::CampaignId,
    failure::Failure,
    validation::{FieldErrors, REQUIRED},
};
use proto::content::v1::{ContentKind, UpdateCampaignRequest, UpdateCampaignResponse};
use sqlx::PgConnection;

use super::{State, validation};
use crate::{
    campaign::{Attributes, Campaign},
    error::ContentError,
    events,
    publication::differences,
    save::{Existing, Version, plan},
    store::{self, media::CAMPAIGN},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: UpdateCampaignRequest,
) -> Result<UpdateCampaignResponse, Failure> {
    let campaign = request.campaign;
    let campaign = campaign.ok_or_else(|| Failure::invalid_field("campaign", REQUIRED))?;
    let id = CampaignId::try_from(campaign.id).map_err(|_| ContentError::CampaignNotFound(campaign.id))?;
    let (mut attributes, expected_version) = validation::campaign(Some(campaign), false)?;
    change::run(&state.pool, async |connection| {
        let mut errors = FieldErrors::default();
        validation::set_media(connection, &mut errors, "", &mut attributes.image).await?;
        errors.into_result()?;
        let (before, campaign) = update(connection, &actor, id, &attributes, expected_version).await?;
        let detail = differences(Some(&before.attributes), Some(&campaign.attributes));
        let effect = Effect::audited(&actor, "UpdateCampaign", id.to_string(), detail);
        let campaign = Some(campaign.into());
        Ok(effect.with(UpdateCampaignResponse { campaign }))
    })
    .await
}

async fn update(
    connection: &mut PgConnection,
    actor: &Actor,
    id: CampaignId,
    attributes: &Attributes,
    expected_version: Option<Version>,
) -> Result<(Campaign, Campaign), Failure> {
    let before = store::campaign::lock(connection, id)
        .await?
        .ok_or(ContentError::CampaignNotFound(id.get()))?;
    plan(Some(before.version), expected_version, Existing::Change)?;
    let after = store::campaign::update(connection, id, attributes, &actor.to_string()).await?;
    store::media::set_content_uses(
        connection,
        CAMPAIGN,
        &id.to_string(),
        &after.attributes.name,
        after.version.0,
        &[&after.attributes.image],
    )
    .await?;
    events::content_changed(connection, ContentKind::Campaign, &id.to_string()).await?;
    Ok((before, after))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::{Campaign, ContentChanged};

    use super::*;
    use crate::testing::{Fixture, HOUR, campaign, into_result, non_staff_callers, staff, text};

    async fn update(fixture: &Fixture, campaign: Campaign) -> Result<Campaign, Failure> {
        let request = staff(UpdateCampaignRequest {
            campaign: Some(campaign),
        });
        let response = into_result(fixture.client.clone().update_campaign(request).await)?;
        let mut campaign = response.campaign.unwrap();
        assert!(campaign.publication.take().is_some());
        Ok(campaign)
    }

    #[tokio::test]
    async fn updates_all_attributes_but_the_code() {
        let fixture = Fixture::start().await;
        let mut first = campaign(-HOUR, HOUR);
        first.code = "yay".to_owned();
        let first = fixture.add_campaign(first).await;
        let changed = Campaign {
            id: first.id,
            code: String::new(),
            name: Some(text("Autumn")),
            starts_at: None,
            version: 0,
            ..first.clone()
        };
        let updated = update(&fixture, changed.clone()).await.unwrap();
        assert_eq!(
            updated,
            Campaign {
                code: "yay".to_owned(),
                version: 2,
                ..changed
            }
        );
        assert_eq!(fixture.harness.published::<ContentChanged>().await.len(), 2);
        assert_eq!(
            fixture.audit_log().await[1],
            format!("operator UpdateCampaign {}", first.id)
        );
    }

    #[tokio::test]
    async fn rejects_an_outdated_version() {
        let fixture = Fixture::start().await;
        let first = fixture.add_campaign(campaign(-HOUR, HOUR)).await;
        update(&fixture, first.clone()).await.unwrap();
        let failure = update(&fixture, first.clone()).await.unwrap_err();
        assert_eq!(failure.code, Code::Conflict);
        let current = Campaign { version: 2, ..first };
        assert_eq!(update(&fixture, current).await.unwrap().version, 3);
    }

    #[tokio::test]
    async fn returns_not_found_for_unknown_ids_and_rejects_other_callers() {
        let fixture = Fixture::start().await;
        let unknown = Campaign {
            id: 999,
            ..campaign(-HOUR, HOUR)
        };
        let failure = update(&fixture, unknown.clone()).await.unwrap_err();
        assert_eq!(
            (failure.code, failure.reason.as_str()),
            (Code::NotFound, "CAMPAIGN.NOT_FOUND")
        );
        for (caller, code) in non_staff_callers() {
            let request = UpdateCampaignRequest {
                campaign: Some(unknown.clone()),
            };
            let request = on_behalf_of(&caller, request);
            let failure = into_result(fixture.client.clone().update_campaign(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
    }
}
