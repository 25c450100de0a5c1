//! Continuous archiving, base backups and recovery of a private PostgreSQL server, with the server's low-level functions:
//! the packages of the server have no `pg_basebackup`.

use std::{
    fs,
    io::{ErrorKind, Write as _},
    os::unix::fs::{DirBuilderExt as _, MetadataExt as _, PermissionsExt as _, chown},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use crate::postgres::{Postgres, prepare_folder};

/// Folders whose contents belong to the running server only. The backup has them empty.
const EMPTY_FOLDERS: [&str; 9] = [
    "pg_dynshmem",
    "pg_notify",
    "pg_replslot",
    "pg_serial",
    "pg_snapshots",
    "pg_stat_tmp",
    "pg_subtrans",
    "pg_wal",
    "pgsql_tmp",
];

/// Files of the running server, which a backup must not have.
const LEFT_OUT: [&str; 2] = ["postmaster.pid", "postmaster.opts"];

const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A base backup and the archived write-ahead log of one server.
#[derive(Debug)]
pub struct Backups {
    folder: PathBuf,
}

/// A moment of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// The server's clock, as PostgreSQL writes it.
    pub time: String,
    /// The segment of the write-ahead log that was being written.
    segment: String,
}

impl Backups {
    /// Creates the folder, with access for the server's user.
    ///
    /// # Errors
    /// If it cannot be created, or its path has a quote, which the archiver's shell command cannot have.
    pub fn create(folder: PathBuf) -> Result<Self> {
        let path = folder.to_string_lossy();
        ensure!(
            !path.contains(['\'', '%', '\\']),
            "PostgreSQL cannot archive to a path with quotes, backslashes or percent signs: {path}"
        );
        let backups = Self { folder };
        prepare_folder(&backups.folder)?;
        prepare_folder(&backups.wal())?;
        Ok(backups)
    }

    fn base(&self) -> PathBuf {
        self.folder.join("base")
    }

    fn wal(&self) -> PathBuf {
        self.folder.join("wal")
    }

    /// Restarts the server with continuous archiving. At most `interval` of transactions is not archived.
    ///
    /// # Errors
    /// If the server cannot be reached or does not restart.
    pub async fn archive(&self, server: &mut Postgres, interval: Duration) -> Result<()> {
        let wal = self.wal();
        let wal = wal.display();
        // A segment is complete under its name or missing.
        let command =
            format!("test ! -f '{wal}/%f' && cp '%p' '{wal}/%f.part' && mv '{wal}/%f.part' '{wal}/%f'");
        let settings = [
            ("archive_mode", "on".to_owned()),
            ("archive_command", command),
            ("archive_timeout", format!("{}s", interval.as_secs())),
        ];
        let mut connection = connect(server).await?;
        for (name, value) in settings {
            let statement = format!("alter system set {name} = {}", quote(&value));
            sqlx::query(AssertSqlSafe(statement))
                .execute(&mut connection)
                .await
                .with_context(|| format!("cannot set {name}"))?;
        }
        connection.close().await?;
        server.stop().await?;
        server.restart().await
    }

    /// Takes a base backup of the running server, replacing an earlier one, and returns its size in bytes.
    ///
    /// # Errors
    /// If the server cannot be reached, or a file cannot be copied.
    pub async fn take(&self, server: &Postgres) -> Result<u64> {
        let base = self.base();
        if base.exists() {
            fs::remove_dir_all(&base).context("cannot remove the earlier backup")?;
        }
        let mut connection = connect(server).await?;
        sqlx::query("select pg_backup_start('base', fast => true)")
            .execute(&mut connection)
            .await
            .context("cannot start the backup")?;
        let (from, to) = (server.cluster(), base.clone());
        let size = tokio::task::spawn_blocking(move || copy_folder(&from, &to, is_left_out)).await??;
        // Waits until the archive has the log that was written during the copy.
        let (label,): (String,) = sqlx::query_as("select labelfile from pg_backup_stop()")
            .fetch_one(&mut connection)
            .await
            .context("cannot finish the backup")?;
        connection.close().await?;
        write_like(&base, "backup_label", &label)?;
        Ok(size)
    }

