//! Staff: plans another step. The planned ones stay.

use kit::{
    caller::StaffCaller,
    change::{Change, Effect},
    failure::Failure,
    staff::Permission,
    validation::{FieldErrors, REQUIRED},
};
use proto::inquiry::v1::{AddFollowUpRequest, AddFollowUpResponse};
use sqlx::PgConnection;

use super::{State, details, set_follow_up};
use crate::{edit::Edit, error::InquiryError, work::FollowUp};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: AddFollowUpRequest,
) -> Result<AddFollowUpResponse, Failure> {
    let mut errors = FieldErrors::default();
    errors.ensure(request.follow_up.is_some(), "followUp", REQUIRED);
    errors.idempotency_key(&request.idempotency_key);
    let (number, follow_up) =
        set_follow_up::decode(state, errors, &request.number, request.follow_up.as_ref()).await?;
    let operation = format!("AddFollowUp {number}");
    let inquiry = Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| Edit::open_for(connection, &actor, &number, Permission::QuotesWrite).await,
            async |connection, edit| add(connection, edit, follow_up).await,
            async |connection, _| Ok(details::load(connection, &actor, language, &number).await?),
        )
        .await?;
    Ok(AddFollowUpResponse {
        inquiry: Some(inquiry),
    })
}

/// Plans another step of one inquiry.
pub(super) async fn add(
    connection: &mut PgConnection,
    mut edit: Edit,
    follow_up: Option<FollowUp>,
) -> Result<Effect, InquiryError> {
    edit.plan(follow_up)?;
    edit.save(connection, "followUp", "").await?;
    Ok(edit.audited("AddFollowUp"))
}

#[cfg(test)]
mod tests {
    use kit::{convert::timestamp, failure::Code, grpc::client::on_behalf_of, staff::StaffRole};
    use proto::inquiry::v1::{
        ChangeFollowUpRequest, FollowUp as WireFollowUp, FollowUpDue, InquiryWork, ListFollowUpsRequest,
        LogContactRequest, SetFollowUpRequest, timeline_entry,
    };
    use time::Duration;

    use super::*;
    use crate::testing::{Fixture, WARDROBE, member, quote, staff};

    fn step(kind: &str, hours: i64) -> WireFollowUp {
        WireFollowUp {
            kind: kind.to_owned(),
            at: Some(prost_types::Timestamp {
                nanos: 0,
                ..timestamp(kit::clock::now() + Duration::hours(hours))
            }),
            text: String::new(),
        }
    }

    fn kinds(work: &InquiryWork) -> Vec<String> {
        let steps = work.follow_ups.iter().cloned();
        steps.map(|step| step.follow_up.unwrap().kind).collect()
    }

    #[tokio::test]
    async fn steps_are_added_moved_and_completed_one_by_one() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let caller = staff(member(StaffRole::Sales));
        let add = async |kind: &str, hours: i64| {
            let request = AddFollowUpRequest {
                number: number.clone(),
                follow_up: Some(step(kind, hours)),
                idempotency_key: format!("{kind}-{hours}"),
            };
            for _ in 0..2 {
                fixture
                    .inbox()
                    .add_follow_up(on_behalf_of(&caller, request.clone()))
                    .await
                    .unwrap();
            }
        };
        add("measure", 48).await;
        add("call", 24).await;
        let work = fixture.read(&number).await.work.unwrap();
        assert_eq!(kinds(&work), ["call", "measure"]);
        assert_eq!(work.follow_up.unwrap().kind, "call");

        // A logged call with a next step completes calls that are due; the measuring stays.
        let call = LogContactRequest {
            number: number.clone(),
            channel: "call".to_owned(),
            direction: "out".to_owned(),
            outcome: "talked".to_owned(),
            follow_up: Some(step("offer", 72)),
            ..LogContactRequest::default()
        };
        fixture
            .inbox()
            .log_contact(on_behalf_of(&caller, call))
            .await
            .unwrap();
        let work = fixture.read(&number).await.work.unwrap();
        assert_eq!(kinds(&work), ["call", "measure", "offer"]);

