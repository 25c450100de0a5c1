//! What the heads of the pages say, in three languages.
//!
//! They are files of their own, because descriptions stand nowhere in the web app, and because a gateway without a
//! built web app must start too. Titles are those that the web app gives its tabs; a test holds the two together.

use std::{collections::BTreeMap, sync::LazyLock};

use kit::domain::Language;
use serde::Deserialize;

use crate::routes::projects::category::ProjectCategory;

static AZ: LazyLock<HeadTexts> = LazyLock::new(|| parse(include_str!("texts/az.json")));
static RU: LazyLock<HeadTexts> = LazyLock::new(|| parse(include_str!("texts/ru.json")));
static EN: LazyLock<HeadTexts> = LazyLock::new(|| parse(include_str!("texts/en.json")));

/// The screen that is shown where there is none.
pub(super) const NOT_FOUND: &str = "404";

/// The texts of one language.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeadTexts {
    /// The first step of every path.
    pub(super) home: String,
    /// What a category's page is about, `{name}` in it.
    category: String,
    /// The categories of projects by their name in addresses.
    projects: BTreeMap<String, String>,
    screens: BTreeMap<String, ScreenTexts>,
}

/// The texts of one screen.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScreenTexts {
    pub(super) title: String,
    /// Empty for screens that nobody should find.
    pub(super) description: String,
}

/// The tests hold the files to be whole.
fn parse(json: &str) -> HeadTexts {
    serde_json::from_str(json).unwrap_or_default()
}

/// The texts of a language.
pub(super) fn of(language: Language) -> &'static HeadTexts {
    match language {
        Language::Az => &AZ,
        Language::Ru => &RU,
        Language::En => &EN,
    }
}

impl HeadTexts {
    /// A screen's texts, by its address in the web app's own table.
    pub(super) fn screen(&self, screen: &str) -> &ScreenTexts {
        static NONE: ScreenTexts = ScreenTexts {
            title: String::new(),
            description: String::new(),
        };
        self.screens.get(screen).unwrap_or(&NONE)
    }

    /// The name of a category of projects.
    pub(super) fn project_category(&self, category: ProjectCategory) -> &str {
        self.projects.get(category.name()).map_or("", String::as_str)
    }

    /// What the page of a category of products is about.
    pub(super) fn of_category(&self, name: &str) -> String {
        self.category.replace("{name}", name)
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use serde_json::Value;

    use super::*;

    #[test]
    fn every_language_has_texts_for_the_same_screens() {
        let screens = |language| of(language).screens.keys().collect::<BTreeSet<_>>();
        assert!(screens(Language::En).len() > 10);
        for language in Language::ALL {
            let texts = of(language);
            assert_eq!(screens(language), screens(Language::En), "{language}");
            assert!(!texts.home.is_empty());
            assert!(texts.category.contains("{name}"), "{language}");
            assert!(
                texts.projects.keys().eq(["garden", "kitchen", "wardrobe"]),
                "{language}"
            );
            for (screen, own) in &texts.screens {
                assert!(!own.title.is_empty(), "{language} {screen}");
                let english = &EN.screens[screen];
                assert_eq!(
                    own.description.is_empty(),
                    english.description.is_empty(),
                    "{language} {screen}"
                );
                assert!(own.description.chars().count() <= 160, "{language} {screen}");
            }
        }
    }

    #[test]
    fn titles_are_those_of_the_web_app() {
        for language in Language::ALL {
            let file = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join(format!("../web/public/assets/i18n/{language}.json"));
            let texts: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
            assert_eq!(of(language).home, texts["NAV"]["HOME"]);
            for (screen, group, key) in [
                ("/shop", "SHOP", "TITLE"),
                ("/search", "SEARCH", "TITLE"),
                ("/about-us", "NAV", "ABOUT"),
                ("/contact-us", "NAV", "CONTACT"),
                ("/faq", "NAV", "FAQ"),
                ("/delivery-terms", "NAV", "DELIVERY"),
                ("/projects", "NAV", "PROJECTS"),
                ("/cart", "CART", "TITLE"),
                ("/checkout", "CHECKOUT", "TITLE"),
                ("/order-confirmation", "CONFIRMATION", "TITLE"),
                ("/account", "ACCOUNT", "TITLE"),
                ("/login", "AUTH", "SIGN_IN"),
                ("/register", "AUTH", "REGISTER"),
                ("/forgot-password", "AUTH", "FORGOT"),
                ("/reset-password", "AUTH", "RESET"),
                (NOT_FOUND, "NOT_FOUND", "TITLE"),
            ] {
                assert_eq!(
                    of(language).screen(screen).title,
                    texts[group][key],
                    "{language} {screen}"
                );
            }
        }
    }
}
