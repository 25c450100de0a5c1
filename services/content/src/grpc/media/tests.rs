//! An upload from its first byte to its sizes.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    time::Duration,
};

use kit::failure::{Code, Failure};
use proto::{
    content::v1::{
        AppendMediaRequest, AppendPhotoRequest, CreateMediaRequest, CreatePhotoRequest, DeleteMediaRequest,
        GetMediaRequest, GetPhotoRequest, GetPictureRequest, Media, MediaKind, MediaState, PictureFormat,
        media_service_client::MediaServiceClient,
    },
    inquiry::v1::ConversationChanged,
};
use testkit::{Harness, eventually};

use crate::{
    DEFINITION,
    media::{
        fetch::Fetcher,
        files::{Files, original, piece, size},
        worker::Worker,
    },
    store,
    testing::{anonymous, fields, into_result, serve_media, staff},
};

/// The beginning of a JPEG of 600 x 400 pixels, up to its frame.
const JPEG: &[u8] = b"\xff\xd8\xff\xc0\x00\x11\x08\x01\x90\x02\x58\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01";

/// Writes a program that makes a file in each step; before that, it runs a line of shell in its first run.
fn converter(folder: &Path, first: &str) -> PathBuf {
    let program = folder.join("convert.sh");
    let picture = r##""width":600,"height":400,"placeholder":"#010203""##;
    let script = format!(
        r#"#!/bin/sh
/bin/cat > /dev/null
if [ ! -e {marker} ]; then : > {marker}; {first}; fi
case $2 in
shown) printf '%s\nbc' '{{{picture},"files":[{{"width":480,"extension":"webp","length":2}}]}}' ;;
*) printf '%s\na' '{{{picture},"files":[{{"width":480,"extension":"avif","length":1}}]}}' ;;
esac
"#,
        marker = folder.join("ran").display(),
    );
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    program
}

/// A running service with its pictures.
struct Fixture {
    harness: Harness,
    client: MediaServiceClient<kit::grpc::Client>,
    folder: tempfile::TempDir,
}

impl Fixture {
    /// Starts the service; the first conversion runs a line of shell.
    async fn start(first: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = folder.path().display().to_string();
        Self::start_with(folder, &url, first).await
    }

    /// As [`Self::start`], with pictures in the store of a URL.
    async fn start_with(folder: tempfile::TempDir, url: &str, first: &str) -> Self {
        let harness = Harness::start(DEFINITION).await;
        let program = converter(folder.path(), first);
        let client = serve_media(&harness, url, program).await;
        Self {
            client: MediaServiceClient::new(client),
            harness,
            folder,
        }
    }

    async fn create(&self, key: &str, kind: MediaKind, size_bytes: i64) -> Result<Media, Failure> {
        let request = staff(CreateMediaRequest {
            idempotency_key: key.to_owned(),
            kind: kind.into(),
            name: "kitchen.jpg".to_owned(),
            size_bytes,
        });
        let created = into_result(self.client.clone().create_media(request).await)?;
        Ok(created.media.unwrap())
    }

    async fn append(&self, id: &str, offset_bytes: i64, content: &[u8]) -> Result<Media, Failure> {
        let request = staff(AppendMediaRequest {
            media_id: id.to_owned(),
            offset_bytes,
            content: content.to_vec(),
            is_last: false,
        });
        let appended = into_result(self.client.clone().append_media(request).await)?;
        Ok(appended.media.unwrap())
    }

    async fn get(&self, id: &str) -> Media {
        let request = staff(GetMediaRequest {
            media_id: id.to_owned(),
        });
        let found = self.client.clone().get_media(request).await.unwrap();
        found.into_inner().media.unwrap()
    }

    /// Uploads a picture whose content has a mark.
    async fn upload(&self, mark: u8) -> String {
        let content = [JPEG, &[mark]].concat();
        let size = i64::try_from(content.len()).unwrap();
        let id = self.create("", MediaKind::Picture, size).await.unwrap().id;
        self.append(&id, 0, &content).await.unwrap();
        id
    }

    /// Lets the wait or the lease of all pictures end.
    async fn make_due(&self) {
        sqlx::query("update media set due_at = now() where due_at is not null")
            .execute(self.harness.pool())
            .await
            .unwrap();
    }

