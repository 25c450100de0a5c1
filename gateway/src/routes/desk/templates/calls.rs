//! `GET templates`, `GET`, `PUT` and `DELETE templates/{code}`.

use axum::extract::State;
use kit::{
    failure::{Code, Failure},
    validation::FieldErrors,
    vocabulary::inquiry::TemplateChannel as Channel,
};
use proto::{
    common::v1::LocalizedText,
    inquiry::v1::{self as inquiry, DeleteTemplateRequest, ListTemplatesRequest, SaveTemplateRequest},
};
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    desk::{Member, is_conflict, is_stale, present_on_conflict},
    envelope::{Acknowledgement, Envelope},
    error::ApiResult,
    extract::{Filter, Input, Json, Optional, PathOf},
    openapi::ErrorResponse,
    people::Person,
    state::AppState,
    words::TemplateChannel,
};

/// Reason of the failure for an unknown code.
const NOT_FOUND: &str = "ERROR.NOT_FOUND";

/// Prepared text.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Template {
    /// Code.
    code: String,
    /// Channel.
    channel: TemplateChannel,
    /// Name.
    name_az: String,
    /// Name.
    name_ru: String,
    /// Name.
    name_en: String,
    /// Subject of a mail.
    subject_az: String,
    /// Subject of a mail.
    subject_ru: String,
    /// Subject of a mail.
    subject_en: String,
    /// Text with `{name}`, `{product}`, `{link}` and `{me}`.
    text_az: String,
    /// Text.
    text_ru: String,
    /// Text.
    text_en: String,
    /// Version of the record.
    version: i64,
    /// Author of the last change; `null` as delivered.
    changed_by: Option<Person>,
    /// RFC 3339.
    changed_at: Option<Instant>,
}

impl Template {
    /// The OpenAPI example.
    fn example() -> Value {
        json!({"code": "price_ready", "channel": "whatsapp", "nameAz": "Təklif hazırdır",
            "nameRu": "Предложение готово", "nameEn": "The offer is ready", "subjectAz": "", "subjectRu": "",
            "subjectEn": "", "textAz": "Salam, {name}! Sizin üçün hazırladığımız təklif: {link}",
            "textRu": "Здравствуйте, {name}! Мы подготовили для вас предложение: {link}",
            "textEn": "Hello, {name}! We have prepared your offer: {link}", "version": 1, "changedBy": null,
            "changedAt": "2026-11-23T10:14:00Z"})
    }
}

/// A prepared text to save.
#[request]
#[derive(Debug)]
pub(crate) struct SaveTemplate {
    /// Present version; 0 = new.
    version: Input<i64>,
    /// Channel.
    #[schema(value_type = TemplateChannel)]
    channel: Input<Channel>,
    /// 1 to 60 characters.
    name_az: Input<String>,
    /// 1 to 60 characters.
    name_ru: Input<String>,
    /// 1 to 60 characters.
    name_en: Input<String>,
    /// At most 200 characters.
    subject_az: Optional<String>,
    /// At most 200 characters.
    subject_ru: Optional<String>,
    /// At most 200 characters.
    subject_en: Optional<String>,
    /// 1 to 2,000 characters, with `{name}`, `{product}`, `{link}` and `{me}`.
    text_az: Input<String>,
    /// 1 to 2,000 characters.
    text_ru: Input<String>,
    /// 1 to 2,000 characters.
    text_en: Input<String>,
}

impl SaveTemplate {
    fn into_message(self) -> Result<inquiry::Template, Failure> {
        let mut errors = FieldErrors::default();
        let version = self.version.required(&mut errors, "version");
        let channel = self.channel.required(&mut errors, "channel");
        let mut required = |field: &str, text: Input<String>| text.required(&mut errors, field);
        let names = (
            required("nameAz", self.name_az),
            required("nameRu", self.name_ru),
            required("nameEn", self.name_en),
        );
        let texts = (
            required("textAz", self.text_az),
            required("textRu", self.text_ru),
            required("textEn", self.text_en),
        );
        let subject = LocalizedText {
            az: self.subject_az.text(&mut errors, "subjectAz"),
            ru: self.subject_ru.text(&mut errors, "subjectRu"),
            en: self.subject_en.text(&mut errors, "subjectEn"),
        };
        let localized = |(az, ru, en): (Option<String>, Option<String>, Option<String>)| {
            Some(LocalizedText {
                az: az?,
                ru: ru?,
                en: en?,
            })
        };
        let (version, channel, name, text) =
            errors.finish((version, channel, localized(names), localized(texts)))?;
        Ok(inquiry::Template {
            channel: channel.name().to_owned(),
            name: Some(name),
            subject: Some(subject),
            text: Some(text),
            version,
            ..inquiry::Template::default()
        })
    }
}

/// Lists the prepared texts, by code.
#[utoipa::path(get, path = "/templates", tag = "desk", security(("desk" = [])),
    responses((status = 200, body = Envelope<Vec<Template>>, description = "Prepared texts",
        example = json!(Envelope::new(vec![Template::example()])))))]
