//! Signed claims of callers.
//!
//! The signature covers the called service and rpc, which are not part of the text: the verifier adds its own. It also covers
//! the SHA-256 digest of the request's body, so that a captured claim sends no other message. The key belongs to the pair of
//! issuer and called service, so that the keys of one process mint no claim for a service that it does not call, nor for a
//! caller that it is not.

use std::collections::BTreeMap;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use http::{HeaderMap, HeaderName, HeaderValue};
use sha2::{Digest as _, Sha256};
use time::OffsetDateTime;

use super::{Caller, CallerKind, CallerSettings, StaffMember};
use crate::keys::{Keys, NamedKeys};

/// Header of the claim.
pub const CLAIM_HEADER: HeaderName = HeaderName::from_static("x-storefront-bound-claim");

/// Header of the claim of the previous version, which does not cover the request's body.
const UNBOUND_HEADER: HeaderName = HeaderName::from_static("x-storefront-claim");

/// Header of the claim of the version before, signed with the shared key.
const SHARED_HEADER: HeaderName = HeaderName::from_static("x-storefront-caller");

/// Maximum difference between a claim's time and now, in seconds, in both directions as clocks differ.
const MAX_AGE_SECONDS: i64 = 60;

/// A setting has no key of a process.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MissingKeys {
    /// There is no key to call a service.
    #[error("SIGNING_KEYS has no key for {0}")]
    Signing(String),
    /// There is no key of any caller.
    #[error("VERIFICATION_KEYS is missing: no caller could be verified")]
    Verification,
}

/// Signs the calls to one service.
#[derive(Debug, Clone)]
pub struct Signer {
    audience: String,
    /// The caller of calls without another caller.
    service: Caller,
    keys: BTreeMap<String, Keys>,
    /// Whether to add the claim of the previous version.
    adds_unbound: bool,
    shared: Option<Keys>,
}

impl Signer {
    /// Creates a signer for the calls of `caller`, a process, to `audience`, a service.
    ///
    /// # Errors
    ///
    /// Fails if the settings have no key for the called service.
    pub fn new(caller: &str, audience: &str, settings: &CallerSettings) -> Result<Self, MissingKeys> {
        let keys = settings
            .signing_keys
            .as_ref()
            .and_then(|keys| keys.get(audience))
            .ok_or_else(|| MissingKeys::Signing(audience.to_owned()))?;
        Ok(Self {
            adds_unbound: settings.unbound_claims,
            shared: settings.shared_keys.clone(),
            ..Self::with_issuers(caller, audience, [(caller.to_owned(), keys.clone())])
        })
    }

    /// Creates a signer for the calls of several issuers, as tests need it.
    pub fn with_issuers(
        caller: &str,
        audience: &str,
        keys: impl IntoIterator<Item = (String, Keys)>,
    ) -> Self {
        Self {
            audience: audience.to_owned(),
            service: Caller::service(caller),
            keys: keys.into_iter().collect(),
            adds_unbound: false,
            shared: None,
        }
    }

    /// Adds the claim of a caller, by default of this process, for the rpc `package.Service/Method` with this body.
    ///
    /// Adds none if this process may not claim the caller; the called service then refuses the call.
    pub fn sign(
        &self,
        headers: &mut HeaderMap,
        caller: Option<&Caller>,
        method: &str,
        body: &[u8],
        now: OffsetDateTime,
    ) {
        let caller = caller.unwrap_or(&self.service);
        let claim = encode(caller, now);
        let mut insert = |name, claim: &str, signature: String| {
            if let Ok(value) = HeaderValue::try_from(format!("{claim};{signature}")) {
                headers.insert(name, value);
            }
        };
        let issuer = caller.kind.issuer();
        if let Some(keys) = self.keys.get(issuer) {
            let digest = digest(body);
            let signature = keys.sign(&signed(&self.audience, method, &claim, Some(&digest)));
            insert(CLAIM_HEADER, &format!("{claim};{digest}"), signature);
            if self.adds_unbound {
                let signature = keys.sign(&signed(&self.audience, method, &claim, None));
                insert(UNBOUND_HEADER, &claim, signature);
            }
        } else {
            tracing::error!(issuer, "no key for the claim of this caller");
        }
        if let Some(shared) = &self.shared {
            insert(SHARED_HEADER, &claim, shared.sign(claim.as_bytes()));
        }
    }
}

