//! The rule book in words.

mod design;

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use crate::{
    board::{Board, Finish},
    cell::Cell,
    check::Check,
    number::half,
    parts::Place,
};

pub use self::design::{bays, confirm_size, cost_line, detail, family, sentence, size};

/// Language of the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Azerbaijani.
    Az,
    /// Russian.
    Ru,
    /// English.
    En,
}

/// A text in Azerbaijani, Russian and English.
type Text = [String; 3];

#[derive(Deserialize)]
#[serde(untagged)]
enum Reason {
    Plain(Text),
    /// For a value below the limit, and above it.
    ByLimit {
        least: Text,
        most: Text,
    },
}

#[derive(Default, Deserialize)]
struct Texts {
    parts: HashMap<String, Text>,
    boards: HashMap<String, Text>,
    fittings: HashMap<String, Text>,
    /// Words of the workshop's papers.
    workshop: HashMap<String, Text>,
    checks: HashMap<String, Reason>,
    work: HashMap<String, Text>,
}

// A test reads the file: it is never empty.
static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| serde_json::from_str(include_str!("../data/texts.json")).unwrap_or_default());

impl Language {
    fn of<T>(self, [az, ru, en]: [T; 3]) -> T {
        match self {
            Self::Az => az,
            Self::Ru => ru,
            Self::En => en,
        }
    }

    fn text(self, [az, ru, en]: &Text) -> &str {
        self.of([az, ru, en])
    }
}

/// Formats tenths with at most one decimal.
fn tenths(tenths: i64, language: Language) -> String {
    let (whole, rest) = (tenths / 10, tenths % 10);
    if rest == 0 {
        return whole.to_string();
    }
    let comma = language.of([',', ',', '.']);
    format!("{whole}{comma}{rest}")
}

/// Formats a length in centimetres, without the unit.
pub fn centimetres(millimetres: i64, language: Language) -> String {
    tenths(millimetres, language)
}

/// Returns the reason of a check; empty for one that the texts do not have.
pub fn check(check: &Check, language: Language) -> String {
    let text = match TEXTS.checks.get(check.key) {
        None => return String::new(),
        Some(Reason::Plain(text)) => text,
        Some(Reason::ByLimit { least, most }) => {
            if check.value < check.limit {
                least
            } else {
                most
            }
        }
    };
    let figure = |figure: Option<i64>| match (figure, check.key) {
        (None, _) => String::new(),
        (Some(count), "bays.many") => count.to_string(),
        (Some(grams), key) if key.ends_with("heavy") => tenths(half(grams, 100), language),
        (Some(length), _) => centimetres(length, language),
    };
    let bay = check.at.map(|bay| (bay + 1).to_string()).unwrap_or_default();
    language
        .text(text)
        .replace("{value}", &figure(check.value))
        .replace("{limit}", &figure(check.limit))
        .replace("{n}", &bay)
}

/// Returns a text by its key; empty for a key that the texts do not have.
fn named(texts: &'static HashMap<String, Text>, key: &str, language: Language) -> &'static str {
    texts.get(key).map_or("", |text| language.text(text))
}

/// Returns the name of a part by its key, such as `side`.
pub fn part(key: &str, language: Language) -> &'static str {
    named(&TEXTS.parts, key, language)
}

/// Returns the name of a board with its thickness.
pub fn board(board: Board, language: Language) -> &'static str {
    named(&TEXTS.boards, board.name(), language)
}

/// Returns the name of a fitting by its key, such as `runner-550`.
pub fn fitting(key: &str, language: Language) -> String {
    match key.strip_prefix("runner-") {
        Some(length) => named(&TEXTS.fittings, "runner", language).replace("{value}", length),
        None => named(&TEXTS.fittings, key, language).to_owned(),
    }
}

/// Returns a text of the workshop's papers by its key.
pub(crate) fn workshop(key: &str, language: Language) -> &'static str {
    named(&TEXTS.workshop, key, language)
}

/// Returns the place of a part: a bay as `B2`, a carcass by its number if there are several.
pub fn place(place: Place, carcasses: usize, language: Language) -> String {
    let body = || workshop("body", language);
    match place {
        Place::Bay(index) => format!("{}{}", workshop("bay", language), index + 1),
        Place::Slide(index) => format!("{} {}", workshop("door", language), index + 1),
        Place::Carcass(index) if carcasses > 1 => format!("{} {}", body(), index + 1),
        Place::Carcass(_) | Place::Whole => body().to_owned(),
    }
}

/// Returns the name of a finish.
pub fn finish(finish: Finish, language: Language) -> &'static str {
    language.of(match finish {
        Finish::White => ["ağ", "белый", "white"],
        Finish::Sand => ["qum rəngi", "песочный", "sand"],
        Finish::Graphite => ["qrafit", "графит", "graphite"],
        Finish::Oak => ["palıd", "дуб", "oak"],
        Finish::Ash => ["göyrüş", "ясень", "ash"],
        Finish::Walnut => ["qoz", "орех", "walnut"],
        Finish::SmokedOak => ["hisli palıd", "дымчатый дуб", "smoked oak"],
        Finish::Sage => ["adaçayı yaşılı", "шалфей", "sage"],
        Finish::Forest => ["meşə yaşılı", "лесной зелёный", "forest green"],
        Finish::Terracotta => ["terrakota", "терракота", "terracotta"],
        Finish::Black => ["qara", "чёрный", "black"],
    })
}

