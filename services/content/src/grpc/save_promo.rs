//! Staff: adds a text of the banner, or writes the one with this code anew.

use kit::{caller::Caller, failure::Failure};
use proto::content::v1::{ContentKind, SaveOutcome, SavePromoRequest, SavePromoResponse};
use sqlx::PgConnection;
use tonic::Request;

use super::{
    State,
    problems::{Problems, REQUIRED},
};
use crate::{
    error::ContentError,
    events,
    promo::{Facts, Promo},
    saving::{Outcome, Seen, Stale, plan},
    store,
};

pub(super) async fn handle(
    state: &State,
    request: Request<SavePromoRequest>,
) -> Result<SavePromoResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_staff()?;
    let message = request.into_inner();
    let keep_existing = message.keep_existing;
    let (facts, seen) = decode(message)?;
    let mut transaction = state.pool.begin().await?;
    let (promo, outcome) = save(&mut transaction, &facts, seen, keep_existing).await?;
    let detail = serde_json::json!({ "textEn": promo.facts.text.en, "position": promo.facts.position, "version": promo.version.0 });
    kit::audit::record(&mut transaction, &actor, "SavePromo", &facts.code, detail).await?;
    transaction.commit().await?;
    Ok(SavePromoResponse {
        promo: Some(promo.into()),
        outcome: SaveOutcome::from(outcome).into(),
    })
}

fn decode(message: SavePromoRequest) -> Result<(Facts, Seen), Failure> {
    let promo = message
        .promo
        .ok_or_else(|| Failure::invalid_field("promo", REQUIRED))?;
    let mut problems = Problems::default();
    let facts = Facts {
        code: problems.code(&promo.code),
        text: problems.text::<1, 200>(promo.text, "text"),
        position: problems.position(promo.position),
    };
    let seen = problems.version(promo.version);
    problems.done()?;
    Ok((facts, seen))
}

async fn save(
    connection: &mut PgConnection,
    facts: &Facts,
    seen: Seen,
    keep_existing: bool,
) -> Result<(Promo, Outcome), ContentError> {
    let existing = store::promo::lock(connection, &facts.code).await?;
    let outcome = plan(existing.as_ref().map(|promo| promo.version), seen, keep_existing)?;
    let promo = match (outcome, existing) {
        (Outcome::Kept, Some(existing)) => return Ok((existing, outcome)),
        (Outcome::Changed, _) => store::promo::update(connection, facts).await?,
        // Without a row somebody else added it just now.
        (Outcome::Created | Outcome::Kept, _) => {
            store::promo::insert(connection, facts).await?.ok_or(Stale)?
        }
    };
    events::changed(connection, ContentKind::Promo, &facts.code).await?;
    Ok((promo, outcome))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::{ContentChanged, Promo};

    use super::*;
    use crate::testing::{Fixture, answer, fields, not_staff, promo, staff, text};

    #[tokio::test]
    async fn is_added_then_changed_then_kept() {
        let fixture = Fixture::start().await;
        let added = fixture.save_promo(promo("delivery", 1)).await.unwrap();
        assert_eq!(added.outcome(), SaveOutcome::Created);
        let other = Promo {
            text: Some(text("other")),
            ..promo("delivery", 3)
        };
        let changed = fixture.save_promo(other.clone()).await.unwrap();
        assert_eq!(changed.outcome(), SaveOutcome::Changed);
        assert_eq!(changed.promo, Some(Promo { version: 2, ..other }));
        let keeping = staff(SavePromoRequest {
            promo: Some(promo("delivery", 1)),
            keep_existing: true,
        });
        let kept = answer(fixture.client.clone().save_promo(keeping).await).unwrap();
        assert_eq!((kept.outcome(), kept.promo), (SaveOutcome::Kept, changed.promo));
        assert_eq!(fixture.harness.published::<ContentChanged>().await.len(), 2);
        assert_eq!(fixture.audited().await, ["operator SavePromo delivery"; 3]);

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
    async fn all_that_is_wrong_is_named_and_only_staff_may() {
        let fixture = Fixture::start().await;
        let wrong = Promo {
            text: None,
            ..promo("no code", u32::MAX)
        };
        let failure = fixture.save_promo(wrong).await.unwrap_err();
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
        for (caller, code) in not_staff() {
            let message = SavePromoRequest {
                promo: Some(promo("delivery", 1)),
                keep_existing: false,
            };
            let request = on_behalf_of(&caller, message);
            let failure = answer(fixture.client.clone().save_promo(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
    }
}
