//! The account of a customer.

use proto::{
    account::v1::{Address, GetCustomerAccountRequest},
    catalog::v1::GetHighestDiscountRequest,
    order::v1 as order,
};

use crate::{
    desk::Member,
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
