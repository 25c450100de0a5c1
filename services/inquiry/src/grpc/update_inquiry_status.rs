//! Staff: changes an inquiry's status by hand.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    failure::Failure,
    staff::Permission,
    validation::{FieldErrors, INVALID, REQUIRED},
    vocabulary::inquiry::Reason,
};
use proto::inquiry::v1::{UpdateInquiryStatusRequest, UpdateInquiryStatusResponse};
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::{State, convert, decode, details};
use crate::{
    edit::Edit,
    error::InquiryError,
    inquiry::UpdateError,
    offer::error::OfferError,
    store,
    work::{FollowUp, Status, allows_reason, can_change, needs_reason},
};

/// A valid change of the status.
#[derive(Debug, Clone)]
pub(super) struct StatusChange {
    /// `None` = any, from the command line and in bulk.
    pub(super) from: Option<Status>,
    pub(super) to: Status,
    pub(super) reason: Option<Reason>,
    pub(super) text: String,
    pub(super) follow_up: Option<FollowUp>,
}

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: UpdateInquiryStatusRequest,
) -> Result<UpdateInquiryStatusResponse, Failure> {
    let now = store::inquiry::now(&mut *state.pool.acquire().await?).await?;
    let change = decode(&actor, &request, now)?;
    let number = convert::number(&request.number)?;
    change::run(&state.pool, async |connection| {
        let edit = Edit::open_for(connection, &actor, &number, Permission::QuotesWrite).await?;
        let effect = update(connection, &actor, edit, change).await?;
        let inquiry = Some(details::load(connection, &actor, language, &number).await?);
        Ok(effect.with(UpdateInquiryStatusResponse { inquiry }))
    })
    .await
}

fn decode(
    actor: &Actor,
    request: &UpdateInquiryStatusRequest,
    now: OffsetDateTime,
) -> Result<StatusChange, Failure> {
    let mut errors = FieldErrors::default();
    let from = errors.word("from", request.from);
    let to = errors.required_word("to", request.status);
    errors.ensure(from.is_some() || actor.user().is_none(), "from", REQUIRED);
    // A change to the present status has no effect and needs no reason.
    let reason = to
        .filter(|to| from != Some(*to))
        .and_then(|to| reason(&mut errors, actor, to, &request.reason));
    let text = errors.text::<0, 1_000>("text", &request.text);
    let follow_up = decode::follow_up(&mut errors, request.follow_up.as_ref(), now);
    errors.finish(to.zip(text).map(|(to, text)| StatusChange {
        from,
        to,
        reason,
        text,
        follow_up,
    }))
}

/// Validates the reason of a status: needed for lost and closed but from the command line.
pub(super) fn reason(errors: &mut FieldErrors, actor: &Actor, to: Status, reason: &str) -> Option<Reason> {
    if !needs_reason(to) {
        return None;
    }
    if reason.is_empty() {
        errors.ensure(actor.user().is_none(), "reason", REQUIRED);
        return None;
    }
    let reason = reason.parse().ok().filter(|reason| allows_reason(to, *reason));
    errors.check("reason", reason.ok_or(INVALID))
}

/// Changes the status of one inquiry.
pub(super) async fn update(
    connection: &mut PgConnection,
    actor: &Actor,
    mut edit: Edit,
    change: StatusChange,
) -> Result<Effect, InquiryError> {
    let status = edit.inquiry.work.status;
    if change.from.is_some_and(|from| from != status) {
        return Err(UpdateError::FromChanged.into());
    }
    if change.to == status {
        return Ok(Effect::none());
    }
    if status == Status::Won && can_change(status, change.to) {
        let win = store::offer_summary::win(connection, edit.inquiry.id).await?;
        if win.has_order {
            return Err(UpdateError::HasOrder.into());
        }
        if win.has_accepted_offer {
            return Err(OfferError::Accepted.into());
        }
    }
    if !change.text.is_empty() || change.follow_up.is_some() {
        edit.inquiry.check_not_wiped()?;
    }
    let has_follow_up = change.follow_up.is_some()
        || edit
            .inquiry
            .work
            .follow_ups
            .iter()
            .any(|step| step.follow_up.at >= edit.now);
    if change.to == Status::Waiting
        && can_change(status, Status::Waiting)
        && !has_follow_up
        && actor.user().is_some()
    {
        return Err(Failure::invalid_field("followUp", REQUIRED).into());
    }
    edit.inquiry
        .work
        .change_status(change.to, change.reason, actor.user())
        .map_err(UpdateError::from)?;
    edit.plan(change.follow_up)?;
    edit.save(connection, "status", &change.text).await?;
    Ok(edit.audited("UpdateInquiryStatus"))
}

