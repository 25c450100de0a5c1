//! The blocks of the figures of the day.

use std::collections::BTreeMap;

use kit::{
    domain::Language,
    vocabulary::{ProtobufWord as _, Vocabulary as _, order::Status},
};
use proto::{catalog::v1 as catalog, content::v1 as content, inquiry::v1 as inquiry, order::v1 as order};
use serde_json::{Value, json};

use crate::{
    convert::{self, Amount, Day, Instant},
    people::{Names, Person},
    routes::desk::{orders::OrderRow, quotes::QuoteRow},
    words::{LanguageCode, VisitChannel},
};

/// Figures of the day. A block is `null` if the role does not see it, or if its service is in `missing`.
#[response]
#[derive(Clone, Default)]
pub(crate) struct Today {
    /// RFC 3339: time of the figures.
    pub(super) at: Instant,
    /// Counts of late work: for owner, manager and sales.
    pub(super) counts: Option<TodayCounts>,
    /// Customers who wait: for owner, manager and sales.
    pub(super) waiting: Option<Waiting>,
    /// Quotes whose next step is today or overdue, at most 100; of sales, their own. For owner, manager and sales.
    pub(super) follow_ups: Option<Vec<QuoteRow>>,
    /// Numbers of orders: for owner, manager and sales.
    pub(super) orders: Option<TodayOrders>,
    /// Open orders that are delivered today or tomorrow, at most 100: for owner, manager and warehouse.
    pub(super) deliveries: Option<Vec<OrderRow>>,
    /// Payments of the month: for owner and manager.
    pub(super) revenue: Option<Revenue>,
    /// Quotes, orders and payments of the month by the channel of the visits: for owner and manager.
    pub(super) channels: Option<Vec<TodayChannel>>,
    /// First answers by person: for owner and manager.
    pub(super) first_answer: Option<Vec<FirstAnswer>>,
    /// Products that run out, the first 20: for owner, manager and warehouse.
    pub(super) stock: Option<Vec<RunningOut>>,
    /// Searches in the shop without a result within 7 days, the 20 most frequent: for owner, manager and editor.
    pub(super) misses: Option<Vec<SearchMiss>>,
    /// Texts to write, and campaigns: for owner, manager and editor.
    pub(super) texts: Option<Texts>,
    /// Services that did not answer.
    #[schema(value_type = Vec<String>)]
    pub(super) missing: Vec<&'static str>,
}

impl Today {
    /// The OpenAPI example.
    pub(super) fn example() -> Value {
        json!({"at": "2026-11-23T10:32:00Z", "counts": {"overdueQuotes": 2, "followUpsToday": 5},
            "waiting": {"rows": [], "total": 11}, "followUps": [], "orders": {"newToday": 4, "byStatus": {"Pending": 6,
                "Processing": 14, "Shipped": 5, "Delivered": 9}}, "deliveries": [],
            "revenue": {"from": "2026-11-01", "to": "2026-11-23", "days": [{"on": "2026-11-01", "amount": 3180}],
                "total": 84312.4, "previousTotal": 75280, "fromOffers": 51430.2, "fromWebsite": 32882.2, "fromDesk": 0},
            "channels": [{"channel": "ads", "quotes": 12, "accepted": 5, "orders": 9, "payments": 21300.5}],
            "firstAnswer": [{"staff": Person::example(), "medianMinutes": 22, "openQuotes": 8, "wonPercent": 38}],
            "stock": [{"productId": 12, "code": "SK-112", "name": "Palıd şkaf", "nameAz": "Palıd şkaf",
                "nameRu": "Шкаф из дуба", "nameEn": "Oak wardrobe", "stockQuantity": 1, "soldIn30Days": 3,
                "daysLeft": 10}],
            "misses": [{"term": "divan", "language": "az", "count": 31}],
            "texts": {"products": [{"code": "SK-101", "missing": ["internalMeasurementEn"]}],
                "campaigns": [{"id": 2, "nameAz": "Payız həftələri", "nameRu": "Осенние недели",
                    "nameEn": "Autumn weeks", "startDate": null, "endDate": "2026-11-30T20:00:00Z"}]},
            "missing": []})
    }
}

/// Counts of late work.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct TodayCounts {
    /// Overdue quotes.
    pub(super) overdue_quotes: i64,
    /// Quotes whose next step is today; of sales, their own.
    pub(super) follow_ups_today: i64,
}

/// Customers who wait.
#[response]
#[derive(Clone)]
pub(crate) struct Waiting {
    /// The 7 who have waited longest.
    pub(super) rows: Vec<QuoteRow>,
    /// Number of all.
    pub(super) total: i64,
}

/// Numbers of orders.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct TodayOrders {
    /// Ordered today, in any status.
    new_today: i64,
    /// Open orders by status.
    by_status: BTreeMap<&'static str, i64>,
}

impl From<order::OpenOrders> for TodayOrders {
    fn from(orders: order::OpenOrders) -> Self {
        let by_status = orders.by_status.iter();
        Self {
            new_today: orders.new_today,
            by_status: by_status
                .filter_map(|one| Some((Status::known(one.status)?.json(), one.count)))
                .collect(),
        }
    }
}

/// Payments in minus payments out in AZN, from the first day of the month to today.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Revenue {
    /// First day.
    from: Day,
    /// Today.
    to: Day,
    /// Each day.
    days: Vec<DayRevenue>,
    /// All days.
    total: Amount,
    /// The same days of the month before.
    previous_total: Amount,
    /// Of orders from offers.
    from_offers: Amount,
    /// Of orders of the checkout.
    from_website: Amount,
    /// Of other orders, which staff created.
    from_desk: Amount,
}

