//! Texts of a product in the languages of the shop: which are missing, and which are older than their source.

use std::collections::BTreeMap;

use kit::{
    domain::{Language, LocalizedText},
    search::fold,
};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::Differences;
use crate::product::Attributes;

kit::words! {
    /// Text of a product.
    pub(crate) enum TextField("ProductText") {
        /// Name.
        Name = "name",
        /// Description.
        Description = "description",
        /// Features, one per line.
        Features = "features",
        /// External dimensions.
        ExternalMeasurement = "externalMeasurement",
        /// Internal dimensions.
        InternalMeasurement = "internalMeasurement",
        /// Materials, one per line.
        Materials = "materials",
        /// Care, one advice per line.
        Care = "care",
        /// Contents of the boxes, one part per line.
        BoxContents = "boxContents",
    }
}

/// The language from which texts are translated.
pub(crate) const SOURCE: Language = Language::Az;

impl TextField {
    /// Returns the text of a product.
    pub(crate) const fn of(self, attributes: &Attributes) -> &LocalizedText {
        match self {
            Self::Name => &attributes.name,
            Self::Description => &attributes.description,
            Self::Features => &attributes.features,
            Self::ExternalMeasurement => &attributes.passive.external_measurement,
            Self::InternalMeasurement => &attributes.passive.internal_measurement,
            Self::Materials => &attributes.passive.materials,
            Self::Care => &attributes.passive.care,
            Self::BoxContents => &attributes.passive.box_contents,
        }
    }

    /// Returns the text of a product in a language, to change it.
    pub(crate) const fn of_mut(self, attributes: &mut Attributes, language: Language) -> &mut String {
        let text = match self {
            Self::Name => &mut attributes.name,
            Self::Description => &mut attributes.description,
            Self::Features => &mut attributes.features,
            Self::ExternalMeasurement => &mut attributes.passive.external_measurement,
            Self::InternalMeasurement => &mut attributes.passive.internal_measurement,
            Self::Materials => &mut attributes.passive.materials,
            Self::Care => &mut attributes.passive.care,
            Self::BoxContents => &mut attributes.passive.box_contents,
        };
        match language {
            Language::Az => &mut text.az,
            Language::Ru => &mut text.ru,
            Language::En => &mut text.en,
        }
    }

    /// Finds a text by the name of its field, such as `nameRu`.
    pub(crate) fn find(name: &str) -> Option<(Self, Language)> {
        let mut all = Self::ALL
            .into_iter()
            .flat_map(|field| Language::ALL.map(|language| (field, language)));
        all.find(|(field, language)| field_of(*field, *language) == name)
    }
}

/// Returns the name of the field of a text in a language, such as `nameRu`.
pub(crate) fn field_of(field: TextField, language: Language) -> String {
    let suffix = match language {
        Language::Az => "Az",
        Language::Ru => "Ru",
        Language::En => "En",
    };
    format!("{field}{suffix}")
}

/// Returns the texts that are missing: names, and texts that another language has.
pub(crate) fn missing(attributes: &Attributes) -> Vec<(TextField, Language)> {
    let mut missing = Vec::new();
    for field in TextField::ALL {
        let text = field.of(attributes);
        let is_needed =
            field == TextField::Name || Language::ALL.iter().any(|other| !text.get(*other).is_empty());
        missing.extend(
            Language::ALL
                .into_iter()
                .filter(|language| is_needed && text.get(*language).is_empty())
                .map(|language| (field, language)),
        );
    }
    missing
}

/// Returns the languages in which texts are missing.
pub(crate) fn incomplete_in(attributes: &Attributes) -> Vec<String> {
    let missing = missing(attributes);
    let languages = Language::ALL
        .into_iter()
        .filter(|language| missing.iter().any(|(_, other)| other == language));
    languages.map(|language| language.name().to_owned()).collect()
}

/// Returns the text by which lists are sorted by name.
pub(crate) fn search_name(name: &LocalizedText) -> String {
    fold(name.get(SOURCE))
}

/// Returns the text in which lists are searched: the code and the names.
pub(crate) fn search_text(code: &str, name: &LocalizedText) -> String {
    let names = Language::ALL.map(|language| fold(name.get(language)));
    format!("{}\n{}", fold(code), names.join("\n"))
}

/// By translation, such as `nameRu`: the text from which it was translated, if that has changed since.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct SourceChanges(BTreeMap<String, SourceChange>);

/// A source that changed after its translation was written or confirmed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SourceChange {
    /// The text that was translated.
    pub(crate) was: String,
    /// Author of the last change of the source.
    pub(crate) by: String,
    /// Time of that change.
    #[serde(with = "time::serde::rfc3339")]
    pub(crate) at: OffsetDateTime,
}

impl SourceChanges {
    /// Notes the sources that changed. A translation that was edited or confirmed belongs to the present source.
    pub(crate) fn update(
        &mut self,
        differences: &Differences,
        after: &Attributes,
        confirmed: &[String],
        author: &str,
        at: OffsetDateTime,
    ) {
        for field in TextField::ALL {
            let source = differences.get(&field_of(field, SOURCE));
            for language in Language::ALL.into_iter().filter(|language| *language != SOURCE) {
                let name = field_of(field, language);
                let is_empty = field.of(after).get(language).is_empty();
                if is_empty || differences.contains_key(&name) || confirmed.contains(&name) {
                    self.0.remove(&name);
                    continue;
                }
                let Some((before, _)) = source else { continue };
                let was = before.as_str().unwrap_or_default();
                if let Some(change) = self.0.get_mut(&name) {
                    author.clone_into(&mut change.by);
                    change.at = at;
                } else if !was.is_empty() {
                    let (was, by) = (was.to_owned(), author.to_owned());
                    self.0.insert(name, SourceChange { was, by, at });
                }
            }
        }
        // A source that is as it was translated needs no other translation.
        self.0.retain(|name, change| {
            TextField::find(name).is_some_and(|(field, _)| field.of(after).get(SOURCE) != change.was)
        });
    }

    /// Returns the translations whose source changed.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&String, &SourceChange)> {
        self.0.iter()
    }
}
