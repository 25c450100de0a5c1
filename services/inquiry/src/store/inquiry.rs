//! The table `inquiry`.

use kit::domain::{InquiryId, LocalizedText, ProductId, Quantity, UserId};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::inquiry::{Inquiry, Kind, NewInquiry, Product, Quote, Sender, Status, Subject};

/// A row of `inquiry`.
pub(super) struct Row {
    pub(super) id: InquiryId,
    pub(super) number: String,
    pub(super) kind: Kind,
    pub(super) status: Status,
    pub(super) language: String,
    pub(super) created_at: OffsetDateTime,
    pub(super) product_id: Option<ProductId>,
    pub(super) product_name_az: Option<String>,
    pub(super) product_name_ru: Option<String>,
    pub(super) product_name_en: Option<String>,
    pub(super) product_image: Option<String>,
    pub(super) quantity: Option<Quantity>,
    pub(super) color: Option<String>,
    pub(super) user_id: Option<UserId>,
    pub(super) name: Option<String>,
    pub(super) surname: Option<String>,
    pub(super) phone: Option<String>,
    pub(super) email: Option<String>,
    pub(super) message: Option<String>,
}

/// Check constraints of the table keep the optional columns consistent.
impl TryFrom<Row> for Inquiry {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> Result<Self, sqlx::Error> {
        let product = match (
            row.product_id,
            row.product_name_az,
            row.product_name_ru,
            row.product_name_en,
            row.product_image,
        ) {
            (Some(id), Some(az), Some(ru), Some(en), Some(image)) => Some(Product {
                id,
                name: LocalizedText { az, ru, en },
                image,
            }),
            _ => None,
        };
        let language = row
            .language
            .parse()
            .map_err(|_| sqlx::Error::Decode("unknown language".into()))?;
        let subject = match row.kind {
            Kind::Quote => Subject::Quote(Quote {
                product: product.ok_or_else(|| sqlx::Error::Decode("quote without product".into()))?,
                quantity: row.quantity,
                color: row.color,
            }),
            Kind::Contact => Subject::Contact,
            Kind::Brochure => Subject::Brochure,
        };
        let sender = match (row.name, row.surname, row.phone, row.email, row.message) {
            (Some(name), Some(surname), Some(phone), Some(email), Some(message)) => Some(Sender {
                name,
                surname,
                phone,
                email,
                message,
            }),
            _ => None,
        };
        Ok(Self {
            id: row.id,
            number: row.number,
            subject,
            status: row.status,
            sender,
            user: row.user_id,
            language,
            created_at: row.created_at,
        })
    }
}

/// Inserts an inquiry. Returns false if its number is taken.
pub(crate) async fn insert(connection: &mut PgConnection, inquiry: &NewInquiry) -> Result<bool, sqlx::Error> {
    let quote = match &inquiry.subject {
        Subject::Quote(quote) => Some(quote),
        Subject::Contact | Subject::Brochure => None,
    };
    let product = quote.map(|quote| &quote.product);
    let sender = &inquiry.sender;
    let inserted = sqlx::query!(
        "insert into inquiry
             (id, number, kind, language, product_id, product_name_az, product_name_ru, product_name_en, product_image,
              quantity, color, user_id, name, surname, phone, email, message)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
         on conflict (number) do nothing",
        inquiry.id.uuid(),
        inquiry.number,
        inquiry.subject.kind().name(),
        inquiry.language.code(),
        product.map(|product| product.id.get()),
        product.map(|product| &product.name.az),
        product.map(|product| &product.name.ru),
        product.map(|product| &product.name.en),
        product.map(|product| &product.image),
        quote.and_then(|quote| quote.quantity).map(|pieces| i16::from(pieces.get())),
        quote.and_then(|quote| quote.color.as_ref()),
        inquiry.user.map(UserId::uuid),
        sender.name,
        sender.surname,
        sender.phone,
        sender.email,
        sender.message,
    )
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Returns an inquiry.
pub(crate) async fn find(
    connection: &mut PgConnection,
    inquiry: InquiryId,
) -> Result<Option<Inquiry>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"select id as "id: InquiryId", number, kind as "kind: Kind", status as "status: Status",
                  language, created_at, product_id as "product_id: ProductId",
                  product_name_az, product_name_ru, product_name_en, product_image,
                  quantity as "quantity: Quantity", color, user_id as "user_id: UserId", name, surname, phone, email,
                  message
           from inquiry where id = $1"#,
        inquiry.uuid(),
    )
    .fetch_optional(connection)
    .await?;
    row.map(Inquiry::try_from).transpose()
}

/// Returns an inquiry and locks it until the transaction ends.
pub(crate) async fn lock_by_number(
    connection: &mut PgConnection,
    number: &str,
) -> Result<Option<Inquiry>, sqlx::Error> {
    let row = sqlx::query_as!(
        Row,
        r#"select id as "id: InquiryId", number, kind as "kind: Kind", status as "status: Status",
                  language, created_at, product_id as "product_id: ProductId",
                  product_name_az, product_name_ru, product_name_en, product_image,
                  quantity as "quantity: Quantity", color, user_id as "user_id: UserId", name, surname, phone, email,
                  message
           from inquiry where number = $1 for update"#,
        number,
    )
    .fetch_optional(connection)
    .await?;
    row.map(Inquiry::try_from).transpose()
}

/// Updates the status of an inquiry.
pub(crate) async fn update_status(
    connection: &mut PgConnection,
    inquiry: InquiryId,
    status: Status,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update inquiry set status = $2 where id = $1",
        inquiry.uuid(),
        status.name(),
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Wipes sender, user and notes of at most `limit` inquiries older than `days` and returns their number.
pub(crate) async fn wipe(connection: &mut PgConnection, days: u16, limit: i64) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"with old as (
               select id from inquiry
               where wiped_at is null and created_at < now() - make_interval(days => $1::integer)
               limit $2
               for update skip locked
           ), wiped as (
               update inquiry
               set user_id = null, name = null, surname = null, phone = null, email = null, message = null,
                   wiped_at = now()
               from old where inquiry.id = old.id
               returning inquiry.id
           ), removed as (
               delete from inquiry_note using wiped where inquiry_note.inquiry_id = wiped.id
           )
           select count(*) as "count!" from wiped"#,
        i32::from(days),
        limit,
    )
    .fetch_one(connection)
    .await
}
