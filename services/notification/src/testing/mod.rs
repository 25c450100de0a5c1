//! What the tests of this crate stand on: the service with its own database, NATS and mail server, and the accounts,
//! orders, inquiries and stores at the gRPC face ([`peers`]). The tests of the whole shop meet the real ones.

mod peers;

use kit::{
    domain::{EventId, Language, UserId},
    grpc::Client,
};
use proto::{
    account::v1::Registered, notification::v1::notification_service_client::NotificationServiceClient,
};
use testkit::{Harness, ReceivedMail, SmtpSink, eventually_within};

pub(crate) use self::peers::{CATALOGUE, ORDER_NUMBER, Peers};
use crate::{
    Config, DEFINITION,
    config::{LetterSettings, PostSettings},
    server,
};

/// Where the shop reads its mail.
pub(crate) const SHOP: &str = "orders@shop.example";

/// The service, running.
pub(crate) struct Fixture {
    pub(crate) harness: Harness,
    /// The accounts, orders, inquiries and stores.
    pub(crate) peers: Peers,
    pub(crate) smtp: SmtpSink,
    config: Config,
    client: Client,
}

impl Fixture {
    pub(crate) async fn start() -> Self {
        let peers = Peers::default();
        let [account_url, order_url, inquiry_url, content_url] = peers.serve();
        let harness = Harness::start(DEFINITION).await;
        let smtp = SmtpSink::start().await;
        let config = Config {
            process: harness.process_settings(),
            database: harness.database_settings(),
            account_url,
            order_url,
            inquiry_url,
            content_url,
            public_url: "https://shop.example".parse().unwrap(),
            default_language: Language::En,
            letters: LetterSettings {
                shop_name: "Şəbəkə".to_owned(),
                mail_from: "Şəbəkə <shop@shop.example>".parse().unwrap(),
                shop_email: SHOP.parse().unwrap(),
            },
            post: PostSettings {
                smtp_url: Some(smtp.url().into()),
                mail_folder: "unused".into(),
                mail_lanes: 2,
                mail_look_milliseconds: 25,
                mail_longest_wait_seconds: 1,
            },
            operation: None,
        };
        let client = harness.serve(server::build(&config).await.unwrap()).await;
        Self {
            harness,
            peers,
            smtp,
            config,
            client,
        }
    }

    /// Runs a second replica on the same database.
    pub(crate) async fn start_another(&self) {
        self.harness
            .serve(server::build(&self.config).await.unwrap())
            .await;
    }

    pub(crate) fn client(&self) -> NotificationServiceClient<Client> {
        NotificationServiceClient::new(self.client.clone())
    }

    /// Tells of a new user.
    pub(crate) async fn greet(&self, user: UserId) -> EventId {
        let event = Registered {
            user_id: user.to_string(),
            already_registered: false,
        };
        let id = self.harness.deliver(&event).await;
        self.harness.wait_until_idle().await;
        id
    }

    /// Waits until all mail has come to its end.
    pub(crate) async fn all_ended(&self) {
        self.harness.wait_until_idle().await;
        let patience = std::time::Duration::from_secs(20);
        eventually_within(patience, "all mail has ended", || async {
            let states = self.kinds().await;
            (!states.is_empty() && !states.iter().any(|state| state.ends_with("waiting"))).then_some(())
        })
        .await;
    }

    /// Waits until all mail is sent.
    pub(crate) async fn all_sent(&self) {
        self.all_ended().await;
        let states = self.kinds().await;
        assert!(
            states.iter().all(|state| state.ends_with("sent")),
            "{states:?}: {:?}",
            self.reasons().await
        );
    }

    /// Kind and state of each mail, oldest first.
    pub(crate) async fn kinds(&self) -> Vec<String> {
        self.column("select kind || ' ' || state from mail order by created_at, id")
            .await
    }

    /// Why mails wait or failed, oldest first.
    pub(crate) async fn reasons(&self) -> Vec<String> {
        self.column("select reason from mail where reason is not null order by created_at, id")
            .await
    }

    /// The ids of all mails, oldest first.
    pub(crate) async fn ids(&self) -> Vec<String> {
        self.column("select id::text from mail order by created_at, id")
            .await
    }

    async fn column(&self, statement: &'static str) -> Vec<String> {
        sqlx::query_scalar(statement)
            .fetch_all(self.harness.pool())
            .await
            .unwrap()
    }

    /// What the audit says of an action, oldest first: what it was done to.
    pub(crate) async fn audited(&self, action: &str) -> Vec<String> {
        sqlx::query_scalar("select subject from audit where action = $1 order by id")
            .bind(action)
            .fetch_all(self.harness.pool())
            .await
            .unwrap()
    }

    /// The one letter that an address has got.
    pub(crate) fn letter_to(&self, address: &str) -> ReceivedMail {
        let mut letters = self.smtp.mails();
        letters.retain(|letter| letter.to == address);
        assert_eq!(letters.len(), 1, "{letters:?}");
        letters.remove(0)
    }

    /// The subjects of all letters.
    pub(crate) fn subjects(&self) -> Vec<String> {
        self.smtp.mails().iter().map(ReceivedMail::subject).collect()
    }
}
