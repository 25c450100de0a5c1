//! Working hours of the shop.

use axum::extract::State;
use kit::validation::FieldErrors;
use proto::content::v1::{
    GetShopHoursRequest, Holiday as HolidayMessage, SaveShopHoursRequest, ShopHours as Message, WeekDay,
};
use serde_json::{Value, json};

use super::record::{self, localized};
use crate::{
    convert::{self, Instant},
    desk::{Member, is_stale, present_on_conflict},
    envelope::Envelope,
    error::ApiResult,
    extract::{Input, Json, Optional},
    openapi::ErrorResponse,
    people::{Names, Person},
    state::AppState,
};

/// Working hours of the shop. Times and dates are in Asia/Baku.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DeskHours {
    /// The seven days of the week, ascending.
    days: Vec<DayHours>,
    /// Days with hours of their own, ascending.
    holidays: Vec<Holiday>,
    /// 0 = staff has not set them.
    version: i64,
    /// Author of the last change; `null` without one.
    changed_by: Option<Person>,
    /// RFC 3339; `null` without a change.
    changed_at: Option<Instant>,
}

/// Hours on a day of the week.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DayHours {
    /// 1 = Monday to 7 = Sunday.
    #[schema(minimum = 1, maximum = 7)]
    day: u32,
    /// Opening time, `HH:MM`; `null` = closed.
    from: Option<String>,
    /// Closing time, `HH:MM`; `null` = closed.
    to: Option<String>,
}

/// Day with hours of its own.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Holiday {
    #[schema(value_type = time::Date)]
    on: String,
    /// Opening time, `HH:MM`; `null` = closed.
    from: Option<String>,
    /// Closing time, `HH:MM`; `null` = closed.
    to: Option<String>,
    /// May be empty.
    name_az: String,
    /// May be empty.
    name_ru: String,
    /// May be empty.
    name_en: String,
}

impl DeskHours {
    fn new(hours: Message, names: &Names) -> Self {
        let days = hours.days.into_iter().map(|day| DayHours {
            day: day.day,
            from: convert::non_empty(day.opens_at),
            to: convert::non_empty(day.closes_at),
        });
        let holidays = hours.holidays.into_iter().map(|holiday| {
            let name = convert::localized(holiday.name);
            Holiday {
                on: holiday.on,
                from: convert::non_empty(holiday.opens_at),
                to: convert::non_empty(holiday.closes_at),
                name_az: name.az,
                name_ru: name.ru,
                name_en: name.en,
            }
        });
        Self {
            days: days.collect(),
            holidays: holidays.collect(),
            version: hours.version,
            changed_by: names.person(&hours.changed_by),
            changed_at: convert::moment(hours.changed_at),
        }
    }

    /// The OpenAPI example.
    fn example() -> Value {
        let open = |day| json!({"day": day, "from": "10:00", "to": "20:00"});
        let days: Vec<_> = (1..=6)
            .map(open)
            .chain([json!({"day": 7, "from": null, "to": null})])
            .collect();
        json!({
            "days": days,
            "holidays": [{"on": "2027-01-01", "from": null, "to": null, "nameAz": "Yeni il", "nameRu": "Новый год",
                "nameEn": "New Year"}],
            "version": 1, "changedBy": Person::example(), "changedAt": "2026-11-23T10:14:00Z",
        })
    }
}

/// Working hours to save.
#[request]
#[derive(Debug)]
pub(crate) struct SaveHours {
    /// Version that the caller saw; 0 = staff has not set them.
    version: Input<i64>,
    /// The seven days of the week, each once.
    days: Input<Vec<DayInput>>,
    /// At most 100 days, each once.
    holidays: Optional<Vec<HolidayInput>>,
}

/// Hours on a day of the week to save.
#[request]
#[derive(Debug, Clone)]
pub(crate) struct DayInput {
    /// 1 = Monday to 7 = Sunday.
    day: Input<i64>,
    /// Opening time, `HH:MM`; `null` = closed.
    from: Optional<String>,
    /// Closing time, `HH:MM`; `null` = closed.
    to: Optional<String>,
}

