//! Wiring of the service.

use kit::service::Service;
use proto::notification::v1::notification_service_server::NotificationServiceServer;

use crate::{
    Config, DEFINITION,
    clients::{AssigneeClient, Clients, NoticeClient, PushClient, TeamClient},
    composer::Composer,
    consumers,
    grpc::State,
    links::Links,
    message::MessageBuilder,
    metrics::NotificationMetrics,
    notice_mails,
    push::{self, Allowed, PushSender, PushTransport},
    recipient_limit::RecipientLimits,
    sender::{self, Sender},
    transport::{SmtpTransport, Transport},
    upkeep,
};

/// Builds the service with bound ports.
///
/// # Errors
///
/// Fails if a port cannot be bound or a setting is invalid.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.service.process, &config.service.database).await?;
    let links = Links::new(config.public_url.clone());
    let message_builder = MessageBuilder {
        from: config.mail.mail_from.clone(),
        shop: config.mail.shop_email.clone(),
        host: links.host().to_owned(),
    };
    let transport = match config.transport.smtp_url() {
        Some(url) => Transport::Smtp(SmtpTransport::parse(url, links.host())?.into()),
        None => Transport::Folder(config.transport.mail_folder.clone()),
    };
    let metrics = NotificationMetrics::new(service.metrics());
    let sender = Sender {
        pool: service.background_pool().clone(),
        composer: Composer {
            clients: Clients::new(config, &service)?,
            links,
            shop_name: config.mail.shop_name.clone(),
            default_language: config.default_language,
            workshop: config.mail.workshop_email.clone().map(|mailbox| mailbox.email),
        },
        message_builder,
        transport,
        settings: config.transport.clone(),
        recipient_limits: RecipientLimits::new(&config.transport),
        metrics: metrics.clone(),
    };
    let push_key = config.push_key()?;
    let state = State {
        push_key: push_key.clone(),
        pool: service.pool().clone(),
        assignees: AssigneeClient::new(
            service.client("order", &config.order_url)?,
            service.client("inquiry", &config.inquiry_url)?,
        ),
    };
    let notices = NoticeClient::new(
        service.client("account", &config.account_url)?,
        service.client("inquiry", &config.inquiry_url)?,
    );
    let account = service.client("account", &config.account_url)?;
    let subject = format!("mailto:{}", config.mail.shop_email.email);
    let push = push_key.map(|key| {
        Ok::<_, reqwest::Error>(PushSender {
            pool: service.background_pool().clone(),
            team: TeamClient::new(account.clone()),
            subscriptions: PushClient::new(account),
            transport: PushTransport::new(key, subject, Allowed::PUBLIC)?,
        })
    });
    let push = push.transpose()?;
    let service = consumers::add_to(service, &notices);
    let service = match push {
        Some(sender) => service.task("push", move |_, stop| push::run(sender, stop)),
        None => service,
    };
    Ok(service
        .grpc(NotificationServiceServer::new(state))
        .task("sender", move |_, stop| sender::run(sender, stop))
        .task("metrics", move |pool, stop| metrics.sample(pool, stop))
        .task("notices", notice_mails::run)
        .task("upkeep", upkeep::run))
}