#[cfg(test)]
mod tests {
    use kit::{caller::Caller, failure::Code, grpc::client::on_behalf_of};
    use proto::inquiry::v1::InquiryStatus;

    use super::*;
    use crate::testing::{Fixture, message};

    #[tokio::test]
    async fn every_change_is_stored_and_audited() {
        let fixture = Fixture::start().await;
        let number = fixture.send_message(message("Salam")).await.unwrap();
        for status in [
            InquiryStatus::Waiting,
            InquiryStatus::Assigned,
            InquiryStatus::Closed,
        ] {
            let inquiry = fixture.change_status(&number, status).await.unwrap();
            assert_eq!(inquiry.status(), status);
            assert_eq!(fixture.read(&number).await.status(), status);
        }
        assert_eq!(
            fixture.audited_subjects("UpdateInquiryStatus").await,
            [number.as_str(), number.as_str(), number.as_str()]
        );
    }

    #[tokio::test]
    async fn unreachable_status_changes_nothing() {
        let fixture = Fixture::start().await;
        let number = fixture.send_message(message("Salam")).await.unwrap();
        fixture
            .change_status(&number, InquiryStatus::Closed)
            .await
            .unwrap();
        for (status, name) in [(InquiryStatus::Waiting, "waiting"), (InquiryStatus::New, "new")] {
            let error = fixture.change_status(&number, status).await.unwrap_err();
            let error = Failure::from_status(&error);
            assert_eq!(
                (error.code, error.reason.as_str()),
                (Code::Conflict, "INQUIRY.STATUS_NOT_REACHABLE")
            );
            assert_eq!(
                (error.parameters["from"].as_str(), error.parameters["to"].as_str()),
                ("closed", name)
            );
        }
        assert_eq!(fixture.read(&number).await.status(), InquiryStatus::Closed);
        assert_eq!(fixture.audited_subjects("UpdateInquiryStatus").await.len(), 1);
    }

    #[tokio::test]
    async fn rejects_an_unknown_number_or_missing_status() {
        let fixture = Fixture::start().await;
        for number in ["SQ-00000000", "", "SQ-\0", &"S".repeat(21)] {
            let unknown = fixture
                .change_status(number, InquiryStatus::Waiting)
                .await
                .unwrap_err();
            assert_eq!(Failure::from_status(&unknown).code, Code::NotFound, "{number:?}");
        }
        let missing = fixture
            .change_status("SQ-00000000", InquiryStatus::Unspecified)
            .await
            .unwrap_err();
        assert_eq!(Failure::from_status(&missing).code, Code::Invalid);
    }

    #[tokio::test]
    async fn rejects_customers() {
        let fixture = Fixture::start().await;
        let number = fixture.send_message(message("Salam")).await.unwrap();
        let request = UpdateInquiryStatusRequest {
            number,
            status: InquiryStatus::Closed.into(),
            ..UpdateInquiryStatusRequest::default()
        };
        let customer = testkit::caller::customer(kit::domain::UserId::generate());
        let error = fixture
            .client()
            .update_inquiry_status(on_behalf_of(&customer, request))
            .await
            .unwrap_err();
        assert_eq!(Failure::from_status(&error).code, Code::Forbidden);
    }

    use kit::staff::StaffRole;
    use proto::inquiry::v1::{FollowUp as WireFollowUp, InquiryClosed};

