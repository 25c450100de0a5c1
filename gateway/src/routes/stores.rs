//! `GET stores`.

use axum::extract::State;
use kit::domain::Language;
use proto::content::v1 as content;

use crate::{
    convert,
    error::ApiResult,
    extract::OptionalSession,
    routes::{cacheable::Cacheable, image::Image},
    state::AppState,
};

/// Store. Base texts are in the default language.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Store {
    /// UUID.
    #[schema(format = Uuid)]
    id: String,
    name: String,
    name_az: String,
    name_ru: String,
    name_en: String,
    address: String,
    address_az: String,
    address_ru: String,
    address_en: String,
    /// Opening hours, Monday to Friday.
    weekday_hours: String,
    weekday_hours_az: String,
    weekday_hours_ru: String,
    weekday_hours_en: String,
    /// Opening hours, Saturday and Sunday.
    weekend_hours: String,
    weekend_hours_az: String,
    weekend_hours_ru: String,
    weekend_hours_en: String,
    /// Phone number: `+` and digits.
    whatsapp: Option<String>,
    email: Option<String>,
    facebook: Option<String>,
    instagram: Option<String>,
    linkedin: Option<String>,
    /// URL of an embeddable map.
    map_url: Option<String>,
    images: Vec<Image>,
}

impl Store {
    fn new(store: content::Store, default: Language) -> Self {
        let name = convert::localized(store.name);
        let address = convert::localized(store.address);
        let weekday = convert::localized(store.weekday_hours);
        let weekend = convert::localized(store.weekend_hours);
        Self {
            id: store.id,
            name: convert::base_text(&name, default),
            name_az: name.az,
            name_ru: name.ru,
            name_en: name.en,
            address: convert::base_text(&address, default),
            address_az: address.az,
            address_ru: address.ru,
            address_en: address.en,
            weekday_hours: convert::base_text(&weekday, default),
            weekday_hours_az: weekday.az,
            weekday_hours_ru: weekday.ru,
            weekday_hours_en: weekday.en,
            weekend_hours: convert::base_text(&weekend, default),
            weekend_hours_az: weekend.az,
            weekend_hours_ru: weekend.ru,
            weekend_hours_en: weekend.en,
            whatsapp: convert::non_empty(store.whatsapp),
            email: convert::non_empty(store.email),
            facebook: convert::non_empty(store.facebook),
            instagram: convert::non_empty(store.instagram),
            linkedin: convert::non_empty(store.linkedin),
            map_url: convert::non_empty(store.map_url),
            images: store.images.into_iter().map(Image::from).collect(),
        }
    }
}

/// Stores and the brochure URL.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct StoreList {
    /// Always `true`.
    success: bool,
    /// Stores in display order, main store first.
    data: Vec<Store>,
    /// Always `null`.
    message: Option<String>,
    /// Brochure URL; null if none is configured.
    catalogue_url: Option<String>,
    /// Company, tax number and telephone, as on printed papers; empty if they are not configured.
    company: Vec<String>,
}

/// Lists the stores with addresses, opening hours and links, and the brochure URL.
#[utoipa::path(get, path = "/stores", tag = "content",
    responses((status = 200, body = StoreList, description = "Stores, at most 100",
        example = json!({
            "success": true, "message": null, "catalogueUrl": "https://example.com/catalogue",
            "company": ["Şəbəkə MMC", "VÖEN 1234567890"], "data": [{
                "id": "01936b2e-7c00-7000-8000-000000000001", "name": "Demo store", "nameAz": "Nümunə mağazası",
                "nameRu": "Пример магазина", "nameEn": "Demo store",
                "address": "1 Demo street, Baku", "addressAz": "Nümunə küçəsi 1, Bakı",
                "addressRu": "ул. Примерная 1, Баку", "addressEn": "1 Demo street, Baku",
                "weekdayHours": "10:00–19:00", "weekdayHoursAz": "10:00–19:00",
                "weekdayHoursRu": "10:00–19:00", "weekdayHoursEn": "10:00–19:00",
                "weekendHours": "11:00–18:00", "weekendHoursAz": "11:00–18:00",
                "weekendHoursRu": "11:00–18:00", "weekendHoursEn": "11:00–18:00",
                "whatsapp": "+994500000000", "email": "salam@example.com",
                "facebook": "https://facebook.com/example", "instagram": "https://instagram.com/example",
                "linkedin": null, "mapUrl": null, "images": []}]}))))]
pub(crate) async fn list_stores(
    State(state): State<AppState>,
    session: OptionalSession,
) -> ApiResult<Cacheable<StoreList>> {
    let response = state.clients.content.list_stores().await?;
    let stores = response.stores.iter().cloned();
    let list = StoreList {
        success: true,
        data: stores
            .map(|store| Store::new(store, state.default_language))
            .collect(),
        message: None,
        catalogue_url: convert::non_empty(response.catalogue_url.clone()),
        company: state.company_details.to_vec(),
    };
    Ok(Cacheable::new(&session, list).made_from(&response))
}

#[cfg(test)]
mod tests {
    use proto::common::v1::LocalizedText;
    use serde_json::json;

    use super::*;

    #[test]
    fn absent_values_are_null() {
        let store = content::Store {
            id: "0199a3a0-0000-7000-8000-000000000001".to_owned(),
            name: Some(LocalizedText {
                az: "Mağaza".to_owned(),
                ru: "Магазин".to_owned(),
                en: "Store".to_owned(),
            }),
            email: "salon@example.com".to_owned(),
            ..content::Store::default()
        };
        let json = serde_json::to_value(Store::new(store, Language::Az)).unwrap();
        assert_eq!(json["name"], "Mağaza");
        assert_eq!(json["nameRu"], "Магазин");
        assert_eq!(json["email"], "salon@example.com");
        for missing in ["whatsapp", "facebook", "instagram", "linkedin", "mapUrl"] {
            assert_eq!(json[missing], json!(null), "{missing}");
        }
        assert_eq!(json["images"], json!([]));
        assert_eq!(json.as_object().unwrap().len(), 1 + 4 * 4 + 6 + 1);
    }
}
