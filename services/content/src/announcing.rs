//! Announces that the shop begins or ends to show a record, when its time comes.

use std::time::Duration;

use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{events, store};

/// Interval at which times are compared with the database's clock.
const INTERVAL: Duration = Duration::from_secs(5);

/// Announces until cancelled. Times that pass while no instance runs are announced at the next start.
pub(crate) async fn run(pool: PgPool, stop: CancellationToken) {
    kit::periodic::run("announcement of planned content", INTERVAL, stop, || {
        announce(&pool)
    })
    .await;
}

/// Announces what has begun or ended since the last announcement.
pub(crate) async fn announce(pool: &PgPool) -> Result<(), sqlx::Error> {
    let mut transaction = kit::database::begin(pool).await?;
    let Some(since) = store::publication::lock_announced(&mut transaction).await? else {
        return Ok(());
    };
    for (kind, id) in store::publication::changed_since(&mut transaction, since).await? {
        events::content_changed(&mut transaction, kind, &id).await?;
    }
    store::publication::set_announced(&mut transaction).await?;
    transaction.commit().await
}

#[cfg(test)]
mod tests {
    use proto::content::v1::{ContentChanged, ContentKind};

    use super::*;
    use crate::testing::{Fixture, HOUR, campaign, promo, published};

    #[tokio::test]
    async fn announces_each_begin_and_end_once() {
        let fixture = Fixture::start().await;
        let pool = fixture.harness.pool();
        let id = fixture.add_campaign(campaign(HOUR, 2 * HOUR)).await.id;
        fixture.save_promo(promo("delivery", 0)).await.unwrap();
        let mut draft = promo("draft", 1);
        draft.publication = Some(published(true, None));
        fixture.save_promo(draft).await.unwrap();
        // Times that passed while the service was stopped.
        for statement in [
            "update campaign set starts_at = now() - interval '1 minute'",
            "update promo set show_at = now() - interval '1 minute'",
            "update announcement set until = now() - interval '1 hour'",
        ] {
            sqlx::query(statement).execute(pool).await.unwrap();
        }
        let before = fixture.harness.published::<ContentChanged>().await.len();
        announce(pool).await.unwrap();
        announce(pool).await.unwrap();
        let mut announced = fixture
            .harness
            .published::<ContentChanged>()
            .await
            .split_off(before);
        announced.sort_by_key(|event| event.kind);
        let changed = |kind: ContentKind, id: &str| ContentChanged {
            kind: kind.into(),
            id: id.to_owned(),
        };
        assert_eq!(
            announced,
            [
                changed(ContentKind::Campaign, &id.to_string()),
                changed(ContentKind::Promo, "delivery")
            ]
        );
    }
}
