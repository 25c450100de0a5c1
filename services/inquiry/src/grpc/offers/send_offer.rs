//! Staff: sends a draft to the customer and freezes it.

use kit::{
    caller::{Actor, StaffCaller},
    change::{Change, Effect},
    failure::Failure,
    validation::{FieldErrors, OUT_OF_RANGE, REQUIRED},
    vocabulary::inquiry::{ApprovalState, Channel, Direction, OfferState, Outcome},
};
use proto::inquiry::v1::{SendOfferRequest, SendOfferResponse};
use serde_json::json;
use sqlx::PgConnection;

use super::{convert, limits::Limits, view};
use crate::{
    error::InquiryError,
    grpc::State,
    inquiry::UpdateError,
    offer::edit::{OfferEdit, sums},
    offer::{Step, error::OfferError, moves::Move},
    work::Contact,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: SendOfferRequest,
) -> Result<SendOfferResponse, Failure> {
    let mut errors = FieldErrors::default();
    errors.idempotency_key(&request.idempotency_key);
    errors.into_result()?;
    let id = convert::offer_id(&request.offer_id)?;
    let operation = format!("SendOffer {id}");
    Change::once(&actor, operation, &request.idempotency_key, &request)
        .run(
            &state.pool,
            async |connection| OfferEdit::open_to_write(connection, &actor, id).await,
            async |connection, edit| {
                let limits = Limits::load(state, &actor, &edit.offer).await?;
                check(&edit, &request, &limits)?;
                send(connection, edit, &actor, request.is_mailed, state.promise_minutes).await
            },
            async |_, _| Ok(()),
        )
        .await?;
    Ok(SendOfferResponse {
        offer: Some(view::load(state, &actor, id).await?),
    })
}

fn check(edit: &OfferEdit, request: &SendOfferRequest, limits: &Limits) -> Result<(), InquiryError> {
    edit.check_write(request.version)?;
    edit.check_draft()?;
    let mut errors = FieldErrors::default();
    let offer = &edit.offer;
    errors.ensure(!offer.content.lines.is_empty(), "lines", REQUIRED);
    errors.ensure(!offer.is_past(edit.inquiry.now), "validUntil", OUT_OF_RANGE);
    errors.into_result()?;
    for (index, line) in offer.content.lines.iter().enumerate() {
        let design = line.design.as_ref().map(|of| &of.design);
        if design.is_some_and(|design| rules::build(design).is_err()) {
            return Err(OfferError::ImpossibleDesign(index).into());
        }
    }
    if sums(offer)?.total.minor() != request.total_minor {
        return Err(OfferError::OtherTotal.into());
    }
    if offer.approval.state == ApprovalState::Asked {
        return Err(OfferError::ApprovalWaits.into());
    }
    if limits.is_over(&offer.content.lines) && offer.approval.state != ApprovalState::Given {
        return Err(OfferError::ApprovalNeeded.into());
    }
    let sender = edit.inquiry.inquiry.sender.as_ref();
    if request.is_mailed && sender.is_none_or(|sender| sender.email.is_empty()) {
        return Err(UpdateError::NoEmail.into());
    }
    let is_accepted = edit
        .others
        .iter()
        .any(|other| other.number == edit.offer.number && other.stored_state == OfferState::Accepted);
    if is_accepted {
        return Err(OfferError::Accepted.into());
    }
    Ok(())
}

