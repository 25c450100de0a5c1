//! The table `offer_line`.

use std::collections::HashMap;

use kit::domain::{Money, Percent, ProductId, Quantity};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::offer::Line;

/// Returns the lines of offers in their order.
pub(super) async fn list(
    connection: &mut PgConnection,
    offers: &[Uuid],
) -> Result<HashMap<Uuid, Vec<Line>>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select id, offer_id, product_id as "product_id: ProductId", code, name, detail, image_url,
                  quantity as "quantity: Quantity", list_price as "list_price: Money",
                  discount as "discount: Percent", is_made_to_order, is_price_to_check
           from offer_line where offer_id = any($1) order by offer_id, position"#,
        offers,
    )
    .fetch_all(connection)
    .await?;
    let mut lines: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows {
        lines.entry(row.offer_id).or_default().push(Line {
            id: row.id,
            product: row.product_id,
            code: row.code,
            name: row.name,
            detail: row.detail,
            image: row.image_url,
            quantity: row.quantity,
            list_price: row.list_price,
            discount: row.discount,
            is_made_to_order: row.is_made_to_order,
            is_price_to_check: row.is_price_to_check,
        });
    }
    Ok(lines)
}

/// Replaces the lines of an offer.
pub(crate) async fn replace(
    connection: &mut PgConnection,
    offer: Uuid,
    lines: &[Line],
) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from offer_line where offer_id = $1", offer)
        .execute(&mut *connection)
        .await?;
    let column = |text: fn(&Line) -> &String| lines.iter().map(|line| text(line).clone()).collect::<Vec<_>>();
    let flags = |flag: fn(&Line) -> bool| lines.iter().map(flag).collect::<Vec<_>>();
    let ids: Vec<_> = lines.iter().map(|line| line.id).collect();
    let products: Vec<_> = lines
        .iter()
        .map(|line| line.product.map_or(0, ProductId::get))
        .collect();
    let quantities: Vec<_> = lines.iter().map(|line| i16::from(line.quantity.get())).collect();
    let prices: Vec<_> = lines.iter().map(|line| line.list_price.minor()).collect();
    let discounts: Vec<_> = lines.iter().map(|line| i16::from(line.discount.get())).collect();
    sqlx::query!(
        "insert into offer_line
             (offer_id, id, product_id, code, name, detail, image_url, quantity, list_price, discount,
              is_made_to_order, is_price_to_check, position)
         select $1, id, nullif(product, 0), code, name, detail, image, quantity, price, discount, made, to_check, position
         from unnest($2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
             $8::smallint[], $9::bigint[], $10::smallint[], $11::boolean[], $12::boolean[]) with ordinality
             as line (id, product, code, name, detail, image, quantity, price, discount, made, to_check, position)",
        offer,
        &ids,
        &products,
        &column(|line| &line.code),
        &column(|line| &line.name),
        &column(|line| &line.detail),
        &column(|line| &line.image),
        &quantities,
        &prices,
        &discounts,
        &flags(|line| line.is_made_to_order),
        &flags(|line| line.is_price_to_check),
    )
    .execute(connection)
    .await?;
    Ok(())
}
