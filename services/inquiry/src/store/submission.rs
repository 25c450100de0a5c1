//! The table `submission`, timed by the database clock.

use kit::domain::InquiryId;
use sqlx::PgConnection;

use crate::{
    inquiry::Kind,
    submission::{Key, StoredSubmission},
};

/// Claims a key for an inquiry. Returns false if another inquiry has it and it has not expired.
pub(crate) async fn claim(
    connection: &mut PgConnection,
    kind: Kind,
    key: &Key,
    inquiry: InquiryId,
) -> Result<bool, sqlx::Error> {
    let claimed = sqlx::query!(
        "insert into submission as present (kind, key, request_hash, inquiry_id, expires_at)
         values ($1, $2, $3, $4, now() + make_interval(secs => $5::integer))
         on conflict (kind, key) do update
         set request_hash = excluded.request_hash, inquiry_id = excluded.inquiry_id, expires_at = excluded.expires_at
         where present.expires_at <= now()",
        kind.name(),
        key.text,
        key.request_hash,
        inquiry.uuid(),
        key.lifetime,
    )
    .execute(connection)
    .await?;
    Ok(claimed.rows_affected() == 1)
}

/// Returns the submission of a key that has not expired.
pub(crate) async fn find(
    connection: &mut PgConnection,
    kind: Kind,
    key: &Key,
) -> Result<Option<StoredSubmission>, sqlx::Error> {
    sqlx::query_as!(
        StoredSubmission,
        "select submission.request_hash, inquiry.number, inquiry.created_at
         from submission join inquiry on inquiry.id = submission.inquiry_id
         where submission.kind = $1 and submission.key = $2 and submission.expires_at > now()",
        kind.name(),
        key.text,
    )
    .fetch_optional(connection)
    .await
}

/// Deletes at most `limit` expired keys and returns their number.
pub(crate) async fn delete_expired(connection: &mut PgConnection, limit: i64) -> Result<u64, sqlx::Error> {
    let result = sqlx::query!(
        "delete from submission
         where (kind, key) in (
             select kind, key from submission where expires_at <= now() limit $1 for update skip locked
         )",
        limit,
    )
    .execute(connection)
    .await?;
    Ok(result.rows_affected())
}
