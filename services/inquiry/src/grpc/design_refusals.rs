//! Designs of a quote request that are refused.

use kit::validation::FieldErrors;

use crate::{design::Band, error::InquiryError};

/// The facts that decide whether a design is refused.
pub(super) struct Considered {
    pub(super) is_of_newest_rules: bool,
    /// Present band; `None` if the design cannot be built.
    pub(super) band: Option<Band>,
    /// Band that the sender saw; `None` if there was none.
    pub(super) shown: Option<Band>,
    /// Whether a design that cannot be built is recorded without a price.
    pub(super) as_wish: bool,
}

/// Refused designs, by field.
#[derive(Default)]
pub(super) struct DesignRefusals {
    /// Those of older rules.
    old: Vec<String>,
    impossible: FieldErrors,
    /// Those with another band than the present one.
    changed: Vec<String>,
}

impl DesignRefusals {
    /// Adds a design if it is refused.
    pub(super) fn consider(&mut self, field: String, considered: &Considered) {
        if !considered.is_of_newest_rules {
            self.old.push(field);
            return;
        }
        match considered.band {
            None => self
                .impossible
                .ensure(considered.as_wish, field, "DESIGN.IMPOSSIBLE"),
            Some(band) if considered.shown.is_some_and(|shown| shown != band) => self.changed.push(field),
            Some(_) => {}
        }
    }

    /// # Errors
    ///
    /// Fails if a design is of older rules, then if one cannot be built and is no wish, then if the sender saw another band.
    pub(super) fn into_result(self) -> Result<(), InquiryError> {
        if !self.old.is_empty() {
            return Err(InquiryError::DesignOldRules(self.old));
        }
        self.impossible.into_result()?;
        if self.changed.is_empty() {
            Ok(())
        } else {
            Err(InquiryError::DesignPriceChanged(self.changed))
        }
    }
}

#[cfg(test)]
mod tests {
    use kit::{
        domain::Money,
        failure::{Code, Failure},
    };

    use super::*;

    const ACCEPTED: Considered = Considered {
        is_of_newest_rules: true,
        band: None,
        shown: None,
        as_wish: true,
    };

    fn band(low: i64) -> Band {
        let money = |minor| Money::from_minor(minor).unwrap();
        Band {
            low: money(low),
            high: money(low + 1_000),
        }
    }

    fn refused(designs: &[Considered]) -> Option<(Code, Vec<(String, String)>)> {
        let mut refusals = DesignRefusals::default();
        for (index, design) in designs.iter().enumerate() {
            refusals.consider(format!("items[{index}].design"), design);
        }
        let failure = Failure::from(refusals.into_result().err()?);
        Some((failure.code, failure.fields))
    }

    fn field(index: usize, key: &str) -> (String, String) {
        (format!("items[{index}].design"), key.to_owned())
    }

    #[test]
    fn old_rules_come_before_designs_that_cannot_be_built_and_these_before_changed_prices() {
        let old = || Considered {
            is_of_newest_rules: false,
            band: Some(band(100)),
            ..ACCEPTED
        };
        let impossible = || Considered {
            as_wish: false,
            ..ACCEPTED
        };
        let changed = || Considered {
            band: Some(band(100)),
            shown: Some(band(200)),
            ..ACCEPTED
        };
        let refusal = refused(&[changed(), impossible(), old(), ACCEPTED, old()]);
        let fields = [2, 4].map(|index| field(index, "DESIGN.OLD_RULES")).to_vec();
        assert_eq!(refusal, Some((Code::Conflict, fields)));
        let refusal = refused(&[changed(), impossible()]);
        let fields = vec![field(1, "DESIGN.IMPOSSIBLE")];
        assert_eq!(refusal, Some((Code::Invalid, fields)));
        let refusal = refused(&[ACCEPTED, changed()]);
        let fields = vec![field(1, "DESIGN.PRICE_CHANGED")];
        assert_eq!(refusal, Some((Code::Conflict, fields)));
    }

    #[test]
    fn wishes_and_designs_with_the_present_band_or_none_are_accepted() {
        let same = Considered {
            band: Some(band(100)),
            shown: Some(band(100)),
            ..ACCEPTED
        };
        let unseen = Considered {
            band: Some(band(100)),
            ..ACCEPTED
        };
        assert_eq!(refused(&[ACCEPTED, same, unseen]), None);
    }
}
