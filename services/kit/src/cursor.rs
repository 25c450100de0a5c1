//! Opaque cursors of lists.
//!
//! A cursor is the position after which a page begins. It is bound to the filter and the sort of its list by a
//! fingerprint, so that a cursor of another list is refused rather than misread.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest as _, Sha256};

use crate::{
    failure::{Code, Failure},
    validation::{FieldErrors, INVALID, OUT_OF_RANGE},
};

/// Maximum number of entries of a page.
pub const MAX_LIMIT: u32 = 100;

/// Number of entries of a page.
#[derive(Debug, Clone, Copy)]
pub struct Limit(u32);

impl Limit {
    /// Validates the field `limit`, 1 to [`MAX_LIMIT`].
    pub fn validate(errors: &mut FieldErrors, limit: u32) -> Self {
        errors.ensure((1..=MAX_LIMIT).contains(&limit), "limit", OUT_OF_RANGE);
        Self(limit)
    }

    /// Returns the number of rows to select: one more than the page has, which tells whether another page follows.
    pub fn rows(self) -> i64 {
        i64::from(self.0) + 1
    }

    /// Shortens the selected rows to the page; returns whether another page follows.
    pub fn truncate<T>(self, rows: &mut Vec<T>) -> bool {
        let limit = usize::try_from(self.0).unwrap_or(usize::MAX);
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        has_more
    }
}

/// Length of a fingerprint in bytes.
const FINGERPRINT_LENGTH: usize = 8;

/// Fingerprint of the filter and the sort of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint([u8; FINGERPRINT_LENGTH]);

impl Fingerprint {
    /// Creates the fingerprint of a list; `filter` is all that selects and orders its rows.
    pub fn new(filter: &str) -> Self {
        let mut fingerprint = [0; FINGERPRINT_LENGTH];
        for (byte, hashed) in fingerprint.iter_mut().zip(Sha256::digest(filter.as_bytes())) {
            *byte = hashed;
        }
        Self(fingerprint)
    }

    /// Shortens the selected rows to the page and returns the cursor of the next page, empty if there is none.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Internal`] if the position of a row cannot be written as JSON.
    pub fn next<T, P: Serialize>(
        &self,
        limit: Limit,
        rows: &mut Vec<T>,
        position: impl FnOnce(&T) -> P,
    ) -> Result<String, Failure> {
        let has_more = limit.truncate(rows);
        let last = rows.last().filter(|_| has_more);
        last.map_or_else(|| Ok(String::new()), |last| self.encode(&position(last)))
    }

    /// Returns the cursor of a position in the list.
    ///
    /// # Errors
    ///
    /// Fails with [`Code::Internal`] if the position cannot be written as JSON.
    pub fn encode(&self, position: &impl Serialize) -> Result<String, Failure> {
        let mut bytes = self.0.to_vec();
        serde_json::to_writer(&mut bytes, position)
            .map_err(|error| Failure::new(Code::Internal).with_source(error))?;
        Ok(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Returns the position of a cursor; `None` for an empty one, the beginning of the list.
    ///
    /// # Errors
    ///
    /// Fails with `FIELD.INVALID` for the field `cursor` if the cursor is damaged or of another list.
    pub fn decode<T: DeserializeOwned>(&self, cursor: &str) -> Result<Option<T>, Failure> {
        if cursor.is_empty() {
            return Ok(None);
        }
        let invalid = || Failure::invalid_field("cursor", INVALID);
        let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| invalid())?;
        let position = bytes.strip_prefix(&self.0).ok_or_else(invalid)?;
        serde_json::from_slice(position).map(Some).map_err(|_| invalid())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn decodes_the_encoded_position(at in any::<i64>(), number in ".{0,20}") {
            let list = Fingerprint::new("status=new");
            let cursor = list.encode(&(at, &number)).unwrap();
            prop_assert_eq!(list.decode::<(i64, String)>(&cursor).unwrap(), Some((at, number)));
        }

        #[test]
        fn refuses_text_that_is_no_cursor(text in ".{1,40}") {
            let failure = Fingerprint::new("").decode::<(i64, String)>(&text).unwrap_err();
            prop_assert_eq!(failure.fields, [("cursor".to_owned(), "FIELD.INVALID".to_owned())]);
        }
    }

    #[test]
    fn another_page_follows_if_more_rows_are_found() {
        let list = Fingerprint::new("status=new");
        let limit = Limit::validate(&mut FieldErrors::default(), 2);
        assert_eq!(limit.rows(), 3);
        let mut rows = vec![5, 6, 7];
        let cursor = list.next(limit, &mut rows, |row| *row).unwrap();
        assert_eq!(rows, [5, 6]);
        assert_eq!(list.decode::<i32>(&cursor).unwrap(), Some(6));
        assert_eq!(list.next(limit, &mut rows, |row| *row).unwrap(), "");
        for wrong in [0, 101] {
            let mut errors = FieldErrors::default();
            Limit::validate(&mut errors, wrong);
            assert!(!errors.is_empty(), "{wrong}");
        }
    }

    #[test]
    fn refuses_cursors_of_other_lists_and_positions() {
        let list = Fingerprint::new("status=new");
        let cursor = list.encode(&7).unwrap();
        assert_eq!(list.decode::<i64>(&cursor).unwrap(), Some(7));
        assert_eq!(list.decode::<i64>("").unwrap(), None);
        assert!(Fingerprint::new("status=won").decode::<i64>(&cursor).is_err());
        assert!(list.decode::<String>(&cursor).is_err());
    }
}
