//! Creates or updates the shop's terms, for staff.

use std::collections::BTreeSet;

use kit::{
    caller::StaffCaller,
    change::{self, Effect},
    domain::{Money, Percent},
    failure::Failure,
    validation::{FieldErrors, INVALID, OUT_OF_RANGE, REQUIRED, TOO_LONG},
};
use proto::content::v1::{self as pb, ContentKind, SaveOutcome, SaveShopTermsRequest, SaveShopTermsResponse};
use sqlx::PgConnection;
use time::Date;

use super::{State, validation};
use crate::{
    error::ContentError,
    events,
    opening::{ClockTime, Day, OpeningHours, parse_date},
    save::{Existing, Outcome, Version, plan},
    shop_terms::{
        Attributes, DeliveryArea, Instalment, MadeToOrderDays, Months, Promises, ReturnDays, ShopTerms,
        WarrantyMonths, WorkingDays,
    },
    store,
};

/// Maximum number of delivery areas.
const MAX_AREAS: usize = 50;

/// Maximum number of holidays.
const MAX_HOLIDAYS: usize = 366;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: SaveShopTermsRequest,
) -> Result<SaveShopTermsResponse, Failure> {
    let keep_existing = request.keep_existing;
    let (attributes, expected_version) = decode(request)?;
    change::run(&state.pool, async |connection| {
        let (terms, outcome) = save(connection, &attributes, expected_version, keep_existing).await?;
        let areas = terms.attributes.delivery.iter();
        let detail = serde_json::json!({
            "delivery": areas.map(|area| &area.code).collect::<Vec<_>>(),
            "instalment": terms.attributes.instalment.is_some(),
            "version": terms.version.0,
        });
        let effect = Effect::audited(&actor, "SaveShopTerms", "shop-terms", detail);
        Ok(effect.with(SaveShopTermsResponse {
            terms: Some(terms.into()),
            outcome: SaveOutcome::from(outcome).into(),
        }))
    })
    .await
}

fn decode(request: SaveShopTermsRequest) -> Result<(Attributes, Option<Version>), Failure> {
    let terms = request
        .terms
        .ok_or_else(|| Failure::invalid_field("terms", REQUIRED))?;
    let mut errors = FieldErrors::default();
    let promises = decode_promises(&mut errors, &terms);
    let delivery = decode_delivery(&mut errors, terms.delivery);
    let cut_off = errors.check("cutOff", ClockTime::parse(&terms.cut_off));
    let made_to_order_days = MadeToOrderDays::try_from(terms.made_to_order_days);
    let made_to_order_days = errors.check("madeToOrderDays", made_to_order_days);
    let week = decode_week(&mut errors, &terms.week);
    let holidays = decode_holidays(&mut errors, &terms.holidays);
    let instalment = terms
        .instalment
        .and_then(|instalment| decode_instalment(&mut errors, instalment));
    let expected_version = validation::expected_version(&mut errors, terms.version);
    let (cut_off, made_to_order_days) = errors.finish((cut_off, made_to_order_days))?;
    let attributes = Attributes {
        delivery,
        cut_off,
        made_to_order_days,
        week,
        holidays,
        instalment,
        promises,
    };
    Ok((attributes, expected_version))
}

/// Validates what the shop promises with each piece.
fn decode_promises(errors: &mut FieldErrors, terms: &pb::ShopTerms) -> Promises {
    let warranty_months = terms.warranty_months.map(WarrantyMonths::try_from).transpose();
    let return_days = terms.return_days.map(ReturnDays::try_from).transpose();
    Promises {
        warranty_months: errors.check("warrantyMonths", warranty_months).flatten(),
        return_days: errors.check("returnDays", return_days).flatten(),
        is_carried_in: terms.is_carried_in,
    }
}

/// Validates the areas; their codes must differ.
fn decode_delivery(errors: &mut FieldErrors, areas: Vec<pb::DeliveryArea>) -> Vec<DeliveryArea> {
    errors.ensure(areas.len() <= MAX_AREAS, "delivery", TOO_LONG);
    let mut codes = BTreeSet::new();
    let mut decoded = Vec::with_capacity(areas.len());
    for (index, area) in areas.into_iter().enumerate() {
        let mut nested = FieldErrors::default();
        let code = validation::code(&mut nested, &area.code, false);
        nested.ensure(codes.insert(code.clone()), "code", INVALID);
        let name = validation::localized::<1, 100>(&mut nested, "name", area.name);
        let working_days = WorkingDays::new(area.earliest_working_days, area.latest_working_days);
        if let Some(working_days) = nested.check("workingDays", working_days) {
            decoded.push(DeliveryArea {
                code,
                name,
                working_days,
            });
        }
        errors.nest(&format!("delivery[{index}]"), nested);
    }
    decoded
}

