//! Staff: adds a note to an inquiry.

use kit::{
    audit,
    caller::{Actor, Caller},
    failure::Failure,
    staff::Permission,
    validation::FieldErrors,
};
use proto::inquiry::v1::{AddInquiryNoteRequest, AddInquiryNoteResponse};
use serde_json::json;
use sqlx::PgPool;
use tonic::Request;

use super::{State, convert};
use crate::{
    error::InquiryError,
    inquiry::{Inquiry, Note},
    store,
};

pub(super) async fn handle(
    state: &State,
    request: Request<AddInquiryNoteRequest>,
) -> Result<AddInquiryNoteResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_permission(Permission::QuotesNote)?;
    let number = convert::number(&request.get_ref().number)?;
    let mut errors = FieldErrors::default();
    let text = errors.text::<1, 1_000>("text", &request.get_ref().text);
    let text = errors.finish(text)?;
    let (inquiry, notes) = add(&state.pool, &actor, &number, &text).await?;
    Ok(AddInquiryNoteResponse {
        inquiry: Some(convert::inquiry(inquiry, notes)),
    })
}

async fn add(
    pool: &PgPool,
    actor: &Actor,
    number: &str,
    text: &str,
) -> Result<(Inquiry, Vec<Note>), InquiryError> {
    let mut transaction = kit::database::begin(pool).await?;
    // Locked, so that concurrent notes are counted.
    let inquiry = store::inquiry::lock_by_number(&mut transaction, number)
        .await?
        .ok_or(InquiryError::NotFound)?;
    let count = store::note::count(&mut transaction, inquiry.id).await?;
    inquiry.check_note(count)?;
    store::note::insert(&mut transaction, inquiry.id, text, &actor.to_string()).await?;
    // The text may contain personal data, and is not audited.
    audit::record(&mut transaction, actor, "AddInquiryNote", number, json!({})).await?;
    let notes = store::note::list(&mut transaction, inquiry.id).await?;
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
    async fn lists_notes_in_order_for_any_status() {
        let fixture = Fixture::start().await;
        let number = fixture.send_message(message("Salam")).await.unwrap();
        fixture.add_note(&number, " called back ").await.unwrap();
        fixture
            .change_status(&number, InquiryStatus::Closed)
            .await
            .unwrap();
        let inquiry = fixture.add_note(&number, "wants it in March").await.unwrap();
        let texts: Vec<_> = inquiry.notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(texts, ["called back", "wants it in March"]);
        assert!(
            inquiry
                .notes
                .iter()
                .all(|note| note.author == "operator" && note.at.is_some())
        );
        assert_eq!(fixture.find(&number).await.notes, inquiry.notes);
        assert_eq!(fixture.audited_subjects("AddInquiryNote").await.len(), 2);
    }

    #[tokio::test]
    async fn rejects_more_than_100_notes() {
        let fixture = Fixture::start().await;
        let number = fixture.send_message(message("Salam")).await.unwrap();
        sqlx::query(
            "insert into inquiry_note (inquiry_id, text, author)
             select id, 'a note', 'operator' from inquiry, generate_series(1, 99) where number = $1",
        )
        .bind(&number)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
        fixture.add_note(&number, "the last").await.unwrap();
        let error = fixture.add_note(&number, "one too many").await.unwrap_err();
        let error = Failure::from_status(&error);
        assert_eq!(
            (error.code, error.reason.as_str()),
            (Code::Conflict, "INQUIRY.TOO_MANY_NOTES")
        );
    }

    #[tokio::test]
    async fn rejects_invalid_texts_and_unknown_inquiries() {
        let fixture = Fixture::start().await;
        let number = fixture.send_message(message("Salam")).await.unwrap();
        for (text, key) in [
            (" ".to_owned(), "FIELD.REQUIRED"),
            ("a".repeat(1_001), "FIELD.TOO_LONG"),
        ] {
            let error = fixture.add_note(&number, &text).await.unwrap_err();
            assert_eq!(fields(&error), [("text".to_owned(), key.to_owned())]);
        }
        let unknown = fixture.add_note("SM-00000000", "a note").await.unwrap_err();
        assert_eq!(Failure::from_status(&unknown).code, Code::NotFound);
        assert_eq!(
            fixture.audited_subjects("AddInquiryNote").await,
            Vec::<String>::new()
        );
    }

    #[tokio::test]
    async fn rejects_customers() {
        let fixture = Fixture::start().await;
        let number = fixture.send_message(message("Salam")).await.unwrap();
        let request = AddInquiryNoteRequest {
            number,
            text: "a note".to_owned(),
            ..AddInquiryNoteRequest::default()
        };
        let customer = testkit::caller::customer(kit::domain::UserId::generate());
        let error = fixture
            .client()
            .add_inquiry_note(on_behalf_of(&customer, request))
            .await
            .unwrap_err();
        assert_eq!(Failure::from_status(&error).code, Code::Forbidden);
    }
}
