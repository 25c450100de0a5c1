//! Parts of a shop fail, one after the other, and Prometheus names each: the second table of docs/operations/alerts.md.

use std::time::Duration;

use kit::database::Transaction;
use reqwest::Method;
use sqlx::Connection as _;
use testkit::{Shop, ShopOptions, SmtpSink};
use tokio::{task::JoinSet, time::Instant};

use crate::prometheus::Prometheus;

/// The most that docs/operations/alerts.md promises.
const NAMED_WITHIN: Duration = Duration::from_secs(150);

/// The longest window of these rules is five minutes.
const OVER_WITHIN: Duration = Duration::from_mins(8);

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
        Self { shop, prometheus }
    }

    /// Waits until an alert of an earlier fault is over, and returns the moment at which the next begins.
    async fn begin(&self, alert: &str) -> Instant {
        self.prometheus.wait_until_over(alert, OVER_WITHIN).await;
        Instant::now()
    }

    /// Waits until an alert names a fault that began at `since`, and prints the row of the table.
    #[expect(clippy::print_stdout, reason = "the drill reports to a person at a terminal")]
    async fn named(&self, since: Instant, fault: &str, alert: &str, service: Option<&str>) {
        let left = NAMED_WITHIN.saturating_sub(since.elapsed());
        self.prometheus.wait_for(alert, service, left).await;
        let name = service.map_or_else(String::new, |service| format!(", {service}"));
        println!("| {fault} | `{alert}`{name} | {} |", since.elapsed().as_secs());
    }

    /// Starts what was killed.
    async fn restart(&mut self) {
        self.shop.restart_exited().await;
        self.prometheus.set_targets(&self.shop);
    }

    /// Locks a table until the transaction ends.
    async fn lock(&self, database: &str, table: &str) -> Transaction {
        let mut transaction = kit::database::begin(&self.shop.database(database)).await.unwrap();
        let lock = format!("lock table {table} in access exclusive mode");
        sqlx::query(sqlx::AssertSqlSafe(lock))
            .execute(&mut *transaction)
            .await
            .unwrap();
        transaction
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
#[ignore = "takes a quarter of an hour; run it with `cargo xtask drill alerts`"]
async fn names_each_fault_within_the_promised_time() {
    let mut mail = SmtpSink::start().await;
    let mut drill = Drill::start(&mail).await;
    services(&mut drill).await;
    servers(&mut drill).await;
    databases(&drill).await;
    connections(&drill).await;
    consumer(&drill).await;
    proxy(&drill).await;
    mail_server(&drill, &mut mail).await;
}

/// All at once: an alert for each.
async fn services(drill: &mut Drill) {
    let alert = "ServiceUnavailable";
    let names = drill.shop.service_names();
    let since = drill.begin(alert).await;
    for name in &names {
        drill.shop.service(name).kill().unwrap();
    }
    for name in &names {
        drill.named(since, "a service", alert, Some(name)).await;
    }
    drill.restart().await;
}

async fn servers(drill: &mut Drill) {
    let alert = "PostgresUnavailable";
    let since = drill.begin(alert).await;
    drill.shop.postgres.kill().unwrap();
    drill.named(since, "PostgreSQL is down", alert, None).await;
    drill.restart().await;
    let alert = "NatsDisconnected";
    let since = drill.begin(alert).await;
    drill.shop.nats.kill().unwrap();
    drill.named(since, "NATS", alert, None).await;
    drill.restart().await;
}

async fn databases(drill: &Drill) {
    let (fault, alert) = ("one service does not reach its database", "DatabaseUnavailable");
    let since = drill.begin(alert).await;
    drill.set_connectable("cart", false).await;
    drill.named(since, fault, alert, Some("cart")).await;
    drill.set_connectable("cart", true).await;
    let (fault, alert) = ("catalog or content answers from a copy", "ServingFromCopy");
    let since = drill.begin(alert).await;
    drill.set_connectable("catalog", false).await;
    drill.named(since, fault, alert, Some("catalog")).await;
    drill.set_connectable("catalog", true).await;
}

/// Calls that wait for a lock hold all connections.
async fn connections(drill: &Drill) {
    let (fault, alert) = (
        "a service is out of connections",
        "DatabaseConnectionPoolExhausted",
    );
    let mut customers = Vec::new();
    for number in 0..CUSTOMERS {
        customers.push(drill.shop.customer(&format!("customer{number}")).await);
    }
    let since = drill.begin(alert).await;
    let lock = drill.lock("cart", "cart").await;
    let mut calls = JoinSet::new();
    for customer in customers {
        calls.spawn(async move {
            loop {
                customer.get("carts/current").await;
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
    }
    drill.named(since, fault, alert, None).await;
    calls.shutdown().await;
    lock.rollback().await.unwrap();
}

/// A consumer that waits for a lock handles no event.
async fn consumer(drill: &Drill) {
    let alert = "ConsumerStuck";
    let since = drill.begin(alert).await;
    let lock = drill.lock("notification", "inbox").await;
    drill.shop.visitor().register("stuck").await;
    drill
        .named(since, "a consumer is stuck", alert, Some("notification"))
        .await;
    lock.rollback().await.unwrap();
}

/// Requests that an address forwards which is not trusted.
async fn proxy(drill: &Drill) {
    let alert = "ProxyNotTrusted";
    let visitor = drill.shop.visitor();
    let since = drill.begin(alert).await;
    let mut calls = JoinSet::new();
    calls.spawn(async move {
        loop {
            let forwarded = [("x-forwarded-for", "203.0.113.7")];
            visitor.send(Method::GET, "stores", None, &forwarded).await;
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    });
    drill
        .named(since, "a proxy that is not trusted", alert, None)
        .await;
    calls.shutdown().await;
}

async fn mail_server(drill: &Drill, mail: &mut SmtpSink) {
    let alert = "MailServerUnavailable";
    let since = drill.begin(alert).await;
    mail.stop().await;
    for name in ["first", "second"] {
        drill.shop.visitor().register(name).await;
    }
    drill.named(since, "the mail server", alert, None).await;
    mail.restart().await;
}
