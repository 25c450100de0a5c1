//! Staff: moves an inquiry to another status.

use kit::{audit, caller::Caller, failure::Failure};
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
    let actor = Caller::from_request(&request)?.require_staff()?;
    let number = convert::number(&request.get_ref().number)?;
    let next = convert::status(request.get_ref().status)?
        .ok_or_else(|| Failure::invalid_field("status", "FIELD.REQUIRED"))?;
    let (inquiry, notes) = update(&state.pool, &actor, &number, next).await?;
    Ok(UpdateInquiryStatusResponse {
        inquiry: Some(convert::inquiry(inquiry, notes)),
    })
}

async fn update(
    pool: &PgPool,
    actor: &str,
    number: &str,
    next: inquiry::Status,
) -> Result<(Inquiry, Vec<Note>), InquiryError> {
    let mut transaction = pool.begin().await?;
    let mut inquiry = store::inquiry::lock_by_number(&mut transaction, number)
        .await?
        .ok_or(InquiryError::NotFound)?;
    let from = inquiry.status;
    inquiry.move_to(next)?;
    store::inquiry::update_status(&mut transaction, inquiry.id, inquiry.status).await?;
    let detail = json!({"from": from.name(), "to": next.name()});
    audit::record(&mut transaction, actor, "UpdateInquiryStatus", number, detail).await?;
    let notes = store::note::of_inquiry(&mut transaction, inquiry.id).await?;
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
    async fn an_inquiry_is_answered_and_closed_and_that_is_written_down() {
        let fixture = Fixture::start().await;
        let number = fixture.write(message("Salam")).await.unwrap();
        for status in [InquiryStatus::Answered, InquiryStatus::Closed] {
            let moved = fixture.move_to(&number, status).await.unwrap();
            assert_eq!(moved.status(), status);
            assert_eq!(fixture.found(&number).await.status(), status);
        }
        assert_eq!(
            fixture.audited("UpdateInquiryStatus").await,
            [number.as_str(), number.as_str()]
        );
    }

    #[tokio::test]
    async fn a_way_that_there_is_not_changes_nothing() {
        let fixture = Fixture::start().await;
        let number = fixture.write(message("Salam")).await.unwrap();
        fixture.move_to(&number, InquiryStatus::Closed).await.unwrap();
        for (status, name) in [(InquiryStatus::Answered, "answered"), (InquiryStatus::New, "new")] {
            let refused = fixture.move_to(&number, status).await.unwrap_err();
            let refused = Failure::from_status(&refused);
            assert_eq!(
                (refused.code, refused.reason.as_str()),
                (Code::Conflict, "INQUIRY.STATUS_NOT_REACHABLE")
            );
            assert_eq!(
                (
                    refused.parameters["from"].as_str(),
                    refused.parameters["to"].as_str()
                ),
                ("closed", name)
            );
        }
        assert_eq!(fixture.found(&number).await.status(), InquiryStatus::Closed);
        assert_eq!(fixture.audited("UpdateInquiryStatus").await.len(), 1);
    }

    #[tokio::test]
    async fn an_unknown_number_or_no_status_is_refused() {
        let fixture = Fixture::start().await;
        for number in ["SQ-00000000", "", "SQ-\0", &"S".repeat(21)] {
            let unknown = fixture
                .move_to(number, InquiryStatus::Answered)
                .await
                .unwrap_err();
            assert_eq!(Failure::from_status(&unknown).code, Code::NotFound, "{number:?}");
        }
        let missing = fixture
            .move_to("SQ-00000000", InquiryStatus::Unspecified)
            .await
            .unwrap_err();
        assert_eq!(Failure::from_status(&missing).code, Code::Invalid);
    }

    #[tokio::test]
    async fn a_customer_moves_nothing() {
        let fixture = Fixture::start().await;
        let number = fixture.write(message("Salam")).await.unwrap();
        let request = UpdateInquiryStatusRequest {
            number,
            status: InquiryStatus::Closed.into(),
        };
        let customer = testkit::caller::customer(kit::domain::UserId::generate());
        let refused = fixture
            .client()
            .update_inquiry_status(on_behalf_of(&customer, request))
            .await
            .unwrap_err();
        assert_eq!(Failure::from_status(&refused).code, Code::Forbidden);
    }
}
