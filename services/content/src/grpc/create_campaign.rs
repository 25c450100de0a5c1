//! Staff: adds a campaign.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{ContentKind, CreateCampaignRequest, CreateCampaignResponse, SaveOutcome};
use sqlx::PgConnection;
use tonic::Request;

use super::{State, campaign_facts};
use crate::{
    campaign::{Campaign, Facts},
    error::ContentError,
    events,
    saving::{Outcome, Stale},
    store,
};

pub(super) async fn handle(
    state: &State,
    request: Request<CreateCampaignRequest>,
) -> Result<CreateCampaignResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_staff()?;
    let (facts, _) = campaign_facts::decode(request.into_inner().campaign)?;
    let mut transaction = state.pool.begin().await?;
    let (campaign, outcome) = create(&mut transaction, &facts).await?;
    let id = campaign.id.to_string();
    let detail = serde_json::json!({ "nameEn": facts.name.en, "endDate": facts.ends_at.to_string(), "created": outcome == Outcome::Created });
    kit::audit::record(&mut transaction, &actor, "CreateCampaign", &id, detail).await?;
    transaction.commit().await?;
    Ok(CreateCampaignResponse {
        campaign: Some(campaign.into()),
        outcome: SaveOutcome::from(outcome).into(),
    })
}

async fn create(connection: &mut PgConnection, facts: &Facts) -> Result<(Campaign, Outcome), ContentError> {
    if let Some(campaign) = store::campaign::insert(connection, facts).await? {
        events::changed(connection, ContentKind::Campaign, &campaign.id.to_string()).await?;
        return Ok((campaign, Outcome::Created));
    }
    let code = facts.code.as_deref().unwrap_or_default();
    // Without a row it was removed just now: whoever asked may try again.
    let existing = store::campaign::by_code(connection, code).await?.ok_or(Stale)?;
    Ok((existing, Outcome::Kept))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::{Campaign, ContentChanged, Image};

    use super::*;
    use crate::testing::{Fixture, HOUR, answer, campaign, fields, not_staff, staff, text};

    fn request(campaign: Campaign) -> CreateCampaignRequest {
        CreateCampaignRequest {
            campaign: Some(campaign),
        }
    }

    #[tokio::test]
    async fn adds_a_campaign_says_so_and_writes_who_did_it() {
        let fixture = Fixture::start().await;
        let asked = campaign(-HOUR, HOUR);
        let added = fixture.add_campaign(asked.clone()).await;
        assert_eq!(
            added,
            Campaign {
                id: added.id,
                version: 1,
                ..asked
            }
        );
        let published = fixture.harness.published::<ContentChanged>().await;
        assert_eq!(
            published,
            [ContentChanged {
                kind: ContentKind::Campaign.into(),
                id: added.id.to_string()
            }]
        );
        assert_eq!(
            fixture.audited().await,
            [format!("operator CreateCampaign {}", added.id)]
        );
    }

    #[tokio::test]
    async fn a_taken_code_changes_nothing() {
        let fixture = Fixture::start().await;
        let mut first = campaign(-HOUR, HOUR);
        first.code = "yay".to_owned();
        let first = fixture.add_campaign(first).await;
        let mut second = campaign(-HOUR, 2 * HOUR);
        second.code = "yay".to_owned();
        let answered = fixture
            .client
            .clone()
            .create_campaign(staff(request(second)))
            .await;
        let answered = answer(answered).unwrap();
        assert_eq!(answered.outcome(), SaveOutcome::Kept);
        assert_eq!(answered.campaign, Some(first));
        assert_eq!(fixture.harness.published::<ContentChanged>().await.len(), 1);
    }

    #[tokio::test]
    async fn only_staff_may() {
        let fixture = Fixture::start().await;
        for (caller, code) in not_staff() {
            let request = on_behalf_of(&caller, request(campaign(-HOUR, HOUR)));
            let failure = answer(fixture.client.clone().create_campaign(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
        assert!(fixture.audited().await.is_empty());
    }

    #[tokio::test]
    async fn all_that_is_wrong_is_named() {
        let fixture = Fixture::start().await;
        let wrong = Campaign {
            name: Some(text("")),
            image: Some(Image {
                url: "javascript:alert(1)".to_owned(),
                ..Image::default()
            }),
            ..campaign(2 * HOUR, HOUR)
        };
        let failure = answer(
            fixture
                .client
                .clone()
                .create_campaign(staff(request(wrong)))
                .await,
        )
        .unwrap_err();
        assert_eq!(failure.code, Code::Invalid);
        assert_eq!(
            fields(&failure),
            [
                ("endDate", "FIELD.OUT_OF_RANGE"),
                ("nameAz", "FIELD.REQUIRED"),
                ("nameRu", "FIELD.REQUIRED"),
                ("nameEn", "FIELD.REQUIRED"),
                ("imageUrl", "FIELD.INVALID"),
            ]
        );
        let failure = answer(
            fixture
                .client
                .clone()
                .create_campaign(staff(request(Campaign::default())))
                .await,
        )
        .unwrap_err();
        assert!(fields(&failure).contains(&("endDate", "FIELD.REQUIRED")));
        assert!(fields(&failure).contains(&("imageUrl", "FIELD.REQUIRED")));
    }
}