/// Revenue of a day.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct DayRevenue {
    /// Day.
    on: Day,
    /// AZN; negative if more was refunded.
    amount: Amount,
}

impl From<order::Revenue> for Revenue {
    fn from(revenue: order::Revenue) -> Self {
        let days = revenue.days.into_iter().map(|day| DayRevenue {
            on: day.on,
            amount: convert::amount(day.minor),
        });
        Self {
            from: revenue.from,
            to: revenue.to,
            days: days.collect(),
            total: convert::amount(revenue.total_minor),
            previous_total: convert::amount(revenue.previous_total_minor),
            from_offers: convert::amount(revenue.from_offers_minor),
            from_website: convert::amount(revenue.from_website_minor),
            from_desk: convert::amount(revenue.from_desk_minor),
        }
    }
}

/// Figures of a channel, from the first day of the month to today. Those of a service that is in `missing` are `null`.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct TodayChannel {
    /// Channel; `unknown` where it was not recorded.
    pub(super) channel: VisitChannel,
    /// Quote requests that came.
    pub(super) quotes: Option<i64>,
    /// Quotes of which an offer was accepted.
    pub(super) accepted: Option<i64>,
    /// Orders in any status.
    pub(super) orders: Option<i64>,
    /// Payments in minus payments out in AZN.
    pub(super) payments: Option<Amount>,
}

/// Work of a person.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct FirstAnswer {
    /// Assignee of the quotes.
    staff: Option<Person>,
    /// Median of the working minutes to the first answers of the quotes of 7 days; `null` without one.
    median_minutes: Option<i64>,
    /// Open quotes.
    open_quotes: i64,
    /// Share of won ones among the won and lost quotes of 90 days in whole percent; `null` without one.
    won_percent: Option<i64>,
}

impl FirstAnswer {
    pub(super) fn new(person: &inquiry::FirstAnswer, names: &Names) -> Self {
        Self {
            staff: names.person(&person.staff_id),
            median_minutes: person.median_minutes,
            open_quotes: person.open,
            won_percent: person.won_percent,
        }
    }
}

/// A product that runs out.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct RunningOut {
    /// Product id.
    product_id: i64,
    /// Code.
    code: String,
    /// Name in the shop's default language.
    name: String,
    /// Azerbaijani name.
    name_az: String,
    /// Russian name.
    name_ru: String,
    /// English name.
    name_en: String,
    /// Pieces in stock.
    stock_quantity: i64,
    /// Pieces sold within 30 days.
    #[serde(rename = "soldIn30Days")]
    sold_in_30_days: i64,
    /// Whole days for which the stock suffices at this rate.
    days_left: i64,
}

impl From<(catalog::RunningOutProduct, Language)> for RunningOut {
    fn from((product, default): (catalog::RunningOutProduct, Language)) -> Self {
        let name = convert::localized(product.name);
        Self {
            product_id: product.product_id,
            code: product.code,
            name: convert::base_text(&name, default),
            name_az: name.az,
            name_ru: name.ru,
            name_en: name.en,
            stock_quantity: product.stock,
            sold_in_30_days: product.sold_in_30_days,
            days_left: product.days_left,
        }
    }
}

/// Searches in the shop without a result.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct SearchMiss {
    /// Folded term.
    term: String,
    /// Language of the page.
    language: LanguageCode,
    /// Number of searches.
    count: i64,
}

impl From<catalog::SearchMiss> for SearchMiss {
    fn from(miss: catalog::SearchMiss) -> Self {
        Self {
            language: LanguageCode::of_number_or(miss.language, Language::Az),
            term: miss.term,
            count: miss.count,
        }
    }
}

/// Texts to write, and campaigns.
#[response]
#[derive(Debug, Clone, Default)]
pub(crate) struct Texts {
    /// Products with missing texts, the 20 that were changed last; `null` if `catalog` is missing.
    pub(super) products: Option<Vec<IncompleteProduct>>,
    /// Campaigns that start or end within 7 days; `null` if `content` is missing.
    pub(super) campaigns: Option<Vec<TodayCampaign>>,
}

/// A product with missing texts.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct IncompleteProduct {
    /// Code.
    code: String,
    /// Names of the fields.
    missing: Vec<String>,
}

impl From<catalog::IncompleteProduct> for IncompleteProduct {
    fn from(product: catalog::IncompleteProduct) -> Self {
        Self {
            code: product.code,
            missing: product.missing_fields,
        }
    }
}

/// A campaign that starts or ends.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct TodayCampaign {
    /// Positive integer.
    id: i64,
    /// Azerbaijani name.
    name_az: String,
    /// Russian name.
    name_ru: String,
    /// English name.
    name_en: String,
    /// RFC 3339; `null` if there is no start.
    start_date: Option<Instant>,
    /// RFC 3339.
    end_date: Option<Instant>,
}

impl From<content::Campaign> for TodayCampaign {
    fn from(campaign: content::Campaign) -> Self {
        let name = convert::localized(campaign.name);
        Self {
            id: campaign.id,
            name_az: name.az,
            name_ru: name.ru,
            name_en: name.en,
            start_date: convert::moment(campaign.starts_at),
            end_date: convert::moment(campaign.ends_at),
        }
    }
}
