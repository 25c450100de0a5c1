//! Orders from accepted offers: which lines are ordered, their prices and the stock that they need.

use kit::{
    domain::{Language, LocalizedText, Money, Percent, ProductId, Quantity, UserId, Visit},
    failure::Failure,
    validation::{FieldErrors, INVALID},
};
use uuid::Uuid;

use crate::{design::LineDesign, error::OrderError, order::Line};

/// The accepted revision of an offer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct AcceptedOffer {
    /// UUID of the revision.
    pub(crate) id: Uuid,
    pub(crate) number: String,
    /// Id and number.
    pub(crate) inquiry: (Uuid, String),
    pub(crate) language: Language,
    pub(crate) delivery_price: Money,
    pub(crate) lines: Vec<OfferLine>,
    /// UUID of the inquiry's assignee.
    pub(crate) assignee: Option<String>,
    /// `None` without an account.
    pub(crate) user: Option<UserId>,
    /// How the customer came to the shop.
    pub(crate) visit: Visit,
}

/// A line of an offer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OfferLine {
    pub(crate) id: Uuid,
    /// `None` for a line that is not from the catalog.
    pub(crate) product: Option<ProductId>,
    pub(crate) code: Option<String>,
    /// In the language of the offer.
    pub(crate) name: String,
    pub(crate) detail: String,
    pub(crate) image: String,
    pub(crate) quantity: Quantity,
    pub(crate) list_price: Money,
    pub(crate) discount: Percent,
    /// Price of one piece after the discount.
    pub(crate) unit_price: Money,
    /// Made for the customer, so that it reserves no stock.
    pub(crate) is_made_to_order: bool,
    /// A line with a design is always made for the customer.
    pub(crate) design: Option<LineDesign>,
}

/// How staff orders the lines of an offer, by their ids.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Reserve no stock.
    pub(crate) made_to_order: Vec<Uuid>,
    /// Are not ordered.
    pub(crate) leave_out: Vec<Uuid>,
}

/// The ordered lines of an offer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ordered {
    pub(crate) lines: Vec<Line>,
    /// With the delivery.
    pub(crate) total: Money,
    /// The pieces of each product to reserve.
    pub(crate) pieces: Vec<(ProductId, Quantity)>,
    /// The product that each line of the offer reserves; `None` = none.
    pub(crate) reserved: Vec<Option<ProductId>>,
}

impl AcceptedOffer {
    /// Applies a choice to the lines. The prices are those of the offer.
    ///
    /// # Errors
    ///
    /// Fails with the fields of ids that are no lines of the offer, with `leaveOut` if no line is left, if a product
    /// exceeds 99 pieces, and if the total is too large.
    pub(crate) fn order(&self, choice: &Choice) -> Result<Ordered, OrderError> {
        self.check(choice)?;
        let is_ordered = |line: &OfferLine| !choice.leave_out.contains(&line.id);
        let is_made = |line: &OfferLine| {
            line.is_made_to_order || line.design.is_some() || choice.made_to_order.contains(&line.id)
        };
        let reserved: Vec<_> = self
            .lines
            .iter()
            .map(|line| line.product.filter(|_| is_ordered(line) && !is_made(line)))
            .collect();
        let pieces = reserved_pieces(
            reserved
                .iter()
                .zip(&self.lines)
                .map(|(product, line)| (*product, line.quantity)),
        )
        .map_err(|index| Failure::invalid_field(format!("lines[{index}]"), "ORDER.TOO_MANY_PIECES"))?;
        let too_large = |_| OrderError::TotalTooLarge;
        let mut total = self.delivery_price;
        let mut lines = Vec::with_capacity(self.lines.len());
        for line in self.lines.iter().filter(|line| is_ordered(line)) {
            let subtotal = line.unit_price.checked_mul(line.quantity).map_err(too_large)?;
            total = total.checked_add(subtotal).map_err(too_large)?;
            lines.push(Line {
                product: line.product,
                code: line.code.clone(),
                name: LocalizedText {
                    az: line.name.clone(),
                    ru: line.name.clone(),
                    en: line.name.clone(),
                },
                image: line.image.clone(),
                detail: line.detail.clone(),
                quantity: line.quantity,
                list_price: Some((line.list_price, line.discount)),
                unit_price: line.unit_price,
                subtotal,
                is_made_to_order: is_made(line),
                design: line.design.clone(),
            });
        }
        Ok(Ordered {
            lines,
            total,
            pieces,
            reserved,
        })
    }

