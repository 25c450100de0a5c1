//! Starts, kills and restarts PostgreSQL and NATS.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::{net::TcpListener, path::Path, process::Command, time::Duration};

use local::{
    Backups, Moment, Nats, NatsOptions, Postgres, PostgresOptions, create_database, drop_database,
    nats_url_for,
};
use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;

/// Creates a folder that the user `nobody` can reach.
fn folder() -> TempDir {
    let base = if Path::new("/var/tmp").is_dir() {
        "/var/tmp".into()
    } else {
        std::env::temp_dir()
    };
    tempfile::Builder::new()
        .prefix("storefront-test-")
        .tempdir_in(base)
        .unwrap()
}

fn postgres_options(folder: &TempDir) -> PostgresOptions {
    PostgresOptions {
        data: folder.path().to_owned(),
        port: None,
        fsync: true,
    }
}

async fn wait_until(label: &str, mut condition: impl FnMut() -> bool) {
    for _ in 0..600 {
        if condition() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("not within 30 s: {label}");
}

fn is_running(pid: u32) -> bool {
    let output = Command::new("ps")
        .args(["-o", "stat=", "-p", &pid.to_string()])
        .output()
        .unwrap();
    let state = String::from_utf8(output.stdout).unwrap();
    !state.trim().is_empty() && !state.starts_with('Z')
}

#[tokio::test]
async fn restores_all_databases_to_one_moment_after_the_loss_of_the_data() {
    const TIMEOUT: Duration = Duration::from_mins(1);
    let folder = folder();
    let mut server = Postgres::start(PostgresOptions {
        data: folder.path().join("postgres"),
        ..postgres_options(&folder)
    })
    .await
    .unwrap();
    for database in ["orders", "stock"] {
        create_database(&server.server_url(), database).await.unwrap();
    }
    let backups = Backups::create(folder.path().join("backups")).unwrap();
    backups
        .archive(&mut server, Duration::from_secs(1))
        .await
        .unwrap();
    let insert = async |server: &Postgres, database: &str, text: &str| {
        let mut connection = PgConnection::connect(&server.url(database)).await.unwrap();
        sqlx::query("create table if not exists kept (text text)")
            .execute(&mut connection)
            .await
            .unwrap();
        sqlx::query("insert into kept values ($1)")
            .bind(text)
            .execute(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
    };
    let rows = async |server: &Postgres, database: &str| -> Vec<String> {
        let mut connection = PgConnection::connect(&server.url(database)).await.unwrap();
        sqlx::query_scalar("select text from kept order by text")
            .fetch_all(&mut connection)
            .await
            .unwrap()
    };
    insert(&server, "orders", "1: in the backup").await;
    assert!(backups.take(&server).await.unwrap() > 1_000_000, "bytes");
    insert(&server, "orders", "2: in the log").await;
    insert(&server, "stock", "2: in the log").await;
    let moment = Moment::now(&server).await.unwrap();
    insert(&server, "orders", "3: later").await;
    insert(&server, "stock", "3: later").await;
    let later = Moment::now(&server).await.unwrap();
    backups.wait_archived(&server, &later, TIMEOUT).await.unwrap();

    server.kill().unwrap();
    backups.restore(&mut server, &moment, TIMEOUT).await.unwrap();
    assert_eq!(
        rows(&server, "orders").await,
        ["1: in the backup", "2: in the log"]
    );
    assert_eq!(rows(&server, "stock").await, ["2: in the log"]);
    insert(&server, "stock", "4: after the restore").await;
    server.stop().await.unwrap();
    server.restart().await.unwrap();
    assert_eq!(
        rows(&server, "stock").await.len(),
        2,
        "a restart recovers nothing again"
    );
}

#[tokio::test]
async fn postgres_keeps_committed_rows_after_a_kill() {
    let folder = folder();
    let mut server = Postgres::start(postgres_options(&folder)).await.unwrap();
    let (port, pid) = (server.port(), server.pid());
    assert!(create_database(&server.server_url(), "shop").await.unwrap());
    assert!(
        !create_database(&server.server_url(), "shop").await.unwrap(),
        "the database already exists"
    );

    let mut connection = PgConnection::connect(&server.url("shop")).await.unwrap();
    sqlx::raw_sql("create table kept (text text); insert into kept values ('Şəbəkə')")
        .execute(&mut connection)
        .await
        .unwrap();
    // The connection stays open: its backend outlives the kill and holds shared memory for a moment.
    server.kill().unwrap();
    assert!(!is_running(pid));

    server.restart().await.unwrap();
    assert_eq!(server.port(), port);
    let mut connection = PgConnection::connect(&server.url("shop")).await.unwrap();
    let (lower,): (String,) = sqlx::query_as("select lower(text) from kept")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(lower, "şəbəkə", "lower() handles non-ASCII letters");
    connection.close().await.unwrap();

    drop_database(&server.server_url(), "shop").await.unwrap();
    assert!(PgConnection::connect(&server.url("shop")).await.is_err());
    server.stop().await.unwrap();
    assert!(server.has_exited());
}

#[tokio::test]
async fn postgres_logs_statements_without_values() {
    let folder = folder();
    let mut server = Postgres::start(PostgresOptions {
        fsync: false,
        ..postgres_options(&folder)
    })
    .await
    .unwrap();
    let mut connection = PgConnection::connect(&server.url("postgres")).await.unwrap();
    sqlx::raw_sql("create temporary table customer (email text unique); set log_min_duration_statement = 0")
        .execute(&mut connection)
        .await
        .unwrap();
    let mut insert = async || {
        sqlx::query("insert into customer values ($1)")
            .bind("leyla@example.com")
            .execute(&mut connection)
            .await
    };
    insert().await.unwrap();
    insert().await.unwrap_err();
    server.stop().await.unwrap();

    let log = std::fs::read_to_string(folder.path().join("postgres.log")).unwrap();
    for entry in ["LOG:  duration", "ERROR:  duplicate key", "insert into customer"] {
        assert!(log.contains(entry), "{entry}: {log}");
    }
    assert!(!log.contains("leyla"), "{log}");
}

#[tokio::test]
async fn rejects_a_second_postgres_on_the_same_data() {
    let folder = folder();
    let _first = Postgres::start(postgres_options(&folder)).await.unwrap();
    let error = Postgres::start(postgres_options(&folder)).await.unwrap_err();
    assert!(error.to_string().contains("another process runs"), "{error:#}");
}

#[tokio::test]
async fn error_names_a_port_in_use() {
    let folder = folder();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let error = Postgres::start(PostgresOptions {
        port: Some(port),
        ..postgres_options(&folder)
    })
    .await
    .unwrap_err();
    assert!(error.to_string().contains(&port.to_string()), "{error:#}");
}

/// Connects as the user that the URL names, whose inboxes have its name.
async fn connect(url: &str) -> async_nats::Client {
    let server: async_nats::ServerAddr = url.parse().unwrap();
    let (user, password) = (server.username().unwrap(), server.password().unwrap());
    let options = async_nats::ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned());
    let options = options.custom_inbox_prefix(format!("_INBOX.{user}"));
    options.connect(server).await.unwrap()
}

#[tokio::test]
async fn nats_restarts_on_its_port_and_streams() {
    let folder = folder();
    let mut server = Nats::start(NatsOptions {
        store: folder.path().to_owned(),
        port: None,
    })
    .await
    .unwrap();
    let (url, pid) = (server.url(), server.pid());
    let bus = async_nats::jetstream::new(connect(&url).await);
    let stream = async_nats::jetstream::stream::Config {
        name: "KEPT".to_owned(),
        subjects: vec!["kept".to_owned()],
        ..Default::default()
    };
    bus.create_stream(stream).await.unwrap();
    bus.publish("kept", "first".into()).await.unwrap().await.unwrap();

    server.kill().unwrap();
    assert!(!is_running(pid));
    server.restart().await.unwrap();
    assert_eq!(server.url(), url);

    let bus = async_nats::jetstream::new(connect(&url).await);
    let kept = bus.get_stream("KEPT").await.unwrap().get_info().await.unwrap();
    assert_eq!(kept.state.messages, 1, "an acknowledged message survives a kill");
    server.stop().await.unwrap();
    assert!(server.has_exited());
}

#[tokio::test]
async fn nats_users_have_permissions_for_their_own_subjects_only() {
    let folder = folder();
    let server = Nats::start(NatsOptions {
        store: folder.path().to_owned(),
        port: None,
    })
    .await
    .unwrap();
    let operator = async_nats::jetstream::new(connect(&server.url()).await);
    let stream = async_nats::jetstream::stream::Config {
        name: "STOREFRONT".to_owned(),
        subjects: vec!["storefront.>".to_owned()],
        ..Default::default()
    };
    let stream = operator.create_stream(stream).await.unwrap();

    let mut cart = async_nats::jetstream::new(connect(&nats_url_for(&server.url(), "cart")).await);
    // NATS does not answer requests without permission.
    cart.set_timeout(Duration::from_millis(300));
    for (subject, is_allowed) in [
        ("storefront.cart.changed", true),
        ("storefront.order.created", false),
        ("storefront.catalog.stock_changed", false),
    ] {
        let stored = cart.publish(subject, "event".into()).await.unwrap();
        let stored = tokio::time::timeout(Duration::from_millis(300), stored).await;
        assert_eq!(stored.is_ok_and(|stored| stored.is_ok()), is_allowed, "{subject}");
    }
    assert!(cart.delete_stream("STOREFRONT").await.is_err());
    assert!(
        cart.update_stream(stream.cached_info().config.clone())
            .await
            .is_err()
    );
    let own = cart.get_stream("STOREFRONT").await.unwrap();
    assert!(own.purge().await.is_err());
    assert!(own.delete_message(1).await.is_err());
    let consumer = |name: &str, subject: &str| async_nats::jetstream::consumer::pull::Config {
        durable_name: Some(name.to_owned()),
        filter_subject: subject.to_owned(),
        ..Default::default()
    };
    for (name, subject, is_allowed) in [
        ("cart-subtract-ordered", "storefront.order.created", true),
        ("cart-subtract-ordered", "storefront.account.registered", false),
        ("catalog-release", "storefront.order.abandoned", false),
    ] {
        let created = own.create_consumer(consumer(name, subject)).await;
        assert_eq!(created.is_ok(), is_allowed, "{name} {subject}");
    }
    assert!(own.delete_consumer("cart-subtract-ordered").await.is_err());
    assert_eq!(stream.get_info().await.unwrap().state.messages, 1);
}

/// Started as a process, and killed, by the test below.
#[tokio::test]
#[ignore = "started by servers_exit_when_their_parent_is_killed"]
async fn parent_process() {
    let folder = folder();
    let server = Postgres::start(postgres_options(&folder)).await.unwrap();
    let nats = Nats::start(NatsOptions {
        store: folder.path().join("nats"),
        port: None,
    })
    .await
    .unwrap();
    eprintln!(
        "started {} {} {}",
        server.pid(),
        nats.pid(),
        folder.path().display()
    );
    std::future::pending::<()>().await;
}

/// Other systems have no parent-death signal.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn servers_exit_when_their_parent_is_killed() {
    use std::io::BufRead as _;
    let mut parent = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "--nocapture", "parent_process"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let output = std::io::BufReader::new(parent.stderr.take().unwrap());
    let line = output
        .lines()
        .map_while(Result::ok)
        .find(|line| line.starts_with("started "))
        .unwrap();
    let words: Vec<_> = line.split(' ').collect();
    let pids: Vec<u32> = words[1..3].iter().map(|word| word.parse().unwrap()).collect();
    parent.kill().unwrap();
    parent.wait().unwrap();
    for pid in pids {
        wait_until("the server has exited", || !is_running(pid)).await;
    }
    std::fs::remove_dir_all(words[3]).unwrap();
}
