//! Projects of the portfolio.

use axum::extract::State;
use kit::{domain::Language, validation::FieldErrors, vocabulary::content::ProjectCategory as Category};
use proto::{
    common::v1::Page,
    content::v1::{
        DeleteProjectRequest, ListProjectsRequest, OrderedContent, Project as Message,
        ProjectPiece as PieceMessage, SaveProjectRequest,
    },
};
use serde_json::{Value, json};

use super::record::{
    self, DeletedVersion, NOT_FOUND, NewOrder, PictureInput, Pictured, PublicationInput, Published,
    StateFilter, localized, not_found,
};
use crate::{
    convert::{self, Instant},
    desk::{Member, is_stale, present_on_conflict},
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Filter, Input, Json, Optional, PathOf},
    openapi::{ErrorResponse, extend},
    people::Names,
    routes::{measures::Measures, projects::ProjectPiece},
    state::AppState,
    words::ProjectCategory,
};

/// The maximum number of projects in a list.
const MAX_PROJECTS: u32 = 1_000;

/// Project of the portfolio. Base texts are in the default language.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeskProject {
    /// Positive integer.
    id: i64,
    /// Code.
    code: String,
    title: String,
    title_az: String,
    /// Empty if it is missing.
    title_ru: String,
    /// Empty if it is missing.
    title_en: String,
    description: String,
    description_az: String,
    description_ru: String,
    description_en: String,
    /// Project category; null if unknown to the gateway.
    category: Option<ProjectCategory>,
    /// Whether the project takes a double grid cell.
    is_large: bool,
    /// Position, from 0.
    position: u32,
    /// RFC 3339: time from which the shop shows it; `null` = at once.
    show_at: Option<Instant>,
    /// Its furniture; null if no product is like it.
    piece: Option<ProjectPiece>,
    #[serde(flatten)]
    pictured: Pictured,
    #[serde(flatten)]
    published: Published,
}

impl DeskProject {
    fn new(project: Message, names: &Names, default: Language) -> Self {
        let [title, title_az, title_ru, title_en] = record::texts(project.title, default);
        let [description, description_az, description_ru, description_en] =
            record::texts(project.description, default);
        let publication = project.publication.unwrap_or_default();
        Self {
            id: project.id,
            code: project.code,
            title,
            title_az,
            title_ru,
            title_en,
            description,
            description_az,
            description_ru,
            description_en,
            category: ProjectCategory::of_optional_number(project.category),
            is_large: project.is_large,
            position: project.position,
            pictured: Pictured::new(project.image),
            published: Published::new(&publication, project.version, names),
            show_at: convert::moment(publication.show_at),
            piece: project.piece.and_then(ProjectPiece::new),
        }
    }

    /// The OpenAPI example.
    fn example() -> Value {
        let project = json!({
            "id": 1, "code": "sea-flat", "title": "A flat by the sea", "titleAz": "Dənizkənarı mənzil",
            "titleRu": "Квартира у моря", "titleEn": "A flat by the sea", "description": "A kitchen of whitened oak.",
            "descriptionAz": "Ağ palıddan mətbəx.", "descriptionRu": "Кухня из белёного дуба.",
            "descriptionEn": "A kitchen of whitened oak.", "category": "kitchen", "isLarge": true, "position": 0,
            "showAt": null, "piece": ProjectPiece::example(),
        });
        extend(extend(project, Pictured::example()), Published::example())
    }
}

/// Project to save.
#[request]
#[derive(Debug)]
pub(crate) struct SaveProject {
    /// Version that the caller saw; 0 = new.
    version: Input<i64>,
    /// At most 100 characters.
    title_az: Optional<String>,
    /// May be empty in a draft.
    title_ru: Optional<String>,
    /// May be empty in a draft.
    title_en: Optional<String>,
    /// At most 2,000 characters.
    description_az: Optional<String>,
    /// At most 2,000 characters.
    description_ru: Optional<String>,
    /// At most 2,000 characters.
    description_en: Optional<String>,
    /// `wardrobe`, `kitchen` or `garden`; may be missing in a draft.
    category: Optional<String>,
    /// Whether the project takes a double grid cell.
    is_large: Optional<bool>,
    /// Position, from 0.
    position: Optional<i64>,
    /// Its furniture; missing or null = no product is like it.
    piece: Optional<PieceInput>,
    #[serde(flatten)]
    picture: PictureInput,
    #[serde(flatten)]
    publication: PublicationInput,
}

