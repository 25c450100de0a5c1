//! Staff: writes a note on an inquiry.

use kit::{audit, caller::Caller, failure::Failure};
use proto::inquiry::v1::{AddInquiryNoteRequest, AddInquiryNoteResponse};
use serde_json::json;
use sqlx::PgPool;
use tonic::Request;

use super::{State, convert};
use crate::{
    error::InquiryError,
    fields::Fields,
    inquiry::{Inquiry, Note},
    store,
};

pub(super) async fn handle(
    state: &State,
    request: Request<AddInquiryNoteRequest>,
) -> Result<AddInquiryNoteResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_staff()?;
    let number = convert::number(&request.get_ref().number)?;
    let mut fields = Fields::default();
    let Some(text) = fields.text::<1_000>("text", &request.get_ref().text) else {
        return Err(fields.into_error().into());
    };
    let (inquiry, notes) = add(&state.pool, &actor, &number, &text).await?;
    Ok(AddInquiryNoteResponse {
        inquiry: Some(convert::inquiry(inquiry, notes)),
    })
}

async fn add(
    pool: &PgPool,
    actor: &str,
    number: &str,
    text: &str,
) -> Result<(Inquiry, Vec<Note>), InquiryError> {
    let mut transaction = pool.begin().await?;
    // Locked, so that notes that come at once are all counted.
    let inquiry = store::inquiry::lock_by_number(&mut transaction, number)
        .await?
        .ok_or(InquiryError::NotFound)?;
    let present = store::note::count(&mut transaction, inquiry.id).await?;
    inquiry.may_take_note(present)?;
    store::note::insert(&mut transaction, inquiry.id, text, actor).await?;
    // What is noted may be personal, so the audit does not say it.
    audit::record(&mut transaction, actor, "AddInquiryNote", number, json!({})).await?;
    let notes = store::note::of_inquiry(&mut transaction, inquiry.id).await?;
    transaction.commit().await?;
    Ok((inquiry, notes))
}

#[cfg(test)]
mod tests {
    use kit::{
        failure::{Code, Failure},
        grpc::client::on_behalf_of,
    };
    use proto::inquiry::v1::InquiryStatus;

    use super::*;
    use crate::testing::{Fixture, fields, message};

    #[tokio::test]
    async fn notes_are_kept_in_their_order_whatever_the_status() {
        let fixture = Fixture::start().await;
        let number = fixture.write(message("Salam")).await.unwrap();
        fixture.note(&number, " called back ").await.unwrap();
        fixture.move_to(&number, InquiryStatus::Closed).await.unwrap();
        let noted = fixture.note(&number, "wants it in March").await.unwrap();
        let texts: Vec<_> = noted.notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(texts, ["called back", "wants it in March"]);
        assert!(
            noted
                .notes
                .iter()
                .all(|note| note.author == "operator" && note.at.is_some())
        );
        assert_eq!(fixture.found(&number).await.notes, noted.notes);
        assert_eq!(fixture.audited("AddInquiryNote").await.len(), 2);
    }

    #[tokio::test]
    async fn an_inquiry_has_at_most_100() {
        let fixture = Fixture::start().await;
        let number = fixture.write(message("Salam")).await.unwrap();
        sqlx::query(
            "insert into inquiry_note (inquiry_id, text, author)
             select id, 'a note', 'operator' from inquiry, generate_series(1, 99) where number = $1",
        )
        .bind(&number)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
        fixture.note(&number, "the last").await.unwrap();
        let refused = fixture.note(&number, "one too many").await.unwrap_err();
        let refused = Failure::from_status(&refused);
        assert_eq!(
            (refused.code, refused.reason.as_str()),
            (Code::Conflict, "INQUIRY.TOO_MANY_NOTES")
        );
    }

    #[tokio::test]
    async fn a_note_says_something_of_an_inquiry_that_there_is() {
        let fixture = Fixture::start().await;
        let number = fixture.write(message("Salam")).await.unwrap();
        for (text, key) in [
            (" ".to_owned(), "FIELD.REQUIRED"),
            ("a".repeat(1_001), "FIELD.TOO_LONG"),
        ] {
            let refused = fixture.note(&number, &text).await.unwrap_err();
            assert_eq!(fields(&refused), [("text".to_owned(), key.to_owned())]);
        }
        let unknown = fixture.note("SM-00000000", "a note").await.unwrap_err();
        assert_eq!(Failure::from_status(&unknown).code, Code::NotFound);
        assert_eq!(fixture.audited("AddInquiryNote").await, Vec::<String>::new());
    }

    #[tokio::test]
    async fn a_customer_notes_nothing() {
        let fixture = Fixture::start().await;
        let number = fixture.write(message("Salam")).await.unwrap();
        let request = AddInquiryNoteRequest {
            number,
            text: "a note".to_owned(),
        };
        let customer = testkit::caller::customer(kit::domain::UserId::generate());
        let refused = fixture
            .client()
            .add_inquiry_note(on_behalf_of(&customer, request))
            .await
            .unwrap_err();
        assert_eq!(Failure::from_status(&refused).code, Code::Forbidden);
    }
}
