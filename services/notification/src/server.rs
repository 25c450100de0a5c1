//! Puts the parts together.

use kit::service::Service;
use proto::notification::v1::notification_service_server::NotificationServiceServer;

use crate::{
    Config, DEFINITION, consumers,
    grpc::State,
    housekeeping,
    links::Links,
    message::Envelopes,
    metrics::NotificationMetrics,
    owners::Owners,
    post::{Post, SmtpServer},
    sender::{self, Sender},
    writer::Writer,
};

/// A service that is wired and bound.
pub async fn build(config: &Config) -> anyhow::Result<Service> {
    let service = Service::bind(DEFINITION, &config.process, &config.database).await?;
    let links = Links::new(config.public_url.clone());
    let envelopes = Envelopes {
        from: config.letters.mail_from.clone(),
        shop: config.letters.shop_email.clone(),
        host: links.host().to_owned(),
    };
    let post = match config.post.smtp_url() {
        Some(url) => Post::Smtp(SmtpServer::parse(url, links.host())?.into()),
        None => Post::Folder(config.post.mail_folder.clone()),
    };
    let metrics = NotificationMetrics::new(service.metrics());
    let sender = Sender {
        pool: service.pool().clone(),
        writer: Writer {
            owners: Owners::new(config, DEFINITION.name, service.metrics())?,
            links,
            shop_name: config.letters.shop_name.clone(),
            default_language: config.default_language,
        },
        envelopes,
        post,
        settings: config.post.clone(),
        metrics: metrics.clone(),
    };
    let state = State {
        pool: service.pool().clone(),
    };
    let (pool, looked_at) = (service.pool().clone(), service.pool().clone());
    Ok(consumers::add_to(service)
        .grpc(NotificationServiceServer::new(state))
        .task("sender", move |stop| sender::run(sender, stop))
        .task("metrics", move |stop| metrics.keep(looked_at, stop))
        .task("housekeeping", move |stop| housekeeping::run(pool, stop)))
}
