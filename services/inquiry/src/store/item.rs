//! The table `inquiry_item`.

use kit::{
    domain::{GivenMeasures, InquiryId, Length, LocalizedText, Measures, Money, ProductId},
    vocabulary::inquiry::MeasuresOf,
};
use rules::Design;
use serde::Deserialize;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::{
    design::{Band, Measuring, QuotedDesign},
    item::{Item, Product, Size},
};

/// A row of `inquiry_item`, as JSON.
#[derive(Deserialize)]
pub(super) struct Row {
    product_id: Option<i64>,
    product_name_az: String,
    product_name_ru: String,
    product_name_en: String,
    product_image: String,
    quantity: Option<u32>,
    color: Option<String>,
    measuring: String,
    width_mm: Option<u32>,
    depth_mm: Option<u32>,
    height_mm: Option<u32>,
    measures_of: MeasuresOf,
    note: String,
    design_code: Option<String>,
    price_minor: Option<i64>,
    shown_low_minor: Option<i64>,
    shown_high_minor: Option<i64>,
    measured_code: Option<String>,
    #[serde(with = "time::serde::rfc3339::option")]
    measured_at: Option<OffsetDateTime>,
    measured_by: Option<String>,
    measured_text: String,
}

impl Row {
    fn design(&self) -> Result<Option<QuotedDesign>, sqlx::Error> {
        let Some(code) = &self.design_code else {
            return Ok(None);
        };
        let money = |minor: Option<i64>| {
            let money = minor.map(Money::from_minor).transpose();
            money.map_err(|error| sqlx::Error::Decode(error.into()))
        };
        let shown = money(self.shown_low_minor)?.zip(money(self.shown_high_minor)?);
        Ok(Some(QuotedDesign {
            design: decode(code)?,
            price: money(self.price_minor)?,
            shown: shown.map(|(low, high)| Band { low, high }),
            last_measuring: self.measuring()?,
        }))
    }

    fn measuring(&self) -> Result<Option<Measuring>, sqlx::Error> {
        let (Some(code), Some(at), Some(by)) = (&self.measured_code, self.measured_at, &self.measured_by)
        else {
            return Ok(None);
        };
        Ok(Some(Measuring {
            design: decode(code)?,
            at,
            by: by.clone(),
            text: self.measured_text.clone(),
        }))
    }
}

fn decode(code: &str) -> Result<Design, sqlx::Error> {
    Design::from_code(code).map_err(|error| sqlx::Error::Decode(error.into()))
}

/// Check constraints of the table keep the values valid.
impl TryFrom<Row> for Item {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self, sqlx::Error> {
        let invalid = || sqlx::Error::Decode("invalid piece of a quote".into());
        let length = |millimetres: Option<u32>| Length::from_millimetres(millimetres?);
        let measures = match (length(row.width_mm), length(row.depth_mm), length(row.height_mm)) {
            (Some(width), Some(depth), Some(height)) => Some(GivenMeasures {
                measures: Measures { width, depth, height },
                of: row.measures_of,
            }),
            _ => None,
        };
        let product = row.product_id.map(ProductId::try_from).transpose();
        Ok(Self {
            design: row.design()?,
            product: Product {
                id: product.map_err(|_| invalid())?,
                name: LocalizedText {
                    az: row.product_name_az,
                    ru: row.product_name_ru,
                    en: row.product_name_en,
                },
                image: row.product_image,
            },
            quantity: row
                .quantity
                .map(TryInto::try_into)
                .transpose()
                .map_err(|_| invalid())?,
            color: row.color,
            size: Size::parse(&row.measuring, measures).ok_or_else(invalid)?,
            note: row.note,
        })
    }
}

