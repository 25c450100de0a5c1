//! Readings of a search term: words with their synonyms, and a width.

use std::sync::LazyLock;

use kit::search::{fold, query_words};

use super::{keyboard, synonyms};
use crate::measures::Millimetres;

/// Widths in centimetres that furniture has; other numbers are words.
const WIDTHS: std::ops::RangeInclusive<u32> = 30..=600;

/// Letters of a word that alone tells what comes closest.
const MIN_TELLING: usize = 3;

/// Words that say nothing about a product.
const STOP_WORDS: &str = "üçün ilə və bir eni en ölçü ölçüdə для с со из в во на и по ширина шириной размер for with of the a wide";

static FOLDED_STOP_WORDS: LazyLock<Vec<Vec<char>>> = LazyLock::new(|| {
    STOP_WORDS
        .split(' ')
        .map(|word| fold(word).chars().collect())
        .collect()
});

/// A word of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    /// Folded, as typed.
    pub(crate) typed: Vec<char>,
    /// Other words for what it means, folded.
    pub(crate) synonyms: Vec<Vec<char>>,
    /// Whether it is one of these words itself, so that all of them say the same.
    pub(crate) is_whole: bool,
}

impl Word {
    fn new(typed: Vec<char>) -> Self {
        let (synonyms, is_whole) = synonyms::of(&typed);
        Self {
            typed,
            synonyms,
            is_whole,
        }
    }
}

/// Products that a reading accepts by their width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    /// From four fifths to five fourths of this width in millimetres, the nearest first.
    About(i64),
    /// Any, the nearest to this width in millimetres first.
    Nearest(i64),
}

impl Width {
    /// The wanted width in millimetres.
    pub(crate) const fn wanted(self) -> i64 {
        match self {
            Self::About(width) | Self::Nearest(width) => width,
        }
    }

    /// Whether a width in millimetres is accepted; 0 is an unknown one.
    pub(crate) const fn accepts(self, width: i64) -> bool {
        match self {
            Self::About(wanted) => width * 5 >= wanted * 4 && width * 4 <= wanted * 5,
            Self::Nearest(_) => width > 0,
        }
    }
}

/// One reading of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wish {
    /// All must match; none if any product does.
    pub(crate) words: Vec<Word>,
    pub(crate) width: Option<Width>,
    /// Whether only codes of products count.
    pub(crate) is_code: bool,
    /// Whether what it finds is not what was asked for, but closest to it.
    pub(crate) is_closest: bool,
}

impl Wish {
    fn of(words: Vec<Word>) -> Self {
        Self {
            words,
            width: None,
            is_code: false,
            is_closest: false,
        }
    }
}

/// Returns the word that stands for a size in millimetres. It begins with a letter, so that no number is its beginning.
pub(crate) fn size_word(sides: [i64; 3]) -> String {
    let [width, depth, height] = sides;
    format!("x{width}x{depth}x{height}")
}

/// Returns the readings of a search: the first that finds something is what the shopper means. Empty without a word.
pub(crate) fn readings(term: &str) -> Vec<Wish> {
    let mut readings = Vec::new();
    let asked = Asked::read(term);
    let swapped = keyboard::in_other_alphabet(term).map(|swapped| Asked::read(&swapped));
    if let Some(size) = asked.size {
        let word = Word::new(size_word(size).chars().collect());
        let size = Wish::of(vec![word]);
        readings.push(Wish {
            is_code: true,
            ..size
        });
    }
    if asked.width.is_some() {
        let words = Wish::of(asked.all.clone());
        readings.push(Wish {
            is_code: true,
            ..words
        });
    }
    for asked in std::iter::once(&asked).chain(&swapped) {
        readings.extend(asked.exact());
    }
    for asked in std::iter::once(&asked).chain(&swapped) {
        readings.extend(asked.closest());
    }
    readings.retain(|wish| !wish.words.is_empty() || wish.width.is_some());
    readings
}

