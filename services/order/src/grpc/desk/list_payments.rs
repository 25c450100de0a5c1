//! Returns a page of the payments of all orders, with the sums over all pages.

use kit::{
    calendar,
    caller::StaffCaller,
    convert::timestamp,
    cursor::{Fingerprint, Limit},
    failure::Failure,
    validation::{FieldErrors, OUT_OF_RANGE},
};
use prost::Message as _;
use proto::order::v1::{self as wire, ListPaymentsRequest, ListPaymentsResponse};
use time::Duration;

use super::{
    State,
    convert::{self, MIN_ABOVE_MAX},
    filter::channels,
};
use crate::{
    figures::{Days, month_to},
    payment::Kind,
    store::figures::{self, ListedPayment, PaymentFilter, Position},
};

/// Maximum number of days.
const MAX_DAYS: i64 = 366;

pub(super) async fn handle(
    state: &State,
    _: StaffCaller,
    request: ListPaymentsRequest,
) -> Result<ListPaymentsResponse, Failure> {
    let requested = request.filter.unwrap_or_default();
    let list = Fingerprint::new(&format!("payments {:?}", requested.encode_to_vec()));
    let mut errors = FieldErrors::default();
    let limit = Limit::validate(&mut errors, request.limit);
    let after = errors.merge(list.decode::<Position>(&request.cursor)).flatten();
    let filter = parse(&mut errors, &requested);
    errors.into_result()?;

    let mut connection = state.pool.acquire().await?;
    let mut page = figures::page(&mut connection, &filter, after.as_ref(), limit.rows()).await?;
    let sums = if request.without_sums {
        Vec::new()
    } else {
        figures::sums(&mut connection, &filter).await?
    };
    let total_records = if request.without_sums {
        figures::count(&mut connection, &filter).await?
    } else {
        sums.iter().map(|sum| sum.count).sum()
    };
    let next_cursor = list.next(limit, &mut page, |last| Position {
        at: last.at,
        id: last.id,
    })?;
    let sum = |kind| {
        let sums = sums.iter().filter(|sum| sum.kind == kind);
        sums.map(|sum| sum.minor).sum()
    };
    Ok(ListPaymentsResponse {
        payments: page.into_iter().map(row).collect(),
        next_cursor,
        total_records,
        in_minor: sum(Kind::In),
        out_minor: sum(Kind::Out),
    })
}

/// Validates a filter. Without days, those of the month until the last day or today.
fn parse(errors: &mut FieldErrors, request: &wire::PaymentFilter) -> PaymentFilter {
    let from = errors.check("from", convert::date(&request.from)).flatten();
    let to = errors.check("to", convert::date(&request.to)).flatten();
    let to = to.unwrap_or_else(|| calendar::date(kit::clock::now()));
    let from = from.unwrap_or_else(|| month_to(to).from);
    errors.ensure(from <= to, "from", MIN_ABOVE_MAX);
    errors.ensure(to - from < Duration::days(MAX_DAYS), "to", OUT_OF_RANGE);
    let sources = request.sources.iter();
    PaymentFilter {
        store: errors.check("store", convert::store(&request.store_id)).flatten(),
        sources: sources
            .filter_map(|number| errors.word("source", *number))
            .collect(),
        kind: errors.word("kind", request.kind),
        channels: channels(errors, &request.channels),
        ..filter_of(Days { from, to })
    }
}

/// Returns the filter of all payments of some days.
pub(super) fn filter_of(days: Days) -> PaymentFilter {
    PaymentFilter {
        from: calendar::midnight(days.from),
        before: calendar::midnight(days.to.next_day().unwrap_or(days.to)),
        store: None,
        sources: Vec::new(),
        kind: None,
        channels: Vec::new(),
    }
}

fn row(payment: ListedPayment) -> wire::ListedPayment {
    wire::ListedPayment {
        payment: Some(wire::Payment {
            id: payment.id.to_string(),
            at: Some(timestamp(payment.at)),
            kind: payment.kind.into(),
            amount_minor: payment.amount.minor(),
            method: payment.method.into(),
            store_id: payment.store.map(|store| store.to_string()).unwrap_or_default(),
            text: String::new(),
            actor: payment.actor.unwrap_or_default(),
        }),
        order_number: payment.number,
        source: payment.source.into(),
    }
}
