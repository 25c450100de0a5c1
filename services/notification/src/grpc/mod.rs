//! The rpc handlers, one file each.

mod access;
#[cfg(test)]
mod callers;
mod convert;
mod count_notices;
mod get_push_key;
mod list_desk_mails;
mod list_mails;
mod list_notices;
mod list_record_mails;
mod read_notices;
mod retry_mail;

use sqlx::PgPool;

use crate::{clients::AssigneeClient, push::PushKey};

/// State shared by the handlers.
pub(crate) struct State {
    pub(crate) pool: PgPool,
    pub(crate) assignees: AssigneeClient,
    /// `None` if push is not set up.
    pub(crate) push_key: Option<PushKey>,
}

kit::rpcs! {
    impl proto::notification::v1::notification_service_server::NotificationService for State {
        staff(MailRead) list_desk_mails(ListDeskMailsRequest) -> ListDeskMailsResponse;
        staff(MailRead) list_mails(ListMailsRequest) -> ListMailsResponse;
        staff(MailRead) list_record_mails(ListRecordMailsRequest) -> ListRecordMailsResponse;
        staff(MailRead) retry_mail(RetryMailRequest) -> RetryMailResponse;
        member list_notices(ListNoticesRequest) -> ListNoticesResponse;
        member count_notices(CountNoticesRequest) -> CountNoticesResponse;
        member read_notices(ReadNoticesRequest) -> ReadNoticesResponse;
        member get_push_key(GetPushKeyRequest) -> GetPushKeyResponse;
    }
}
