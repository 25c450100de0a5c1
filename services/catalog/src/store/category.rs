//! The categories and their counts.

use kit::domain::CategoryId;
use sqlx::PgConnection;

use crate::product::Category;

/// All categories, by id.
pub(crate) async fn all(connection: &mut PgConnection) -> Result<Vec<Category>, sqlx::Error> {
    let rows = sqlx::query!("select id, slug, name, product_count from category order by id")
        .fetch_all(connection)
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| Category {
            id: row.id,
            slug: row.slug,
            name: row.name.0,
            product_count: row.product_count,
        })
        .collect())
}

/// The active products of a category; `None` where there is no such category.
pub(crate) async fn count(
    connection: &mut PgConnection,
    category: CategoryId,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!("select product_count from category where id = $1", category.get())
        .fetch_optional(connection)
        .await
}

/// The active products of all categories.
pub(crate) async fn count_all(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(r#"select coalesce(sum(product_count), 0)::bigint as "count!" from category"#)
        .fetch_one(connection)
        .await
}

/// Counts one active product more, or one less, in the transaction that makes it so.
pub(crate) async fn count_one(
    connection: &mut PgConnection,
    category: CategoryId,
    is_active: bool,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update category set product_count = product_count + case when $2 then 1 else -1 end where id = $1",
        category.get(),
        is_active,
    )
    .execute(connection)
    .await?;
    Ok(())
}
