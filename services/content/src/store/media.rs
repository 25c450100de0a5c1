//! Pictures and files.

use kit::{domain::LocalizedText, vocabulary::content::MediaKind};
use pictures::Converted;
use sqlx::{PgConnection, types::Json};
use uuid::Uuid;

use crate::{media::Media, picture::Picture};

/// Time for which a worker keeps what it processes, in seconds.
const LEASE_SECONDS: f64 = 300.0;

/// Creates an upload.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    kind: MediaKind,
    name: &str,
    size: Option<i64>,
    created_by: &str,
) -> Result<Uuid, sqlx::Error> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into media (id, kind, state, name, size, created_by) values ($1, $2, 'uploading', $3, $4, $5)",
        id,
        kind.name(),
        name,
        size,
        created_by,
    )
    .execute(connection)
    .await?;
    Ok(id)
}

/// Creates a picture that is fetched from an address.
pub(crate) async fn insert_fetched(
    connection: &mut PgConnection,
    name: &str,
    url: &str,
    created_by: &str,
) -> Result<Uuid, sqlx::Error> {
    let id = Uuid::now_v7();
    sqlx::query!(
        "insert into media (id, kind, state, name, source_url, due_at, created_by)
         values ($1, 'picture', 'processing', $2, $3, now(), $4)",
        id,
        name,
        url,
        created_by,
    )
    .execute(connection)
    .await?;
    Ok(id)
}

/// Returns the picture that was fetched from an address within 24 hours and has not failed.
pub(crate) async fn find_fetched(
    connection: &mut PgConnection,
    url: &str,
) -> Result<Option<Uuid>, sqlx::Error> {
    sqlx::query_scalar!(
        "select id from media
         where source_url = $1 and state <> 'failed' and created_at > now() - interval '1 day'
         order by created_at desc limit 1",
        url,
    )
    .fetch_optional(connection)
    .await
}

