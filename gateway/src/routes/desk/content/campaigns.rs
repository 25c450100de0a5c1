//! Campaigns.

use axum::extract::State;
use kit::{
    domain::{CampaignId, Language},
    failure::{Code, Failure},
    validation::{FieldErrors, INVALID},
};
use proto::content::v1::{
    Campaign as Message, CreateCampaignRequest, DeleteCampaignRequest, GetCampaignRequest,
    ListCampaignsRequest, UpdateCampaignRequest,
};
use serde_json::{Value, json};

use super::record::{self, PictureInput, Pictured, PublicationInput, Published, StateFilter, localized};
use crate::{
    convert::{self, Instant},
    desk::{Member, is_stale, present_on_conflict},
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Filter, Json, Keyed, Optional, PathOf},
    openapi::{ErrorResponse, extend},
    people::Names,
    state::AppState,
};

/// Campaign. Base texts are in the default language.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeskCampaign {
    /// Positive integer.
    id: i64,
    /// Code; `null` = none.
    code: Option<String>,
    name: String,
    name_az: String,
    /// Empty if it is missing.
    name_ru: String,
    /// Empty if it is missing.
    name_en: String,
    description: String,
    description_az: String,
    description_ru: String,
    description_en: String,
    /// RFC 3339; `null` = it has no start.
    start_date: Option<Instant>,
    /// RFC 3339; `null` only in a draft.
    end_date: Option<Instant>,
    #[serde(flatten)]
    pictured: Pictured,
    #[serde(flatten)]
    published: Published,
}

impl DeskCampaign {
    fn new(campaign: Message, names: &Names, default: Language) -> Self {
        let [name, name_az, name_ru, name_en] = record::texts(campaign.name, default);
        let description = record::texts(campaign.description, default);
        let [description, description_az, description_ru, description_en] = description;
        let publication = campaign.publication.unwrap_or_default();
        Self {
            id: campaign.id,
            code: convert::non_empty(campaign.code),
            name,
            name_az,
            name_ru,
            name_en,
            description,
            description_az,
            description_ru,
            description_en,
            start_date: campaign.starts_at.map(|moment| convert::precise(Some(moment))),
            end_date: campaign.ends_at.map(|moment| convert::precise(Some(moment))),
            pictured: Pictured::new(campaign.image),
            published: Published::new(&publication, campaign.version, names),
        }
    }

    /// The OpenAPI example.
    fn example() -> Value {
        let campaign = json!({
            "id": 1, "code": "autumn-2026", "name": "Autumn weeks", "nameAz": "Payız həftələri",
            "nameRu": "Осенние недели", "nameEn": "Autumn weeks", "description": "15 % off wardrobes.",
            "descriptionAz": "Şkaflara 15 % endirim.", "descriptionRu": "Скидка 15 % на шкафы.",
            "descriptionEn": "15 % off wardrobes.", "startDate": null, "endDate": "2026-12-31T20:00:00Z",
        });
        extend(extend(campaign, Pictured::example()), Published::example())
    }
}

/// Campaign to save.
#[request]
#[derive(Debug)]
pub(crate) struct SaveCampaign {
    /// Code of a new campaign: 1 to 60 small letters, digits and hyphens; it does not change.
    code: Optional<String>,
    /// At most 100 characters.
    name_az: Optional<String>,
    /// May be empty in a draft.
    name_ru: Optional<String>,
    /// May be empty in a draft.
    name_en: Optional<String>,
    /// At most 1,000 characters.
    description_az: Optional<String>,
    /// At most 1,000 characters.
    description_ru: Optional<String>,
    /// At most 1,000 characters.
    description_en: Optional<String>,
    /// RFC 3339; `null` = it has no start.
    start_date: Optional<String>,
    /// RFC 3339, after `startDate`; may be missing in a draft.
    end_date: Optional<String>,
    /// Version that the caller saw; any if omitted.
    version: Optional<i64>,
    #[serde(flatten)]
    picture: PictureInput,
    #[serde(flatten)]
    publication: PublicationInput,
}

