//! Sets the mapping of the columns and starts the dry run.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    domain::CategoryId,
    failure::Failure,
    validation::{FieldErrors, INVALID},
    vocabulary::catalog::ImportState,
};
use proto::catalog::v1::{MapImportRequest, MapImportResponse};
use serde_json::json;

use super::{State, check_version, convert, find, lock, parse_id, wrong_state};
use crate::{
    import::check_mapping,
    store::{self, import::Mapping},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: MapImportRequest,
) -> Result<MapImportResponse, Failure> {
    let id = parse_id(&request.id)?;
    let import = change::run(&state.pool, async |connection| {
        let import = lock(connection, id).await?;
        let mut errors = FieldErrors::default();
        check_mapping(&mut errors, &request.fields, import.heads.len());
        let is_decimal = matches!(request.decimal.as_str(), "" | "," | ".");
        errors.ensure(is_decimal, "decimal", INVALID);
        let erase = errors.line::<0, 20>("erase", &request.erase).unwrap_or_default();
        let category = request
            .category_id
            .map(|id| CategoryId::try_from(id).map_err(|_| INVALID));
        let category = errors.check("categoryId", category.transpose()).flatten();
        if let Some(category) = category {
            let is_known = store::category::count_products(connection, category)
                .await?
                .is_some();
            errors.ensure(is_known, "categoryId", INVALID);
        }
        errors.into_result()?;
        check_version(&import, request.version)?;
        let is_open = matches!(
            import.state,
            ImportState::Mapping | ImportState::Checking | ImportState::Ready | ImportState::Undone
        ) || (import.state == ImportState::Failed && import.applied_at.is_none());
        if !is_open {
            return Err(wrong_state());
        }
        let or = |text: &str, present: &str| {
            if text.is_empty() {
                present.to_owned()
            } else {
                text.to_owned()
            }
        };
        let mapping = Mapping {
            fields: request.fields.clone(),
            decimal: or(&request.decimal, &import.decimal),
            erase: or(&erase, &import.erase),
        };
        let author = actor.to_string();
        store::import::map(connection, &import, &mapping, category, &author).await?;
        let detail = json!({ "fields": mapping.fields });
        let effect = Effect::audited(&actor, "MapImport", id.to_string(), detail);
        Ok::<_, Failure>(effect.with(find(connection, id).await?))
    })
    .await?;
    Ok(MapImportResponse {
        import: Some(convert::import(import)),
    })
}