    async fn wait_until(&self, id: &str, state: MediaState) -> Media {
        eventually("the picture has its state", async || {
            let media = self.get(id).await;
            (media.state() == state).then_some(media)
        })
        .await
    }
}

#[tokio::test]
async fn an_upload_is_resumed_refused_and_converted_once() {
    let fixture = Fixture::start("kill -9 $$").await;
    let size = i64::try_from(JPEG.len()).unwrap();
    let media = fixture.create("a", MediaKind::Picture, size).await.unwrap();
    assert_eq!(
        fixture.create("a", MediaKind::Picture, size).await.unwrap().id,
        media.id
    );
    let reused = fixture.create("a", MediaKind::Picture, 5).await.unwrap_err();
    assert_eq!(reused.code, Code::KeyReused);
    let id = media.id;

    // A piece, a lost connection, and the rest.
    assert_eq!(
        fixture.append(&id, 0, &JPEG[..9]).await.unwrap().received_bytes,
        9
    );
    let wrong = fixture.append(&id, 5, &JPEG[5..]).await.unwrap_err();
    assert_eq!(
        (wrong.code, fields(&wrong)),
        (Code::Conflict, vec![("uploadOffset", "DESK.CHANGED")])
    );
    let large = fixture.append(&id, 9, &[0; 100]).await.unwrap_err();
    assert_eq!(fields(&large), [("file", "MEDIA.TOO_LARGE")]);
    fixture.append(&id, 0, &JPEG[..9]).await.unwrap();
    let media = fixture.append(&id, 9, &JPEG[9..]).await.unwrap();
    assert_eq!(
        (media.state(), media.media_type.as_str()),
        (MediaState::Processing, "image/jpeg")
    );
    assert_eq!(fixture.append(&id, 9, &JPEG[9..]).await.unwrap().id, id);
    assert!(!fixture.folder.path().join("uploads").exists());

    // The first process is killed.
    let attempts = "select attempts from media where due_at > now() + interval '1 second'";
    eventually("the first process is killed", async || {
        let killed: Option<i16> = sqlx::query_scalar(attempts)
            .fetch_optional(fixture.harness.pool())
            .await
            .unwrap();
        killed.filter(|attempts| *attempts == 1 && fixture.folder.path().join("ran").exists())
    })
    .await;
    assert_eq!(fixture.get(&id).await.state(), MediaState::Processing);
    eventually("the picture is ready", async || {
        fixture.make_due().await;
        (fixture.get(&id).await.state() == MediaState::Ready).then_some(())
    })
    .await;
    let ready = fixture.get(&id).await;
    assert_eq!(
        (ready.width, ready.height, ready.placeholder.as_str()),
        (600, 400, "#010203")
    );
    assert_eq!((ready.sizes.len(), ready.sizes[0].height), (1, 320));

    // Its sizes are public; the original is not.
    for (width, format, expected) in [
        (480, PictureFormat::Avif, Some("a")),
        (480, PictureFormat::Webp, Some("bc")),
        (600, PictureFormat::Webp, None),
    ] {
        let request = anonymous(GetPictureRequest {
            hash: ready.hash.clone(),
            width,
            format: format.into(),
        });
        let content = into_result(fixture.client.clone().get_picture(request).await);
        let content = content.ok().map(|picture| picture.content);
        assert_eq!(content.as_deref(), expected.map(str::as_bytes), "{width}");
    }
    // Another upload of the same content needs no conversion.
    let again = fixture.create("b", MediaKind::Picture, size).await.unwrap().id;
    assert_eq!(
        fixture.append(&again, 0, JPEG).await.unwrap().state(),
        MediaState::Ready
    );

    for (key, kind, size, expected) in [
        ("c", MediaKind::Picture, 20 * 1024 * 1024 + 1, "MEDIA.TOO_LARGE"),
        ("d", MediaKind::File, 10 * 1024 * 1024 + 1, "MEDIA.TOO_LARGE"),
    ] {
        let failure = fixture.create(key, kind, size).await.unwrap_err();
        assert_eq!(fields(&failure), [("file", expected)], "{key}");
    }
    for (content, expected) in [
        (&b"<svg><script>alert(1)</script></svg>"[..], "MEDIA.TYPE"),
        (&b"\0\0\0\x18ftypheic\0\0"[..], "MEDIA.HEIC"),
        (&JPEG[..8], "MEDIA.BROKEN"),
    ] {
        let size = i64::try_from(content.len()).unwrap();
        let id = fixture.create("", MediaKind::Picture, size).await.unwrap().id;
        let failure = fixture.append(&id, 0, content).await.unwrap_err();
        assert_eq!(
            (failure.reason.as_str(), fields(&failure)),
            (expected, vec![("file", expected)])
        );
        // The same upload can be tried again.
        assert_eq!(fixture.get(&id).await.received_bytes, 0);
    }
}

