//! Staff: changes up to 200 inquiries, each by its own rules.

use std::collections::{BTreeMap, HashMap};

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    failure::{Code, Failure},
    staff::Permission,
    validation::{FieldErrors, OUT_OF_RANGE, REQUIRED},
};
use proto::inquiry::v1::{
    InquiryUpdateResult, UpdateInquiriesRequest, UpdateInquiriesResponse, update_inquiries_request,
};
use sqlx::{Connection as _, PgConnection};
use time::OffsetDateTime;

use super::{
    State, add_follow_up, convert, decode, set_follow_up,
    update_inquiry_status::{self, StatusChange},
};
use crate::{
    access,
    assignment::{self, PreviousAssignee},
    edit::Edit,
    error::InquiryError,
    store,
    work::{Assignee, FollowUp},
};

/// Maximum number of inquiries.
const MAX_NUMBERS: usize = 200;

/// Message keys of errors by field.
type Errors = BTreeMap<String, String>;

/// A valid change.
enum Update {
    Assign(Option<Assignee>),
    Status(StatusChange),
    FollowUp(Option<FollowUp>),
}

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: UpdateInquiriesRequest,
) -> Result<UpdateInquiriesResponse, Failure> {
    let now = store::inquiry::now(&mut *state.pool.acquire().await?).await?;
    let update = decode(state, &actor, &request, now).await?;
    let results: Vec<(String, Errors)> =
        Change::once(&actor, "UpdateInquiries", &request.idempotency_key, &request)
            .run(
                &state.pool,
                async |_| Ok::<_, Failure>(()),
                async |connection, ()| apply(connection, &actor, &request.numbers, &update).await,
                async |connection, results| {
                    let results = serde_json::from_str(results).map_err(internal)?;
                    authorize(connection, &actor, results, &update).await
                },
            )
            .await?;
    Ok(UpdateInquiriesResponse {
        results: results
            .into_iter()
            .map(|(number, errors)| InquiryUpdateResult {
                number,
                errors: errors.into_iter().collect(),
            })
            .collect(),
    })
}

async fn decode(
    state: &State,
    actor: &Actor,
    request: &UpdateInquiriesRequest,
    now: OffsetDateTime,
) -> Result<Update, Failure> {
    let mut errors = FieldErrors::default();
    let count = request.numbers.len();
    errors.ensure(count > 0, "numbers", REQUIRED);
    errors.ensure(count <= MAX_NUMBERS, "numbers", OUT_OF_RANGE);
    errors.idempotency_key(&request.idempotency_key);
    match &request.change {
        None => {
            errors.push("action", REQUIRED);
            Err(errors.into())
        }
        Some(update_inquiries_request::Change::Assign(change)) => {
            let to = decode::staff(&mut errors, "to", &change.to_id);
            errors.into_result()?;
            Ok(Update::Assign(match to {
                Some(user) => Some(state.staff.assignee(user).await?),
                None => None,
            }))
        }
        Some(update_inquiries_request::Change::Status(change)) => {
            let to = errors.required_word("to", change.to);
            let reason =
                to.and_then(|to| update_inquiry_status::reason(&mut errors, actor, to, &change.reason));
            let follow_up = decode::follow_up(&mut errors, change.follow_up.as_ref(), now);
            let to = errors.finish(to)?;
            Ok(Update::Status(StatusChange {
                from: None,
                to,
                reason,
                text: String::new(),
                follow_up,
            }))
        }
        Some(update_inquiries_request::Change::FollowUp(change)) => {
            let follow_up = decode::follow_up(&mut errors, change.follow_up.as_ref(), now);
            errors.into_result()?;
            Ok(Update::FollowUp(follow_up))
        }
    }
}

