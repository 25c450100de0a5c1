//! Pages of inquiries, newest first.

use kit::domain::{Page, UserId};
use sqlx::PgConnection;

use super::inquiry::select_inquiry;
use crate::{
    inquiry::{Inquiry, Kind},
    work::Status,
};

/// Filter of inquiries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) user: Option<UserId>,
    pub(crate) kind: Option<Kind>,
    pub(crate) status: Option<Status>,
    pub(crate) number: Option<String>,
}

/// Returns a page of inquiries and the number of inquiries on all pages.
pub(crate) async fn list(
    connection: &mut PgConnection,
    filter: &Filter,
    page: Page,
) -> Result<(Vec<Inquiry>, i64), sqlx::Error> {
    let (kind, status) = (filter.kind.map(Kind::name), filter.status.map(Status::name));
    let user = filter.user.map(UserId::uuid);
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from inquiry
           where ($1::text is null or kind = $1) and ($2::text is null or stage = $2)
             and ($3::text is null or number = $3) and ($4::uuid is null or user_id = $4)"#,
        kind,
        status,
        filter.number,
        user,
    )
    .fetch_one(&mut *connection)
    .await?;
    let rows = select_inquiry!(
        "where ($1::text is null or kind = $1) and ($2::text is null or stage = $2)
           and ($3::text is null or number = $3) and ($4::uuid is null or user_id = $4)
         order by created_at desc, id desc limit $5 offset $6",
        kind,
        status,
        filter.number,
        user,
        page.limit,
        page.offset,
    )
    .fetch_all(&mut *connection)
    .await?;
    let inquiries: Result<_, _> = rows.into_iter().map(Inquiry::try_from).collect();
    Ok((inquiries?, total))
}
