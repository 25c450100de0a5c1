//! Creates or replaces the working hours of the shop, for the members who lead it.

use std::collections::BTreeSet;

use kit::{
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    failure::{Code, Failure},
    staff::StaffRole,
    validation::{FieldErrors, INVALID, REQUIRED, TOO_LONG},
};
use proto::content::v1::{self as pb, ContentKind, SaveShopHoursRequest, SaveShopHoursResponse};

use super::{State, validation};
use crate::{
    error::ContentError,
    events,
    opening::{ClockTime, Day, parse_date},
    publication::differences,
    save::Version,
    shop_hours::{Attributes, Holiday, Span, WeekDay},
    store,
};

/// Maximum number of days with hours of their own.
const MAX_HOLIDAYS: usize = 100;

/// Message key of an opening time that is not before the closing time.
const MIN_ABOVE_MAX: &str = "FIELD.MIN_ABOVE_MAX";

/// Number of days of a week.
const DAYS: usize = 7;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: SaveShopHoursRequest,
) -> Result<SaveShopHoursResponse, Failure> {
    let (attributes, expected) = decode(request)?;
    if let Actor::Member(member) = actor
        && !matches!(member.role, StaffRole::Owner | StaffRole::Manager)
    {
        return Err(Failure::with_reason(Code::Forbidden, "DESK.ROLE"));
    }
    change::run(&state.pool, async |connection| {
        let before = store::shop_hours::find(connection).await?;
        let version = expected.map_or(0, |version| version.0);
        if before.as_ref().map_or(0, |hours| hours.version.0) != version {
            return Err(Failure::from(ContentError::VersionConflict));
        }
        let saved = store::shop_hours::save(connection, version, &attributes, &actor.to_string())
            .await?
            .ok_or(ContentError::VersionConflict)?;
        let before = before.map(|hours| hours.attributes);
        let detail = differences(before.as_ref(), Some(&saved.attributes));
        let hours = pb::ShopHours::from(saved);
        events::content_changed(connection, ContentKind::ShopTerms, "").await?;
        events::hours_changed(connection, &hours).await?;
        let effect = Effect::audited(&actor, "SaveShopHours", "hours", detail);
        Ok(effect.with(SaveShopHoursResponse { hours: Some(hours) }))
    })
    .await
}

fn decode(request: SaveShopHoursRequest) -> Result<(Attributes, Option<Version>), Failure> {
    let hours = request
        .hours
        .ok_or_else(|| Failure::invalid_field("hours", REQUIRED))?;
    let mut errors = FieldErrors::default();
    let days = decode_days(&mut errors, &hours.days);
    let holidays = decode_holidays(&mut errors, hours.holidays);
    let expected = validation::expected_version(&mut errors, hours.version);
    errors.finish(Some((Attributes { days, holidays }, expected)))
}

/// Validates the seven days of the week, each once, and sorts them.
fn decode_days(errors: &mut FieldErrors, days: &[pb::WeekDay]) -> Vec<WeekDay> {
    errors.ensure(days.len() == DAYS, "days", INVALID);
    let mut seen = BTreeSet::new();
    let mut decoded = Vec::with_capacity(DAYS);
    for (index, day) in days.iter().take(DAYS).enumerate() {
        let mut nested = FieldErrors::default();
        let number = nested.check("day", Day::try_from(day.day));
        if let Some(number) = number {
            nested.ensure(seen.insert(number), "day", INVALID);
        }
        let hours = decode_span(&mut nested, &day.opens_at, &day.closes_at);
        decoded.extend(number.map(|day| WeekDay { day, hours }));
        errors.nest(&format!("days[{index}]"), nested);
    }
    decoded.sort_by_key(|day| day.day);
    decoded
}

/// Validates the holidays, each day once, and sorts them.
fn decode_holidays(errors: &mut FieldErrors, holidays: Vec<pb::Holiday>) -> Vec<Holiday> {
    errors.ensure(holidays.len() <= MAX_HOLIDAYS, "holidays", TOO_LONG);
    let mut seen = BTreeSet::new();
    let mut decoded = Vec::with_capacity(holidays.len());
    for (index, holiday) in holidays.into_iter().take(MAX_HOLIDAYS).enumerate() {
        let mut nested = FieldErrors::default();
        let on = nested.check("on", parse_date(&holiday.on));
        if let Some(on) = on {
            nested.ensure(seen.insert(on), "on", INVALID);
        }
        let hours = decode_span(&mut nested, &holiday.opens_at, &holiday.closes_at);
        let name = validation::localized::<0, 100>(&mut nested, "name", holiday.name);
        decoded.extend(on.map(|on| Holiday { on, hours, name }));
        errors.nest(&format!("holidays[{index}]"), nested);
    }
    decoded.sort_by_key(|holiday| holiday.on);
    decoded
}

/// Validates opening and closing time; `None` if both are empty.
fn decode_span(errors: &mut FieldErrors, opens_at: &str, closes_at: &str) -> Option<Span> {
    if opens_at.is_empty() && closes_at.is_empty() {
        return None;
    }
    let mut time = |field: &str, text: &str| {
        let time = match text {
            "" => Err(REQUIRED),
            text => ClockTime::parse(text),
        };
        errors.check(field, time)
    };
    let (opens_at, closes_at) = (time("from", opens_at), time("to", closes_at));
    let (opens_at, closes_at) = opens_at.zip(closes_at)?;
    errors.ensure(opens_at < closes_at, "from", MIN_ABOVE_MAX);
    Some(Span { opens_at, closes_at })
}

#[cfg(test)]
mod tests {
    use kit::{
        caller::{Caller, CallerKind, StaffMember},
        domain::{Language, UserId},
        grpc::client::on_behalf_of,
    };
    use proto::content::v1::{
        GetShopHoursRequest, GetShopTermsRequest, OpeningHours, ShopHours, ShopHoursChanged,
    };