/// Validates the opening hours of at least one day, and sorts them by day; the days must differ.
fn decode_week(errors: &mut FieldErrors, week: &[pb::OpeningHours]) -> Vec<OpeningHours> {
    errors.ensure(!week.is_empty(), "week", REQUIRED);
    let mut days = BTreeSet::new();
    let mut decoded = Vec::with_capacity(week.len());
    for (index, hours) in week.iter().enumerate() {
        let mut nested = FieldErrors::default();
        let day = nested.check("day", Day::try_from(hours.day));
        if let Some(day) = day {
            nested.ensure(days.insert(day), "day", INVALID);
        }
        let opens_at = nested.check("from", ClockTime::parse(&hours.opens_at));
        let closes_at = nested.check("to", ClockTime::parse(&hours.closes_at));
        if let Some((opens_at, closes_at)) = opens_at.zip(closes_at) {
            nested.ensure(opens_at < closes_at, "to", OUT_OF_RANGE);
            decoded.extend(day.map(|day| OpeningHours {
                day,
                opens_at,
                closes_at,
            }));
        }
        errors.nest(&format!("week[{index}]"), nested);
    }
    decoded.sort_by_key(|hours| hours.day);
    decoded
}

/// Validates the holidays and sorts them; a repeated one is kept once.
fn decode_holidays(errors: &mut FieldErrors, holidays: &[String]) -> Vec<Date> {
    errors.ensure(holidays.len() <= MAX_HOLIDAYS, "holidays", TOO_LONG);
    let dates: BTreeSet<_> = holidays
        .iter()
        .enumerate()
        .filter_map(|(index, text)| errors.check(format!("holidays[{index}]"), parse_date(text)))
        .collect();
    dates.into_iter().collect()
}

fn decode_instalment(errors: &mut FieldErrors, instalment: pb::Instalment) -> Option<Instalment> {
    let mut nested = FieldErrors::default();
    let months = nested.check("months", Months::try_from(instalment.months));
    let least_total = Money::from_minor(instalment.least_total_minor).map_err(|_| OUT_OF_RANGE);
    let least_total = nested.check("leastTotal", least_total);
    let fee = Percent::try_from(instalment.fee_percent).map_err(|_| OUT_OF_RANGE);
    let fee = nested.check("feePercent", fee);
    let text = validation::localized::<1, 100>(&mut nested, "text", instalment.text);
    errors.nest("instalment", nested);
    let ((months, least_total), fee) = months.zip(least_total).zip(fee)?;
    Some(Instalment {
        months,
        least_total,
        fee,
        text,
    })
}

async fn save(
    connection: &mut PgConnection,
    attributes: &Attributes,
    expected_version: Option<Version>,
    keep_existing: bool,
) -> Result<(ShopTerms, Outcome), Failure> {
    let existing = store::shop_terms::lock(connection).await?;
    let outcome = plan(
        existing.as_ref().map(|terms| terms.version),
        expected_version,
        Existing::of(keep_existing, false),
    )?;
    let terms = match (outcome, existing) {
        (Outcome::Kept, Some(existing)) => return Ok((existing, outcome)),
        (Outcome::Changed, _) => store::shop_terms::update(connection, attributes).await?,
        (Outcome::Created | Outcome::Kept, _) => store::shop_terms::insert(connection, attributes)
            .await?
            .ok_or(ContentError::VersionConflict)?,
    };
    events::content_changed(connection, ContentKind::ShopTerms, "").await?;
    Ok((terms, outcome))
}

#[cfg(test)]
mod tests {
    use kit::{failure::Code, grpc::client::on_behalf_of};
    use proto::content::v1::ContentChanged;

    use super::*;
    use crate::testing::{Fixture, fields, into_result, non_staff_callers, shop_terms, staff};

