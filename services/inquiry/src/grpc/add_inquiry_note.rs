//! Staff: adds a note to an inquiry.

use kit::{
    caller::StaffCaller,
    change::{Change, Effect},
    domain::UserId,
    failure::Failure,
    staff::Permission,
    validation::{FieldErrors, INVALID, TOO_LONG},
};
use proto::inquiry::v1::{AddInquiryNoteRequest, AddInquiryNoteResponse};
use sqlx::PgConnection;

use super::{State, conversation, convert, details};
use crate::{
    conversation::{Attachment, MAX_FILES},
    edit::Edit,
    error::InquiryError,
    store,
    timeline::{Detail, Entry},
};

/// Maximum number of mentioned staff members.
const MAX_MENTIONS: usize = 20;

/// A valid note.
struct NewNote {
    text: String,
    mentions: Vec<UserId>,
    files: Vec<Attachment>,
}

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: AddInquiryNoteRequest,
) -> Result<AddInquiryNoteResponse, Failure> {
    let note = decode(&request)?;
    state.staff.check_active("mentions", &note.mentions).await?;
    let number = convert::number(&request.number)?;
    let operation = format!("AddInquiryNote {number}");
    let inquiry = Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| Edit::open_for(connection, &actor, &number, Permission::QuotesNote).await,
            async |connection, edit| add(connection, edit, note).await,
            async |connection, _| Ok(details::load(connection, &actor, language, &number).await?),
        )
        .await?;
    Ok(AddInquiryNoteResponse {
        inquiry: Some(inquiry),
    })
}

fn decode(request: &AddInquiryNoteRequest) -> Result<NewNote, Failure> {
    let mut errors = FieldErrors::default();
    let text = errors.text::<1, 1_000>("text", &request.text);
    errors.ensure(request.mentions.len() <= MAX_MENTIONS, "mentions", TOO_LONG);
    errors.idempotency_key(&request.idempotency_key);
    let mut mentions = Vec::with_capacity(MAX_MENTIONS);
    for (index, id) in request.mentions.iter().take(MAX_MENTIONS).enumerate() {
        let id = errors.check(format!("mentions[{index}]"), id.parse().map_err(|_| INVALID));
        mentions.extend(id.filter(|id| !mentions.contains(id)));
    }
    let files = conversation::convert::attachments::<MAX_FILES>(&mut errors, &request.files);
    errors.finish(text.map(|text| NewNote {
        text,
        mentions,
        files,
    }))
}

async fn add(connection: &mut PgConnection, mut edit: Edit, note: NewNote) -> Result<Effect, InquiryError> {
    let id = edit.inquiry.id;
    edit.inquiry
        .check_note(store::timeline::count(connection, id).await?)?;
    let by = edit.by();
    let detail = Detail::Note {
        mentions: note.mentions.clone(),
        files: note.files,
        former: Vec::new(),
    };
    let has_files = matches!(&detail, Detail::Note { files, .. } if !files.is_empty());
    let entry = Entry::new(edit.now, Some(by.clone()), detail).with_text(note.text);
    store::timeline::insert(connection, id, &entry).await?;
    if !note.mentions.is_empty() {
        let staff: Vec<_> = note.mentions.iter().map(|staff| staff.uuid()).collect();
        store::timeline::mention(connection, id, &staff).await?;
        edit.change(&by).mentioned(connection, &note.mentions).await?;
    }
    if has_files {
        edit.change(&by).files_attached(connection, entry.id).await?;
    }
    edit.save(connection, "note", "").await?;
    // The text may contain personal data, and is not audited.
    Ok(edit.audited("AddInquiryNote"))
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
        assert_eq!(fixture.read(&number).await.notes, inquiry.notes);
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

    use kit::staff::StaffRole;
    use proto::inquiry::v1::InquiryMentioned;

    use crate::testing::{WARDROBE, member, quote, staff};

    #[tokio::test]
    async fn a_mention_lets_the_warehouse_read_with_the_phone_without_email_and_offers() {
        let fixture = Fixture::start().await;
        let number = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let (sales, warehouse) = (member(StaffRole::Sales), member(StaffRole::Warehouse));
        let error = fixture.read_as(&staff(warehouse), &number).await.unwrap_err();
        assert_eq!(
            (error.code, error.reason.as_str()),
            (Code::NotFound, "INQUIRY.NOT_FOUND")
        );
        let request = AddInquiryNoteRequest {
            number: number.to_lowercase(),
            text: "@Elçin var?".to_owned(),
            mentions: vec![warehouse.user.to_string()],
            idempotency_key: "key".to_owned(),
            ..AddInquiryNoteRequest::default()
        };
        for _ in 0..2 {
            let request = on_behalf_of(&staff(sales), request.clone());
            fixture.client().add_inquiry_note(request).await.unwrap();
        }
        let inquiry = fixture.read_as(&staff(warehouse), &number).await.unwrap();
        assert_eq!(inquiry.notes.len(), 1);
        let sender = inquiry.sender.unwrap();
        assert_eq!(
            (sender.name.as_str(), sender.phone, sender.email),
            ("Leyla", "+994501234567".to_owned(), String::new())
        );
        assert_eq!(inquiry.work.unwrap().phone, "+994501234567");
        assert!(inquiry.details.unwrap().offers.is_empty());
        let mentioned = fixture.harness.published::<InquiryMentioned>().await;
        assert_eq!(mentioned.len(), 1);
        assert_eq!(mentioned[0].staff_ids, [warehouse.user.to_string()]);
        // Notes do not raise the version.
        assert_eq!(fixture.read(&number).await.work.unwrap().version, 1);

        let other = AddInquiryNoteRequest {
            text: "another".to_owned(),
            ..request
        };
        let error = fixture
            .client()
            .add_inquiry_note(on_behalf_of(&staff(sales), other))
            .await
            .unwrap_err();
        assert_eq!(Failure::from_status(&error).code, Code::KeyReused);
    }
}