impl SaveCampaign {
    /// The OpenAPI example.
    fn example() -> Value {
        json!({
            "code": "autumn-2026", "nameAz": "Payız həftələri", "nameRu": "Осенние недели", "nameEn": "Autumn weeks",
            "descriptionAz": "Şkaflara 15 % endirim.", "descriptionRu": "Скидка 15 % на шкафы.",
            "descriptionEn": "15 % off wardrobes.", "mediaId": "01936b2e-7c00-7000-8000-000000000601",
            "focusX": 58, "focusY": 70, "endDate": "2026-12-31T20:00:00Z", "isDraft": false,
        })
    }

    /// The OpenAPI example of an update.
    fn versioned_example() -> Value {
        extend(Self::example(), json!({"version": 1}))
    }

    /// Converts to a message; `id` is 0 for a new campaign.
    fn into_message(self, id: i64) -> Result<Message, Failure> {
        let mut errors = FieldErrors::default();
        let errors_ref = &mut errors;
        let version = self.version.optional(errors_ref, "version");
        errors_ref.ensure(version.is_none_or(|version| version >= 1), "version", INVALID);
        let mut time = |input: Optional<String>, field: &str| {
            let input = input.parse(|text| match text.trim() {
                "" => Some(None),
                text => convert::parse_rfc3339(text).map(Some),
            });
            input.optional(errors_ref, field).flatten()
        };
        let (starts_at, ends_at) = (time(self.start_date, "startDate"), time(self.end_date, "endDate"));
        let names = [self.name_az, self.name_ru, self.name_en];
        let descriptions = [self.description_az, self.description_ru, self.description_en];
        let message = Message {
            id,
            code: self.code.text(&mut errors, "code"),
            name: Some(localized(&mut errors, "name", names)),
            description: Some(localized(&mut errors, "description", descriptions)),
            image: Some(self.picture.into_message(&mut errors)),
            starts_at,
            ends_at,
            version: version.unwrap_or_default(),
            publication: Some(self.publication.into_message(&mut errors)),
        };
        errors.finish(Some(message))
    }
}

/// Lists all campaigns, earliest end first.
#[utoipa::path(get, path = "/content/campaigns", tag = "desk", security(("desk" = [])), params(StateFilter),
    responses((status = 200, body = Envelope<Vec<DeskCampaign>>, description = "Campaigns, at most 1000",
        example = json!(Envelope::new(vec![DeskCampaign::example()])))))]
pub(crate) async fn list_desk_campaigns(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<StateFilter>,
) -> ApiResult<Envelope<Vec<DeskCampaign>>> {
    let request = member.request(ListCampaignsRequest {});
    let response = state.clients.content.rpcs.clone().list_campaigns(request).await?;
    let mut campaigns = response.into_inner().campaigns;
    campaigns.retain(|campaign| filter.admits(campaign.publication.as_ref()));
    Ok(Envelope::new(convert_all(&state, &member, campaigns).await))
}

/// Returns a campaign.
#[utoipa::path(get, path = "/content/campaigns/{id}", tag = "desk",
    params(("id" = i64, Path, minimum = 1, description = "Campaign id")), security(("desk" = [])),
    responses((status = 200, body = Envelope<DeskCampaign>, description = "Campaign",
        example = json!(Envelope::new(DeskCampaign::example())))))]
pub(crate) async fn get_desk_campaign(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<CampaignId>,
) -> ApiResult<Envelope<DeskCampaign>> {
    let id = parse(id)?;
    Ok(Envelope::new(fetch(&state, &member, id).await?))
}

/// Creates a campaign.
#[utoipa::path(post, path = "/content/campaigns", tag = "desk",
    params(("Idempotency-Key" = String, Header, description = "1 to 255 visible ASCII characters")),
    request_body(content = SaveCampaign, example = SaveCampaign::example),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskCampaign>, description = "Campaign",
        example = json!(Envelope::new(DeskCampaign::example()))),
        ErrorResponse::<409>, ErrorResponse::<422>))]
