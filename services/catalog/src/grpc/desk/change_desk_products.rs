//! Changes several products, each by its own rules.

use std::collections::{BTreeMap, HashSet};

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    failure::{Code, Failure},
    validation::{FieldErrors, INVALID, OUT_OF_RANGE},
};
use proto::catalog::v1::{
    ChangeDeskProductsRequest, ChangeDeskProductsResponse, ChangedDeskProduct, FieldChange, ProductChange,
    RefusedField,
};
use serde::{Deserialize, Serialize};
use sqlx::{Acquire as _, PgConnection};

use super::{State, idempotency_key};
use crate::{
    desk::{Cause, DeskProduct, Differences},
    error::CatalogError,
    patch::{self, Known},
    save, store,
};

/// Maximum number of products of a request.
const MAX_PRODUCTS: usize = 200;

/// Outcome for a product, as it is stored for replays.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Outcome {
    errors: Vec<(String, String)>,
    differences: Differences,
    version: i64,
}

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ChangeDeskProductsRequest,
) -> Result<ChangeDeskProductsResponse, Failure> {
    let mut errors = FieldErrors::default();
    idempotency_key(&mut errors, &actor, &request.idempotency_key);
    let count = request.changes.len();
    errors.ensure((1..=MAX_PRODUCTS).contains(&count), "codes", OUT_OF_RANGE);
    let codes: HashSet<_> = request.changes.iter().map(|change| &change.code).collect();
    errors.ensure(codes.len() == count, "codes", INVALID);
    errors.into_result()?;
    for change in &request.changes {
        patch::authorize(&actor, &change.patch.clone().unwrap_or_default(), &[])?;
    }
    let outcomes = if request.is_dry_run {
        let mut transaction = kit::database::begin(&state.pool).await?;
        let (outcomes, _) = change_all(&mut transaction, &actor, &request).await?;
        transaction.rollback().await?;
        outcomes
    } else {
        Change::once(&actor, "ChangeDeskProducts", &request.idempotency_key, &request)
            .run(
                &state.pool,
                async |_| Ok::<_, Failure>(()),
                async |connection, ()| {
                    let (outcomes, effect) = change_all(connection, &actor, &request).await?;
                    let outcomes = serde_json::to_string(&outcomes).map_err(internal)?;
                    Ok(effect.with(outcomes))
                },
                async |_, outcomes| serde_json::from_str(outcomes).map_err(internal),
            )
            .await?
    };
    let results = request.changes.into_iter().zip(outcomes);
    Ok(ChangeDeskProductsResponse {
        results: results
            .map(|(change, outcome)| result(change.code, outcome))
            .collect(),
    })
}

fn internal(error: serde_json::Error) -> Failure {
    Failure::new(Code::Internal).with_source(error)
}

fn result(code: String, outcome: Outcome) -> ChangedDeskProduct {
    let errors = outcome.errors.into_iter();
    let changes = outcome.differences.into_iter();
    ChangedDeskProduct {
        code,
        errors: errors.map(|(field, key)| RefusedField { field, key }).collect(),
        changes: changes
            .map(|(field, (from, to))| FieldChange {
                field,
                from_json: from.to_string(),
                to_json: to.to_string(),
            })
            .collect(),
        version: outcome.version,
    }
}

/// Changes each product in its own savepoint. Returns the outcomes in the order of the request.
async fn change_all(
    connection: &mut PgConnection,
    actor: &Actor,
    request: &ChangeDeskProductsRequest,
) -> Result<(Vec<Outcome>, Effect), Failure> {
    let codes: Vec<_> = request.changes.iter().map(|change| change.code.clone()).collect();
    let locked = store::desk::lock_many(connection, &codes).await?;
    let cause = Cause::staff(actor);
    let mut outcomes = BTreeMap::new();
    let mut effect = Effect::none();
    for (id, code) in locked {
        let Some(change) = request.changes.iter().find(|change| change.code == code) else {
            continue;
        };
        let Some(before) = store::desk::find(connection, id).await? else {
            continue;
        };
        let mut savepoint = connection.begin().await?;
        let changed = change_one(&mut savepoint, &before, change, &cause, request.is_undo).await;
        match changed {
            Ok(differences) => {
                savepoint.commit().await?;
                if !differences.is_empty() {
                    let detail = patch::audit_detail(&differences, &[]);
                    effect.add(Effect::audited(actor, "UpdateProduct", &code, detail));
                }
                let version = before.version + i64::from(!differences.is_empty());
                let errors = Vec::new();
                outcomes.insert(
                    code,
                    Outcome {
                        errors,
                        differences,
                        version,
                    },
                );
            }
            Err(failure) if matches!(failure.code, Code::Invalid | Code::Conflict) => {
                savepoint.rollback().await?;
                let errors = failure.fields;
                outcomes.insert(
                    code,
                    Outcome {
                        errors,
                        version: before.version,
                        ..Outcome::default()
                    },
                );
            }
            Err(failure) => return Err(failure),
        }
    }
    let missing = Failure::from(CatalogError::ProductNotFound).reason;
    let outcomes = codes.iter().map(|code| {
        outcomes.remove(code).unwrap_or_else(|| Outcome {
            errors: vec![("general".to_owned(), missing.clone())],
            ..Outcome::default()
        })
    });
    Ok((outcomes.collect(), effect))
}

async fn change_one(
    connection: &mut PgConnection,
    before: &DeskProduct,
    change: &ProductChange,
    cause: &Cause,
    is_undo: bool,
) -> Result<Differences, Failure> {
    let wanted = change.patch.clone().unwrap_or_default();
    let known = Known::load(connection, &wanted).await?;
    let after = patch::apply(&known, &before.fields, &wanted)?;
    if change.version > 0 {
        patch::check_version(before, &after, &cause.author, change.version, is_undo)?;
    }
    Ok(save::save(connection, before, after, &[], cause).await?)
}
