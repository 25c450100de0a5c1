//! Parts of a shop fail, one after the other, and Prometheus names each: the table *Seen* of docs/operations/alerts.md.

use std::time::Duration;

use reqwest::Method;
use sqlx::Connection as _;
use testkit::{Shop, ShopOptions, SmtpSink};
use tokio::{task::JoinSet, time::Instant};

use crate::prometheus::Prometheus;

/// The most that docs/operations/alerts.md promises.
const NAMED_WITHIN: Duration = Duration::from_secs(150);

/// The longest window of a rule is five minutes.
const QUIET_WITHIN: Duration = Duration::from_mins(8);

/// More customers than the service of carts has connections here.
const CUSTOMERS: usize = 8;

struct Drill {
    shop: Shop,
    prometheus: Prometheus,
}

impl Drill {
    async fn start(mail: &SmtpSink) -> Self {
        let shop = Shop::start(ShopOptions {
            durable: true,
            smtp_url: Some(mail.url()),
            settings: vec![("cart", "POSTGRES_CONNECTIONS", "4")],
            ..ShopOptions::default()
        })
        .await;
        let prometheus = Prometheus::start(&shop).await;
        prometheus.wait_until_quiet(QUIET_WITHIN).await;
        Self { shop, prometheus }
    }

    /// Waits until an alert names a fault that began at `since`, and prints the row of the table.
    #[expect(clippy::print_stdout, reason = "the drill reports to a person at a terminal")]
    async fn named(&self, since: Instant, fault: &str, alert: &str, service: Option<&str>) {
        let left = NAMED_WITHIN.saturating_sub(since.elapsed());
        self.prometheus.wait_for(alert, service, left).await;
        let name = service.map_or_else(String::new, |service| format!(", {service}"));
        println!("| {fault} | `{alert}`{name} | {} |", since.elapsed().as_secs());
    }

    /// Starts what was killed, and waits until no alert fires.
    async fn mend(&mut self) {
        self.shop.restart_exited().await;
        self.prometheus.set_targets(&self.shop);
        self.prometheus.wait_until_quiet(QUIET_WITHIN).await;
    }

    /// Lets a database take connections, or none.
    async fn set_connectable(&self, database: &str, allowed: bool) {
        let server = self.shop.postgres.server_url();
        let mut connection = sqlx::PgConnection::connect(&server).await.unwrap();
        let alter = format!("alter database \"{database}\" allow_connections {allowed}");
        sqlx::query(sqlx::AssertSqlSafe(alter))
            .execute(&mut connection)
            .await
            .unwrap();
        if !allowed {
            let end = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1";
            sqlx::query(end)
                .bind(database)
                .execute(&mut connection)
                .await
                .unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes half an hour; run it with `cargo xtask drill alerts`"]
async fn names_each_fault_within_the_promised_time() {
    let mut mail = SmtpSink::start().await;
    let mut drill = Drill::start(&mail).await;
    services(&mut drill).await;
    servers(&mut drill).await;
    databases(&mut drill).await;
    connections(&mut drill).await;
    consumer(&mut drill).await;
    proxy(&mut drill).await;
    // Last, as its rule remembers five minutes.
    mail_server(&drill, &mut mail).await;
}

/// All at once: an alert for each.
async fn services(drill: &mut Drill) {
    let names = drill.shop.service_names();
    let since = Instant::now();
    for name in &names {
        drill.shop.service(name).kill().unwrap();
    }
    for name in &names {
        drill
            .named(since, "a service", "ServiceUnavailable", Some(name))
            .await;
    }
    drill.mend().await;
}

async fn servers(drill: &mut Drill) {
    let since = Instant::now();
    drill.shop.postgres.kill().unwrap();
    drill
        .named(since, "PostgreSQL is down", "PostgresUnavailable", None)
        .await;
    drill.mend().await;
    let since = Instant::now();
    drill.shop.nats.kill().unwrap();
    drill.named(since, "NATS", "NatsDisconnected", None).await;
    drill.mend().await;
}

async fn databases(drill: &mut Drill) {
    let since = Instant::now();
    drill.set_connectable("cart", false).await;
    let fault = "one service does not reach its database";
    drill
        .named(since, fault, "DatabaseUnavailable", Some("cart"))
        .await;
    drill.set_connectable("cart", true).await;
    drill.mend().await;
    let since = Instant::now();
    drill.set_connectable("catalog", false).await;
    let fault = "catalog or content answers from a copy";
    drill
        .named(since, fault, "ServingFromCopy", Some("catalog"))
        .await;
    drill.set_connectable("catalog", true).await;
    drill.mend().await;
}

/// Calls that wait for a lock hold all connections.
async fn connections(drill: &mut Drill) {
    let mut customers = Vec::new();
    for number in 0..CUSTOMERS {
        customers.push(drill.shop.customer(&format!("customer{number}")).await);
    }
    let database = drill.shop.database("cart");
    let mut lock = kit::database::begin(&database).await.unwrap();
    sqlx::query("lock table cart in access exclusive mode")
        .execute(&mut *lock)
        .await
        .unwrap();
    let since = Instant::now();
    let mut calls = JoinSet::new();
    for customer in customers {
        calls.spawn(async move {
            loop {
                customer.get("carts/current").await;
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
    }
    let fault = "a service is out of connections";
    drill
        .named(since, fault, "DatabaseConnectionPoolExhausted", None)
        .await;
    calls.shutdown().await;
    lock.rollback().await.unwrap();
    drill.mend().await;
}

/// A consumer that waits for a lock handles no event.
async fn consumer(drill: &mut Drill) {
    let database = drill.shop.database("notification");
    let since = Instant::now();
    let mut lock = kit::database::begin(&database).await.unwrap();
    sqlx::query("lock table inbox in access exclusive mode")
        .execute(&mut *lock)
        .await
        .unwrap();
    drill.shop.visitor().register("stuck").await;
    drill
        .named(
            since,
            "a consumer is stuck",
            "ConsumerStuck",
            Some("notification"),
        )
        .await;
    lock.rollback().await.unwrap();
    drill.mend().await;
}

/// Requests that an address forwards which is not trusted.
async fn proxy(drill: &mut Drill) {
    let visitor = drill.shop.visitor();
    let since = Instant::now();
    let mut calls = JoinSet::new();
    calls.spawn(async move {
        loop {
            let forwarded = [("x-forwarded-for", "203.0.113.7")];
            visitor.send(Method::GET, "stores", None, &forwarded).await;
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    });
    drill
        .named(since, "a proxy that is not trusted", "ProxyNotTrusted", None)
        .await;
    calls.shutdown().await;
    drill.mend().await;
}

async fn mail_server(drill: &Drill, mail: &mut SmtpSink) {
    let since = Instant::now();
    mail.stop().await;
    for name in ["first", "second"] {
        drill.shop.visitor().register(name).await;
    }
    drill
        .named(since, "the mail server", "MailServerUnavailable", None)
        .await;
    mail.restart().await;
}
