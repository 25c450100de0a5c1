//! The rpcs that every service serves for the desk: the audit log.

mod list_audit;

use sqlx::PgPool;

/// State shared by the handlers.
pub(crate) struct State {
    pub(crate) pool: PgPool,
}

crate::rpcs! {
    impl proto::common::v1::audit_service_server::AuditService for State {
        staff(ActivityRead) list_audit(ListAuditRequest) -> ListAuditResponse;
    }
}

#[cfg(test)]
mod tests {
    use super::RPCS;
    use crate::{caller::Admission, staff::Permission};

    #[test]
    fn the_audit_log_needs_its_permission() {
        let admissions: Vec<_> = RPCS.iter().map(|rpc| rpc.admission).collect();
        assert_eq!(admissions, [Admission::Permission(&[Permission::ActivityRead])]);
    }
}
