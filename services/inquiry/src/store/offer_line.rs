//! The table `offer_line`.

use std::collections::HashMap;

use kit::{
    domain::{Money, Percent, ProductId, Quantity},
    vocabulary::stored,
};
use rules::Design;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::offer::{
    Line,
    design::{Confirmation, LineDesign},
};

/// Returns the lines of offers in their order.
pub(super) async fn list(
    connection: &mut PgConnection,
    offers: &[Uuid],
) -> Result<HashMap<Uuid, Vec<Line>>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select id, offer_id, product_id as "product_id: ProductId", code, name, detail, image_url,
                  quantity as "quantity: Quantity", list_price as "list_price: Money",
                  discount as "discount: Percent", is_made_to_order, is_price_to_check, design_code, size_confirmed_text,
                  size_confirmed_language, size_confirmed_at
           from offer_line where offer_id = any($1) order by offer_id, position"#,
        offers,
    )
    .fetch_all(connection)
    .await?;
    let mut lines: HashMap<_, Vec<_>> = HashMap::new();
    for row in rows {
        let design = match row.design_code {
            Some(code) => {
                let confirmation = (row.size_confirmed_text)
                    .zip(row.size_confirmed_language)
                    .zip(row.size_confirmed_at);
                Some(line_design(&code, confirmation)?)
            }
            None => None,
        };
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
            design,
        });
    }
    Ok(lines)
}

/// Converts the columns of a design and of its confirmation: sentence, language and time.
fn line_design(
    code: &str,
    confirmation: Option<((String, String), OffsetDateTime)>,
) -> Result<LineDesign, sqlx::Error> {
    let confirmation = confirmation.map(|((text, language), at)| {
        Ok::<_, sqlx::Error>(Confirmation {
            text,
            language: stored(&language)?,
            at,
        })
    });
    Ok(LineDesign {
        design: Design::from_code(code).map_err(|error| sqlx::Error::Decode(error.into()))?,
        confirmation: confirmation.transpose()?,
    })
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
    let designs = DesignColumns::of(lines);
    sqlx::query!(
        "insert into offer_line
             (offer_id, id, product_id, code, name, detail, image_url, quantity, list_price, discount,
              is_made_to_order, is_price_to_check, design_code, design_rules, design_prices, size_confirmed_text,
              size_confirmed_language, size_confirmed_at, position)
         select $1, id, nullif(product, 0), code, name, detail, image, quantity, price, discount, made, to_check,
                nullif(design, ''), nullif(rules, 0), nullif(prices, 0), nullif(confirmed, ''), nullif(language, ''),
                confirmed_at, position
         from unnest($2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
             $8::smallint[], $9::bigint[], $10::smallint[], $11::boolean[], $12::boolean[], $13::text[], $14::smallint[],
             $15::integer[], $16::text[], $17::text[], $18::timestamptz[]) with ordinality
             as line (id, product, code, name, detail, image, quantity, price, discount, made, to_check, design, rules,
                      prices, confirmed, language, confirmed_at, position)",
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
        &designs.codes,
        &designs.rules,
        &designs.prices,
        &designs.texts,
        &designs.languages,
        &designs.times as _,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The columns of designs, one value for each line; empty and 0 are null.
#[derive(Default)]
struct DesignColumns {
    codes: Vec<String>,
    rules: Vec<i16>,
    prices: Vec<i32>,
    texts: Vec<String>,
    languages: Vec<String>,
    times: Vec<Option<OffsetDateTime>>,
}

impl DesignColumns {
    fn of(lines: &[Line]) -> Self {
        let mut columns = Self::default();
        for line in lines {
            let of_line = line.design.as_ref();
            let design = of_line.map(|line| &line.design);
            let confirmation = of_line.and_then(|line| line.confirmation.as_ref());
            columns.codes.push(design.map(Design::code).unwrap_or_default());
            columns
                .rules
                .push(design.map_or(0, |design| design.rules().number().into()));
            columns
                .prices
                .push(design.map_or(0, |design| design.prices().into()));
            let text = confirmation.map(|confirmation| confirmation.text.clone());
            columns.texts.push(text.unwrap_or_default());
            let language = confirmation.map(|confirmation| confirmation.language.name().to_owned());
            columns.languages.push(language.unwrap_or_default());
            columns
                .times
                .push(confirmation.map(|confirmation| confirmation.at));
        }
        columns
    }
}
