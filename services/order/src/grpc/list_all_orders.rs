//! Staff: lists the orders of all users.

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    convert::time,
    domain::{Page, Text, UserId},
    failure::Failure,
    validation::{INVALID, word},
};
use prost_types::Timestamp;
use proto::order::v1::{ListAllOrdersRequest, ListAllOrdersResponse};
use serde_json::json;
use sqlx::PgPool;
use time::OffsetDateTime;

use super::{State, convert};
use crate::{
    error::OrderError,
    order::{self, Order},
    store::listing::{self, Filter},
};

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: ListAllOrdersRequest,
) -> Result<ListAllOrdersResponse, Failure> {
    let page = convert::page(request.page)?;
    let status = word("status", request.status)?;
    let number = number(&request.order_number)?;
    let filter = Filter {
        status,
        number: number.as_deref(),
        user: user(&request.user_id)?,
        ordered_before: request.ordered_before.as_ref().map(before).transpose()?,
    };
    let (orders, total_records) = list(&state.pool, &actor, filter, page).await?;
    Ok(ListAllOrdersResponse {
        orders: orders.into_iter().map(Into::into).collect(),
        total_records,
    })
}

fn number(text: &str) -> Result<Option<String>, Failure> {
    if let Ok(number) = convert::number(text) {
        return Ok(Some(number));
    }
    let text = Text::<0, { convert::MAX_NUMBER_LENGTH }>::parse(text)
        .map_err(|error| Failure::invalid_field("orderNumber", error.message_key()))?;
    Ok(Some(text.into_string()).filter(|number| !number.is_empty()))
}

fn user(text: &str) -> Result<Option<UserId>, Failure> {
    if text.is_empty() {
        return Ok(None);
    }
    let user = text
        .parse()
        .map_err(|_| Failure::invalid_field("userId", INVALID))?;
    Ok(Some(user))
}

fn before(timestamp: &Timestamp) -> Result<OffsetDateTime, Failure> {
    time(timestamp).ok_or_else(|| Failure::invalid_field("orderedBefore", INVALID))
}

async fn list(
    pool: &PgPool,
    actor: &Actor,
    filter: Filter<'_>,
    page: Page,
) -> Result<(Vec<Order>, i64), OrderError> {
    let detail = json!({
        "status": filter.status.map(order::Status::name), "user": filter.user.map(|user| user.to_string()),
        "limit": page.limit, "offset": page.offset,
    });
    change::run(pool, async |connection| {
        let subject = filter.number.unwrap_or("*");
        let page = listing::of_all(connection, filter, page).await?;
        Ok(Effect::audited(actor, "ListAllOrders", subject, detail).with(page))
    })
    .await
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::order::v1::OrderStatus;

    use super::*;
    use crate::testing::{Fixture, SOFA};

    async fn ids(fixture: &Fixture, request: ListAllOrdersRequest) -> (Vec<String>, i64) {
        let request = on_behalf_of(&testkit::caller::staff(), request);
        let response = fixture
            .client()
            .list_all_orders(request)
            .await
            .unwrap()
            .into_inner();
        let ids = response.orders.into_iter().map(|order| order.id).collect();
        (ids, response.total_records)
    }

    #[tokio::test]
    async fn lists_all_orders_newest_first_by_status_or_number() {
        let fixture = Fixture::start().await;
        let (first, second) = (fixture.customer(), fixture.customer());
        let one = first.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        let two = second.order_with_key("a", &[(SOFA, 1)]).await.unwrap();
        fixture
            .change_status(&one.order_number, OrderStatus::Processing)
            .await
            .unwrap();

        let all = ListAllOrdersRequest::default();
        assert_eq!(
            ids(&fixture, all.clone()).await,
            (vec![two.id.clone(), one.id.clone()], 2)
        );
        let processing = ListAllOrdersRequest {
            status: OrderStatus::Processing.into(),
            ..all.clone()
        };
        assert_eq!(ids(&fixture, processing).await, (vec![one.id], 1));
        let numbered = ListAllOrdersRequest {
            order_number: two.order_number.clone(),
            ..all
        };
        assert_eq!(ids(&fixture, numbered).await, (vec![two.id.clone()], 1));
        let of_second = ListAllOrdersRequest {
            user_id: second.user.to_string(),
            ..ListAllOrdersRequest::default()
        };
        assert_eq!(ids(&fixture, of_second).await, (vec![two.id], 1));
        let before_first = ListAllOrdersRequest {
            ordered_before: one.ordered_at,
            ..ListAllOrdersRequest::default()
        };
        assert_eq!(ids(&fixture, before_first).await, (vec![], 0));
        let audited = fixture.audited_subjects("ListAllOrders").await;
        assert_eq!(audited, ["*", "*", two.order_number.as_str(), "*", "*"]);
    }

    #[tokio::test]
    async fn rejects_malformed_filters() {
        let fixture = Fixture::start().await;
        let request = ListAllOrdersRequest {
            user_id: "nobody".to_owned(),
            ..ListAllOrdersRequest::default()
        };
        let request = on_behalf_of(&testkit::caller::staff(), request);
        let error = fixture.client().list_all_orders(request).await.unwrap_err();
        let failure = Failure::from_status(&error);
        assert_eq!(failure.fields, [("userId".to_owned(), INVALID.to_owned())]);
    }

    #[tokio::test]
    async fn rejects_callers_other_than_staff() {
        let fixture = Fixture::start().await;
        for (caller, code) in [
            (testkit::caller::anonymous(), Code::Unauthenticated),
            (fixture.customer().caller(), Code::Forbidden),
            (testkit::caller::service("cart"), Code::Forbidden),
        ] {
            let request = on_behalf_of(&caller, ListAllOrdersRequest::default());
            let error = fixture.client().list_all_orders(request).await.unwrap_err();
            assert_eq!(Failure::from_status(&error).code, code);
        }
        assert_eq!(
            fixture.audited_subjects("ListAllOrders").await,
            Vec::<String>::new()
        );
    }
}
