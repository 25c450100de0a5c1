//! Fixture of the tests: the service with its own database, NATS and SMTP server, and fakes of other services.

mod fakes;

use kit::{
    domain::{EventId, Language, UserId},
    grpc::Client,
};
use proto::{
    account::v1::Registered,
    common::v1::LocalizedText,
    content::v1::{DeliveryArea, OpeningHours, ShopTerms},
    notification::v1::notification_service_client::NotificationServiceClient,
};
use testkit::{Harness, ReceivedMail, SmtpSink, eventually_within};

pub(crate) use self::fakes::{CATALOGUE, Fakes, OFFER_NUMBER, OFFER_TOKEN, ORDER_NUMBER, ORDER_TOKEN};
use crate::{
    Config, DEFINITION,
    config::{MailSettings, TransportSettings},
    server,
};

/// The shop's mailbox.
pub(crate) const SHOP: &str = "orders@shop.example";

/// The workshop's mailbox.
pub(crate) const WORKSHOP: &str = "workshop@shop.example";

/// Maximum number of mails to one recipient in an hour.
pub(crate) const RECIPIENT_HOUR: u32 = 5;

/// Maximum number of mails to one recipient in a day.
pub(crate) const RECIPIENT_DAY: u32 = 8;

/// Maximum number of mails a day that strangers cause to one mailbox.
pub(crate) const UNPROVEN_DAY: u32 = 3;

/// Maximum number of mails a day about the delivery of an order.
pub(crate) const DELIVERY_DAY: u32 = 2;

/// Maximum mails an hour to the shop about forms.
pub(crate) const SHOP_HOUR: u32 = 8;

/// The first registration of a user.
pub(crate) fn registered(user: UserId) -> Registered {
    Registered {
        user_id: user.to_string(),
        already_registered: false,
        verification_id: String::new(),
    }
}

/// A running service.
pub(crate) struct Fixture {
    pub(crate) harness: Harness,
    pub(crate) fakes: Fakes,
    pub(crate) smtp: SmtpSink,
    config: Config,
    client: Client,
}

impl Fixture {
    pub(crate) async fn start() -> Self {
        Self::start_with(Some(WORKSHOP)).await
    }

    /// Starts a service whose workshop has no mailbox.
    pub(crate) async fn start_without_workshop() -> Self {
        Self::start_with(None).await
    }

    async fn start_with(workshop: Option<&str>) -> Self {
        let fakes = Fakes::default();
        let address = fakes.serve();
        let harness = Harness::start(DEFINITION).await;
        let smtp = SmtpSink::start().await;
        let config = Config {
            service: harness.service_settings(),
            account_url: address.clone(),
            order_url: address.clone(),
            inquiry_url: address.clone(),
            content_url: address,
            public_url: "https://shop.example".parse().unwrap(),
            default_language: Language::En,
            push_key: None,
            mail: MailSettings {
                shop_name: "Şəbəkə".to_owned(),
                mail_from: "Şəbəkə <shop@shop.example>".parse().unwrap(),
                shop_email: SHOP.parse().unwrap(),
                workshop_email: workshop.map(|address| address.parse().unwrap()),
            },
            transport: TransportSettings {
                smtp_url: Some(smtp.url().into()),
                mail_folder: "unused".into(),
                mail_lanes: 2,
                mail_look_milliseconds: 25,
                mail_longest_wait_seconds: 1,
                mail_recipient_hour: RECIPIENT_HOUR,
                mail_recipient_day: RECIPIENT_DAY,
                mail_unproven_day: UNPROVEN_DAY,
                mail_delivery_day: DELIVERY_DAY,
                mail_shop_hour: SHOP_HOUR,
            },
        };
        let client = harness.serve(server::build(&config).await.unwrap()).await;
        Self {
            harness,
            fakes,
            smtp,
            config,
            client,
        }
    }

