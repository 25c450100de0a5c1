//! The rpcs that every service serves for the desk: the audit log.

mod list_audit;

use sqlx::PgPool;

/// State shared by the handlers.
pub(crate) struct State {
    pub(crate) pool: PgPool,
}

crate::rpcs! {
    impl proto::common::v1::audit_service_server::AuditService for State {
        list_audit(ListAuditRequest) -> ListAuditResponse;
    }
}
