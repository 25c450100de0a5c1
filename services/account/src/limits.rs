//! Rate limits.

use std::time::Duration;

use kit::{
    client_address::ClientAddress,
    domain::{Email, FamilyId, UserId},
    limits::Limit,
};
use sqlx::PgConnection;

use crate::error::AccountError;

/// Failed sign-ins from one address.
pub(crate) const SIGN_IN_ADDRESS: Limit = Limit::new("sign-in-address", 30, Duration::from_mins(10));

/// Failed sign-ins from one address to one account.
pub(crate) const SIGN_IN_ADDRESS_AND_ACCOUNT: Limit =
    Limit::new("sign-in-address-account", 10, Duration::from_mins(15));

/// Failed sign-ins from one known device, which the limits of its address do not block.
pub(crate) const SIGN_IN_DEVICE: Limit = Limit::new("sign-in-device", 10, Duration::from_mins(15));

/// Failed sign-ins to one account. Above it the account counts as under attack.
pub(crate) const SIGN_IN_ACCOUNT: Limit = Limit::new("sign-in-account", 100, Duration::from_hours(1));

/// Failed sign-ins to an account under attack from an address that has never signed in to it.
pub(crate) const SIGN_IN_UNKNOWN_ADDRESS: Limit = Limit::new("sign-in-stranger", 3, Duration::from_hours(1));

/// Wrong current passwords of one user.
pub(crate) const CURRENT_PASSWORD: Limit = Limit::new("current-password", 10, Duration::from_mins(15));

/// Wrong codes of one staff member.
pub(crate) const SECOND_FACTOR: Limit = Limit::new("second-factor", 5, Duration::from_mins(15));

/// Mails with a link to enrol to one staff member.
pub(crate) const ENROLMENT_LINK: Limit = Limit::new("enrolment-link", 5, Duration::from_hours(1));

/// Acceptances of invitations from an address.
pub(crate) const INVITATION_ADDRESS: Limit = Limit::new("invitation-address", 30, Duration::from_mins(10));

/// Exports of one user's data.
pub(crate) const EXPORT: Limit = Limit::new("export", 20, Duration::from_hours(1));

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

/// Attempts to use a verification token from one address.
pub(crate) const VERIFY_ADDRESS: Limit = Limit::new("verify-address", 30, Duration::from_mins(10));

/// Verification mails that one user requests.
pub(crate) const SEND_VERIFICATION: Limit = Limit::new("send-verification", 5, Duration::from_hours(1));

/// Window of [`HashLimits`].
const HASH_WINDOW: Duration = Duration::from_mins(10);

/// Limits of the requests that hash a password, successful or not, in 10 minutes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HashLimits {
    /// Sign-ins from one address, without those of known devices.
    pub(crate) sign_ins_per_address: Limit,
    /// Successful sign-ins to one account: only who knows the password can use it up.
    pub(crate) sign_ins_per_account: Limit,
    /// Password changes from one address.
    pub(crate) changes_per_address: Limit,
    /// Password changes of one user.
    pub(crate) changes_per_account: Limit,
}

impl HashLimits {
    /// Creates the limits from the settings.
    pub(crate) fn new(settings: &crate::config::HashLimitSettings) -> Self {
        let limit = |scope, max_attempts: u32| Limit::new(scope, i64::from(max_attempts), HASH_WINDOW);
        Self {
            sign_ins_per_address: limit("sign-in-any-address", settings.sign_ins_per_address),
            sign_ins_per_account: limit("sign-in-any-account", settings.sign_ins_per_account),
            changes_per_address: limit("password-change-address", settings.password_changes_per_address),
            changes_per_account: limit("password-change-account", settings.password_changes_per_account),
        }
    }
}

/// A sign-in attempt. Unknown e-mails are counted like known ones.
pub(crate) struct SignIn<'a> {
    /// Limits from the settings.
    pub(crate) limits: &'a HashLimits,
    /// Address of the client.
    pub(crate) address: &'a ClientAddress,
    /// E-mail of the account.
    pub(crate) email: &'a Email,
    /// Whether this address has signed in to this account before.
    pub(crate) is_known: bool,
    /// The live session family of this account on the client's device.
    ///
    /// The limits of the address do not block such a device, so that one abuser does not block the other customers
    /// behind a shared address, nor does an attack on its account. It has a limit of its own.
    pub(crate) device: Option<FamilyId>,
}

