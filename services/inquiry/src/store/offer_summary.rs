//! Summaries of the offers of inquiries.

use kit::{domain::InquiryId, vocabulary::inquiry::OfferState};
use sqlx::PgConnection;
use time::Date;
use uuid::Uuid;

/// A revision in the record of its inquiry.
pub(crate) struct Summary {
    pub(crate) id: Uuid,
    pub(crate) number: String,
    pub(crate) revision: i32,
    /// Expired once the last day has passed.
    pub(crate) state: String,
    pub(crate) total: i64,
    pub(crate) valid_until: Date,
}

/// Returns the revisions of an inquiry, newest number first, then newest revision.
pub(crate) async fn summaries(
    connection: &mut PgConnection,
    inquiry: InquiryId,
) -> Result<Vec<Summary>, sqlx::Error> {
    sqlx::query_as!(
        Summary,
        r#"select id, number, revision, total, valid_until,
                  case when state in ('sent', 'opened') and valid_until < (now() at time zone interval '4 hours')::date
                       then 'expired' else state end as "state!"
           from offer where inquiry_id = $1
           order by (select min(first.created_at) from offer as first where first.number = offer.number) desc, number,
                    revision desc"#,
        inquiry.uuid(),
    )
    .fetch_all(connection)
    .await
}

/// The newest sent revision of an offer.
pub(crate) struct SentOffer {
    pub(crate) inquiry: InquiryId,
    pub(crate) number: String,
    pub(crate) revision: i32,
    /// Expired once the last day has passed.
    pub(crate) state: OfferState,
    /// In qəpik.
    pub(crate) total: i64,
    /// Last day in Asia/Baku.
    pub(crate) valid_until: Date,
}

/// Returns the newest sent revision of each offer of inquiries, the last sent one first.
pub(crate) async fn newest_sent(
    connection: &mut PgConnection,
    inquiries: &[Uuid],
) -> Result<Vec<SentOffer>, sqlx::Error> {
    sqlx::query_as!(
        SentOffer,
        r#"select newest.inquiry_id as "inquiry: InquiryId", newest.number, newest.revision, newest.total,
                  newest.valid_until, newest.state as "state!: OfferState"
           from (select distinct on (number) inquiry_id, number, revision, total, valid_until, sent_at,
                        case when state in ('sent', 'opened')
                                  and valid_until < (now() at time zone interval '4 hours')::date
                             then 'expired' else state end as state
                 from offer where inquiry_id = any($1) and state <> 'draft'
                 order by number, revision desc) as newest
           order by newest.sent_at desc, newest.number"#,
        inquiries,
    )
    .fetch_all(connection)
    .await
}

/// Returns the totals of the last 5 sent revisions with a product, newest first.
pub(crate) async fn recent_totals(
    connection: &mut PgConnection,
    product: i64,
) -> Result<Vec<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "select total from offer
         where sent_at is not null
           and exists (select from offer_line where offer_id = offer.id and product_id = $1)
         order by sent_at desc, id desc limit 5",
        product,
    )
    .fetch_all(connection)
    .await
}

/// Reasons for which a won inquiry cannot be reopened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Win {
    pub(crate) has_order: bool,
    pub(crate) has_accepted_offer: bool,
}

/// Returns the reasons for which a won inquiry cannot be reopened.
pub(crate) async fn win(connection: &mut PgConnection, inquiry: InquiryId) -> Result<Win, sqlx::Error> {
    sqlx::query_as!(
        Win,
        r#"select exists (select from inquiry_order where inquiry_id = $1 and is_live)
                  or exists (select from offer where inquiry_id = $1 and state = 'accepted' and order_id is not null)
                      as "has_order!",
                  exists (select from offer where inquiry_id = $1 and state = 'accepted') as "has_accepted_offer!""#,
        inquiry.uuid(),
    )
    .fetch_one(connection)
    .await
}
