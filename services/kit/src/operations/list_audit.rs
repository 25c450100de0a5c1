//! Returns a page of the audit log.

use prost_types::Timestamp;
use proto::common::v1::{self as wire, ListAuditRequest, ListAuditResponse};
use time::OffsetDateTime;
use uuid::Uuid;

use super::State;
use crate::{
    audit::{self, Entry, Filter, Position},
    caller::StaffCaller,
    convert::{time, timestamp},
    cursor::Limit,
    failure::Failure,
    validation::{FieldErrors, INVALID, TOO_LONG},
};

/// Maximum number of actions of a filter.
const MAX_ACTIONS: usize = 100;

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    request: ListAuditRequest,
) -> Result<ListAuditResponse, Failure> {
    let mut errors = FieldErrors::default();
    let limit = Limit::validate(&mut errors, request.limit);
    errors.ensure(request.actions.len() <= MAX_ACTIONS, "action", TOO_LONG);
    let filter = Filter {
        actor: text(request.actor),
        action_prefix: text(request.action_prefix),
        actions: request.actions,
        subject: text(request.subject),
        from: moment(&mut errors, "from", request.from.as_ref()),
        to: moment(&mut errors, "to", request.to.as_ref()),
    };
    let before = request
        .before
        .and_then(|before| errors.check("cursor", position(&before)));
    errors.into_result()?;

    let mut transaction = crate::database::begin(&state.pool).await?;
    let (mut entries, total_records) =
        audit::list(&mut transaction, &filter, before.as_ref(), limit.rows()).await?;
    transaction.commit().await?;
    let has_more = limit.truncate(&mut entries);
    Ok(ListAuditResponse {
        entries: entries.into_iter().map(Into::into).collect(),
        has_more,
        total_records,
    })
}

/// Returns a text; `None` if it is empty.
fn text(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

fn moment(errors: &mut FieldErrors, field: &str, timestamp: Option<&Timestamp>) -> Option<OffsetDateTime> {
    timestamp.and_then(|timestamp| errors.check(field, time(timestamp).ok_or(INVALID)))
}

fn position(position: &wire::AuditPosition) -> Result<Position, &'static str> {
    Ok(Position {
        at: position.at.as_ref().and_then(time).ok_or(INVALID)?,
        id: Uuid::try_parse(&position.id).map_err(|_| INVALID)?,
    })
}

impl From<Entry> for wire::AuditEntry {
    fn from(entry: Entry) -> Self {
        Self {
            id: entry.id.to_string(),
            at: Some(timestamp(entry.at)),
            actor: entry.actor,
            action: entry.action,
            subject: entry.subject,
            detail: entry.detail.to_string(),
        }
    }
}
