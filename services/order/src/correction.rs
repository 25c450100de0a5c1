//! Corrections of the lines of an order: what changes, and the pieces to reserve for it.

use kit::domain::{LocalizedText, ProductId, Quantity};

use crate::{offer, order::Line};

/// A line that staff added, changed or removed.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct LineChange {
    pub(crate) name: LocalizedText,
    /// `None` for an added line.
    pub(crate) before: Option<LineFacts>,
    /// `None` for a removed line.
    pub(crate) after: Option<LineFacts>,
}

/// The facts of a line that the timeline shows.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LineFacts {
    pub(crate) quantity: u32,
    /// Qəpik for one piece after the discount.
    pub(crate) unit_price: i64,
    pub(crate) detail: String,
    pub(crate) is_made_to_order: bool,
}

impl From<&Line> for LineFacts {
    fn from(line: &Line) -> Self {
        Self {
            quantity: line.quantity.into(),
            unit_price: line.unit_price.minor(),
            detail: line.detail.clone(),
            is_made_to_order: line.is_made_to_order,
        }
    }
}

/// Returns the changed lines. `corrected` has the index in `before` of each line of `after`; `None` for a new line.
pub(crate) fn changes(before: &[Line], after: &[Line], corrected: &[Option<usize>]) -> Vec<LineChange> {
    let mut removed: Vec<_> = before.iter().map(Some).collect();
    let mut changes = Vec::new();
    for (line, index) in after.iter().zip(corrected) {
        let old = index.and_then(|index| removed.get_mut(index)?.take());
        if old != Some(line) {
            changes.push(LineChange {
                name: line.name.clone(),
                before: old.map(Into::into),
                after: Some(line.into()),
            });
        }
    }
    changes.extend(removed.into_iter().flatten().map(|line| LineChange {
        name: line.name.clone(),
        before: Some(line.into()),
        after: None,
    }));
    changes
}

/// Returns the pieces of each product that the lines reserve: those that are not made for this order.
///
/// # Errors
///
/// Fails with the index of the line with which a product exceeds 99 pieces.
pub(crate) fn reserved_pieces(lines: &[Line]) -> Result<Vec<(ProductId, Quantity)>, usize> {
    let reserved = |line: &Line| line.product.filter(|_| !line.is_made_to_order);
    offer::reserved_pieces(lines.iter().map(|line| (reserved(line), line.quantity)))
}

/// Returns the pieces that are in `after` and not in `before`.
pub(crate) fn growth(
    before: &[(ProductId, Quantity)],
    after: &[(ProductId, Quantity)],
) -> Vec<(ProductId, Quantity)> {
    let held = |product: ProductId| {
        let found = before.iter().find(|(other, _)| *other == product);
        found.map_or(0, |(_, quantity)| quantity.get())
    };
    after
        .iter()
        .filter_map(|(product, quantity)| {
            let more = quantity.get().checked_sub(held(*product))?;
            Some((*product, Quantity::try_from(u32::from(more)).ok()?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use kit::domain::Money;
    use proptest::prelude::*;

    use super::*;

    fn line(product: i64, quantity: u32, is_made_to_order: bool) -> Line {
        Line {
            product: product.try_into().ok(),
            code: None,
            name: LocalizedText::default(),
            image: String::new(),
            detail: String::new(),
            quantity: quantity.try_into().unwrap(),
            list_price: None,
            unit_price: Money::ZERO,
            subtotal: Money::ZERO,
            is_made_to_order,
            design: None,
        }
    }

    fn any_lines() -> impl Strategy<Value = Vec<Line>> {
        // Product 0 is none.
        let any_line = (0_i64..4, 1_u32..9, any::<bool>());
        prop::collection::vec(
            any_line.prop_map(|(product, quantity, made)| line(product, quantity, made)),
            0..9,
        )
    }

    fn by_product(pieces: Vec<(ProductId, Quantity)>) -> BTreeMap<ProductId, i64> {
        let pieces = pieces.into_iter();
        pieces
            .map(|(product, quantity)| (product, quantity.into()))
            .collect()
    }

    proptest! {
        #[test]
        fn reserves_what_each_product_lacks_and_no_more(before in any_lines(), after in any_lines()) {
            let pieces = |lines: &[Line]| reserved_pieces(lines).unwrap();
            let more = by_product(growth(&pieces(&before), &pieces(&after)));
            let (before, after) = (by_product(pieces(&before)), by_product(pieces(&after)));
            for product in before.keys().chain(after.keys()) {
                let [old, new, grown] = [&before, &after, &more].map(|map| map.get(product).copied().unwrap_or(0));
                prop_assert_eq!(old + grown, old.max(new));
            }
            prop_assert!(more.keys().all(|product| after.contains_key(product)));
        }

        #[test]
        fn changes_lead_from_the_old_lines_to_the_new_ones(
            before in any_lines(),
            after in any_lines(),
            corrected in prop::collection::vec(prop::option::of(0_usize..9), 9),
        ) {
            let corrected = &corrected[..after.len()];
            let changes = changes(&before, &after, corrected);
            let pieces = |facts: &Option<LineFacts>| facts.as_ref().map_or(0, |facts| i64::from(facts.quantity));
            let sum = |lines: &[Line]| lines.iter().map(|line| i64::from(line.quantity)).sum::<i64>();
            let difference: i64 = changes.iter().map(|change| pieces(&change.after) - pieces(&change.before)).sum();
            prop_assert_eq!(sum(&before) + difference, sum(&after));
            prop_assert!(changes.iter().all(|change| change.before.is_some() || change.after.is_some()));
        }
    }

    #[test]
    fn equal_lines_are_no_change() {
        let lines = [line(1, 2, false), line(2, 1, true)];
        assert_eq!(changes(&lines, &lines, &[Some(0), Some(1)]), []);
        let reversed = [lines[1].clone(), lines[0].clone()];
        assert_eq!(changes(&lines, &reversed, &[Some(1), Some(0)]), []);
        let more = [line(1, 3, false)];
        let found = changes(&lines, &more, &[Some(0)]);
        let quantities: Vec<_> = found
            .iter()
            .map(|change| {
                let quantity = |facts: &Option<LineFacts>| facts.as_ref().map(|facts| facts.quantity);
                (quantity(&change.before), quantity(&change.after))
            })
            .collect();
        assert_eq!(quantities, [(Some(2), Some(3)), (Some(1), None)]);
    }
}
