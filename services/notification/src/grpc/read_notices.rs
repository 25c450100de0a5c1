//! Desk: marks the caller's own notices as read.

use kit::{
    caller::StaffMember,
    convert::time,
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE},
};
use proto::notification::v1::{ReadNoticesRequest, ReadNoticesResponse};
use uuid::Uuid;

use super::State;
use crate::store::notice;

/// Maximum number of named notices.
const MAX_IDS: usize = 100;

pub(super) async fn handle(
    state: &State,
    member: StaffMember,
    request: ReadNoticesRequest,
) -> Result<ReadNoticesResponse, Failure> {
    let mut errors = FieldErrors::default();
    errors.ensure(request.ids.len() <= MAX_IDS, "ids", OUT_OF_RANGE);
    let ids: Result<Vec<_>, _> = request.ids.iter().map(|id| Uuid::try_parse(id)).collect();
    let ids = errors.check("ids", ids.map_err(|_| INVALID));
    let ids = errors.finish(ids)?;
    let until = request.until.as_ref().and_then(time);
    let mut transaction = kit::database::begin(&state.pool).await?;
    notice::read(&mut transaction, member.user, &ids, until).await?;
    let unread = notice::unread(&mut transaction, member.user).await?;
    transaction.commit().await?;
    Ok(ReadNoticesResponse { unread })
}
