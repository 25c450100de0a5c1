//! In which language a visitor wants to be answered.

use http::{HeaderMap, header};
use kit::domain::Language;

/// The language that `Accept-Language` wants most among ours; the first of equals.
pub(crate) fn negotiate(headers: &HeaderMap, default: Language) -> Language {
    let mut best = (0, default);
    let wanted = headers
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    for entry in wanted.split(',') {
        let (tag, parameters) = entry.split_once(';').unwrap_or((entry, ""));
        let primary = tag
            .trim()
            .split('-')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        let Ok(language) = primary.parse::<Language>() else {
            continue;
        };
        let weight = weight(parameters);
        if weight > best.0 {
            best = (weight, language);
        }
    }
    best.1
}

/// `q=0.8` in thousandths.
fn weight(parameters: &str) -> u32 {
    let Some(quality) = parameters
        .split(';')
        .find_map(|part| part.trim().strip_prefix("q="))
    else {
        return 1_000;
    };
    match quality.trim().split_once('.') {
        Some(("0", digits)) if digits.len() <= 3 => format!("{digits:0<3}").parse().unwrap_or(0),
        Some(("1", _)) => 1_000,
        None if quality.trim() == "1" => 1_000,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(header_value: &str) -> Language {
        let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, header_value.parse().unwrap())]);
        negotiate(&headers, Language::Az)
    }

    #[test]
    fn the_most_wanted_of_ours_is_chosen() {
        assert_eq!(chosen("ru"), Language::Ru);
        assert_eq!(chosen("en-GB,en;q=0.9,ru;q=0.8"), Language::En);
        assert_eq!(chosen("de,ru;q=0.5,en;q=0.75"), Language::En);
        assert_eq!(chosen("RU-ru;q=0.3"), Language::Ru);
        assert_eq!(chosen("en;q=0.5, ru;q=0.5"), Language::En);
    }

    #[test]
    fn who_wants_none_of_ours_gets_the_default() {
        for header_value in ["", "de,fr;q=0.5", "*", "en;q=0", "ru;q=x", ";;,,"] {
            assert_eq!(chosen(header_value), Language::Az, "{header_value}");
        }
        assert_eq!(negotiate(&HeaderMap::new(), Language::Ru), Language::Ru);
    }
}
