//! `POST orders/link`.

use axum::extract::State;
use kit::{failure::Failure, validation::FieldErrors};
use proto::order::v1::RequestOrderLinkRequest;

use crate::{
    envelope::Acknowledgement,
    error::ApiResult,
    extract::{Input, Json},
    openapi::ErrorResponse,
    routes::visitor::Visitor,
    state::AppState,
};

/// Request for the link of an order.
#[request]
pub(crate) struct RequestOrderLink {
    /// Order number, in any case.
    #[schema(required, min_length = 1, max_length = 20)]
    number: Input<String>,
    /// E-mail of the order.
    #[schema(required)]
    email: Input<String>,
}

impl RequestOrderLink {
    fn into_message(self) -> Result<RequestOrderLinkRequest, Failure> {
        let mut errors = FieldErrors::default();
        let message = RequestOrderLinkRequest {
            order_number: self.number.required(&mut errors, "number").unwrap_or_default(),
            email: self.email.required(&mut errors, "email").unwrap_or_default(),
            client_address: String::new(),
        };
        errors.finish(Some(message))
    }
}

/// Mails the link of an order to its customer, if the e-mail is that of the order. The response does not reveal whether
/// the order exists. At most 5 calls of an address in an hour.
#[utoipa::path(post, path = "/orders/link", tag = "orders",
    request_body(content = RequestOrderLink, example = json!({"number": "SB-4K7Q2M0X", "email": "leyla@example.com"})),
    responses((status = 200, body = Acknowledgement, description = "Accepted", example = Acknowledgement::success),
        ErrorResponse::<429>))]
pub(crate) async fn request_order_link(
    State(state): State<AppState>,
    visitor: Visitor,
    Json(body): Json<RequestOrderLink>,
) -> ApiResult<Acknowledgement> {
    let message = body.into_message()?;
    let request = visitor.request(RequestOrderLinkRequest {
        client_address: visitor.address().to_owned(),
        ..message
    });
    state
        .clients
        .order_link
        .clone()
        .request_order_link(request)
        .await?;
    Ok(Acknowledgement::success())
}
