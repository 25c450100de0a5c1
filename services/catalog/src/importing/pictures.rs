//! Fetches the pictures of applied imports, and adds them to their products.
//!
//! Content fetches and converts them; asking it for the same address again has no further effect. A picture is stored as fetched
//! in the transaction that adds it, so an instance that ends at any moment adds none twice.

use std::{collections::BTreeMap, time::Duration};

use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

use crate::{
    clients::content::{self, Content},
    desk::{Cause, DeskProduct},
    patch::MAX_ITEMS,
    product::Image,
    save,
    store::{
        self,
        import_picture::{Fetched, Picture},
    },
};

/// Interval between looks for work.
const INTERVAL: Duration = Duration::from_secs(1);

/// Message key of a picture for which its product has no place.
const TOO_MANY: &str = "MEDIA.TOO_MANY";

/// Maximum number of pictures of a step.
const BATCH: i64 = 100;

/// Seconds between two looks at a picture that content fetches.
const LOOK_SECONDS: f64 = 3.0;

/// Message key of a picture whose product is gone.
const NO_PRODUCT: &str = "PRODUCT.NOT_FOUND";

/// Message key of a picture that content has no more.
const NO_PICTURE: &str = "MEDIA.NOT_FOUND";

/// Error of a look at pictures.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WorkError {
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error(transparent)]
    Content(#[from] tonic::Status),
}

/// Works until cancelled.
pub(crate) async fn run(pool: PgPool, content: Content, stop: CancellationToken) {
    kit::periodic::run("pictures of imports", INTERVAL, stop.clone(), || async {
        while !stop.is_cancelled() && step(&pool, &content).await? {}
        Ok::<_, WorkError>(())
    })
    .await;
}

/// Looks at the pictures that are due; returns whether there may be more.
pub(crate) async fn step(pool: &PgPool, content: &Content) -> Result<bool, WorkError> {
    let mut connection = pool.acquire().await?;
    let mut taken = store::import_picture::take(&mut connection, BATCH).await?;
    drop(connection);
    let is_full = i64::try_from(taken.len()) == Ok(BATCH);
    // Content fetches them in the order in which it is asked.
    taken.sort_by_key(|picture| (picture.import_id, picture.row, picture.position));
    let mut rows: BTreeMap<_, Vec<Picture>> = BTreeMap::new();
    for mut picture in taken {
        if picture.media_id.is_none() {
            let asked = content.fetch(&picture.url).await?;
            let mut connection = pool.acquire().await?;
            match asked {
                Ok(id) => {
                    store::import_picture::set_media(&mut connection, &picture, &id).await?;
                    picture.media_id = Some(id);
                }
                Err(reason) => {
                    let refused = Fetched::Failed(&reason);
                    store::import_picture::finish(&mut connection, &picture, refused).await?;
                    continue;
                }
            }
        }
        rows.entry((picture.import_id, picture.row))
            .or_default()
            .push(picture);
    }
    let pictures = rows.values().flatten();
    let ids: Vec<_> = pictures.filter_map(|picture| picture.media_id.clone()).collect();
    if ids.is_empty() {
        return Ok(is_full);
    }
    let found = content.find(ids).await?;
    for pictures in rows.values() {
        let mut transaction = kit::database::begin(pool).await?;
        finish(&mut transaction, pictures, &found).await?;
        transaction.commit().await?;
    }
    Ok(is_full)
}

/// Adds the pictures of a product that are ready, and stores the outcome of all.
async fn finish(
    connection: &mut PgConnection,
    pictures: &[Picture],
    found: &BTreeMap<String, content::Picture>,
) -> Result<(), WorkError> {
    let Some(Picture { import_id, row, .. }) = pictures.first() else {
        return Ok(());
    };
    let (import_id, row) = (*import_id, *row);
    let import = store::import::find(connection, import_id).await?;
    let code = store::import::code(connection, import_id, row).await?;
    let (Some(import), Some(code)) = (import, code) else {
        return Ok(());
    };
    let products = super::find_by_codes(connection, &[code], true).await?;
    let product = products.into_values().next();
    let places = store::import_picture::places(connection, import_id, row).await?;
    let mut images = product
        .as_ref()
        .map(|product| product.fields.attributes.images.clone())
        .unwrap_or_default();
    for picture in pictures {
        let state = picture.media_id.as_ref().and_then(|id| found.get(id));
        let fetched = match state {
            // Deleted meanwhile.
            None => Fetched::Failed(NO_PICTURE),
            Some(content::Picture::Failed(reason)) => Fetched::Failed(reason),
            Some(_) if product.is_none() => Fetched::Failed(NO_PRODUCT),
            Some(content::Picture::Waiting) => Fetched::Waiting(LOOK_SECONDS),
            Some(content::Picture::Ready(image)) if images.iter().any(|own| own.url == image.url) => {
                Fetched::Shown(None)
            }
            Some(content::Picture::Ready(_)) if images.len() >= MAX_ITEMS => Fetched::Failed(TOO_MANY),
            Some(content::Picture::Ready(image)) => {
                let later = images.iter().position(|own| {
                    let place = places.get(&own.media_id);
                    place.is_some_and(|place| *place > picture.position)
                });
                images.insert(later.unwrap_or(images.len()), image.clone());
                Fetched::Shown(Some(&image.media_id))
            }
        };
        store::import_picture::finish(connection, picture, fetched).await?;
    }
    let Some(product) = product.filter(|product| product.fields.attributes.images != images) else {
        return Ok(());
    };
    add(connection, &import, row, &product, images).await
}

/// Stores the pictures of a product, as a part of its import: the undo still finds nothing else changed.
async fn add(
    connection: &mut PgConnection,
    import: &store::import::Import,
    row: i64,
    product: &DeskProduct,
    images: Vec<Image>,
) -> Result<(), WorkError> {
    let mut after = product.fields.clone();
    after.attributes.images = images;
    let cause = Cause::import(&import.actor, &import.name);
    save::save(connection, product, after, &[], &cause).await?;
    store::import::raise_version(connection, import.id, row, product.version).await?;
    Ok(())
}
