//! Staff: corrects a note or a logged contact.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
    staff::Permission,
    validation::{FieldErrors, INVALID},
    vocabulary::inquiry::Direction,
};
use proto::inquiry::v1::{CorrectEntryRequest, CorrectEntryResponse};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{State, convert, decode, details};
use crate::{
    edit::Edit,
    error::InquiryError,
    inquiry::UpdateError,
    store,
    timeline::{Detail, Entry, FormerEntry},
    work::{Contact, fits, is_answer},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: CorrectEntryRequest,
) -> Result<CorrectEntryResponse, Failure> {
    let number = convert::number(&request.number)?;
    let id = request.entry_id.parse().map_err(|_| UpdateError::UnknownEntry)?;
    change::run(&state.pool, async |connection| {
        let edit = Edit::open_for(connection, &actor, &number, Permission::QuotesNote).await?;
        let effect = correct(connection, edit, id, &request, state.promise_minutes).await?;
        let inquiry = Some(details::load(connection, &actor, language, &number).await?);
        Ok(effect.with(CorrectEntryResponse { inquiry }))
    })
    .await
}

/// Corrects an entry, without effect if nothing differs. The steps that a contact completed, and the status that it
/// changed, stay as they are.
async fn correct(
    connection: &mut PgConnection,
    mut edit: Edit,
    id: Uuid,
    request: &CorrectEntryRequest,
    promise_minutes: u32,
) -> Result<Effect, InquiryError> {
    edit.inquiry.check_not_wiped()?;
    let mut timeline = store::timeline::list(connection, edit.inquiry.id).await?;
    let position = timeline.iter().position(|entry| entry.id == id);
    let mut entry = timeline.swap_remove(position.ok_or(UpdateError::UnknownEntry)?);
    if !entry.is_correctable_by(&edit.by(), edit.now) {
        return Err(UpdateError::EntryFinal.into());
    }
    let was_answer = entry.is_answer();
    if !apply(&edit, &mut entry, request)? {
        return Ok(Effect::none());
    }
    store::timeline::update(connection, &entry).await?;
    match &entry.detail {
        Detail::Contact { channel, outcome, .. } if is_answer(*outcome) && !was_answer => {
            // A call of the customer stays a message that came in: only the answer is new.
            let contact = Contact {
                channel: *channel,
                direction: Direction::Out,
                outcome: *outcome,
                at: entry.at,
            };
            edit.apply_contact(connection, contact, promise_minutes).await?;
        }
        _ if was_answer && !entry.is_answer() => {
            let others = timeline.iter().filter(|other| other.is_answer());
            let created_at = edit.inquiry.created_at;
            edit.inquiry
                .work
                .withdraw_answer(entry.at, others.map(|other| other.at), created_at);
        }
        _ => {}
    }
    edit.save(connection, "contact", "").await?;
    // The text may contain personal data, and is not audited.
    Ok(edit.audited("CorrectEntry"))
}

/// Writes the text and the outcome into an entry and keeps the former ones. Returns whether something differs.
fn apply(edit: &Edit, entry: &mut Entry, request: &CorrectEntryRequest) -> Result<bool, InquiryError> {
    let mut errors = FieldErrors::default();
    let (text, outcomes, former) = match &mut entry.detail {
        Detail::Note { former, .. } => (errors.text::<1, 1_000>("text", &request.text), None, former),
        Detail::Contact {
            channel,
            direction,
            outcome,
            former,
            ..
        } => {
            edit.check(Permission::QuotesWrite)?;
            let next = match request.outcome.as_str() {
                "" => Some(*outcome),
                name => decode::word(&mut errors, "outcome", name),
            };
            if let Some(next) = next {
                errors.ensure(fits(next, *channel, *direction), "outcome", INVALID);
            }
            let text = errors.text::<0, 5_000>("text", &request.text);
            (text, next.map(|next| (outcome, next)), former)
        }
        _ => return Err(UpdateError::EntryFinal.into()),
    };
    let text = errors.finish(text)?;
    let mut before = FormerEntry {
        text: std::mem::replace(&mut entry.text, text),
        outcome: None,
        until: edit.now,
    };
    if let Some((outcome, next)) = outcomes.filter(|(outcome, next)| *outcome != next) {
        before.outcome = Some(std::mem::replace(outcome, next));
    }
    let is_changed = before.text != entry.text || before.outcome.is_some();
    if is_changed {
        former.push(before);
    }
    Ok(is_changed)
}

#[cfg(test)]
mod tests {
    use kit::{caller::Caller, failure::Code, grpc::client::on_behalf_of, staff::StaffRole};
    use proto::inquiry::v1::{
        AddInquiryNoteRequest, Inquiry, InquiryAnswered, LogContactRequest, TimelineEntry,
        timeline_entry::Detail,
    };

    use super::*;
    use crate::testing::{Fixture, WARDROBE, fields, member, quote, staff};

    async fn send(
        fixture: &Fixture,
        caller: &Caller,
        request: CorrectEntryRequest,
    ) -> Result<Inquiry, Failure> {
        let response = fixture.inbox().correct_entry(on_behalf_of(caller, request)).await;
        response
            .map(|response| response.into_inner().inquiry.unwrap())
            .map_err(|error| Failure::from_status(&error))
    }

    fn last(inquiry: &Inquiry) -> TimelineEntry {
        inquiry.details.as_ref().unwrap().timeline.last().unwrap().clone()
    }

