//! Staff: writes a campaign anew.

use kit::{caller::Caller, domain::CampaignId, failure::Failure};
use proto::content::v1::{ContentKind, UpdateCampaignRequest, UpdateCampaignResponse};
use sqlx::PgConnection;
use tonic::Request;

use super::{State, campaign_facts, problems::REQUIRED};
use crate::{
    campaign::{Campaign, Facts},
    error::ContentError,
    events,
    saving::{Seen, plan},
    store,
};

pub(super) async fn handle(
    state: &State,
    request: Request<UpdateCampaignRequest>,
) -> Result<UpdateCampaignResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_staff()?;
    let message = request.into_inner().campaign;
    let campaign = message.ok_or_else(|| Failure::invalid_field("campaign", REQUIRED))?;
    let id = CampaignId::try_from(campaign.id).map_err(|_| ContentError::UnknownCampaign(campaign.id))?;
    let (facts, seen) = campaign_facts::decode(Some(campaign))?;
    let mut transaction = state.pool.begin().await?;
    let (before, campaign) = update(&mut transaction, id, &facts, seen).await?;
    let detail = serde_json::json!({
        "nameEn": [before.facts.name.en, campaign.facts.name.en],
        "endDate": [before.facts.ends_at.to_string(), campaign.facts.ends_at.to_string()],
        "version": campaign.version.0,
    });
    kit::audit::record(
        &mut transaction,
        &actor,
        "UpdateCampaign",
        &id.to_string(),
        detail,
    )
    .await?;
    transaction.commit().await?;
    Ok(UpdateCampaignResponse {
        campaign: Some(campaign.into()),
    })
}

async fn update(
    connection: &mut PgConnection,
    id: CampaignId,
    facts: &Facts,
    seen: Seen,
) -> Result<(Campaign, Campaign), ContentError> {
    let before = store::campaign::lock(connection, id)
        .await?
        .ok_or(ContentError::UnknownCampaign(id.get()))?;
    plan(Some(before.version), seen, false)?;
    let after = store::campaign::update(connection, id, facts).await?;
    events::changed(connection, ContentKind::Campaign, &id.to_string()).await?;
    Ok((before, after))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::{Campaign, ContentChanged};

    use super::*;
    use crate::testing::{Fixture, HOUR, answer, campaign, not_staff, staff, text};

    async fn update(fixture: &Fixture, campaign: Campaign) -> Result<Campaign, Failure> {
        let request = staff(UpdateCampaignRequest {
            campaign: Some(campaign),
        });
        let answer = answer(fixture.client.clone().update_campaign(request).await)?;
        Ok(answer.campaign.unwrap())
    }

    #[tokio::test]
    async fn writes_all_of_it_anew_and_keeps_the_code() {
        let fixture = Fixture::start().await;
        let mut first = campaign(-HOUR, HOUR);
        first.code = "yay".to_owned();
        let first = fixture.add_campaign(first).await;
        let wanted = Campaign {
            id: first.id,
            code: String::new(),
            name: Some(text("Autumn")),
            starts_at: None,
            version: 0,
            ..first.clone()
        };
        let updated = update(&fixture, wanted.clone()).await.unwrap();
        assert_eq!(
            updated,
            Campaign {
                code: "yay".to_owned(),
                version: 2,
                ..wanted
            }
        );
        assert_eq!(fixture.harness.published::<ContentChanged>().await.len(), 2);
        assert_eq!(
            fixture.audited().await[1],
            format!("operator UpdateCampaign {}", first.id)
        );
    }

    #[tokio::test]
    async fn nobody_overwrites_what_they_have_not_seen() {
        let fixture = Fixture::start().await;
        let first = fixture.add_campaign(campaign(-HOUR, HOUR)).await;
        update(&fixture, first.clone()).await.unwrap();
        let failure = update(&fixture, first.clone()).await.unwrap_err();
        assert_eq!(failure.code, Code::Conflict);
        let fresh = Campaign { version: 2, ..first };
        assert_eq!(update(&fixture, fresh).await.unwrap().version, 3);
    }

    #[tokio::test]
    async fn an_unknown_one_is_not_there_and_only_staff_may() {
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
        for (caller, code) in not_staff() {
            let message = UpdateCampaignRequest {
                campaign: Some(unknown.clone()),
            };
            let request = on_behalf_of(&caller, message);
            let failure = answer(fixture.client.clone().update_campaign(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
    }
}