/// Verifies the callers of one service.
#[derive(Debug, Clone)]
pub struct Verifier {
    audience: String,
    keys: NamedKeys,
    /// Whether to accept the claim of the previous version.
    accepts_unbound: bool,
    shared: Option<Keys>,
}

/// A claim with a valid signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedClaim {
    caller: Caller,
    /// Digest of the request's body; `None` in a claim of a previous version.
    digest: Option<String>,
}

impl SignedClaim {
    /// Returns whether [`Self::caller`] needs the request's body.
    pub const fn is_bound(&self) -> bool {
        self.digest.is_some()
    }

    /// Returns the caller, or `None` if the claim was signed for another body.
    pub fn caller(self, body: &[u8]) -> Option<Caller> {
        self.digest
            .is_none_or(|signed| signed == digest(body))
            .then_some(self.caller)
    }
}

impl Verifier {
    /// Creates a verifier for the calls to `audience`, the service that verifies.
    ///
    /// # Errors
    ///
    /// Fails if the settings have no key of any caller.
    pub fn new(audience: &str, settings: &CallerSettings) -> Result<Self, MissingKeys> {
        if settings.shared_keys.is_some() {
            tracing::warn!(
                "claims signed with the shared key are accepted; unset CALLER_KEYS after the upgrade"
            );
        }
        if settings.unbound_claims {
            tracing::warn!(
                "claims that do not cover the request are accepted; unset UNBOUND_CLAIMS after the upgrade"
            );
        }
        Ok(Self {
            audience: audience.to_owned(),
            keys: settings
                .verification_keys
                .clone()
                .filter(|keys| !keys.is_empty())
                .ok_or(MissingKeys::Verification)?,
            accepts_unbound: settings.unbound_claims,
            shared: settings.shared_keys.clone(),
        })
    }

    /// Returns the claim for the rpc `package.Service/Method`, or `None` if there is none with a valid signature. A claim that
    /// covers the body excludes those of previous versions.
    pub fn verify(&self, headers: &HeaderMap, method: &str, now: OffsetDateTime) -> Option<SignedClaim> {
        let claim = |name| headers.get(name)?.to_str().ok()?.rsplit_once(';');
        let verify = |claim: &str, signature: &str, digest: Option<&str>| {
            let caller = decode(claim, now)?;
            let keys = self.keys.get(caller.kind.issuer())?;
            let message = signed(&self.audience, method, claim, digest);
            keys.verify(&message, signature.as_bytes()).then(|| SignedClaim {
                caller,
                digest: digest.map(str::to_owned),
            })
        };
        if headers.contains_key(CLAIM_HEADER) {
            let (claim, signature) = claim(CLAIM_HEADER)?;
            let (claim, digest) = claim.rsplit_once(';')?;
            return verify(claim, signature, Some(digest));
        }
        if self.accepts_unbound && headers.contains_key(UNBOUND_HEADER) {
            let (claim, signature) = claim(UNBOUND_HEADER)?;
            return verify(claim, signature, None);
        }
        let shared = self.shared.as_ref()?;
        let (claim, signature) = claim(SHARED_HEADER)?;
        let caller = decode(claim, now)?;
        shared
            .verify(claim.as_bytes(), signature.as_bytes())
            .then_some(SignedClaim { caller, digest: None })
    }
}

/// Returns the signed message. No part contains a line break, so that one with a digest is none without.
fn signed(audience: &str, method: &str, claim: &str, digest: Option<&str>) -> Vec<u8> {
    let parts = [audience, method, claim].into_iter().chain(digest);
    parts.collect::<Vec<_>>().join("\n").into_bytes()
}

/// Returns the SHA-256 digest of a body in unpadded URL-safe base64.
fn digest(body: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(body))
}

fn encode(caller: &Caller, now: OffsetDateTime) -> String {
    let (kind, name) = match &caller.kind {
        CallerKind::Anonymous => ("anonymous", String::new()),
        CallerKind::Customer(user) => ("customer", user.to_string()),
        CallerKind::Staff(member) => ("member", encode_member(member)),
        CallerKind::Operator => ("staff", String::new()),
        CallerKind::Service(name) => ("service", name.clone()),
    };
    format!("{kind};{name};{};{}", caller.language, now.unix_timestamp())
}

