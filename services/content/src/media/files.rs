//! The object store: a folder or an S3 bucket.
//!
//! | path | content |
//! | --- | --- |
//! | `uploads/<id>/<offset>` | bytes of an unfinished upload |
//! | `originals/<hash>` | a whole upload |
//! | `sizes/<hash>-<width>.<extension>` | a size of a picture; of a JPEG for link previews, the position of its part |
//! | `photos/<hash>-<width>.<extension>` | a size of a photo of a conversation, which is not public |
//!
//! An object is there whole or not at all.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use kit::failure::{Code, Failure};
use object_store::{
    ObjectStore, ObjectStoreExt as _, aws::AmazonS3Builder, local::LocalFileSystem, path::Path,
    prefix::PrefixStore,
};
use time::OffsetDateTime;
use uuid::Uuid;

/// The stored content.
#[derive(Debug, Clone)]
pub(crate) struct Files(Arc<dyn ObjectStore>);

impl Files {
    /// Opens the store of a URL: a folder (`/path` or `file:///path`), or `s3://bucket/prefix` with the usual settings of AWS.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be created, or the URL or the settings of AWS are invalid.
    pub(crate) fn open(url: &str) -> anyhow::Result<Self> {
        let folder = url.strip_prefix("file://").unwrap_or(url);
        if folder.starts_with('/') {
            std::fs::create_dir_all(folder)?;
            let store = LocalFileSystem::new_with_prefix(folder)?
                .with_fsync(true)
                .with_automatic_cleanup(true);
            return Ok(Self(Arc::new(store)));
        }
        let store = AmazonS3Builder::from_env().with_url(url).build()?;
        let prefix = url
            .strip_prefix("s3://")
            .and_then(|rest| rest.split_once('/'))
            .map_or("", |(_, prefix)| prefix);
        Ok(Self(Arc::new(PrefixStore::new(store, prefix))))
    }

    /// Stores an object, or replaces it.
    pub(crate) async fn put(&self, path: &Path, content: Bytes) -> Result<(), object_store::Error> {
        self.0.put(path, content.into()).await?;
        Ok(())
    }

    /// Returns an object; `None` if it does not exist.
    pub(crate) async fn get(&self, path: &Path) -> Result<Option<Bytes>, object_store::Error> {
        match self.0.get(path).await {
            Ok(object) => Ok(Some(object.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Deletes an object if it exists.
    pub(crate) async fn delete(&self, path: &Path) -> Result<(), object_store::Error> {
        match self.0.delete(path).await {
            Err(object_store::Error::NotFound { .. }) => Ok(()),
            other => other,
        }
    }

    /// Returns the names below a folder, with the times of their last changes.
    pub(crate) async fn list(
        &self,
        folder: &str,
    ) -> Result<Vec<(Path, OffsetDateTime)>, object_store::Error> {
        let mut found = Vec::new();
        let mut folders = vec![Path::from(folder)];
        while let Some(folder) = folders.pop() {
            let listed = self.0.list_with_delimiter(Some(&folder)).await?;
            folders.extend(listed.common_prefixes);
            found.extend(listed.objects.into_iter().map(|object| {
                let changed = OffsetDateTime::from_unix_timestamp(object.last_modified.timestamp());
                (object.location, changed.unwrap_or(OffsetDateTime::UNIX_EPOCH))
            }));
        }
        Ok(found)
    }

    /// Returns the whole content of an upload; `None` if bytes are missing.
    pub(crate) async fn assemble(&self, id: Uuid, size: i64) -> Result<Option<Bytes>, object_store::Error> {
        let size = usize::try_from(size).unwrap_or_default();
        let mut whole = BytesMut::with_capacity(size);
        while whole.len() < size {
            match self.get(&piece(id, whole.len())).await? {
                Some(bytes) if !bytes.is_empty() => whole.extend_from_slice(&bytes),
                _ => return Ok(None),
            }
        }
        Ok((whole.len() == size).then(|| whole.freeze()))
    }

    /// Deletes the pieces of an upload.
    pub(crate) async fn delete_pieces(&self, id: Uuid) -> Result<(), object_store::Error> {
        for (path, _) in self.list(&format!("uploads/{id}")).await? {
            self.delete(&path).await?;
        }
        Ok(())
    }
}

/// Returns the path of a piece of an upload.
pub(crate) fn piece(id: Uuid, offset: usize) -> Path {
    Path::from(format!("uploads/{id}/{offset}"))
}

/// Returns the path of an original.
pub(crate) fn original(hash: &str) -> Path {
    Path::from(format!("originals/{hash}"))
}

/// Returns the path of a size.
pub(crate) fn size(hash: &str, width: u32, extension: &str) -> Path {
    Path::from(format!("sizes/{hash}-{width}.{extension}"))
}

/// Returns the path of a size of a photo.
pub(crate) fn photo(hash: &str, width: u32, extension: &str) -> Path {
    Path::from(format!("photos/{hash}-{width}.{extension}"))
}

/// Returns the failure of the store, which a retry may mend.
pub(crate) fn unavailable(error: object_store::Error) -> Failure {
    Failure::new(Code::Unavailable).with_source(error)
}