/// Sets the content of a picture that was fetched.
pub(crate) async fn set_content(
    connection: &mut PgConnection,
    id: Uuid,
    size: i64,
    hash: &str,
    media_type: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update media set size = $2, received = $2, hash = $3, media_type = $4
         where id = $1 and state = 'processing'",
        id,
        size,
        hash,
        media_type,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the pictures and files with these ids.
pub(crate) async fn find(connection: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<Media>, sqlx::Error> {
    sqlx::query_as!(
        Media,
        r#"select id, kind as "kind: _", state as "state: _", name, size, received, media_type, hash, width, height,
                  placeholder, widths, failure, source_url, attempts, created_by, created_at
           from media where id = any($1)"#,
        ids,
    )
    .fetch_all(connection)
    .await
}

/// Returns a picture or file and locks it until the transaction ends.
pub(crate) async fn lock(connection: &mut PgConnection, id: Uuid) -> Result<Option<Media>, sqlx::Error> {
    sqlx::query_as!(
        Media,
        r#"select id, kind as "kind: _", state as "state: _", name, size, received, media_type, hash, width, height,
                  placeholder, widths, failure, source_url, attempts, created_by, created_at
           from media where id = $1 for update"#,
        id,
    )
    .fetch_optional(connection)
    .await
}

/// Sets the number of bytes of an unfinished upload that have come.
pub(crate) async fn set_received(
    connection: &mut PgConnection,
    id: Uuid,
    received: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update media set received = $2 where id = $1 and state = 'uploading'",
        id,
        received
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Completes an upload: a file is ready, and so is a picture of which another upload has the sizes; any other is processed.
pub(crate) async fn complete(
    connection: &mut PgConnection,
    id: Uuid,
    size: i64,
    hash: &str,
    media_type: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update media
         set size = $2, received = $2, hash = $3, media_type = $4, attempts = 0,
             width = known.width, height = known.height, placeholder = known.placeholder,
             widths = coalesce(known.widths, '{}'), has_jpeg = known.has_jpeg,
             state = case when media.kind = 'file' or known.id is not null then 'ready' else 'processing' end,
             due_at = case when media.kind = 'file' or known.id is not null then null else now() end
         from (select 1) as one
         left join lateral (
             select id, width, height, placeholder, widths, has_jpeg from media
             where hash = $3 and kind <> 'file' and kind = (select kind from media where id = $1)
                   and state = 'ready' limit 1
         ) as known on true
         where media.id = $1",
        id,
        size,
        hash,
        media_type,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes a picture or file.
pub(crate) async fn delete(connection: &mut PgConnection, id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from media where id = $1", id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Takes the next picture to process and keeps it for [`LEASE_SECONDS`]; no other worker takes it until then. Those without any files
/// come first, then uploads, for which somebody waits, then fetched ones, and last those that the previous version left without a JPEG.
pub(crate) async fn take(connection: &mut PgConnection) -> Result<Option<Media>, sqlx::Error> {
    sqlx::query_as!(
        Media,
        r#"update media set due_at = now() + make_interval(secs => $1), attempts = attempts + 1
           where id = (
               select id from media
               where (state = 'processing' and due_at <= now())
                  or (state = 'ready' and kind = 'picture' and has_jpeg is null and coalesce(due_at <= now(), true))
               order by state, widths <> '{}', source_url is not null, due_at limit 1 for update skip locked
           )
           returning id, kind as "kind: _", state as "state: _", name, size, received, media_type, hash, width, height,
                     placeholder, widths, failure, source_url, attempts, created_by, created_at"#,
        LEASE_SECONDS,
    )
    .fetch_optional(connection)
    .await
}

/// Retries a picture after a wait.
pub(crate) async fn retry(
    connection: &mut PgConnection,
    id: Uuid,
    wait_seconds: f64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update media set due_at = now() + make_interval(secs => $2)
         where id = $1 and (state = 'processing' or has_jpeg is null)",
        id,
        wait_seconds,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Marks a picture as failed, with the message key of the reason. One that has its first files is ready without the others.
pub(crate) async fn fail(connection: &mut PgConnection, id: Uuid, failure: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update media
         set state = case when widths <> '{}' then 'ready' else 'failed' end,
             failure = case when widths <> '{}' then failure else $2 end,
             has_jpeg = coalesce(has_jpeg, false), due_at = null
         where id = $1 and (state = 'processing' or has_jpeg is null)",
        id,
        failure,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores that a picture has its first files, with which it can be shown. A photo has no others, and is ready; so is a picture that the
/// previous version left without a JPEG.
pub(crate) async fn finish_shown(
    connection: &mut PgConnection,
    id: Uuid,
    converted: &Converted,
) -> Result<(), sqlx::Error> {
    let side = |side: u32| i32::try_from(side).map_err(|error| sqlx::Error::Encode(error.into()));
    let mut widths = Vec::new();
    for file in converted.files.iter().filter(|file| file.extension == "webp") {
        widths.push(side(file.width)?);
    }
    sqlx::query!(
        "update media
         set state = case when kind = 'photo' then 'ready' else state end, width = $2, height = $3, placeholder = $4,
             widths = $5, has_jpeg = true, due_at = case when kind = 'picture' and state = 'processing' then now() end
         where id = $1 and (state = 'processing' or has_jpeg is null)",
        id,
        side(converted.width)?,
        side(converted.height)?,
        converted.placeholder,
        &widths,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Marks all pictures of a content as ready that have their first files, as they have the others too.
pub(crate) async fn finish(connection: &mut PgConnection, hash: &str) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update media set state = 'ready', due_at = null
         where hash = $1 and kind = 'picture' and state = 'processing' and widths <> '{}'",
        hash,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A record that shows media.
pub(crate) struct User {
    pub(crate) kind: String,
    pub(crate) code: String,
    pub(crate) name: Json<LocalizedText>,
}

impl User {
    /// Returns a record whose name is its number.
    pub(crate) fn numbered(kind: &str, number: &str) -> Self {
        Self {
            kind: kind.to_owned(),
            code: number.to_owned(),
            name: Json(LocalizedText {
                az: number.to_owned(),
                ru: number.to_owned(),
                en: number.to_owned(),
            }),
        }
    }
}

/// Stores what a record shows in a version, unless this or a later one is stored.
pub(crate) async fn set_uses(
    connection: &mut PgConnection,
    user: &User,
    version: i64,
    media: &[Uuid],
) -> Result<(), sqlx::Error> {
    let stored = sqlx::query!(
        "insert into media_user (kind, code, name, version) values ($1, $2, $3, $4)
         on conflict (kind, code) do update set name = excluded.name, version = excluded.version
         where media_user.version < excluded.version",
        user.kind,
        user.code,
        &user.name as _,
        version,
    )
    .execute(&mut *connection)
    .await?;
    if stored.rows_affected() == 0 {
        return Ok(());
    }
    sqlx::query!(
        "with ended as (
             delete from media_use where kind = $1 and code = $2 and media_id <> all($3) returning media_id
         )
         update media set unused_since = now() where id in (select media_id from ended)",
        user.kind,
        user.code,
        media,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into media_use (media_id, kind, code) select unnest($3::uuid[]), $1, $2 on conflict do nothing",
        user.kind,
        user.code,
        media,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes all photos or files that only one record has, unless this or a later version of it is stored.
pub(crate) async fn delete_of(
    connection: &mut PgConnection,
    kind: &str,
    code: &str,
    version: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from media where id in (
             select media_id from media_use join media_user using (kind, code)
             where kind = $1 and code = $2 and version < $3
         )
         and not exists (select from media_use where media_id = media.id and (kind, code) <> ($1, $2))",
        kind,
        code,
        version,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Kinds of content that show pictures.
pub(crate) const CAMPAIGN: &str = "campaign";
pub(crate) const PROJECT: &str = "project";
pub(crate) const STORE: &str = "store";
pub(crate) const HOME: &str = "home";

/// Stores which uploaded pictures a version of a content record shows.
pub(crate) async fn set_content_uses(
    connection: &mut PgConnection,
    kind: &str,
    code: &str,
    name: &LocalizedText,
    version: i64,
    pictures: &[&Picture],
) -> Result<(), sqlx::Error> {
    let user = User {
        kind: kind.to_owned(),
        code: code.to_owned(),
        name: Json(name.clone()),
    };
    let media: Vec<_> = pictures.iter().filter_map(|picture| picture.media_id).collect();
    set_uses(connection, &user, version, &media).await
}

/// Ends the uses of a deleted content record.
pub(crate) async fn remove_user(
    connection: &mut PgConnection,
    kind: &str,
    code: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with ended as (delete from media_use where kind = $1 and code = $2 returning media_id)
         update media set unused_since = now() where id in (select media_id from ended)",
        kind,
        code,
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("delete from media_user where kind = $1 and code = $2", kind, code)
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the records that show a picture.
pub(crate) async fn users(connection: &mut PgConnection, id: Uuid) -> Result<Vec<User>, sqlx::Error> {
    sqlx::query_as!(
        User,
        r#"select kind, code, media_user.name as "name: _" from media_use join media_user using (kind, code)
           where media_id = $1 order by kind, code"#,
        id,
    )
    .fetch_all(connection)
    .await
}

/// Deletes what nothing has shown for some days, and unfinished uploads of the day before yesterday; returns how many.
pub(crate) async fn collect(connection: &mut PgConnection, days: i32) -> Result<u64, sqlx::Error> {
    let deleted = sqlx::query!(
        "delete from media
         where not exists (select from media_use where media_id = media.id)
           and ((state <> 'uploading' and unused_since < now() - make_interval(days => $1))
                or (state = 'uploading' and created_at < now() - interval '2 days'))",
        days,
    )
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected())
}

/// Returns those of some hashes and ids of uploads that a row names.
pub(crate) async fn named(
    connection: &mut PgConnection,
    names: &[String],
) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select hash as "name!" from media where hash = any($1)
           union select id::text from media where id::text = any($1) and state = 'uploading'"#,
        names,
    )
    .fetch_all(connection)
    .await
}
