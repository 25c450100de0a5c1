//! Creates a campaign, for staff; returns the existing campaign if the code exists.

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    domain::CampaignId,
    failure::Failure,
    validation::FieldErrors,
};
use proto::content::v1::{ContentKind, CreateCampaignRequest, CreateCampaignResponse, SaveOutcome};
use sqlx::PgConnection;

use super::{State, validation};
use crate::{
    campaign::{Attributes, Campaign},
    error::ContentError,
    events,
    publication::differences,
    save::Outcome,
    store::{self, media::CAMPAIGN},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CreateCampaignRequest,
) -> Result<CreateCampaignResponse, Failure> {
    let is_new = request.is_new;
    let change = Change::once(&actor, "CreateCampaign", &request.idempotency_key, &request);
    let (mut attributes, _) = validation::campaign(request.campaign, is_new)?;
    let lock = async |_: &mut PgConnection| Ok(());
    let effect = async |connection: &mut PgConnection, ()| {
        let mut errors = FieldErrors::default();
        validation::set_media(connection, &mut errors, "", &mut attributes.image).await?;
        errors.into_result()?;
        let (campaign, outcome) = create(connection, &actor, &attributes).await?;
        if is_new && outcome == Outcome::Kept {
            return Err(ContentError::CodeTaken.into());
        }
        let detail = match outcome {
            Outcome::Kept => serde_json::json!({}),
            _ => differences(None, Some(&campaign.attributes)),
        };
        let id = campaign.id.to_string();
        let result = format!("{id} {}", i32::from(SaveOutcome::from(outcome)));
        Ok::<_, Failure>(Effect::audited(&actor, "CreateCampaign", id, detail).with(result))
    };
    change
        .run(&state.pool, lock, effect, async |connection, result| {
            let (id, outcome) = result.split_once(' ').unwrap_or_default();
            let (id, outcome) = (
                id.parse().unwrap_or_default(),
                outcome.parse().unwrap_or_default(),
            );
            let not_found = ContentError::CampaignNotFound(id);
            let id = CampaignId::try_from(id).map_err(|_| not_found)?;
            let campaign = store::campaign::lock(connection, id).await?.ok_or(not_found)?;
            Ok(CreateCampaignResponse {
                campaign: Some(campaign.into()),
                outcome,
            })
        })
        .await
}

async fn create(
    connection: &mut PgConnection,
    actor: &Actor,
    attributes: &Attributes,
) -> Result<(Campaign, Outcome), Failure> {
    if let Some(campaign) = store::campaign::insert(connection, attributes, &actor.to_string()).await? {
        store::media::set_content_uses(
            connection,
            CAMPAIGN,
            &campaign.id.to_string(),
            &campaign.attributes.name,
            campaign.version.0,
            &[&campaign.attributes.image],
        )
        .await?;
        events::content_changed(connection, ContentKind::Campaign, &campaign.id.to_string()).await?;
        return Ok((campaign, Outcome::Created));
    }
    let code = attributes.code.as_deref().unwrap_or_default();
    // A concurrent request may have deleted it; the caller can retry.
    let existing = store::campaign::find_by_code(connection, code)
        .await?
        .ok_or(ContentError::VersionConflict)?;
    Ok((existing, Outcome::Kept))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::{Campaign, ContentChanged, Image};

    use super::*;
    use crate::testing::{Fixture, HOUR, campaign, fields, into_result, non_staff_callers, staff, text};

    fn request(campaign: Campaign) -> CreateCampaignRequest {
        CreateCampaignRequest {
            campaign: Some(campaign),
            ..CreateCampaignRequest::default()
        }
    }

    #[tokio::test]
    async fn creates_a_campaign_with_event_and_audit_entry() {
        let fixture = Fixture::start().await;
        let campaign = campaign(-HOUR, HOUR);
        let created = fixture.add_campaign(campaign.clone()).await;
        assert_eq!(
            created,
            Campaign {
                id: created.id,
                version: 1,
                ..campaign
            }
        );
        let published = fixture.harness.published::<ContentChanged>().await;
        assert_eq!(
            published,
            [ContentChanged {
                kind: ContentKind::Campaign.into(),
                id: created.id.to_string()
            }]
        );
        assert_eq!(
            fixture.audit_log().await,
            [format!("operator CreateCampaign {}", created.id)]
        );
    }

    #[tokio::test]
    async fn returns_the_existing_campaign_for_an_existing_code() {
        let fixture = Fixture::start().await;
        let mut first = campaign(-HOUR, HOUR);
        first.code = "yay".to_owned();
        let first = fixture.add_campaign(first).await;
        let mut second = campaign(-HOUR, 2 * HOUR);
        second.code = "yay".to_owned();
        let response = fixture
            .client
            .clone()
            .create_campaign(staff(request(second)))
            .await;
        let mut response = into_result(response).unwrap();
        response.campaign.as_mut().unwrap().publication = None;
        assert_eq!(response.outcome(), SaveOutcome::Kept);
        assert_eq!(response.campaign, Some(first));
        assert_eq!(fixture.harness.published::<ContentChanged>().await.len(), 1);
    }

    #[tokio::test]
    async fn rejects_callers_other_than_staff() {
        let fixture = Fixture::start().await;
        for (caller, code) in non_staff_callers() {
            let request = on_behalf_of(&caller, request(campaign(-HOUR, HOUR)));
            let failure = into_result(fixture.client.clone().create_campaign(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
        assert!(fixture.audit_log().await.is_empty());
    }

    #[tokio::test]
    async fn names_all_invalid_fields() {
        let fixture = Fixture::start().await;
        let invalid = Campaign {
            name: Some(text("")),
            image: Some(Image {
                url: "javascript:alert(1)".to_owned(),
                ..Image::default()
            }),
            ..campaign(2 * HOUR, HOUR)
        };
        let failure = into_result(
            fixture
                .client
                .clone()
                .create_campaign(staff(request(invalid)))
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
        let failure = into_result(
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