#[tokio::test]
async fn a_picture_that_is_set_to_be_converted_again_gets_all_its_files() {
    let fixture = Fixture::start(":").await;
    let id = fixture.upload(1).await;
    fixture.wait_until(&id, MediaState::Ready).await;
    // As after a restore without sizes.
    let sizes = fixture.folder.path().join("sizes");
    fs::remove_dir_all(&sizes).unwrap();
    sqlx::query(
        "update media set state = 'processing', widths = '{}', attempts = 0, due_at = now()
         where kind <> 'file' and state = 'ready'",
    )
    .execute(fixture.harness.pool())
    .await
    .unwrap();
    fixture.wait_until(&id, MediaState::Ready).await;
    assert_eq!(fs::read_dir(&sizes).unwrap().count(), 2);

    // As the previous version leaves a picture: only its first files are made again, and it stays ready.
    fs::remove_dir_all(&sizes).unwrap();
    sqlx::query("update media set has_jpeg = null")
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    eventually("the picture has its JPEG", async || {
        let query = "select state from media where has_jpeg";
        let state: Option<String> = sqlx::query_scalar(query)
            .fetch_optional(fixture.harness.pool())
            .await
            .unwrap();
        state.map(|state| assert_eq!(state, "ready"))
    })
    .await;
    assert_eq!(fs::read_dir(&sizes).unwrap().count(), 1);
}

#[tokio::test]
async fn a_killed_service_leaves_a_picture_that_another_one_converts_once() {
    let fixture = Fixture::start(":").await;
    let id = fixture.upload(1).await;
    fixture.wait_until(&id, MediaState::Ready).await;

    // A worker of another instance that ends while its process runs.
    let folder = tempfile::tempdir().unwrap();
    let worker = |program| Worker {
        pool: fixture.harness.pool().clone(),
        files: Files::open(&fixture.folder.path().display().to_string()).unwrap(),
        program,
        fetcher: Fetcher::new(kit::network::is_public).ok(),
    };
    let slow = worker(converter(folder.path(), "exec /bin/sleep 60"));
    let id = fixture.upload(2).await;
    let raw = id.parse::<uuid::Uuid>().unwrap();
    // Whichever takes it: what counts is that the lease outlives its worker.
    sqlx::query("update media set state = 'processing', due_at = now() + interval '1 hour' where id = $1")
        .bind(raw)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    sqlx::query("update media set state = 'processing', attempts = 0, due_at = now() - interval '1 day' where id = $1")
        .bind(raw)
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    let _ = tokio::time::timeout(Duration::from_millis(300), slow.convert_next()).await;
    eventually("the picture is ready", async || {
        fixture.make_due().await;
        (fixture.get(&id).await.state() == MediaState::Ready).then_some(())
    })
    .await;
    let ready: i64 = sqlx::query_scalar("select count(*) from media where state = 'ready'")
        .fetch_one(fixture.harness.pool())
        .await
        .unwrap();
    assert_eq!(ready, 2);

    // Content is deleted only when no row names it and it is old.
    let path = |folder: &str| fixture.folder.path().join(folder);
    let count = |folder: &str| fs::read_dir(path(folder)).map_or(0, Iterator::count);
    fs::write(
        path("originals").join("00000000000000000000000000000000"),
        "orphan",
    )
    .unwrap();
    let deleted = staff(DeleteMediaRequest { media_id: id });
    fixture.client.clone().delete_media(deleted).await.unwrap();
    let collector = worker(PathBuf::new());
    let now = kit::clock::now();
    collector.collect(now).await.unwrap();
    assert_eq!((count("originals"), count("sizes")), (3, 4));
    collector.collect(now + time::Duration::days(2)).await.unwrap();
    assert_eq!((count("originals"), count("sizes")), (1, 2));
    sqlx::query("update media set unused_since = now() - interval '8 days'")
        .execute(fixture.harness.pool())
        .await
        .unwrap();
    collector.collect(now + time::Duration::days(2)).await.unwrap();
    assert_eq!((count("originals"), count("sizes")), (0, 0));
}

