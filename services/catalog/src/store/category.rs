//! Categories and their numbers of active products.

use kit::domain::CategoryId;
use sqlx::PgConnection;

use crate::product::Category;

/// Returns all categories in the order of their ids.
pub(crate) async fn find_all(connection: &mut PgConnection) -> Result<Vec<Category>, sqlx::Error> {
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

/// Returns the number of active products of a category; `None` if the category does not exist.
pub(crate) async fn count_products(
    connection: &mut PgConnection,
    category: CategoryId,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!("select product_count from category where id = $1", category.get())
        .fetch_optional(connection)
        .await
}

/// Returns the number of active products.
pub(crate) async fn count_all_products(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(r#"select coalesce(sum(product_count), 0)::bigint as "count!" from category"#)
        .fetch_one(connection)
        .await
}

/// Adds to the number of active products of a category.
pub(crate) async fn adjust_count(
    connection: &mut PgConnection,
    category: CategoryId,
    change: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update category set product_count = product_count + $2 where id = $1",
        category.get(),
        change,
    )
    .execute(connection)
    .await?;
    Ok(())
}