/// The parts of a search.
#[derive(Debug)]
struct Asked {
    /// All words, with the numbers.
    all: Vec<Word>,
    /// The words that tell what is wanted, without numbers of a size.
    words: Vec<Word>,
    /// In millimetres.
    width: Option<i64>,
    /// Width, depth and height in millimetres.
    size: Option<[i64; 3]>,
}

impl Asked {
    fn read(term: &str) -> Self {
        let all: Vec<Word> = query_words(term).into_iter().map(Word::new).collect();
        let (sides, rest) = take_size(term);
        let width = sides.first().copied();
        let told: Vec<Word> = query_words(&rest).into_iter().map(Word::new).collect();
        let telling: Vec<Word> = told
            .iter()
            .filter(|word| !FOLDED_STOP_WORDS.contains(&word.typed))
            .cloned()
            .collect();
        let words = if telling.is_empty() && width.is_none() {
            told
        } else {
            telling
        };
        Self {
            all,
            words,
            width,
            size: sides.try_into().ok(),
        }
    }

    /// Returns the readings that need all words, or a width near the wanted one.
    fn exact(&self) -> Vec<Wish> {
        let width = self.width.map(|width| Wish {
            width: Some(Width::About(width)),
            ..Wish::of(self.words.clone())
        });
        let words = Wish::of(if self.width.is_some() {
            self.all.clone()
        } else {
            self.words.clone()
        });
        width.into_iter().chain([words]).collect()
    }

    /// Returns the readings for products that come closest: of another width, then without one word, then with one word.
    fn closest(&self) -> Vec<Wish> {
        let width = self.width.map(Width::Nearest);
        let wish = |words: Vec<Word>| Wish {
            width,
            is_closest: true,
            ..Wish::of(words)
        };
        let mut wishes = Vec::new();
        if width.is_some() {
            wishes.push(wish(self.words.clone()));
        }
        if self.words.len() > 2 {
            for left_out in (0..self.words.len()).rev() {
                let mut words = self.words.clone();
                words.remove(left_out);
                wishes.push(wish(words));
            }
        }
        if self.words.len() > 1 {
            let telling = self.words.iter().filter(|word| {
                word.typed.len() >= MIN_TELLING && word.typed.iter().any(|letter| letter.is_alphabetic())
            });
            wishes.extend(telling.map(|word| wish(vec![word.clone()])));
        }
        wishes
    }
}

/// Returns the sides in millimetres of a size such as `150 × 60 × 210`, `240 sm` or `1800 мм`, the width first, and the
/// text without the size.
fn take_size(term: &str) -> (Vec<i64>, String) {
    let mut sides = Vec::new();
    let mut rest = Vec::new();
    let mut is_size = false;
    for word in split(term) {
        let Some((number, unit)) = number_with_unit(&word) else {
            let is_part =
                is_size && matches!(&*word, "x" | "х" | "×" | "*" | "sm" | "см" | "cm" | "mm" | "мм");
            if !is_part {
                is_size = false;
                rest.push(word);
            }
            continue;
        };
        match millimetres(number, unit) {
            Some(width) if sides.is_empty() => {
                sides.push(width);
                is_size = true;
            }
            // Depth and height stand after the width.
            _ if is_size => sides.push(i64::from(number) * 10),
            _ => rest.push(word),
        }
    }
    (sides, rest.join(" "))
}

