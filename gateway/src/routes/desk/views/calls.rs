//! `GET views/{screen}`, `PUT` and `DELETE views/{screen}/{id}`.

use axum::extract::{Path, State};
use kit::{
    failure::{Code, Failure},
    validation::FieldErrors,
    vocabulary::account::Screen,
};
use proto::account::v1::{self as account, DeleteViewRequest, ListViewsRequest, SaveViewRequest};
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    desk::{Member, is_stale, present_on_conflict},
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Filter, Input, Json, Optional, PathOf, RecordId},
    openapi::ErrorResponse,
    people::Person,
    state::AppState,
};

/// Reason of the failure for an unknown screen or id.
const NOT_FOUND: &str = "ERROR.NOT_FOUND";

/// Saved view of a list.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct View {
    /// UUID.
    id: String,
    /// Name.
    name: String,
    /// Query of the list.
    filter: String,
    /// Names of the columns, in their order.
    columns: Vec<String>,
    /// Whether all members see it.
    is_shared: bool,
    /// Member who created it.
    owner: Option<Person>,
    /// Version of the record.
    version: i64,
    /// RFC 3339.
    changed_at: Option<Instant>,
}

impl View {
    /// The OpenAPI example.
    fn example() -> Value {
        json!({"id": "01936b2e-7c00-7000-8000-000000000801", "name": "Sabah",
            "filter": "status=Shipped&sort=delivery", "columns": ["orderNumber", "status"], "isShared": false,
            "owner": Person::example(), "version": 1, "changedAt": "2026-11-23T10:14:00Z"})
    }
}

/// A view to save.
#[request]
#[derive(Debug)]
pub(crate) struct SaveView {
    /// Present version; 0 = new.
    version: Input<i64>,
    /// 1 to 60 characters.
    name: Input<String>,
    /// Query of the list, at most 2,000 characters.
    filter: Optional<String>,
    /// At most 50 names.
    columns: Optional<Vec<String>>,
    /// Whether all members see it, by default not.
    is_shared: Optional<bool>,
}

impl SaveView {
    fn into_message(self) -> Result<account::View, Failure> {
        let mut errors = FieldErrors::default();
        let version = self.version.required(&mut errors, "version");
        let name = self.name.required(&mut errors, "name");
        let filter = self.filter.text(&mut errors, "filter");
        let columns = self.columns.optional(&mut errors, "columns");
        let is_shared = self.is_shared.optional(&mut errors, "isShared");
        let (version, name) = errors.finish((version, name))?;
        Ok(account::View {
            name,
            filter,
            columns: columns.unwrap_or_default(),
            is_shared: is_shared.unwrap_or_default(),
            version,
            ..account::View::default()
        })
    }
}

/// Lists the member's own views of a screen and the shared ones.
#[utoipa::path(get, path = "/views/{screen}", tag = "desk",
    params(("screen" = String, Path, description = "`quotes`, `orders`, `products`, `customers` or `activity`")),
    security(("desk" = [])),
    responses((status = 200, body = Envelope<Vec<View>>, description = "Views",
        example = json!(Envelope::new(vec![View::example()])))))]
pub(crate) async fn list_views(
    State(state): State<AppState>,
    member: Member,
    screen: PathOf<Screen>,
) -> ApiResult<Envelope<Vec<View>>> {
    let screen = screen.get(NOT_FOUND)?;
    Ok(Envelope::new(fetch(&state, &member, screen).await?))
}

/// Creates or replaces a view. A shared one needs the permission to share.
#[utoipa::path(put, path = "/views/{screen}/{id}", tag = "desk",
    params(("screen" = String, Path, description = "Screen"), ("id" = String, Path, description = "New or present UUID")),
    request_body(content = SaveView, example = json!({"version": 0, "name": "Sabah",
        "filter": "status=Shipped&sort=delivery", "columns": ["orderNumber", "status"], "isShared": false})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<View>, description = "View",
        example = json!(Envelope::new(View::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn save_view(
    State(state): State<AppState>,
    member: Member,
    Path(place): Path<(String, String)>,
    Json(body): Json<SaveView>,
) -> ApiResult<Envelope<View>> {
    let message = body.into_message()?;
    let (screen, id) = parse(&place)?;
    let request = member.request(SaveViewRequest {
        view: Some(account::View {
            id: id.clone(),
            screen: screen.name().to_owned(),
            ..message
        }),
    });
    let saved = state.clients.views.clone().save_view(request).await;
    let present = || find(&state, &member, screen, &id);
    let saved = present_on_conflict(saved, is_stale, present).await?.into_inner();
    let views = convert(&state, &member, saved.view.into_iter().collect()).await;
    Ok(Envelope::new(first(views)?))
}

/// Version of a deleted view.
#[filter]
pub(crate) struct ViewVersion {
    /// Present version
    version: i64,
}

/// Deletes a view. A shared one needs the permission to share.
#[utoipa::path(delete, path = "/views/{screen}/{id}", tag = "desk",
    params(("screen" = String, Path, description = "Screen"), ("id" = String, Path, description = "UUID"), ViewVersion),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "View deleted",
        example = json!(Acknowledgement::success())),
        ErrorResponse::<409>))]
pub(crate) async fn delete_view(
    State(state): State<AppState>,
    member: Member,
    Path(place): Path<(String, String)>,
    Filter(ViewVersion { version }): Filter<ViewVersion>,
) -> ApiResult<Acknowledgement> {
    let (screen, id) = parse(&place)?;
    let request = member.request(DeleteViewRequest {
        screen: screen.name().to_owned(),
        id: id.clone(),
        version,
    });
    let deleted = state.clients.views.clone().delete_view(request).await;
    present_on_conflict(deleted, is_stale, || find(&state, &member, screen, &id)).await?;
    Ok(Acknowledgement::success())
}

fn parse((screen, id): &(String, String)) -> Result<(Screen, String), Failure> {
    let unknown = || Failure::new(Code::NotFound);
    let id: RecordId = id.parse().map_err(|_| unknown())?;
    Ok((screen.parse().map_err(|_| unknown())?, id.to_string()))
}

async fn fetch(state: &AppState, member: &Member, screen: Screen) -> ApiResult<Vec<View>> {
    let request = member.request(ListViewsRequest {
        screen: screen.name().to_owned(),
    });
    let views = state.clients.views.clone().list_views(request).await?;
    Ok(convert(state, member, views.into_inner().views).await)
}

async fn find(state: &AppState, member: &Member, screen: Screen, id: &str) -> ApiResult<View> {
    let views = fetch(state, member, screen).await?;
    first(views.into_iter().filter(|view| view.id == id).collect())
}

fn first(views: Vec<View>) -> ApiResult<View> {
    let view = views.into_iter().next();
    Ok(view.ok_or_else(|| Failure::new(Code::NotFound))?)
}

async fn convert(state: &AppState, member: &Member, views: Vec<account::View>) -> Vec<View> {
    let owners = views.iter().map(|view| view.owner_id.as_str());
    let people = &state.desk.people;
    let names = people.names(&state.clients, &member.caller, owners).await;
    let views = views.into_iter().map(|view| View {
        owner: names.person(&view.owner_id),
        id: view.id,
        name: view.name,
        filter: view.filter,
        columns: view.columns,
        is_shared: view.is_shared,
        version: view.version,
        changed_at: convert::moment(view.changed_at),
    });
    views.collect()
}
