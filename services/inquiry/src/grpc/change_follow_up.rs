//! Staff: changes, removes or completes a planned step.

use kit::{
    caller::StaffCaller,
    change,
    failure::Failure,
    staff::Permission,
    validation::{FieldErrors, REQUIRED},
};
use proto::inquiry::v1::{ChangeFollowUpRequest, ChangeFollowUpResponse};

use super::{State, convert, decode, details};
use crate::{edit::Edit, inquiry::UpdateError, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: ChangeFollowUpRequest,
) -> Result<ChangeFollowUpResponse, Failure> {
    let now = store::inquiry::now(&mut *state.pool.acquire().await?).await?;
    let mut errors = FieldErrors::default();
    errors.ensure(request.version > 0, "version", REQUIRED);
    let follow_up = decode::follow_up(&mut errors, request.follow_up.as_ref(), now);
    errors.into_result()?;
    let number = convert::number(&request.number)?;
    let id = request
        .follow_up_id
        .parse()
        .map_err(|_| UpdateError::UnknownStep)?;
    change::run(&state.pool, async |connection| {
        let mut edit = Edit::open_for(connection, &actor, &number, Permission::QuotesWrite).await?;
        edit.inquiry.check_not_wiped()?;
        if edit.inquiry.work.version != request.version {
            return Err(UpdateError::VersionChanged.into());
        }
        if request.is_done {
            edit.complete_steps(vec![id]);
        } else if !edit.inquiry.work.change_step(id, follow_up) {
            return Err(UpdateError::UnknownStep.into());
        }
        edit.save(connection, "followUp", "").await?;
        let inquiry = Some(details::load(connection, &actor, language, &number).await?);
        Ok(edit
            .audited("ChangeFollowUp")
            .with(ChangeFollowUpResponse { inquiry }))
    })
    .await
}
