//! `PUT presence`.

use axum::extract::State;
use kit::{
    domain::ProductId,
    failure::{Code, Failure},
    validation::{FieldErrors, INVALID, REQUIRED},
};
use serde_json::Value;

use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, InquiryNumber, Json, Optional, OrderNumber, RecordId},
    live::{Kind, Look, Record},
    state::AppState,
    words,
};

/// Maximum length of a code of content.
const MAX_CODE_LENGTH: usize = 60;

/// Record that the staff member looks at.
#[request]
#[derive(Debug)]
pub(crate) struct SetPresence {
    /// `quote`, `offer`, `order`, `product`, `content`, or `null` for nothing.
    #[schema(value_type = Option<words::RecordKind>, required)]
    kind: Input<Kind>,
    /// Number, UUID or code of the record.
    #[schema(value_type = Option<String>)]
    id: Input<Value>,
    /// Whether it is being edited.
    is_editing: Optional<bool>,
}

impl SetPresence {
    /// Returns the record; `None` for nothing.
    fn parse(self) -> Result<Option<Look>, Failure> {
        let mut errors = FieldErrors::default();
        let is_editing = self
            .is_editing
            .optional(&mut errors, "isEditing")
            .unwrap_or(false);
        if self.kind == Input::Missing {
            errors.push("kind", REQUIRED);
        }
        let Some(kind) = self.kind.optional(&mut errors, "kind") else {
            errors.into_result()?;
            return Ok(None);
        };
        errors.ensure(has_presence(kind), "kind", INVALID);
        let id = self
            .id
            .parse(|id| record_id(kind, &id))
            .required(&mut errors, "id");
        errors.finish(id.map(|id| {
            let record = Record { kind, id };
            Some(Look { record, is_editing })
        }))
    }
}

const fn has_presence(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Quote | Kind::Offer | Kind::Order | Kind::Product | Kind::Content
    )
}

/// Returns the id of a record as the streams name it; `None` if it is malformed.
fn record_id(kind: Kind, id: &Value) -> Option<String> {
    let text = match id {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    match kind {
        Kind::Quote => text.parse().ok().map(InquiryNumber::into_string),
        Kind::Order => text.parse().ok().map(OrderNumber::into_string),
        Kind::Offer => text.parse::<RecordId>().ok().map(|id| id.to_string()),
        Kind::Product => text.parse::<ProductId>().ok().map(|id| id.to_string()),
        Kind::Content => {
            let length = text.chars().count();
            let is_code = (1..=MAX_CODE_LENGTH).contains(&length) && !text.chars().any(char::is_control);
            is_code.then_some(text)
        }
        Kind::Customer | Kind::Staff | Kind::Mail | Kind::Notice => None,
    }
}

/// Other staff members who look at a record.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct PeopleLooking {
    /// Staff members other than the caller.
    people: Vec<LookingPerson>,
}

/// Announces the record that the staff member looks at to the others. Clients repeat it every 30 seconds; it lapses after
/// 45 seconds.
#[utoipa::path(put, path = "/presence", tag = "desk",
    request_body(content = SetPresence, example = json!({"kind": "quote", "id": "SQ-7Q2M04XK", "isEditing": false})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<PeopleLooking>, description = "Other staff members who look at it",
        example = json!(Envelope::new(serde_json::json!({"people": [
            {"id": "01936b2e-7c00-7000-8000-000000000001", "name": "Nigar Əliyeva", "isEditing": false}]}))))))]
pub(crate) async fn set_presence(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<SetPresence>,
) -> ApiResult<Envelope<PeopleLooking>> {
    let look = body.parse()?;
    if let (Some(look), Some(role)) = (&look, member.role())
        && !look.record.kind.is_visible_to(role)
    {
        return Err(Failure::with_reason(Code::Forbidden, "DESK.ROLE").into());
    }
    let record = look.as_ref().map(|look| look.record.clone());
    let session = &member.session;
    state.desk.live.look(session.user_id, session.family_id, look)?;
    let people = match record {
        Some(record) => people(&state, &member, &record).await,
        None => Vec::new(),
    };
    Ok(Envelope::new(PeopleLooking { people }))
}

/// Person who looks at a record.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct LookingPerson {
    /// UUID of the user.
    id: String,
    /// First and last name.
    name: String,
    /// Whether the person edits it.
    is_editing: bool,
}

/// Returns the other people who look at a record.
pub(super) async fn people(state: &AppState, member: &Member, record: &Record) -> Vec<LookingPerson> {
    let looking = state.desk.live.people(record, member.session.user_id);
    let ids: Vec<_> = looking.iter().map(|person| person.user.to_string()).collect();
    let names = state
        .desk
        .people
        .names(&state.clients, &member.caller, ids.iter().map(String::as_str))
        .await;
    let people = looking.iter().zip(ids).map(|(person, id)| LookingPerson {
        name: names.person(&id).map(|person| person.name).unwrap_or_default(),
        id,
        is_editing: person.is_editing,
    });
    people.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parsed(body: Value) -> Result<Option<Look>, Vec<(String, String)>> {
        let body: SetPresence = serde_json::from_value(body).unwrap();
        body.parse().map_err(|failure| failure.fields)
    }

    #[test]
    fn names_records_in_one_way() {
        let id = |body| parsed(body).unwrap().unwrap().record.id;
        assert_eq!(id(json!({"kind": "quote", "id": "sq-7q2m04xk"})), "SQ-7Q2M04XK");
        assert_eq!(id(json!({"kind": "product", "id": 12})), "12");
        assert_eq!(parsed(json!({"kind": null})), Ok(None));
    }

    #[test]
    fn names_wrong_fields() {
        let error = |field: &str, key: &str| Err(vec![(field.to_owned(), key.to_owned())]);
        assert_eq!(parsed(json!({})), error("kind", REQUIRED));
        assert_eq!(parsed(json!({"kind": "quote"})), error("id", REQUIRED));
        assert_eq!(
            parsed(json!({"kind": "quote", "id": "SB-7Q2M04XK"})),
            error("id", INVALID)
        );
        assert_eq!(parsed(json!({"kind": "car", "id": "x"})), error("kind", INVALID));
    }
}
