//! Puts the parts together.

use kit::service::Service;
use proto::notification::v1::notification_service_server::NotificationServiceServer;

use crate::{
    Config, DEFINITION, consumers,
    figures::Figures,
    grpc::Rpcs,
    housekeeping,
    links::Links,
    message::Envelopes,
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
    let figures = Figures::new(service.metrics());
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
        figures: figures.clone(),
    };
    let rpcs = Rpcs {
        pool: service.pool().clone(),
    };
    let (pool, looked_at) = (service.pool().clone(), service.pool().clone());
    Ok(consumers::add_to(service)
        .grpc(NotificationServiceServer::new(rpcs))
        .task("sender", move |stop| sender::run(sender, stop))
        .task("figures", move |stop| figures.keep(looked_at, stop))
        .task("housekeeping", move |stop| housekeeping::run(pool, stop)))
}
