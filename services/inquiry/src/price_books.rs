//! Periodic announcement of price books that came into force, and audit of the changes of a draft.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{events, store};

/// Time between two searches. Readers compare the time of a book with their clock, so that the event may come later.
const INTERVAL: Duration = Duration::from_secs(30);

/// Announces and audits at each interval until cancelled.
pub(crate) async fn run(pool: PgPool, stop: CancellationToken) {
    kit::periodic::run("price books", INTERVAL, stop, async || {
        announce(&pool).await?;
        audit(&pool).await
    })
    .await;
}

/// Writes the entry of the changes of a draft whose time is over into the audit log.
pub(crate) async fn audit(pool: &PgPool) -> Result<(), sqlx::Error> {
    let mut transaction = kit::database::begin(pool).await?;
    if let Some((version, unaudited)) = store::price_book::desk::take_unaudited(&mut transaction).await? {
        let effect = unaudited.effect(version);
        let effect = effect.map_err(|error| sqlx::Error::Decode(error.into()))?;
        effect.record(&mut transaction).await?;
    }
    transaction.commit().await
}

async fn announce(pool: &PgPool) -> Result<(), sqlx::Error> {
    let mut transaction = kit::database::begin(pool).await?;
    for book in store::price_book::announce(&mut transaction).await? {
        events::price_book_published(&mut transaction, book).await?;
    }
    transaction.commit().await
}

#[cfg(test)]
mod tests {
    use proto::inquiry::v1::PriceBookPublished;

    use super::*;
    use crate::testing::{Fixture, designs};

    #[tokio::test]
    async fn announces_a_planned_book_once_when_it_comes_into_force() {
        let fixture = Fixture::start().await;
        let versions = || async {
            let published = fixture.harness.published::<PriceBookPublished>().await;
            published.iter().map(|event| event.version).collect::<Vec<_>>()
        };
        designs::rates(&fixture).await;
        designs::publish_dearer(&fixture, 2, 60).await;
        announce(fixture.harness.pool()).await.unwrap();
        assert_eq!(versions().await, [1]);
        designs::come_into_force(&fixture, 2).await;
        announce(fixture.harness.pool()).await.unwrap();
        announce(fixture.harness.pool()).await.unwrap();
        assert_eq!(versions().await, [1, 2]);
    }
}
