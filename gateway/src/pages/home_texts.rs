//! Texts of the home page, the reviews and the questions, and pictures of the home page, which staff may change at the desk.
//!
//! Those of the translation files are in `screens.json`. Head, first view and structured data of a page have the changed ones, and
//! the page has them for the web app, which merges them into its texts before it renders (`web/src/lib/i18n/setup.ts`).

use std::collections::BTreeMap;

use kit::domain::{Language, LocalizedText};
use proto::content::v1::ListHomeTextsResponse;
use serde_json::json;

use super::{
    escape,
    first_view::{FirstView, Slots},
    head::Head,
    screens::{FAQ, HOME, SCREENS, Screen},
    structured_data,
};
use crate::{convert, routes::image::Image};

const ELEMENT_ID: &str = "storefront-texts";

/// Key of the first picture of the home page.
const HERO: &str = "HOME_PICTURE_HERO";

/// Keys of the texts that the head of the home page has.
const HOME_TITLE: &str = "HOME.PAGE_TITLE";
const HOME_DESCRIPTION: &str = "HOME.HERO_TEXT";

/// Returns the texts of the translation files by key.
pub(crate) fn standard_texts() -> &'static BTreeMap<String, LocalizedText> {
    &SCREENS.home_texts
}

/// Returns the URLs of the pictures that the web app has, by key.
pub(crate) fn standard_pictures() -> &'static BTreeMap<String, String> {
    &SCREENS.home_pictures
}

/// The texts and pictures that staff changed, by key.
#[derive(Debug, Default)]
pub(super) struct HomeTexts {
    texts: BTreeMap<String, LocalizedText>,
    pictures: BTreeMap<String, Image>,
}

impl From<&ListHomeTextsResponse> for HomeTexts {
    fn from(response: &ListHomeTextsResponse) -> Self {
        let changed = response.texts.iter();
        let pictures = changed
            .clone()
            .filter(|picture| standard_pictures().contains_key(&picture.key))
            .filter_map(|picture| Some((picture.key.clone(), picture.image.clone()?.into())));
        let texts = changed
            .filter(|text| standard_texts().contains_key(&text.key))
            .map(|text| (text.key.clone(), convert::localized(text.text.clone())));
        Self {
            texts: texts.collect(),
            pictures: pictures.collect(),
        }
    }
}

impl HomeTexts {
    /// Whether a screen shows some of the texts first.
    pub(super) fn are_shown_by(screen: &Screen) -> bool {
        screen.path == HOME || screen.path == FAQ
    }

    fn get(&self, key: &str, language: Language) -> &str {
        let text = self.texts.get(key).or_else(|| standard_texts().get(key));
        text.map_or("", |text| text.get(language))
    }

    /// Returns the slots of the first views, such as `t-HOME-HERO_TITLE`.
    pub(super) fn slots(&self, language: Language) -> Slots {
        let slot = |key: &String| {
            (
                format!("t-{}", key.replace('.', "-")),
                self.get(key, language).to_owned(),
            )
        };
        standard_texts().keys().map(slot).collect()
    }

    /// Writes the texts of a screen into its head.
    pub(super) fn describe(&self, head: &mut Head, screen: &Screen, language: Language) {
        if screen.path == HOME {
            if self.texts.contains_key(HOME_TITLE) {
                self.get(HOME_TITLE, language).clone_into(&mut head.title);
            }
            if self.texts.contains_key(HOME_DESCRIPTION) {
                self.get(HOME_DESCRIPTION, language)
                    .clone_into(&mut head.description);
            }
        } else if screen.path == FAQ {
            let questions = SCREENS.questions.iter().map(|question| {
                let answer = self.get(&question.answer, language);
                (self.get(&question.question, language), answer)
            });
            head.structured_data.push(structured_data::questions(questions));
        }
    }

    /// Returns the first view of the home page with the picture that staff chose for its head.
    pub(super) fn first_view(&self, screen: &Screen, language: Language) -> Option<FirstView> {
        let picture = self.pictures.get(HERO).filter(|_| screen.path == HOME)?;
        FirstView::home_with(language, &serde_json::to_value(picture).ok()?)
    }

    /// Returns the element with the changed texts of all languages and the changed pictures; empty without any.
    pub(super) fn html(&self) -> String {
        if self.texts.is_empty() && self.pictures.is_empty() {
            return String::new();
        }
        let in_language = |language: Language| -> BTreeMap<_, _> {
            let texts = self.texts.iter();
            texts.map(|(key, text)| (key, text.get(language))).collect()
        };
        let json = json!({
            "az": in_language(Language::Az),
            "ru": in_language(Language::Ru),
            "en": in_language(Language::En),
            "pictures": self.pictures,
        });
        escape::json_script("application/json", Some(ELEMENT_ID), &json.to_string())
    }
}

