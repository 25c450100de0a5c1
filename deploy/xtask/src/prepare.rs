//! `cargo xtask prepare`: the `.sqlx` folders, by which a plain build checks the SQL without a database.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use anyhow::{Context as _, Result, bail};
use local::{Postgres, PostgresOptions, create_database};
use serde::Deserialize;
use sqlx::{Connection as _, PgConnection, migrate::Migrator};
use tokio::process::Command;

use crate::{
    child,
    console::say,
    installation::Installation,
    workspace::{Workspace, shown},
};

const CHECK_DEADLINE: Duration = Duration::from_mins(30);

/// What to do with the folders.
#[derive(Debug, clap::Args)]
pub(crate) struct PrepareArguments {
    /// Change nothing; fail where a folder is not as the sources want it.
    #[arg(long)]
    check: bool,
}

/// A crate with SQL of its own.
#[derive(Debug)]
struct SqlCrate {
    name: String,
    folder: PathBuf,
    settings: Settings,
}

/// The parts of its `sqlx.toml` that matter here.
#[derive(Debug, Deserialize)]
struct Settings {
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

/// Renews or checks them, on a private PostgreSQL.
pub(crate) async fn run(arguments: PrepareArguments) -> Result<()> {
    let workspace = Workspace::find().await?;
    let data = Installation::of(&workspace.root)?.scratch()?;
    let options = PostgresOptions {
        data: data.path().to_owned(),
        port: None,
        fsync: false,
    };
    let mut server = Postgres::start(options).await?;
    let outcome = on_server(&workspace, &server.server_url(), arguments.check).await;
    server.stop().await?;
    outcome
}

/// Renews or checks them, on this server.
pub(crate) async fn on_server(workspace: &Workspace, server: &str, check: bool) -> Result<()> {
    let crates = find(&workspace.root.join("services"))?;
    let kit = crates
        .iter()
        .find(|found| found.name == "kit")
        .context("the crate kit has no sqlx.toml")?;
    let mut stale = Vec::new();
    for sql_crate in &crates {
        let database = format!("prepare_{}", sql_crate.name);
        create_database(server, &database).await?;
        let url = local::database_url(server, &database);
        migrate(&url, kit).await?;
        if sql_crate.name != kit.name {
            migrate(&url, sql_crate).await?;
        }

        let fresh = tempfile::tempdir().context("a folder for the queries cannot be made")?;
        compile_online(workspace, sql_crate, &url, fresh.path()).await?;
        let committed = sql_crate.folder.join(".sqlx");
        let (wanted, there) = (contents(fresh.path())?, contents(&committed)?);
        let place = shown(&workspace.root, &committed);
        if wanted == there {
            say(&format!("{place}: {} queries, up to date", wanted.len()));
        } else if check {
            stale.push(place);
        } else {
            replace(&committed, &wanted)?;
            say(&format!("{place}: {} queries, renewed", wanted.len()));
        }
    }
    if stale.is_empty() {
        return Ok(());
    }
    bail!(
        "not as the sources want it: {}; run: cargo xtask prepare",
        stale.join(", ")
    )
}

/// The crates with an `sqlx.toml`, by name.
fn find(services: &Path) -> Result<Vec<SqlCrate>> {
    let mut crates = Vec::new();
    let entries = fs::read_dir(services).with_context(|| format!("{} cannot be read", services.display()))?;
    for folder in entries.flatten().map(|entry| entry.path()) {
        let file = folder.join("sqlx.toml");
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        let settings =
            toml::from_str(&text).with_context(|| format!("{} is not as expected", file.display()))?;
        let name = folder
            .file_name()
            .and_then(|name| name.to_str())
            .context("a folder's name is not UTF-8")?;
        crates.push(SqlCrate {
            name: name.to_owned(),
            folder,
            settings,
        });
    }
    crates.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(crates)
}

async fn migrate(url: &str, sql_crate: &SqlCrate) -> Result<()> {
    let folder = sql_crate.folder.join("migrations");
    let mut migrator = Migrator::new(folder.clone())
        .await
        .with_context(|| format!("{} cannot be read", folder.display()))?;
    if let Some(table) = &sql_crate.settings.migrate.table_name {
        migrator.dangerous_set_table_name(table.clone());
    }
    let mut connection = PgConnection::connect(url)
        .await
        .context("PostgreSQL cannot be reached")?;
    migrator
        .run(&mut connection)
        .await
        .with_context(|| format!("{}: a migration failed", sql_crate.name))?;
    connection.close().await.context("PostgreSQL went away")
}

/// Compiles the crate against the database; its query macros write what they learn into the folder. Its tests have none:
/// they ask by sqlx's functions.
async fn compile_online(
    workspace: &Workspace,
    sql_crate: &SqlCrate,
    url: &str,
    queries: &Path,
) -> Result<()> {
    // The macros run only when the crate is compiled, and cargo compiles only what is newer than its last result.
    let source = sql_crate.folder.join("src/lib.rs");
    let touch = fs::File::options()
        .append(true)
        .open(&source)
        .and_then(|file| file.set_modified(now()));
    touch.with_context(|| format!("{} cannot be touched", source.display()))?;
    let mut command = Command::new("cargo");
    command
        .args(["check", "--quiet", "--lib", "--package", &sql_crate.name])
        .current_dir(&workspace.root);
    command
        .env("SQLX_OFFLINE", "false")
        .env("SQLX_OFFLINE_DIR", queries)
        .env(&sql_crate.settings.common.database_url_var, url);
    child::run(
        &format!("compiling {} against its database", sql_crate.name),
        command,
        CHECK_DEADLINE,
        |_| {},
    )
    .await?;
    Ok(())
}

#[expect(
    clippy::disallowed_methods,
    reason = "cargo compares the times of files with the system's clock"
)]
fn now() -> SystemTime {
    SystemTime::now()
}

/// The queries in a folder, by file name; none where it is missing.
fn contents(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut queries = BTreeMap::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(queries);
    };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("query-") {
            let text = fs::read(entry.path())
                .with_context(|| format!("{} cannot be read", entry.path().display()))?;
            queries.insert(name, text);
        }
    }
    Ok(queries)
}

fn replace(folder: &Path, wanted: &BTreeMap<String, Vec<u8>>) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    for name in contents(folder)?
        .keys()
        .filter(|name| !wanted.contains_key(*name))
    {
        fs::remove_file(folder.join(name)).with_context(|| format!("{name} cannot be removed"))?;
    }
    for (name, text) in wanted {
        fs::write(folder.join(name), text).with_context(|| format!("{name} cannot be written"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kit_is_found_with_its_variable_and_its_own_table() {
        let crates = find(&local::checkout().unwrap().join("services")).unwrap();
        let kit = crates.iter().find(|found| found.name == "kit").unwrap();
        assert_eq!(kit.settings.common.database_url_var, "KIT_DATABASE_URL");
        assert_eq!(kit.settings.migrate.table_name.as_deref(), Some("kit_migrations"));
    }

    #[test]
    fn a_renewed_folder_holds_exactly_the_wanted_queries() {
        let folder = tempfile::tempdir().unwrap();
        let queries = folder.path().join(".sqlx");
        let wanted = |name: &str| BTreeMap::from([(name.to_owned(), b"{}".to_vec())]);
        replace(&queries, &wanted("query-a.json")).unwrap();
        replace(&queries, &wanted("query-b.json")).unwrap();
        assert_eq!(contents(&queries).unwrap(), wanted("query-b.json"));
    }
}
