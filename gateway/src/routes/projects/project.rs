//! JSON of projects.

use kit::domain::Language;
use proto::content::v1 as content;
use serde_json::{Value, json};

use crate::{convert, envelope::pages, routes::image::Image, words::ProjectCategory};

/// Portfolio project. Base texts are in the default language.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Project {
    /// Positive integer.
    id: i64,
    title: String,
    title_az: String,
    title_ru: String,
    title_en: String,
    description: String,
    description_az: String,
    description_ru: String,
    description_en: String,
    /// Path relative to the site root, or an https URL.
    image_url: String,
    /// Image of `imageUrl` with its size.
    image: Image,
    /// Project category; null if unknown to the gateway.
    category: Option<ProjectCategory>,
    /// Whether the project takes a double grid cell.
    is_large: bool,
}

impl Project {
    pub(crate) fn new(project: content::Project, default: Language) -> Self {
        let category = ProjectCategory::of_optional_number(project.category);
        let title = convert::localized(project.title);
        let description = convert::localized(project.description);
        let image = project.image.unwrap_or_default();
        Self {
            id: project.id,
            title: convert::base_text(&title, default),
            title_az: title.az,
            title_ru: title.ru,
            title_en: title.en,
            description: convert::base_text(&description, default),
            description_az: description.az,
            description_ru: description.ru,
            description_en: description.en,
            image_url: image.url.clone(),
            image: image.into(),
            category,
            is_large: project.is_large,
        }
    }

    /// Converts several projects.
    pub(crate) fn list(projects: &[content::Project], default: Language) -> Vec<Self> {
        let projects = projects.iter().cloned();
        projects.map(|project| Self::new(project, default)).collect()
    }

    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({
            "id": 1, "title": "A flat by the sea", "titleAz": "Dənizkənarı mənzil", "titleRu": "Квартира у моря",
            "titleEn": "A flat by the sea", "description": "A kitchen of whitened oak.",
            "descriptionAz": "Ağ palıddan mətbəx.", "descriptionRu": "Кухня из белёного дуба.",
            "descriptionEn": "A kitchen of whitened oak.", "imageUrl": "/images/projects/pr-1/1-960.webp",
            "image": {"imageUrl": "/images/projects/pr-1/1-960.webp", "width": 960, "height": 720,
                "color": null, "placeholder": "#E7E2D8"},
            "category": "kitchen", "isLarge": true,
        })
    }
}

/// Page of projects.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ProjectPage {
    /// Projects of the page.
    data: Vec<Project>,
    /// Total number of projects.
    total_records: i64,
    /// Number of pages; 0 if there are no entries.
    total_pages: i64,
}

impl ProjectPage {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({"data": [Project::example()], "totalRecords": 1, "totalPages": 1})
    }

    /// Creates a page of at most `size` projects.
    pub(crate) fn new(data: Vec<Project>, total_records: i64, size: u32) -> Self {
        Self {
            data,
            total_records,
            total_pages: pages(total_records, size),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use proto::common::v1::LocalizedText;

    fn project() -> content::Project {
        let text = |text: &str| {
            Some(LocalizedText {
                az: format!("{text} az"),
                ru: format!("{text} ru"),
                en: format!("{text} en"),
            })
        };
        content::Project {
            id: 3,
            code: "GD-1".to_owned(),
            title: text("title"),
            description: text("description"),
            image: Some(content::Image {
                url: "/images/projects/gd-1/1-960.svg".to_owned(),
                width: 960,
                height: 720,
                placeholder: "#E7E2D8".to_owned(),
                ..content::Image::default()
            }),
            category: content::ProjectCategory::Garden.into(),
            is_large: true,
            position: 1,
            version: 1,
            publication: None,
        }
    }

    #[test]
    fn serializes_exactly_the_public_fields() {
        let json = serde_json::to_value(Project::new(project(), Language::Az)).unwrap();
        let names: BTreeSet<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
        let expected = [
            "id",
            "title",
            "titleAz",
            "titleRu",
            "titleEn",
            "description",
            "descriptionAz",
            "descriptionRu",
            "descriptionEn",
            "imageUrl",
            "image",
            "category",
            "isLarge",
        ];
        assert_eq!(names, expected.into());
        assert_eq!(json["title"], json["titleAz"]);
        assert_eq!(json["category"], "garden");
        assert_eq!(
            json["image"],
            json!({"imageUrl": "/images/projects/gd-1/1-960.svg", "width": 960, "height": 720, "color": null, "placeholder": "#E7E2D8"})
        );
    }

    #[test]
    fn pages_have_their_projects_in_data() {
        let page = ProjectPage::new(Project::list(&[project()], Language::En), 11, 10);
        let json = serde_json::to_value(page).unwrap();
        assert_eq!(
            (&json["totalRecords"], &json["totalPages"]),
            (&json!(11), &json!(2))
        );
        assert_eq!(json["data"][0]["id"], 3);
    }
}