/// Changes the inquiries in the order of their numbers, so that two calls do not wait for each other, each with a savepoint.
/// The result has the errors of each inquiry, in the order of the request.
async fn apply(
    connection: &mut PgConnection,
    actor: &Actor,
    numbers: &[String],
    update: &Update,
) -> Result<Effect, Failure> {
    let mut ordered: Vec<_> = numbers.iter().collect();
    ordered.sort_unstable();
    ordered.dedup();
    let mut results = HashMap::with_capacity(ordered.len());
    let mut effect = Effect::none();
    for number in ordered {
        let mut savepoint = connection.begin().await?;
        match apply_one(&mut savepoint, actor, number, update).await {
            Ok(changed) => {
                savepoint.commit().await?;
                effect.add(changed);
                results.insert(number, Errors::new());
            }
            Err(error) => {
                savepoint.rollback().await?;
                results.insert(number, row_errors(error)?);
            }
        }
    }
    let results = numbers.iter().map(|number| {
        let errors = results.get(number).cloned().unwrap_or_default();
        (number, errors)
    });
    let results = serde_json::to_string(&results.collect::<Vec<_>>()).map_err(internal)?;
    Ok(effect.with(results))
}

/// Replaces the results of inquiries that the actor may not change any more: at a replay they may be another's by now.
async fn authorize(
    connection: &mut PgConnection,
    actor: &Actor,
    mut results: Vec<(String, Errors)>,
    update: &Update,
) -> Result<Vec<(String, Errors)>, Failure> {
    let numbers: Vec<_> = results
        .iter()
        .filter_map(|(number, _)| convert::number(number).ok())
        .collect();
    let ownerships = store::inquiry::ownerships(connection, &numbers, actor.user()).await?;
    for (number, errors) in &mut results {
        let ownership = convert::number(number)
            .ok()
            .and_then(|number| ownerships.get(&number).copied());
        let Some(ownership) = ownership else {
            continue;
        };
        let authorized = match update {
            // The call itself may have given the inquiry away.
            Update::Assign(to) if ownership.assignee == to.map(|to| to.user) => {
                access::check_read(actor, ownership)
            }
            Update::Assign(to) => access::check_assign(actor, ownership, to.map(|to| to.user)),
            Update::Status(_) | Update::FollowUp(_) => {
                access::check(actor, Permission::QuotesWrite, ownership)
            }
        };
        if let Err(error) = authorized {
            *errors = row_errors(error)?;
        }
    }
    Ok(results)
}

fn internal(error: serde_json::Error) -> Failure {
    Failure::new(Code::Internal).with_source(error)
}

async fn apply_one(
    connection: &mut PgConnection,
    actor: &Actor,
    number: &str,
    update: &Update,
) -> Result<Effect, InquiryError> {
    let number = convert::number(number)?;
    match update {
        Update::Assign(assignee) => {
            let edit = Edit::open(connection, actor, &number).await?;
            assignment::assign(connection, actor, edit, PreviousAssignee::Any, *assignee).await
        }
        Update::Status(change) => {
            let edit = Edit::open_for(connection, actor, &number, Permission::QuotesWrite).await?;
            update_inquiry_status::update(connection, actor, edit, change.clone()).await
        }
        Update::FollowUp(follow_up) => {
            let edit = Edit::open_for(connection, actor, &number, Permission::QuotesWrite).await?;
            match follow_up {
                Some(_) => add_follow_up::add(connection, edit, follow_up.clone()).await,
                None => set_follow_up::set(connection, edit, None, None).await,
            }
        }
    }
}

/// Returns the errors of one inquiry. Errors of the database fail the whole call.
fn row_errors(error: InquiryError) -> Result<Errors, InquiryError> {
    if matches!(error, InquiryError::Database(_)) {
        return Err(error);
    }
    let failure = Failure::from(error);
    Ok(if failure.fields.is_empty() {
        Errors::from_iter([("general".to_owned(), failure.reason)])
    } else {
        failure.fields.into_iter().collect()
    })
}

#[cfg(test)]
mod tests {
    use kit::{caller::StaffMember, grpc::client::on_behalf_of, staff::StaffRole};
    use proto::inquiry::v1::{
        InquiryStatus,
        update_inquiries_request::{AssignChange, FollowUpChange, StatusChange as WireChange},
    };

    use super::*;
    use crate::testing::{Fixture, member, message, staff};