    use crate::testing::{WARDROBE, fields, member, quote, staff};

    fn change(number: &str, from: InquiryStatus, to: InquiryStatus) -> UpdateInquiryStatusRequest {
        UpdateInquiryStatusRequest {
            number: number.to_owned(),
            from: from.into(),
            status: to.into(),
            ..UpdateInquiryStatusRequest::default()
        }
    }

    async fn send(
        fixture: &Fixture,
        caller: &Caller,
        request: UpdateInquiryStatusRequest,
    ) -> Result<proto::inquiry::v1::Inquiry, tonic::Status> {
        let request = on_behalf_of(caller, request);
        let response = fixture.client().update_inquiry_status(request).await?;
        Ok(response.into_inner().inquiry.unwrap())
    }

    #[tokio::test]
    async fn staff_names_the_present_status_and_a_reason() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let sales = member(StaffRole::Sales);
        let caller = staff(sales);
        let taken = send(
            &fixture,
            &caller,
            change(&number, InquiryStatus::New, InquiryStatus::Assigned),
        )
        .await
        .unwrap();
        let work = taken.work.unwrap();
        assert_eq!(work.assignee_id, sales.user.to_string());
        assert_eq!((work.version, work.changed_by), (2, sales.user.to_string()));

        let stale = change(&number, InquiryStatus::New, InquiryStatus::Waiting);
        let error = Failure::from_status(&send(&fixture, &caller, stale).await.unwrap_err());
        assert_eq!(
            (error.code, error.fields),
            (
                Code::Conflict,
                vec![("from".to_owned(), "DESK.CHANGED".to_owned())]
            )
        );
        let lost = change(&number, InquiryStatus::Assigned, InquiryStatus::Lost);
        let error = send(&fixture, &caller, lost.clone()).await.unwrap_err();
        assert_eq!(
            fields(&error),
            [("reason".to_owned(), "FIELD.REQUIRED".to_owned())]
        );
        let lost = UpdateInquiryStatusRequest {
            reason: "price".to_owned(),
            text: "Bahadır".to_owned(),
            ..lost
        };
        let lost = send(&fixture, &caller, lost).await.unwrap();
        assert_eq!(lost.work.unwrap().lost_reason, "price");
        let closed = fixture.harness.published::<InquiryClosed>().await;
        assert_eq!(
            (closed[0].status.as_str(), closed[0].reason.as_str()),
            ("lost", "price")
        );
        // A change to the present status has no effect.
        let same = change(&number, InquiryStatus::Lost, InquiryStatus::Lost);
        let same = send(&fixture, &caller, same).await.unwrap();
        assert_eq!(same.work.unwrap().version, 3);
        assert_eq!(fixture.harness.published::<InquiryClosed>().await.len(), 1);
    }

    #[tokio::test]
    async fn waiting_needs_a_follow_up_of_staff() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let caller = staff(member(StaffRole::Manager));
        let waiting = change(&number, InquiryStatus::New, InquiryStatus::Waiting);
        let error = send(&fixture, &caller, waiting.clone()).await.unwrap_err();
        assert_eq!(
            fields(&error),
            [("followUp".to_owned(), "FIELD.REQUIRED".to_owned())]
        );
        let now = kit::clock::now();
        let waiting = UpdateInquiryStatusRequest {
            follow_up: Some(WireFollowUp {
                kind: "call".to_owned(),
                at: Some(kit::convert::timestamp(now + time::Duration::hours(30))),
                text: "Qiymət".to_owned(),
            }),
            ..waiting
        };
        let waiting = send(&fixture, &caller, waiting).await.unwrap();
        assert_eq!(waiting.status(), InquiryStatus::Waiting);
        assert_eq!(waiting.work.unwrap().follow_up.unwrap().kind, "call");
        let allowed = waiting.details.unwrap();
        let allowed: Vec<_> = allowed.allowed_statuses().collect();
        assert_eq!(allowed, [InquiryStatus::Assigned, InquiryStatus::Lost]);
    }
}
