//! Returns all data that the service keeps of the caller.

use kit::{caller::CustomerCaller, convert::timestamp, domain::UserId, failure::Failure};
use proto::account::v1::{ExportAccountRequest, ExportAccountResponse, ExportedSession, ExportedWish};

use super::State;
use crate::{
    error::AccountError,
    limits,
    store::{self, export},
};

pub(super) async fn handle(
    state: &State,
    CustomerCaller { user, .. }: CustomerCaller,
    _: ExportAccountRequest,
) -> Result<ExportAccountResponse, Failure> {
    Ok(export(state, user).await?)
}

async fn export(state: &State, user: UserId) -> Result<ExportAccountResponse, AccountError> {
    let mut connection = state.pool.acquire().await?;
    limits::EXPORT.count(&mut connection, &user.to_string()).await??;
    let profile = store::user::find_profile(&mut connection, user)
        .await?
        .ok_or(AccountError::UserNotFound)?;
    let created_at = export::created_at(&mut connection, user)
        .await?
        .ok_or(AccountError::UserNotFound)?;
    let addresses = store::address::list(&mut connection, user).await?;
    let wishes = export::wishes(&mut connection, user).await?;
    let sessions = export::sessions(&mut connection, user).await?;
    Ok(ExportAccountResponse {
        name: profile.name,
        lastname: profile.lastname,
        email: profile.email,
        email_verified: profile.is_email_verified,
        language: profile.language.into(),
        discount_percent: profile.discount.into(),
        created_at: Some(timestamp(created_at)),
        addresses: addresses.into_iter().map(Into::into).collect(),
        wishes: wishes
            .into_iter()
            .map(|wish| ExportedWish {
                product_id: wish.product.get(),
                added_at: Some(timestamp(wish.added_at)),
            })
            .collect(),
        sessions: sessions
            .into_iter()
            .map(|session| ExportedSession {
                signed_in_at: Some(timestamp(session.signed_in_at)),
                last_used_at: Some(timestamp(session.last_used_at)),
                ended_at: session.ended_at.map(timestamp),
            })
            .collect(),
    })
}