/// Day with hours of its own to save.
#[request]
#[derive(Debug, Clone)]
pub(crate) struct HolidayInput {
    /// `YYYY-MM-DD`.
    on: Input<String>,
    /// Opening time, `HH:MM`; `null` = closed.
    from: Optional<String>,
    /// Closing time, `HH:MM`; `null` = closed.
    to: Optional<String>,
    /// At most 100 characters.
    name_az: Optional<String>,
    /// At most 100 characters.
    name_ru: Optional<String>,
    /// At most 100 characters.
    name_en: Optional<String>,
}

/// Returns the working hours of the shop.
#[utoipa::path(get, path = "/content/hours", tag = "desk", security(("desk" = [])),
    responses((status = 200, body = Envelope<DeskHours>, description = "Hours",
        example = json!(Envelope::new(DeskHours::example())))))]
pub(crate) async fn get_desk_hours(
    State(state): State<AppState>,
    member: Member,
) -> ApiResult<Envelope<DeskHours>> {
    Ok(Envelope::new(fetch(&state, &member).await?))
}

/// Sets the working hours of the shop, for owners and managers. Promises and minutes that are counted stay.
#[utoipa::path(put, path = "/content/hours", tag = "desk", security(("desk" = [], "xsrf" = [])),
    request_body(content = SaveHours, example = json!({"version": 0, "days": [{"day": 1, "from": "10:00", "to": "20:00"}],
        "holidays": [{"on": "2027-01-01", "from": null, "to": null, "nameAz": "Yeni il", "nameRu": "Новый год",
            "nameEn": "New Year"}]})),
    responses((status = 200, body = Envelope<DeskHours>, description = "Hours",
        example = json!(Envelope::new(DeskHours::example()))), ErrorResponse::<409>))]
pub(crate) async fn save_desk_hours(
    State(state): State<AppState>,
    member: Member,
    Json(body): Json<SaveHours>,
) -> ApiResult<Envelope<DeskHours>> {
    let mut errors = FieldErrors::default();
    let version = record::version(&mut errors, body.version);
    let days = body.days.required(&mut errors, "days").unwrap_or_default();
    let holidays = body
        .holidays
        .optional(&mut errors, "holidays")
        .unwrap_or_default();
    let days = days.into_iter().enumerate().map(|(index, day)| {
        let mut nested = FieldErrors::default();
        let number = day.day.required(&mut nested, "day");
        let message = WeekDay {
            day: convert::number(&mut nested, "day", number).unwrap_or_default(),
            opens_at: day.from.text(&mut nested, "from"),
            closes_at: day.to.text(&mut nested, "to"),
        };
        errors.nest(&format!("days[{index}]"), nested);
        message
    });
    let days = days.collect();
    let holidays = holidays.into_iter().enumerate().map(|(index, holiday)| {
        let mut nested = FieldErrors::default();
        let name = [holiday.name_az, holiday.name_ru, holiday.name_en];
        let message = HolidayMessage {
            on: holiday.on.required(&mut nested, "on").unwrap_or_default(),
            opens_at: holiday.from.text(&mut nested, "from"),
            closes_at: holiday.to.text(&mut nested, "to"),
            name: Some(localized(&mut nested, "name", name)),
        };
        errors.nest(&format!("holidays[{index}]"), nested);
        message
    });
    let holidays = holidays.collect();
    errors.into_result()?;
    let request = member.request(SaveShopHoursRequest {
        hours: Some(Message {
            days,
            holidays,
            version,
            ..Message::default()
        }),
    });
    let saved = state.clients.content.rpcs.clone().save_shop_hours(request).await;
    let saved = present_on_conflict(saved, is_stale, || fetch(&state, &member)).await?;
    let hours = saved.into_inner().hours.unwrap_or_default();
    Ok(Envelope::new(named(&state, &member, hours).await))
}

async fn fetch(state: &AppState, member: &Member) -> ApiResult<DeskHours> {
    let request = member.request(GetShopHoursRequest {});
    let response = state.clients.content.rpcs.clone().get_shop_hours(request).await?;
    let hours = response.into_inner().hours.unwrap_or_default();
    Ok(named(state, member, hours).await)
}

async fn named(state: &AppState, member: &Member, hours: Message) -> DeskHours {
    let names = record::names(state, member, vec![hours.changed_by.clone()]).await;
    DeskHours::new(hours, &names)
}
