//! A page of the caller's orders.

use kit::{caller::Caller, domain::Text, failure::Failure};
use proto::order::v1::{ListOrdersRequest, ListOrdersResponse};
use tonic::Request;

use super::{State, convert};
use crate::{
    error::OrderError,
    order, search,
    store::listing::{self, Page},
};

pub(super) async fn handle(
    state: &State,
    request: Request<ListOrdersRequest>,
) -> Result<ListOrdersResponse, Failure> {
    let user = Caller::from_request(&request)?.require_user()?;
    let filter = decode(request.get_ref())?;
    let mut connection = state.pool.acquire().await.map_err(OrderError::from)?;
    let (orders, total_records) = listing::of_user(
        &mut connection,
        user,
        filter.status,
        filter.pattern.as_deref(),
        filter.page,
    )
    .await
    .map_err(OrderError::from)?;
    Ok(ListOrdersResponse {
        orders: orders.into_iter().map(Into::into).collect(),
        total_records,
    })
}

struct Filter {
    page: Page,
    status: Option<order::Status>,
    pattern: Option<String>,
}

fn decode(request: &ListOrdersRequest) -> Result<Filter, Failure> {
    let term = Text::<0, 100>::parse(&request.search)
        .map_err(|problem| Failure::invalid_field("search", problem.message_key()));
    let mut wrong = Vec::new();
    let mut keep = |failure: Failure| wrong.extend(failure.fields);
    let page = convert::page(request.page).map_err(&mut keep);
    let status = convert::status(request.status).map_err(&mut keep);
    let term = term.map_err(&mut keep);
    let (Ok(page), Ok(status), Ok(term)) = (page, status, term) else {
        let mut failure = Failure::new(kit::failure::Code::Invalid);
        failure.fields = wrong;
        return Err(failure);
    };
    Ok(Filter {
        page,
        status,
        pattern: (!term.as_str().is_empty()).then(|| search::pattern(term.as_str())),
    })
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::{common::v1::Page, order::v1::OrderStatus};

    use super::*;
    use crate::testing::{Customer, Fixture, SOFA, WARDROBE};

    async fn ids(customer: &Customer, request: ListOrdersRequest) -> (Vec<String>, i64) {
        let answer = customer.list(request).await.unwrap();
        let ids = answer.orders.into_iter().map(|order| order.id).collect();
        (ids, answer.total_records)
    }

    fn all() -> ListOrdersRequest {
        ListOrdersRequest::default()
    }

    #[tokio::test]
    async fn the_callers_orders_newest_first_page_by_page() {
        let fixture = Fixture::start().await;
        let (customer, stranger) = (fixture.customer(), fixture.customer());
        stranger.order_with_key("s", &[(SOFA, 1)]).await.unwrap();
        let mut made = Vec::new();
        for key in ["a", "b", "c"] {
            made.push(customer.order_with_key(key, &[(SOFA, 1)]).await.unwrap().id);
        }
        made.reverse();
        assert_eq!(ids(&customer, all()).await, (made.clone(), 3));
        let page = |number| ListOrdersRequest {
            page: Some(Page { number, size: 2 }),
            ..all()
        };
        assert_eq!(ids(&customer, page(1)).await, (made[..2].to_vec(), 3));
        assert_eq!(ids(&customer, page(2)).await, (made[2..].to_vec(), 3));
        assert_eq!(ids(&customer, page(9)).await, (vec![], 3));
    }

    #[tokio::test]
    async fn filters_by_status_number_and_product_name() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let sofa = customer.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let wardrobe = customer.order_with_key("b", &[(WARDROBE, 1)]).await.unwrap();
        customer.cancel(&sofa.id).await.unwrap();

        let status = ListOrdersRequest {
            status: OrderStatus::Cancelled.into(),
            ..all()
        };
        assert_eq!(ids(&customer, status).await, (vec![sofa.id.clone()], 1));
        let search = |term: &str| ListOrdersRequest {
            search: term.to_owned(),
            ..all()
        };
        let half = wardrobe.order_number[3..8].to_lowercase();
        for term in [half.as_str(), " ŞKAF", "шкаф", "WARDrobe"] {
            assert_eq!(
                ids(&customer, search(term)).await,
                (vec![wardrobe.id.clone()], 1),
                "{term}"
            );
        }
        for term in ["%", "_", "\\", "table"] {
            assert_eq!(ids(&customer, search(term)).await, (vec![], 0), "{term}");
        }
        let both = ListOrdersRequest {
            status: OrderStatus::Pending.into(),
            ..search("sofa")
        };
        assert_eq!(ids(&customer, both).await, (vec![], 0));
    }

    #[tokio::test]
    async fn what_is_out_of_bounds_is_named() {
        let fixture = Fixture::start().await;
        let request = ListOrdersRequest {
            page: Some(Page { number: 0, size: 101 }),
            status: 77,
            search: "x".repeat(101),
        };
        let refused = Failure::from_status(&fixture.customer().list(request).await.unwrap_err());
        let names: Vec<_> = refused.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(refused.code, Code::Invalid);
        assert_eq!(names, ["page", "limit", "status", "search"]);
    }
}
