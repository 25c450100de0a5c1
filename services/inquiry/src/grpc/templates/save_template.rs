//! Staff: creates or replaces a prepared text.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    domain::{Language, LocalizedText},
    failure::{Code, Failure},
    validation::{FieldErrors, INVALID},
};
use proto::{
    common::v1 as common,
    inquiry::v1::{self as wire, SaveTemplateRequest, SaveTemplateResponse},
};
use serde_json::{Map, Value, json};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::State;
use crate::{
    error::InquiryError,
    inquiry::UpdateError,
    store,
    template::{Template, has_known_placeholders, is_code},
};

/// Maximum number of prepared texts.
const MAX_TEMPLATES: i64 = 200;

/// Message key of an unknown placeholder.
const PLACEHOLDER: &str = "TEMPLATE.PLACEHOLDER";

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: SaveTemplateRequest,
) -> Result<SaveTemplateResponse, Failure> {
    let template = decode(request.template.unwrap_or_default())?;
    change::run(&state.pool, async |connection| {
        save(connection, &actor, &template).await
    })
    .await
}

fn decode(template: wire::Template) -> Result<Template, Failure> {
    let mut errors = FieldErrors::default();
    errors.ensure(is_code(&template.code), "code", INVALID);
    let channel = errors.parse("channel", &template.channel);
    let name = texts::<1, 60>(&mut errors, "name", template.name);
    let subject = texts::<0, 200>(&mut errors, "subject", template.subject);
    let text = texts::<1, 2_000>(&mut errors, "text", template.text);
    Ok(Template {
        code: template.code,
        channel: errors.finish(channel)?,
        name,
        subject,
        text,
        version: template.version,
        changed_by: None,
        changed_at: OffsetDateTime::UNIX_EPOCH,
    })
}

/// Validates a text in each language, with its placeholders.
fn texts<const MIN: usize, const MAX: usize>(
    errors: &mut FieldErrors,
    name: &str,
    text: Option<common::LocalizedText>,
) -> LocalizedText {
    let field = |language: &str| {
        let mut letters = language.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        name.chars().chain(first).chain(letters).collect::<String>()
    };
    let text = errors.localized::<MIN, MAX>(text, field);
    for language in Language::ALL {
        errors.ensure(
            has_known_placeholders(text.get(language)),
            field(language.name()),
            PLACEHOLDER,
        );
    }
    text
}

async fn save(
    connection: &mut PgConnection,
    actor: &Actor,
    template: &Template,
) -> Result<Effect<SaveTemplateResponse>, Failure> {
    let count = store::template::count(connection).await?;
    let present = store::template::lock(connection, &template.code).await?;
    match &present {
        Some(_) if template.version == 0 => {
            let key = "CONTENT.CODE_TAKEN";
            return Err(Failure::with_reason(Code::Conflict, key).with_field("code", key));
        }
        Some(present) if present.version != template.version => {
            return Err(InquiryError::from(UpdateError::VersionChanged).into());
        }
        None if template.version != 0 => return Err(Failure::new(Code::NotFound)),
        None if count >= MAX_TEMPLATES => {
            return Err(Failure::with_reason(Code::Conflict, "TEMPLATE.TOO_MANY"));
        }
        Some(_) | None => {}
    }
    let detail = detail(present.as_ref(), template);
    if let Some(present) = present.filter(|_| detail.is_empty()) {
        let template = Some(present.into());
        return Ok(Effect::none().with(SaveTemplateResponse { template }));
    }
    let saved = store::template::save(connection, template, actor).await?;
    let effect = Effect::audited(actor, "SaveTemplate", template.code.as_str(), detail.into());
    let template = Some(saved.into());
    Ok(effect.with(SaveTemplateResponse { template }))
}

/// Returns the changed fields; texts only by their names.
fn detail(present: Option<&Template>, template: &Template) -> Map<String, Value> {
    let channels = json!([
        present.map(|present| present.channel.name()),
        template.channel.name()
    ]);
    let is_changed =
        |equals: fn(&Template, &Template) -> bool| present.is_none_or(|present| !equals(present, template));
    let hidden = || json!(["…", "…"]);
    [
        ("channel", is_changed(|a, b| a.channel == b.channel), channels),
        ("name", is_changed(|a, b| a.name == b.name), hidden()),
        ("subject", is_changed(|a, b| a.subject == b.subject), hidden()),
        ("text", is_changed(|a, b| a.text == b.text), hidden()),
    ]
    .into_iter()
    .filter(|(_, is_changed, _)| *is_changed)
    .map(|(field, _, values)| (field.to_owned(), values))
    .collect()
}
