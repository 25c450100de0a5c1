//! Staff: changes, removes or completes a planned step.

use kit::{
    caller::StaffCaller,
    change,
    failure::Failure,
    staff::Permission,
    validation::{FieldErrors, REQUIRED},
};
use proto::inquiry::v1::{ChangeFollowUpRequest, ChangeFollowUpResponse};

use super::{State, details, set_follow_up};
use crate::{edit::Edit, inquiry::UpdateError};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: ChangeFollowUpRequest,
) -> Result<ChangeFollowUpResponse, Failure> {
    let mut errors = FieldErrors::default();
    errors.ensure(request.version > 0, "version", REQUIRED);
    let (number, follow_up) =
        set_follow_up::decode(state, errors, &request.number, request.follow_up.as_ref()).await?;
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
            edit.complete_step(id)?;
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

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of, staff::StaffRole};

    use super::*;
    use crate::testing::{Fixture, WARDROBE, member, quote, staff};

    #[tokio::test]
    async fn returns_404_for_an_unknown_step() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        for (follow_up_id, is_done) in [
            ("1", true),
            (&uuid::Uuid::now_v7().to_string(), true),
            (&uuid::Uuid::now_v7().to_string(), false),
        ] {
            let request = ChangeFollowUpRequest {
                number: number.clone(),
                follow_up_id: follow_up_id.to_owned(),
                version: 1,
                follow_up: None,
                is_done,
            };
            let caller = staff(member(StaffRole::Sales));
            let response = fixture
                .inbox()
                .change_follow_up(on_behalf_of(&caller, request))
                .await;
            let error = Failure::from_status(&response.unwrap_err());
            assert_eq!(
                (error.code, error.reason.as_str()),
                (Code::NotFound, "INQUIRY.STEP_NOT_FOUND")
            );
        }
    }
}
