//! Staff: changes an inquiry's status.

use kit::{
    audit,
    caller::{Actor, Caller},
    failure::Failure,
    staff::Permission,
    validation::REQUIRED,
};
use proto::inquiry::v1::{UpdateInquiryStatusRequest, UpdateInquiryStatusResponse};
use serde_json::json;
use sqlx::PgPool;
use tonic::Request;

use super::{State, convert};
use crate::{
    error::InquiryError,
    inquiry::{self, Inquiry, Note},
    store,
};

pub(super) async fn handle(
    state: &State,
    request: Request<UpdateInquiryStatusRequest>,
) -> Result<UpdateInquiryStatusResponse, Failure> {
    let actor = Caller::from_request(&request)?.require_permission(Permission::QuotesWrite)?;
    let number = convert::number(&request.get_ref().number)?;
    let next = convert::status(request.get_ref().status)?
        .ok_or_else(|| Failure::invalid_field("status", REQUIRED))?;
    let (inquiry, notes) = update(&state.pool, &actor, &number, next).await?;
    Ok(UpdateInquiryStatusResponse {
        inquiry: Some(convert::inquiry(inquiry, notes)),
    })
}

async fn update(
    pool: &PgPool,
    actor: &Actor,
    number: &str,
    next: inquiry::Status,
) -> Result<(Inquiry, Vec<Note>), InquiryError> {
    let mut transaction = kit::database::begin(pool).await?;
    let mut inquiry = store::inquiry::lock_by_number(&mut transaction, number)
        .await?
        .ok_or(InquiryError::NotFound)?;
    let from = inquiry.status;
    inquiry.change_status(next)?;
    store::inquiry::update_status(&mut transaction, inquiry.id, inquiry.status).await?;
    let detail = json!({"from": from.name(), "to": next.name()});
    audit::record(&mut transaction, actor, "UpdateInquiryStatus", number, detail).await?;
    let notes = store::note::list(&mut transaction, inquiry.id).await?;
    transaction.commit().await?;
    Ok((inquiry, notes))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::inquiry::v1::InquiryStatus;

    use super::*;
    use crate::testing::{Fixture, message};

    #[tokio::test]
    async fn every_change_is_stored_and_audited() {
        let fixture = Fixture::start().await;
        let number = fixture.send_message(message("Salam")).await.unwrap();
        for status in [InquiryStatus::Waiting, InquiryStatus::Closed] {
            let inquiry = fixture.change_status(&number, status).await.unwrap();
            assert_eq!(inquiry.status(), status);
            assert_eq!(fixture.find(&number).await.status(), status);
        }
        assert_eq!(
            fixture.audited_subjects("UpdateInquiryStatus").await,
            [number.as_str(), number.as_str()]
        );
    }

    #[tokio::test]
    async fn unreachable_status_changes_nothing() {
        let fixture = Fixture::start().await;
        let number = fixture.send_message(message("Salam")).await.unwrap();
        fixture
            .change_status(&number, InquiryStatus::Closed)
            .await
            .unwrap();
        for (status, name) in [(InquiryStatus::Waiting, "answered"), (InquiryStatus::New, "new")] {
            let error = fixture.change_status(&number, status).await.unwrap_err();
            let error = Failure::from_status(&error);
            assert_eq!(
                (error.code, error.reason.as_str()),
                (Code::Conflict, "INQUIRY.STATUS_NOT_REACHABLE")
            );
            assert_eq!(
                (error.parameters["from"].as_str(), error.parameters["to"].as_str()),
                ("closed", name)
            );
        }
        assert_eq!(fixture.find(&number).await.status(), InquiryStatus::Closed);
        assert_eq!(fixture.audited_subjects("UpdateInquiryStatus").await.len(), 1);
    }

    #[tokio::test]
    async fn rejects_an_unknown_number_or_missing_status() {
        let fixture = Fixture::start().await;
        for number in ["SQ-00000000", "", "SQ-\0", &"S".repeat(21)] {
            let unknown = fixture
                .change_status(number, InquiryStatus::Waiting)
                .await
                .unwrap_err();
            assert_eq!(Failure::from_status(&unknown).code, Code::NotFound, "{number:?}");
        }
        let missing = fixture
            .change_status("SQ-00000000", InquiryStatus::Unspecified)
            .await
            .unwrap_err();
        assert_eq!(Failure::from_status(&missing).code, Code::Invalid);
    }

    #[tokio::test]
    async fn rejects_customers() {
        let fixture = Fixture::start().await;
        let number = fixture.send_message(message("Salam")).await.unwrap();
        let request = UpdateInquiryStatusRequest {
            number,
            status: InquiryStatus::Closed.into(),
            ..UpdateInquiryStatusRequest::default()
        };
        let customer = testkit::caller::customer(kit::domain::UserId::generate());
        let error = fixture
            .client()
            .update_inquiry_status(on_behalf_of(&customer, request))
            .await
            .unwrap_err();
        assert_eq!(Failure::from_status(&error).code, Code::Forbidden);
    }
}
