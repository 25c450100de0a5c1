//! Stores.

use axum::extract::State;
use kit::{domain::Language, validation::FieldErrors};
use proto::content::v1::{
    DeleteStoreRequest, ListStoresRequest, OrderedContent, SaveStoreRequest, Store as Message,
};
use serde_json::{Value, json};

use super::record::{
    self, DeletedVersion, NOT_FOUND, NewOrder, PublicationInput, Published, StateFilter, localized, not_found,
};
use crate::{
    convert::{self, Instant},
    desk::{Member, is_stale, present_on_conflict},
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Filter, Input, Json, Optional, PathOf},
    openapi::{ErrorResponse, extend},
    people::Names,
    routes::desk::products::{DeskImage, ImageInput},
    state::AppState,
};

/// Store. Base texts are in the default language.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeskStore {
    /// UUID.
    id: String,
    /// Code.
    code: String,
    name: String,
    name_az: String,
    /// Empty if it is missing.
    name_ru: String,
    /// Empty if it is missing.
    name_en: String,
    address: String,
    address_az: String,
    address_ru: String,
    address_en: String,
    /// Opening hours, Monday to Friday.
    weekday_hours: String,
    weekday_hours_az: String,
    weekday_hours_ru: String,
    weekday_hours_en: String,
    /// Opening hours, Saturday and Sunday.
    weekend_hours: String,
    weekend_hours_az: String,
    weekend_hours_ru: String,
    weekend_hours_en: String,
    /// Phone number: `+` and digits.
    whatsapp: Option<String>,
    email: Option<String>,
    facebook: Option<String>,
    instagram: Option<String>,
    linkedin: Option<String>,
    /// URL of an embeddable map.
    map_url: Option<String>,
    images: Vec<DeskImage>,
    /// Position, from 0; the first store is the main one.
    position: u32,
    /// RFC 3339: time from which the shop shows it; `null` = at once.
    show_at: Option<Instant>,
    #[serde(flatten)]
    published: Published,
}

impl DeskStore {
    fn new(store: Message, names: &Names, default: Language) -> Self {
        let [name, name_az, name_ru, name_en] = record::texts(store.name, default);
        let [address, address_az, address_ru, address_en] = record::texts(store.address, default);
        let [
            weekday_hours,
            weekday_hours_az,
            weekday_hours_ru,
            weekday_hours_en,
        ] = record::texts(store.weekday_hours, default);
        let [
            weekend_hours,
            weekend_hours_az,
            weekend_hours_ru,
            weekend_hours_en,
        ] = record::texts(store.weekend_hours, default);
        let publication = store.publication.unwrap_or_default();
        Self {
            id: store.id,
            code: store.code,
            name,
            name_az,
            name_ru,
            name_en,
            address,
            address_az,
            address_ru,
            address_en,
            weekday_hours,
            weekday_hours_az,
            weekday_hours_ru,
            weekday_hours_en,
            weekend_hours,
            weekend_hours_az,
            weekend_hours_ru,
            weekend_hours_en,
            whatsapp: convert::non_empty(store.whatsapp),
            email: convert::non_empty(store.email),
            facebook: convert::non_empty(store.facebook),
            instagram: convert::non_empty(store.instagram),
            linkedin: convert::non_empty(store.linkedin),
            map_url: convert::non_empty(store.map_url),
            images: store.images.into_iter().map(DeskImage::from).collect(),
            position: store.position,
            published: Published::new(&publication, store.version, names),
            show_at: convert::moment(publication.show_at),
        }
    }

    /// The OpenAPI example.
    fn example() -> Value {
        let store = json!({
            "id": "01936b2e-7c00-7000-8000-000000000001", "code": "nizami", "name": "Demo store",
            "nameAz": "Nümunə mağazası", "nameRu": "Пример магазина", "nameEn": "Demo store",
            "address": "1 Demo street, Baku", "addressAz": "Nümunə küçəsi 1, Bakı",
            "addressRu": "ул. Примерная 1, Баку", "addressEn": "1 Demo street, Baku",
            "weekdayHours": "10:00–19:00", "weekdayHoursAz": "10:00–19:00",
            "weekdayHoursRu": "10:00–19:00", "weekdayHoursEn": "10:00–19:00",
            "weekendHours": "11:00–18:00", "weekendHoursAz": "11:00–18:00",
            "weekendHoursRu": "11:00–18:00", "weekendHoursEn": "11:00–18:00",
            "whatsapp": "+994500000000", "email": "salam@example.com", "facebook": null, "instagram": null,
            "linkedin": null, "mapUrl": null, "images": [], "position": 0, "showAt": null,
        });
        extend(store, Published::example())
    }
}

