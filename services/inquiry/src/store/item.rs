//! The table `inquiry_item`.

use kit::{
    domain::{GivenMeasures, InquiryId, Length, LocalizedText, Measures, ProductId},
    vocabulary::inquiry::MeasuresOf,
};
use serde::Deserialize;
use sqlx::PgConnection;

use crate::item::{Item, Product, Size};

/// A row of `inquiry_item`, as JSON.
#[derive(Deserialize)]
pub(super) struct Row {
    product_id: i64,
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
        Ok(Self {
            product: Product {
                id: ProductId::try_from(row.product_id).map_err(|_| invalid())?,
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
    let products: Vec<_> = items.iter().map(|item| item.product.id.get()).collect();
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
    sqlx::query!(
        "insert into inquiry_item
             (inquiry_id, position, product_id, product_name_az, product_name_ru, product_name_en, product_image,
              quantity, color, measuring, width_mm, depth_mm, height_mm, measures_of, note)
         select $1, position, product, name_az, name_ru, name_en, image, nullif(quantity, 0), nullif(color, ''),
                measuring, nullif(width, 0), nullif(depth, 0), nullif(height, 0), measures_of, note
         from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::smallint[], $8::text[],
             $9::text[], $10::integer[], $11::integer[], $12::integer[], $13::text[], $14::text[]) with ordinality
             as item (product, name_az, name_ru, name_en, image, quantity, color, measuring, width, depth, height,
                      measures_of, note, position)",
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
    )
    .execute(connection)
    .await?;
    Ok(())
}
