//! Creates a banner text, for staff; updates it if the code exists.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    failure::Failure,
    validation::{FieldErrors, REQUIRED},
};
use proto::content::v1::{ContentKind, SaveOutcome, SavePromoRequest, SavePromoResponse};
use sqlx::PgConnection;

use super::{State, validation};
use crate::{
    error::ContentError,
    events,
    promo::{Attributes, Promo},
    publication::differences,
    save::{Existing, Outcome, Version, plan},
    store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: SavePromoRequest,
) -> Result<SavePromoResponse, Failure> {
    let mode = Existing::of(request.keep_existing, request.is_new);
    let (attributes, expected_version) = decode(request)?;
    change::run(&state.pool, async |connection| {
        let before = store::promo::lock(connection, &attributes.code).await?;
        let (promo, outcome) = save(
            connection,
            &actor,
            before.clone(),
            &attributes,
            expected_version,
            mode,
        )
        .await?;
        let before = before.map(|promo| promo.attributes);
        let detail = differences(before.as_ref(), Some(&promo.attributes));
        let effect = Effect::audited(&actor, "SavePromo", &attributes.code, detail);
        Ok(effect.with(SavePromoResponse {
            promo: Some(promo.into()),
            outcome: SaveOutcome::from(outcome).into(),
        }))
    })
    .await
}

fn decode(request: SavePromoRequest) -> Result<(Attributes, Option<Version>), Failure> {
    let promo = request
        .promo
        .ok_or_else(|| Failure::invalid_field("promo", REQUIRED))?;
    let mut errors = FieldErrors::default();
    let is_draft = validation::is_draft(promo.publication.as_ref());
    let attributes = Attributes {
        code: validation::code(&mut errors, &promo.code, request.is_new),
        text: validation::name::<200>(&mut errors, "text", promo.text, is_draft),
        position: validation::position(&mut errors, promo.position),
        publication: validation::publication(&mut errors, promo.publication),
    };
    let expected_version = validation::expected_version(&mut errors, promo.version);
    errors.finish(Some((attributes, expected_version)))
}

async fn save(
    connection: &mut PgConnection,
    actor: &Actor,
    existing: Option<Promo>,
    attributes: &Attributes,
    expected_version: Option<Version>,
    mode: Existing,
) -> Result<(Promo, Outcome), Failure> {
    let outcome = plan(
        existing.as_ref().map(|promo| promo.version),
        expected_version,
        mode,
    )?;
    let actor = actor.to_string();
    let promo = match (outcome, existing) {
        (Outcome::Kept, Some(existing)) => return Ok((existing, outcome)),
        (Outcome::Changed, _) => store::promo::update(connection, attributes, &actor).await?,
        (Outcome::Created | Outcome::Kept, _) => store::promo::insert(connection, attributes, &actor)
            .await?
            .ok_or(ContentError::VersionConflict)?,
    };
    events::content_changed(connection, ContentKind::Promo, &attributes.code).await?;
    Ok((promo, outcome))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::{ContentChanged, Promo};

    use super::*;
    use crate::testing::{Fixture, fields, into_result, non_staff_callers, promo, staff, text};

    #[tokio::test]
    async fn creates_then_changes_then_keeps() {
        let fixture = Fixture::start().await;
        let created = fixture.save_promo(promo("delivery", 1)).await.unwrap();
        assert_eq!(created.outcome(), SaveOutcome::Created);
        let other = Promo {
            text: Some(text("other")),
            ..promo("delivery", 3)
        };
        let changed = fixture.save_promo(other.clone()).await.unwrap();
        assert_eq!(changed.outcome(), SaveOutcome::Changed);
        assert_eq!(changed.promo, Some(Promo { version: 2, ..other }));
        let request = staff(SavePromoRequest {
            promo: Some(promo("delivery", 1)),
            keep_existing: true,
            is_new: false,
        });
        let mut kept = into_result(fixture.client.clone().save_promo(request).await).unwrap();
        kept.promo.as_mut().unwrap().publication = None;
        assert_eq!((kept.outcome(), kept.promo), (SaveOutcome::Kept, changed.promo));
        assert_eq!(fixture.harness.published::<ContentChanged>().await.len(), 2);
        assert_eq!(fixture.audit_log().await, ["operator SavePromo delivery"; 3]);

        let stale = fixture
            .save_promo(Promo {
                version: 1,
                ..promo("delivery", 1)
            })
            .await
            .unwrap_err();
        assert_eq!(stale.code, Code::Conflict);
    }

    #[tokio::test]
    async fn names_all_invalid_fields_and_rejects_other_callers() {
        let fixture = Fixture::start().await;
        let invalid = Promo {
            text: None,
            ..promo("no code", u32::MAX)
        };
        let failure = fixture.save_promo(invalid).await.unwrap_err();
        assert_eq!(
            fields(&failure),
            [
                ("code", "FIELD.INVALID"),
                ("textAz", "FIELD.REQUIRED"),
                ("textRu", "FIELD.REQUIRED"),
                ("textEn", "FIELD.REQUIRED"),
                ("position", "FIELD.OUT_OF_RANGE"),
            ]
        );
        for (caller, code) in non_staff_callers() {
            let request = SavePromoRequest {
                promo: Some(promo("delivery", 1)),
                keep_existing: false,
                is_new: false,
            };
            let request = on_behalf_of(&caller, request);
            let failure = into_result(fixture.client.clone().save_promo(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
    }
}