/// Splits a text at spaces and between the numbers of a size such as `150x60`.
fn split(term: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut previous = ' ';
    for letter in term.to_lowercase().chars() {
        let is_sign =
            matches!(letter, '×' | '*') || (matches!(letter, 'x' | 'х') && previous.is_ascii_digit());
        if letter.is_whitespace() {
            parts.push(String::new());
        } else if is_sign {
            parts.push(letter.to_string());
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(letter);
        } else {
            parts.push(letter.to_string());
        }
        previous = letter;
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Parses a number with the unit that stands at its end, such as `240sm`.
fn number_with_unit(word: &str) -> Option<(u32, &str)> {
    let end = word
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(word.len());
    let (digits, unit) = word.split_at_checked(end)?;
    matches!(unit, "" | "sm" | "см" | "cm" | "mm" | "мм" | "," | "-lik" | "-ka")
        .then(|| Some((digits.parse().ok()?, unit)))
        .flatten()
}

/// Returns the millimetres of a number, if furniture has such a width.
fn millimetres(number: u32, unit: &str) -> Option<i64> {
    let is_in_millimetres = matches!(unit, "mm" | "мм") || number >= WIDTHS.end() * 2;
    let centimetres = if is_in_millimetres { number / 10 } else { number };
    let width = if is_in_millimetres {
        number
    } else {
        number.checked_mul(10)?
    };
    WIDTHS
        .contains(&centimetres)
        .then(|| Millimetres::try_from(width).ok())
        .flatten()
        .map(|width| i64::from(width.get()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(words: &[Word]) -> String {
        let words: Vec<String> = words.iter().map(|word| word.typed.iter().collect()).collect();
        words.join(" ")
    }

    #[test]
    fn numbers_are_widths() {
        for (term, width, words) in [
            ("шкаф 240", Some(2_400), "шкаф"),
            ("şkaf 240 sm", Some(2_400), "skaf"),
            ("wardrobe 2400mm", Some(2_400), "wardrobe"),
            ("150 × 60 × 210", Some(1_500), ""),
            ("150x60x210 şkaf", Some(1_500), "skaf"),
            ("150х60х210", Some(1_500), ""),
            ("150 x 60 sm skamya", Some(1_500), "skamya"),
            ("скамья шириной 120 см", Some(1_200), "скамья"),
            ("120", Some(1_200), ""),
            ("шкаф 3 двери", None, "шкаф 3 двери"),
            ("30000", None, "30000"),
            ("şkaf 18", None, "skaf 18"),
        ] {
            let asked = Asked::read(term);
            assert_eq!(asked.width, width, "{term}");
            assert_eq!(told(&asked.words), fold(words), "{term}");
        }
    }

    #[test]
    fn words_that_tell_nothing_are_left_out_if_others_remain() {
        assert_eq!(told(&Asked::read("скамья для сада").words), fold("скамья сада"));
        assert_eq!(told(&Asked::read("bench for the garden").words), "bench garden");
        assert_eq!(told(&Asked::read("the").words), "the");
    }

    #[test]
    fn a_code_is_read_before_a_width() {
        let readings = readings("SK-101");
        assert!(
            readings.first().is_some_and(|wish| wish.width.is_none()),
            "{readings:?}"
        );
        let spaced = super::readings("sk 101");
        let first = spaced.first().unwrap();
        assert!(first.is_code && first.width.is_none() && told(&first.words) == "sk 101");
        assert_eq!(spaced.get(1).unwrap().width, Some(Width::About(1_010)));
    }

    #[test]
    fn the_closest_come_last() {
        let readings = readings("садовая скамья дуб");
        let first_closest = readings.iter().position(|wish| wish.is_closest).unwrap();
        assert!(readings.iter().skip(first_closest).all(|wish| wish.is_closest));
        assert!(first_closest >= 1);
        assert!(super::readings(" ?! ").is_empty());
    }

    #[test]
    fn widths_from_four_fifths_to_five_fourths_are_accepted() {
        let about = Width::About(1_000);
        for (width, is_accepted) in [
            (0, false),
            (799, false),
            (800, true),
            (1_250, true),
            (1_251, false),
        ] {
            assert_eq!(about.accepts(width), is_accepted, "{width}");
        }
        assert!(Width::Nearest(1_000).accepts(5_000));
        assert!(!Width::Nearest(1_000).accepts(0));
    }
}
