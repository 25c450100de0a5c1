//! Designs of pieces, priced by the rule book.

use kit::{
    domain::{Clearance, GivenMeasures, Language, Length, LocalizedText, Measures, Money},
    vocabulary::inquiry::MeasuresOf,
};
use rules::{Design, Piece, Rates};
use time::OffsetDateTime;

use crate::price_book::Published;

/// A design of a piece of a quote, with its price of record.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct QuotedDesign {
    pub(crate) design: Design,
    /// Price with VAT; `None` for a wish that cannot be built as it is.
    pub(crate) price: Option<Money>,
    /// Band that the sender saw.
    pub(crate) shown: Option<Band>,
    /// The last measuring on site, whatever the outline is since.
    pub(crate) last_measuring: Option<Measuring>,
}

impl QuotedDesign {
    /// Returns the measuring of the present outline.
    pub(crate) fn measuring(&self) -> Option<&Measuring> {
        let measuring = self.last_measuring.as_ref()?;
        has_outline_of(&measuring.design, &self.design).then_some(measuring)
    }
}

/// A measuring of a piece on site.
#[derive(Clone, PartialEq)]
pub(crate) struct Measuring {
    /// The design with the measures that were found.
    pub(crate) design: Design,
    pub(crate) at: OffsetDateTime,
    /// Staff UUID or `operator`.
    pub(crate) by: String,
    /// Empty once wiped.
    pub(crate) text: String,
}

/// Hides the text from logs: it may contain personal data.
impl std::fmt::Debug for Measuring {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Measuring({}, {}, …)", self.design.code(), self.at)
    }
}

/// Whether two designs have the same place and the same measures.
pub(crate) fn has_outline_of(one: &Design, other: &Design) -> bool {
    (one.niche(), one.measures()) == (other.niche(), other.measures())
}

/// Range of a price before measuring, with VAT.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Band {
    pub(crate) low: Money,
    pub(crate) high: Money,
}

/// Price of a piece under the rates of a price book.
#[derive(Debug, Clone)]
pub(crate) struct Priced {
    pub(crate) piece: Piece,
    /// With VAT.
    pub(crate) price: Money,
    pub(crate) band: Band,
}

/// Error of rates that do not price a design.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct PriceError(pub(crate) &'static str);

/// Prices a design; `None` for one that cannot be built.
///
/// # Errors
///
/// Fails if the rates lack a key, or the price is out of range.
pub(crate) fn price(design: &Design, rates: &Rates) -> Result<Option<Priced>, PriceError> {
    let Ok(piece) = rules::build(design) else {
        return Ok(None);
    };
    let missing = |_| PriceError("the rates of a price book lack a key");
    let price = rules::price(&piece, rates).map_err(missing)?;
    let money =
        |minor| Money::from_minor(minor).map_err(|_| PriceError("the price of a design is out of range"));
    Ok(Some(Priced {
        price: money(price.total)?,
        band: Band {
            low: money(price.low)?,
            high: money(price.high)?,
        },
        piece,
    }))
}

/// Returns a design under the prices of a book. It keeps its rules.
pub(crate) fn under(design: &Design, book: &Published) -> Design {
    design.clone().with_prices(book.version)
}

/// Returns a design under the newest rules and the prices of a book.
pub(crate) fn renewed(design: &Design, book: &Published) -> Design {
    design.under_newest_rules().with_prices(book.version)
}

/// Returns the measures that the sender gave: of the niche, or of the piece; `None` if they leave no piece.
pub(crate) fn measures(design: &Design) -> Option<GivenMeasures> {
    let of = if design.niche() {
        MeasuresOf::Niche
    } else {
        MeasuresOf::Piece
    };
    let clearance = Clearance::of(of);
    let length = |millimetres: i64, clearance| {
        let length = Length::from_millimetres(u32::try_from(millimetres).ok()?);
        length.filter(|length| length.checked_sub(clearance).is_some())
    };
    let [width, height, depth] = design.measures();
    Some(GivenMeasures {
        measures: Measures {
            width: length(width, clearance.width)?,
            depth: length(depth, clearance.depth)?,
            height: length(height, clearance.height)?,
        },
        of,
    })
}

/// Returns a text of the rule book in all languages.
fn in_all_languages(text: impl Fn(rules::Language) -> String) -> LocalizedText {
    LocalizedText {
        az: text(rules::Language::Az),
        ru: text(rules::Language::Ru),
        en: text(rules::Language::En),
    }
}

/// Returns the name of the family of a design.
pub(crate) fn name(design: &Design) -> LocalizedText {
    in_all_languages(|language| rules::words::family(design, language))
}

/// Returns a design in words.
pub(crate) fn sentence(design: &Design) -> LocalizedText {
    in_all_languages(|language| rules::words::sentence(design, language))
}

/// Returns the language of the rule book's words.
pub(crate) const fn language(language: Language) -> rules::Language {
    match language {
        Language::Az => rules::Language::Az,
        Language::Ru => rules::Language::Ru,
        Language::En => rules::Language::En,
    }
}
