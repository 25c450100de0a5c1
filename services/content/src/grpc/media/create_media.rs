//! Creates a picture or file to which its bytes are appended.

use kit::{
    caller::StaffCaller,
    change::{Change, Effect},
    failure::{Code, Failure},
    validation::FieldErrors,
    vocabulary::content::MediaKind,
};
use proto::content::v1::{CreateMediaRequest, CreateMediaResponse};

use super::{State, convert, find, parse_id, permission};
use crate::{error::ContentError, media::max_size, store};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: CreateMediaRequest,
) -> Result<CreateMediaResponse, Failure> {
    let mut errors = FieldErrors::default();
    if actor.user().is_some() || !request.idempotency_key.is_empty() {
        errors.idempotency_key(&request.idempotency_key);
    }
    let kind = errors.required_word::<MediaKind>("kind", request.kind);
    let name = errors.line::<1, 200>("name", &request.name);
    let (kind, name) = errors.finish((kind, name))?;
    actor.require_permission(permission(kind))?;
    if request.size_bytes > max_size(kind) {
        return Err(ContentError::UploadRefused("MEDIA.TOO_LARGE").into());
    }
    let size = (request.size_bytes > 0).then_some(request.size_bytes);
    let media = Change::once(&actor, "CreateMedia", &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |_| Ok::<_, Failure>(()),
            async |connection, ()| {
                let author = actor.to_string();
                let id = store::media::insert(connection, kind, &name, size, &author).await?;
                // The audit log names it once it is complete.
                Ok(Effect::none().with(id.to_string()))
            },
            async |connection, id| {
                let id = parse_id(id).map_err(|_| Failure::new(Code::Internal))?;
                find(connection, &actor, id).await
            },
        )
        .await?;
    Ok(CreateMediaResponse {
        media: Some(convert(media)),
    })
}