pub(crate) async fn create_desk_campaign(
    State(state): State<AppState>,
    member: Member,
    Keyed(idempotency_key, Json(body)): Keyed<Json<SaveCampaign>>,
) -> ApiResult<Envelope<DeskCampaign>> {
    let request = member.request(CreateCampaignRequest {
        campaign: Some(body.into_message(0)?),
        idempotency_key,
        is_new: true,
    });
    let mut content = state.clients.content.rpcs.clone();
    let response = content.create_campaign(request).await?.into_inner();
    convert_one(&state, &member, response.campaign)
        .await
        .map(Envelope::new)
}

/// Replaces a campaign.
#[utoipa::path(put, path = "/content/campaigns/{id}", tag = "desk",
    request_body(content = SaveCampaign, example = SaveCampaign::versioned_example),
    params(("id" = i64, Path, minimum = 1, description = "Campaign id")),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<DeskCampaign>, description = "Campaign",
        example = json!(Envelope::new(DeskCampaign::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn update_desk_campaign(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<CampaignId>,
    Json(body): Json<SaveCampaign>,
) -> ApiResult<Envelope<DeskCampaign>> {
    let id = parse(id)?;
    let request = member.request(UpdateCampaignRequest {
        campaign: Some(body.into_message(id.get())?),
    });
    let updated = state.clients.content.rpcs.clone().update_campaign(request).await;
    let updated = present_on_conflict(updated, is_stale, || fetch(&state, &member, id)).await?;
    let campaign = updated.into_inner().campaign;
    convert_one(&state, &member, campaign).await.map(Envelope::new)
}

/// Parameters of a deletion.
#[filter]
pub(crate) struct PresentCampaign {
    /// Version that the caller saw; any if omitted
    version: Option<i64>,
}

/// Deletes a campaign.
#[utoipa::path(delete, path = "/content/campaigns/{id}", tag = "desk",
    params(("id" = i64, Path, minimum = 1, description = "Campaign id"), PresentCampaign),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Campaign deleted",
        example = Acknowledgement::success), ErrorResponse::<409>))]
pub(crate) async fn delete_desk_campaign(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<CampaignId>,
    Filter(PresentCampaign { version }): Filter<PresentCampaign>,
) -> ApiResult<Acknowledgement> {
    let id = parse(id)?;
    let request = member.request(DeleteCampaignRequest {
        campaign_id: id.get(),
        version: version.unwrap_or_default(),
    });
    let deleted = state.clients.content.rpcs.clone().delete_campaign(request).await;
    present_on_conflict(deleted, is_stale, || fetch(&state, &member, id)).await?;
    Ok(Acknowledgement::success())
}

/// Returns the present campaign.
async fn fetch(state: &AppState, member: &Member, id: CampaignId) -> ApiResult<DeskCampaign> {
    let request = member.request(GetCampaignRequest {
        campaign_id: id.get(),
    });
    let response = state.clients.content.rpcs.clone().get_campaign(request).await?;
    convert_one(state, member, response.into_inner().campaign).await
}

async fn convert_one(
    state: &AppState,
    member: &Member,
    campaign: Option<Message>,
) -> ApiResult<DeskCampaign> {
    let mut campaigns = convert_all(state, member, campaign.into_iter().collect()).await;
    let missing = || Failure::new(Code::Internal).with_source("content responded without a campaign");
    Ok(campaigns.pop().ok_or_else(missing)?)
}

async fn convert_all(state: &AppState, member: &Member, campaigns: Vec<Message>) -> Vec<DeskCampaign> {
    let authors = campaigns
        .iter()
        .map(|campaign| record::author(campaign.publication.as_ref()));
    let names = record::names(state, member, authors.collect()).await;
    campaigns
        .into_iter()
        .map(|campaign| DeskCampaign::new(campaign, &names, state.default_language))
        .collect()
}

/// Returns the id of a path.
fn parse(id: PathOf<CampaignId>) -> Result<CampaignId, Failure> {
    id.get(Failure::new(Code::NotFound).reason.as_str())
}