/// Store to save.
#[request]
#[derive(Debug)]
pub(crate) struct SaveStore {
    /// Version that the caller saw; 0 = new.
    version: Input<i64>,
    /// At most 100 characters.
    name_az: Optional<String>,
    /// May be empty in a draft.
    name_ru: Optional<String>,
    /// May be empty in a draft.
    name_en: Optional<String>,
    /// At most 200 characters; may be empty in a draft.
    address_az: Optional<String>,
    /// At most 200 characters; may be empty in a draft.
    address_ru: Optional<String>,
    /// At most 200 characters; may be empty in a draft.
    address_en: Optional<String>,
    /// At most 100 characters.
    weekday_hours_az: Optional<String>,
    /// At most 100 characters.
    weekday_hours_ru: Optional<String>,
    /// At most 100 characters.
    weekday_hours_en: Optional<String>,
    /// At most 100 characters.
    weekend_hours_az: Optional<String>,
    /// At most 100 characters.
    weekend_hours_ru: Optional<String>,
    /// At most 100 characters.
    weekend_hours_en: Optional<String>,
    whatsapp: Optional<String>,
    email: Optional<String>,
    /// An https URL.
    facebook: Optional<String>,
    /// An https URL.
    instagram: Optional<String>,
    /// An https URL.
    linkedin: Optional<String>,
    /// An https URL of an embeddable map.
    map_url: Optional<String>,
    /// At most 20 images; the colour of one is not read.
    images: Optional<Vec<ImageInput>>,
    /// Position, from 0.
    position: Optional<i64>,
    #[serde(flatten)]
    publication: PublicationInput,
}

impl SaveStore {
    fn into_message(self, errors: &mut FieldErrors, code: String, version: i64) -> Message {
        let weekdays = [
            self.weekday_hours_az,
            self.weekday_hours_ru,
            self.weekday_hours_en,
        ];
        let weekends = [
            self.weekend_hours_az,
            self.weekend_hours_ru,
            self.weekend_hours_en,
        ];
        let images = self.images.optional(errors, "images").unwrap_or_default();
        Message {
            id: String::new(),
            code,
            name: Some(localized(
                errors,
                "name",
                [self.name_az, self.name_ru, self.name_en],
            )),
            address: Some(localized(
                errors,
                "address",
                [self.address_az, self.address_ru, self.address_en],
            )),
            weekday_hours: Some(localized(errors, "weekdayHours", weekdays)),
            weekend_hours: Some(localized(errors, "weekendHours", weekends)),
            whatsapp: self.whatsapp.text(errors, "whatsapp"),
            email: self.email.text(errors, "email"),
            facebook: self.facebook.text(errors, "facebook"),
            instagram: self.instagram.text(errors, "instagram"),
            linkedin: self.linkedin.text(errors, "linkedin"),
            map_url: self.map_url.text(errors, "mapUrl"),
            images: images
                .into_iter()
                .enumerate()
                .map(|(index, image)| image.into_content(errors, index))
                .collect(),
            position: record::position(errors, self.position),
            version,
            publication: Some(self.publication.into_message(errors)),
        }
    }
}

/// Lists the stores in display order, with those that the shop does not show.
#[utoipa::path(get, path = "/content/stores", tag = "desk", security(("desk" = [])), params(StateFilter),
    responses((status = 200, body = Envelope<Vec<DeskStore>>, description = "Stores, at most 1000",
        example = json!(Envelope::new(vec![DeskStore::example()])))))]
pub(crate) async fn list_desk_stores(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<StateFilter>,
) -> ApiResult<Envelope<Vec<DeskStore>>> {
    let mut stores = fetch_all(&state, &member).await?;
    stores.retain(|store| filter.admits(store.publication.as_ref()));
    Ok(Envelope::new(convert_all(&state, &member, stores).await))
}

/// Returns a store.
#[utoipa::path(get, path = "/content/stores/{code}", tag = "desk", security(("desk" = [])),
    params(("code" = String, Path, description = "Code")),
    responses((status = 200, body = Envelope<DeskStore>, description = "Store",
        example = json!(Envelope::new(DeskStore::example())))))]
pub(crate) async fn get_desk_store(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<String>,
) -> ApiResult<Envelope<DeskStore>> {
    let code = code.get(NOT_FOUND)?;
    Ok(Envelope::new(fetch(&state, &member, &code).await?))
}

