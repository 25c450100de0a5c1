//! The rpc handlers, one file each.

mod convert;
mod list_desk_mails;
mod list_mails;
mod list_record_mails;
#[cfg(test)]
mod permissions;
mod retry_mail;

use sqlx::PgPool;

/// State shared by the handlers.
pub(crate) struct State {
    pub(crate) pool: PgPool,
}

kit::rpcs! {
    impl proto::notification::v1::notification_service_server::NotificationService for State {
        list_desk_mails(ListDeskMailsRequest) -> ListDeskMailsResponse;
        list_mails(ListMailsRequest) -> ListMailsResponse;
        list_record_mails(ListRecordMailsRequest) -> ListRecordMailsResponse;
        retry_mail(RetryMailRequest) -> RetryMailResponse;
    }
}