    use super::*;
    use crate::testing::{
        Fixture, anonymous, fields, into_result, non_staff_callers, shop_terms, staff, text,
    };

    /// Hours on all days but Sunday, with a holiday and a short day.
    fn hours(version: i64) -> ShopHours {
        let day = |day, opens_at: &str, closes_at: &str| pb::WeekDay {
            day,
            opens_at: opens_at.to_owned(),
            closes_at: closes_at.to_owned(),
        };
        let holiday = |on: &str, opens_at: &str, closes_at: &str| pb::Holiday {
            on: on.to_owned(),
            opens_at: opens_at.to_owned(),
            closes_at: closes_at.to_owned(),
            name: Some(text("Bayram")),
        };
        ShopHours {
            days: (1..=6)
                .map(|number| day(number, "09:00", "18:00"))
                .chain([day(7, "", "")])
                .collect(),
            holidays: vec![
                holiday("2026-12-31", "10:00", "14:00"),
                holiday("2027-01-01", "", ""),
            ],
            version,
            ..ShopHours::default()
        }
    }

    async fn save(fixture: &Fixture, hours: ShopHours) -> Result<ShopHours, Failure> {
        let request = staff(SaveShopHoursRequest { hours: Some(hours) });
        let saved = into_result(fixture.client.clone().save_shop_hours(request).await)?;
        Ok(saved.hours.unwrap())
    }

    #[tokio::test]
    async fn the_terms_of_the_shop_have_the_hours_that_staff_set() {
        let fixture = Fixture::start().await;
        let shown = async || {
            let request = anonymous(GetShopHoursRequest {});
            let hours = fixture.client.clone().get_shop_hours(request).await.unwrap();
            hours.into_inner().hours.unwrap()
        };
        let usual = shown().await;
        assert_eq!((usual.version, usual.days.len(), usual.holidays.len()), (0, 7, 0));
        assert_eq!(
            (&*usual.days[0].opens_at, &*usual.days[6].closes_at),
            ("10:00", "18:00")
        );
        fixture.save_shop_terms(shop_terms()).await.unwrap();
        let of_terms = shown().await;
        assert_eq!(
            (&*of_terms.days[5].opens_at, &*of_terms.days[6].opens_at),
            ("11:00", "")
        );
        assert_eq!(of_terms.holidays[0].on, "2026-12-31");

        let mut unsorted = hours(0);
        unsorted.days.reverse();
        unsorted.holidays.reverse();
        let saved = save(&fixture, unsorted).await.unwrap();
        assert_eq!((saved.version, saved.changed_by.as_str()), (1, "operator"));
        assert_eq!(shown().await, hours(1));
        let request = anonymous(GetShopTermsRequest {});
        let terms = fixture.client.clone().get_shop_terms(request).await.unwrap();
        let terms = terms.into_inner().terms.unwrap();
        let open = |day| OpeningHours {
            day,
            opens_at: "09:00".to_owned(),
            closes_at: "18:00".to_owned(),
        };
        assert_eq!(terms.week, (1..=6).map(open).collect::<Vec<_>>());
        assert_eq!(terms.holidays, ["2027-01-01"], "the short day is a working day");

        for stale in [0, 2] {
            let failure = save(&fixture, hours(stale)).await.unwrap_err();
            assert_eq!(
                (failure.code, fields(&failure)),
                (Code::Conflict, vec![("version", "DESK.CHANGED")])
            );
        }
        save(&fixture, hours(1)).await.unwrap();
        let versions: Vec<_> = fixture.harness.published::<ShopHoursChanged>().await;
        assert_eq!(
            versions.iter().map(|event| event.version).collect::<Vec<_>>(),
            [1, 2]
        );
        assert_eq!(versions[0].days, hours(1).days);
    }

    #[tokio::test]
    async fn names_all_invalid_fields_and_rejects_other_callers() {
        let fixture = Fixture::start().await;
        let mut invalid = hours(0);
        invalid.days.pop();
        invalid.days[0].day = 2;
        invalid.days[2].closes_at = "09:00".to_owned();
        invalid.days[3].closes_at.clear();
        invalid.holidays[0].on = "2027-01-01".to_owned();
        invalid.holidays[1].opens_at = "9".to_owned();
        invalid.holidays[1].closes_at = "10:00".to_owned();
        let failure = save(&fixture, invalid).await.unwrap_err();
        assert_eq!(
            fields(&failure),
            [
                ("days", "FIELD.INVALID"),
                ("days[1].day", "FIELD.INVALID"),
                ("days[2].from", "FIELD.MIN_ABOVE_MAX"),
                ("days[3].to", "FIELD.REQUIRED"),
                ("holidays[1].on", "FIELD.INVALID"),
                ("holidays[1].from", "FIELD.INVALID"),
            ]
        );
        let mut many = hours(0);
        let holiday = many.holidays[0].clone();
        many.holidays = vec![holiday; MAX_HOLIDAYS + 1];
        let failure = save(&fixture, many).await.unwrap_err();
        assert_eq!(fields(&failure)[0], ("holidays", "FIELD.TOO_LONG"));
        let editor = Caller {
            kind: CallerKind::Staff(StaffMember {
                user: UserId::generate(),
                role: StaffRole::Editor,
                is_stepped_up: false,
            }),
            language: Language::En,
        };
        for (caller, code) in non_staff_callers().into_iter().chain([(editor, Code::Forbidden)]) {
            let request = on_behalf_of(
                &caller,
                SaveShopHoursRequest {
                    hours: Some(hours(0)),
                },
            );
            let failure = into_result(fixture.client.clone().save_shop_hours(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
    }
}
