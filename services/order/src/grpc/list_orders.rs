//! Lists the caller's orders.

use kit::{caller::CustomerCaller, domain::Page, failure::Failure, validation::FieldErrors};
use proto::order::v1::{ListOrdersRequest, ListOrdersResponse};

use super::{State, convert};
use crate::{order, search, store::listing};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    request: ListOrdersRequest,
) -> Result<ListOrdersResponse, Failure> {
    let filter = decode(&request)?;
    let mut connection = state.pool.acquire().await?;
    let (orders, total_records) = listing::of_user(
        &mut connection,
        user,
        filter.status,
        filter.pattern.as_deref(),
        filter.page,
    )
    .await?;
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
    let mut errors = FieldErrors::default();
    let page = errors.merge(convert::page(request.page));
    let status = errors.merge(convert::status(request.status));
    let term = errors.text::<0, 100>("search", &request.search);
    errors.finish((|| {
        Some(Filter {
            page: page?,
            status: status?,
            pattern: term
                .filter(|term| !term.is_empty())
                .map(|term| search::pattern(&term)),
        })
    })())
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::{common::v1::Page, order::v1::OrderStatus};

    use super::*;
    use crate::testing::{Customer, Fixture, SOFA, WARDROBE};

    async fn ids(customer: &Customer, request: ListOrdersRequest) -> (Vec<String>, i64) {
        let response = customer.list(request).await.unwrap();
        let ids = response.orders.into_iter().map(|order| order.id).collect();
        (ids, response.total_records)
    }

    fn all() -> ListOrdersRequest {
        ListOrdersRequest::default()
    }

    #[tokio::test]
    async fn lists_the_callers_orders_newest_first_in_pages() {
        let fixture = Fixture::start().await;
        let (customer, stranger) = (fixture.customer(), fixture.customer());
        stranger.order_with_key("s", &[(SOFA, 1)]).await.unwrap();
        let mut order_ids = Vec::new();
        for key in ["a", "b", "c"] {
            order_ids.push(customer.order_with_key(key, &[(SOFA, 1)]).await.unwrap().id);
        }
        order_ids.reverse();
        assert_eq!(ids(&customer, all()).await, (order_ids.clone(), 3));
        let page = |number| ListOrdersRequest {
            page: Some(Page { number, size: 2 }),
            ..all()
        };
        assert_eq!(ids(&customer, page(1)).await, (order_ids[..2].to_vec(), 3));
        assert_eq!(ids(&customer, page(2)).await, (order_ids[2..].to_vec(), 3));
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
    async fn names_all_invalid_fields() {
        let fixture = Fixture::start().await;
        let request = ListOrdersRequest {
            page: Some(Page { number: 0, size: 101 }),
            status: 77,
            search: "x".repeat(101),
        };
        let error = Failure::from_status(&fixture.customer().list(request).await.unwrap_err());
        let names: Vec<_> = error.fields.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(error.code, Code::Invalid);
        assert_eq!(names, ["page", "limit", "status", "search"]);
    }
}