/// Returns the caller of an unverified claim, or `None` if it is malformed or expired.
fn decode(claim: &str, now: OffsetDateTime) -> Option<Caller> {
    let mut parts = claim.split(';');
    let (kind, name, language, signed_at) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    if (now.unix_timestamp() - signed_at.parse::<i64>().ok()?).abs() > MAX_AGE_SECONDS {
        return None;
    }
    let kind = match kind {
        "anonymous" => CallerKind::Anonymous,
        "member" => CallerKind::Staff(decode_member(name)?),
        "staff" if name.is_empty() => CallerKind::Operator,
        // A gateway of the previous version calls staff in the shop `staff`; they have a customer's rights there.
        "customer" | "staff" => CallerKind::Customer(name.parse().ok()?),
        "service" => CallerKind::Service(name.to_owned()),
        _ => return None,
    };
    Some(Caller {
        kind,
        language: language.parse().ok()?,
    })
}

/// Suffix of a member whose second factor was checked again.
const STEPPED_UP: &str = "+";

fn encode_member(member: &StaffMember) -> String {
    let suffix = if member.is_stepped_up { STEPPED_UP } else { "" };
    format!("{}:{}{suffix}", member.user, member.role)
}

fn decode_member(name: &str) -> Option<StaffMember> {
    let (user, role) = name.split_once(':')?;
    let stepped_up = role.strip_suffix(STEPPED_UP);
    Some(StaffMember {
        user: user.parse().ok()?,
        role: stepped_up.unwrap_or(role).parse().ok()?,
        is_stepped_up: stepped_up.is_some(),
    })
}

#[cfg(test)]
mod tests {
    use time::Duration;

    use super::*;
    use crate::{
        domain::{Language, UserId},
        staff::StaffRole,
    };

    const METHOD: &str = "storefront.catalog.v1.CatalogService/ReserveStock";
    const BODY: &[u8] = b"body";
    const OTHER_METHOD: &str = "storefront.catalog.v1.CatalogService/UpdateProduct";

    /// The key of a caller and a called service.
    fn key(caller: &str, audience: &str) -> String {
        format!("key of {caller} for calls to the service {audience}")
    }

    fn settings(signing: &str, verification: &str) -> CallerSettings {
        CallerSettings {
            signing_keys: Some(signing.parse().unwrap()),
            verification_keys: Some(verification.parse().unwrap()),
            ..CallerSettings::default()
        }
    }

    fn signer(caller: &str, audience: &str) -> Signer {
        let signing = format!("{audience}={}", key(caller, audience));
        Signer::new(caller, audience, &settings(&signing, "")).unwrap()
    }

    /// Verifies the calls of all callers to a service.
    fn verifier(audience: &str) -> Verifier {
        let keys: Vec<_> = ["gateway", "operator", "order", "cart"]
            .iter()
            .map(|caller| format!("{caller}={}", key(caller, audience)))
            .collect();
        Verifier::new(audience, &settings("", &keys.join(";"))).unwrap()
    }

    fn now() -> OffsetDateTime {
        OffsetDateTime::UNIX_EPOCH + Duration::days(20_000)
    }

    fn caller(kind: CallerKind) -> Caller {
        Caller {
            kind,
            language: Language::Ru,
        }
    }

    fn signed(signer: &Signer, caller: &Caller) -> HeaderMap {
        let mut headers = HeaderMap::new();
        signer.sign(&mut headers, Some(caller), METHOD, BODY, now());
        headers
    }

    /// Returns the caller of the rpc with [`BODY`].
    fn verify(verifier: &Verifier, headers: &HeaderMap, method: &str, now: OffsetDateTime) -> Option<Caller> {
        verifier.verify(headers, method, now)?.caller(BODY)
    }

    fn member(role: StaffRole, is_stepped_up: bool) -> CallerKind {
        CallerKind::Staff(StaffMember {
            user: UserId::generate(),
            role,
            is_stepped_up,
        })
    }

