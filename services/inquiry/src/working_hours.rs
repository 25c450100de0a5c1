//! Follows the working hours of the shop that staff set. Minutes and promises that are counted stay.

use std::time::Duration;

use kit::hours::{self, WorkingHours};
use prost::Message as _;
use proto::content::v1::ShopHoursChanged;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::store;

/// Interval at which each instance reads the hours that one of them stored.
const INTERVAL: Duration = Duration::from_secs(1);

/// Follows until cancelled.
pub(crate) async fn run(pool: PgPool, stop: CancellationToken) {
    kit::periodic::run("working hours", INTERVAL, stop, || follow(&pool)).await;
}

async fn follow(pool: &PgPool) -> Result<(), sqlx::Error> {
    let stored = store::working_hours::find(&mut *pool.acquire().await?).await?;
    let event = stored.and_then(|event| ShopHoursChanged::decode(event.as_slice()).ok());
    if let Some(hours) = event.and_then(|event| WorkingHours::try_from(&event).ok()) {
        hours::set_current(hours);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proto::content::v1::{Holiday, WeekDay};
    use testkit::eventually;
    use time::macros::datetime;

    use super::*;
    use crate::testing::Fixture;

    /// The usual week with holidays in a year that no other test counts in: the hours are those of the process.
    fn changed(version: i64, holidays: &[&str]) -> ShopHoursChanged {
        let days = (1..=7).map(|day| WeekDay {
            day,
            opens_at: if day < 6 { "10:00" } else { "11:00" }.to_owned(),
            closes_at: if day < 6 { "20:00" } else { "18:00" }.to_owned(),
        });
        let holidays = holidays.iter().map(|on| Holiday {
            on: (*on).to_owned(),
            ..Holiday::default()
        });
        ShopHoursChanged {
            days: days.collect(),
            holidays: holidays.collect(),
            version,
        }
    }

    #[tokio::test]
    async fn promises_follow_the_latest_hours_of_the_shop() {
        let fixture = Fixture::start().await;
        // 2099-01-01 is a Thursday.
        let eve = datetime!(2098-12-31 19:00 +4);
        let promise = || hours::add_minutes(eve, 120);
        assert_eq!(promise(), datetime!(2099-01-01 11:00 +4));
        fixture.harness.deliver(&changed(2, &["2099-01-01"])).await;
        eventually("the holiday counts", || async {
            (promise() == datetime!(2099-01-02 11:00 +4)).then_some(())
        })
        .await;
        // A late event of an earlier version.
        fixture.harness.deliver(&changed(1, &[])).await;
        fixture.harness.wait_until_idle().await;
        follow(fixture.harness.pool()).await.unwrap();
        assert_eq!(promise(), datetime!(2099-01-02 11:00 +4));
    }
}