async fn send(
    connection: &mut PgConnection,
    mut edit: OfferEdit,
    actor: &Actor,
    is_mailed: bool,
    promise_minutes: u32,
) -> Result<Effect, InquiryError> {
    let now = edit.inquiry.now;
    edit.inquiry.inquiry.work.offer_sent(actor.user())?;
    edit.supersede_others(connection).await?;
    edit.become_state(OfferState::Sent)?;
    edit.offer.sent = Some(Step {
        by: actor.to_string(),
        at: now,
    });
    edit.offer.is_mailed = is_mailed;
    edit.count_change();
    // An offer answers the customer.
    let contact = Contact {
        channel: Channel::Mail,
        direction: Direction::Out,
        outcome: Outcome::Sent,
        at: now,
    };
    let happened = Move::Sent { is_mailed };
    let entry = edit.entry(happened, "")?;
    edit.inquiry
        .record_contact(connection, contact, &entry, promise_minutes)
        .await?;
    edit.publish(connection, happened).await?;
    edit.save(connection).await?;
    let [savings, total] = convert::audited(sums(&edit.offer)?);
    let detail = json!({
        "state": ["draft", "sent"], "revision": [null, edit.offer.revision], "discountTotal": [null, savings],
        "total": [null, total], "mail": [null, is_mailed],
    });
    Ok(edit.audited("SendOffer", detail))
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::inquiry::v1::{
        self as pb, ApproveOfferRequest, InquiryAnswered, InquiryStatus, OfferApprovalAsked,
        OfferApprovalDecided, OfferLineInput, OfferLineInputs, OfferSent, OfferState, OfferSuperseded,
        RequestApprovalRequest, UpdateOfferRequest,
    };

    use super::*;
    use crate::testing::{
        Fixture,
        offers::{call, conflict, manager, sales},
    };

    #[tokio::test]
    async fn freezes_the_draft_and_answers_the_customer() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let draft = fixture.draft(&caller).await;
        let request = SendOfferRequest {
            offer_id: draft.id.clone(),
            version: draft.version,
            is_mailed: true,
            total_minor: draft.total_minor,
            idempotency_key: "one".to_owned(),
        };
        for _ in 0..2 {
            let sent = call!(fixture, &caller, send_offer(request.clone())).unwrap();
            assert_eq!((sent.state(), sent.is_mailed), (OfferState::Sent, true));
            assert_eq!(sent.version, draft.version + 1);
        }
        let inquiry = fixture.read(&draft.inquiry_number).await;
        assert_eq!(inquiry.status(), InquiryStatus::Offered);
        let (work, details) = (inquiry.work.unwrap(), inquiry.details.unwrap());
        assert!(work.first_answer_at.is_some() && work.waiting_since.is_none());
        assert!(!work.assignee_id.is_empty());
        assert_eq!(details.offers[0].state, "sent");
        assert_eq!(details.recent_offer_totals_minor, [draft.total_minor]);
        assert_eq!(fixture.moves(&draft).await, ["1 sent"]);
        assert_eq!(fixture.harness.published::<OfferSent>().await.len(), 1);
        assert_eq!(fixture.harness.published::<InquiryAnswered>().await.len(), 1);
        assert_eq!(
            fixture.audited_subjects("SendOffer").await,
            [draft.number.as_str()]
        );
        let again = fixture.send(&caller, &fixture.offer(&draft.id).await).await;
        assert_eq!(again, conflict("OFFER.FROZEN"));
        let stale = fixture.send(&caller, &draft).await;
        assert_eq!(stale, conflict("version: DESK.CHANGED"));
    }

    #[tokio::test]
    async fn needs_the_seen_total_lines_an_end_and_an_email() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let draft = fixture.draft(&caller).await;
        let other = proto::inquiry::v1::Offer {
            total_minor: draft.total_minor + 1,
            ..draft.clone()
        };
        assert_eq!(
            fixture.send(&caller, &other).await,
            conflict("total: OFFER.OTHER_TOTAL")
        );
        fixture.end_offer(&draft, -1).await;
        let past = fixture.send(&caller, &draft).await.unwrap_err();
        assert_eq!(past, (Code::Invalid, "validUntil: FIELD.OUT_OF_RANGE".to_owned()));
        fixture.end_offer(&draft, 0).await;
        sqlx::query("update inquiry set email = ''")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        assert_eq!(fixture.send(&caller, &draft).await, conflict("CUSTOMER.NO_EMAIL"));
        let request = UpdateOfferRequest {
            offer_id: draft.id.clone(),
            version: draft.version,
            lines: Some(OfferLineInputs::default()),
            ..UpdateOfferRequest::default()
        };
        let empty = call!(fixture, &caller, update_offer(request)).unwrap();
        let empty = fixture.send(&caller, &empty).await.unwrap_err();
        assert_eq!(empty, (Code::Invalid, "lines: FIELD.REQUIRED".to_owned()));
        assert!(fixture.harness.published::<OfferSent>().await.is_empty());
    }

    #[tokio::test]
    async fn a_discount_above_the_limit_of_sales_needs_an_approval() {
        let fixture = Fixture::start().await;
        let (caller, manager) = (sales(), manager());
        let draft = fixture.draft(&caller).await;
        let ask = |version| RequestApprovalRequest {
            offer_id: draft.id.clone(),
            version,
            ..RequestApprovalRequest::default()
        };
        assert_eq!(
            call!(fixture, &caller, request_approval(ask(draft.version))),
            conflict("OFFER.NO_APPROVAL_NEEDED")
        );
        let discount = async |version, discount_percent| {
            let line = OfferLineInput {
                id: fixture.offer(&draft.id).await.lines[0].id.clone(),
                product_id: Some(crate::testing::WARDROBE),
                quantity: 1,
                discount_percent: Some(discount_percent),
                ..OfferLineInput::default()
            };
            let request = UpdateOfferRequest {
                offer_id: draft.id.clone(),
                version,
                lines: Some(OfferLineInputs { lines: vec![line] }),
                ..UpdateOfferRequest::default()
            };
            call!(fixture, &caller, update_offer(request)).unwrap()
        };
        let cheap = discount(draft.version, 20).await;
        assert!(cheap.is_over_limit);
        assert_eq!(
            fixture.send(&caller, &cheap).await,
            conflict("OFFER.APPROVAL_NEEDED")
        );
        let decide = |version, is_approved| ApproveOfferRequest {
            offer_id: draft.id.clone(),
            version,
            is_approved,
            text: String::new(),
        };
        assert_eq!(
            call!(fixture, &manager, approve_offer(decide(cheap.version, true))),
            conflict("OFFER.NOT_ASKED")
        );
        let asked = call!(fixture, &caller, request_approval(ask(cheap.version))).unwrap();
        let refused = call!(fixture, &manager, approve_offer(decide(asked.version, false))).unwrap();
        assert_eq!(
            fixture.send(&caller, &refused).await,
            conflict("OFFER.APPROVAL_NEEDED")
        );
        let asked = call!(fixture, &caller, request_approval(ask(refused.version))).unwrap();
        let given = call!(fixture, &manager, approve_offer(decide(asked.version, true))).unwrap();
        // Changed lines need a new approval.
        let changed = discount(given.version, 25).await;
        assert_eq!(
            fixture.send(&caller, &changed).await,
            conflict("OFFER.APPROVAL_NEEDED")
        );
        let asked = call!(fixture, &caller, request_approval(ask(changed.version))).unwrap();
        let given = call!(fixture, &manager, approve_offer(decide(asked.version, true))).unwrap();
        assert_eq!(
            fixture.send(&caller, &given).await.unwrap().state(),
            OfferState::Sent
        );
        assert_eq!(
            fixture.moves(&draft).await,
            [
                "1 approvalAsked",
                "1 refused",
                "1 approvalAsked",
                "1 approved",
                "1 approvalAsked",
                "1 approved",
                "1 sent"
            ]
        );
        let asked = fixture.harness.published::<OfferApprovalAsked>().await;
        assert_eq!(asked.len(), 3);
        assert!(
            asked
                .iter()
                .all(|event| event.line == 1 && event.percent > event.allowed)
        );
        let decided = fixture.harness.published::<OfferApprovalDecided>().await;
        let decisions: Vec<_> = decided.iter().map(|event| event.is_approved).collect();
        assert_eq!(decisions, [false, true, true]);
    }

    #[tokio::test]
    async fn sending_rests_while_an_approval_waits_which_survives_a_smaller_discount() {
        let fixture = Fixture::start().await;
        let (caller, manager) = (sales(), manager());
        let draft = fixture.draft(&caller).await;
        let discount = async |version, discount_percent| {
            let line = OfferLineInput {
                id: fixture.offer(&draft.id).await.lines[0].id.clone(),
                product_id: Some(crate::testing::WARDROBE),
                quantity: 1,
                discount_percent: Some(discount_percent),
                ..OfferLineInput::default()
            };
            let request = UpdateOfferRequest {
                offer_id: draft.id.clone(),
                version,
                lines: Some(OfferLineInputs { lines: vec![line] }),
                ..UpdateOfferRequest::default()
            };
            call!(fixture, &caller, update_offer(request)).unwrap()
        };
        let cheap = discount(draft.version, 30).await;
        let ask = RequestApprovalRequest {
            offer_id: draft.id.clone(),
            version: cheap.version,
            ..RequestApprovalRequest::default()
        };
        let asked = call!(fixture, &caller, request_approval(ask)).unwrap();
        for sender in [&caller, &manager] {
            assert_eq!(
                fixture.send(sender, &asked).await,
                conflict("OFFER.APPROVAL_WAITS")
            );
        }
        let smaller = discount(asked.version, 25).await;
        assert_eq!(
            smaller.approval.as_ref().unwrap().state(),
            pb::ApprovalState::Asked
        );
        let decide = ApproveOfferRequest {
            offer_id: draft.id.clone(),
            version: smaller.version,
            is_approved: true,
            text: String::new(),
        };
        let given = call!(fixture, &manager, approve_offer(decide)).unwrap();
        let smaller = discount(given.version, 20).await;
        assert_eq!(
            smaller.approval.as_ref().unwrap().state(),
            pb::ApprovalState::Given
        );
        assert!(fixture.send(&caller, &smaller).await.is_ok());
    }

    #[tokio::test]
    async fn managers_have_no_limit() {
        let fixture = Fixture::start().await;
        let manager = manager();
        let draft = fixture.draft(&manager).await;
        sqlx::query("update offer_line set discount = 90")
            .execute(fixture.harness.pool())
            .await
            .unwrap();
        let cheap = fixture.offer(&draft.id).await;
        assert!(!cheap.is_over_limit);
        assert!(fixture.send(&manager, &cheap).await.is_ok());
    }

    #[tokio::test]
    async fn a_newer_revision_supersedes_the_older_ones() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let first = fixture.sent(&caller).await;
        let token = fixture.token(&first).await;
        let draft = fixture.revise(&caller, &first).await.unwrap();
        assert_eq!((draft.revision, draft.number.clone()), (2, first.number.clone()));
        // The sent revision stays open until then.
        assert_eq!(fixture.view(&token).await.unwrap().offer.unwrap().revision, 1);
        let second = fixture.send(&caller, &draft).await.unwrap();
        assert_eq!(fixture.offer(&first.id).await.state(), OfferState::Superseded);
        assert_eq!(fixture.view(&token).await.unwrap().offer.unwrap().revision, 2);
        assert_eq!(fixture.harness.published::<OfferSuperseded>().await.len(), 1);
        assert_eq!(
            fixture.accept(&token, &first).await,
            conflict("revision: OFFER.SUPERSEDED")
        );
        assert!(fixture.accept(&token, &second).await.is_ok());
    }

    #[tokio::test]
    async fn no_offer_is_sent_for_a_done_inquiry() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let draft = fixture.draft(&caller).await;
        fixture
            .change_status(&draft.inquiry_number, InquiryStatus::Closed)
            .await
            .unwrap();
        assert_eq!(
            fixture.send(&caller, &draft).await,
            conflict("INQUIRY.STATUS_NOT_REACHABLE")
        );
    }
}
