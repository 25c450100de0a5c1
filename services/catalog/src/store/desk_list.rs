//! Lists of products at the desk: statements that depend on the filter and the sort.

pub(crate) use kit::vocabulary::catalog::{DeskSort, StockLevel};
use kit::{
    domain::{CategoryId, Language, LocalizedText, Money, Percent, ProductId},
    search::RecordQuery,
};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, Postgres, QueryBuilder, types::Json};
use time::OffsetDateTime;

use crate::desk::{incomplete_in, search_name, search_text};

/// Largest exact number of entries of a list.
const MAX_COUNT: i64 = 10_000;

/// Condition of a shown product whose stock suffices for at most 14 days, by the sales of 30 days.
const IS_RUNNING_OUT: &str = "(coalesce(p.is_shown, p.is_active) and exists (
    select from sold_in_30_days s where s.product_id = p.id and p.stock * 30 <= s.pieces * 14))";

/// Selects products; `None` and empty lists select all.
#[derive(Debug, Default)]
pub(crate) struct DeskFilter {
    pub(crate) category: Option<CategoryId>,
    pub(crate) is_shown: Option<bool>,
    pub(crate) stock: Option<StockLevel>,
    /// Products whose texts are incomplete in one of these languages.
    pub(crate) missing: Vec<Language>,
    pub(crate) query: Option<RecordQuery>,
}

/// A product in a list.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct Row {
    pub(crate) id: ProductId,
    pub(crate) code: String,
    pub(crate) name: Json<LocalizedText>,
    pub(crate) category_id: i32,
    pub(crate) price_minor: Money,
    pub(crate) discount_percent: Percent,
    pub(crate) discounted_price_minor: i64,
    pub(crate) stock: Option<i64>,
    pub(crate) reserved: i64,
    pub(crate) image_url: Option<String>,
    pub(crate) is_shown: bool,
    pub(crate) show_at: Option<OffsetDateTime>,
    pub(crate) hide_at: Option<OffsetDateTime>,
    pub(crate) reorder_at: Option<i64>,
    pub(crate) incomplete_in: Vec<String>,
    pub(crate) version: i64,
    pub(crate) changed_by: String,
    pub(crate) changed_at: OffsetDateTime,
    pub(crate) sort_name: String,
}

/// Position of a list after which a page begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Position {
    /// Code, or name and id.
    Text(String, i64),
    /// Qəpik, pieces, or microseconds since 1970; and id.
    Number(i64, i64),
}

/// Returns the column of the order before the id, and whether both are descending.
const fn column(sort: DeskSort) -> (&'static str, bool) {
    match sort {
        DeskSort::Code => ("p.code", false),
        DeskSort::Name => ("coalesce(p.desk_name, '')", false),
        DeskSort::Price => ("p.price_minor", false),
        DeskSort::Stock => ("coalesce(p.stock, 9223372036854775807)", false),
        DeskSort::ChangedDescending => ("p.changed_at", true),
    }
}

/// Returns the position of a product.
pub(crate) fn position(sort: DeskSort, row: &Row) -> Position {
    let id = row.id.get();
    match sort {
        DeskSort::Code => Position::Text(row.code.clone(), id),
        DeskSort::Name => Position::Text(row.sort_name.clone(), id),
        DeskSort::Price => Position::Number(row.price_minor.minor(), id),
        DeskSort::Stock => Position::Number(row.stock.unwrap_or(i64::MAX), id),
        DeskSort::ChangedDescending => {
            let microseconds = row.changed_at.unix_timestamp_nanos() / 1_000;
            Position::Number(i64::try_from(microseconds).unwrap_or(i64::MAX), id)
        }
    }
}

/// Returns at most `limit` products after a position.
pub(crate) async fn page(
    connection: &mut PgConnection,
    filter: &DeskFilter,
    sort: DeskSort,
    after: Option<&Position>,
    limit: i64,
) -> Result<Vec<Row>, sqlx::Error> {
    page_statement("", filter, sort, after, limit)
        .build_query_as()
        .persistent(false)
        .fetch_all(connection)
        .await
}