/// Creates or replaces a store.
#[utoipa::path(put, path = "/content/stores/{code}", tag = "desk", security(("desk" = [], "xsrf" = [])),
    params(("code" = String, Path, description = "Code; of a new one 1 to 60 small letters, digits and hyphens")),
    request_body(content = SaveStore, example = json!({"version": 0, "nameAz": "Nümunə mağazası",
        "addressAz": "Nümunə küçəsi 1, Bakı", "position": 0, "isDraft": true})),
    responses((status = 200, body = Envelope<DeskStore>, description = "Store",
        example = json!(Envelope::new(DeskStore::example()))), ErrorResponse::<409>))]
pub(crate) async fn save_desk_store(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<String>,
    Json(mut body): Json<SaveStore>,
) -> ApiResult<Envelope<DeskStore>> {
    let code = code.get(NOT_FOUND)?;
    let mut errors = FieldErrors::default();
    let version = record::version(&mut errors, std::mem::take(&mut body.version));
    let store = body.into_message(&mut errors, code.clone(), version);
    errors.into_result()?;
    let request = member.request(SaveStoreRequest {
        store: Some(store),
        keep_existing: false,
        is_new: version == 0,
    });
    let saved = state.clients.content.rpcs.clone().save_store(request).await;
    let saved = present_on_conflict(saved, is_stale, || fetch(&state, &member, &code)).await?;
    let mut stores = convert_all(&state, &member, saved.into_inner().store.into_iter().collect()).await;
    Ok(Envelope::new(stores.pop().ok_or_else(not_found)?))
}

/// Deletes a store.
#[utoipa::path(delete, path = "/content/stores/{code}", tag = "desk", security(("desk" = [], "xsrf" = [])),
    params(("code" = String, Path, description = "Code"), DeletedVersion),
    responses((status = 200, body = Acknowledgement, description = "Store deleted",
        example = Acknowledgement::success), ErrorResponse::<409>))]
pub(crate) async fn delete_desk_store(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<String>,
    Filter(DeletedVersion { version }): Filter<DeletedVersion>,
) -> ApiResult<Acknowledgement> {
    let code = code.get(NOT_FOUND)?;
    let request = member.request(DeleteStoreRequest {
        code: code.clone(),
        version,
    });
    let result = state.clients.content.rpcs.clone().delete_store(request).await;
    present_on_conflict(result, is_stale, || fetch(&state, &member, &code)).await?;
    Ok(Acknowledgement::success())
}

/// Orders the stores.
#[utoipa::path(post, path = "/content/stores/order", tag = "desk", security(("desk" = [], "xsrf" = [])),
    request_body(content = NewOrder, example = json!({"codes": ["nizami", "28-may"]})),
    responses((status = 200, body = Envelope<Vec<DeskStore>>, description = "Stores in their new order",
        example = json!(Envelope::new(vec![DeskStore::example()]))), ErrorResponse::<409>))]
pub(crate) async fn order_desk_stores(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<NewOrder>,
) -> ApiResult<Envelope<Vec<DeskStore>>> {
    let list = || async {
        let stores = fetch_all(&state, &member).await?;
        Ok(convert_all(&state, &member, stores).await)
    };
    let ordered = body.send(&state, &member, OrderedContent::Stores).await;
    present_on_conflict(ordered, is_stale, list).await?;
    Ok(Envelope::new(list().await?))
}

async fn fetch_all(state: &AppState, member: &Member) -> ApiResult<Vec<Message>> {
    let request = member.request(ListStoresRequest {});
    let response = state.clients.content.rpcs.clone().list_stores(request).await?;
    Ok(response.into_inner().stores)
}

async fn fetch(state: &AppState, member: &Member, code: &str) -> ApiResult<DeskStore> {
    let mut stores = fetch_all(state, member).await?;
    stores.retain(|store| store.code == code);
    let mut stores = convert_all(state, member, stores).await;
    Ok(stores.pop().ok_or_else(not_found)?)
}

async fn convert_all(state: &AppState, member: &Member, stores: Vec<Message>) -> Vec<DeskStore> {
    let authors = stores
        .iter()
        .map(|store| record::author(store.publication.as_ref()));
    let names = record::names(state, member, authors.collect()).await;
    stores
        .into_iter()
        .map(|store| DeskStore::new(store, &names, state.default_language))
        .collect()
}
