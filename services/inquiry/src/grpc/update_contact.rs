//! Staff: changes a customer.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    domain::Language,
    failure::Failure,
    validation::{FieldErrors, REQUIRED},
};
use proto::inquiry::v1::{UpdateContactRequest, UpdateContactResponse};
use serde_json::{Map, Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::State;
use crate::{
    contact::{Contact, phone_number},
    error::InquiryError,
    events,
    inquiry::UpdateError,
    store::contact::{self, PointChange},
};

/// Valid values of the fields that change.
struct Changes {
    name: Option<String>,
    /// Takes the place of the first one; empty removes it.
    phone: Option<String>,
    /// Takes the place of the first one; empty removes it.
    email: Option<String>,
    language: Option<Language>,
    note: Option<String>,
}

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: UpdateContactRequest,
) -> Result<UpdateContactResponse, Failure> {
    let changes = decode(&request)?;
    let id = request
        .contact_id
        .parse()
        .map_err(|_| InquiryError::ContactNotFound)?;
    change::run(&state.pool, async |connection| {
        let effect = update(connection, &actor, id, request.version, changes).await?;
        let contact = contact::find(connection, id).await?.map(Into::into);
        Ok(effect.with(UpdateContactResponse { contact }))
    })
    .await
}

fn decode(request: &UpdateContactRequest) -> Result<Changes, Failure> {
    let mut errors = FieldErrors::default();
    let name = request.name.as_deref();
    let name = name.and_then(|name| errors.name::<1, 200>("name", name));
    let phone = request.phone.as_deref().map(str::trim).map(|phone| {
        let phone = (!phone.is_empty()).then(|| errors.phone("phone", phone));
        let phone = phone.flatten().and_then(|phone| phone_number(phone.as_str()));
        phone.unwrap_or_default()
    });
    let email = request.email.as_deref().map(str::trim).map(|email| {
        let email = (!email.is_empty()).then(|| errors.email("email", email));
        let email = email.flatten().map(|email| email.as_str().to_lowercase());
        email.unwrap_or_default()
    });
    let note = request.note.as_deref();
    let note = note.and_then(|note| errors.text::<0, 2_000>("note", note));
    let language = errors.word("language", request.language);
    errors.into_result()?;
    Ok(Changes {
        name,
        phone,
        email,
        language,
        note,
    })
}

async fn update(
    connection: &mut PgConnection,
    actor: &Actor,
    id: Uuid,
    version: i64,
    changes: Changes,
) -> Result<Effect, InquiryError> {
    let present = contact::lock(connection, id)
        .await?
        .ok_or(InquiryError::ContactNotFound)?;
    if present.version != version {
        return Err(UpdateError::VersionChanged.into());
    }
    if present.name.is_none() {
        return Err(InquiryError::ContactWiped);
    }
    let id = present.id;
    let mut changed = present.clone();
    let mut points = Vec::new();
    for (kind, values, to) in [
        ("phone", &mut changed.phones, changes.phone),
        ("email", &mut changed.emails, changes.email),
    ] {
        let from = values.first().cloned();
        let Some(to) = to.filter(|to| *to != from.clone().unwrap_or_default()) else {
            continue;
        };
        let to = Some(to).filter(|to| !to.is_empty());
        values.retain(|value| Some(value) != from.as_ref() && Some(value) != to.as_ref());
        values.splice(0..0, to.clone());
        points.push(PointChange { kind, from, to });
    }
    if changed.phones.is_empty() && changed.emails.is_empty() {
        return Err(Failure::invalid_field("phone", REQUIRED).into());
    }
    changed.name = changes.name.or(changed.name);
    changed.language = changes.language.unwrap_or(changed.language);
    changed.note = changes.note.unwrap_or(changed.note);
    let detail = detail(&present, &changed);
    if detail.is_empty() {
        return Ok(Effect::none());
    }
    if let Some((kind, other)) = contact::replace_points(connection, id, &points).await? {
        return Err(InquiryError::ContactTaken { kind, other });
    }
    contact::update(connection, &changed, actor).await?;
    events::contact_changed(connection, id, "saved", Some(&actor.to_string()), Vec::new()).await?;
    Ok(Effect::audited(
        actor,
        "UpdateContact",
        id.to_string(),
        detail.into(),
    ))
}