    #[tokio::test]
    async fn replay_authorizes_each_inquiry_again() {
        let fixture = Fixture::start().await;
        let mut numbers = Vec::new();
        for text in ["kept", "given", "moved"] {
            numbers.push(fixture.send_message(message(text)).await.unwrap());
        }
        let (sales, other, third) = (
            member(StaffRole::Sales),
            member(StaffRole::Sales),
            member(StaffRole::Sales),
        );
        let send = async |by: StaffMember, numbers: &[String], change, key: &str| {
            let request = UpdateInquiriesRequest {
                numbers: numbers.to_vec(),
                change: Some(change),
                idempotency_key: key.to_owned(),
            };
            let request = on_behalf_of(&staff(by), request);
            let results = fixture.inbox().update_inquiries(request).await.unwrap();
            let results = results.into_inner().results.into_iter();
            results
                .map(|result| result.errors.get("general").cloned().unwrap_or_default())
                .collect::<Vec<_>>()
        };
        let update = async |change, key: &str| send(sales, &numbers, change, key).await;
        let assign = |to: StaffMember| {
            update_inquiries_request::Change::Assign(AssignChange {
                to_id: to.user.to_string(),
            })
        };
        let later = update_inquiries_request::Change::FollowUp(FollowUpChange { follow_up: None });
        let free = ["", "", ""];
        let two_gone = ["", "INQUIRY.NOT_YOURS", "INQUIRY.NOT_YOURS"];
        assert_eq!(update(assign(sales), "take").await, free);
        assert_eq!(update(later.clone(), "later").await, free);
        assert_eq!(send(other, &numbers[1..], assign(other), "").await, free[1..]);
        assert_eq!(update(later, "later").await, two_gone);
        // To take them is hers again and again.
        assert_eq!(update(assign(sales), "take").await, free);

        assert_eq!(send(sales, &numbers[1..], assign(sales), "").await, free[1..]);
        assert_eq!(update(assign(other), "give").await, free);
        // A repetition of what she gave away has the same results until a third person takes one.
        assert_eq!(update(assign(other), "give").await, free);
        assert_eq!(send(third, &numbers[2..], assign(third), "").await, free[2..]);
        assert_eq!(update(assign(other), "give").await, ["", "", "INQUIRY.NOT_YOURS"]);
    }

    #[tokio::test]
    async fn each_inquiry_has_its_own_result_and_a_repetition_the_same() {
        let fixture = Fixture::start().await;
        let mut numbers = Vec::new();
        for text in ["a", "b", "c"] {
            numbers.push(fixture.send_message(message(text)).await.unwrap());
        }
        let (sales, other) = (member(StaffRole::Sales), member(StaffRole::Sales));
        fixture
            .assign(&staff(other), &numbers[1], other.user)
            .await
            .unwrap();
        numbers.push("SM-00000000".to_owned());
        let request = UpdateInquiriesRequest {
            numbers: numbers.clone(),
            change: Some(update_inquiries_request::Change::Status(WireChange {
                to: InquiryStatus::Closed.into(),
                reason: "spam".to_owned(),
                follow_up: None,
            })),
            idempotency_key: "one".to_owned(),
        };
        for _ in 0..2 {
            let request = on_behalf_of(&staff(sales), request.clone());
            let response = fixture.inbox().update_inquiries(request).await.unwrap();
            let results = response.into_inner().results;
            let keys: Vec<_> = results
                .iter()
                .map(|result| result.errors.get("general").map_or("", String::as_str))
                .collect();
            assert_eq!(keys, ["", "INQUIRY.NOT_YOURS", "", "INQUIRY.NOT_FOUND"]);
        }
        assert_eq!(fixture.audited_subjects("UpdateInquiryStatus").await.len(), 2);
        let many = UpdateInquiriesRequest {
            numbers: vec!["SM-00000000".to_owned(); 201],
            ..request
        };
        let error = fixture
            .inbox()
            .update_inquiries(on_behalf_of(&staff(sales), many))
            .await
            .unwrap_err();
        assert_eq!(
            crate::testing::fields(&error),
            [("numbers".to_owned(), "FIELD.OUT_OF_RANGE".to_owned())]
        );
    }
}
