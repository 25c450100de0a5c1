//! The language of the response.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use http::{HeaderMap, header, request::Parts};
use kit::domain::Language;

use crate::state::AppState;

/// The negotiated language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RequestLanguage(pub(crate) Language);

impl FromRequestParts<AppState> for RequestLanguage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self(negotiate(&parts.headers, state.default_language)))
    }
}

/// Returns the supported language with the highest weight in `Accept-Language`, the first of equals.
pub(crate) fn negotiate(headers: &HeaderMap, default: Language) -> Language {
    let mut best = (0, default);
    let accepted = headers
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    for entry in accepted.split(',') {
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

/// Parses `q=0.8`, in thousandths.
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

    fn negotiated(header_value: &str) -> Language {
        let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, header_value.parse().unwrap())]);
        negotiate(&headers, Language::Az)
    }

    #[test]
    fn prefers_the_highest_weight() {
        assert_eq!(negotiated("ru"), Language::Ru);
        assert_eq!(negotiated("en-GB,en;q=0.9,ru;q=0.8"), Language::En);
        assert_eq!(negotiated("de,ru;q=0.5,en;q=0.75"), Language::En);
        assert_eq!(negotiated("RU-ru;q=0.3"), Language::Ru);
        assert_eq!(negotiated("en;q=0.5, ru;q=0.5"), Language::En);
    }

    #[test]
    fn falls_back_to_the_default() {
        for header_value in ["", "de,fr;q=0.5", "*", "en;q=0", "ru;q=x", ";;,,"] {
            assert_eq!(negotiated(header_value), Language::Az, "{header_value}");
        }
        assert_eq!(negotiate(&HeaderMap::new(), Language::Ru), Language::Ru);
    }
}