/// Returns the statement of a page after `start`.
fn page_statement(
    start: &str,
    filter: &DeskFilter,
    sort: DeskSort,
    after: Option<&Position>,
    limit: i64,
) -> QueryBuilder<Postgres> {
    let mut statement = QueryBuilder::new(start);
    // The page is found in the narrow rows alone; texts are read for its products only.
    statement.push("with page as materialized (select p.id from product p where true");
    push_filter(&mut statement, filter);
    let (column, is_descending) = column(sort);
    if let Some(position) = after {
        let operator = if is_descending { "<" } else { ">" };
        statement.push(format!(" and ({column}, p.id) {operator} ("));
        let id = match position {
            Position::Text(text, id) => {
                statement.push_bind(text.clone());
                id
            }
            Position::Number(microseconds, id) if sort == DeskSort::ChangedDescending => {
                statement
                    .push("timestamptz 'epoch' + ")
                    .push_bind(*microseconds)
                    .push(" * interval '1 microsecond'");
                id
            }
            Position::Number(number, id) => {
                statement.push_bind(*number);
                id
            }
        };
        statement.push(", ").push_bind(*id).push(")");
    }
    let direction = if is_descending { " desc" } else { "" };
    let order = format!(" order by {column}{direction}, p.id{direction}");
    statement
        .push(&order)
        .push(" limit ")
        .push_bind(limit)
        .push(
            "), reserved as (
                 select product_id, sum(quantity)::bigint as pieces
                 from reservation join reservation_line using (order_id)
                 where state = 'reserved' and from_stock group by product_id
             )
             select p.id, p.code, t.name, p.category_id, p.price_minor, p.discount_percent, p.discounted_price_minor,
                    p.stock, coalesce(reserved.pieces, 0) as reserved, t.images -> 0 ->> 'url' as image_url,
                    coalesce(p.is_shown, p.is_active) as is_shown, p.show_at, p.hide_at, p.reorder_at, p.incomplete_in,
                    p.version, p.changed_by, p.changed_at, coalesce(p.desk_name, '') as sort_name
             from page
             join product p on p.id = page.id
             join product_text t on t.product_id = p.id
             left join reserved on reserved.product_id = p.id",
        )
        .push(order);
    statement
}

/// A product that runs out.
#[derive(Debug, sqlx::FromRow)]
pub(crate) struct RunningOut {
    pub(crate) id: ProductId,
    pub(crate) code: String,
    pub(crate) name: Json<LocalizedText>,
    pub(crate) stock: i64,
    /// Pieces sold in 30 days.
    pub(crate) sold: i64,
    /// Whole days for which the stock suffices.
    pub(crate) days_left: i64,
}

/// Returns at most `limit` products that run out, the most urgent first.
pub(crate) async fn running_out(
    connection: &mut PgConnection,
    limit: i64,
) -> Result<Vec<RunningOut>, sqlx::Error> {
    let mut statement = QueryBuilder::<Postgres>::new(
        "select p.id, p.code, t.name, p.stock, s.pieces as sold, p.stock * 30 / s.pieces as days_left
         from product p
         join product_text t on t.product_id = p.id
         join sold_in_30_days s on s.product_id = p.id
         where ",
    );
    statement
        .push(IS_RUNNING_OUT)
        .push(" order by p.stock::float8 / s.pieces, s.pieces desc, p.id limit ")
        .push_bind(limit);
    statement
        .build_query_as()
        .persistent(false)
        .fetch_all(connection)
        .await
}

/// Returns at most `limit` products with missing texts, the last changed first.
pub(crate) async fn incomplete(
    connection: &mut PgConnection,
    limit: i64,
) -> Result<Vec<ProductId>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select id as "id: ProductId" from product where incomplete_in <> '{}' and not is_discarded
           order by changed_at desc, id desc limit $1"#,
        limit,
    )
    .fetch_all(connection)
    .await
}

