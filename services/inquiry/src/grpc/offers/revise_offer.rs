//! Staff: creates a draft of the next revision.

use kit::{
    calendar,
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    failure::Failure,
    validation::FieldErrors,
    vocabulary::inquiry::OfferState,
};
use proto::inquiry::v1::{ReviseOfferRequest, ReviseOfferResponse};
use serde_json::json;
use sqlx::PgConnection;
use time::Duration;

use super::{convert, view};
use crate::{
    error::InquiryError,
    grpc::State,
    offer::{
        self, Content, Line, MAX_REVISIONS, Offer, Step,
        edit::{OfferEdit, sums},
        error::OfferError,
    },
    store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ReviseOfferRequest,
) -> Result<ReviseOfferResponse, Failure> {
    let mut errors = FieldErrors::default();
    errors.idempotency_key(&request.idempotency_key);
    errors.into_result()?;
    let id = convert::offer_id(&request.offer_id)?;
    let operation = format!("ReviseOffer {id}");
    let draft = Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| OfferEdit::open_to_write(connection, &actor, id).await,
            async |connection, edit| revise(connection, &actor, edit, state.offer_days).await,
            async |_, result| Ok(convert::offer_id(result)?),
        )
        .await?;
    Ok(ReviseOfferResponse {
        offer: Some(view::load(state, &actor, draft).await?),
    })
}

async fn revise(
    connection: &mut PgConnection,
    actor: &Actor,
    mut edit: OfferEdit,
    days: u16,
) -> Result<Effect, InquiryError> {
    edit.check_write(edit.offer.version)?;
    if !offer::is_revisable(edit.state()) {
        return Err(OfferError::NotRevisable.into());
    }
    let revisions: Vec<_> = edit
        .others
        .iter()
        .filter(|other| other.number == edit.offer.number)
        .collect();
    if let Some(draft) = revisions
        .iter()
        .find(|other| other.stored_state == OfferState::Draft)
    {
        return Err(OfferError::DraftExists(draft.id).into());
    }
    let newest = revisions
        .iter()
        .map(|other| other.revision)
        .fold(edit.offer.revision, u32::max);
    if newest >= MAX_REVISIONS {
        return Err(OfferError::TooMany.into());
    }
    let content = revised(&edit, days);
    let created = Step {
        by: actor.to_string(),
        at: edit.inquiry.now,
    };
    let offer = &edit.offer;
    let draft = Offer::draft(offer.number.clone(), newest + 1, offer.inquiry, content, created);
    if !store::offer::insert(connection, &draft, sums(&draft)?.total).await? {
        return Err(InquiryError::Inconsistent(
            "the revision of a locked offer is taken",
        ));
    }
    edit.inquiry.save(connection, "offer", "").await?;
    let detail = json!({"revision": [edit.offer.revision, draft.revision]});
    Ok(edit.audited("ReviseOffer", detail).with(draft.id.to_string()))
}

/// Returns the content of the next revision. A passed last day becomes that of a new offer.
fn revised(edit: &OfferEdit, days: u16) -> Content {
    let content = edit.offer.content.clone();
    let valid_until = if edit.offer.is_past(edit.inquiry.now) {
        calendar::date(edit.inquiry.now + Duration::days(days.into()))
    } else {
        content.valid_until
    };
    let lines = content.lines.into_iter().map(Line::copied);
    Content {
        valid_until,
        lines: lines.collect(),
        ..content
    }
}

#[cfg(test)]
mod tests {
    use kit::{failure::Failure, grpc::client::on_behalf_of};

    use super::*;
    use crate::testing::{
        Fixture,
        offers::{call, conflict, sales},
    };

    #[tokio::test]
    async fn one_draft_follows_the_sent_revision() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let offer = fixture.draft(&caller).await;
        assert_eq!(
            fixture.revise(&caller, &offer).await,
            conflict("OFFER.NOT_REVISABLE")
        );
        let offer = fixture.send(&caller, &offer).await.unwrap();
        let request = ReviseOfferRequest {
            offer_id: offer.id.clone(),
            idempotency_key: "one".to_owned(),
        };
        let first = call!(fixture, &caller, revise_offer(request.clone())).unwrap();
        let again = call!(fixture, &caller, revise_offer(request.clone())).unwrap();
        assert_eq!(first, again);
        let request = ReviseOfferRequest {
            idempotency_key: "two".to_owned(),
            ..request
        };
        let status = fixture
            .offers()
            .revise_offer(on_behalf_of(&caller, request))
            .await
            .unwrap_err();
        let failure = Failure::from_status(&status);
        assert_eq!(
            (failure.reason.as_str(), failure.parameters["offer_id"].as_str()),
            ("OFFER.DRAFT_EXISTS", first.id.as_str())
        );
    }

    #[tokio::test]
    async fn a_passed_end_becomes_that_of_a_new_offer() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let offer = fixture.sent(&caller).await;
        fixture.end_offer(&offer, -3).await;
        let draft = fixture.revise(&caller, &offer).await.unwrap();
        assert_eq!(draft.valid_until, offer.valid_until);
        assert!(fixture.send(&caller, &draft).await.is_ok());
    }
}