impl SignIn<'_> {
    /// Fails if a limit is reached.
    pub(crate) async fn check(&self, connection: &mut PgConnection) -> Result<(), AccountError> {
        self.limits
            .sign_ins_per_account
            .check(connection, self.email.as_str())
            .await??;
        if let Some(device) = self.device {
            SIGN_IN_DEVICE.check(connection, &device.to_string()).await??;
            return Ok(());
        }
        let both = self.address_and_email();
        self.limits
            .sign_ins_per_address
            .check_address(connection, self.address)
            .await??;
        SIGN_IN_ADDRESS.check_address(connection, self.address).await??;
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

    /// Counts an attempt of which the password is verified next. Fails if the limit is reached.
    pub(crate) async fn count_attempt(&self, connection: &mut PgConnection) -> Result<(), AccountError> {
        if self.device.is_none() {
            self.limits
                .sign_ins_per_address
                .count_address(connection, self.address)
                .await??;
        }
        Ok(())
    }

    /// Counts a failed sign-in.
    pub(crate) async fn count_failure(&self, connection: &mut PgConnection) -> Result<(), AccountError> {
        // The next check enforces the limits.
        if let Some(device) = self.device {
            let _ = SIGN_IN_DEVICE.count(connection, &device.to_string()).await?;
            let _ = SIGN_IN_ACCOUNT.count(connection, self.email.as_str()).await?;
            return Ok(());
        }
        let both = self.address_and_email();
        let _ = SIGN_IN_ADDRESS.count_address(connection, self.address).await?;
        let _ = SIGN_IN_ADDRESS_AND_ACCOUNT.count(connection, &both).await?;
        let _ = SIGN_IN_ACCOUNT.count(connection, self.email.as_str()).await?;
        let _ = SIGN_IN_UNKNOWN_ADDRESS.count(connection, &both).await?;
        Ok(())
    }

    fn address_and_email(&self) -> String {
        format!("{} {}", self.address.as_str(), self.email.as_str())
    }
}

/// A password change.
pub(crate) struct PasswordChange<'a> {
    /// Limits from the settings.
    pub(crate) limits: &'a HashLimits,
    /// Address of the client.
    pub(crate) address: &'a ClientAddress,
    /// The user whose password changes.
    pub(crate) user: UserId,
}

impl PasswordChange<'_> {
    /// Fails if a limit is reached.
    pub(crate) async fn check(&self, connection: &mut PgConnection) -> Result<(), AccountError> {
        let user = self.user.to_string();
        CURRENT_PASSWORD.check(connection, &user).await??;
        self.limits.changes_per_account.check(connection, &user).await??;
        self.limits
            .changes_per_address
            .check_address(connection, self.address)
            .await??;
        Ok(())
    }

    /// Counts an attempt of which the password is verified next. Fails if a limit is reached.
    pub(crate) async fn count_attempt(&self, connection: &mut PgConnection) -> Result<(), AccountError> {
        self.limits
            .changes_per_account
            .count(connection, &self.user.to_string())
            .await??;
        self.limits
            .changes_per_address
            .count_address(connection, self.address)
            .await??;
        Ok(())
    }

    /// Counts a wrong current password.
    pub(crate) async fn count_failure(&self, connection: &mut PgConnection) -> Result<(), AccountError> {
        // The next check enforces the limit.
        let _ = CURRENT_PASSWORD.count(connection, &self.user.to_string()).await?;
        Ok(())
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
        assert_eq!(minutes(SIGN_IN_DEVICE), (10, 15));
        assert_eq!(minutes(SIGN_IN_ACCOUNT), (100, 60));
        assert_eq!(minutes(SIGN_IN_UNKNOWN_ADDRESS), (3, 60));
        for by_address in [REGISTER_ADDRESS, FORGOT_ADDRESS, RESET_ADDRESS, VERIFY_ADDRESS] {
            assert_eq!(minutes(by_address), (30, 10), "{}", by_address.scope);
        }
        assert_eq!(minutes(FORGOT_ACCOUNT), (5, 60));
        assert_eq!(minutes(SEND_VERIFICATION), (5, 60));
    }
}
