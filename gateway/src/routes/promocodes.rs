//! `GET promocodes`.

use axum::extract::State;
use proto::content::v1 as content;

use crate::{
    convert, envelope::Envelope, error::ApiResult, extract::OptionalSession, routes::cacheable::Cacheable,
    state::AppState,
};

/// Banner text.
#[response]
#[derive(Debug, Clone)]
#[expect(clippy::struct_field_names, reason = "names of the public API")]
pub(crate) struct Promo {
    text_az: String,
    text_ru: String,
    text_en: String,
}

impl From<content::Promo> for Promo {
    fn from(promo: content::Promo) -> Self {
        let text = convert::localized(promo.text);
        Self {
            text_az: text.az,
            text_ru: text.ru,
            text_en: text.en,
        }
    }
}

/// Lists the banner texts in display order.
#[utoipa::path(get, path = "/promocodes", tag = "content",
    responses((status = 200, body = Envelope<Vec<Promo>>, description = "Banner texts, at most 100",
        example = json!({"success": true, "message": null, "data": [{
            "textAz": "Bakı daxilində çatdırılma pulsuzdur", "textRu": "Доставка по Баку бесплатна",
            "textEn": "Free delivery in Baku"}]}))))]
pub(crate) async fn list_promocodes(
    State(state): State<AppState>,
    session: OptionalSession,
) -> ApiResult<Cacheable<Envelope<Vec<Promo>>>> {
    let response = state.clients.content.list_promos().await?;
    let promos = response.promos.iter().cloned().map(Promo::from).collect();
    Ok(Cacheable::new(&session, Envelope::new(promos)).made_from(&response))
}
