//! JSON of projects.

use kit::domain::Language;
use proto::content::v1 as content;
use serde_json::{Value, json};

use crate::{
    convert,
    envelope::pages,
    routes::{image::Image, measures::Measures},
    words::ProjectCategory,
};

/// Furniture of a project, and the product that comes nearest to it.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ProjectPiece {
    /// Code of the product.
    product_code: String,
    /// Slug of the palette; null if unknown.
    color: Option<String>,
    /// Measures of the furniture, which may differ from those of the product; null if unknown.
    measures: Option<Measures>,
}

impl ProjectPiece {
    /// Returns the furniture; `None` if it names no product.
    pub(crate) fn new(piece: content::ProjectPiece) -> Option<Self> {
        (!piece.product_code.is_empty()).then(|| Self {
            product_code: piece.product_code,
            color: Some(piece.color).filter(|color| !color.is_empty()),
            measures: Measures::known([piece.width_mm, piece.depth_mm, piece.height_mm]),
        })
    }

    /// The OpenAPI example.
    pub(crate) fn example() -> Value {
        json!({"productCode": "MT-206", "color": "graphite",
            "measures": {"widthMm": 4200, "depthMm": 1800, "heightMm": 2300}})
    }
}

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
    /// Its furniture; null if no product is like it.
    piece: Option<ProjectPiece>,
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
            piece: project.piece.and_then(ProjectPiece::new),
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
            "category": "kitchen", "isLarge": true, "piece": ProjectPiece::example(),
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
            piece: Some(content::ProjectPiece {
                product_code: "BG-401".to_owned(),
                ..content::ProjectPiece::default()
            }),
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
            "piece",
        ];
        assert_eq!(names, expected.into());
        assert_eq!(json["title"], json["titleAz"]);
        assert_eq!(json["category"], "garden");
        assert_eq!(
            json["piece"],
            json!({"productCode": "BG-401", "color": null, "measures": null})
        );
        assert_eq!(
            json["image"],
            json!({"imageUrl": "/images/projects/gd-1/1-960.svg", "width": 960, "height": 720, "color": null, "placeholder": "#E7E2D8"})
        );
    }

    #[test]
    fn furniture_has_its_measures_and_no_product_is_null() {
        let piece = content::ProjectPiece {
            product_code: "BG-401".to_owned(),
            color: "oak".to_owned(),
            width_mm: 2_100,
            depth_mm: 600,
            height_mm: 890,
        };
        let shown = ProjectPiece::new(piece).unwrap();
        assert_eq!(
            serde_json::to_value(shown).unwrap(),
            json!({"productCode": "BG-401", "color": "oak",
                "measures": {"widthMm": 2_100, "depthMm": 600, "heightMm": 890}})
        );
        assert!(ProjectPiece::new(content::ProjectPiece::default()).is_none());
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
