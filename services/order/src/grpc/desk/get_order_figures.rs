//! Returns the figures of the day, each by the function that the list behind it uses.

use std::collections::BTreeMap;

use kit::{
    calendar,
    caller::{Actor, StaffCaller},
    change::{self, Effect},
    failure::Failure,
    validation::FieldErrors,
};
use proto::order::v1::{
    ChannelOrders, DayRevenue, Deliveries, GetOrderFiguresRequest, GetOrderFiguresResponse, OpenOrders,
    OrdersByChannel, Revenue,
};
use serde_json::json;
use sqlx::PgConnection;
use time::Date;

use super::{State, convert, count_desk_orders::status_counts, list_payments::filter_of};
use crate::{
    desk,
    figures::{self, Days, OPEN},
    store::{
        desk_list::{self, DeskFilter, Sort},
        figures::{PaymentFilter, orders_by_channel, sums, total},
    },
};

/// Maximum number of deliveries.
const MAX_DELIVERIES: i64 = 100;

pub(super) async fn handle(
    state: &State,
    StaffCaller { actor, .. }: StaffCaller,
    request: GetOrderFiguresRequest,
) -> Result<GetOrderFiguresResponse, Failure> {
    let mut errors = FieldErrors::default();
    let store = errors.check("store", convert::store(&request.store_id)).flatten();
    errors.into_result()?;
    let today = calendar::date(kit::clock::now());

    change::run(&state.pool, async |connection| {
        let mut response = GetOrderFiguresResponse::default();
        if figures::sees_open_orders(&actor) {
            response.open_orders = Some(open_orders(connection, &actor, today).await?);
        }
        if figures::sees_revenue(&actor) {
            let filter = |days| PaymentFilter {
                store,
                ..filter_of(days)
            };
            let (revenue, channels) = revenue(connection, filter, today).await?;
            response.revenue = Some(revenue);
            response.orders_by_channel = Some(channels);
        }
        if !figures::sees_deliveries(&actor) {
            return Ok(Effect::none().with(response));
        }
        let filter = deliveries(&actor, today);
        let orders = desk_list::page(connection, &filter, Sort::Delivery, None, MAX_DELIVERIES).await?;
        let detail = json!({"filter": ["status", "deliveryFrom", "deliveryTo"], "limit": MAX_DELIVERIES});
        let orders = orders.into_iter().map(|summary| convert::row(&actor, summary));
        response.deliveries = Some(Deliveries {
            orders: orders.collect(),
        });
        Ok::<_, Failure>(Effect::audited(&actor, "ListAllOrders", "*", detail).with(response))
    })
    .await
}

async fn open_orders(
    connection: &mut PgConnection,
    actor: &Actor,
    today: Date,
) -> Result<OpenOrders, sqlx::Error> {
    let of_today = DeskFilter {
        statuses: desk::visible_statuses(actor).to_vec(),
        ordered_from: Some(calendar::midnight(today)),
        ..DeskFilter::default()
    };
    let open = DeskFilter {
        statuses: OPEN.to_vec(),
        ..DeskFilter::default()
    };
    let counts = desk_list::counts(connection, &open, &actor.to_string()).await?;
    Ok(OpenOrders {
        new_today: desk_list::count(connection, &of_today).await?,
        by_status: status_counts(&counts, &OPEN),
    })
}

/// Returns the filter of the open orders that are delivered today or tomorrow.
fn deliveries(actor: &Actor, today: Date) -> DeskFilter {
    let visible = desk::visible_statuses(actor);
    DeskFilter {
        statuses: OPEN
            .into_iter()
            .filter(|status| visible.contains(status))
            .collect(),
        delivery_from: Some(today),
        delivery_to: today.next_day(),
        ..DeskFilter::default()
    }
}

async fn revenue(
    connection: &mut PgConnection,
    filter: impl Fn(Days) -> PaymentFilter,
    today: Date,
) -> Result<(Revenue, OrdersByChannel), sqlx::Error> {
    let month = figures::month_to(today);
    let before = filter(figures::month_before(month));
    let previous_total = total(connection, before.from, before.before, before.store).await?;
    let sums = sums(connection, &filter(month)).await?;
    let revenue = figures::revenue(month, &sums, previous_total);
    let orders = orders_by_channel(connection, calendar::midnight(month.from)).await?;
    let mut channels: BTreeMap<_, ChannelOrders> = BTreeMap::new();
    for (channel, orders) in orders {
        channels.entry(channel).or_default().orders = orders;
    }
    for (channel, minor) in &revenue.by_channel {
        channels.entry(*channel).or_default().payments_minor = *minor;
    }
    let channels = channels.into_iter().map(|(channel, figures)| ChannelOrders {
        channel: channel.name().to_owned(),
        ..figures
    });
    let by_channel = OrdersByChannel {
        channels: channels.collect(),
    };
    let revenue = Revenue {
        from: month.from.to_string(),
        to: month.to.to_string(),
        days: revenue
            .days
            .into_iter()
            .map(|(on, minor)| DayRevenue {
                on: on.to_string(),
                minor,
            })
            .collect(),
        total_minor: revenue.total,
        previous_total_minor: revenue.previous_total,
        from_offers_minor: revenue.from_offers,
        from_website_minor: revenue.from_website,
        from_desk_minor: revenue.from_desk,
    };
    Ok((revenue, by_channel))
}
