//! Languages and localized texts.

use proto::common::v1 as common;

/// A language of the shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// Azerbaijani.
    Az,
    /// Russian.
    Ru,
    /// English.
    #[default]
    En,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 3] = [Self::Az, Self::Ru, Self::En];

    /// Returns the ISO 639-1 code: `az`, `ru` or `en`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Az => "az",
            Self::Ru => "ru",
            Self::En => "en",
        }
    }
}

/// Error of parsing a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected az, ru or en")]
pub struct UnknownLanguage;

impl std::str::FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Self, UnknownLanguage> {
        Self::ALL
            .into_iter()
            .find(|language| language.code() == code)
            .ok_or(UnknownLanguage)
    }
}

impl std::fmt::Display for Language {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.code())
    }
}

impl From<Language> for common::Language {
    fn from(language: Language) -> Self {
        match language {
            Language::Az => Self::Az,
            Language::Ru => Self::Ru,
            Language::En => Self::En,
        }
    }
}

/// A text in each language of the shop.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct LocalizedText {
    /// Azerbaijani.
    pub az: String,
    /// Russian.
    pub ru: String,
    /// English.
    pub en: String,
}

impl LocalizedText {
    /// Returns the text in a language.
    pub fn get(&self, language: Language) -> &str {
        match language {
            Language::Az => &self.az,
            Language::Ru => &self.ru,
            Language::En => &self.en,
        }
    }
}

impl From<LocalizedText> for common::LocalizedText {
    fn from(text: LocalizedText) -> Self {
        Self {
            az: text.az,
            ru: text.ru,
            en: text.en,
        }
    }
}

impl From<common::LocalizedText> for LocalizedText {
    fn from(text: common::LocalizedText) -> Self {
        Self {
            az: text.az,
            ru: text.ru,
            en: text.en,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_only_lower_case_codes() {
        for language in Language::ALL {
            assert_eq!(language.code().parse(), Ok(language));
        }
        assert_eq!("AZ".parse::<Language>(), Err(UnknownLanguage));
        assert_eq!("tr".parse::<Language>(), Err(UnknownLanguage));
    }
}
