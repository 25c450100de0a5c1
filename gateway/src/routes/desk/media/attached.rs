//! Files that staff attaches to the timeline of a record.

use kit::vocabulary::content::MediaKind;
use proto::inquiry::v1::ConversationFile;

use crate::{desk::Member, error::ApiResult, routes::conversations, state::AppState};

/// Maximum number of files of an entry.
const MAX_FILES: usize = 10;

/// Returns the files with these ids, which the caller has uploaded or the record has already.
///
/// # Errors
///
/// Fails with the field `mediaIds[…]` if one is missing or another member's.
pub(in crate::routes::desk) async fn check_files(
    state: &AppState,
    member: &Member,
    media_ids: Vec<String>,
    present: &[ConversationFile],
) -> ApiResult<Vec<ConversationFile>> {
    let author = member.session.user_id.to_string();
    let request = |message| member.request(message);
    let kind = MediaKind::File;
    conversations::check_media::<MAX_FILES>(state, request, kind, media_ids, &author, present).await
}
