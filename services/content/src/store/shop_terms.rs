//! The shop's terms, at most one row.

use kit::domain::{LocalizedText, Money, Percent};
use sqlx::{PgConnection, types::Json};
use time::Date;

use crate::{
    opening::{ClockTime, OpeningHours},
    save::Version,
    shop_terms::{
        Attributes, DeliveryArea, Instalment, MadeToOrderDays, Months, Promises, ReturnDays, ShopTerms,
        WarrantyMonths,
    },
};

struct Row {
    delivery: Json<Vec<DeliveryArea>>,
    cut_off: ClockTime,
    made_to_order_days: MadeToOrderDays,
    week: Json<Vec<OpeningHours>>,
    holidays: Vec<Date>,
    instalment_months: Option<Months>,
    instalment_least_minor: Option<Money>,
    instalment_fee_percent: Option<Percent>,
    instalment_text: Option<Json<LocalizedText>>,
    warranty_months: Option<WarrantyMonths>,
    return_days: Option<ReturnDays>,
    is_carried_in: Option<bool>,
    version: i64,
}

impl From<Row> for ShopTerms {
    fn from(row: Row) -> Self {
        let instalment = row
            .instalment_months
            .zip(row.instalment_least_minor)
            .zip(row.instalment_fee_percent)
            .zip(row.instalment_text)
            .map(|(((months, least_total), fee), text)| Instalment {
                months,
                least_total,
                fee,
                text: text.0,
            });
        Self {
            version: Version(row.version),
            attributes: Attributes {
                delivery: row.delivery.0,
                cut_off: row.cut_off,
                made_to_order_days: row.made_to_order_days,
                week: row.week.0,
                holidays: row.holidays,
                instalment,
                promises: Promises {
                    warranty_months: row.warranty_months,
                    return_days: row.return_days,
                    is_carried_in: row.is_carried_in,
                },
            },
        }
    }
}

/// Returns the terms; `None` if they were never saved.
pub(crate) async fn find(connection: &mut PgConnection) -> Result<Option<ShopTerms>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select delivery, cut_off, made_to_order_days, week, holidays, instalment_months, instalment_least_minor,
                instalment_fee_percent, instalment_text, warranty_months, return_days, is_carried_in, version
         from shop_terms",
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(ShopTerms::from))
}

/// Returns the terms and locks them until the transaction ends.
pub(crate) async fn lock(connection: &mut PgConnection) -> Result<Option<ShopTerms>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        "select delivery, cut_off, made_to_order_days, week, holidays, instalment_months, instalment_least_minor,
                instalment_fee_percent, instalment_text, warranty_months, return_days, is_carried_in, version
         from shop_terms for update",
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(ShopTerms::from))
}

/// Inserts the terms; returns `None` if a concurrent transaction inserted them.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    attributes: &Attributes,
) -> Result<Option<ShopTerms>, sqlx::Error> {
    let instalment = attributes.instalment.as_ref();
    let row = sqlx::query_as!(
        Row,
        "insert into shop_terms (
             delivery, cut_off, made_to_order_days, week, holidays, instalment_months, instalment_least_minor,
             instalment_fee_percent, instalment_text, warranty_months, return_days, is_carried_in
         ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
         on conflict (only_row) do nothing
         returning delivery, cut_off, made_to_order_days, week, holidays, instalment_months, instalment_least_minor,
                   instalment_fee_percent, instalment_text, warranty_months, return_days, is_carried_in, version",
        Json(&attributes.delivery) as _,
        attributes.cut_off as _,
        attributes.made_to_order_days as _,
        Json(&attributes.week) as _,
        &attributes.holidays,
        instalment.map(|instalment| instalment.months) as _,
        instalment.map(|instalment| instalment.least_total) as _,
        instalment.map(|instalment| instalment.fee) as _,
        instalment.map(|instalment| Json(&instalment.text)) as _,
        attributes.promises.warranty_months as _,
        attributes.promises.return_days as _,
        attributes.promises.is_carried_in,
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(ShopTerms::from))
}

/// Updates the terms.
pub(crate) async fn update(
    connection: &mut PgConnection,
    attributes: &Attributes,
) -> Result<ShopTerms, sqlx::Error> {
    let instalment = attributes.instalment.as_ref();
    let row = sqlx::query_as!(
        Row,
        "update shop_terms
         set delivery = $1, cut_off = $2, made_to_order_days = $3, week = $4, holidays = $5, instalment_months = $6,
             instalment_least_minor = $7, instalment_fee_percent = $8, instalment_text = $9, warranty_months = $10,
             return_days = $11, is_carried_in = $12, version = version + 1
         returning delivery, cut_off, made_to_order_days, week, holidays, instalment_months, instalment_least_minor,
                   instalment_fee_percent, instalment_text, warranty_months, return_days, is_carried_in, version",
        Json(&attributes.delivery) as _,
        attributes.cut_off as _,
        attributes.made_to_order_days as _,
        Json(&attributes.week) as _,
        &attributes.holidays,
        instalment.map(|instalment| instalment.months) as _,
        instalment.map(|instalment| instalment.least_total) as _,
        instalment.map(|instalment| instalment.fee) as _,
        instalment.map(|instalment| Json(&instalment.text)) as _,
        attributes.promises.warranty_months as _,
        attributes.promises.return_days as _,
        attributes.promises.is_carried_in,
    )
    .fetch_one(connection)
    .await?;
    Ok(row.into())
}
