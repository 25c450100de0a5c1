//! Staff: adds a store, or writes the one with this code anew.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{ContentKind, SaveOutcome, SaveStoreRequest, SaveStoreResponse};
use sqlx::PgConnection;
use tonic::Request;

use super::{
    State,
    problems::{Problems, REQUIRED, TOO_LONG},
};
use crate::{
    error::ContentError,
    events,
    outlet::{Facts, Outlet},
    saving::{Outcome, Seen, Stale, plan},
    store,
};

/// Pictures of a store at most.
const MOST_PICTURES: usize = 20;

pub(super) async fn handle(
    state: &State,
    request: Request<SaveStoreRequest>,
) -> Result<SaveStoreResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_staff()?;
    let message = request.into_inner();
    let keep_existing = message.keep_existing;
    let (facts, seen) = decode(message)?;
    let mut transaction = state.pool.begin().await?;
    let (outlet, outcome) = save(&mut transaction, &facts, seen, keep_existing).await?;
    let detail = serde_json::json!({
        "storeId": outlet.id,
        "nameEn": outlet.facts.name.en,
        "position": outlet.facts.position,
        "version": outlet.version.0,
    });
    kit::audit::record(&mut transaction, &actor, "SaveStore", &facts.code, detail).await?;
    transaction.commit().await?;
    Ok(SaveStoreResponse {
        store: Some(outlet.into()),
        outcome: SaveOutcome::from(outcome).into(),
    })
}

fn decode(message: SaveStoreRequest) -> Result<(Facts, Seen), Failure> {
    let store = message
        .store
        .ok_or_else(|| Failure::invalid_field("store", REQUIRED))?;
    let mut problems = Problems::default();
    problems.check(store.images.len() <= MOST_PICTURES, "images", TOO_LONG);
    let facts = Facts {
        code: problems.code(&store.code),
        name: problems.text::<1, 100>(store.name, "name"),
        address: problems.text::<1, 200>(store.address, "address"),
        weekday_hours: problems.text::<0, 100>(store.weekday_hours, "weekdayHours"),
        weekend_hours: problems.text::<0, 100>(store.weekend_hours, "weekendHours"),
        whatsapp: problems.phone(&store.whatsapp, "whatsapp"),
        email: problems.email(&store.email, "email"),
        facebook: problems.link(&store.facebook, "facebook"),
        instagram: problems.link(&store.instagram, "instagram"),
        linkedin: problems.link(&store.linkedin, "linkedin"),
        map_url: problems.link(&store.map_url, "mapUrl"),
        images: store
            .images
            .into_iter()
            .map(|image| problems.picture(Some(image), "images"))
            .collect(),
        position: problems.position(store.position),
    };
    let seen = problems.version(store.version);
    problems.done()?;
    Ok((facts, seen))
}

async fn save(
    connection: &mut PgConnection,
    facts: &Facts,
    seen: Seen,
    keep_existing: bool,
) -> Result<(Outlet, Outcome), ContentError> {
    let existing = store::outlet::lock(connection, &facts.code).await?;
    let outcome = plan(
        existing.as_ref().map(|outlet| outlet.version),
        seen,
        keep_existing,
    )?;
    let outlet = match (outcome, existing) {
        (Outcome::Kept, Some(existing)) => return Ok((existing, outcome)),
        (Outcome::Changed, _) => store::outlet::update(connection, facts).await?,
        // Without a row somebody else added it just now.
        (Outcome::Created | Outcome::Kept, _) => {
            store::outlet::insert(connection, facts).await?.ok_or(Stale)?
        }
    };
    events::changed(connection, ContentKind::Store, &outlet.id.to_string()).await?;
    Ok((outlet, outcome))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::{ContentChanged, Store};

    use super::*;
    use crate::testing::{Fixture, answer, fields, not_staff, outlet, staff};

    #[tokio::test]
    async fn is_added_then_changed_then_kept() {
        let fixture = Fixture::start().await;
        let added = fixture.save_store(outlet("nizami", 1)).await.unwrap();
        assert_eq!(added.outcome(), SaveOutcome::Created);
        let id = added.store.unwrap().id;
        let other = Store {
            whatsapp: "+994 (12) 000-00-01".to_owned(),
            ..outlet("nizami", 2)
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
        let keeping = staff(SaveStoreRequest {
            store: Some(outlet("nizami", 1)),
            keep_existing: true,
        });
        let kept = answer(fixture.client.clone().save_store(keeping).await).unwrap();
        assert_eq!((kept.outcome(), kept.store), (SaveOutcome::Kept, changed.store));
        assert_eq!(fixture.harness.published::<ContentChanged>().await.len(), 2);
        assert_eq!(fixture.audited().await, ["operator SaveStore nizami"; 3]);

        let stale = Store {
            version: 1,
            ..outlet("nizami", 1)
        };
        assert_eq!(fixture.save_store(stale).await.unwrap_err().code, Code::Conflict);
    }

    #[tokio::test]
    async fn all_that_is_wrong_is_named_and_only_staff_may() {
        let fixture = Fixture::start().await;
        let wrong = Store {
            address: None,
            whatsapp: "12".to_owned(),
            email: "nobody".to_owned(),
            facebook: "http://example.com".to_owned(),
            map_url: "javascript:alert(1)".to_owned(),
            ..outlet("nizami", 1)
        };
        let failure = fixture.save_store(wrong).await.unwrap_err();
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
        for (caller, code) in not_staff() {
            let message = SaveStoreRequest {
                store: Some(outlet("nizami", 1)),
                keep_existing: false,
            };
            let request = on_behalf_of(&caller, message);
            let failure = answer(fixture.client.clone().save_store(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
    }
}