/// Furniture of a project to save.
#[request]
#[derive(Debug, Clone)]
pub(crate) struct PieceInput {
    /// Code of the product that comes nearest to it: at most 60 letters, digits and hyphens.
    product_code: Optional<String>,
    /// Slug of the palette.
    color: Optional<String>,
    /// Measures of the furniture; null if unknown.
    measures: Optional<Measures>,
}

impl PieceInput {
    fn into_message(self, errors: &mut FieldErrors) -> PieceMessage {
        let measures = self.measures.optional(errors, "piece.measures");
        let [width_mm, depth_mm, height_mm] = measures.map_or([0; 3], Measures::sides);
        PieceMessage {
            product_code: self.product_code.text(errors, "piece.productCode"),
            color: self.color.text(errors, "piece.color"),
            width_mm,
            depth_mm,
            height_mm,
        }
    }
}

/// Lists the projects in display order, with those that the shop does not show.
#[utoipa::path(get, path = "/content/projects", tag = "desk", security(("desk" = [])), params(StateFilter),
    responses((status = 200, body = Envelope<Vec<DeskProject>>, description = "Projects, at most 1000",
        example = json!(Envelope::new(vec![DeskProject::example()])))))]
pub(crate) async fn list_desk_projects(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<StateFilter>,
) -> ApiResult<Envelope<Vec<DeskProject>>> {
    let mut projects = fetch_all(&state, &member).await?;
    projects.retain(|project| filter.admits(project.publication.as_ref()));
    Ok(Envelope::new(convert_all(&state, &member, projects).await))
}

/// Returns a project.
#[utoipa::path(get, path = "/content/projects/{code}", tag = "desk", security(("desk" = [])),
    params(("code" = String, Path, description = "Code")),
    responses((status = 200, body = Envelope<DeskProject>, description = "Project",
        example = json!(Envelope::new(DeskProject::example())))))]
pub(crate) async fn get_desk_project(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<String>,
) -> ApiResult<Envelope<DeskProject>> {
    let code = code.get(NOT_FOUND)?;
    Ok(Envelope::new(fetch(&state, &member, &code).await?))
}

/// Creates or replaces a project.
#[utoipa::path(put, path = "/content/projects/{code}", tag = "desk", security(("desk" = [], "xsrf" = [])),
    params(("code" = String, Path, description = "Code; of a new one 1 to 60 small letters, digits and hyphens")),
    request_body(content = SaveProject, example = json!({"version": 0, "titleAz": "Dənizkənarı mənzil",
        "category": "kitchen", "isLarge": true, "position": 0, "isDraft": true})),
    responses((status = 200, body = Envelope<DeskProject>, description = "Project",
        example = json!(Envelope::new(DeskProject::example()))), ErrorResponse::<409>))]
