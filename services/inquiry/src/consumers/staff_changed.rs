//! Hands over the quotes of a disabled member of the team.

use async_trait::async_trait;
use kit::{
    caller::Actor,
    domain::UserId,
    events::{Handler, HandlerError, Received},
};
use proto::account::v1::StaffChanged;
use sqlx::PgConnection;

use crate::{
    assignment::{PreviousAssignee, assign},
    edit::Edit,
    error::InquiryError,
    store,
    work::Assignee,
};

/// Assigns the open quotes of a disabled member, with their planned steps, to the receiver of the hand-over.
pub(crate) struct HandOver;

#[async_trait]
impl Handler for HandOver {
    type Event = StaffChanged;

    const NAME: &'static str = "inquiry-hand-over";

    fn concerns(&self, event: &StaffChanged) -> bool {
        event.hand_over.is_some()
    }

    async fn handle(
        &self,
        connection: &mut PgConnection,
        Received { id, event }: Received<StaffChanged>,
    ) -> Result<(), HandlerError> {
        let receiver = event.hand_over.unwrap_or_default();
        let from: UserId = event.user_id.parse()?;
        let to = match receiver.to_id.as_str() {
            "" => None,
            to => Some(Assignee {
                user: to.parse()?,
                store: receiver.store_id.parse().ok(),
            }),
        };
        let actor = Actor::owner(&event.by)?;
        for inquiry in store::inquiry::list_work_of(connection, from).await? {
            let handed_over = async {
                let mut edit = Edit::open_by_id(connection, Some(&actor), inquiry).await?;
                edit.hand_over = Some(id);
                let previous = PreviousAssignee::Exactly(Some(from));
                let effect = assign(connection, &actor, edit, previous, to).await?;
                effect.record(connection).await?;
                Ok(())
            };
            match handed_over.await {
                Ok(()) => (),
                Err(InquiryError::Database(error)) => return Err(error.into()),
                Err(error) => return Err(HandlerError::Rejected(error.into())),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kit::{grpc::client::on_behalf_of, staff::StaffRole};
    use proto::{
        account::v1::HandOver as Receiver,
        inquiry::v1::{
            FollowUp, Inquiry, InquiryAssigned, InquiryStatus, SetFollowUpRequest, TimelineEntry,
            timeline_entry::Detail,
        },
    };
    use time::Duration;

    use super::*;
    use crate::testing::{Fixture, STORE, member, message, staff};

    fn assignments(inquiry: &Inquiry) -> usize {
        let timeline = &inquiry.details.as_ref().unwrap().timeline;
        let is_assigned = |entry: &&TimelineEntry| matches!(entry.detail, Some(Detail::Assigned(_)));
        timeline.iter().filter(is_assigned).count()
    }

    #[tokio::test]
    async fn hands_over_open_quotes_and_steps_once_and_leaves_the_rest() {
        let fixture = Fixture::start().await;
        let (owner, leaving, receiver) = (
            member(StaffRole::Owner),
            member(StaffRole::Sales),
            member(StaffRole::Sales),
        );
        let mut numbers = Vec::new();
        for text in ["open", "closed", "other"] {
            let number = fixture.send_message(message(text)).await.unwrap();
            let to = if text == "other" { owner } else { leaving };
            fixture.assign(&staff(owner), &number, to.user).await.unwrap();
            numbers.push(number);
        }
        fixture
            .change_status(&numbers[1], InquiryStatus::Closed)
            .await
            .unwrap();
        let at = kit::clock::now() + Duration::days(1);
        let step = SetFollowUpRequest {
            number: numbers[0].clone(),
            version: 2,
            follow_up: Some(FollowUp {
                kind: "call".to_owned(),
                at: Some(kit::convert::timestamp(at)),
                ..FollowUp::default()
            }),
        };
        let step = on_behalf_of(&staff(leaving), step);
        fixture.inbox().set_follow_up(step).await.unwrap();
        let event = StaffChanged {
            user_id: leaving.user.to_string(),
            role: "sales".to_owned(),
            by: owner.user.to_string(),
            hand_over: Some(Receiver {
                to_id: receiver.user.to_string(),
                store_id: STORE.to_owned(),
            }),
            ..StaffChanged::default()
        };
        let id = fixture.harness.deliver(&event).await;
        fixture.harness.wait_until_idle().await;
        fixture.harness.redeliver(id, &event).await;
        fixture.harness.wait_until_idle().await;

        let mut assignees = Vec::new();
        for number in &numbers {
            assignees.push(fixture.read(number).await.work.unwrap().assignee_id);
        }
        let expected = [receiver, leaving, owner].map(|member| member.user.to_string());
        assert_eq!(assignees, expected);
        let inquiry = fixture.read(&numbers[0]).await;
        assert_eq!(assignments(&inquiry), 2);
        assert!(inquiry.work.unwrap().follow_up.is_some());
        let events = fixture.harness.published::<InquiryAssigned>().await;
        let handed: Vec<_> = events
            .iter()
            .filter(|event| event.hand_over_id == id.to_string())
            .collect();
        assert_eq!(handed.len(), 1);
        assert_eq!(handed[0].number, numbers[0]);
        assert_eq!(handed[0].by, owner.user.to_string());
        assert_eq!(fixture.audited_subjects("AssignInquiry").await.len(), 4);

        // Without a receiver the quotes are free.
        let event = StaffChanged {
            user_id: receiver.user.to_string(),
            hand_over: Some(Receiver::default()),
            ..event
        };
        fixture.harness.deliver(&event).await;
        fixture.harness.wait_until_idle().await;
        let inquiry = fixture.read(&numbers[0]).await;
        assert_eq!(inquiry.status(), InquiryStatus::New);
        assert_eq!(inquiry.work.unwrap().assignee_id, "");
    }
}
