//! The rpcs, one file each.

mod list_mails;
mod retry_mail;
mod wire;

use async_trait::async_trait;
use proto::notification::v1::{
    ListMailsRequest, ListMailsResponse, RetryMailRequest, RetryMailResponse,
    notification_service_server::NotificationService,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status};

/// What the rpcs stand on.
pub(crate) struct Rpcs {
    pub(crate) pool: PgPool,
}

#[async_trait]
impl NotificationService for Rpcs {
    async fn list_mails(
        &self,
        request: Request<ListMailsRequest>,
    ) -> Result<Response<ListMailsResponse>, Status> {
        list_mails::run(self, &request).await
    }

    async fn retry_mail(
        &self,
        request: Request<RetryMailRequest>,
    ) -> Result<Response<RetryMailResponse>, Status> {
        retry_mail::run(self, &request).await
    }
}
