//! Tracks the pictures that products show.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::catalog::v1::ProductChanged;
use sqlx::{PgConnection, types::Json};

use super::media_ids;
use crate::store::{self, media::User};

/// Stores which pictures a product shows, by its latest version.
pub(crate) struct TrackProductPictures;

#[async_trait]
impl Handler for TrackProductPictures {
    type Event = ProductChanged;

    const NAME: &'static str = "content-media-use";

    fn concerns(&self, event: &ProductChanged) -> bool {
        // Earlier versions of catalog neither send codes nor know media.
        !event.code.is_empty()
    }

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<ProductChanged>,
    ) -> Result<(), HandlerError> {
        let event = received.event;
        let media = media_ids(&event.media_ids)?;
        let product = User {
            kind: "product".to_owned(),
            code: event.code,
            name: Json(event.name.unwrap_or_default().into()),
        };
        store::media::set_uses(connection, &product, event.version, &media).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use kit::failure::Code;
    use proto::content::v1::{DeleteMediaRequest, GetMediaRequest, media_service_client::MediaServiceClient};
    use testkit::Harness;
    use uuid::Uuid;

    use super::*;
    use crate::{
        DEFINITION,
        testing::{into_result, serve, staff, text},
    };

    #[tokio::test]
    async fn a_picture_is_in_use_by_the_latest_version_of_a_product() {
        let harness = Harness::start(DEFINITION).await;
        let client = MediaServiceClient::new(serve(&harness).await);
        let pool = harness.pool();
        let mut ids = Vec::new();
        for hash in ["0", "1"] {
            let id: Uuid = sqlx::query_scalar(
                "insert into media (id, kind, state, name, hash, width, height, placeholder, created_by, unused_since)
                 values (gen_random_uuid(), 'picture', 'ready', 'a.jpg', repeat($1, 32), 1, 1, '#000000', 'operator',
                         now() - interval '8 days') returning id",
            )
            .bind(hash)
            .fetch_one(pool)
            .await
            .unwrap();
            ids.push(id);
        }
        let (first, second) = (ids[0], ids[1]);
        let event = |version, name: &str, media: &[Uuid]| ProductChanged {
            code: "SK-101".to_owned(),
            name: Some(text(name)),
            version,
            media_ids: media.iter().map(Uuid::to_string).collect(),
            ..ProductChanged::default()
        };
        let uses = async |id: Uuid| {
            let request = staff(GetMediaRequest {
                media_id: id.to_string(),
            });
            let uses = client.clone().get_media(request).await.unwrap().into_inner().uses;
            let used = uses
                .into_iter()
                .map(|used| (used.kind, used.code, used.name.unwrap().az));
            used.collect::<Vec<_>>()
        };
        let delete = async |id: Uuid| {
            let request = staff(DeleteMediaRequest {
                media_id: id.to_string(),
            });
            into_result(client.clone().delete_media(request).await)
        };
        let used = |name: &str| vec![("product".to_owned(), "SK-101".to_owned(), name.to_owned())];

        // The same picture for two colours.
        let id = harness.deliver(&event(2, "Şkaf", &[first, first])).await;
        harness.wait_until_idle().await;
        assert_eq!((uses(first).await, uses(second).await), (used("Şkaf"), vec![]));
        // A late event, one of an earlier version of catalog, and another version.
        for late in [event(1, "Dolab", &[second]), ProductChanged::default()] {
            harness.deliver(&late).await;
            harness.wait_until_idle().await;
            assert_eq!((uses(first).await, uses(second).await), (used("Şkaf"), vec![]));
        }
        harness.deliver(&event(3, "Palıd şkaf", &[second, first])).await;
        harness.wait_until_idle().await;
        harness.redeliver(id, &event(2, "Şkaf", &[first])).await;
        harness.deliver(&event(2, "Şkaf", &[first])).await;
        harness.wait_until_idle().await;
        assert_eq!(uses(second).await, used("Palıd şkaf"));

        // Pictures in use stay; pictures in use until now stay for some days.
        let refused = delete(first).await.unwrap_err();
        assert_eq!(
            (refused.code, refused.reason.as_str()),
            (Code::Conflict, "MEDIA.IN_USE")
        );
        harness.deliver(&event(4, "Palıd şkaf", &[second])).await;
        harness.wait_until_idle().await;
        assert_eq!(uses(first).await, []);
        let mut connection = pool.acquire().await.unwrap();
        assert_eq!(store::media::collect(&mut connection, 7).await.unwrap(), 0);
        delete(first).await.unwrap();
        assert_eq!(
            delete(second).await.unwrap_err().code,
            Code::Conflict,
            "the other one is still shown"
        );
    }
}
