//! Staff: changes the assignee of an inquiry.

use kit::{caller::StaffCaller, change, failure::Failure, validation::FieldErrors};
use proto::inquiry::v1::{AssignInquiryRequest, AssignInquiryResponse};

use super::{State, convert, decode, details};
use crate::{
    assignment::{PreviousAssignee, assign},
    edit::Edit,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: AssignInquiryRequest,
) -> Result<AssignInquiryResponse, Failure> {
    let mut errors = FieldErrors::default();
    let from = decode::staff(&mut errors, "from", &request.from_id);
    let to = decode::staff(&mut errors, "to", &request.to_id);
    errors.into_result()?;
    let assignee = match to {
        Some(user) => Some(state.staff.assignee(user).await?),
        None => None,
    };
    let number = convert::number(&request.number)?;
    change::run(&state.pool, async |connection| {
        let edit = Edit::open(connection, &actor, &number).await?;
        let effect = assign(
            connection,
            &actor,
            edit,
            PreviousAssignee::Exactly(from),
            assignee,
        )
        .await?;
        let inquiry = Some(details::load(connection, &actor, language, &number).await?);
        Ok(effect.with(AssignInquiryResponse { inquiry }))
    })
    .await
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, staff::StaffRole};
    use proto::inquiry::v1::{InquiryAssigned, InquiryStatus};

    use crate::testing::{Fixture, STORE, WARDROBE, member, quote, staff};

    #[tokio::test]
    async fn assigning_publishes_and_fills_the_store() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let (manager, sales) = (member(StaffRole::Manager), member(StaffRole::Sales));
        let inquiry = fixture
            .assign(&staff(manager), &number, sales.user)
            .await
            .unwrap();
        assert_eq!(inquiry.status(), InquiryStatus::Assigned);
        let work = inquiry.work.unwrap();
        assert_eq!((work.store_id.as_str(), work.version), (STORE, 2));
        let events = fixture.harness.published::<InquiryAssigned>().await;
        assert_eq!(events.len(), 1);
        assert_eq!(events[0].assignee_id, sales.user.to_string());
        assert_eq!(events[0].by, manager.user.to_string());
        assert_eq!(fixture.audited_subjects("AssignInquiry").await, [number]);
    }

    #[tokio::test]
    async fn of_parallel_takes_one_wins() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let takes = (0..8).map(|_| async {
            let sales = member(StaffRole::Sales);
            fixture.assign(&staff(sales), &number, sales.user).await
        });
        let taken = futures::future::join_all(takes).await;
        assert_eq!(taken.iter().filter(|taken| taken.is_ok()).count(), 1);
        for error in taken.into_iter().filter_map(Result::err) {
            assert_eq!(
                error.fields,
                [("from".to_owned(), "DESK.CHANGED".to_owned())],
                "{error}"
            );
        }
    }

    #[tokio::test]
    async fn rejects_assignees_who_may_not_be_assigned_and_gifts_of_others() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let manager = staff(member(StaffRole::Manager));
        for role in [StaffRole::Warehouse, StaffRole::Editor] {
            let error = fixture
                .assign(&manager, &number, member(role).user)
                .await
                .unwrap_err();
            assert_eq!(
                error.fields,
                [("to".to_owned(), "STAFF.NOT_ASSIGNABLE".to_owned())]
            );
        }
        let sales = staff(member(StaffRole::Sales));
        let other = member(StaffRole::Sales);
        let error = fixture.assign(&sales, &number, other.user).await.unwrap_err();
        assert_eq!(
            (error.code, error.reason.as_str()),
            (Code::Forbidden, "INQUIRY.NOT_YOURS")
        );
    }
}