#[tokio::test]
async fn a_picture_is_shown_before_others_get_their_smaller_files() {
    let harness = Harness::start(DEFINITION).await;
    let mut connection = harness.pool().acquire().await.unwrap();
    sqlx::query(
        "insert into media (id, kind, state, name, hash, width, height, placeholder, widths, source_url, due_at, created_by)
         select gen_random_uuid(), 'picture', 'processing', name, repeat(digit, 32), 9, 9, '#000000', widths, source_url,
                now() - interval '1 day', ''
         from (values ('shown, fetched', '1', array[480], 'https://example.com/1.jpg'), ('shown', '2', array[480], null),
                      ('new, fetched', '3', '{}', 'https://example.com/3.jpg'), ('new', '4', '{}', null))
              as picture (name, digit, widths, source_url)",
    )
    .execute(&mut *connection)
    .await
    .unwrap();
    let mut taken = Vec::new();
    while let Some(media) = store::media::take(&mut connection).await.unwrap() {
        // Without a result, as if each could not be converted.
        store::media::fail(&mut connection, media.id, "MEDIA.BROKEN")
            .await
            .unwrap();
        let ended = store::media::find(&mut connection, &[media.id])
            .await
            .unwrap()
            .remove(0);
        taken.push((media.name, ended.state.name(), ended.failure.is_some()));
    }
    let named: Vec<_> = taken
        .iter()
        .map(|(name, state, failed)| (name.as_str(), *state, *failed))
        .collect();
    assert_eq!(
        named,
        [
            ("new", "failed", true),
            ("new, fetched", "failed", true),
            ("shown", "ready", false),
            ("shown, fetched", "ready", false),
        ]
    );
}

#[tokio::test]
#[ignore = "needs an S3 server: cargo xtask test --only storage"]
#[expect(clippy::disallowed_methods, reason = "an address of the test run")]
async fn uploads_and_sizes_are_kept_in_a_bucket() {
    let url = std::env::var("STOREFRONT_TEST_MEDIA_URL").unwrap();
    let fixture = Fixture::start_with(tempfile::tempdir().unwrap(), &url, ":").await;
    let files = Files::open(&url).unwrap();
    let objects = async |folder: &str| files.list(folder).await.unwrap().len();

    let length = i64::try_from(JPEG.len()).unwrap();
    let id = fixture.create("a", MediaKind::Picture, length).await.unwrap().id;
    let first = piece(id.parse().unwrap(), 0);
    fixture.append(&id, 0, &JPEG[..9]).await.unwrap();
    assert_eq!(files.get(&first).await.unwrap().unwrap(), JPEG[..9]);
    fixture.append(&id, 9, &JPEG[9..]).await.unwrap();
    let ready = fixture.wait_until(&id, MediaState::Ready).await;
    assert_eq!(files.get(&first).await.unwrap(), None);
    assert_eq!([objects("originals").await, objects("sizes").await], [1, 2]);
    let hash = ready.hash;
    let request = GetPictureRequest {
        hash: hash.clone(),
        width: 480,
        format: PictureFormat::Webp.into(),
    };
    let picture = fixture.client.clone().get_picture(anonymous(request)).await;
    assert_eq!(picture.unwrap().into_inner().content, b"bc");

    let deleted = staff(DeleteMediaRequest { media_id: id });
    fixture.client.clone().delete_media(deleted).await.unwrap();
    let collector = Worker {
        pool: fixture.harness.pool().clone(),
        files: files.clone(),
        program: PathBuf::new(),
        fetcher: None,
    };
    let later = kit::clock::now() + time::Duration::days(2);
    collector.collect(later).await.unwrap();
    // An emptied folder may be listed as an object for a while.
    for gone in [
        original(&hash),
        size(&hash, 480, "avif"),
        size(&hash, 480, "webp"),
    ] {
        assert_eq!(files.get(&gone).await.unwrap(), None, "{gone}");
    }
}

