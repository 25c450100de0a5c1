//! The account of a customer, and `PUT customers/{id}/discount`.

use axum::extract::State;
use kit::{
    failure::{Code, Failure},
    validation::{FieldErrors, OUT_OF_RANGE},
};
use proto::{
    account::v1::{Address, GetCustomerAccountRequest, SetUserDiscountRequest},
    catalog::v1::GetHighestDiscountRequest,
    inquiry::v1::GetContactRequest,
    order::v1 as order,
};

use super::get::{Customer, NOT_FOUND, load};
use crate::{
    desk::{Member, is_stale, present_on_conflict},
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, PathOf, RecordId},
    openapi::ErrorResponse,
    routes::{
        desk::{ACCOUNT, CATALOG, part},
        orders::order::PostalAddress,
    },
    state::AppState,
};

/// Discount and addresses of the account of a customer.
#[derive(Default)]
pub(super) struct CustomerAccount {
    /// Whole percent; `None` without an account.
    pub(super) discount: Option<u32>,
    /// Whether a product has a larger discount, which the personal one replaces.
    pub(super) is_discount_worse: bool,
    pub(super) addresses: Vec<PostalAddress>,
    /// Whether account did not answer.
    pub(super) is_missing: bool,
}

/// Returns what the account of a customer adds; nothing without an account.
pub(super) async fn account_of(state: &AppState, member: &Member, user_id: &str) -> CustomerAccount {
    if user_id.is_empty() {
        return CustomerAccount::default();
    }
    let request = member.request(GetCustomerAccountRequest {
        user_id: user_id.to_owned(),
    });
    let (mut accounts, mut catalog) = (state.clients.account.clone(), state.clients.desk_catalog.clone());
    let (account, highest) = tokio::join!(
        part(ACCOUNT, accounts.get_customer_account(request)),
        part(
            CATALOG,
            catalog.get_highest_discount(member.request(GetHighestDiscountRequest {}))
        ),
    );
    let Some(account) = account else {
        return CustomerAccount {
            is_missing: true,
            ..CustomerAccount::default()
        };
    };
    let discount = account.discount_percent;
    let addresses = account.addresses.iter();
    CustomerAccount {
        discount: Some(discount),
        is_discount_worse: discount > 0 && highest.is_some_and(|highest| highest.discount_percent > discount),
        addresses: addresses
            .map(|address| postal_address(address, &account.email))
            .collect(),
        is_missing: false,
    }
}

fn postal_address(address: &Address, email: &str) -> PostalAddress {
    let (first_name, last_name) = address
        .full_name
        .split_once(' ')
        .unwrap_or((address.full_name.as_str(), ""));
    let street = [address.street_address.as_str(), address.apartment.as_str()];
    let street: Vec<_> = street.into_iter().filter(|part| !part.is_empty()).collect();
    order::PostalAddress {
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
        email: email.to_owned(),
        phone: address.phone_number.clone(),
        address: street.join(", "),
        city: address.city.clone(),
        state: address.state.clone(),
        postal_code: address.zip_code.clone(),
        country: address.country.clone(),
    }
    .into()
}

/// Change of a personal discount.
#[request]
#[derive(Debug)]
pub(crate) struct ChangeDiscount {
    /// Discount that the caller saw, in whole percent.
    from: Input<u32>,
    /// New discount, 0 to 99; 0 removes it.
    discount: Input<u32>,
}

/// Changes the personal discount of a customer's account. It replaces the discounts of products, also larger ones.
#[utoipa::path(put, path = "/customers/{id}/discount", tag = "desk",
    params(("id" = String, Path, description = "Customer id")),
    request_body(content = ChangeDiscount, example = json!({"from": 0, "discount": 10})),
    security(("desk" = [], "xsrf" = [])),
    responses((status = 200, body = Envelope<Customer>, description = "Customer",
        example = json!(Envelope::new(Customer::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn change_discount(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
    Json(body): Json<ChangeDiscount>,
) -> ApiResult<Envelope<Customer>> {
    let mut errors = FieldErrors::default();
    let from = body.from.required(&mut errors, "from");
    let discount = body.discount.required(&mut errors, "discount");
    let is_percent = discount.is_none_or(|percent| percent <= 99);
    errors.ensure(is_percent, "discount", OUT_OF_RANGE);
    let (from, discount) = errors.finish((from, discount))?;
    let contact_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(GetContactRequest {
        contact_id: contact_id.clone(),
    });
    let found = state
        .clients
        .inbox
        .clone()
        .get_contact(request)
        .await?
        .into_inner();
    let user_id = found.contact.unwrap_or_default().user_id;
    if user_id.is_empty() {
        return Err(Failure::with_reason(Code::Conflict, "CUSTOMER.NO_ACCOUNT").into());
    }
    let request = member.request(SetUserDiscountRequest {
        user_id,
        from_percent: Some(from),
        discount_percent: discount,
        ..SetUserDiscountRequest::default()
    });
    let changed = state.clients.account.clone().set_user_discount(request).await;
    let present = || load(&state, &member, contact_id.clone());
    present_on_conflict(changed, is_stale, present).await?;
    Ok(Envelope::new(load(&state, &member, contact_id).await?))
}
