//! The lines of orders.

use std::collections::HashMap;

use kit::domain::{LocalizedText, Money, OrderId, Percent, ProductId, Quantity};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    design::LineDesign,
    order::{Line, Order},
};

/// Inserts the lines of an order.
pub(super) async fn insert(connection: &mut PgConnection, order: &Order) -> Result<(), sqlx::Error> {
    let column = |value: fn(&Line) -> i64| order.lines.iter().map(value).collect::<Vec<_>>();
    let optional_column = |value: fn(&Line) -> Option<i64>| order.lines.iter().map(value).collect::<Vec<_>>();
    let codes: Vec<Option<String>> = order.lines.iter().map(|line| line.code.clone()).collect();
    let made_to_order: Vec<bool> = order.lines.iter().map(|line| line.is_made_to_order).collect();
    let designs = || order.lines.iter().map(|line| line.design.as_ref());
    let design_codes: Vec<_> = designs().map(|design| design.map(LineDesign::code)).collect();
    let confirmed_texts: Vec<_> = designs()
        .map(|design| design.map(LineDesign::confirmed_text))
        .collect();
    let text_column =
        |value: fn(&Line) -> &String| order.lines.iter().map(value).cloned().collect::<Vec<_>>();
    sqlx::query!(
        "insert into order_line
             (order_id, position, product_id, name_az, name_ru, name_en, image, quantity, unit_price_minor, subtotal_minor,
              code, detail, list_price_minor, discount_percent, is_made_to_order, design_code, size_confirmed_text)
         select $1, line.position, line.product_id, line.name_az, line.name_ru, line.name_en, line.image,
                line.quantity, line.unit_price, line.subtotal, line.code, line.detail, line.list_price, line.discount,
                line.is_made_to_order, line.design_code, line.size_confirmed_text
         from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[],
                     $9::bigint[], $10::text[], $11::text[], $12::bigint[], $13::bigint[], $14::boolean[],
                     $15::text[], $16::text[])
              with ordinality as line (product_id, name_az, name_ru, name_en, image, quantity, unit_price, subtotal,
                                       code, detail, list_price, discount, is_made_to_order, design_code,
                                       size_confirmed_text, position)",
        order.id.uuid(),
        &optional_column(|line| line.product.map(ProductId::get)) as _,
        &text_column(|line| &line.name.az),
        &text_column(|line| &line.name.ru),
        &text_column(|line| &line.name.en),
        &text_column(|line| &line.image),
        &column(|line| line.quantity.into()),
        &column(|line| line.unit_price.minor()),
        &column(|line| line.subtotal.minor()),
        &codes as _,
        &text_column(|line| &line.detail),
        &optional_column(|line| line.list_price.map(|(price, _)| price.minor())) as _,
        &optional_column(|line| line.list_price.map(|(_, discount)| discount.get().into())) as _,
        &made_to_order,
        &design_codes as _,
        &confirmed_texts as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the lines of each order, in their order.
pub(crate) async fn list(
    connection: &mut PgConnection,
    orders: &[Uuid],
) -> Result<HashMap<OrderId, Vec<Line>>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select order_id as "order: OrderId", product_id as "product: ProductId", name_az, name_ru, name_en, image,
                  quantity as "quantity: Quantity", unit_price_minor as "unit_price: Money",
                  subtotal_minor as "subtotal: Money", code, detail, list_price_minor as "list_price: Money",
                  discount_percent as "discount: Percent", is_made_to_order, design_code, size_confirmed_text
           from order_line where order_id = any($1) order by order_id, position"#,
        orders,
    )
    .fetch_all(connection)
    .await?;
    let mut lines: HashMap<OrderId, Vec<Line>> = HashMap::with_capacity(orders.len());
    for row in rows {
        lines.entry(row.order).or_default().push(Line {
            product: row.product,
            name: LocalizedText {
                az: row.name_az,
                ru: row.name_ru,
                en: row.name_en,
            },
            code: row.code,
            image: row.image,
            detail: row.detail,
            quantity: row.quantity,
            list_price: row.list_price.zip(row.discount),
            unit_price: row.unit_price,
            subtotal: row.subtotal,
            is_made_to_order: row.is_made_to_order,
            design: row
                .design_code
                .zip(row.size_confirmed_text)
                .map(|(code, confirmed_text)| LineDesign::stored(code, confirmed_text)),
        });
    }
    Ok(lines)
}