    /// Waits until the archive has the log up to a moment and beyond.
    ///
    /// # Errors
    /// If the server cannot be reached, or the archive lacks it after `timeout`.
    pub async fn wait_archived(&self, server: &Postgres, moment: &Moment, timeout: Duration) -> Result<()> {
        let deadline = Instant::now() + timeout;
        let mut connection = connect(server).await?;
        loop {
            let (archived,): (Option<String>,) =
                sqlx::query_as("select last_archived_wal from pg_stat_archiver")
                    .fetch_one(&mut connection)
                    .await?;
            if archived.is_some_and(|archived| archived >= moment.segment) {
                return Ok(connection.close().await?);
            }
            if Instant::now() > deadline {
                bail!(
                    "the archive has no {} within {} s",
                    moment.segment,
                    timeout.as_secs()
                );
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Replaces the data of a killed server by the base backup, starts it, and waits until it has recovered to the moment
    /// and accepts writes. All databases are then at the same moment. Nothing of the old data is used.
    ///
    /// # Errors
    /// If there is no backup, the server does not start, or it has not recovered after `timeout`.
    pub async fn restore(&self, server: &mut Postgres, moment: &Moment, timeout: Duration) -> Result<()> {
        let (base, cluster) = (self.base(), server.cluster());
        ensure!(base.is_dir(), "there is no base backup");
        if cluster.exists() {
            fs::remove_dir_all(&cluster).with_context(|| format!("cannot remove {}", cluster.display()))?;
        }
        let target = cluster.clone();
        tokio::task::spawn_blocking(move || copy_folder(&base, &target, |_| false)).await??;
        write_like(&cluster, "recovery.signal", "")?;
        let settings = recovery_settings(&self.wal(), &moment.time);
        let path = cluster.join("postgresql.auto.conf");
        let mut file = fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        file.write_all(settings.as_bytes())?;
        let deadline = Instant::now() + timeout;
        server.restart().await?;
        while is_recovering(server).await? {
            ensure!(
                Instant::now() < deadline,
                "PostgreSQL has not recovered within {} s",
                timeout.as_secs()
            );
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        Ok(())
    }
}

impl Moment {
    /// The present moment of a server.
    ///
    /// # Errors
    /// If the server cannot be reached.
    pub async fn now(server: &Postgres) -> Result<Self> {
        let mut connection = connect(server).await?;
        let (time, segment): (String, String) =
            sqlx::query_as("select clock_timestamp()::text, pg_walfile_name(pg_current_wal_lsn())")
                .fetch_one(&mut connection)
                .await
                .context("cannot read the server's clock")?;
        connection.close().await?;
        Ok(Self { time, segment })
    }
}

async fn connect(server: &Postgres) -> Result<PgConnection> {
    PgConnection::connect(&server.url("postgres"))
        .await
        .context("cannot reach PostgreSQL")
}

async fn is_recovering(server: &Postgres) -> Result<bool> {
    let mut connection = connect(server).await?;
    let (recovering,): (bool,) = sqlx::query_as("select pg_is_in_recovery()")
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    Ok(recovering)
}

/// The settings of a server that recovers to `time` and then accepts writes. It does not archive: the log of its new
/// timeline belongs into an archive of its own.
fn recovery_settings(wal: &Path, time: &str) -> String {
    let restore = format!("cp '{}/%f' \"%p\"", wal.display());
    format!(
        "restore_command = {}\nrecovery_target_time = {}\nrecovery_target_action = 'promote'\narchive_mode = 'off'\n",
        quote(&restore),
        quote(time)
    )
}

/// A string constant of SQL and of `postgresql.conf`.
fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Whether a backup leaves out this path of a cluster.
fn is_left_out(path: &Path) -> bool {
    let is_named = |path: &Path, names: &[&str]| {
        path.file_name()
            .is_some_and(|name| names.iter().any(|left_out| name == *left_out))
    };
    is_named(path, &LEFT_OUT)
        || path
            .parent()
            .is_some_and(|parent| is_named(parent, &EMPTY_FOLDERS))
}

/// Copies a folder with the owners and modes of its files, and returns the copied bytes. A file that disappears meanwhile
/// is skipped: a running server removes files, and the log says so.
fn copy_folder(from: &Path, to: &Path, is_skipped: fn(&Path) -> bool) -> Result<u64> {
    let failed = |path: &Path| format!("cannot copy {}", path.display());
    let metadata = fs::metadata(from).with_context(|| failed(from))?;
    fs::DirBuilder::new()
        .mode(metadata.permissions().mode())
        .create(to)
        .with_context(|| failed(from))?;
    copy_owner(&metadata, to)?;
    let mut size = 0;
    for entry in fs::read_dir(from).with_context(|| failed(from))? {
        let path = entry.with_context(|| failed(from))?.path();
        let Some(name) = path.file_name().filter(|_| !is_skipped(&path)) else {
            continue;
        };
        let target = to.join(name);
        let metadata = match fs::symlink_metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            metadata => metadata.with_context(|| failed(&path))?,
        };
        ensure!(
            !metadata.is_symlink(),
            "{} is a link: tablespaces are not supported",
            path.display()
        );
        if metadata.is_dir() {
            size += copy_folder(&path, &target, is_skipped)?;
            continue;
        }
        match fs::copy(&path, &target) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            copied => size += copied.with_context(|| failed(&path))?,
        }
        copy_owner(&metadata, &target)?;
    }
    Ok(size)
}

fn copy_owner(metadata: &fs::Metadata, to: &Path) -> Result<()> {
    chown(to, Some(metadata.uid()), Some(metadata.gid()))
        .with_context(|| format!("cannot change the owner of {}", to.display()))
}

/// Writes a file of a cluster, with the owner of its folder.
fn write_like(cluster: &Path, name: &str, text: &str) -> Result<()> {
    let path = cluster.join(name);
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    copy_owner(&fs::metadata(cluster)?, &path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_settings_for_postgresql() {
        assert_eq!(
            recovery_settings(Path::new("/backups/wal"), "2026-01-02 03:04:05.678+00"),
            "restore_command = 'cp ''/backups/wal/%f'' \"%p\"'\n\
             recovery_target_time = '2026-01-02 03:04:05.678+00'\n\
             recovery_target_action = 'promote'\n\
             archive_mode = 'off'\n"
        );
    }

    #[test]
    fn leaves_out_what_belongs_to_the_running_server() {
        for path in [
            "18/postmaster.pid",
            "18/pg_wal/000000010000000000000001",
            "18/base/pgsql_tmp/1",
        ] {
            assert!(is_left_out(Path::new(path)), "{path}");
        }
        for path in [
            "18/pg_wal",
            "18/base/1/1259",
            "18/PG_VERSION",
            "18/global/pg_control",
        ] {
            assert!(!is_left_out(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn rejects_a_folder_that_the_archiver_cannot_name() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Backups::create(folder.path().join("it's")).is_err());
    }
}