    #[tokio::test]
    async fn an_author_corrects_a_note_for_an_hour_with_a_trace() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let (author, other) = (staff(member(StaffRole::Sales)), staff(member(StaffRole::Sales)));
        let request = AddInquiryNoteRequest {
            number: number.clone(),
            text: "Divar 285".to_owned(),
            ..AddInquiryNoteRequest::default()
        };
        let inquiry = fixture
            .client()
            .add_inquiry_note(on_behalf_of(&author, request))
            .await;
        let entry = last(&inquiry.unwrap().into_inner().inquiry.unwrap());
        let request = CorrectEntryRequest {
            number: number.clone(),
            entry_id: entry.id.clone(),
            text: " Divar 258 ".to_owned(),
            outcome: String::new(),
        };
        let corrected = last(&send(&fixture, &author, request.clone()).await.unwrap());
        assert_eq!((corrected.text.as_str(), corrected.at), ("Divar 258", entry.at));
        assert_eq!(corrected.former.len(), 1);
        assert_eq!(
            (
                corrected.former[0].text.as_str(),
                corrected.former[0].until.is_some()
            ),
            ("Divar 285", true)
        );
        let same = last(&send(&fixture, &author, request.clone()).await.unwrap());
        assert_eq!(same.former.len(), 1);
        assert_eq!(fixture.audited_subjects("CorrectEntry").await.len(), 1);

        let refused = send(&fixture, &other, request.clone()).await.unwrap_err();
        assert_eq!(
            (refused.code, refused.reason.as_str()),
            (Code::Conflict, "TIMELINE.ENTRY_FINAL")
        );
        let empty = CorrectEntryRequest {
            text: String::new(),
            ..request.clone()
        };
        let error = fixture
            .inbox()
            .correct_entry(on_behalf_of(&author, empty))
            .await
            .unwrap_err();
        assert_eq!(fields(&error), [("text".to_owned(), "FIELD.REQUIRED".to_owned())]);
        let unknown = CorrectEntryRequest {
            entry_id: Uuid::now_v7().to_string(),
            ..request.clone()
        };
        assert_eq!(
            send(&fixture, &author, unknown).await.unwrap_err().code,
            Code::NotFound
        );

        // The id has the time at which the entry was written.
        let hour_ago = kit::clock::now() - time::Duration::minutes(61);
        let seconds = u64::try_from(hour_ago.unix_timestamp()).unwrap();
        let old = Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, seconds, 0));
        sqlx::query("update inquiry_event set id = $1 where id = $2")
            .bind(old)
            .bind(entry.id.parse::<Uuid>().unwrap())
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        let late = CorrectEntryRequest {
            entry_id: old.to_string(),
            text: "Divar".to_owned(),
            ..request
        };
        assert_eq!(
            send(&fixture, &author, late).await.unwrap_err().reason,
            "TIMELINE.ENTRY_FINAL"
        );

        fixture.age_inquiry(&number, 1_097).await;
        let _sweeping = fixture.replica().await;
        testkit::eventually("the inquiry is wiped", || async {
            fixture.read(&number).await.work?.is_wiped.then_some(())
        })
        .await;
        let timeline = fixture.read(&number).await.details.unwrap().timeline;
        assert!(
            timeline
                .iter()
                .all(|entry| entry.text.is_empty() && entry.former.is_empty())
        );
    }

    #[tokio::test]
    async fn a_corrected_outcome_moves_the_first_answer() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let author = staff(member(StaffRole::Sales));
        let request = LogContactRequest {
            number: number.clone(),
            channel: "call".to_owned(),
            direction: "out".to_owned(),
            outcome: "talked".to_owned(),
            text: "Razılaşdıq".to_owned(),
            ..LogContactRequest::default()
        };
        let log = async || {
            let logged = fixture
                .inbox()
                .log_contact(on_behalf_of(&author, request.clone()))
                .await;
            last(&logged.unwrap().into_inner().inquiry.unwrap()).id
        };
        let correct = async |id: &str, outcome: &str| {
            let request = CorrectEntryRequest {
                number: number.clone(),
                entry_id: id.to_owned(),
                text: "Cavab yoxdur".to_owned(),
                outcome: outcome.to_owned(),
            };
            send(&fixture, &author, request).await
        };
        let first = log().await;
        let inquiry = correct(&first, "noAnswer").await.unwrap();
        let work = inquiry.work.clone().unwrap();
        assert!(work.first_answer_at.is_none() && work.waiting_since.is_some());
        let entry = last(&inquiry);
        assert_eq!(entry.former[0].outcome, "talked");
        assert!(matches!(entry.detail, Some(Detail::Contact(contact)) if contact.outcome == "noAnswer"));

        // The next answer is the first one.
        let second = log().await;
        let answered = fixture.read(&number).await.work.unwrap();
        assert_eq!(
            (answered.first_answer_at, answered.waiting_since),
            (last(&fixture.read(&number).await).at, None)
        );
        // It stays while another one is corrected in either direction.
        let work = correct(&first, "talked").await.unwrap().work.unwrap();
        assert_eq!(work.first_answer_at, answered.first_answer_at);
        let work = correct(&second, "busy").await.unwrap().work.unwrap();
        assert_eq!(work.waiting_since, None);
        assert!(
            work.first_answer_at
                .is_some_and(|at| Some(at) != answered.first_answer_at)
        );
        assert_eq!(fixture.harness.published::<InquiryAnswered>().await.len(), 2);

        let refused = correct(&second, "sent").await.unwrap_err();
        assert_eq!(
            refused.fields,
            [("outcome".to_owned(), "FIELD.INVALID".to_owned())]
        );
    }
}
