//! Returns a page of the products of an import.

use kit::{
    caller::StaffCaller,
    cursor::{Fingerprint, Limit},
    failure::Failure,
    validation::FieldErrors,
    vocabulary::catalog::ImportResult,
};
use proto::catalog::v1::{ListImportRowsRequest, ListImportRowsResponse};

use super::{State, convert, find, parse_id};
use crate::store::{self, import::RowFilter};

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    request: ListImportRowsRequest,
) -> Result<ListImportRowsResponse, Failure> {
    let id = parse_id(&request.id)?;
    let filter = format!(
        "{} {} {}",
        request.result, request.is_kept, request.is_picture_failed
    );
    let list = Fingerprint::new(&format!("import {id} {filter}"));
    let mut errors = FieldErrors::default();
    let limit = Limit::validate(&mut errors, request.limit);
    let after = errors.merge(list.decode::<i64>(&request.cursor)).flatten();
    let result: Option<ImportResult> = errors.word("result", request.result);
    errors.into_result()?;
    let mut connection = state.pool.acquire().await?;
    let import = find(&mut connection, id).await?;
    let after = after.unwrap_or_default();
    let filter = RowFilter {
        result,
        is_kept: request.is_kept,
        is_picture_failed: request.is_picture_failed,
    };
    let mut page = store::import::rows_of(&mut connection, id, filter, after, limit.rows()).await?;
    let next_cursor = list.next(limit, &mut page, |last| last.number)?;
    let total_records = match result {
        _ if request.is_kept => import.kept_count,
        _ if request.is_picture_failed => {
            store::import_picture::count_failed_rows(&mut connection, id).await?
        }
        Some(ImportResult::New) => import.new_count,
        Some(ImportResult::Changed) => import.changed_count,
        Some(ImportResult::Unchanged) => import.unchanged_count,
        Some(ImportResult::Refused) => import.refused_count,
        None => import.new_count + import.changed_count + import.unchanged_count + import.refused_count,
    };
    let numbers: Vec<_> = page.iter().map(|row| row.number).collect();
    let pictures = store::import_picture::find(&mut connection, id, &numbers).await?;
    Ok(ListImportRowsResponse {
        rows: convert::rows(page, pictures),
        next_cursor,
        total_records,
    })
}
