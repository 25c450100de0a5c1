//! Creates a store, for staff; updates it if the code exists.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    failure::Failure,
    validation::{FieldErrors, REQUIRED, TOO_LONG},
};
use proto::content::v1::{ContentKind, SaveOutcome, SaveStoreRequest, SaveStoreResponse};
use sqlx::PgConnection;

use super::{State, validation};
use crate::{
    error::ContentError,
    events,
    publication::differences,
    save::{Existing, Outcome, Version, plan},
    store::{self, media::STORE},
    store_location::{Attributes, StoreLocation},
};

/// Maximum number of pictures of a store.
const MAX_PICTURES: usize = 20;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: SaveStoreRequest,
) -> Result<SaveStoreResponse, Failure> {
    let mode = Existing::of(request.keep_existing, request.is_new);
    let (mut attributes, expected_version) = decode(request)?;
    change::run(&state.pool, async |connection| {
        let before = store::store_location::lock(connection, &attributes.code).await?;
        let mut errors = FieldErrors::default();
        for (index, picture) in attributes.images.iter_mut().enumerate() {
            validation::set_media(connection, &mut errors, &format!("images[{index}]."), picture).await?;
            // A request of the desk names a picture that is there by its URL alone.
            let present = before.iter().flat_map(|location| &location.attributes.images);
            if let Some(known) = present
                .into_iter()
                .find(|known| known.url == picture.url && !picture.has_size())
            {
                picture.width = known.width;
                picture.height = known.height;
                picture.placeholder.clone_from(&known.placeholder);
            }
        }
        errors.into_result()?;
        let (location, outcome) = save(
            connection,
            &actor,
            before.clone(),
            &attributes,
            expected_version,
            mode,
        )
        .await?;
        let before = before.map(|location| location.attributes);
        let detail = differences(before.as_ref(), Some(&location.attributes));
        let effect = Effect::audited(&actor, "SaveStore", &attributes.code, detail);
        Ok(effect.with(SaveStoreResponse {
            store: Some(location.into()),
            outcome: SaveOutcome::from(outcome).into(),
        }))
    })
    .await
}

fn decode(request: SaveStoreRequest) -> Result<(Attributes, Option<Version>), Failure> {
    let store = request
        .store
        .ok_or_else(|| Failure::invalid_field("store", REQUIRED))?;
    let mut errors = FieldErrors::default();
    errors.ensure(store.images.len() <= MAX_PICTURES, "images", TOO_LONG);
    let is_draft = validation::is_draft(store.publication.as_ref());
    let attributes = Attributes {
        code: validation::code(&mut errors, &store.code, request.is_new),
        name: validation::name::<100>(&mut errors, "name", store.name, is_draft),
        address: if is_draft {
            validation::localized::<0, 200>(&mut errors, "address", store.address)
        } else {
            validation::localized::<1, 200>(&mut errors, "address", store.address)
        },
        weekday_hours: validation::localized::<0, 100>(&mut errors, "weekdayHours", store.weekday_hours),
        weekend_hours: validation::localized::<0, 100>(&mut errors, "weekendHours", store.weekend_hours),
        whatsapp: validation::phone(&mut errors, "whatsapp", &store.whatsapp),
        email: validation::email(&mut errors, "email", &store.email),
        facebook: validation::link(&mut errors, "facebook", &store.facebook),
        instagram: validation::link(&mut errors, "instagram", &store.instagram),
        linkedin: validation::link(&mut errors, "linkedin", &store.linkedin),
        map_url: validation::link(&mut errors, "mapUrl", &store.map_url),
        images: store
            .images
            .into_iter()
            .enumerate()
            .map(|(index, image)| {
                let parent = format!("images[{index}].");
                validation::picture(&mut errors, &parent, "images", Some(image), false)
            })
            .collect(),
        position: validation::position(&mut errors, store.position),
        publication: validation::publication(&mut errors, store.publication),
    };
    let expected_version = validation::expected_version(&mut errors, store.version);
    errors.finish(Some((attributes, expected_version)))
}

