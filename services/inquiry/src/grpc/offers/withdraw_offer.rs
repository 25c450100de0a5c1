//! Staff: withdraws an open revision.

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    failure::Failure,
    validation::FieldErrors,
    vocabulary::inquiry::OfferState,
};
use proto::inquiry::v1::{WithdrawOfferRequest, WithdrawOfferResponse};
use serde_json::json;
use sqlx::PgConnection;

use super::{convert, view};
use crate::{
    error::InquiryError,
    grpc::State,
    offer::{edit::OfferEdit, moves::Move},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: WithdrawOfferRequest,
) -> Result<WithdrawOfferResponse, Failure> {
    let mut errors = FieldErrors::default();
    let text = errors.text::<0, 500>("text", &request.text);
    let text = errors.finish(text)?;
    let id = convert::offer_id(&request.offer_id)?;
    change::run(&state.pool, async |connection| {
        let edit = OfferEdit::open_to_write(connection, &actor, id).await?;
        withdraw(connection, edit, request.version, text).await
    })
    .await?;
    Ok(WithdrawOfferResponse {
        offer: Some(view::load(state, &actor, id).await?),
    })
}

async fn withdraw(
    connection: &mut PgConnection,
    mut edit: OfferEdit,
    version: i64,
    text: String,
) -> Result<Effect, InquiryError> {
    edit.check_write(version)?;
    let before = edit.state();
    edit.become_state(OfferState::Withdrawn)?;
    edit.record(connection, Move::Withdrawn, &text).await?;
    edit.offer.reason_text = text;
    edit.count_change();
    let has_open_offer = edit.has_other_open();
    edit.inquiry.inquiry.work.offer_withdrawn(has_open_offer);
    edit.save(connection).await?;
    let detail = json!({"state": [before.name(), "withdrawn"]});
    Ok(edit.audited("WithdrawOffer", detail))
}

#[cfg(test)]
mod tests {
    use proto::inquiry::v1::{InquiryStatus, OfferState, OfferWithdrawn};

    use crate::testing::{
        Fixture,
        offers::{conflict, sales},
    };

    #[tokio::test]
    async fn the_last_open_offer_makes_the_inquiry_assigned() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let first = fixture.sent(&caller).await;
        let second = fixture.draft_of(&caller, &first.inquiry_number).await;
        assert_eq!(fixture.withdraw(&caller, &second).await, conflict("OFFER.STATE"));
        let second = fixture.send(&caller, &second).await.unwrap();
        let withdrawn = fixture.withdraw(&caller, &first).await.unwrap();
        assert_eq!(
            (withdrawn.state(), withdrawn.reason_text.as_str()),
            (OfferState::Withdrawn, "Səhv qiymət")
        );
        assert_eq!(fixture.status_of(&first).await, InquiryStatus::Offered);
        fixture.withdraw(&caller, &second).await.unwrap();
        assert_eq!(fixture.status_of(&first).await, InquiryStatus::Assigned);
        assert_eq!(
            fixture.withdraw(&caller, &second).await,
            conflict("version: DESK.CHANGED")
        );
        assert_eq!(fixture.harness.published::<OfferWithdrawn>().await.len(), 2);
    }
}
