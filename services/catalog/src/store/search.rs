//! Source of the search index, and pages of results.

use kit::{
    domain::{Language, LocalizedText, Page, ProductId},
    search,
};
use sqlx::{PgConnection, types::Json};

use crate::search::{Document, Rank, SearchField};

/// Maximum number of products that [`changed_since`] returns.
const BATCH: i64 = 250;

/// Returns the latest search revision.
pub(crate) async fn latest_revision(connection: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!("select revision from search_revision")
        .fetch_one(connection)
        .await
}

/// Gives a product the next search revision. Concurrent calls wait until the transaction ends.
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

/// Returns the next products that changed after a revision, oldest change first.
pub(crate) async fn changed_since(
    connection: &mut PgConnection,
    revision: i64,
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
        revision,
        BATCH,
    )
    .fetch_all(connection)
    .await?;
    let document = |words: Vec<(String, SearchField)>, product, revision| Document {
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
            add_words(&mut words, &row.name, SearchField::Name);
            for text in [&row.description, &row.features, &row.category_name] {
                add_words(&mut words, text, SearchField::Other);
            }
            document(words, row.id, row.revision)
        })
        .collect())
}

/// Returns the parts of a code and the code without separators.
fn code_words(code: &str) -> Vec<(String, SearchField)> {
    let mut words = search::words(code);
    words.push(words.concat());
    words.into_iter().map(|word| (word, SearchField::Code)).collect()
}

fn add_words(words: &mut Vec<(String, SearchField)>, text: &Json<LocalizedText>, field: SearchField) {
    for language in Language::ALL {
        words.extend(
            search::words(text.get(language))
                .into_iter()
                .map(|word| (word, field)),
        );
    }
}

/// Returns the ids of a page of search results, by rank, then by popularity, then by id.
pub(crate) async fn page(
    connection: &mut PgConnection,
    results: &[(ProductId, Rank)],
    page: Page,
) -> Result<Vec<ProductId>, sqlx::Error> {
    let (ids, ranks): (Vec<i64>, Vec<i16>) = results
        .iter()
        .map(|(product, rank)| (product.get(), rank.as_i16()))
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
