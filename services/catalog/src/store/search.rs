//! What the search index reads.

use kit::{
    domain::{LocalizedText, ProductId},
    search,
};
use sqlx::{PgConnection, types::Json};

use crate::{
    listing::Page,
    search::{Document, Place, Rank},
};

/// Products that the index learns at once.
const BATCH: i64 = 250;

/// The newest change that the search must know.
pub(crate) async fn revision(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!("select revision from search_revision")
        .fetch_one(connection)
        .await
}

/// Says that the search must learn this product anew. Other such changes wait until this transaction ends.
pub(crate) async fn mark_changed(
    connection: &mut PgConnection,
    product: ProductId,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "with next as (update search_revision set revision = revision + 1 returning revision)
         update product set search_revision = next.revision from next where id = $1",
        product.get()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The next products that changed after a revision, oldest change first.
pub(crate) async fn changed_since(
    connection: &mut PgConnection,
    known: i64,
) -> Result<Vec<Document>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"select product.id, code, is_active, product_text.name, description, features,
                  category.name as category_name, search_revision as "revision!"
           from product
           join product_text on product_text.product_id = product.id
           join category on category.id = category_id
           where search_revision > $1
           order by search_revision
           limit $2"#,
        known,
        BATCH,
    )
    .fetch_all(connection)
    .await?;
    let document = |words: Vec<(String, Place)>, product, revision| Document {
        product,
        revision,
        words,
    };
    Ok(rows
        .into_iter()
        .map(|row| {
            if !row.is_active {
                return document(Vec::new(), row.id, row.revision);
            }
            let mut words = code_words(&row.code);
            add(&mut words, &row.name, Place::Name);
            for text in [&row.description, &row.features, &row.category_name] {
                add(&mut words, text, Place::Rest);
            }
            document(words, row.id, row.revision)
        })
        .collect())
}

/// A code can be typed whole, in parts, or without what parts them.
fn code_words(code: &str) -> Vec<(String, Place)> {
    let mut words = search::words(code);
    words.push(words.concat());
    words.into_iter().map(|word| (word, Place::Code)).collect()
}

fn add(words: &mut Vec<(String, Place)>, text: &Json<LocalizedText>, place: Place) {
    for language in kit::domain::Language::ALL {
        words.extend(
            search::words(text.get(language))
                .into_iter()
                .map(|word| (word, place)),
        );
    }
}

/// The ids on one page of what was found: best rank first, then most wanted, then by id.
pub(crate) async fn page(
    connection: &mut PgConnection,
    found: &[(ProductId, Rank)],
    page: Page,
) -> Result<Vec<ProductId>, sqlx::Error> {
    let (ids, ranks): (Vec<i64>, Vec<i16>) = found
        .iter()
        .map(|(product, rank)| (product.get(), rank.number()))
        .unzip();
    sqlx::query_scalar!(
        "select product.id from unnest($1::bigint[], $2::smallint[]) as found (id, rank)
         join product on product.id = found.id
         where is_active
         order by found.rank, popularity desc, product.id
         limit $3 offset $4",
        &ids,
        &ranks,
        page.limit,
        page.offset,
    )
    .fetch_all(connection)
    .await
}