#[cfg(test)]
mod tests {
    use proto::{common::v1 as common, content::v1::HomeText};

    use super::*;

    fn changed(key: &str, text: &str) -> HomeTexts {
        let in_all = common::LocalizedText {
            az: format!("{text} az"),
            ru: format!("{text} ru"),
            en: format!("{text} en"),
        };
        HomeTexts::from(&ListHomeTextsResponse {
            texts: vec![HomeText {
                key: key.to_owned(),
                text: Some(in_all),
                version: 1,
                ..HomeText::default()
            }],
        })
    }

    #[test]
    fn slots_have_the_changed_texts_and_the_others() {
        let slots = changed("HOME.HERO_TITLE", "Oak").slots(Language::Ru);
        assert_eq!(slots["t-HOME-HERO_TITLE"], "Oak ru");
        let question = &standard_texts()["FAQ.WHERE"];
        assert_eq!(slots["t-FAQ-WHERE"], question.ru);
    }

    #[test]
    fn the_head_of_the_home_page_has_the_changed_texts() {
        let screen = SCREENS.get(HOME);
        for (key, title, description) in [
            (HOME_TITLE, "Oak en", "old"),
            (HOME_DESCRIPTION, "old", "Oak en"),
            ("HOME.VIEW_ALL", "old", "old"),
        ] {
            let mut head = Head {
                title: "old".to_owned(),
                description: "old".to_owned(),
                ..Head::default()
            };
            changed(key, "Oak").describe(&mut head, screen, Language::En);
            assert_eq!((&*head.title, &*head.description), (title, description), "{key}");
        }
    }

    #[test]
    fn the_questions_are_structured_data_in_their_order() {
        let mut head = Head::default();
        changed("FAQ.WARRANTY_ANSWER", "Ten years").describe(&mut head, SCREENS.get(FAQ), Language::Az);
        let data = &head.structured_data[0];
        assert_eq!(data["@type"], "FAQPage");
        let questions = data["mainEntity"].as_array().unwrap();
        assert_eq!(questions.len(), SCREENS.questions.len());
        assert_eq!(questions[0]["name"], standard_texts()["FAQ.WHERE"].az);
        assert_eq!(questions[1]["acceptedAnswer"]["text"], "Ten years az");
    }

    #[test]
    fn the_first_view_of_the_home_page_has_the_chosen_picture() {
        let chosen = |url: &str| {
            HomeTexts::from(&ListHomeTextsResponse {
                texts: vec![HomeText {
                    key: HERO.to_owned(),
                    image: Some(proto::content::v1::Image {
                        url: url.to_owned(),
                        width: 1024,
                        height: 640,
                        ..Default::default()
                    }),
                    ..HomeText::default()
                }],
            })
        };
        let home = SCREENS.get(HOME);
        let uploaded = chosen("/media/8b1a9953c4611296a827abf8c47804d7-768.webp");
        let views = r#"{"home-picture": "<img src='/{{1-picture}}-{{1-width}}.webp' width={{1-largest-width}} height={{1-largest-height}} alt='{{1-name}}'>"}"#;
        let views = crate::pages::first_view::FirstViews::parse(views, &Slots::new()).unwrap();
        let html = views.html(&uploaded.first_view(home, Language::Az).unwrap());
        assert_eq!(
            html.as_deref(),
            Some("<img src='/media/8b1a9953c4611296a827abf8c47804d7-768.webp' width=1024 height=640 alt=''>")
        );
        assert_eq!(uploaded.first_view(SCREENS.get(FAQ), Language::Az), None);
        for plain in [chosen("https://example.com/a.jpg"), HomeTexts::default()] {
            assert_eq!(plain.first_view(home, Language::Az), None);
        }
    }

    #[test]
    fn the_web_app_gets_the_changed_texts_alone() {
        assert_eq!(HomeTexts::default().html(), "");
        let picture = HomeTexts::from(&ListHomeTextsResponse {
            texts: vec![HomeText {
                key: "HOME_PICTURE_ABOUT".to_owned(),
                image: Some(proto::content::v1::Image {
                    url: "/media/a-768.webp".to_owned(),
                    ..Default::default()
                }),
                ..HomeText::default()
            }],
        });
        let html = picture.html();
        let picture =
            "\"HOME_PICTURE_ABOUT\":{\"color\":null,\"height\":0,\"imageUrl\":\"/media/a-768.webp\"";
        assert!(html.contains(picture), "{html}");
        assert_eq!(changed("CART.TITLE", "Cart").html(), "", "another page's text");
        let html = changed("HOME.HERO_TITLE", "</script>").html();
        assert!(
            html.contains("\"en\":{\"HOME.HERO_TITLE\":\"\\u003c/script> en\"}"),
            "{html}"
        );
    }
}
