//! Tracks the files of orders.

use async_trait::async_trait;
use kit::events::{Handler, HandlerError, Received};
use proto::order::v1::OrderFilesChanged;
use sqlx::PgConnection;

use super::media_ids;
use crate::store::{self, media::User};

/// Kind of the records that have files.
pub(crate) const ORDER_FILES: &str = "orderFiles";

/// Stores which files an order has, by its latest version; those of wiped notes are deleted.
pub(crate) struct TrackOrderFiles;

#[async_trait]
impl Handler for TrackOrderFiles {
    type Event = OrderFilesChanged;

    const NAME: &'static str = "content-order-file-use";

    async fn handle(
        &self,
        connection: &mut PgConnection,
        received: Received<OrderFilesChanged>,
    ) -> Result<(), HandlerError> {
        let event = received.event;
        let media = media_ids(&event.file_ids)?;
        if event.is_wiped {
            store::media::delete_of(connection, ORDER_FILES, &event.order_number, event.version).await?;
        }
        let order = User::numbered(ORDER_FILES, &event.order_number);
        store::media::set_uses(connection, &order, event.version, &media).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use testkit::Harness;
    use uuid::Uuid;

    use super::*;
    use crate::{DEFINITION, testing::serve};

    const NUMBER: &str = "SB-4K7Q2M0X";

    async fn insert_file(harness: &Harness) -> Uuid {
        sqlx::query_scalar(
            "insert into media (id, kind, state, name, hash, size, received, created_by, unused_since)
             values (gen_random_uuid(), 'file', 'ready', 'plan.pdf', repeat('0', 32), 1, 1, 'operator',
                     now() - interval '8 days') returning id",
        )
        .fetch_one(harness.pool())
        .await
        .unwrap()
    }

    #[tokio::test]
    async fn an_order_keeps_its_files_until_its_notes_are_wiped() {
        let harness = Harness::start(DEFINITION).await;
        let _ = serve(&harness).await;
        let (first, second, unused) = (
            insert_file(&harness).await,
            insert_file(&harness).await,
            insert_file(&harness).await,
        );
        let mut connection = harness.pool().acquire().await.unwrap();
        let event = |version, files: &[Uuid], is_wiped| OrderFilesChanged {
            order_number: NUMBER.to_owned(),
            version,
            file_ids: files.iter().map(Uuid::to_string).collect(),
            is_wiped,
            ..OrderFilesChanged::default()
        };
        let deliver = async |event: OrderFilesChanged| {
            harness.deliver(&event).await;
            harness.wait_until_idle().await;
        };
        let stored = async || -> Vec<Uuid> {
            sqlx::query_scalar("select id from media order by array_position($1, id)")
                .bind([first, second, unused])
                .fetch_all(harness.pool())
                .await
                .unwrap()
        };
        deliver(event(4, &[first, second], false)).await;
        // A late event of the first note.
        deliver(event(2, &[first], false)).await;
        for file in [first, second] {
            let users = store::media::users(&mut connection, file).await.unwrap();
            let users: Vec<_> = users.into_iter().map(|user| (user.kind, user.code)).collect();
            assert_eq!(users, [(ORDER_FILES.to_owned(), NUMBER.to_owned())]);
        }
        store::media::collect(&mut connection, 7).await.unwrap();
        assert_eq!(stored().await, [first, second]);

        // A wipe that a later note has overtaken deletes nothing.
        deliver(event(3, &[], true)).await;
        assert_eq!(stored().await, [first, second]);
        deliver(event(5, &[], true)).await;
        assert_eq!(stored().await, Vec::<Uuid>::new());
    }
}
