//! Writes the index on disk.

use std::{collections::HashMap, fs, io, path::Path, sync::Arc};

use kit::domain::ProductId;
use tantivy::{
    Index, IndexReader, IndexWriter, ReloadPolicy, TantivyError,
    directory::MmapDirectory,
    index::IndexSettings,
    indexer::{IndexWriterOptions, LogMergePolicy},
};

use super::{
    IndexError,
    schema::{Fields, VERSION, tokenizers},
    snapshot::Snapshot,
};
use crate::search::Entry;

/// Memory for documents that are not written yet, in bytes: the minimum.
const WRITER_MEMORY: usize = 15_000_000;

/// Part of the deleted documents of a segment above which it is rewritten.
const MAX_DELETED: f32 = 0.2;

/// Contents of a commit; stored with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Progress {
    version: u32,
    /// Revision up to which changes are applied.
    pub(super) revision: i64,
    /// Transaction since which the popularity of indexed products may have changed.
    pub(super) popularity_since: i64,
    /// Last product of an unfinished build; `None` if all are indexed.
    pub(super) built_to: Option<i64>,
}

impl Progress {
    /// Returns the progress of an empty index whose build starts at a revision and a transaction.
    pub(super) const fn start(revision: i64, popularity_since: i64) -> Self {
        Self {
            version: VERSION,
            revision,
            popularity_since,
            built_to: Some(0),
        }
    }
}

/// The index on disk with its only writer.
pub(super) struct Writer {
    fields: Fields,
    reader: IndexReader,
    documents: IndexWriter,
    /// Content of the last commit; `None` for a new index.
    pub(super) progress: Option<Progress>,
    /// Popularity of the products for which it changed since they were indexed.
    popularity: HashMap<i64, i64>,
}

impl Writer {
    /// Opens the index in a folder; creates it if the folder has none that can be read with this schema.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be written, or has another writer.
    pub(super) fn open(folder: &Path) -> Result<Self, IndexError> {
        match Self::open_existing(folder) {
            Ok(writer) if writer.progress.is_some() => Ok(writer),
            Ok(writer) => {
                drop(writer);
                Self::create(folder)
            }
            // Another writer, possibly one of this process that is about to end.
            Err(error @ IndexError::Engine(TantivyError::LockFailure(..))) => Err(error),
            Err(error) => {
                tracing::info!(%error, "no usable search index in the folder, building one");
                Self::create(folder)
            }
        }
    }

    /// Deletes the content of the folder and creates an empty index there.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be written.
    pub(super) fn create(folder: &Path) -> Result<Self, IndexError> {
        fs::create_dir_all(folder)?;
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_file() {
                fs::remove_file(path)?;
            }
        }
        let (schema, _) = Fields::schema();
        let directory = MmapDirectory::open(folder).map_err(TantivyError::from)?;
        Self::with_index(Index::create(directory, schema, IndexSettings::default())?)
    }

    fn open_existing(folder: &Path) -> Result<Self, IndexError> {
        let index = Index::open_in_dir(folder)?;
        if index.schema() != Fields::schema().0 {
            return Err(io::Error::other("the index has another schema").into());
        }
        Self::with_index(index)
    }

    fn with_index(mut index: Index) -> Result<Self, IndexError> {
        index.set_tokenizers(tokenizers());
        let options = IndexWriterOptions::builder()
            .memory_budget_per_thread(WRITER_MEMORY)
            .num_merge_threads(1)
            .build();
        let writer = index.writer_with_options(options)?;
        let mut policy = LogMergePolicy::default();
        policy.set_del_docs_ratio_before_merge(MAX_DELETED);
        writer.set_merge_policy(Box::new(policy));
        let payload = index.load_metas()?.payload;
        let progress: Option<Progress> = payload.and_then(|payload| serde_json::from_str(&payload).ok());
        Ok(Self {
            fields: Fields::schema().1,
            reader: index
                .reader_builder()
                .reload_policy(ReloadPolicy::Manual)
                .try_into()?,
            documents: writer,
            progress: progress.filter(|progress| progress.version == VERSION),
            popularity: HashMap::new(),
        })
    }

    /// Deletes all products.
    pub(super) fn clear(&mut self) -> Result<(), IndexError> {
        self.documents.delete_all_documents()?;
        self.popularity.clear();
        self.progress = None;
        Ok(())
    }

    /// Adds products that the index does not contain.
    pub(super) fn add(&self, entries: &[Entry]) -> Result<(), IndexError> {
        for entry in entries.iter().filter(|entry| entry.is_active) {
            self.documents.add_document(self.fields.document(entry))?;
        }
        Ok(())
    }

    /// Adds products or replaces them; removes inactive ones.
    pub(super) fn replace(&mut self, entries: &[Entry]) -> Result<(), IndexError> {
        for entry in entries {
            self.popularity.remove(&entry.product.get());
            self.documents
                .delete_term(self.fields.id_term(entry.product.get()));
            self.add(std::slice::from_ref(entry))?;
        }
        Ok(())
    }

    /// Makes the changes permanent and visible to new snapshots.
    pub(super) fn commit(&mut self, progress: Progress) -> Result<(), IndexError> {
        let payload = serde_json::to_string(&progress).map_err(io::Error::from)?;
        let mut commit = self.documents.prepare_commit()?;
        commit.set_payload(&payload);
        commit.commit()?;
        self.progress = Some(progress);
        Ok(())
    }

    /// Returns a snapshot of the last commit, or `None` if `previous` is one.
    pub(super) fn snapshot(&self, previous: Option<&Snapshot>) -> Result<Option<Arc<Snapshot>>, IndexError> {
        let Some(progress) = self.progress else {
            return Ok(None);
        };
        self.reader.reload()?;
        let searcher = self.reader.searcher();
        let is_complete = progress.built_to.is_none();
        let is_same = previous.is_some_and(|previous| {
            previous.revision == progress.revision
                && previous.is_complete == is_complete
                && previous.has_segments_of(&searcher)
        });
        if is_same {
            return Ok(None);
        }
        let mut snapshot = Snapshot::open(&searcher, self.fields, previous, &self.popularity)?;
        snapshot.revision = progress.revision;
        snapshot.is_complete = is_complete;
        Ok(Some(Arc::new(snapshot)))
    }

    /// Returns the snapshot after changes of the popularity, or `None` if they change nothing.
    pub(super) fn change_popularity(
        &mut self,
        snapshot: &Snapshot,
        changes: &[(ProductId, i64)],
    ) -> Result<Option<Arc<Snapshot>>, IndexError> {
        let changes: Vec<(i64, i64)> = changes
            .iter()
            .map(|(product, popularity)| (product.get(), *popularity))
            .filter(|(product, popularity)| {
                self.popularity.insert(*product, *popularity) != Some(*popularity)
            })
            .collect();
        if changes.is_empty() {
            return Ok(None);
        }
        Ok(Some(Arc::new(snapshot.with_popularity(&changes)?)))
    }
}
