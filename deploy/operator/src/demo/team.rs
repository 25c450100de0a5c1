//! The demo's team: accounts with roles and second factors.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context as _, Result};
use kit::{domain::Language, staff::StaffRole};
use proto::account::v1::{ListStaffRequest, team_service_client::TeamServiceClient};
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use toolkit::{console::format_table, installation::generate_key};
use totp_rs::{Builder, Secret, Totp};

use super::{text, visitor::Visitor};
use crate::{
    clients::{Clients, call, request},
    json::read_file,
    staff::grant,
};

/// Length of a step of the codes in seconds.
const STEP: u64 = 30;

/// Length of a generated password: 80 random bits as hexadecimal digits.
const PASSWORD_LENGTH: usize = 20;

/// A member in `deploy/seed/demo/team.json`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MemberSeed {
    /// Name in the other files.
    key: String,
    email: String,
    name: String,
    lastname: String,
    role: String,
    language: String,
    phone: String,
    signature: String,
    /// Whether the member has not accepted the invitation yet.
    #[serde(default)]
    is_invited: bool,
}

/// A signed-in member.
pub(super) struct Member {
    pub(super) id: String,
    pub(super) visitor: Visitor,
    role: StaffRole,
    email: String,
    password: String,
    /// Secret of the second factor in base32.
    secret: String,
}

/// The team by key.
pub(super) struct Team(BTreeMap<String, Member>);

impl Team {
    /// Returns a member.
    pub(super) fn member(&self, key: &str) -> Result<&Member> {
        self.0
            .get(key)
            .with_context(|| format!("team.json has no member {key} who signs in"))
    }

    /// Returns the owner.
    pub(super) fn owner(&self) -> Result<&Member> {
        let owner = self.0.values().find(|member| member.role == StaffRole::Owner);
        owner.context("team.json has no owner")
    }

    /// Returns what each member needs to sign in, as a table.
    pub(super) fn credentials(&self) -> String {
        let rows = self.0.values().map(|member| {
            [
                member.role.name().to_owned(),
                member.email.clone(),
                member.password.clone(),
                member.secret.clone(),
            ]
        });
        format_table(
            ["ROLE", "E-MAIL", "PASSWORD", "SECRET OF THE SECOND FACTOR"],
            rows,
        )
    }
}

fn read(root: &Path) -> Result<Vec<MemberSeed>> {
    read_file(&root.join("deploy/seed/demo/team.json"))
}

/// Returns whether the shop has a member of the demo's team.
pub(super) async fn exists(clients: &Clients, root: &Path) -> Result<bool> {
    let mut team: TeamServiceClient<_> = clients.team()?;
    let staff = call(team.list_staff(request(ListStaffRequest::default())))
        .await?
        .staff;
    let seed = read(root)?;
    Ok(staff
        .iter()
        .any(|present| seed.iter().any(|member| member.email == present.email)))
}

/// Registers the team, gives its roles, sets the second factors up, and invites the last ones.
pub(super) async fn create(clients: &Clients, root: &Path, shop: &str) -> Result<Team> {
    let (invited, active): (Vec<_>, Vec<_>) = read(root)?.into_iter().partition(|member| member.is_invited);
    let mut team = BTreeMap::new();
    for seed in active {
        let (key, email) = (seed.key.clone(), seed.email.clone());
        let member = join(clients, shop, seed).await;
        team.insert(key, member.with_context(|| format!("cannot add {email}"))?);
    }
    let team = Team(team);
    let owner = team.owner()?;
    if !invited.is_empty() {
        let totp = totp(&owner.secret)?;
        // Each code is good once: enrolment has taken the present one.
        let body = json!({"code": code(&totp, STEP)?});
        owner.visitor.desk(Method::POST, "session/step-up", &body).await?;
    }
    for seed in invited {
        let body = json!({
            "email": seed.email, "name": seed.name, "lastname": seed.lastname, "role": seed.role,
            "language": seed.language,
        });
        owner.visitor.desk(Method::POST, "team", &body).await?;
    }
    Ok(team)
}

/// Registers somebody in a shop and makes them its owner, who sets the second factor up at the first sign-in at the desk.
/// Returns the password.
pub(super) async fn create_owner(clients: &Clients, shop: &str, email: &str) -> Result<String> {
    let visitor = Visitor::new(shop, Language::Az)?;
    let password = generate_password();
    let account = json!({"name": "Tural", "lastname": "Nümunə", "email": email, "password": password});
    visitor.call(Method::POST, "Auth/register", &account).await?;
    grant(clients, email, StaffRole::Owner).await?;
    Ok(password)
}

fn generate_password() -> String {
    generate_key().chars().take(PASSWORD_LENGTH).collect()
}

/// Registers a member, and signs in with a new second factor.
async fn join(clients: &Clients, shop: &str, seed: MemberSeed) -> Result<Member> {
    let language: Language = seed.language.parse().context("unknown language")?;
    let role: StaffRole = seed.role.parse()?;
    let visitor = Visitor::new(shop, language)?;
    let password = generate_password();
    let account =
        json!({"name": seed.name, "lastname": seed.lastname, "email": seed.email, "password": password});
    visitor.call(Method::POST, "Auth/register", &account).await?;
    grant(clients, &seed.email, role).await?;
    let body = json!({"email": seed.email, "password": password});
    visitor.desk(Method::POST, "session", &body).await?;
    let factor = visitor
        .desk(Method::POST, "me/second-factors", &json!({}))
        .await?;
    let secret = text(&factor, "secret")?.to_owned();
    let path = format!("me/second-factors/{}/confirm", text(&factor, "id")?);
    let body = json!({"code": code(&totp(&secret)?, 0)?});
    let confirmed = visitor.desk(Method::POST, &path, &body).await?;
    let staff = confirmed.pointer("/session/staff").cloned().unwrap_or_default();
    let id = text(&staff, "id")?.to_owned();
    let profile = json!({
        "version": staff.get("version"), "phone": seed.phone, "language": seed.language,
        "signature": seed.signature,
    });
    visitor.desk(Method::PATCH, "me", &profile).await?;
    Ok(Member {
        id,
        visitor,
        role,
        email: seed.email,
        password,
        secret,
    })
}

fn totp(secret: &str) -> Result<Totp> {
    let secret = Secret::try_from_base32(secret)
        .map_err(|error| anyhow::anyhow!("the secret of the second factor is no base32: {error}"))?;
    Ok(Builder::new().with_secret(secret).build_noncompliant())
}

/// Returns the code for a time from now, in seconds.
fn code(totp: &Totp, ahead: u64) -> Result<String> {
    let now = u64::try_from(kit::clock::now().unix_timestamp())?;
    Ok(totp.generate(now.saturating_add(ahead)).to_string())
}

/// Returns the ids of members, for mentions.
pub(super) fn ids(team: &Team, keys: &[String]) -> Result<Vec<Value>> {
    keys.iter().map(|key| Ok(json!(team.member(key)?.id))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn team_has_all_roles_and_made_up_addresses() {
        let team = read(&local::checkout_root().unwrap()).unwrap();
        let roles: BTreeSet<_> = team.iter().map(|member| member.role.as_str()).collect();
        assert_eq!(roles.len(), StaffRole::ALL.len());
        assert!(team.iter().all(|member| member.role.parse::<StaffRole>().is_ok()));
        assert!(team.iter().all(|member| member.email.ends_with(".example")));
        // No mobile number has a 0 after its operator's code.
        assert!(team.iter().all(|member| member.phone.starts_with("+994500")));
    }
}
