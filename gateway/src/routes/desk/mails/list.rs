//! `GET mails`.

use axum::extract::State;
use kit::vocabulary::mail::State as MailState;
use proto::notification::v1::ListDeskMailsRequest;

use super::mail::Mail;
use crate::{
    desk::Member,
    envelope::DeskList,
    error::ApiResult,
    extract::{Filter, InquiryNumber, Limit, OfferNumber, OrderNumber},
    state::AppState,
};

/// Filter of mails.
#[filter]
pub(crate) struct MailFilter {
    /// States, separated by commas.
    state: Vec<MailState>,
    /// Kinds, separated by commas.
    // The service knows them.
    kind: Vec<String>,
    /// Number of a quote; mails about its offers too.
    quote: Option<InquiryNumber>,
    /// Number of an order.
    order: Option<OrderNumber>,
    /// Number of an offer.
    offer: Option<OfferNumber>,
    /// Cursor of the page before.
    cursor: String,
    /// 1 to 100, default 50.
    #[param(value_type = Option<u32>)]
    limit: Limit,
}

/// Lists the mails of the last 30 days, newest first. Sales may list only mails about a quote or an order of their own.
#[utoipa::path(get, path = "/mails", tag = "desk", params(MailFilter), security(("desk" = [])),
    responses((status = 200, body = DeskList<Mail>, description = "Mails",
        example = json!(DeskList::new(vec![Mail::example()], String::new(), 1)))))]
pub(crate) async fn list_mails(
    State(state): State<AppState>,
    member: Member,
    Filter(filter): Filter<MailFilter>,
) -> ApiResult<DeskList<Mail>> {
    let message = ListDeskMailsRequest {
        quote_number: filter.quote.map(InquiryNumber::into_string).unwrap_or_default(),
        order_number: filter.order.map(OrderNumber::into_string).unwrap_or_default(),
        offer_number: filter.offer.map(OfferNumber::into_string).unwrap_or_default(),
        states: filter.state.into_iter().map(Into::into).collect(),
        kinds: filter.kind,
        cursor: filter.cursor,
        limit: filter.limit.0,
    };
    let request = member.request(message);
    let mut client = state.clients.notification.clone();
    let response = client.list_desk_mails(request).await?.into_inner();
    let mails = response.mails.into_iter().map(Into::into).collect();
    Ok(DeskList::new(mails, response.next_cursor, response.total_records))
}
