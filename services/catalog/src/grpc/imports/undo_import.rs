//! Starts to undo an applied import.

use kit::{
    caller::StaffCaller,
    change::{Change, Effect},
    failure::Failure,
    validation::FieldErrors,
    vocabulary::catalog::ImportState,
};
use proto::catalog::v1::{UndoImportRequest, UndoImportResponse};
use serde_json::json;

use super::{super::desk::idempotency_key, State, convert, find, lock, parse_id, wrong_state};
use crate::store;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: UndoImportRequest,
) -> Result<UndoImportResponse, Failure> {
    let mut errors = FieldErrors::default();
    idempotency_key(&mut errors, &actor, &request.idempotency_key);
    errors.into_result()?;
    let id = parse_id(&request.id)?;
    let operation = format!("UndoImport {id}");
    let import = Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| lock(connection, id).await,
            async |connection, import| {
                let until = convert::undo_until(&import);
                if until.is_none_or(|until| until < kit::clock::now()) {
                    return Err(wrong_state());
                }
                let author = actor.to_string();
                store::import::start(connection, id, ImportState::Undoing, &author).await?;
                store::import_picture::cancel(connection, id).await?;
                let detail = json!({
                    "new": import.new_count, "changed": import.changed_count, "refused": import.refused_count,
                });
                Ok(Effect::audited(&actor, "UndoImport", id.to_string(), detail))
            },
            async |connection, _| find(connection, id).await,
        )
        .await?;
    Ok(UndoImportResponse {
        import: Some(convert::import(import)),
    })
}
