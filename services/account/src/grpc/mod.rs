//! The rpcs, one file each.

mod add_wish;
mod authenticate;
mod clear_wishes;
mod count_saved;
mod create_address;
mod delete_address;
mod forgot_password;
mod get_contact;
mod get_details;
mod get_discount;
mod issue_reset_token;
mod list_addresses;
mod list_wishes;
mod register;
mod remove_wish;
mod reset_password;
mod set_default_address;
mod set_user_discount;
mod sign_in;
mod sign_out;
mod update_address;
mod update_details;
mod validate_session;
mod wire;

use async_trait::async_trait;
use proto::account::v1::{
    AddWishRequest, AddWishResponse, AuthenticateRequest, AuthenticateResponse, ClearWishesRequest,
    ClearWishesResponse, CountSavedRequest, CountSavedResponse, CreateAddressRequest, CreateAddressResponse,
    DeleteAddressRequest, DeleteAddressResponse, ForgotPasswordRequest, ForgotPasswordResponse,
    GetContactRequest, GetContactResponse, GetDetailsRequest, GetDetailsResponse, GetDiscountRequest,
    GetDiscountResponse, IssueResetTokenRequest, IssueResetTokenResponse, ListAddressesRequest,
    ListAddressesResponse, ListWishesRequest, ListWishesResponse, RegisterRequest, RegisterResponse,
    RemoveWishRequest, RemoveWishResponse, ResetPasswordRequest, ResetPasswordResponse,
    SetDefaultAddressRequest, SetDefaultAddressResponse, SetUserDiscountRequest, SetUserDiscountResponse,
    SignInRequest, SignInResponse, SignOutRequest, SignOutResponse, UpdateAddressRequest,
    UpdateAddressResponse, UpdateDetailsRequest, UpdateDetailsResponse, ValidateSessionRequest,
    ValidateSessionResponse, account_service_server::AccountService,
};
use sqlx::PgPool;
use tonic::{Request, Response, Status};

use crate::{catalog::Catalog, hashing::Passwords, token::RefreshKeys};

/// What the rpcs stand on.
pub(crate) struct Rpcs {
    pub(crate) pool: PgPool,
    pub(crate) catalog: Catalog,
    pub(crate) passwords: Passwords,
    pub(crate) refresh_keys: RefreshKeys,
}

#[async_trait]
impl AccountService for Rpcs {
    async fn register(
        &self,
        request: Request<RegisterRequest>,
    ) -> Result<Response<RegisterResponse>, Status> {
        register::run(self, &request).await
    }

    async fn sign_in(&self, request: Request<SignInRequest>) -> Result<Response<SignInResponse>, Status> {
        sign_in::run(self, &request).await
    }

    async fn authenticate(
        &self,
        request: Request<AuthenticateRequest>,
    ) -> Result<Response<AuthenticateResponse>, Status> {
        authenticate::run(self, &request).await
    }

    async fn validate_session(
        &self,
        request: Request<ValidateSessionRequest>,
    ) -> Result<Response<ValidateSessionResponse>, Status> {
        validate_session::run(self, &request).await
    }

    async fn sign_out(&self, request: Request<SignOutRequest>) -> Result<Response<SignOutResponse>, Status> {
        sign_out::run(self, &request).await
    }

    async fn forgot_password(
        &self,
        request: Request<ForgotPasswordRequest>,
    ) -> Result<Response<ForgotPasswordResponse>, Status> {
        forgot_password::run(self, &request).await
    }

    async fn reset_password(
        &self,
        request: Request<ResetPasswordRequest>,
    ) -> Result<Response<ResetPasswordResponse>, Status> {
        reset_password::run(self, &request).await
    }

    async fn issue_reset_token(
        &self,
        request: Request<IssueResetTokenRequest>,
    ) -> Result<Response<IssueResetTokenResponse>, Status> {
        issue_reset_token::run(self, &request).await
    }

    async fn get_contact(
        &self,
        request: Request<GetContactRequest>,
    ) -> Result<Response<GetContactResponse>, Status> {
        get_contact::run(self, &request).await
    }

    async fn get_discount(
        &self,
        request: Request<GetDiscountRequest>,
    ) -> Result<Response<GetDiscountResponse>, Status> {
        get_discount::run(self, &request).await
    }

    async fn get_details(
        &self,
        request: Request<GetDetailsRequest>,
    ) -> Result<Response<GetDetailsResponse>, Status> {
        get_details::run(self, &request).await
    }

    async fn update_details(
        &self,
        request: Request<UpdateDetailsRequest>,
    ) -> Result<Response<UpdateDetailsResponse>, Status> {
        update_details::run(self, &request).await
    }

    async fn count_saved(
        &self,
        request: Request<CountSavedRequest>,
    ) -> Result<Response<CountSavedResponse>, Status> {
        count_saved::run(self, &request).await
    }

    async fn list_addresses(
        &self,
        request: Request<ListAddressesRequest>,
    ) -> Result<Response<ListAddressesResponse>, Status> {
        list_addresses::run(self, &request).await
    }

    async fn create_address(
        &self,
        request: Request<CreateAddressRequest>,
    ) -> Result<Response<CreateAddressResponse>, Status> {
        create_address::run(self, &request).await
    }

    async fn update_address(
        &self,
        request: Request<UpdateAddressRequest>,
    ) -> Result<Response<UpdateAddressResponse>, Status> {
        update_address::run(self, &request).await
    }

    async fn delete_address(
        &self,
        request: Request<DeleteAddressRequest>,
    ) -> Result<Response<DeleteAddressResponse>, Status> {
        delete_address::run(self, &request).await
    }

    async fn set_default_address(
        &self,
        request: Request<SetDefaultAddressRequest>,
    ) -> Result<Response<SetDefaultAddressResponse>, Status> {
        set_default_address::run(self, &request).await
    }

    async fn list_wishes(
        &self,
        request: Request<ListWishesRequest>,
    ) -> Result<Response<ListWishesResponse>, Status> {
        list_wishes::run(self, &request).await
    }

    async fn add_wish(&self, request: Request<AddWishRequest>) -> Result<Response<AddWishResponse>, Status> {
        add_wish::run(self, &request).await
    }

    async fn remove_wish(
        &self,
        request: Request<RemoveWishRequest>,
    ) -> Result<Response<RemoveWishResponse>, Status> {
        remove_wish::run(self, &request).await
    }

    async fn clear_wishes(
        &self,
        request: Request<ClearWishesRequest>,
    ) -> Result<Response<ClearWishesResponse>, Status> {
        clear_wishes::run(self, &request).await
    }

    async fn set_user_discount(
        &self,
        request: Request<SetUserDiscountRequest>,
    ) -> Result<Response<SetUserDiscountResponse>, Status> {
        set_user_discount::run(self, &request).await
    }
}