    #[tokio::test]
    async fn creates_then_changes_then_keeps() {
        let fixture = Fixture::start().await;
        let created = fixture.save_shop_terms(shop_terms()).await.unwrap();
        assert_eq!(created.outcome(), SaveOutcome::Created);
        let other = pb::ShopTerms {
            delivery: Vec::new(),
            cut_off: "17:30".to_owned(),
            instalment: None,
            warranty_months: None,
            return_days: Some(0),
            is_carried_in: Some(false),
            ..shop_terms()
        };
        let changed = fixture.save_shop_terms(other.clone()).await.unwrap();
        assert_eq!(changed.outcome(), SaveOutcome::Changed);
        assert_eq!(changed.terms, Some(pb::ShopTerms { version: 2, ..other }));
        let request = staff(SaveShopTermsRequest {
            terms: Some(shop_terms()),
            keep_existing: true,
        });
        let kept = into_result(fixture.client.clone().save_shop_terms(request).await).unwrap();
        assert_eq!((kept.outcome(), kept.terms), (SaveOutcome::Kept, changed.terms));
        let events = fixture.harness.published::<ContentChanged>().await;
        assert_eq!(events.len(), 2);
        assert_eq!(
            fixture.audit_log().await,
            ["operator SaveShopTerms shop-terms"; 3]
        );

        let stale = pb::ShopTerms {
            version: 1,
            ..shop_terms()
        };
        let failure = fixture.save_shop_terms(stale).await.unwrap_err();
        assert_eq!(failure.code, Code::Conflict);
    }

    #[tokio::test]
    async fn sorts_days_and_holidays() {
        let fixture = Fixture::start().await;
        let sorted = shop_terms();
        let mixed = pb::ShopTerms {
            week: sorted.week.iter().rev().cloned().collect(),
            holidays: ["2027-01-01", "2026-12-31", "2027-01-01"]
                .map(str::to_owned)
                .into(),
            ..shop_terms()
        };
        let saved = fixture.save_shop_terms(mixed).await.unwrap().terms.unwrap();
        assert_eq!(saved.week, sorted.week);
        assert_eq!(saved.holidays, ["2026-12-31", "2027-01-01"]);
    }

    #[tokio::test]
    async fn names_all_invalid_fields_and_rejects_other_callers() {
        let fixture = Fixture::start().await;
        let mut invalid = shop_terms();
        invalid.delivery.push(pb::DeliveryArea {
            name: None,
            earliest_working_days: 4,
            ..invalid.delivery[0].clone()
        });
        invalid.cut_off = "25:00".to_owned();
        invalid.made_to_order_days = 0;
        invalid.week[1].day = 1;
        invalid.week[1].closes_at = "11:00".to_owned();
        invalid.holidays.push("tomorrow".to_owned());
        invalid.instalment = Some(pb::Instalment {
            months: 1,
            least_total_minor: -1,
            fee_percent: 100,
            text: None,
        });
        invalid.warranty_months = Some(0);
        invalid.return_days = Some(366);
        let failure = fixture.save_shop_terms(invalid).await.unwrap_err();
        assert_eq!(
            fields(&failure),
            [
                ("warrantyMonths", "FIELD.OUT_OF_RANGE"),
                ("returnDays", "FIELD.OUT_OF_RANGE"),
                ("delivery[1].code", "FIELD.INVALID"),
                ("delivery[1].nameAz", "FIELD.REQUIRED"),
                ("delivery[1].nameRu", "FIELD.REQUIRED"),
                ("delivery[1].nameEn", "FIELD.REQUIRED"),
                ("delivery[1].workingDays", "FIELD.OUT_OF_RANGE"),
                ("cutOff", "FIELD.INVALID"),
                ("madeToOrderDays", "FIELD.OUT_OF_RANGE"),
                ("week[1].day", "FIELD.INVALID"),
                ("week[1].to", "FIELD.OUT_OF_RANGE"),
                ("holidays[1]", "FIELD.INVALID"),
                ("instalment.months", "FIELD.OUT_OF_RANGE"),
                ("instalment.leastTotal", "FIELD.OUT_OF_RANGE"),
                ("instalment.feePercent", "FIELD.OUT_OF_RANGE"),
                ("instalment.textAz", "FIELD.REQUIRED"),
                ("instalment.textRu", "FIELD.REQUIRED"),
                ("instalment.textEn", "FIELD.REQUIRED"),
            ]
        );
        let closed = pb::ShopTerms {
            week: Vec::new(),
            ..shop_terms()
        };
        let failure = fixture.save_shop_terms(closed).await.unwrap_err();
        assert_eq!(fields(&failure), [("week", "FIELD.REQUIRED")]);
        for (caller, code) in non_staff_callers() {
            let request = SaveShopTermsRequest {
                terms: Some(shop_terms()),
                keep_existing: false,
            };
            let request = on_behalf_of(&caller, request);
            let failure = into_result(fixture.client.clone().save_shop_terms(request).await).unwrap_err();
            assert_eq!(failure.code, code, "{caller:?}");
        }
    }
}
