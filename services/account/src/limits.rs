//! Rate limits.

use std::time::Duration;

use kit::{client_address::ClientAddress, domain::Email, limits::Limit};
use sqlx::PgConnection;

use crate::error::AccountError;

/// Failed sign-ins from one address.
pub(crate) const SIGN_IN_ADDRESS: Limit = Limit::new("sign-in-address", 30, Duration::from_mins(10));

/// Failed sign-ins from one address to one account.
pub(crate) const SIGN_IN_ADDRESS_AND_ACCOUNT: Limit =
    Limit::new("sign-in-address-account", 10, Duration::from_mins(15));

/// Failed sign-ins to one account. Above it the account counts as under attack.
pub(crate) const SIGN_IN_ACCOUNT: Limit = Limit::new("sign-in-account", 100, Duration::from_hours(1));

/// Failed sign-ins to an account under attack from an address that has never signed in to it.
pub(crate) const SIGN_IN_UNKNOWN_ADDRESS: Limit = Limit::new("sign-in-stranger", 3, Duration::from_hours(1));

/// Wrong current passwords of one user.
pub(crate) const CURRENT_PASSWORD: Limit = Limit::new("current-password", 10, Duration::from_mins(15));

/// Registrations from one address.
pub(crate) const REGISTER_ADDRESS: Limit = Limit::new("register-address", 30, Duration::from_mins(10));

/// Mails to one account about registrations with its e-mail.
pub(crate) const REGISTER_ACCOUNT: Limit = Limit::new("register-account", 5, Duration::from_hours(1));

/// Requests for a reset mail from one address.
pub(crate) const FORGOT_ADDRESS: Limit = Limit::new("forgot-address", 30, Duration::from_mins(10));

/// Reset mails to one account.
pub(crate) const FORGOT_ACCOUNT: Limit = Limit::new("forgot-account", 5, Duration::from_hours(1));

/// Attempts to use a reset token from one address.
pub(crate) const RESET_ADDRESS: Limit = Limit::new("reset-address", 30, Duration::from_mins(10));

/// A sign-in attempt. Unknown e-mails are counted like known ones.
pub(crate) struct SignIn<'a> {
    /// Address of the client.
    pub(crate) address: &'a ClientAddress,
    /// E-mail of the account.
    pub(crate) email: &'a Email,
    /// Whether this address has signed in to this account before.
    pub(crate) is_known: bool,
}

impl SignIn<'_> {
    /// Fails if a limit is reached.
    pub(crate) async fn check(&self, connection: &mut PgConnection) -> Result<(), AccountError> {
        let both = self.address_and_email();
        SIGN_IN_ADDRESS.check(connection, self.address.as_str()).await??;
        SIGN_IN_ADDRESS_AND_ACCOUNT.check(connection, &both).await??;
        let under_attack = SIGN_IN_ACCOUNT
            .check(connection, self.email.as_str())
            .await?
            .is_err();
        if under_attack && !self.is_known {
            SIGN_IN_UNKNOWN_ADDRESS.check(connection, &both).await??;
        }
        Ok(())
    }

    /// Counts a failed sign-in.
    pub(crate) async fn count(&self, connection: &mut PgConnection) -> Result<(), AccountError> {
        let both = self.address_and_email();
        // The next check enforces the limits.
        let _ = SIGN_IN_ADDRESS.count(connection, self.address.as_str()).await?;
        let _ = SIGN_IN_ADDRESS_AND_ACCOUNT.count(connection, &both).await?;
        let _ = SIGN_IN_ACCOUNT.count(connection, self.email.as_str()).await?;
        let _ = SIGN_IN_UNKNOWN_ADDRESS.count(connection, &both).await?;
        Ok(())
    }

    fn address_and_email(&self) -> String {
        format!("{} {}", self.address.as_str(), self.email.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_match_the_documented_ones() {
        let minutes = |limit: Limit| (limit.max_attempts, limit.window.as_secs() / 60);
        assert_eq!(minutes(SIGN_IN_ADDRESS), (30, 10));
        assert_eq!(minutes(SIGN_IN_ADDRESS_AND_ACCOUNT), (10, 15));
        assert_eq!(minutes(SIGN_IN_ACCOUNT), (100, 60));
        assert_eq!(minutes(SIGN_IN_UNKNOWN_ADDRESS), (3, 60));
        for by_address in [REGISTER_ADDRESS, FORGOT_ADDRESS, RESET_ADDRESS] {
            assert_eq!(minutes(by_address), (30, 10), "{}", by_address.scope);
        }
        assert_eq!(minutes(FORGOT_ACCOUNT), (5, 60));
    }
}
