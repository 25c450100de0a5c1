//! The rpc handlers, one file each.

mod add_wish;
mod authenticate;
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
mod get_details;
mod get_discount;
mod issue_reset_token;
mod issue_verification_token;
mod list_addresses;
mod list_wishes;
#[cfg(test)]
mod permissions;
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

use sqlx::PgPool;

use crate::{
    clients::{catalog::Catalog, inquiry::Inquiry},
    desk::Lifetimes,
    hashing::PasswordHasher,
    limits::HashLimits,
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
    pub(crate) desk: Lifetimes,
    /// Lifetime of an invitation to the staff.
    pub(crate) invitation: time::Duration,
}

kit::rpcs! {
    impl proto::account::v1::account_service_server::AccountService for State {
        register(RegisterRequest) -> RegisterResponse;
        sign_in(SignInRequest) -> SignInResponse;
        authenticate(AuthenticateRequest) -> AuthenticateResponse;
        validate_session(ValidateSessionRequest) -> ValidateSessionResponse;
        sign_out(SignOutRequest) -> SignOutResponse;
        forgot_password(ForgotPasswordRequest) -> ForgotPasswordResponse;
        reset_password(ResetPasswordRequest) -> ResetPasswordResponse;
        issue_reset_token(IssueResetTokenRequest) -> IssueResetTokenResponse;
        verify_email(VerifyEmailRequest) -> VerifyEmailResponse;
        send_email_verification(SendEmailVerificationRequest) -> SendEmailVerificationResponse;
        issue_verification_token(IssueVerificationTokenRequest) -> IssueVerificationTokenResponse;
        get_contact(GetContactRequest) -> GetContactResponse;
        get_discount(GetDiscountRequest) -> GetDiscountResponse;
        get_details(GetDetailsRequest) -> GetDetailsResponse;
        update_details(UpdateDetailsRequest) -> UpdateDetailsResponse;
        export_account(ExportAccountRequest) -> ExportAccountResponse;
        close_account(CloseAccountRequest) -> CloseAccountResponse;
        count_saved(CountSavedRequest) -> CountSavedResponse;
        list_addresses(ListAddressesRequest) -> ListAddressesResponse;
        create_address(CreateAddressRequest) -> CreateAddressResponse;
        update_address(UpdateAddressRequest) -> UpdateAddressResponse;
        delete_address(DeleteAddressRequest) -> DeleteAddressResponse;
        set_default_address(SetDefaultAddressRequest) -> SetDefaultAddressResponse;
        list_wishes(ListWishesRequest) -> ListWishesResponse;
        add_wish(AddWishRequest) -> AddWishResponse;
        remove_wish(RemoveWishRequest) -> RemoveWishResponse;
        clear_wishes(ClearWishesRequest) -> ClearWishesResponse;
        set_user_discount(SetUserDiscountRequest) -> SetUserDiscountResponse;
    }
}