    /// Claims of each kind with the only process that may issue them.
    fn kinds() -> [(CallerKind, &'static str); 6] {
        [
            (CallerKind::Anonymous, "gateway"),
            (CallerKind::Customer(UserId::generate()), "gateway"),
            (member(StaffRole::Sales, false), "gateway"),
            (member(StaffRole::Owner, true), "gateway"),
            (CallerKind::Operator, "operator"),
            (CallerKind::Service("order".to_owned()), "order"),
        ]
    }

    #[test]
    fn accepts_each_kind_from_its_issuer_only() {
        for (kind, issuer) in kinds() {
            let caller = caller(kind);
            for process in ["gateway", "operator", "order", "cart"] {
                // A stolen key signs any text.
                let keys = key(process, "catalog").parse().unwrap();
                let forger =
                    Signer::with_issuers(process, "catalog", [(caller.kind.issuer().to_owned(), keys)]);
                let verified = verify(&verifier("catalog"), &signed(&forger, &caller), METHOD, now());
                let expected = (process == issuer).then(|| caller.clone());
                assert_eq!(verified, expected, "{process} as {:?}", caller.kind);
            }
        }
    }

    #[test]
    fn reads_staff_of_the_previous_version_as_customers() {
        let user = UserId::generate();
        let claim = format!("staff;{user};ru;{}", now().unix_timestamp());
        assert_eq!(decode(&claim, now()), Some(caller(CallerKind::Customer(user))));
        for malformed in [
            format!("member;{user};ru;0"),
            format!("member;{user}:cook;ru;{}", now().unix_timestamp()),
            format!("member;:owner;ru;{}", now().unix_timestamp()),
        ] {
            assert_eq!(decode(&malformed, now()), None, "{malformed}");
        }
    }

    #[test]
    fn signs_no_claim_of_another_issuer() {
        let headers = signed(&signer("cart", "catalog"), &caller(CallerKind::Operator));
        assert_eq!(headers, HeaderMap::new());
    }

    #[test]
    fn rejects_claims_for_another_service_or_rpc() {
        let order = Caller::service("order");
        let headers = signed(&signer("order", "catalog"), &order);
        assert_eq!(
            verify(&verifier("catalog"), &headers, METHOD, now()),
            Some(order.clone())
        );
        assert_eq!(verify(&verifier("catalog"), &headers, OTHER_METHOD, now()), None);
        assert_eq!(verify(&verifier("account"), &headers, METHOD, now()), None);
        // The audience is part of the message too, should two services have the same key by mistake.
        let keys = format!("order={}", key("order", "catalog"));
        let same_key = Verifier::new("account", &settings("", &keys)).unwrap();
        assert_eq!(verify(&same_key, &headers, METHOD, now()), None);
    }

    #[test]
    fn rejects_changed_and_expired_claims() {
        let headers = signed(&signer("gateway", "catalog"), &caller(CallerKind::Anonymous));
        let value = headers[CLAIM_HEADER].to_str().unwrap();
        let verify_value = |value: &str, now| {
            let headers = HeaderMap::from_iter([(CLAIM_HEADER, value.parse().unwrap())]);
            verify(&verifier("catalog"), &headers, METHOD, now)
        };
        assert!(verify_value(value, now() + Duration::seconds(60)).is_some());
        assert_eq!(verify_value(value, now() + Duration::seconds(61)), None);
        assert_eq!(verify_value(value, now() - Duration::seconds(61)), None);
        assert_eq!(verify_value(&value.replace(";ru;", ";az;"), now()), None);
        for wrong in ["", ";;;;", "staff;;ru"] {
            assert_eq!(verify_value(wrong, now()), None, "{wrong}");
        }
        assert_eq!(
            verify(&verifier("catalog"), &HeaderMap::new(), METHOD, now()),
            None
        );
    }

    #[test]
    fn rejects_claims_for_another_body() {
        let order = Caller::service("order");
        let headers = signed(&signer("order", "catalog"), &order);
        let claim = || verifier("catalog").verify(&headers, METHOD, now()).unwrap();
        assert!(claim().is_bound());
        assert_eq!(claim().caller(BODY), Some(order));
        assert_eq!(claim().caller(b"another body"), None);
        assert_eq!(claim().caller(b""), None);

        // The digest is signed.
        let value = headers[CLAIM_HEADER].to_str().unwrap();
        let other = value.replace(&digest(BODY), &digest(b"another body"));
        assert_ne!(other, value);
        let headers = HeaderMap::from_iter([(CLAIM_HEADER, other.parse().unwrap())]);
        assert_eq!(verifier("catalog").verify(&headers, METHOD, now()), None);
    }

    #[test]
    fn unbound_claims_join_the_previous_version_only_while_the_setting_says_so() {
        let order = Caller::service("order");
        let current = signer("order", "catalog");
        assert!(!signed(&current, &order).contains_key(UNBOUND_HEADER));
        let upgrading = Signer {
            adds_unbound: true,
            ..current
        };
        let both = signed(&upgrading, &order);
        // The text and signature of the previous version.
        let claim = encode(&order, now());
        let keys: Keys = key("order", "catalog").parse().unwrap();
        let signature = keys.sign(format!("catalog\n{METHOD}\n{claim}").as_bytes());
        assert_eq!(both[UNBOUND_HEADER], format!("{claim};{signature}"));
        let previous = HeaderMap::from_iter([(UNBOUND_HEADER, both[UNBOUND_HEADER].clone())]);

        let strict = verifier("catalog");
        let upgrading = Verifier {
            accepts_unbound: true,
            ..strict.clone()
        };
        for body in [BODY, b"another body"] {
            let caller = |verifier: &Verifier, headers| verifier.verify(headers, METHOD, now())?.caller(body);
            assert_eq!(caller(&strict, &previous), None);
            assert_eq!(caller(&upgrading, &previous), Some(order.clone()));
            // The claim of the previous version does not help a claim for another body.
            let expected = (body == BODY).then(|| order.clone());
            assert_eq!(caller(&strict, &both), expected);
            assert_eq!(caller(&upgrading, &both), expected);
        }
        // Neither claim is one under the name of the other.
        for (from, to) in [(CLAIM_HEADER, UNBOUND_HEADER), (UNBOUND_HEADER, CLAIM_HEADER)] {
            let renamed = HeaderMap::from_iter([(to, both[from].clone())]);
            assert_eq!(upgrading.verify(&renamed, METHOD, now()), None);
        }
    }

    #[test]
    fn verifies_both_keys_during_rotation() {
        let order = Caller::service("order");
        let (old, new) = (key("order", "catalog"), key("order", "new"));
        let signer =
            |keys: &str| Signer::new("order", "catalog", &settings(&format!("catalog={keys}"), "")).unwrap();
        let verifier =
            |keys: &str| Verifier::new("catalog", &settings("", &format!("order={keys}"))).unwrap();
        let both = format!("{new},{old}");
        let verify = |verifier: Verifier, signer: Signer| {
            verify(&verifier, &signed(&signer, &order), METHOD, now()).is_some()
        };
        assert!(verify(verifier(&both), signer(&old)));
        assert!(verify(verifier(&new), signer(&both)));
        assert!(!verify(verifier(&old), signer(&both)));
    }

    #[test]
    fn shared_keys_join_the_previous_version_only_while_they_are_set() {
        let shared: Keys = "a key that all processes share ".repeat(2).parse().unwrap();
        let order = Caller::service("order");
        let claim = encode(&order, now());
        let value = format!("{claim};{}", shared.sign(claim.as_bytes()));
        let previous = HeaderMap::from_iter([(SHARED_HEADER, value.parse().unwrap())]);
        let verifier = verifier("catalog");
        assert_eq!(verify(&verifier, &previous, METHOD, now()), None);
        let upgrading = Verifier {
            shared: Some(shared.clone()),
            ..verifier
        };
        assert_eq!(verify(&upgrading, &previous, METHOD, now()), Some(order.clone()));

        // A new process calls an old one: the claim is the same text under the old header.
        let current = signer("order", "catalog");
        assert!(!signed(&current, &order).contains_key(SHARED_HEADER));
        let upgrading = Signer {
            shared: Some(shared),
            ..current
        };
        assert_eq!(signed(&upgrading, &order)[SHARED_HEADER], value);
    }

    #[test]
    fn names_missing_keys() {
        let none = CallerSettings::default();
        assert_eq!(
            Signer::new("cart", "order", &none).err(),
            Some(MissingKeys::Signing("order".to_owned()))
        );
        assert_eq!(
            Verifier::new("cart", &none).err(),
            Some(MissingKeys::Verification)
        );
        assert_eq!(
            Verifier::new("cart", &settings("", "")).err(),
            Some(MissingKeys::Verification)
        );
    }
}
