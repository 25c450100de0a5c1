//! Returns the working hours of the shop: those that staff set, else those of the shop's terms, else the usual ones.

use kit::{caller::Caller, domain::LocalizedText, failure::Failure, hours::WorkingHours};
use proto::content::v1::{GetShopHoursRequest, GetShopHoursResponse, Holiday, ShopHours, WeekDay};

use super::{State, list_campaigns::visibility};
use crate::{opening::ClockTime, publication::Visibility, shop_terms::ShopTerms, store};

pub(super) async fn handle(
    state: &State,
    caller: Caller,
    _: GetShopHoursRequest,
) -> Result<GetShopHoursResponse, Failure> {
    let mut connection = state.pool.acquire().await?;
    let mut hours = match store::shop_hours::find(&mut connection).await? {
        Some(hours) => hours.into(),
        None => usual(store::shop_terms::find(&mut connection).await?),
    };
    if visibility(&caller) == Visibility::Shown {
        hours.changed_by.clear();
        hours.changed_at = None;
    }
    Ok(GetShopHoursResponse { hours: Some(hours) })
}

/// Returns the hours while staff set none.
fn usual(terms: Option<ShopTerms>) -> ShopHours {
    let Some(terms) = terms.map(|terms| terms.attributes) else {
        let days = (1..).zip(WorkingHours::USUAL.week()).map(|(day, hours)| WeekDay {
            day,
            opens_at: hours.map(|(from, _)| clock(from)).unwrap_or_default(),
            closes_at: hours.map(|(_, to)| clock(to)).unwrap_or_default(),
        });
        return ShopHours {
            days: days.collect(),
            ..ShopHours::default()
        };
    };
    let days = (1..=7).map(|day| {
        let hours = terms.week.iter().find(|hours| u32::from(hours.day) == day);
        WeekDay {
            day,
            opens_at: hours.map(|hours| hours.opens_at.into()).unwrap_or_default(),
            closes_at: hours.map(|hours| hours.closes_at.into()).unwrap_or_default(),
        }
    });
    let holidays = terms.holidays.iter().map(|on| Holiday {
        on: on.to_string(),
        name: Some(LocalizedText::default().into()),
        ..Holiday::default()
    });
    ShopHours {
        days: days.collect(),
        holidays: holidays.collect(),
        ..ShopHours::default()
    }
}

fn clock(time: time::Time) -> String {
    ClockTime::from(time).into()
}
