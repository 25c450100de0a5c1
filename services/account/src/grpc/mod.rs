//! The rpc handlers, one file each.

mod add_wish;
mod authenticate;
#[cfg(test)]
mod callers;
mod clear_wishes;
mod close_account;
mod convert;
mod count_saved;
mod create_address;
mod credentials;
mod current_password;
mod delete_address;
mod desk;
mod export_account;
mod forgot_password;
mod get_contact;
mod get_customer_account;
mod get_details;
mod get_discount;
mod issue_reset_token;
mod issue_verification_token;
mod list_addresses;
mod list_wishes;
mod register;
mod remove_wish;
mod reset_password;
mod send_email_verification;
mod set_default_address;
mod set_user_discount;
mod sign_in;
mod sign_out;
mod team;
mod update_address;
mod update_details;
mod validate_session;
mod verify_email;
mod views;

use sqlx::PgPool;

use crate::{
    clients::{catalog::Catalog, inquiry::Inquiry},
    desk::Lifetimes,
    hashing::PasswordHasher,
    limits::HashLimits,
    sealing::FactorKeys,
    token::RefreshKeys,
};

/// State shared by the handlers.
pub(crate) struct State {
    pub(crate) pool: PgPool,
    pub(crate) catalog: Catalog,
    pub(crate) inquiry: Inquiry,
    pub(crate) hasher: PasswordHasher,
    pub(crate) hash_limits: HashLimits,
    pub(crate) refresh_keys: RefreshKeys,
    pub(crate) factor_keys: FactorKeys,
    pub(crate) desk: Lifetimes,
    /// Lifetime of an invitation to the staff.
    pub(crate) invitation: time::Duration,
}

kit::rpcs! {
    impl proto::account::v1::account_service_server::AccountService for State {
        anyone register(RegisterRequest) -> RegisterResponse;
        anyone sign_in(SignInRequest) -> SignInResponse;
        session authenticate(AuthenticateRequest) -> AuthenticateResponse;
        anyone validate_session(ValidateSessionRequest) -> ValidateSessionResponse;
        anyone sign_out(SignOutRequest) -> SignOutResponse;
        anyone forgot_password(ForgotPasswordRequest) -> ForgotPasswordResponse;
        anyone reset_password(ResetPasswordRequest) -> ResetPasswordResponse;
        service("notification") issue_reset_token(IssueResetTokenRequest) -> IssueResetTokenResponse;
        anyone verify_email(VerifyEmailRequest) -> VerifyEmailResponse;
        user send_email_verification(SendEmailVerificationRequest) -> SendEmailVerificationResponse;
        service("notification") issue_verification_token(IssueVerificationTokenRequest) -> IssueVerificationTokenResponse;
        service("notification", "order") get_contact(GetContactRequest) -> GetContactResponse;
        service("order") get_discount(GetDiscountRequest) -> GetDiscountResponse;
        user get_details(GetDetailsRequest) -> GetDetailsResponse;
        user update_details(UpdateDetailsRequest) -> UpdateDetailsResponse;
        user export_account(ExportAccountRequest) -> ExportAccountResponse;
        user close_account(CloseAccountRequest) -> CloseAccountResponse;
        user count_saved(CountSavedRequest) -> CountSavedResponse;
        user list_addresses(ListAddressesRequest) -> ListAddressesResponse;
        user create_address(CreateAddressRequest) -> CreateAddressResponse;
        user update_address(UpdateAddressRequest) -> UpdateAddressResponse;
        user delete_address(DeleteAddressRequest) -> DeleteAddressResponse;
        user set_default_address(SetDefaultAddressRequest) -> SetDefaultAddressResponse;
        user list_wishes(ListWishesRequest) -> ListWishesResponse;
        user add_wish(AddWishRequest) -> AddWishResponse;
        user remove_wish(RemoveWishRequest) -> RemoveWishResponse;
        user clear_wishes(ClearWishesRequest) -> ClearWishesResponse;
        staff(CustomersRead) get_customer_account(GetCustomerAccountRequest) -> GetCustomerAccountResponse;
        staff(CustomersDiscount) set_user_discount(SetUserDiscountRequest) -> SetUserDiscountResponse;
    }
}
