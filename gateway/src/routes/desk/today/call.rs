//! `GET today`.

use axum::extract::State;
use kit::{
    clock,
    convert::time,
    staff::{Access, Permission},
    vocabulary::visit::Channel,
};
use proto::{
    catalog::v1::{GetCatalogFiguresRequest, GetCatalogFiguresResponse},
    content::v1::{Campaign, ListCampaignsRequest},
    inquiry::v1::{GetInquiryFiguresRequest, GetInquiryFiguresResponse},
    order::v1::{GetOrderFiguresRequest, GetOrderFiguresResponse},
};
use time::Duration;

use super::blocks::{
    FirstAnswer, Revenue, Texts, Today, TodayCampaign, TodayChannel, TodayCounts, TodayOrders, Waiting,
};
use crate::{
    convert,
    desk::Member,
    envelope::Envelope,
    error::ApiResult,
    extract::{Filter, RecordId},
    routes::desk::{CATALOG, CONTENT, INQUIRY, ORDER, orders::order_rows, part, quotes::convert_rows},
    state::AppState,
};

/// Days in which a campaign that starts or ends is shown.
const CAMPAIGN_DAYS: i64 = 7;

/// Filter of the figures.
#[filter]
pub(crate) struct TodayFilter {
    /// UUID of a store: its quotes and payments. Orders, products and texts have no store.
    store: Option<RecordId>,
}

/// Returns the figures of the day, as far as the role sees them.
#[utoipa::path(get, path = "/today", tag = "desk", params(TodayFilter), security(("desk" = [])),
    responses((status = 200, body = Envelope<Today>, description = "Figures",
        example = json!(Envelope::new(Today::example())))))]
pub(crate) async fn get_today(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<TodayFilter>,
) -> ApiResult<Envelope<Today>> {
    let store_id = filter.store.map(|id| id.to_string()).unwrap_or_default();
    let access = |permission| {
        member
            .role()
            .map_or(Access::Never, |role| role.access(permission))
    };
    let may = |permission| access(permission) == Access::Always;
    let mut clients = (
        state.clients.inbox.clone(),
        state.clients.desk_order.clone(),
        state.clients.desk_catalog.clone(),
        state.clients.content.rpcs.clone(),
    );
    let inquiry = GetInquiryFiguresRequest {
        store_id: store_id.clone(),
    };
    let (inquiry, order, catalog, content) = tokio::join!(
        when(
            may(Permission::QuotesRead),
            part(INQUIRY, clients.0.get_inquiry_figures(member.request(inquiry)))
        ),
        when(
            access(Permission::OrdersRead) != Access::Never,
            part(
                ORDER,
                clients
                    .1
                    .get_order_figures(member.request(GetOrderFiguresRequest { store_id }))
            )
        ),
        when(
            may(Permission::StockWrite) || may(Permission::ProductsText),
            part(
                CATALOG,
                clients
                    .2
                    .get_catalog_figures(member.request(GetCatalogFiguresRequest {}))
            )
        ),
        when(
            may(Permission::ContentWrite),
            part(
                CONTENT,
                clients.3.list_campaigns(member.request(ListCampaignsRequest {}))
            )
        ),
    );
    let parts = [
        (INQUIRY, is_missing(inquiry.as_ref())),
        (ORDER, is_missing(order.as_ref())),
        (CATALOG, is_missing(catalog.as_ref())),
        (CONTENT, is_missing(content.as_ref())),
    ];
    let missing = parts.iter().filter(|(_, is_missing)| *is_missing);
    let mut today = Today {
        at: convert::rfc3339(clock::now()).unwrap_or_default(),
        missing: missing.map(|(service, _)| *service).collect(),
        ..Today::default()
    };
    if let Some(campaigns) = content.flatten() {
        let campaigns = campaigns.campaigns.into_iter().filter(changes_soon);
        today.texts.get_or_insert_default().campaigns = Some(campaigns.map(TodayCampaign::from).collect());
    }
    add_catalog(&mut today, &state, catalog.flatten());
    let (inquiry, order) = (inquiry.flatten(), order.flatten());
    today.channels = channels(inquiry.as_ref(), order.as_ref());
    if let Some(inquiry) = inquiry {
        add_inquiry(&mut today, &state, &member, inquiry).await;
    }
    if let Some(order) = order {
        add_order(&mut today, &state, &member, order).await;
    }
    Ok(Envelope::new(today))
}