async fn save(
    connection: &mut PgConnection,
    actor: &Actor,
    existing: Option<StoreLocation>,
    attributes: &Attributes,
    expected_version: Option<Version>,
    mode: Existing,
) -> Result<(StoreLocation, Outcome), Failure> {
    let outcome = plan(
        existing.as_ref().map(|location| location.version),
        expected_version,
        mode,
    )?;
    let actor = actor.to_string();
    let location = match (outcome, existing) {
        (Outcome::Kept, Some(existing)) => return Ok((existing, outcome)),
        (Outcome::Changed, _) => store::store_location::update(connection, attributes, &actor).await?,
        (Outcome::Created | Outcome::Kept, _) => {
            store::store_location::insert(connection, attributes, &actor)
                .await?
                .ok_or(ContentError::VersionConflict)?
        }
    };
    store::media::set_content_uses(
        connection,
        STORE,
        &location.attributes.code,
        &location.attributes.name,
        location.version.0,
        &location.attributes.images.iter().collect::<Vec<_>>(),
    )
    .await?;
    events::content_changed(connection, ContentKind::Store, &location.id.to_string()).await?;
    Ok((location, outcome))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::{ContentChanged, Store};

    use super::*;
    use crate::testing::{Fixture, fields, into_result, non_staff_callers, staff, store};

    #[tokio::test]
    async fn creates_then_changes_then_keeps() {
        let fixture = Fixture::start().await;
        let created = fixture.save_store(store("nizami", 1)).await.unwrap();
        assert_eq!(created.outcome(), SaveOutcome::Created);
        let id = created.store.unwrap().id;
        let other = Store {
            whatsapp: "012 000–00.01".to_owned(),
            ..store("nizami", 2)
        };
        let changed = fixture.save_store(other.clone()).await.unwrap();
        assert_eq!(changed.outcome(), SaveOutcome::Changed);
        assert_eq!(
            changed.store,
            Some(Store {
                id,
                version: 2,
                whatsapp: "+994120000001".to_owned(),
                ..other
            })
        );
        let request = staff(SaveStoreRequest {
            store: Some(store("nizami", 1)),
            keep_existing: true,
            is_new: false,
        });
        let mut kept = into_result(fixture.client.clone().save_store(request).await).unwrap();
        kept.store.as_mut().unwrap().publication = None;
        assert_eq!((kept.outcome(), kept.store), (SaveOutcome::Kept, changed.store));
        assert_eq!(fixture.harness.published::<ContentChanged>().await.len(), 2);
        assert_eq!(fixture.audit_log().await, ["operator SaveStore nizami"; 3]);

        let stale = Store {
            version: 1,
            ..store("nizami", 1)
        };
        assert_eq!(fixture.save_store(stale).await.unwrap_err().code, Code::Conflict);
    }

    #[tokio::test]
    async fn names_all_invalid_fields_and_rejects_other_callers() {
        let fixture = Fixture::start().await;
        let invalid = Store {
            address: None,
            whatsapp: "12".to_owned(),
            email: "nobody".to_owned(),
            facebook: "http://example.com".to_owned(),
            map_url: "javascript:alert(1)".to_owned(),
            ..store("nizami", 1)
        };
        let failure = fixture.save_store(invalid).await.unwrap_err();
        let names: Vec<_> = fields(&failure).into_iter().map(|(name, _)| name).collect();
        assert_eq!(
            names,
            [
                "addressAz",
                "addressRu",
                "addressEn",
                "whatsapp",
                "email",
                "facebook",
                "mapUrl"
            ]
        );
        for (caller, code) in non_staff_callers() {
            let request = SaveStoreRequest {
                store: Some(store("nizami", 1)),
                keep_existing: false,
                is_new: false,
            };
            let request = on_behalf_of(&caller, request);
            let failure = into_result(fixture.client.clone().save_store(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
    }
}
