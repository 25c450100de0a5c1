//! Second factors: time-based codes by RFC 6238, and recovery codes.

use kit::domain::UserId;
use sha2::{Digest as _, Sha256};
use totp_rs::{Builder, Totp};

/// Length of a secret in bytes.
pub(crate) const SECRET_LENGTH: usize = 20;

/// Length of a time step in seconds.
const STEP_SECONDS: u64 = 30;

/// Number of recovery codes of a person.
pub(crate) const RECOVERY_CODES: usize = 10;

/// Maximum number of second factors of a person.
pub(crate) const MAX_FACTORS: i64 = 5;

/// Number of wrong codes of a person after which only an owner helps, by a reset of the second factor. A code is guessed with
/// three tries in a million, so that this many succeed once in ten thousand attacks.
pub(crate) const MAX_WRONG_CODES: i32 = 30;

/// Name of the shop in authenticator apps.
pub(crate) const ISSUER: &str = "Şəbəkə";

/// Characters of recovery codes: those of the numbers that people read to each other.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The secret of a factor.
#[derive(Clone)]
pub(crate) struct Secret([u8; SECRET_LENGTH]);

/// Hides the secret.
impl std::fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Secret(…)")
    }
}

impl Secret {
    /// Generates a secret.
    pub(crate) fn random() -> Self {
        Self(rand::random())
    }

    /// Reads a stored secret; `None` if its length is wrong.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().map(Self).ok()
    }

    /// Returns the bytes to store.
    pub(crate) const fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the secret as base32, for people who type it.
    pub(crate) fn base32(&self) -> String {
        totp_rs::Secret::from(self.0.as_slice()).to_base32()
    }

    /// Returns the URI for authenticator apps. All parameters are named, as some apps have other defaults.
    pub(crate) fn otpauth_uri(&self, email: &str) -> Option<String> {
        let totp = Builder::new()
            .with_secret(self.0.as_slice())
            .with_issuer(Some(ISSUER))
            .with_account_name(email)
            .build()
            .ok()?;
        let uri = totp.to_url().ok()?;
        Some(format!("{uri}&period={STEP_SECONDS}&digits=6&algorithm=SHA1"))
    }

    /// Returns the time step of a code, if it is right at this time (seconds since 1970) and later than the last accepted
    /// step. The steps before and after the present one are right, too.
    pub(crate) fn step_of(&self, code: &str, at: u64, last_step: Option<u64>) -> Option<u64> {
        let totp = self.totp();
        let present = at / STEP_SECONDS;
        (present.saturating_sub(1)..=present.saturating_add(1))
            .filter(|step| last_step.is_none_or(|last| *step > last))
            .find(|step| totp.generate(step.saturating_mul(STEP_SECONDS)).to_string() == code)
    }

    fn totp(&self) -> Totp {
        Builder::new().with_secret(self.0.as_slice()).build_noncompliant()
    }
}

/// A recovery code: eight characters.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct RecoveryCode(String);

impl RecoveryCode {
    /// Generates a code.
    pub(crate) fn random() -> Self {
        let bytes: [u8; 8] = rand::random();
        let letters = bytes
            .iter()
            .filter_map(|byte| ALPHABET.get(usize::from(byte % 32)))
            .map(|letter| char::from(*letter));
        Self(letters.collect())
    }

    /// Parses a typed code: case and dashes do not matter.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let letters: String = text
            .trim()
            .chars()
            .filter(|character| *character != '-')
            .map(|character| character.to_ascii_uppercase())
            .collect();
        let is_valid = letters.len() == 8 && letters.bytes().all(|letter| ALPHABET.contains(&letter));
        is_valid.then_some(Self(letters))
    }

    /// Returns the code as `XXXX-XXXX`.
    pub(crate) fn display(&self) -> String {
        let (first, last) = self.0.split_at_checked(4).unwrap_or((&self.0, ""));
        format!("{first}-{last}")
    }

    /// Returns the hash to store, which differs for each user.
    pub(crate) fn hash(&self, user: UserId) -> [u8; 32] {
        Sha256::digest([user.uuid().as_bytes(), self.0.as_bytes()].concat()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 1_790_000_010;

    fn code(secret: &Secret, at: u64) -> String {
        secret.totp().generate(at).to_string()
    }

    #[test]
    fn codes_are_those_of_the_rfc() {
        let secret = Secret(*b"12345678901234567890");
        assert_eq!(code(&secret, 59), "287082");
        assert_eq!(code(&secret, 1_111_111_109), "081804");
        assert_eq!(secret.step_of("287082", 59, None), Some(1));
    }

    #[test]
    fn one_step_earlier_or_later_is_right() {
        let secret = Secret::random();
        let step = NOW / STEP_SECONDS;
        for (at, found) in [
            (NOW - 30, Some(step - 1)),
            (NOW, Some(step)),
            (NOW + 30, Some(step + 1)),
            (NOW - 90, None),
            (NOW + 90, None),
        ] {
            assert_eq!(secret.step_of(&code(&secret, at), NOW, None), found);
        }
        for wrong in ["", "12345", "abcdef", "1234567"] {
            assert_eq!(secret.step_of(wrong, NOW, None), None);
        }
    }

    #[test]
    fn three_codes_work_in_rising_order_and_each_once() {
        let secret = Secret::random();
        let mut last = None;
        for at in [NOW - 30, NOW, NOW + 30] {
            let code = code(&secret, at);
            last = secret.step_of(&code, NOW, last);
            assert!(last.is_some());
            assert_eq!(secret.step_of(&code, NOW, last), None, "replayed");
        }
        assert_eq!(secret.step_of(&code(&secret, NOW), NOW, last), None, "falling");
    }

    #[test]
    fn uri_names_all_parameters() {
        let secret = Secret::random();
        let uri = secret.otpauth_uri("nigar@example.com").unwrap();
        assert!(uri.starts_with("otpauth://totp/"), "{uri}");
        for part in ["period=30", "digits=6", "algorithm=SHA1", "issuer="] {
            assert!(uri.contains(part), "{uri}");
        }
        assert!(uri.contains(&format!("secret={}", secret.base32())));
        assert_eq!(secret.base32().len(), 32);
        assert_eq!(format!("{secret:?}"), "Secret(…)");
    }

    #[test]
    fn recovery_codes_are_read_in_any_case_with_or_without_a_dash() {
        let code = RecoveryCode::random();
        let text = code.display();
        assert_eq!(text.len(), 9);
        for typed in [
            text.clone(),
            text.to_lowercase(),
            text.replace('-', ""),
            format!(" {text} "),
        ] {
            assert!(RecoveryCode::parse(&typed).unwrap() == code, "{typed}");
        }
        for wrong in ["", "7Q2M-04X", "7Q2M-04XI", "7Q2M-04XKK"] {
            assert!(RecoveryCode::parse(wrong).is_none(), "{wrong}");
        }
        assert_ne!(code.hash(UserId::generate()), code.hash(UserId::generate()));
    }
}