/// Counts the products of a filter, to 10,001.
pub(crate) async fn count(connection: &mut PgConnection, filter: &DeskFilter) -> Result<i64, sqlx::Error> {
    let mut statement =
        QueryBuilder::<Postgres>::new("select count(*) from (select from product p where true");
    push_filter(&mut statement, filter);
    statement
        .push(" limit ")
        .push_bind(MAX_COUNT + 1)
        .push(") as counted");
    statement
        .build_query_scalar()
        .persistent(false)
        .fetch_one(connection)
        .await
}

/// Appends the conditions of a filter.
fn push_filter(statement: &mut QueryBuilder<Postgres>, filter: &DeskFilter) {
    statement.push(" and not p.is_discarded");
    if let Some(category) = filter.category {
        statement.push(" and p.category_id = ").push_bind(category.get());
    }
    if let Some(is_shown) = filter.is_shown {
        statement
            .push(" and coalesce(p.is_shown, p.is_active) = ")
            .push_bind(is_shown);
    }
    if let Some(stock) = filter.stock {
        statement.push(" and ").push(match stock {
            StockLevel::In => "p.stock > 0",
            StockLevel::Out => "p.stock = 0",
            StockLevel::Low => "p.reorder_at is not null and p.stock <= p.reorder_at",
            StockLevel::MadeToOrder => "p.stock is null",
            StockLevel::RunningOut => IS_RUNNING_OUT,
        });
    }
    if !filter.missing.is_empty() {
        let languages: Vec<String> = filter
            .missing
            .iter()
            .map(|language| language.name().to_owned())
            .collect();
        statement
            .push(" and p.incomplete_in <> '{}' and p.incomplete_in && ")
            .push_bind(languages);
    }
    if let Some(query) = &filter.query {
        statement.push(" and p.desk_search is not null");
        for pattern in &query.words {
            statement
                .push(" and p.desk_search like ")
                .push_bind(pattern.clone());
        }
        if query.words.is_empty() {
            statement.push(" and false");
        }
    }
}

/// Fills the columns of at most `limit` products by which they are searched and sorted; returns their number.
pub(crate) async fn fill_search(connection: &mut PgConnection, limit: i64) -> Result<usize, sqlx::Error> {
    let ids = sqlx::query_scalar!(
        "select id from product where desk_search is null order by id limit $1 for no key update skip locked",
        limit,
    )
    .fetch_all(&mut *connection)
    .await?;
    for product in super::product::find_many(connection, &ids).await? {
        let attributes = &product.attributes;
        sqlx::query!(
            "update product set desk_name = $2, desk_search = $3, incomplete_in = $4 where id = $1",
            product.id.get(),
            search_name(&attributes.name),
            search_text(&attributes.code, &attributes.name),
            &incomplete_in(attributes),
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(ids.len())
}

#[cfg(test)]
mod tests {
    use testkit::TestDatabase;

    use super::*;
    use crate::DEFINITION;

    #[tokio::test]
    async fn r37_pages_follow_the_index_of_their_order() {
        let database = TestDatabase::create(DEFINITION).await;
        let mut connection = database.pool().acquire().await.unwrap();
        // A sort is planned only where no index has the order.
        let setting = sqlx::query("set enable_sort = off");
        setting.execute(&mut *connection).await.unwrap();
        for (sort, index) in [
            (DeskSort::Code, "product_code_key"),
            (DeskSort::Name, "product_by_desk_order"),
            (DeskSort::Price, "product_by_price"),
            (DeskSort::ChangedDescending, "product_by_change"),
        ] {
            let filter = DeskFilter::default();
            let mut statement = page_statement("explain ", &filter, sort, None, 50);
            let plan: Vec<String> = statement
                .build_query_scalar()
                .fetch_all(&mut *connection)
                .await
                .unwrap();
            let plan = plan.join("\n");
            assert!(plan.contains(&format!(" using {index} ")), "{sort:?}: {plan}");
        }
    }
}