    fn check(&self, choice: &Choice) -> Result<(), Failure> {
        let mut errors = FieldErrors::default();
        for (field, ids) in [
            ("madeToOrder", &choice.made_to_order),
            ("leaveOut", &choice.leave_out),
        ] {
            for (index, id) in ids.iter().enumerate() {
                let is_line = self.lines.iter().any(|line| line.id == *id);
                errors.ensure(is_line, format!("{field}[{index}]"), INVALID);
            }
        }
        let is_empty = self.lines.iter().all(|line| choice.leave_out.contains(&line.id));
        errors.ensure(!is_empty, "leaveOut", "ORDER.EMPTY");
        errors.into_result()
    }
}

/// Sums the pieces of each product, in the order of its first line. `None` reserves nothing.
///
/// # Errors
///
/// Fails with the index of the line with which a product exceeds 99 pieces.
pub(crate) fn reserved_pieces(
    lines: impl IntoIterator<Item = (Option<ProductId>, Quantity)>,
) -> Result<Vec<(ProductId, Quantity)>, usize> {
    let mut sums: Vec<(ProductId, Quantity)> = Vec::new();
    for (index, (product, quantity)) in lines.into_iter().enumerate() {
        let Some(product) = product else { continue };
        match sums.iter_mut().find(|(other, _)| *other == product) {
            None => sums.push((product, quantity)),
            Some((_, sum)) => *sum = sum.checked_add(quantity).map_err(|_| index)?,
        }
    }
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn money(minor: i64) -> Money {
        Money::from_minor(minor).unwrap()
    }

    fn line(product: Option<i64>, quantity: u32, unit_price: i64) -> OfferLine {
        OfferLine {
            id: Uuid::now_v7(),
            product: product.map(|id| id.try_into().unwrap()),
            code: None,
            name: "Şkaf".to_owned(),
            detail: String::new(),
            image: String::new(),
            quantity: quantity.try_into().unwrap(),
            list_price: money(unit_price * 2),
            discount: 50_u32.try_into().unwrap(),
            unit_price: money(unit_price),
            is_made_to_order: false,
            design: None,
        }
    }

    fn offer(lines: Vec<OfferLine>) -> AcceptedOffer {
        AcceptedOffer {
            id: Uuid::now_v7(),
            number: "ST-0M4K7Q2X".to_owned(),
            inquiry: (Uuid::now_v7(), "SQ-7Q2M04XK".to_owned()),
            language: Language::Ru,
            delivery_price: money(5_000),
            lines,
            assignee: None,
            user: None,
            visit: Visit::default(),
        }
    }

    fn fields(result: Result<Ordered, OrderError>) -> Vec<(String, String)> {
        Failure::from(result.unwrap_err()).fields
    }

    #[test]
    fn orders_at_the_prices_of_the_offer() {
        let offer = offer(vec![
            line(Some(1), 2, 700),
            line(None, 1, 300),
            line(Some(1), 1, 650),
        ]);
        let ordered = offer.order(&Choice::default()).unwrap();
        assert_eq!(ordered.total, money(2 * 700 + 300 + 650 + 5_000));
        assert_eq!(
            ordered.lines[0].list_price,
            Some((money(1_400), 50_u32.try_into().unwrap()))
        );
        assert_eq!(ordered.lines[1].name.ru, "Şkaf");
        let product = ProductId::try_from(1).unwrap();
        assert_eq!(ordered.pieces, [(product, 3.try_into().unwrap())]);
        assert_eq!(ordered.reserved, [Some(product), None, Some(product)]);
    }

    #[test]
    fn lines_in_another_size_reserve_no_standard_piece() {
        let mut offer = offer(vec![line(Some(1), 2, 700), line(Some(1), 1, 650)]);
        offer.lines[0].is_made_to_order = true;
        let ordered = offer.order(&Choice::default()).unwrap();
        let made: Vec<_> = ordered.lines.iter().map(|line| line.is_made_to_order).collect();
        assert_eq!(made, [true, false]);
        let product = ProductId::try_from(1).unwrap();
        assert_eq!(ordered.pieces, [(product, 1.try_into().unwrap())]);
    }

    #[test]
    fn designed_pieces_are_made_for_the_order() {
        let mut offer = offer(vec![line(Some(1), 2, 700)]);
        let design = LineDesign::parse(
            "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja",
            "243 × 62 × 262".to_owned(),
        );
        offer.lines[0].design.clone_from(&design);
        let ordered = offer.order(&Choice::default()).unwrap();
        assert!(design.is_some() && ordered.lines[0].is_made_to_order);
        assert_eq!(ordered.lines[0].design, design);
        assert_eq!(ordered.pieces, []);
    }

    #[test]
    fn names_unknown_lines_and_an_empty_order() {
        let offer = offer(vec![line(Some(1), 1, 700), line(Some(2), 1, 300)]);
        let all: Vec<_> = offer.lines.iter().map(|line| line.id).collect();
        let empty = Choice {
            leave_out: all.clone(),
            ..Choice::default()
        };
        let pair = |field: &str, key: &str| (field.to_owned(), key.to_owned());
        assert_eq!(fields(offer.order(&empty)), [pair("leaveOut", "ORDER.EMPTY")]);
        let unknown = Choice {
            made_to_order: vec![all[0], Uuid::now_v7()],
            leave_out: vec![Uuid::now_v7()],
        };
        assert_eq!(
            fields(offer.order(&unknown)),
            [
                pair("madeToOrder[1]", "FIELD.INVALID"),
                pair("leaveOut[0]", "FIELD.INVALID")
            ]
        );
    }

    #[test]
    fn counts_the_reserved_pieces_of_a_product_only() {
        let offer = offer(vec![line(Some(1), 60, 1), line(Some(1), 40, 1)]);
        let too_many = [("lines[1]".to_owned(), "ORDER.TOO_MANY_PIECES".to_owned())];
        assert_eq!(fields(offer.order(&Choice::default())), too_many);
        let made = Choice {
            made_to_order: vec![offer.lines[0].id],
            ..Choice::default()
        };
        assert!(offer.order(&made).is_ok());
    }

    /// Product, quantity, price, and whether it is made to order and left out.
    type Generated = (Option<i64>, u32, i64, bool, bool);

    proptest! {
        #[test]
        fn reserves_what_is_ordered_and_not_made(
            lines in prop::collection::vec((prop::option::of(1_i64..4), 1_u32..10, 0_i64..10_000, any::<bool>(), any::<bool>()), 1..10)
        ) {
            let offer = offer(lines.iter().map(|&(product, quantity, price, ..)| line(product, quantity, price)).collect());
            let ids = |is_chosen: fn(&Generated) -> bool| {
                lines.iter().zip(&offer.lines).filter(|(line, _)| is_chosen(line)).map(|(_, line)| line.id).collect::<Vec<_>>()
            };
            let choice = Choice { made_to_order: ids(|line| line.3), leave_out: ids(|line| line.4) };
            let kept: Vec<_> = lines.iter().filter(|line| !line.4).collect();
            let ordered = offer.order(&choice);
            prop_assert_eq!(ordered.is_err(), kept.is_empty());
            if let Ok(ordered) = ordered {
                let total: i64 = kept.iter().map(|line| i64::from(line.1) * line.2).sum();
                prop_assert_eq!(ordered.total.minor(), total + 5_000);
                prop_assert_eq!(ordered.lines.len(), kept.len());
                let reserved: u32 = ordered.pieces.iter().map(|(_, quantity)| u32::from(*quantity)).sum();
                let expected: u32 = kept.iter().filter(|line| line.0.is_some() && !line.3).map(|line| line.1).sum();
                prop_assert_eq!(reserved, expected);
            }
        }
    }
}
