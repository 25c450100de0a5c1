//! Languages and localized texts.

use proto::common::v1 as common;

crate::words! {
    /// Language of the shop.
    #[derive(Default)]
    pub enum Language("Language"): common::Language {
        /// Azerbaijani.
        Az = "az",
        /// Russian.
        Ru = "ru",
        /// English.
        #[default]
        En = "en",
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
