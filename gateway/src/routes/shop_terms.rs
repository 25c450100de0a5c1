//! `GET shop-terms`.

use axum::extract::State;
use proto::content::v1 as content;

use crate::{
    convert::{self, Amount},
    envelope::Envelope,
    error::ApiResult,
    extract::OptionalSession,
    routes::cacheable::Cacheable,
    state::AppState,
};

/// Terms of the shop. Times and dates are in Asia/Baku.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct ShopTerms {
    /// Areas in display order.
    delivery: Vec<DeliveryArea>,
    /// Time of day, `HH:MM`; an order after it counts from the next working day.
    cut_off: String,
    /// Working days to make a piece to order, from the agreed drawing.
    made_to_order_days: u32,
    /// Working days of the week in ascending order; the shop is closed on other days.
    week: Vec<OpeningHours>,
    /// Further days on which the shop is closed, in ascending order.
    #[schema(value_type = Vec<time::Date>)]
    holidays: Vec<String>,
    /// Null if instalments are not offered.
    instalment: Option<Instalment>,
    /// Months of warranty on each piece; null if the shop states none.
    warranty_months: Option<u32>,
    /// Days within which an unused piece from stock is taken back; 0 = none is; null if the shop does not state it. Pieces made
    /// to order or in an own size are not taken back, except for defects.
    return_days: Option<u32>,
    /// Whether the price includes carrying each piece to its room, on any floor; null if the shop does not state it.
    carried_in: Option<bool>,
}

/// Area to which the shop delivers.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeliveryArea {
    /// Unique among the areas.
    code: String,
    name_az: String,
    name_ru: String,
    name_en: String,
    /// Earliest and latest delivery in working days; 0 is the same day.
    working_days: [u32; 2],
}

/// Opening hours on a day of the week.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct OpeningHours {
    /// 1 = Monday to 7 = Sunday.
    #[schema(minimum = 1, maximum = 7)]
    day: u32,
    /// Opening time, `HH:MM`.
    from: String,
    /// Closing time, `HH:MM`.
    to: String,
}

/// Terms of paying in instalments.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Instalment {
    /// Number of monthly payments.
    #[schema(minimum = 2)]
    months: u32,
    /// Smallest price that can be paid in instalments, in AZN.
    least_total: Amount,
    /// Fee in whole percent of the price.
    fee_percent: u32,
    /// Means of payment.
    text_az: String,
    text_ru: String,
    text_en: String,
}

impl From<content::ShopTerms> for ShopTerms {
    fn from(terms: content::ShopTerms) -> Self {
        let week = terms.week.into_iter();
        Self {
            delivery: terms.delivery.into_iter().map(DeliveryArea::from).collect(),
            cut_off: terms.cut_off,
            made_to_order_days: terms.made_to_order_days,
            week: week.map(OpeningHours::from).collect(),
            holidays: terms.holidays,
            instalment: terms.instalment.map(Instalment::from),
            warranty_months: terms.warranty_months,
            return_days: terms.return_days,
            carried_in: terms.is_carried_in,
        }
    }
}

impl From<content::DeliveryArea> for DeliveryArea {
    fn from(area: content::DeliveryArea) -> Self {
        let name = convert::localized(area.name);
        Self {
            code: area.code,
            name_az: name.az,
            name_ru: name.ru,
            name_en: name.en,
            working_days: [area.earliest_working_days, area.latest_working_days],
        }
    }
}

impl From<content::OpeningHours> for OpeningHours {
    fn from(hours: content::OpeningHours) -> Self {
        Self {
            day: hours.day,
            from: hours.opens_at,
            to: hours.closes_at,
        }
    }
}

impl From<content::Instalment> for Instalment {
    fn from(instalment: content::Instalment) -> Self {
        let text = convert::localized(instalment.text);
        Self {
            months: instalment.months,
            least_total: convert::amount(instalment.least_total_minor),
            fee_percent: instalment.fee_percent,
            text_az: text.az,
            text_ru: text.ru,
            text_en: text.en,
        }
    }
}

/// Returns the terms of delivery, the opening hours and the terms of instalments; null if the shop has not set them.
#[utoipa::path(get, path = "/shop-terms", tag = "content",
    responses((status = 200, body = Envelope<Option<ShopTerms>>, description = "Terms",
        example = json!({"success": true, "message": null, "data": {
            "delivery": [{"code": "baku", "nameAz": "Bakı, Sumqayıt", "nameRu": "Баку, Сумгаит",
                "nameEn": "Baku, Sumgait", "workingDays": [2, 3]}],
            "cutOff": "16:00", "madeToOrderDays": 20,
            "week": [{"day": 1, "from": "10:00", "to": "20:00"}], "holidays": ["2026-12-31"],
            "instalment": {"months": 12, "leastTotal": 300, "feePercent": 0, "textAz": "Taksit kartı ilə",
                "textRu": "По карте рассрочки", "textEn": "With an instalment card"},
            "warrantyMonths": 60, "returnDays": 14, "carriedIn": true}}))))]
pub(crate) async fn get_shop_terms(
    State(state): State<AppState>,
    session: OptionalSession,
) -> ApiResult<Cacheable<Envelope<Option<ShopTerms>>>> {
    let response = state.clients.content.get_shop_terms().await?;
    let terms = response.terms.clone().map(ShopTerms::from);
    Ok(Cacheable::new(&session, Envelope::new(terms)).made_from(&response))
}
