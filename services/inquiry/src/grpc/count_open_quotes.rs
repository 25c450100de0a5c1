//! Counts the open inquiries of staff members for the account service.

use std::collections::HashMap;

use kit::{
    caller::ServiceCaller,
    domain::UserId,
    failure::Failure,
    validation::{FieldErrors, INVALID, TOO_LONG},
};
use proto::inquiry::v1::{CountOpenQuotesRequest, CountOpenQuotesResponse};

use super::State;
use crate::store;

/// Maximum number of staff members.
const MAX_STAFF: usize = 200;

pub(super) async fn handle(
    state: &State,
    _: ServiceCaller,
    request: CountOpenQuotesRequest,
) -> Result<CountOpenQuotesResponse, Failure> {
    let mut errors = FieldErrors::default();
    let ids = &request.staff_ids;
    errors.ensure(ids.len() <= MAX_STAFF, "staffIds", TOO_LONG);
    let mut staff = Vec::with_capacity(ids.len());
    for id in ids {
        let id = errors.check("staffIds", id.parse::<UserId>().map_err(|_| INVALID));
        staff.extend(id.map(UserId::uuid));
    }
    errors.into_result()?;
    let counts = store::inquiry::count_open(&mut *state.pool.acquire().await?, &staff).await?;
    let counts: HashMap<_, _> = counts
        .into_iter()
        .map(|(staff, count)| (staff.to_string(), count))
        .collect();
    Ok(CountOpenQuotesResponse { counts })
}