/// Returns the figures of each channel that has some; `None` if the role does not see them.
fn channels(
    inquiry: Option<&GetInquiryFiguresResponse>,
    order: Option<&GetOrderFiguresResponse>,
) -> Option<Vec<TodayChannel>> {
    let quotes = inquiry.and_then(|figures| figures.quotes_by_channel.as_ref());
    let orders = order.and_then(|figures| figures.orders_by_channel.as_ref());
    if quotes.is_none() && orders.is_none() {
        return None;
    }
    let channels = Channel::ALL.into_iter().filter_map(|channel| {
        let quotes = quotes.map(|quotes| quotes.channels.iter().find(|one| one.channel == channel.name()));
        let orders = orders.map(|orders| orders.channels.iter().find(|one| one.channel == channel.name()));
        let has_some = quotes.flatten().is_some() || orders.flatten().is_some();
        let quotes = quotes.map(|found| found.cloned().unwrap_or_default());
        let orders = orders.map(|found| found.cloned().unwrap_or_default());
        has_some.then(|| TodayChannel {
            channel: channel.into(),
            quotes: quotes.as_ref().map(|figures| figures.quotes),
            accepted: quotes.as_ref().map(|figures| figures.accepted),
            orders: orders.as_ref().map(|figures| figures.orders),
            payments: orders.map(|figures| convert::amount(figures.payments_minor)),
        })
    });
    Some(channels.collect())
}

/// Awaits the part of a response if the role sees it.
async fn when<T>(is_seen: bool, part: impl Future<Output = Option<T>>) -> Option<Option<T>> {
    if is_seen { Some(part.await) } else { None }
}

/// Whether the service of a part that the role sees did not answer.
const fn is_missing<T>(part: Option<&Option<T>>) -> bool {
    matches!(part, Some(None))
}

/// Whether a campaign starts or ends within the next days.
fn changes_soon(campaign: &Campaign) -> bool {
    let now = clock::now();
    let times = [campaign.starts_at.as_ref(), campaign.ends_at.as_ref()];
    let mut times = times.into_iter().flatten().filter_map(time);
    times.any(|at| at > now && at <= now + Duration::days(CAMPAIGN_DAYS))
}

fn add_catalog(today: &mut Today, state: &AppState, response: Option<GetCatalogFiguresResponse>) {
    let response = response.unwrap_or_default();
    today.stock = response.running_out.map(|stock| {
        let products = stock.products.into_iter();
        products
            .map(|product| (product, state.default_language).into())
            .collect()
    });
    today.misses = response
        .misses
        .map(|misses| misses.terms.into_iter().map(Into::into).collect());
    if let Some(texts) = response.incomplete_texts {
        let products = texts.products.into_iter().map(Into::into);
        today.texts.get_or_insert_with(Texts::default).products = Some(products.collect());
    }
}

async fn add_inquiry(
    today: &mut Today,
    state: &AppState,
    member: &Member,
    response: GetInquiryFiguresResponse,
) {
    today.counts = Some(TodayCounts {
        overdue_quotes: response.overdue,
        follow_ups_today: response.follow_ups_today,
    });
    let waiting = response.waiting.len();
    let inquiries = response.waiting.into_iter().chain(response.follow_ups).collect();
    let mut rows = convert_rows(state, member, inquiries).await;
    today.follow_ups = Some(rows.split_off(waiting));
    today.waiting = Some(Waiting {
        rows,
        total: response.waiting_records,
    });
    if let Some(answers) = response.first_answers {
        let staff = answers.people.iter().map(|person| person.staff_id.as_str());
        let people = &state.desk.people;
        let names = people.names(&state.clients, &member.caller, staff).await;
        let people = answers.people.iter();
        today.first_answer = Some(people.map(|person| FirstAnswer::new(person, &names)).collect());
    }
}

async fn add_order(today: &mut Today, state: &AppState, member: &Member, response: GetOrderFiguresResponse) {
    today.orders = response.open_orders.map(TodayOrders::from);
    today.revenue = response.revenue.map(Revenue::from);
    if let Some(deliveries) = response.deliveries {
        today.deliveries = Some(order_rows(state, member, deliveries.orders).await);
    }
}
