//! The rpcs that every service serves for the desk: the audit log, downloads and dead letters.

mod list_audit;
mod list_dead_letters;
mod record_export;
mod replay_dead_letter;

use sqlx::PgPool;

/// State shared by the handlers.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) pool: PgPool,
}

crate::rpcs! {
    impl proto::common::v1::audit_service_server::AuditService for State {
        staff(ActivityRead) list_audit(ListAuditRequest) -> ListAuditResponse;
        staff(CustomersRead, ProductsText, ActivityRead) record_export(RecordExportRequest) -> RecordExportResponse;
    }

    impl proto::common::v1::dead_letter_service_server::DeadLetterService for State {
        staff(DeadLetters) list_dead_letters(ListDeadLettersRequest) -> ListDeadLettersResponse;
        staff(DeadLetters) replay_dead_letter(ReplayDeadLetterRequest) -> ReplayDeadLetterResponse;
    }
}

#[cfg(test)]
mod tests {
    use super::RPCS;
    use crate::{caller::Admission, staff::Permission};

    #[test]
    fn the_audit_log_and_the_dead_letters_need_their_permissions() {
        let admissions: Vec<_> = RPCS.iter().map(|rpc| rpc.admission).collect();
        let dead_letters = Admission::Permission(&[Permission::DeadLetters]);
        assert_eq!(
            admissions,
            [
                Admission::Permission(&[Permission::ActivityRead]),
                Admission::Permission(&[
                    Permission::CustomersRead,
                    Permission::ProductsText,
                    Permission::ActivityRead
                ]),
                dead_letters,
                dead_letters
            ]
        );
    }
}
