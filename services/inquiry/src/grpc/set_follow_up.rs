//! Staff: sets or removes the earliest planned step of an inquiry.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
    staff::Permission,
    validation::{FieldErrors, REQUIRED},
};
use proto::inquiry::v1::{FollowUp as WireFollowUp, SetFollowUpRequest, SetFollowUpResponse};
use sqlx::PgConnection;

use super::{State, convert, decode, details};
use crate::{edit::Edit, error::InquiryError, inquiry::UpdateError, store, work::FollowUp};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: SetFollowUpRequest,
) -> Result<SetFollowUpResponse, Failure> {
    let mut errors = FieldErrors::default();
    errors.ensure(request.version > 0, "version", REQUIRED);
    let (number, follow_up) = decode(state, errors, &request.number, request.follow_up.as_ref()).await?;
    change::run(&state.pool, async |connection| {
        let edit = Edit::open_for(connection, &actor, &number, Permission::QuotesWrite).await?;
        let effect = set(connection, edit, Some(request.version), follow_up).await?;
        let inquiry = Some(details::load(connection, &actor, language, &number).await?);
        Ok(effect.with(SetFollowUpResponse { inquiry }))
    })
    .await
}

/// Returns the number and the step of a request whose other fields are checked.
pub(super) async fn decode(
    state: &State,
    mut errors: FieldErrors,
    number: &str,
    follow_up: Option<&WireFollowUp>,
) -> Result<(String, Option<FollowUp>), Failure> {
    let now = store::inquiry::now(&mut *state.pool.acquire().await?).await?;
    let follow_up = decode::follow_up(&mut errors, follow_up, now);
    errors.into_result()?;
    Ok((convert::number(number)?, follow_up))
}

/// Sets or removes the earliest planned step of one inquiry; a missing version is any.
pub(super) async fn set(
    connection: &mut PgConnection,
    mut edit: Edit,
    version: Option<i64>,
    follow_up: Option<FollowUp>,
) -> Result<Effect, InquiryError> {
    if version.is_some_and(|version| version != edit.inquiry.work.version) {
        return Err(UpdateError::VersionChanged.into());
    }
    if edit.inquiry.work.follow_up() == follow_up.as_ref() {
        edit.inquiry.check_not_wiped()?;
        return Ok(Effect::none());
    }
    edit.set_follow_up(follow_up)?;
    edit.save(connection, "followUp", "").await?;
    Ok(edit.audited("SetFollowUp"))
}

#[cfg(test)]
mod tests {
    use kit::{convert::timestamp, failure::Code, grpc::client::on_behalf_of, staff::StaffRole};
    use time::Duration;

    use super::*;
    use crate::testing::{Fixture, WARDROBE, member, quote, staff};

    #[tokio::test]
    async fn a_stale_version_changes_nothing() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let caller = staff(member(StaffRole::Sales));
        let request = SetFollowUpRequest {
            number: number.clone(),
            version: 1,
            follow_up: Some(WireFollowUp {
                kind: "visit".to_owned(),
                at: Some(prost_types::Timestamp {
                    nanos: 0,
                    ..timestamp(kit::clock::now() + Duration::days(1))
                }),
                text: "Saat 10".to_owned(),
            }),
        };
        let set = async |request: SetFollowUpRequest| {
            let response = fixture
                .inbox()
                .set_follow_up(on_behalf_of(&caller, request))
                .await;
            response.map(|response| response.into_inner().inquiry.unwrap().work.unwrap())
        };
        let work = set(request.clone()).await.unwrap();
        assert_eq!((work.version, work.follow_up), (2, request.follow_up.clone()));
        let error = set(SetFollowUpRequest {
            follow_up: None,
            ..request.clone()
        })
        .await
        .unwrap_err();
        let error = Failure::from_status(&error);
        assert_eq!(
            (error.code, error.fields),
            (
                Code::Conflict,
                vec![("version".to_owned(), "DESK.CHANGED".to_owned())]
            )
        );
        // No field changes, so the version stays.
        let same = SetFollowUpRequest {
            version: 2,
            ..request
        };
        assert_eq!(set(same.clone()).await.unwrap().version, 2);
        let removed = SetFollowUpRequest {
            follow_up: None,
            ..same
        };
        let work = set(removed).await.unwrap();
        assert_eq!((work.version, work.follow_up), (3, None));
        assert_eq!(fixture.audited_subjects("SetFollowUp").await.len(), 2);
    }
}
