//! Background work: converts pictures one at a time, and deletes what nothing needs any more.

use std::{path::PathBuf, time::Duration};

use bytes::Bytes;
use kit::{
    failure::error_chain,
    vocabulary::content::{MediaKind, MediaState},
};
use object_store::path::Path;
use pictures::Step;
use sqlx::PgPool;
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use super::{
    Media,
    child::{self, ConvertError, TOO_COMPLEX},
    fetch::{FETCH, Fetcher},
    files::{self, Files},
    hash_of,
    header::{self, BROKEN},
};
use crate::store;

/// Interval at which the worker looks for pictures.
const INTERVAL: Duration = Duration::from_millis(500);

/// Interval at which what nothing needs is deleted.
const COLLECT_INTERVAL: Duration = Duration::from_hours(1);

/// Maximum number of attempts to convert a picture, of both steps together.
const MAX_ATTEMPTS: i16 = 5;

/// Seconds before a retry, for each attempt so far.
const RETRY_SECONDS: f64 = 5.0;

/// Age at which an object without a row is deleted. The row of a new one may not be stored yet.
const ORPHAN_AGE: time::Duration = time::Duration::DAY;

/// Days after which a picture or file that nothing shows is deleted.
const UNUSED_DAYS: i32 = 7;

/// Converts pictures.
#[derive(Debug, Clone)]
pub(crate) struct Worker {
    pub(crate) pool: PgPool,
    pub(crate) files: Files,
    /// The program that converts.
    pub(crate) program: PathBuf,
    /// Missing if there are no authorities of certificates.
    pub(crate) fetcher: Option<Fetcher>,
}

/// Error of a step of the worker.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WorkError {
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error(transparent)]
    Files(#[from] object_store::Error),
    #[error(transparent)]
    Convert(#[from] ConvertError),
}

impl Worker {
    /// Works until cancelled.
    pub(crate) async fn run(self, stop: CancellationToken) {
        let convert = kit::periodic::run("conversion of pictures", INTERVAL, stop.clone(), || async {
            while self.convert_next().await? {}
            Ok::<_, WorkError>(())
        });
        let collect = kit::periodic::run(
            "collection of unused pictures and files",
            COLLECT_INTERVAL,
            stop.clone(),
            || self.collect(kit::clock::now()),
        );
        tokio::select! {
            // A conversion that is cancelled ends with its process, and another instance takes the picture.
            _ = async { tokio::join!(convert, collect) } => {}
            () = stop.cancelled() => {}
        }
    }

    /// Converts the next picture; returns whether there was one.
    pub(crate) async fn convert_next(&self) -> Result<bool, WorkError> {
        let taken = store::media::take(&mut *self.pool.acquire().await?).await?;
        let Some(media) = taken else { return Ok(false) };
        let converted = self.convert(&media).await;
        let mut connection = self.pool.acquire().await?;
        match converted {
            Ok(()) => {}
            Err(WorkError::Convert(ConvertError::Refused(key))) => {
                store::media::fail(&mut connection, media.id, key).await?;
            }
            Err(error) if media.attempts >= MAX_ATTEMPTS => {
                tracing::error!(id = %media.id, error = error_chain(&error), "conversion of a picture failed");
                let key = if media.hash.is_some() { TOO_COMPLEX } else { FETCH };
                store::media::fail(&mut connection, media.id, key).await?;
            }
            Err(error) => {
                tracing::warn!(id = %media.id, error = error_chain(&error), "conversion of a picture failed, retrying");
                let wait = RETRY_SECONDS * f64::from(media.attempts);
                store::media::retry(&mut connection, media.id, wait).await?;
            }
        }
        Ok(true)
    }

    async fn convert(&self, media: &Media) -> Result<(), WorkError> {
        if media.attempts > MAX_ATTEMPTS {
            // Its workers have ended without a result.
            return Err(ConvertError::Refused(TOO_COMPLEX).into());
        }
        let (hash, original) = match &media.hash {
            Some(hash) => {
                let original = self.files.get(&files::original(hash)).await?;
                (hash.clone(), original.ok_or(ConvertError::Refused(BROKEN))?)
            }
            None => self.fetch(media).await?,
        };
        let is_shown = media.state == MediaState::Processing && !media.widths.is_empty();
        let step = if is_shown { Step::Smaller } else { Step::Shown };
        let (converted, contents) = child::convert(&self.program, original, step).await?;
        for (file, content) in converted.files.iter().zip(contents) {
            let path = match media.kind {
                MediaKind::Photo if file.extension != "webp" => continue,
                MediaKind::Photo => files::photo,
                MediaKind::Picture | MediaKind::File => files::size,
            };
            let path = path(&hash, file.width, &file.extension);
            self.files.put(&path, content).await?;
        }
        let mut connection = self.pool.acquire().await?;
        match step {
            Step::Shown => store::media::finish_shown(&mut connection, media.id, &converted).await?,
            Step::Smaller => store::media::finish(&mut connection, &hash).await?,
        }
        Ok(())
    }

    /// Fetches and stores an original; returns its hash and content.
    async fn fetch(&self, media: &Media) -> Result<(String, Bytes), WorkError> {
        let url = media.source_url.as_deref().unwrap_or_default();
        let missing = || ConvertError::Interrupted("no client for addresses".to_owned());
        let content = self.fetcher.as_ref().ok_or_else(missing)?.fetch(url).await?;
        let found = header::check(MediaKind::Picture, &content).map_err(ConvertError::Refused)?;
        let hash = hash_of(&content);
        self.files.put(&files::original(&hash), content.clone()).await?;
        let size = i64::try_from(content.len()).unwrap_or(i64::MAX);
        let mut connection = self.pool.acquire().await?;
        store::media::set_content(&mut connection, media.id, size, &hash, found.media_type()).await?;
        Ok((hash, content))
    }

    /// Deletes the rows of what nothing shows any more, and the objects that no row names.
    pub(crate) async fn collect(&self, now: OffsetDateTime) -> Result<(), WorkError> {
        let mut connection = self.pool.acquire().await?;
        let deleted = store::media::collect(&mut connection, UNUSED_DAYS).await?;
        if deleted > 0 {
            tracing::info!(deleted, "deleted unused pictures and files");
        }
        for folder in ["uploads", "originals", "sizes", "photos"] {
            let objects = self.files.list(folder).await?;
            let old: Vec<_> = objects
                .into_iter()
                .filter(|(_, changed)| *changed < now - ORPHAN_AGE)
                .map(|(path, _)| path)
                .collect();
            for paths in old.chunks(1000) {
                let names: Vec<_> = paths.iter().map(name).collect();
                let named = store::media::named(&mut connection, &names).await?;
                for (path, _) in paths
                    .iter()
                    .zip(&names)
                    .filter(|(_, name)| !named.contains(*name))
                {
                    self.files.delete(path).await?;
                }
            }
        }
        Ok(())
    }
}

/// Returns the hash or id in a path.
fn name(path: &Path) -> String {
    let text = path.as_ref();
    let second = text.split('/').nth(1).unwrap_or_default();
    if text.starts_with("sizes/") || text.starts_with("photos/") {
        second.split('-').next().unwrap_or_default().to_owned()
    } else {
        second.to_owned()
    }
}
