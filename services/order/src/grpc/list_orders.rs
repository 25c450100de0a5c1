//! Lists the caller's orders.

use kit::{
    caller::CustomerCaller,
    domain::{Page, RecordKind, Visit},
    failure::Failure,
    search::RecordQuery,
    validation::FieldErrors,
};
use proto::order::v1::{self as wire, ListOrdersRequest, ListOrdersResponse};

use super::{State, convert};
use crate::{order, store::listing};

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
        filter.query.as_ref(),
        filter.page,
    )
    .await?;
    let mut visits = listing::visits(&mut connection, &orders).await?;
    let orders = orders.into_iter().map(|order| wire::Order {
        visit: visits.remove(&order.id).and_then(Visit::into_message),
        ..order.into()
    });
    Ok(ListOrdersResponse {
        orders: orders.collect(),
        total_records,
    })
}

struct Filter {
    page: Page,
    status: Option<order::Status>,
    query: Option<RecordQuery>,
}

fn decode(request: &ListOrdersRequest) -> Result<Filter, Failure> {
    let mut errors = FieldErrors::default();
    let page = errors.merge(convert::page(request.page));
    let status = errors.word("status", request.status);
    let term = errors.text::<0, 100>("search", &request.search);
    let (page, term) = errors.finish((page, term))?;
    Ok(Filter {
        page,
        status,
        query: Some(term)
            .filter(|term| !term.is_empty())
            .map(|term| RecordQuery::parse(&term, &[RecordKind::Order])),
    })
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
        let (half, attached) = (
            wardrobe.order_number[3..8].to_lowercase(),
            wardrobe.order_number.replace('-', ""),
        );
        for term in [half.as_str(), &attached, " ŞKAF", "skaf", "шкаф", "WARDrobe"] {
            assert_eq!(
                ids(&customer, search(term)).await,
                (vec![wardrobe.id.clone()], 1),
                "{term}"
            );
        }
        let unambiguous = wardrobe.order_number.replace('0', "O").replace('1', "l");
        for term in [
            "шкаф Ләјла",
            "MƏMMƏDOVA skaf",
            "wardrobe şkaf",
            "050 123 45 67 шкаф",
            "4567 şkaf",
            &unambiguous[3..].to_lowercase(),
            &unambiguous.replace('-', " "),
            &format!("№ {}", &wardrobe.order_number[3..]),
            &format!("{} şkaf", wardrobe.order_number),
        ] {
            assert_eq!(
                ids(&customer, search(term)).await,
                (vec![wardrobe.id.clone()], 1),
                "{term}"
            );
        }
        for term in ["(050) 123-45-67", "123 45 67", "4567", "leyla@example.com"] {
            assert_eq!(ids(&customer, search(term)).await.1, 2, "{term}");
        }
        for term in ["%", "_", "\\", "table", "sofa şkaf", "ьъ"] {
            assert_eq!(ids(&customer, search(term)).await, (vec![], 0), "{term}");
        }
        let both = ListOrdersRequest {
            status: OrderStatus::Pending.into(),
            ..search("sofa")
        };
        assert_eq!(ids(&customer, both).await, (vec![], 0));
    }

    #[tokio::test]
    async fn migrations_bring_stored_orders_into_their_normal_forms() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer();
        let order = customer.order_with_key("a", &[(WARDROBE, 1)]).await.unwrap();
        let pool = fixture.harness.pool();
        for statement in [
            "update order_address set phone = '0501234567', first_name = E'Ley\\u200bla' where kind = 'shipping'",
            "update order_address set phone = '+9940501234567' where kind = 'billing'",
            "update customer_order set customer_phone = '+9940501234567', desk_search = 'mәmmәd qoz',
                 search_text = E'sb-1\nşkaf\nкомоды й\nqoz'",
            include_str!("../../migrations/0008_normal_forms.sql"),
            include_str!("../../migrations/0009_folded_search.sql"),
            include_str!("../../migrations/0013_search_q.sql"),
        ] {
            sqlx::raw_sql(statement).execute(pool).await.unwrap();
        }
        let addresses: Vec<(String, String)> = sqlx::query_as("select phone, first_name from order_address")
            .fetch_all(pool)
            .await
            .unwrap();
        let normal = ("+994501234567".to_owned(), "Leyla".to_owned());
        assert_eq!(addresses, [normal.clone(), normal]);
        let texts: (String, String, String) =
            sqlx::query_as("select customer_phone, desk_search, search_text from customer_order")
                .fetch_one(pool)
                .await
                .unwrap();
        let expected = ("+994501234567", "memmed goz", "sb-1\nskaf\nkomodi y\ngoz");
        assert_eq!((texts.0.as_str(), texts.1.as_str(), texts.2.as_str()), expected);
        let request = ListOrdersRequest {
            search: "Komodı qoz".to_owned(),
            ..all()
        };
        assert_eq!(ids(&customer, request).await, (vec![order.id], 1));
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