/// Returns the changed fields, those with personal data without their values.
fn detail(present: &Contact, changed: &Contact) -> Map<String, Value> {
    let hidden = || json!(["…", "…"]);
    let languages = json!([present.language.name(), changed.language.name()]);
    [
        ("name", present.name != changed.name, hidden()),
        ("phone", present.phones != changed.phones, hidden()),
        ("email", present.emails != changed.emails, hidden()),
        ("note", present.note != changed.note, hidden()),
        ("language", present.language != changed.language, languages),
    ]
    .into_iter()
    .filter(|(_, is_changed, _)| *is_changed)
    .map(|(field, _, values)| (field.to_owned(), values))
    .collect()
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of, staff::StaffRole};
    use proto::inquiry::v1::{Contact, ContactChanged, CreateInquiryRequest};

    use super::*;
    use crate::testing::{Fixture, member, staff};

    async fn noted(fixture: &Fixture, name: &str, phone: &str, email: &str) -> Contact {
        let request = CreateInquiryRequest {
            source: "walkIn".to_owned(),
            name: name.to_owned(),
            phone: phone.to_owned(),
            email: email.to_owned(),
            ..CreateInquiryRequest::default()
        };
        let request = on_behalf_of(&staff(member(StaffRole::Manager)), request);
        let created = fixture.inbox().create_inquiry(request).await.unwrap();
        let id = created.into_inner().inquiry.unwrap().work.unwrap().contact_id;
        let mut connection = fixture.harness.pool().acquire().await.unwrap();
        let found = contact::find(&mut connection, id.parse().unwrap()).await.unwrap();
        found.unwrap().into()
    }

    async fn update(fixture: &Fixture, request: UpdateContactRequest) -> Result<Contact, Failure> {
        let request = on_behalf_of(&staff(member(StaffRole::Sales)), request);
        match fixture.inbox().update_contact(request).await {
            Ok(response) => Ok(response.into_inner().contact.unwrap()),
            Err(status) => Err(Failure::from_status(&status)),
        }
    }

    #[tokio::test]
    async fn changes_a_customer_by_version_and_refuses_what_another_one_has() {
        let fixture = Fixture::start().await;
        let rauf = noted(&fixture, "Rauf", "0501234567", "rauf@example.az").await;
        let leyla = noted(&fixture, "Leyla", "0557654321", "").await;
        let base = UpdateContactRequest {
            contact_id: rauf.id.clone(),
            version: rauf.version,
            ..UpdateContactRequest::default()
        };
        let same = UpdateContactRequest {
            phone: Some("+994 50 123 45 67".to_owned()),
            ..base.clone()
        };
        assert_eq!(update(&fixture, same).await.unwrap(), rauf);
        let changed = UpdateContactRequest {
            name: Some("Rauf Mirzəyev".to_owned()),
            phone: Some("0509998877".to_owned()),
            email: Some(String::new()),
            language: proto::common::v1::Language::Ru.into(),
            note: Some("Həyətdən giriş".to_owned()),
            ..base.clone()
        };
        let contact = update(&fixture, changed.clone()).await.unwrap();
        assert_eq!(
            (contact.name.as_str(), contact.note.as_str()),
            ("Rauf Mirzəyev", "Həyətdən giriş")
        );
        assert_eq!((contact.phones.len(), contact.emails.len()), (1, 0));
        assert_eq!(contact.phones[0], "+994509998877");
        assert_eq!(contact.version, rauf.version + 1);
        assert_eq!(contact.language(), proto::common::v1::Language::Ru);
        let stale = update(&fixture, changed).await.unwrap_err();
        let field = |name: &str, key: &str| [(name.to_owned(), key.to_owned())];
        assert_eq!(stale.fields, field("version", "DESK.CHANGED"));

        let next = UpdateContactRequest {
            version: contact.version,
            ..base
        };
        let nobody = UpdateContactRequest {
            phone: Some(String::new()),
            ..next.clone()
        };
        let refused = update(&fixture, nobody).await.unwrap_err();
        assert_eq!(refused.fields, field("phone", "FIELD.REQUIRED"));
        let taken = UpdateContactRequest {
            phone: Some("055 765 43 21".to_owned()),
            ..next
        };
        let refused = update(&fixture, taken).await.unwrap_err();
        assert_eq!(
            (refused.code, refused.fields),
            (Code::Conflict, field("phone", "CUSTOMER.CONTACT_TAKEN").into())
        );
        assert_eq!(refused.parameters.get("other"), Some(&leyla.id));

        let events = fixture.harness.published::<ContactChanged>().await;
        assert!(
            events
                .iter()
                .any(|event| event.what == "saved" && event.contact_id == rauf.id)
        );
        let details: Vec<Value> =
            sqlx::query_scalar("select detail from audit where action = 'UpdateContact'")
                .fetch_all(fixture.harness.pool())
                .await
                .unwrap();
        let hidden = json!(["…", "…"]);
        assert_eq!(
            details,
            [
                json!({"name": hidden, "phone": hidden, "email": hidden, "note": hidden, "language": ["en", "ru"]})
            ]
        );
    }
}
