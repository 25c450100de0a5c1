//! Staff: attaches files to an inquiry.

use kit::{
    caller::StaffCaller,
    change::{Change, Effect},
    failure::Failure,
    staff::Permission,
    validation::{FieldErrors, REQUIRED},
};
use proto::inquiry::v1::{AttachFilesRequest, AttachFilesResponse};
use sqlx::PgConnection;

use super::{State, conversation, convert, details};
use crate::{
    conversation::{Attachment, MAX_FILES},
    edit::Edit,
    error::InquiryError,
    store,
    timeline::{Detail, Entry},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, language }: StaffCaller,
    request: AttachFilesRequest,
) -> Result<AttachFilesResponse, Failure> {
    let mut errors = FieldErrors::default();
    errors.ensure(!request.files.is_empty(), "mediaIds", REQUIRED);
    let files = conversation::convert::attachments::<MAX_FILES>(&mut errors, &request.files);
    errors.idempotency_key(&request.idempotency_key);
    errors.into_result()?;
    let number = convert::number(&request.number)?;
    let operation = format!("AttachFiles {number}");
    let inquiry = Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| Edit::open_for(connection, &actor, &number, Permission::QuotesWrite).await,
            async |connection, edit| attach(connection, edit, files).await,
            async |connection, _| Ok(details::load(connection, &actor, language, &number).await?),
        )
        .await?;
    Ok(AttachFilesResponse {
        inquiry: Some(inquiry),
    })
}

async fn attach(
    connection: &mut PgConnection,
    mut edit: Edit,
    files: Vec<Attachment>,
) -> Result<Effect, InquiryError> {
    let id = edit.inquiry.id;
    edit.inquiry
        .check_note(store::timeline::count(connection, id).await?)?;
    let by = edit.by();
    let entry = Entry::new(edit.now, Some(by.clone()), Detail::File { files });
    store::timeline::insert(connection, id, &entry).await?;
    edit.change(&by).files_attached(connection, entry.id).await?;
    edit.save(connection, "file", "").await?;
    // The names may contain personal data, and are not audited.
    Ok(edit.audited("AttachFile"))
}