#[tokio::test]
async fn a_photo_is_its_conversations_and_has_no_public_address() {
    let fixture = Fixture::start(":").await;
    let client = || fixture.client.clone();
    let (number, other) = ("SQ-7Q2M04XK", "SQ-00000000");
    let create = CreatePhotoRequest {
        quote_number: number.to_owned(),
        name: "wall.jpg".to_owned(),
    };
    let created = into_result(client().create_photo(anonymous(create)).await).unwrap();
    let media = created.media.unwrap();
    assert_eq!(
        (media.kind(), media.created_by.as_str()),
        (MediaKind::Photo, number)
    );
    let append = async |quote_number: &str, content: &[u8]| {
        let request = AppendPhotoRequest {
            quote_number: quote_number.to_owned(),
            media_id: media.id.clone(),
            content: content.to_vec(),
            is_last: true,
            ..AppendPhotoRequest::default()
        };
        into_result(client().append_photo(anonymous(request)).await).map(|response| response.media.unwrap())
    };
    let get = async || {
        let request = GetPhotoRequest {
            media_id: media.id.clone(),
        };
        into_result(client().get_photo(anonymous(request)).await).map(|response| response.content)
    };
    assert_eq!(append(other, JPEG).await.unwrap_err().code, Code::NotFound);
    let refused = append(number, b"%PDF-1.7").await.unwrap_err();
    assert_eq!(fields(&refused), [("file", "MEDIA.TYPE")]);
    assert_eq!(get().await.unwrap_err().code, Code::NotFound, "not uploaded");
    let appended = append(number, JPEG).await.unwrap();
    assert!(appended.hash.is_empty() && appended.sizes.is_empty());
    let content = eventually("the photo is converted", async || match get().await {
        Err(failure) if failure.code == Code::Conflict => None,
        other => Some(other.unwrap()),
    })
    .await;
    assert_eq!(content, b"bc");
    // Its sizes are those of no picture.
    let hash = crate::media::hash_of(JPEG);
    for format in [PictureFormat::Avif, PictureFormat::Webp] {
        let request = GetPictureRequest {
            hash: hash.clone(),
            width: 480,
            format: format.into(),
        };
        let public = into_result(client().get_picture(anonymous(request)).await);
        assert_eq!(public.unwrap_err().code, Code::NotFound);
    }
    // A picture with the same content is one of its own.
    let size = i64::try_from(JPEG.len()).unwrap();
    let picture = fixture.create("", MediaKind::Picture, size).await.unwrap().id;
    fixture.append(&picture, 0, JPEG).await.unwrap();
    assert_eq!(fixture.wait_until(&picture, MediaState::Ready).await.hash, hash);
    let request = GetPhotoRequest { media_id: picture };
    let wrong = into_result(client().get_photo(anonymous(request)).await);
    assert_eq!(wrong.unwrap_err().code, Code::NotFound);

    // A conversation keeps its photos; wiped it has none.
    let mut connection = fixture.harness.pool().acquire().await.unwrap();
    for (message_id, version, kept) in [
        ("01936b2e-7c00-7000-8000-000000000901", 1, true),
        ("", 201, false),
    ] {
        let event = ConversationChanged {
            number: number.to_owned(),
            message_id: message_id.to_owned(),
            version,
            media_ids: kept.then(|| media.id.clone()).into_iter().collect(),
            ..ConversationChanged::default()
        };
        fixture.harness.deliver(&event).await;
        fixture.harness.wait_until_idle().await;
        sqlx::query("update media set unused_since = now() - interval '8 days'")
            .execute(&mut *connection)
            .await
            .unwrap();
        if kept {
            store::media::collect(&mut connection, 7).await.unwrap();
        }
        assert_eq!(get().await.is_ok(), kept);
    }
}
