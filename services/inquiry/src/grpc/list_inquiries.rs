//! Staff: lists inquiries.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    domain::{Page, Text},
    failure::Failure,
    validation::word,
};
use proto::inquiry::v1::{ListInquiriesRequest, ListInquiriesResponse};
use serde_json::json;
use sqlx::PgPool;

use super::{State, convert};
use crate::{
    error::InquiryError,
    inquiry::{Inquiry, Kind, Note},
    store::{
        self,
        listing::{self, Filter},
    },
    work,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ListInquiriesRequest,
) -> Result<ListInquiriesResponse, Failure> {
    let page = convert::page(request.page)?;
    let filter = Filter {
        user: None,
        kind: word("kind", request.kind)?,
        status: word("status", request.status)?,
        number: number(&request.number)?,
    };
    let (inquiries, total_records) = list(&state.pool, &actor, &filter, page).await?;
    Ok(ListInquiriesResponse {
        inquiries: inquiries
            .into_iter()
            .map(|(inquiry, notes)| convert::inquiry(inquiry, notes))
            .collect(),
        total_records,
    })
}

fn number(text: &str) -> Result<Option<String>, Failure> {
    if let Ok(number) = convert::number(text) {
        return Ok(Some(number));
    }
    let text = Text::<0, { convert::MAX_NUMBER_LENGTH }>::parse(text)
        .map_err(|error| Failure::invalid_field("number", error.message_key()))?;
    Ok(Some(text.into_string()).filter(|number| !number.is_empty()))
}

async fn list(
    pool: &PgPool,
    actor: &Actor,
    filter: &Filter,
    page: Page,
) -> Result<(Vec<(Inquiry, Vec<Note>)>, i64), InquiryError> {
    let subject = filter.number.as_deref().unwrap_or("*");
    let detail = json!({
        "kind": filter.kind.map(Kind::name),
        "status": filter.status.map(work::Status::name),
        "limit": page.limit,
        "offset": page.offset,
    });
    change::run(pool, async |connection| {
        let (found, total) = listing::list(connection, filter, page).await?;
        let mut inquiries = Vec::with_capacity(found.len());
        for inquiry in found {
            // Notes are loaded only for a single inquiry.
            let notes = match filter.number {
                Some(_) => {
                    let timeline = store::timeline::list(connection, inquiry.id).await?;
                    timeline.into_iter().filter_map(store::timeline::note).collect()
                }
                None => Vec::new(),
            };
            inquiries.push((inquiry, notes));
        }
        Ok(Effect::audited(actor, "ListInquiries", subject, detail).with((inquiries, total)))
    })
    .await
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::{
        common::v1 as common,
        inquiry::v1::{InquiryKind, InquiryStatus},
    };

    use super::*;
    use crate::testing::{Fixture, WARDROBE, brochure, message, quote};

    async fn numbers(fixture: &Fixture, request: ListInquiriesRequest) -> (Vec<String>, i64) {
        let request = on_behalf_of(&testkit::caller::staff(), request);
        let response = fixture.client().list_inquiries(request).await.unwrap();
        let response = response.into_inner();
        let numbers = response.inquiries.into_iter().map(|inquiry| inquiry.number);
        (numbers.collect(), response.total_records)
    }

    #[tokio::test]
    async fn lists_inquiries_newest_first_by_kind_status_or_number() {
        let fixture = Fixture::start().await;
        let quote = fixture.request_quote(quote(WARDROBE)).await.unwrap();
        let contact = fixture.send_message(message("Salam")).await.unwrap();
        let brochure = fixture.request_brochure(brochure()).await.unwrap();
        fixture
            .change_status(&contact, InquiryStatus::Waiting)
            .await
            .unwrap();

        let all = ListInquiriesRequest::default();
        assert_eq!(
            numbers(&fixture, all.clone()).await,
            (vec![brochure, contact.clone(), quote.clone()], 3)
        );
        let quotes = ListInquiriesRequest {
            kind: InquiryKind::Quote.into(),
            ..all.clone()
        };
        assert_eq!(numbers(&fixture, quotes).await, (vec![quote.clone()], 1));
        let answered = ListInquiriesRequest {
            status: InquiryStatus::Waiting.into(),
            ..all.clone()
        };
        assert_eq!(numbers(&fixture, answered).await, (vec![contact], 1));
        let last = ListInquiriesRequest {
            page: Some(common::Page { number: 3, size: 1 }),
            ..all.clone()
        };
        assert_eq!(numbers(&fixture, last).await, (vec![quote.clone()], 3));
        let numbered = ListInquiriesRequest {
            number: quote.clone(),
            ..all
        };
        assert_eq!(numbers(&fixture, numbered).await, (vec![quote.clone()], 1));
        let audited = fixture.audited_subjects("ListInquiries").await;
        assert_eq!(audited, ["*", "*", "*", "*", quote.as_str()]);
    }

    #[tokio::test]
    async fn rejects_callers_other_than_staff() {
        let fixture = Fixture::start().await;
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (
                testkit::caller::customer(kit::domain::UserId::generate()),
                Code::Forbidden,
            ),
            (testkit::caller::service("notification"), Code::Forbidden),
        ] {
            let request = on_behalf_of(&caller, ListInquiriesRequest::default());
            let error = fixture.client().list_inquiries(request).await.unwrap_err();
            assert_eq!(Failure::from_status(&error).code, code);
        }
        assert_eq!(
            fixture.audited_subjects("ListInquiries").await,
            Vec::<String>::new()
        );
    }
}
