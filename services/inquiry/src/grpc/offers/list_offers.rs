//! Staff: returns the offers of an inquiry, newest number first, then newest revision.

use kit::{caller::StaffCaller, failure::Failure};
use proto::inquiry::v1::{ListOffersRequest, ListOffersResponse, Offer};

use super::{convert, designs::Books, limits::Limits};
use crate::{
    error::InquiryError,
    grpc::{State, convert as inquiries},
    store,
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ListOffersRequest,
) -> Result<ListOffersResponse, Failure> {
    let number = inquiries::number(&request.inquiry_number)?;
    let (offers, inquiry, books, now) = {
        let mut connection = state.pool.acquire().await?;
        let inquiry = store::inquiry::find_by_number(&mut connection, &number)
            .await?
            .ok_or(InquiryError::NotFound)?;
        let offers = store::offer::list(&mut connection, inquiry.id).await?;
        let books = Books::load(&mut connection, &offers).await?;
        let now = store::inquiry::now(&mut connection).await?;
        (offers, inquiry, books, now)
    };
    let limits = Limits::load_to_show(state, &actor, &offers).await;
    let visit = inquiry.visit.clone().into_message();
    let offers: Result<_, _> = offers
        .into_iter()
        .map(|offer| {
            let offer = convert::offer(offer, &inquiry, now, &limits, &books)?;
            let visit = visit.clone();
            Ok::<_, Failure>(Offer { visit, ..offer })
        })
        .collect();
    Ok(ListOffersResponse { offers: offers? })
}

#[cfg(test)]
mod tests {
    use kit::grpc::client::on_behalf_of;
    use proto::inquiry::v1::DeleteDraftRequest;
    use testkit::caller;

    use super::*;
    use crate::testing::{Fixture, offers::sales};

    #[tokio::test]
    async fn newest_number_first_then_newest_revision_without_deleted_drafts() {
        let fixture = Fixture::start().await;
        let caller = sales();
        let first = fixture.sent(&caller).await;
        let second = fixture.draft_of(&caller, &first.inquiry_number).await;
        let revised = fixture.revise(&caller, &first).await.unwrap();
        let list = async || {
            let request = ListOffersRequest {
                inquiry_number: first.inquiry_number.to_lowercase(),
            };
            let request = on_behalf_of(&caller::staff(), request);
            let offers = fixture.offers().list_offers(request).await.unwrap();
            let offers = offers.into_inner().offers.into_iter();
            offers.map(|offer| offer.id).collect::<Vec<_>>()
        };
        assert_eq!(
            list().await,
            [second.id.clone(), revised.id.clone(), first.id.clone()]
        );
        let request = DeleteDraftRequest {
            offer_id: second.id,
            version: second.version,
        };
        let request = on_behalf_of(&caller, request);
        fixture.offers().delete_draft(request).await.unwrap();
        assert_eq!(list().await, [revised.id, first.id]);
        assert_eq!(fixture.audited_subjects("DeleteDraft").await, [second.number]);
        assert_eq!(
            fixture
                .count("select count(*) from offer_line left join offer on offer.id = offer_id where offer.id is null")
                .await,
            0
        );
    }
}