        // The earlier call of the contract replaces the earliest step only.
        let set = SetFollowUpRequest {
            number: number.clone(),
            version: work.version,
            follow_up: Some(step("visit", 60)),
        };
        fixture
            .inbox()
            .set_follow_up(on_behalf_of(&caller, set))
            .await
            .unwrap();
        let work = fixture.read(&number).await.work.unwrap();
        assert_eq!(kinds(&work), ["measure", "visit", "offer"]);

        let change = async |follow_up: Option<WireFollowUp>, is_done: bool| {
            let work = fixture.read(&number).await.work.unwrap();
            let request = ChangeFollowUpRequest {
                number: number.clone(),
                follow_up_id: work.follow_ups[0].id.clone(),
                version: work.version,
                follow_up,
                is_done,
            };
            let changed = fixture
                .inbox()
                .change_follow_up(on_behalf_of(&caller, request.clone()))
                .await;
            let stale = fixture
                .inbox()
                .change_follow_up(on_behalf_of(&caller, request))
                .await;
            assert_eq!(Failure::from_status(&stale.unwrap_err()).code, Code::Conflict);
            kinds(&changed.unwrap().into_inner().inquiry.unwrap().work.unwrap())
        };
        assert_eq!(
            change(Some(step("measure", 96)), false).await,
            ["visit", "offer", "measure"]
        );
        assert_eq!(change(None, true).await, ["offer", "measure"]);
        let timeline = fixture.read(&number).await.details.unwrap().timeline;
        let done = timeline.iter().filter(
            |entry| matches!(&entry.detail, Some(timeline_entry::Detail::FollowUp(change)) if change.is_done),
        );
        assert_eq!(done.count(), 1);

        let day = |hours: i64| kit::calendar::date(kit::clock::now() + Duration::hours(hours)).to_string();
        let calendar = async |from: i64, to: i64| {
            let request = ListFollowUpsRequest {
                from: day(from),
                to: day(to),
                ..ListFollowUpsRequest::default()
            };
            let response = fixture
                .inbox()
                .list_follow_ups(on_behalf_of(&caller, request))
                .await;
            let entries = response.unwrap().into_inner().entries;
            entries
                .into_iter()
                .map(|entry| entry.step.unwrap().follow_up.unwrap().kind)
                .collect::<Vec<_>>()
        };
        assert_eq!(calendar(0, 200).await, ["measure"]);
        assert_eq!(calendar(0, 24).await, [""; 0]);
    }

    #[tokio::test]
    async fn takes_over_the_step_of_a_process_of_the_previous_version() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let caller = staff(member(StaffRole::Sales));
        let request = AddFollowUpRequest {
            number: number.clone(),
            follow_up: Some(step("measure", 48)),
            idempotency_key: String::new(),
        };
        fixture
            .inbox()
            .add_follow_up(on_behalf_of(&caller, request))
            .await
            .unwrap();
        let write = async |columns: &str| {
            sqlx::query(sqlx::AssertSqlSafe(format!("update inquiry set {columns}")))
                .execute(fixture.harness.pool())
                .await
                .unwrap();
            kinds(&fixture.read(&number).await.work.unwrap())
        };
        let call = "follow_up_kind = 'call', follow_up_text = '', follow_up_at = now() - interval '1 minute',
                    follow_up_overdue_at = now() + interval '1 hour', follow_up_reminders = 0";
        assert_eq!(write(call).await, ["call"]);
        crate::reminders::publish(fixture.harness.pool()).await.unwrap();
        assert_eq!(fixture.harness.published::<FollowUpDue>().await.len(), 1);
        let none =
            "follow_up_kind = null, follow_up_text = null, follow_up_at = null, follow_up_overdue_at = null";
        assert_eq!(write(none).await, [""; 0]);
    }
}
