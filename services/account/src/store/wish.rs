//! Wishes.

use kit::domain::{ProductId, UserId, WishId};
use sqlx::PgConnection;

/// Maximum number of wishes of a user.
pub(crate) const MAX_WISHES: i64 = 200;

/// A wish.
pub(crate) struct Wish {
    pub(crate) id: WishId,
    pub(crate) product: ProductId,
}

/// Returns a user's wishes, newest first.
pub(crate) async fn list(connection: &mut PgConnection, user: UserId) -> Result<Vec<Wish>, sqlx::Error> {
    let rows = sqlx::query!(
        "select wish_id, product_id from wish where user_id = $1 order by created_at desc, wish_id desc",
        user.uuid(),
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Wish {
            id: row.wish_id,
            product: row.product_id,
        })
        .collect())
}

/// Inserts a wish unless the user has it. The caller holds the lock of the user's row.
pub(crate) async fn insert(
    connection: &mut PgConnection,
    user: UserId,
    product: ProductId,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "insert into wish (wish_id, user_id, product_id) values ($1, $2, $3)
         on conflict (user_id, product_id) do nothing",
        WishId::generate().uuid(),
        user.uuid(),
        product.get(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Counts the wishes of a user.
pub(crate) async fn count(connection: &mut PgConnection, user: UserId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from wish where user_id = $1"#,
        user.uuid()
    )
    .fetch_one(connection)
    .await
}

/// Deletes a wish if it exists.
pub(crate) async fn delete(
    connection: &mut PgConnection,
    user: UserId,
    product: ProductId,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "delete from wish where user_id = $1 and product_id = $2",
        user.uuid(),
        product.get(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes all wishes of a user.
pub(crate) async fn clear(connection: &mut PgConnection, user: UserId) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from wish where user_id = $1", user.uuid())
        .execute(connection)
        .await?;
    Ok(())
}
