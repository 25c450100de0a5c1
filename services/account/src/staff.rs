//! The `staff` command. No rpc changes roles.

use anyhow::Context as _;
use kit::{
    caller::Actor,
    change::{self, Effect},
    domain::Email,
    settings::DatabaseSettings,
    staff::StaffRole,
    vocabulary::account::Role,
};
use sqlx::PgPool;
use time::Duration;

use crate::{
    DEFINITION,
    events::{self, publish_ended},
    store,
};

/// Time after a grant in which the password alone permits to set up the second factor.
const ENROLMENT: Duration = Duration::hours(1);

/// A change of a user's role.
#[derive(Debug, Clone, clap::Subcommand)]
pub enum RoleChange {
    /// Makes a user a member of the staff, or changes the role of one.
    Grant {
        /// The user's e-mail.
        email: String,
        /// The role: owner, manager, sales, warehouse or editor.
        #[arg(long, default_value = "manager")]
        role: StaffRole,
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

    async fn apply(self, pool: &PgPool) -> anyhow::Result<String> {
        let (email, role) = match self {
            Self::Grant { email, role } => (email, Some(role)),
            Self::Revoke { email } => (email, None),
        };
        let email = Email::parse(&email).context("invalid e-mail address")?;
        change::run(pool, async |connection| {
            store::team::lock(connection).await?;
            // Processes of the previous version read this role.
            let shop_role = role.map_or(Role::Customer, |_| Role::Staff);
            let user = store::user::set_role(connection, &email, shop_role)
                .await?
                .context("no account has this e-mail")?;
            let previous = store::staff::find_admission(connection, user)
                .await?
                .map(|admission| admission.role);
            let mut ended = Vec::new();
            if previous != role {
                ended = store::desk_session::end_all(connection, user, true).await?;
            }
            let (action, message) = if let Some(role) = role {
                store::team::withdraw_invitation(connection, &email, user).await?;
                store::team::grant(connection, user, role).await?;
                store::enrolment::permit(connection, user, ENROLMENT).await?;
                (
                    "GrantStaff",
                    format!(
                        "the user is staff now, with the role {role}; without a second factor they sign in at the desk within \
                         an hour to set it up, and later by a link that the desk mails"
                    ),
                )
            } else {
                store::team::delete(connection, user).await?;
                ("RevokeStaff", "the user is a customer now".to_owned())
            };
            publish_ended(connection, ended).await?;
            let event = events::staff_changed(user, role, role.is_some(), &Actor::Operator);
            kit::events::append(connection, &event).await?;
            let name = |role: Option<StaffRole>| role.map(StaffRole::name);
            let detail = serde_json::json!({ "role": [name(previous), name(role)] });
            Ok(Effect::audited(&Actor::Operator, action, user.to_string(), detail).with(message))
        })
        .await
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

        let role = async || {
            let session = fixture.session(&customer).await.unwrap();
            (session.role(), session.staff_role())
        };
        let grant = |role| RoleChange::Grant {
            email: email.clone(),
            role,
        };
        grant(StaffRole::Manager).apply(pool).await.unwrap();
        assert_eq!(role().await, (wire::Role::Staff, wire::StaffRole::Manager));
        grant(StaffRole::Owner).apply(pool).await.unwrap();
        assert_eq!(role().await, (wire::Role::Staff, wire::StaffRole::Owner));
        let revoke = RoleChange::Revoke { email };
        revoke.apply(pool).await.unwrap();
        assert_eq!(role().await, (wire::Role::Customer, wire::StaffRole::Unspecified));
        let changes = fixture.harness.published::<wire::StaffChanged>().await;
        let roles: Vec<_> = changes.iter().map(|change| change.role.as_str()).collect();
        assert_eq!(roles, ["manager", "owner", ""]);

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
        assert_eq!(audit, [row("GrantStaff"), row("GrantStaff"), row("RevokeStaff")]);
    }

    #[tokio::test]
    async fn rejects_unknown_emails() {
        let fixture = Fixture::start().await;
        for email in ["nobody@example.az", "nobody"] {
            let change = RoleChange::Grant {
                email: email.to_owned(),
                role: StaffRole::Sales,
            };
            assert!(change.apply(fixture.harness.pool()).await.is_err());
        }
    }
}
