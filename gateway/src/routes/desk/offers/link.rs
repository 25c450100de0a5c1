//! `GET offers/{id}/link`.

use axum::extract::State;
use kit::{
    domain::{Language, Phone},
    vocabulary::ProtobufWord as _,
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proto::inquiry::v1::GetOfferLinkRequest;
use serde_json::{Value, json};

use super::{NOT_FOUND, offer::or_present};
use crate::{
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{PathOf, RecordId},
    openapi::ErrorResponse,
    state::AppState,
};

/// Link of the customer's page.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct OfferLink {
    /// Address of the page.
    url: String,
    /// Token of the page.
    token: String,
    /// Link that opens a chat of `WhatsApp` with a prepared text; `null` without a phone.
    whatsapp_url: Option<String>,
}

impl OfferLink {
    fn example() -> Value {
        let token = "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg";
        json!({"url": format!("https://shop.example/ru/offer#{token}"), "token": token,
            "whatsappUrl": "https://wa.me/994500123456?text=%D0%97%D0%B4%D1%80%D0%B0%D0%B2%D1%81%D1%82%D0%B2%D1%83%D0%B9%D1%82%D0%B5"})
    }
}

/// Returns the link of the customer's page.
#[utoipa::path(get, path = "/offers/{id}/link", tag = "desk",
    params(("id" = String, Path, description = "Id of the revision")), security(("desk" = [])),
    responses((status = 200, body = Envelope<OfferLink>, description = "Link",
        example = json!(Envelope::new(OfferLink::example()))),
        ErrorResponse::<409>))]
pub(crate) async fn get_offer_link(
    State(state): State<AppState>,
    member: Member,
    id: PathOf<RecordId>,
) -> ApiResult<Envelope<OfferLink>> {
    let offer_id = id.get(NOT_FOUND)?.to_string();
    let request = member.request(GetOfferLinkRequest {
        offer_id: offer_id.clone(),
    });
    let link = state.clients.offers.clone().get_offer_link(request).await;
    let link = or_present(&state, &member, &offer_id, link).await?;
    let language = Language::known(link.language).unwrap_or(state.default_language);
    let url = format!("{}/{}/offer#{}", state.public_origin, language.name(), link.token);
    let text = whatsapp_text(language, &link.customer_name, &link.number, &url);
    Ok(Envelope::new(OfferLink {
        whatsapp_url: whatsapp_url(&link.customer_phone, &text),
        token: link.token,
        url,
    }))
}

/// Returns the link that opens a chat with the text; `None` without a phone number.
pub(in crate::routes::desk) fn whatsapp_url(phone: &str, text: &str) -> Option<String> {
    let number = Phone::parse(phone).ok()?;
    let digits = number.as_str().trim_start_matches('+');
    let text = utf8_percent_encode(text, NON_ALPHANUMERIC);
    Some(format!("https://wa.me/{digits}?text={text}"))
}

/// Returns the prepared text. A wiped customer has no name.
fn whatsapp_text(language: Language, name: &str, number: &str, url: &str) -> String {
    let name = match name.trim() {
        "" => String::new(),
        name => format!(", {name}"),
    };
    match language {
        Language::Az => format!("Salam{name}! Sizin üçün hazırladığımız {number} təklifi: {url}"),
        Language::Ru => format!("Здравствуйте{name}! Мы подготовили для вас предложение {number}: {url}"),
        Language::En => format!("Hello{name}! We have prepared your offer {number}: {url}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chat_opens_with_the_encoded_text() {
        let text = whatsapp_text(
            Language::En,
            "Rauf",
            "ST-0M4K7Q2X",
            "https://a.az/en/offer#ST-0M4K7Q2X.k3",
        );
        assert_eq!(
            whatsapp_url("+994500123456", &text).as_deref(),
            Some(
                "https://wa.me/994500123456?text=Hello%2C%20Rauf%21%20We%20have%20prepared%20your%20offer%20\
                 ST%2D0M4K7Q2X%3A%20https%3A%2F%2Fa%2Eaz%2Fen%2Foffer%23ST%2D0M4K7Q2X%2Ek3"
            )
        );
    }

    #[test]
    fn the_chat_opens_with_the_normal_form_of_a_phone_only() {
        for phone in ["+994 (0)50 012-34-56", "050 012 34 56", "00994500123456"] {
            let url = whatsapp_url(phone, "Salam");
            assert_eq!(
                url.as_deref(),
                Some("https://wa.me/994500123456?text=Salam"),
                "{phone}"
            );
        }
        for text in [
            "",
            "12",
            "call 500123456 after 18:00",
            "+994500123456 or +994500000000",
        ] {
            assert_eq!(whatsapp_url(text, "Salam"), None, "{text:?}");
        }
    }

    #[test]
    fn a_customer_without_a_name_is_greeted() {
        for language in [Language::Az, Language::Ru, Language::En] {
            let text = whatsapp_text(language, " ", "ST-0M4K7Q2X", "https://a.az");
            assert!(text.contains("ST-0M4K7Q2X"));
            assert!(!text.contains(" ,") && !text.contains(",!"), "{text}");
        }
    }
}
