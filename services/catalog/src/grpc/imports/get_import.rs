//! Returns an import.

use kit::{caller::StaffCaller, failure::Failure};
use proto::catalog::v1::{GetImportRequest, GetImportResponse};

use super::{State, convert, find, parse_id};

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    request: GetImportRequest,
) -> Result<GetImportResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let import = find(&mut connection, parse_id(&request.id)?).await?;
    Ok(GetImportResponse {
        import: Some(convert::import(import)),
    })
}
