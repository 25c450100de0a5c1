//! Pages of inquiries, newest first.

use kit::domain::{Page, UserId};
use sqlx::PgConnection;

use super::inquiry::select_inquiry;
use crate::inquiry::{Inquiry, Kind};

/// Returns a page of a user's inquiries, of a kind if one is given, and the number of them on all pages.
pub(crate) async fn of_user(
    connection: &mut PgConnection,
    user: UserId,
    kind: Option<Kind>,
    page: Page,
) -> Result<(Vec<Inquiry>, i64), sqlx::Error> {
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from inquiry where user_id = $1 and ($2::text is null or kind = $2)"#,
        user.uuid(),
        kind.map(Kind::name),
    )
    .fetch_one(&mut *connection)
    .await?;
    let rows = select_inquiry!(
        "where user_id = $1 and ($2::text is null or inquiry.kind = $2)
         order by created_at desc, id desc limit $3 offset $4",
        user.uuid(),
        kind.map(Kind::name),
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
