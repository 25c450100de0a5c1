//! Returns a page of the imports.

use kit::{
    caller::StaffCaller,
    cursor::{Fingerprint, Limit},
    domain::ImportId,
    failure::Failure,
    validation::FieldErrors,
};
use proto::catalog::v1::{ListImportsRequest, ListImportsResponse};
use time::OffsetDateTime;

use super::{State, convert};
use crate::store;

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    request: ListImportsRequest,
) -> Result<ListImportsResponse, Failure> {
    let list = Fingerprint::new("imports");
    let mut errors = FieldErrors::default();
    let limit = Limit::validate(&mut errors, request.limit);
    let before = errors
        .merge(list.decode::<(i64, ImportId)>(&request.cursor))
        .flatten();
    errors.into_result()?;
    let before = before.and_then(|(microseconds, id)| {
        let at = OffsetDateTime::from_unix_timestamp_nanos(i128::from(microseconds) * 1_000);
        Some((at.ok()?, id))
    });
    let mut connection = state.pool.acquire().await?;
    let mut page = store::import::page(&mut connection, before, limit.rows()).await?;
    let total_records = store::import::count(&mut connection).await?;
    let next_cursor = list.next(limit, &mut page, |last| {
        let microseconds = last.created_at.unix_timestamp_nanos() / 1_000;
        (i64::try_from(microseconds).unwrap_or(i64::MAX), last.id)
    })?;
    Ok(ListImportsResponse {
        imports: page.into_iter().map(convert::import).collect(),
        next_cursor,
        total_records,
    })
}
