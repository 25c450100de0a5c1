//! Argon2id hashes in the PHC string format, computed in memory that is allocated once.

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::{
        self,
        phc::{Output, ParamsString, PasswordHash, Salt},
    },
};

/// Memory of one hash, in KiB.
const MEMORY_KIB: u32 = 19 * 1024;

/// Number of passes over the memory.
const PASSES: u32 = 2;

/// Argon2id with the current parameters and the memory of one hash.
///
/// Memory allocated for each hash would stay in the allocator's arenas, one for each thread that ever computed a hash.
pub(crate) struct Argon {
    current: Argon2<'static>,
    blocks: Vec<Block>,
    /// Blocks filled so far: the cost of all hashes.
    #[cfg(test)]
    pub(crate) filled: u64,
}

/// Result of verifying a password against a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The password does not match.
    Wrong,
    /// The password matches.
    Right,
    /// The password matches, and the hash is to be renewed: it has other parameters than the current ones, or is one of
    /// another form of the password.
    RightWithOldHash,
}

/// Reason that a hash could not be computed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArgonError {
    /// The stored hash is malformed.
    #[error("argon2: {0}")]
    Format(#[from] password_hash::Error),
    /// Argon2 failed.
    #[error("argon2: {0}")]
    Argon2(#[from] argon2::Error),
}

impl Argon {
    /// Allocates the memory of one hash.
    pub(crate) fn allocate() -> Result<Self, ArgonError> {
        let parameters = Params::new(MEMORY_KIB, PASSES, 1, Some(Params::DEFAULT_OUTPUT_LEN))?;
        Ok(Self {
            blocks: vec![Block::new(); parameters.block_count()],
            current: Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters),
            #[cfg(test)]
            filled: 0,
        })
    }

    /// Hashes a password with a random salt.
    pub(crate) fn hash(&mut self, password: &[u8]) -> Result<String, ArgonError> {
        let salt = Salt::generate();
        let argon = self.current.clone();
        let hash = PasswordHash {
            algorithm: Algorithm::Argon2id.ident(),
            version: Some(Version::V0x13.into()),
            params: ParamsString::try_from(argon.params())?,
            salt: Some(salt),
            hash: Some(self.compute(&argon, password, &salt, Params::DEFAULT_OUTPUT_LEN)?),
        };
        Ok(hash.to_string())
    }

    /// Verifies a password against a hash with any parameters. A wrong password takes the time of the current
    /// parameters, unless those of the hash take longer.
    pub(crate) fn verify(&mut self, password: &[u8], hash: &str) -> Result<Verdict, ArgonError> {
        let stored = PasswordHash::new(hash).map_err(password_hash::Error::from)?;
        let (Some(salt), Some(expected)) = (stored.salt, stored.hash) else {
            return Err(password_hash::Error::PasswordInvalid.into());
        };
        let algorithm = Algorithm::try_from(stored.algorithm.as_str())?;
        let version = stored.version.map(Version::try_from).transpose()?;
        let version = version.unwrap_or_default();
        let argon = Argon2::new(algorithm, version, Params::try_from(&stored)?);
        // `Output` compares in constant time.
        if self.compute(&argon, password, &salt, expected.len())? != expected {
            if let Some(rest) = remaining_cost(self.current.params(), argon.params()) {
                let filler = Argon2::new(Algorithm::Argon2id, Version::V0x13, rest);
                self.compute(&filler, password, &salt, Params::DEFAULT_OUTPUT_LEN)?;
            }
            return Ok(Verdict::Wrong);
        }
        let is_current = (algorithm, version) == (Algorithm::Argon2id, Version::V0x13)
            && argon.params() == self.current.params();
        Ok(if is_current {
            Verdict::Right
        } else {
            Verdict::RightWithOldHash
        })
    }

    fn compute(
        &mut self,
        argon: &Argon2<'_>,
        password: &[u8],
        salt: &[u8],
        length: usize,
    ) -> Result<Output, ArgonError> {
        let mut output = [0; Output::MAX_LENGTH];
        let output = output.get_mut(..length).ok_or(password_hash::Error::OutputSize)?;
        let parameters = argon.params();
        #[cfg(test)]
        {
            self.filled += cost(parameters);
        }
        match self.blocks.get_mut(..parameters.block_count()) {
            Some(blocks) => argon.hash_password_into_with_memory(password, salt, output, blocks)?,
            // A stored hash of former parameters with more memory, which is rare and renewed at the next sign-in.
            None => argon.hash_password_into(password, salt, output)?,
        }
        Ok(Output::new(output).map_err(password_hash::Error::from)?)
    }
}