/// Inserts the pieces of an inquiry in their order.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    inquiry: InquiryId,
    items: &[Item],
) -> Result<(), sqlx::Error> {
    if items.is_empty() {
        return Ok(());
    }
    let column = |text: fn(&Item) -> &str| items.iter().map(|item| text(item).to_owned()).collect::<Vec<_>>();
    let products: Vec<_> = items
        .iter()
        .map(|item| item.product.id.map_or(0, ProductId::get))
        .collect();
    let quantities: Vec<_> = items
        .iter()
        .map(|item| item.quantity.map_or(0, |quantity| i16::from(quantity.get())))
        .collect();
    let lengths = |length: fn(Measures) -> Length| {
        let given = items.iter().map(|item| item.size.measures());
        given
            .map(|given| given.map_or(0, |given| i32::from(length(given.measures).millimetres())))
            .collect::<Vec<_>>()
    };
    let designs = DesignColumns::of(items);
    sqlx::query!(
        "insert into inquiry_item
             (inquiry_id, position, product_id, product_name_az, product_name_ru, product_name_en, product_image,
              quantity, color, measuring, width_mm, depth_mm, height_mm, measures_of, note, design_code, design_rules,
              design_prices, price_minor, shown_low_minor, shown_high_minor)
         select $1, position, nullif(product, 0), name_az, name_ru, name_en, image, nullif(quantity, 0),
                nullif(color, ''), measuring, nullif(width, 0), nullif(depth, 0), nullif(height, 0), measures_of, note,
                nullif(design, ''), nullif(rules, 0), nullif(prices, 0), nullif(price, -1), nullif(low, -1),
                nullif(high, -1)
         from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::text[],
             $9::text[], $10::integer[], $11::integer[], $12::integer[], $13::text[], $14::text[], $15::text[],
             $16::smallint[], $17::integer[], $18::bigint[], $19::bigint[], $20::bigint[]) with ordinality
             as item (product, name_az, name_ru, name_en, image, quantity, color, measuring, width, depth, height,
                      measures_of, note, design, rules, prices, price, low, high, position)",
        inquiry.uuid(),
        &products,
        &column(|item| &item.product.name.az),
        &column(|item| &item.product.name.ru),
        &column(|item| &item.product.name.en),
        &column(|item| &item.product.image),
        &quantities,
        &column(|item| item.color.as_deref().unwrap_or_default()),
        &column(|item| item.size.name()),
        &lengths(|measures| measures.width),
        &lengths(|measures| measures.depth),
        &lengths(|measures| measures.height),
        &column(|item| item.size.measures().map(|given| given.of).unwrap_or_default().name()),
        &column(|item| &item.note),
        &designs.codes,
        &designs.rules,
        &designs.prices,
        &designs.price,
        &designs.low,
        &designs.high,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores the design of a piece with its price, its measuring and its measures. `position` counts from 1.
pub(crate) async fn update_design(
    connection: &mut PgConnection,
    inquiry: InquiryId,
    position: i16,
    quoted: &QuotedDesign,
    size: Size,
) -> Result<(), sqlx::Error> {
    let given = size.measures();
    let length = |length: fn(Measures) -> Length| {
        given.and_then(|given| i16::try_from(length(given.measures).millimetres()).ok())
    };
    let measuring = quoted.last_measuring.as_ref();
    sqlx::query!(
        "update inquiry_item
         set design_code = $3, design_rules = $4, design_prices = $5, price_minor = $6, measuring = $7, width_mm = $8,
             depth_mm = $9, height_mm = $10, measures_of = $11, measured_code = $12, measured_at = $13,
             measured_by = $14, measured_text = $15
         where inquiry_id = $1 and position = $2",
        inquiry.uuid(),
        position,
        quoted.design.code(),
        i16::from(quoted.design.rules().number()),
        i32::from(quoted.design.prices()),
        quoted.price.map(Money::minor),
        size.name(),
        length(|measures| measures.width),
        length(|measures| measures.depth),
        length(|measures| measures.height),
        given.map(|given| given.of).unwrap_or_default().name(),
        measuring.map(|measuring| measuring.design.code()),
        measuring.map(|measuring| measuring.at),
        measuring.map(|measuring| measuring.by.clone()),
        measuring.map(|measuring| measuring.text.as_str()).unwrap_or_default(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The columns of designs, one value for each piece; empty, 0 and -1 are null.
#[derive(Default)]
struct DesignColumns {
    codes: Vec<String>,
    rules: Vec<i16>,
    prices: Vec<i32>,
    price: Vec<i64>,
    low: Vec<i64>,
    high: Vec<i64>,
}

impl DesignColumns {
    fn of(items: &[Item]) -> Self {
        let mut columns = Self::default();
        for item in items {
            let quoted = item.design.as_ref();
            let design = quoted.map(|quoted| &quoted.design);
            let shown = quoted.and_then(|quoted| quoted.shown);
            let minor = |money: Option<Money>| money.map_or(-1, Money::minor);
            columns.codes.push(design.map(Design::code).unwrap_or_default());
            columns
                .rules
                .push(design.map_or(0, |design| design.rules().number().into()));
            columns
                .prices
                .push(design.map_or(0, |design| design.prices().into()));
            columns.price.push(minor(quoted.and_then(|quoted| quoted.price)));
            columns.low.push(minor(shown.map(|band| band.low)));
            columns.high.push(minor(shown.map(|band| band.high)));
        }
        columns
    }
}
