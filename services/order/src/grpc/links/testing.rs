//! Helpers of the tests about links.

use kit::{
    caller::Caller,
    failure::{Code, Failure},
    grpc::client::on_behalf_of,
};
use proto::order::v1::{ClaimOrderRequest, LinkedOrder, RequestOrderLinkRequest, ViewOrderRequest};
use testkit::caller;

use crate::testing::{Fixture, LINK_KEY};

/// Code of a failure with its first field, or with its reason if it has none.
pub(crate) type Refusal = (Code, String);

/// Returns the refusal of a wrong or expired token.
pub(crate) fn dead<T>() -> Result<T, Refusal> {
    Err((Code::NotFound, "token: ORDER.LINK_DEAD".to_owned()))
}

/// Returns the token of an order.
pub(crate) fn token(number: &str) -> String {
    let keys: crate::link::OrderLinkKeys = LINK_KEY.parse().unwrap();
    keys.sign(number)
}

/// Calls an rpc of the links.
macro_rules! call {
    ($fixture:expr, $caller:expr, $rpc:ident($request:expr)) => {
        $fixture
            .links()
            .$rpc(on_behalf_of($caller, $request))
            .await
            .map(tonic::Response::into_inner)
            .map_err(|status| refusal(&status))
    };
}

fn refusal(status: &tonic::Status) -> Refusal {
    let failure = Failure::from_status(status);
    match failure.fields.first() {
        Some((field, key)) => (failure.code, format!("{field}: {key}")),
        None => (failure.code, failure.reason),
    }
}

impl Fixture {
    /// Views the order of a token.
    pub(crate) async fn view(&self, token: &str) -> Result<LinkedOrder, Refusal> {
        let request = ViewOrderRequest {
            token: token.to_owned(),
        };
        let response = call!(self, &caller::anonymous(), view_order(request))?;
        Ok(response.order.unwrap())
    }

    /// Requests the link of an order from an address.
    pub(crate) async fn request_link(&self, number: &str, email: &str, address: &str) -> Result<(), Refusal> {
        let request = RequestOrderLinkRequest {
            order_number: number.to_owned(),
            email: email.to_owned(),
            client_address: address.to_owned(),
        };
        call!(self, &caller::anonymous(), request_order_link(request)).map(drop)
    }

    /// Adds the order of a token to an account; returns its id.
    pub(crate) async fn claim(&self, caller: &Caller, token: &str) -> Result<String, Refusal> {
        let request = ClaimOrderRequest {
            token: token.to_owned(),
        };
        call!(self, caller, claim_order(request)).map(|response| response.order_id)
    }

    /// Ages the status changes of all orders.
    pub(crate) async fn age_statuses(&self, days: i32) {
        sqlx::query("update order_history set at = at - make_interval(days => $1)")
            .bind(days)
            .execute(self.harness.pool())
            .await
            .unwrap();
    }
}