    /// Starts a second replica on the same database.
    pub(crate) async fn start_replica(&self) {
        self.harness
            .serve(server::build(&self.config).await.unwrap())
            .await;
    }

    /// Returns a client of the fake services.
    pub(crate) fn account_client(&self) -> Client {
        self.harness.client(&self.config.account_url)
    }

    /// Returns a client of all rpcs.
    pub(crate) fn raw_client(&self) -> Client {
        self.client.clone()
    }

    pub(crate) fn client(&self) -> NotificationServiceClient<Client> {
        NotificationServiceClient::new(self.client.clone())
    }

    /// Publishes the registration of a user.
    pub(crate) async fn register(&self, user: UserId) -> EventId {
        let id = self.harness.deliver(&registered(user)).await;
        self.harness.wait_until_idle().await;
        id
    }

    /// Waits until all mails are sent or failed.
    pub(crate) async fn wait_until_ended(&self) {
        self.harness.wait_until_idle().await;
        let timeout = std::time::Duration::from_secs(20);
        eventually_within(timeout, "all mails have ended", || async {
            let states = self.kinds().await;
            (!states.is_empty() && !states.iter().any(|state| state.ends_with("waiting"))).then_some(())
        })
        .await;
    }

    /// Waits until all mails are sent.
    pub(crate) async fn wait_until_sent(&self) {
        self.wait_until_ended().await;
        let states = self.kinds().await;
        assert!(
            states.iter().all(|state| state.ends_with("sent")),
            "{states:?}: {:?}",
            self.reasons().await
        );
    }

    /// Waits until all mails are deleted without being sent.
    pub(crate) async fn wait_until_none(&self) {
        self.harness.wait_until_idle().await;
        let timeout = std::time::Duration::from_secs(20);
        eventually_within(timeout, "all mails are deleted", || async {
            self.kinds().await.is_empty().then_some(())
        })
        .await;
    }

    /// Returns kind and state of each mail, oldest first.
    pub(crate) async fn kinds(&self) -> Vec<String> {
        self.column("select kind || ' ' || state from mail order by created_at, id")
            .await
    }

    /// Returns the reasons of waiting and failed mails, oldest first.
    pub(crate) async fn reasons(&self) -> Vec<String> {
        self.column("select reason from mail where reason is not null order by created_at, id")
            .await
    }

    /// Returns the ids of all mails, oldest first.
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

    /// Returns the audited subjects of an action, oldest first.
    pub(crate) async fn audited(&self, action: &str) -> Vec<String> {
        sqlx::query_scalar("select subject from audit where action = $1 order by id")
            .bind(action)
            .fetch_all(self.harness.pool())
            .await
            .unwrap()
    }

    /// Returns the only received mail of an address.
    pub(crate) fn mail_to(&self, address: &str) -> ReceivedMail {
        let mut mails = self.smtp.mails();
        mails.retain(|mail| mail.to == address);
        assert_eq!(mails.len(), 1, "{mails:?}");
        mails.remove(0)
    }

    /// Returns the subjects of all received mails.
    pub(crate) fn subjects(&self) -> Vec<String> {
        self.smtp.mails().iter().map(ReceivedMail::subject).collect()
    }
}

/// Returns terms of a shop that works from Monday to Saturday and delivers to Baku.
pub(crate) fn shop_terms() -> ShopTerms {
    let area = DeliveryArea {
        code: "baku".to_owned(),
        name: Some(LocalizedText {
            az: "Bakı, Sumqayıt".to_owned(),
            ru: "Баку, Сумгаит".to_owned(),
            en: "Baku, Sumgait".to_owned(),
        }),
        earliest_working_days: 1,
        latest_working_days: 3,
    };
    let week = (1..=6).map(|day| OpeningHours {
        day,
        ..OpeningHours::default()
    });
    ShopTerms {
        delivery: vec![area],
        cut_off: "16:00".to_owned(),
        made_to_order_days: 20,
        week: week.collect(),
        ..ShopTerms::default()
    }
}