/// Returns the name of a cell of a price book.
pub fn cell(cell: Cell, language: Language) -> String {
    let board = |of| board(of, language);
    let own = match cell {
        Cell::Vat => ["ƏDV, %", "НДС, %", "VAT, %"],
        Cell::Band => ["Aralıq, ± %", "Вилка, ± %", "Band, ± %"],
        Cell::RoundTo => ["Yuvarlaqlaşdırma", "Округление", "Rounding"],
        Cell::EdgeWaste => ["Kənarın itkisi, %", "Отход кромки, %", "Waste of edging, %"],
        Cell::BoardMarkup => ["Lövhəyə əlavə, %", "Наценка на плиты, %", "Markup of boards, %"],
        Cell::FittingMarkup => [
            "Furnitura əlavə, %",
            "Наценка на фурнитуру, %",
            "Markup of fittings, %",
        ],
        Cell::WorkMarkup => ["İşə əlavə, %", "Наценка на работу, %", "Markup of work, %"],
        Cell::Sheet(of) => {
            let sheet = language.of(["vərəq", "лист", "sheet"]);
            return format!("{}: {sheet}", board(of));
        }
        Cell::Waste(of) => {
            let waste = language.of(["itki", "отход", "waste"]);
            return format!("{}: {waste}", board(of));
        }
        Cell::Edging(of) => {
            let edging = language.of(["kənar, m", "кромка, м", "edging, m"]);
            return format!("{}: {edging}", board(of));
        }
        Cell::Finish(of, slug) => {
            let known = Finish::ALL.iter().find(|known| known.name() == slug);
            let colour = known.map_or(slug, |known| finish(*known, language));
            return format!("{}: {colour}", board(of));
        }
        Cell::Fitting(key) => return fitting(key, language),
        Cell::Work(key) => return named(&TEXTS.work, key, language).to_owned(),
    };
    language.of(own).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::{FITTINGS, ORDER};

    #[test]
    fn each_cell_has_a_name_of_its_own_in_each_language() {
        for language in [Language::Az, Language::Ru, Language::En] {
            let mut names = std::collections::HashSet::new();
            for of in Cell::all() {
                let name = cell(of, language);
                assert!(!name.is_empty() && !name.contains('{'), "{name}");
                assert!(names.insert(name.clone()), "{name}");
            }
        }
        let runner = Cell::Fitting("runner-450");
        assert_eq!(cell(runner, Language::En), "Ball runners, 450 mm, pair");
        assert_eq!(TEXTS.boards.len(), 7);
    }

    #[test]
    fn each_check_has_a_reason_in_each_language() {
        let reason = |key, value, limit| Check {
            key,
            level: crate::Level::Error,
            at: Some(2),
            value: Some(value),
            limit: Some(limit),
            fixes: Vec::new(),
        };
        assert_eq!(TEXTS.checks.len(), 41);
        let span = reason("shelf.span", 955, 900);
        assert_eq!(
            check(&span, Language::En),
            "Bay 3: a shelf of 95.5 cm sags, up to 90 cm is fine."
        );
        assert!(check(&span, Language::Az).contains("95,5 sm"));
        let heavy = reason("door.heavy", 27_449, 27_000);
        assert!(check(&heavy, Language::En).contains("27.4 kg"));
        let narrow = reason("range.width", 300, 400);
        assert_eq!(check(&narrow, Language::En), "The width is 40 cm at least.");
        for language in [Language::Az, Language::Ru, Language::En] {
            for key in TEXTS.checks.keys() {
                let key: &'static str = key.as_str();
                let text = check(&reason(key, 1, 2), language);
                assert!(!text.is_empty() && !text.contains('{'), "{key}: {text}");
            }
        }
    }

    #[test]
    fn each_part_board_and_fitting_has_a_name_in_each_language() {
        for language in [Language::Az, Language::Ru, Language::En] {
            assert!(ORDER.iter().all(|key| !part(key, language).is_empty()));
            assert!(Board::ALL.iter().all(|one| !board(*one, language).is_empty()));
            for key in FITTINGS {
                let name = fitting(key, language);
                assert!(!name.is_empty() && !name.contains('{'), "{key}: {name}");
            }
        }
        assert!(fitting("runner-550", Language::En).contains("550 mm"));
        assert_eq!(place(Place::Bay(1), 1, Language::Az), "B2");
        assert_eq!(place(Place::Carcass(0), 1, Language::En), "body");
        assert_eq!(place(Place::Carcass(1), 2, Language::Ru), "корпус 2");
    }
}
