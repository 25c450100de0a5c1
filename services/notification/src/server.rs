//! Wiring of the service.

use kit::service::Service;
use proto::notification::v1::notification_service_server::NotificationServiceServer;

use crate::{
    Config, DEFINITION,
    clients::{AssigneeClient, Clients, NoticeClient},
    composer::Composer,
    consumers,
    grpc::State,
    links::Links,
    message::MessageBuilder,
    metrics::NotificationMetrics,
    notice_mails,
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
        },
        message_builder,
        transport,
        settings: config.transport.clone(),
        recipient_limits: RecipientLimits::new(&config.transport),
        metrics: metrics.clone(),
    };
    let state = State {
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
    Ok(consumers::add_to(service, &notices)
        .grpc(NotificationServiceServer::new(state))
        .task("sender", move |_, stop| sender::run(sender, stop))
        .task("metrics", move |pool, stop| metrics.sample(pool, stop))
        .task("notices", notice_mails::run)
        .task("upkeep", upkeep::run))
}