pub(crate) async fn list_templates(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Envelope<Vec<Template>>> {
    Ok(Envelope::new(fetch(&state, &member).await?))
}

/// Returns a prepared text.
#[utoipa::path(get, path = "/templates/{code}", tag = "desk",
    params(("code" = String, Path, description = "Code")), security(("desk" = [])),
    responses((status = 200, body = Envelope<Template>, description = "Prepared text",
        example = json!(Envelope::new(Template::example())))))]
pub(crate) async fn get_template(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<String>,
) -> ApiResult<Envelope<Template>> {
    let code = code.get(NOT_FOUND)?;
    Ok(Envelope::new(find(&state, &member, &code).await?))
}

/// Creates or replaces a prepared text.
#[utoipa::path(put, path = "/templates/{code}", tag = "desk",
    params(("code" = String, Path, description = "1 to 40 of `a-z`, `0-9`, `_`")),
    request_body(content = SaveTemplate, example = json!({"version": 0, "channel": "whatsapp",
        "nameAz": "Təklif hazırdır", "nameRu": "Предложение готово", "nameEn": "The offer is ready",
        "textAz": "Salam, {name}! {link}", "textRu": "Здравствуйте, {name}! {link}", "textEn": "Hello, {name}! {link}"})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Template>, description = "Prepared text",
        example = json!(Envelope::new(Template::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn save_template(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<String>,
    Json(body): Json<SaveTemplate>,
) -> ApiResult<Envelope<Template>> {
    let message = body.into_message()?;
    let code = code.get(NOT_FOUND)?;
    let request = member.request(SaveTemplateRequest {
        template: Some(inquiry::Template {
            code: code.clone(),
            ..message
        }),
    });
    let saved = state.clients.templates.clone().save_template(request).await;
    let has_present = |failure: &Failure| is_conflict(failure) && failure.reason != "TEMPLATE.TOO_MANY";
    let saved = present_on_conflict(saved, has_present, || find(&state, &member, &code)).await?;
    let saved = saved.into_inner().template.into_iter().collect();
    first(convert(&state, &member, saved).await).map(Envelope::new)
}

/// Version of a deleted prepared text.
#[filter]
pub(crate) struct TemplateVersion {
    /// Present version
    version: i64,
}

/// Deletes a prepared text.
#[utoipa::path(delete, path = "/templates/{code}", tag = "desk",
    params(("code" = String, Path, description = "Code"), TemplateVersion),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Acknowledgement, description = "Prepared text deleted",
        example = json!(Acknowledgement::success())),
        ErrorResponse::<409>))]
pub(crate) async fn delete_template(
    State(state): State<AppState>,
    member: Member,
    code: PathOf<String>,
    Filter(TemplateVersion { version }): Filter<TemplateVersion>,
) -> ApiResult<Acknowledgement> {
    let code = code.get(NOT_FOUND)?;
    let request = member.request(DeleteTemplateRequest {
        code: code.clone(),
        version,
    });
    let deleted = state.clients.templates.clone().delete_template(request).await;
    present_on_conflict(deleted, is_stale, || find(&state, &member, &code)).await?;
    Ok(Acknowledgement::success())
}

async fn fetch(state: &AppState, member: &Member) -> ApiResult<Vec<Template>> {
    let request = member.request(ListTemplatesRequest {});
    let templates = state.clients.templates.clone().list_templates(request).await?;
    Ok(convert(state, member, templates.into_inner().templates).await)
}

async fn find(state: &AppState, member: &Member, code: &str) -> ApiResult<Template> {
    let templates = fetch(state, member).await?.into_iter();
    first(templates.filter(|template| template.code == code).collect())
}

fn first(templates: Vec<Template>) -> ApiResult<Template> {
    let template = templates.into_iter().next();
    Ok(template.ok_or_else(|| Failure::new(Code::NotFound))?)
}

async fn convert(state: &AppState, member: &Member, templates: Vec<inquiry::Template>) -> Vec<Template> {
    let actors = templates.iter().map(|template| template.changed_by.as_str());
    let people = &state.desk.people;
    let names = people.names(&state.clients, &member.caller, actors).await;
    let templates = templates.into_iter().map(|template| {
        let name = convert::localized(template.name);
        let subject = convert::localized(template.subject);
        let text = convert::localized(template.text);
        Template {
            changed_by: names.person(&template.changed_by),
            code: template.code,
            channel: TemplateChannel::of_text(template.channel),
            name_az: name.az,
            name_ru: name.ru,
            name_en: name.en,
            subject_az: subject.az,
            subject_ru: subject.ru,
            subject_en: subject.en,
            text_az: text.az,
            text_ru: text.ru,
            text_en: text.en,
            version: template.version,
            changed_at: convert::moment(template.changed_at),
        }
    });
    templates.collect()
}