pub(crate) async fn save_desk_project(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<String>,
    Json(body): Json<SaveProject>,
) -> ApiResult<Envelope<DeskProject>> {
    let code = code.get(NOT_FOUND)?;
    let mut errors = FieldErrors::default();
    let version = record::version(&mut errors, body.version);
    let titles = [body.title_az, body.title_ru, body.title_en];
    let descriptions = [body.description_az, body.description_ru, body.description_en];
    let category = body.category.parse(|word| word.parse::<Category>().ok());
    let project = Message {
        code: code.clone(),
        title: Some(localized(&mut errors, "title", titles)),
        description: Some(localized(&mut errors, "description", descriptions)),
        category: category.optional(&mut errors, "category").map_or(0, Into::into),
        is_large: body.is_large.optional(&mut errors, "isLarge").unwrap_or_default(),
        position: record::position(&mut errors, body.position),
        piece: body
            .piece
            .optional(&mut errors, "piece")
            .map(|piece| piece.into_message(&mut errors)),
        image: Some(body.picture.into_message(&mut errors)),
        version,
        publication: Some(body.publication.into_message(&mut errors)),
        ..Message::default()
    };
    errors.into_result()?;
    let request = member.request(SaveProjectRequest {
        project: Some(project),
        keep_existing: false,
        is_new: version == 0,
    });
    let saved = state.clients.content.rpcs.clone().save_project(request).await;
    let saved = present_on_conflict(saved, is_stale, || fetch(&state, &member, &code)).await?;
    let mut projects = convert_all(&state, &member, saved.into_inner().project.into_iter().collect()).await;
    Ok(Envelope::new(projects.pop().ok_or_else(not_found)?))
}

/// Deletes a project.
#[utoipa::path(delete, path = "/content/projects/{code}", tag = "desk", security(("desk" = [], "xsrf" = [])),
    params(("code" = String, Path, description = "Code"), DeletedVersion),
    responses((status = 200, body = Acknowledgement, description = "Project deleted",
        example = Acknowledgement::success), ErrorResponse::<409>))]
pub(crate) async fn delete_desk_project(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<String>,
    Filter(DeletedVersion { version }): Filter<DeletedVersion>,
) -> ApiResult<Acknowledgement> {
    let code = code.get(NOT_FOUND)?;
    let request = member.request(DeleteProjectRequest {
        code: code.clone(),
        version,
    });
    let result = state.clients.content.rpcs.clone().delete_project(request).await;
    present_on_conflict(result, is_stale, || fetch(&state, &member, &code)).await?;
    Ok(Acknowledgement::success())
}

/// Orders the projects.
#[utoipa::path(post, path = "/content/projects/order", tag = "desk", security(("desk" = [], "xsrf" = [])),
    request_body(content = NewOrder, example = json!({"codes": ["sea-flat", "villa"]})),
    responses((status = 200, body = Envelope<Vec<DeskProject>>, description = "Projects in their new order",
        example = json!(Envelope::new(vec![DeskProject::example()]))), ErrorResponse::<409>))]
pub(crate) async fn order_desk_projects(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<NewOrder>,
) -> ApiResult<Envelope<Vec<DeskProject>>> {
    let list = || async {
        let projects = fetch_all(&state, &member).await?;
        Ok(convert_all(&state, &member, projects).await)
    };
    let ordered = body.send(&state, &member, OrderedContent::Projects).await;
    present_on_conflict(ordered, is_stale, list).await?;
    Ok(Envelope::new(list().await?))
}

async fn fetch_all(state: &AppState, member: &Member) -> ApiResult<Vec<Message>> {
    let request = member.request(ListProjectsRequest {
        page: Some(Page {
            number: 1,
            size: MAX_PROJECTS,
        }),
        ..ListProjectsRequest::default()
    });
    let response = state.clients.content.rpcs.clone().list_projects(request).await?;
    Ok(response.into_inner().projects)
}

async fn fetch(state: &AppState, member: &Member, code: &str) -> ApiResult<DeskProject> {
    let mut projects = fetch_all(state, member).await?;
    projects.retain(|project| project.code == code);
    let mut projects = convert_all(state, member, projects).await;
    Ok(projects.pop().ok_or_else(not_found)?)
}

async fn convert_all(state: &AppState, member: &Member, projects: Vec<Message>) -> Vec<DeskProject> {
    let authors = projects
        .iter()
        .map(|project| record::author(project.publication.as_ref()));
    let names = record::names(state, member, authors.collect()).await;
    projects
        .into_iter()
        .map(|project| DeskProject::new(project, &names, state.default_language))
        .collect()
}
