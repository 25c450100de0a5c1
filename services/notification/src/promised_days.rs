//! Days that the shop's terms promise with an order or a quote request.

use kit::{search::fold, working_days::WorkingDays};
use proto::content::v1::{DeliveryArea, ShopTerms};
use time::{Date, OffsetDateTime};

/// Days in Asia/Baku, counted from an order or a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PromisedDays {
    /// First and last day on which pieces from stock are delivered; `None` if the terms do not name the city.
    pub(crate) delivered: Option<(Date, Date)>,
    /// Day on which pieces made to order are ready that are agreed by the end of the week.
    pub(crate) made_by: Option<Date>,
}

impl PromisedDays {
    /// Returns the days of an order to a city, or of a request without one.
    pub(crate) fn new(terms: &ShopTerms, at: OffsetDateTime, city: Option<&str>) -> Self {
        let days = WorkingDays::from(terms);
        let area = city.and_then(|city| terms.delivery.iter().find(|area| is_in(area, city)));
        Self {
            delivered: area
                .and_then(|area| days.delivery(at, area.earliest_working_days, area.latest_working_days)),
            made_by: days.made_by(at, terms.made_to_order_days),
        }
    }
}

/// Whether the name of an area lists a city, such as `Bakı, Sumqayıt`, in any language.
fn is_in(area: &DeliveryArea, city: &str) -> bool {
    let city = fold(city.trim());
    let names = area.name.iter().flat_map(|name| [&name.az, &name.ru, &name.en]);
    let mut cities = names.flat_map(|name| name.split(','));
    !city.is_empty() && cities.any(|known| fold(known.trim()) == city)
}

#[cfg(test)]
mod tests {
    use proto::{common::v1::LocalizedText, content::v1::OpeningHours};
    use time::macros::{date, datetime};

    use super::*;

    #[test]
    fn days_follow_from_the_city_and_the_terms() {
        let name = LocalizedText {
            az: "Bakı, Sumqayıt".to_owned(),
            ru: "Баку, Сумгаит".to_owned(),
            en: "Baku, Sumgait".to_owned(),
        };
        let terms = ShopTerms {
            delivery: vec![DeliveryArea {
                code: "baku".to_owned(),
                name: Some(name),
                earliest_working_days: 1,
                latest_working_days: 3,
            }],
            cut_off: "16:00".to_owned(),
            made_to_order_days: 20,
            week: (1..=6)
                .map(|day| OpeningHours {
                    day,
                    ..OpeningHours::default()
                })
                .collect(),
            ..ShopTerms::default()
        };
        // A Tuesday.
        let at = datetime!(2026-11-24 08:00 UTC);
        let days = |city| PromisedDays::new(&terms, at, city);
        let delivered = Some((date!(2026 - 11 - 25), date!(2026 - 11 - 27)));
        for city in ["Bakı", " BAKU", "сумгаит"] {
            assert_eq!(days(Some(city)).delivered, delivered, "{city}");
        }
        for city in [None, Some(""), Some(" "), Some("Gəncə"), Some("Bakı, Sumqayıt")] {
            assert_eq!(days(city).delivered, None, "{city:?}");
        }
        assert_eq!(days(None).made_by, Some(date!(2026 - 12 - 22)));
    }
}