/// Returns parameters that cost as much as `current` beyond `stored`, or none if `stored` costs no less.
fn remaining_cost(current: &Params, stored: &Params) -> Option<Params> {
    let left = cost(current).checked_sub(cost(stored))?;
    let passes = left.div_ceil(u64::from(current.m_cost())).max(1);
    let memory = left.checked_div(passes)?;
    // Fails below the minimum memory, 8 KiB, which takes no measurable time.
    Params::new(u32::try_from(memory).ok()?, u32::try_from(passes).ok()?, 1, None).ok()
}

/// Returns the number of blocks that are filled with these parameters.
fn cost(parameters: &Params) -> u64 {
    u64::from(parameters.m_cost()) * u64::from(parameters.t_cost())
}

/// Hashes a password with parameters of former times.
#[cfg(test)]
pub(crate) fn hash_with(password: &str, memory_kib: u32, passes: u32) -> String {
    use argon2::password_hash::PasswordHasher as _;
    let parameters = Params::new(memory_kib, passes, 1, None).unwrap();
    let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters);
    argon.hash_password(password.as_bytes()).unwrap().to_string()
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::PasswordVerifier as _;

    use super::*;

    const PASSWORD: &str = "mavi divan";

    #[test]
    fn hashes_are_those_of_the_argon2_crate() {
        let mut argon = Argon::allocate().unwrap();
        let hash = argon.hash(PASSWORD.as_bytes()).unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let crates = Argon2::default();
        assert!(crates.verify_password(PASSWORD.as_bytes(), &*hash).is_ok());
        // The second hash in the same memory.
        let theirs = hash_with(PASSWORD, MEMORY_KIB, PASSES);
        assert_eq!(
            argon.verify(PASSWORD.as_bytes(), &theirs).unwrap(),
            Verdict::Right
        );
        assert_ne!(argon.hash(PASSWORD.as_bytes()).unwrap(), hash, "salts are random");
    }

    #[test]
    fn verifies_hashes_with_other_parameters_and_tells_that_they_are_old() {
        let mut argon = Argon::allocate().unwrap();
        for (memory, passes) in [(64, 1), (MEMORY_KIB, 1), (MEMORY_KIB + 64, 1), (64, PASSES)] {
            let old = hash_with(PASSWORD, memory, passes);
            let verdict = argon.verify(PASSWORD.as_bytes(), &old).unwrap();
            assert_eq!(verdict, Verdict::RightWithOldHash, "m={memory}, t={passes}");
            assert_eq!(argon.verify(b"Mavi divan", &old).unwrap(), Verdict::Wrong);
        }
        // argon2i with the current parameters.
        let parameters = argon.current.params().clone();
        let other = Argon2::new(Algorithm::Argon2i, Version::V0x13, parameters);
        let old = password_hash::PasswordHasher::hash_password(&other, PASSWORD.as_bytes()).unwrap();
        assert_eq!(
            argon.verify(PASSWORD.as_bytes(), &old.to_string()).unwrap(),
            Verdict::RightWithOldHash
        );
    }

    #[test]
    fn wrong_password_costs_the_same_for_old_and_current_hashes() {
        let mut argon = Argon::allocate().unwrap();
        for (memory, passes) in [
            (MEMORY_KIB, PASSES),
            (MEMORY_KIB, 1),
            (MEMORY_KIB / 2, 2),
            (4_096, 3),
            (64, 1),
            (7_777, 5),
        ] {
            let before = argon.filled;
            argon
                .verify(b"Mavi divan", &hash_with(PASSWORD, memory, passes))
                .unwrap();
            let difference = (argon.filled - before).abs_diff(u64::from(MEMORY_KIB * PASSES));
            assert!(difference <= 8, "m={memory}, t={passes}: {difference}");
        }
    }

    #[test]
    fn malformed_hashes_are_errors() {
        let mut argon = Argon::allocate().unwrap();
        for hash in [
            "",
            "another",
            "$argon2id$v=19$m=19456,t=2,p=1",
            "$scrypt$ln=1$c2FsdHNhbHQ$aGFzaA",
        ] {
            assert!(argon.verify(PASSWORD.as_bytes(), hash).is_err(), "{hash}");
        }
    }
}
