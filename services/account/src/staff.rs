//! The `staff` command. No rpc changes roles.

use anyhow::Context as _;
use kit::{audit, caller::Actor, domain::Email, settings::DatabaseSettings};
use sqlx::PgPool;

use crate::{DEFINITION, role::Role, store};

/// A change of a user's role.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum RoleChange {
    /// Makes a user a member of the staff.
    Grant {
        /// The user's e-mail.
        email: String,
    },
    /// Makes a user an ordinary customer again.
    Revoke {
        /// The user's e-mail.
        email: String,
    },
}

impl RoleChange {
    /// Applies the change and prints the result.
    #[expect(clippy::print_stdout, reason = "output of a command")]
    pub async fn run(self, settings: &DatabaseSettings) -> anyhow::Result<()> {
        let pool = kit::database::pool(settings, DEFINITION.name)?;
        println!("{}", self.apply(&pool).await?);
        pool.close().await;
        Ok(())
    }

    async fn apply(&self, pool: &PgPool) -> anyhow::Result<&'static str> {
        let (email, role, action, message) = match self {
            Self::Grant { email } => (email, Role::Staff, "GrantStaff", "the user is staff now"),
            Self::Revoke { email } => (email, Role::Customer, "RevokeStaff", "the user is a customer now"),
        };
        let email = Email::parse(email).context("invalid e-mail address")?;
        let mut transaction = kit::database::begin(pool).await?;
        let user = store::user::set_role(&mut transaction, &email, role)
            .await?
            .context("no account has this e-mail")?;
        audit::record(
            &mut transaction,
            &Actor::Operator,
            action,
            &user.to_string(),
            serde_json::json!({ "role": role.name() }),
        )
        .await?;
        transaction.commit().await?;
        Ok(message)
    }
}

#[cfg(test)]
mod tests {
    use proto::account::v1 as wire;

    use super::*;
    use crate::testing::Fixture;

    #[tokio::test]
    async fn role_change_applies_at_once_and_is_audited() {
        let fixture = Fixture::start().await;
        let customer = fixture.customer().await;
        let pool = fixture.harness.pool();
        let email = customer.email.to_uppercase();

        RoleChange::Grant { email: email.clone() }
            .apply(pool)
            .await
            .unwrap();
        assert_eq!(
            fixture.session(&customer).await.unwrap().role(),
            wire::Role::Staff
        );
        RoleChange::Revoke { email }.apply(pool).await.unwrap();
        assert_eq!(
            fixture.session(&customer).await.unwrap().role(),
            wire::Role::Customer
        );

        let audit: Vec<(String, String, String)> =
            sqlx::query_as("select actor, action, subject from audit order by at")
                .fetch_all(pool)
                .await
                .unwrap();
        let row = |action: &str| {
            (
                "operator".to_owned(),
                action.to_owned(),
                customer.user.to_string(),
            )
        };
        assert_eq!(audit, [row("GrantStaff"), row("RevokeStaff")]);
    }

    #[tokio::test]
    async fn rejects_unknown_emails() {
        let fixture = Fixture::start().await;
        for email in ["nobody@example.az", "nobody"] {
            let change = RoleChange::Grant {
                email: email.to_owned(),
            };
            assert!(change.apply(fixture.harness.pool()).await.is_err());
        }
    }
}
