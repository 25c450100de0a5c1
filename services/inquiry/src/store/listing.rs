//! Pages of inquiries, newest first.

use kit::domain::{Page, UserId};
use sqlx::PgConnection;

use super::inquiry::select_inquiry;
use crate::inquiry::Inquiry;

/// Returns a page of a user's inquiries and the number of inquiries on all pages.
pub(crate) async fn of_user(
    connection: &mut PgConnection,
    user: UserId,
    page: Page,
) -> Result<(Vec<Inquiry>, i64), sqlx::Error> {
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from inquiry where user_id = $1"#,
        user.uuid(),
    )
    .fetch_one(&mut *connection)
    .await?;
    let rows = select_inquiry!(
        "where user_id = $1 order by created_at desc, id desc limit $2 offset $3",
        user.uuid(),
        page.limit,
        page.offset,
    )
    .fetch_all(&mut *connection)
    .await?;
    let inquiries: Result<_, _> = rows.into_iter().map(Inquiry::try_from).collect();
    Ok((inquiries?, total))
}

/// Returns a page of a user's quote requests and the number of them on all pages.
pub(crate) async fn quotes_of_user(
    connection: &mut PgConnection,
    user: UserId,
    page: Page,
) -> Result<(Vec<Inquiry>, i64), sqlx::Error> {
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from inquiry where user_id = $1 and kind = 'quote'"#,
        user.uuid(),
    )
    .fetch_one(&mut *connection)
    .await?;
    let rows = select_inquiry!(
        "where user_id = $1 and inquiry.kind = 'quote' order by created_at desc, id desc limit $2 offset $3",
        user.uuid(),
        page.limit,
        page.offset,
    )
    .fetch_all(&mut *connection)
    .await?;
    let inquiries: Result<_, _> = rows.into_iter().map(Inquiry::try_from).collect();
    Ok((inquiries?, total))
}

/// Returns a user's quote request.
pub(crate) async fn quote_of_user(
    connection: &mut PgConnection,
    user: UserId,
    number: &str,
) -> Result<Option<Inquiry>, sqlx::Error> {
    let row = select_inquiry!(
        "where user_id = $1 and number = $2 and inquiry.kind = 'quote'",
        user.uuid(),
        number,
    )
    .fetch_optional(connection)
    .await?;
    row.map(Inquiry::try_from).transpose()
}
