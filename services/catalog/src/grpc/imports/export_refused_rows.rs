//! Returns a page of the refused rows as in the file.

use kit::{caller::StaffCaller, failure::Failure};
use proto::catalog::v1::{Cells, ExportRefusedRowsRequest, ExportRefusedRowsResponse, RefusedRow};

use super::{State, convert, find, parse_id};
use crate::store;

/// Maximum number of rows of a page.
const PAGE: usize = 500;

/// Separator of the rows of a workbook.
const SEPARATOR: &str = ";";

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    request: ExportRefusedRowsRequest,
) -> Result<ExportRefusedRowsResponse, Failure> {
    let id = parse_id(&request.id)?;
    let mut connection = state.pool.acquire().await?;
    let import = find(&mut connection, id).await?;
    let limit = i64::try_from(PAGE).unwrap_or(i64::MAX);
    let rows = store::import::refused(&mut connection, id, request.after, limit).await?;
    let next_after = rows.last().filter(|_| rows.len() == PAGE).map(|row| row.number);
    let head = |field: &str| {
        let place = import.fields.iter().position(|own| own == field);
        place
            .and_then(|place| import.heads.get(place))
            .cloned()
            .unwrap_or_default()
    };
    let rows = rows.into_iter().map(|row| RefusedRow {
        heads: row.errors.keys().map(|field| head(field)).collect(),
        cells: Some(Cells { cells: row.cells }),
        errors: convert::refused(row.errors.0),
    });
    Ok(ExportRefusedRowsResponse {
        rows: rows.collect(),
        next_after: next_after.unwrap_or_default(),
        heads: Some(Cells { cells: import.heads }),
        separator: import.separator.unwrap_or_else(|| SEPARATOR.to_owned()),
        name: import.name,
    })
}
