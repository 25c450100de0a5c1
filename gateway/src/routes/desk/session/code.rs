//! The code of a second factor, or a recovery code.

use kit::{
    failure::Failure,
    validation::{FieldErrors, REQUIRED},
};

use crate::extract::Optional;

/// A code of a second factor, or a recovery code: exactly one of them.
#[request]
#[derive(Debug)]
pub(crate) struct SaveCode {
    /// Six digits.
    code: Optional<String>,
    /// Recovery code; case and dash do not matter.
    recovery_code: Optional<String>,
}

/// A valid choice; one of the codes is empty.
pub(crate) struct Code {
    pub(crate) code: String,
    pub(crate) recovery_code: String,
}

impl SaveCode {
    /// Checks that exactly one code is given. The service checks the code.
    pub(crate) fn parse(self, mut errors: FieldErrors) -> Result<Code, Failure> {
        let code = self.code.text(&mut errors, "code");
        let recovery_code = self.recovery_code.text(&mut errors, "recoveryCode");
        if errors.is_empty() && code.trim().is_empty() == recovery_code.trim().is_empty() {
            errors.push("code", REQUIRED);
        }
        errors.finish(Some(Code { code, recovery_code }))
    }
}
