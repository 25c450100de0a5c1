//! `cargo xtask prepare`: renews the `.sqlx` folders, against which builds check the SQL without a database.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use anyhow::{Context as _, Result, ensure};
use local::{Postgres, PostgresOptions, create_database};
use serde::Deserialize;
use sqlx::{Connection as _, PgConnection, migrate::Migrator};
use tokio::process::Command;
use toolkit::{
    command,
    console::print_status,
    installation::Installation,
    workspace::{Workspace, display_path},
};

const COMPILE_TIMEOUT: Duration = Duration::from_mins(30);

/// Options of `prepare`.
#[derive(Debug, clap::Args)]
pub(crate) struct PrepareArguments {
    /// Only these crates; all by default.
    crates: Vec<String>,
}

/// A crate with an `sqlx.toml`.
#[derive(Debug)]
struct SqlCrate {
    name: String,
    folder: PathBuf,
    config: Config,
}

/// The relevant part of an `sqlx.toml`.
#[derive(Debug, Deserialize)]
struct Config {
    common: Common,
    #[serde(default)]
    migrate: Migrate,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Common {
    database_url_var: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Migrate {
    table_name: Option<String>,
}

/// Renews the folders, with a private PostgreSQL.
pub(crate) async fn run(arguments: PrepareArguments) -> Result<()> {
    let workspace = Workspace::find().await?;
    let data = Installation::open(&workspace.root)?.create_test_scratch()?;
    let options = PostgresOptions {
        data: data.path().to_owned(),
        port: None,
        fsync: false,
    };
    let mut server = Postgres::start(options).await?;
    let result = renew(&workspace, &server.server_url(), &arguments.crates).await;
    server.stop().await?;
    result
}

/// Renews the folders of some crates, or of all if none is named, with a running PostgreSQL.
async fn renew(workspace: &Workspace, server: &str, names: &[String]) -> Result<()> {
    let crates = find_crates(&workspace.root.join("services"))?;
    for name in names {
        ensure!(
            crates.iter().any(|found| found.name == *name),
            "no crate {name} has an sqlx.toml"
        );
    }
    let is_selected = |found: &&SqlCrate| names.is_empty() || names.contains(&found.name);
    for sql_crate in crates.iter().filter(is_selected) {
        let url = create_migrated_database(server, kit_of(&crates)?, sql_crate).await?;
        let output = tempfile::tempdir().context("cannot create a folder for the queries")?;
        let mut command = Command::new("cargo");
        command
            .args(["check", "--quiet", "--lib", "--package", &sql_crate.name])
            .current_dir(&workspace.root);
        sql_crate.compile_online(&mut command, &url)?;
        command.env("SQLX_OFFLINE_DIR", output.path());
        let task = format!("compiling {} against its database", sql_crate.name);
        command::capture(&task, command, COMPILE_TIMEOUT, |_| {}).await?;
        let committed = sql_crate.folder.join(".sqlx");
        let expected = read_queries(output.path())?;
        let path = display_path(&workspace.root, &committed);
        if expected == read_queries(&committed)? {
            print_status(&format!("{path}: {} queries, up to date", expected.len()));
        } else {
            write_queries(&committed, &expected)?;
            print_status(&format!("{path}: {} queries, renewed", expected.len()));
        }
    }
    Ok(())
}

/// Runs a command of cargo that compiles all crates, with the SQL checked against databases; fails if a committed query differs
/// or is missing or unused.
///
/// One folder takes the queries of all crates. That each crate has its own is checked by compiling without databases.
pub(crate) async fn check(workspace: &Workspace, server: &str, mut command: Command) -> Result<()> {
    let crates = find_crates(&workspace.root.join("services"))?;
    let output = tempfile::tempdir().context("cannot create a folder for the queries")?;
    for sql_crate in &crates {
        let url = create_migrated_database(server, kit_of(&crates)?, sql_crate).await?;
        sql_crate.compile_online(&mut command, &url)?;
    }
    command.env("SQLX_OFFLINE_DIR", output.path());
    command::run(command, COMPILE_TIMEOUT).await?;

    let used = read_queries(output.path())?;
    let mut committed = BTreeMap::new();
    for sql_crate in &crates {
        committed.extend(read_queries(&sql_crate.folder.join(".sqlx"))?);
    }
    let differing: Vec<_> = used
        .iter()
        .filter(|(name, query)| committed.get(*name) != Some(*query))
        .chain(committed.iter().filter(|(name, _)| !used.contains_key(*name)))
        .map(|(name, _)| name.as_str())
        .collect();
    ensure!(
        differing.is_empty(),
        "out of date: {}; run: cargo xtask prepare",
        differing.join(", ")
    );
    print_status(&format!("{} queries, up to date", used.len()));
    Ok(())
}

/// Returns the crates with an `sqlx.toml`, sorted by name.
fn find_crates(services: &Path) -> Result<Vec<SqlCrate>> {
    let mut crates = Vec::new();
    let entries = fs::read_dir(services).with_context(|| format!("cannot read {}", services.display()))?;
    for folder in entries.flatten().map(|entry| entry.path()) {
        let file = folder.join("sqlx.toml");
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        let config = toml::from_str(&text).with_context(|| format!("cannot parse {}", file.display()))?;
        let name = folder
            .file_name()
            .and_then(|name| name.to_str())
            .context("a folder's name is not UTF-8")?;
        crates.push(SqlCrate {
            name: name.to_owned(),
            folder,
            config,
        });
    }
    crates.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(crates)
}

/// Returns the crate whose tables all databases have.
fn kit_of(crates: &[SqlCrate]) -> Result<&SqlCrate> {
    crates
        .iter()
        .find(|found| found.name == "kit")
        .context("the crate kit has no sqlx.toml")
}

/// Creates a database with the tables of a crate; returns its address.
async fn create_migrated_database(server: &str, kit: &SqlCrate, sql_crate: &SqlCrate) -> Result<String> {
    let database = format!("prepare_{}", sql_crate.name);
    create_database(server, &database).await?;
    let url = local::database_url(server, &database);
    migrate(&url, kit).await?;
    if sql_crate.name != kit.name {
        migrate(&url, sql_crate).await?;
    }
    Ok(url)
}

async fn migrate(url: &str, sql_crate: &SqlCrate) -> Result<()> {
    let folder = sql_crate.folder.join("migrations");
    let mut migrator = Migrator::new(folder.clone())
        .await
        .with_context(|| format!("cannot read {}", folder.display()))?;
    if let Some(table) = &sql_crate.config.migrate.table_name {
        migrator.dangerous_set_table_name(table.clone());
    }
    let mut connection = PgConnection::connect(url)
        .await
        .context("cannot reach PostgreSQL")?;
    migrator
        .run(&mut connection)
        .await
        .with_context(|| format!("{}: a migration failed", sql_crate.name))?;
    connection
        .close()
        .await
        .context("PostgreSQL closed the connection")
}

impl SqlCrate {
    /// Makes a command of cargo compile the crate against its database; its query macros write the query files. Tests use no
    /// query macros.
    fn compile_online(&self, command: &mut Command, url: &str) -> Result<()> {
        // The macros run only when cargo compiles the crate: mark it as changed.
        let source = self.folder.join("src/lib.rs");
        let touch = fs::File::options()
            .append(true)
            .open(&source)
            .and_then(|file| file.set_modified(now()));
        touch.with_context(|| format!("cannot touch {}", source.display()))?;
        command
            .env("SQLX_OFFLINE", "false")
            .env(&self.config.common.database_url_var, url);
        Ok(())
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "cargo compares file times with the system's clock"
)]
fn now() -> SystemTime {
    SystemTime::now()
}

/// Reads the queries of a folder by file name; none if it is missing.
fn read_queries(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut queries = BTreeMap::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(queries);
    };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("query-") {
            let text =
                fs::read(entry.path()).with_context(|| format!("cannot read {}", entry.path().display()))?;
            queries.insert(name, text);
        }
    }
    Ok(queries)
}

fn write_queries(folder: &Path, queries: &BTreeMap<String, Vec<u8>>) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for name in read_queries(folder)?
        .keys()
        .filter(|name| !queries.contains_key(*name))
    {
        fs::remove_file(folder.join(name)).with_context(|| format!("cannot remove {name}"))?;
    }
    for (name, text) in queries {
        fs::write(folder.join(name), text).with_context(|| format!("cannot write {name}"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_kit_with_its_variable_and_table() {
        let crates = find_crates(&local::checkout_root().unwrap().join("services")).unwrap();
        let kit = crates.iter().find(|found| found.name == "kit").unwrap();
        assert_eq!(kit.config.common.database_url_var, "KIT_DATABASE_URL");
        assert_eq!(kit.config.migrate.table_name.as_deref(), Some("kit_migrations"));
    }

    #[test]
    fn write_queries_removes_other_queries() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join(".sqlx");
        let queries = |name: &str| BTreeMap::from([(name.to_owned(), b"{}".to_vec())]);
        write_queries(&folder, &queries("query-a.json")).unwrap();
        write_queries(&folder, &queries("query-b.json")).unwrap();
        assert_eq!(read_queries(&folder).unwrap(), queries("query-b.json"));
    }
}
