//! `GET mails`.

use axum::extract::State;
use kit::{
    failure::{Code, Failure},
    staff::{Access, Permission},
    validation::FieldErrors,
};
use proto::{
    inquiry::v1::{GetOfferRequest, GetStaffInquiryRequest},
    notification::v1::{self as notification, ListDeskMailsRequest},
    order::v1::GetDeskOrderRequest,
};
use utoipa::IntoParams;

use super::mail::{Mail, parse_state};
use crate::{
    desk::{DeskList, Member, Number, NumberKind, QueryValues},
    error::ApiResult,
    state::AppState,
};

/// Filter of mails.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "described only; the values are parsed one by one")]
struct MailFilter {
    /// `waiting`, `sent` or `failed`, separated by commas.
    state: Option<String>,
    /// Kinds, separated by commas.
    kind: Option<String>,
    /// Number of a quote; mails about its offers too.
    quote: Option<String>,
    /// Number of an order.
    order: Option<String>,
    /// Number of an offer.
    offer: Option<String>,
    /// Cursor of the page before.
    cursor: Option<String>,
    /// 1 to 100, default 50.
    limit: Option<u32>,
}

/// Lists the mails of the last 30 days, newest first. Sales read those about a quote or an order of their own.
#[utoipa::path(get, path = "/mails", tag = "desk", params(MailFilter), security(("desk" = [])),
    responses((status = 200, body = DeskList<Mail>, description = "Mails",
        example = json!(DeskList::new(vec![Mail::example()], String::new(), 1)))))]
pub(crate) async fn list_mails(
    State(state): State<AppState>,
    member: Member,
    query: QueryValues,
) -> ApiResult<DeskList<Mail>> {
    let mut errors = FieldErrors::default();
    let page = query.page(&mut errors);
    let mut number = |name: &str, is_kind: fn(NumberKind) -> bool| {
        let number = query.one(&mut errors, name, |text| {
            text.parse::<Number>().ok().filter(|number| is_kind(number.kind))
        });
        number.map(Number::into_string).unwrap_or_default()
    };
    let message = ListDeskMailsRequest {
        quote_number: number("quote", NumberKind::is_inquiry),
        order_number: number("order", |kind| kind == NumberKind::Order),
        offer_number: number("offer", |kind| kind == NumberKind::Offer),
        states: query.several(&mut errors, "state", |word| parse_state(word).map(Into::into)),
        // The service knows the kinds.
        kinds: query.several(&mut errors, "kind", |word| Some(word.to_owned())),
        cursor: page.cursor,
        limit: page.limit,
    };
    errors.into_result()?;
    let request = member.request(message.clone());
    let mut client = state.clients.notification.clone();
    let response = client.list_desk_mails(request).await?.into_inner();
    check_own(&state, &member, message, &response.mails).await?;
    let mails = response.mails.into_iter().map(Into::into).collect();
    Ok(DeskList::new(mails, response.next_cursor, response.total_records))
}

/// Checks that a caller who may read only the mails of own records named such a one. The service refused one that named
/// none.
async fn check_own(
    state: &AppState,
    member: &Member,
    filter: ListDeskMailsRequest,
    mails: &[notification::Mail],
) -> ApiResult<()> {
    let reads_all = member
        .role()
        .is_some_and(|role| role.access(Permission::MailRead) == Access::Always);
    if reads_all {
        return Ok(());
    }
    let assignee = if !filter.quote_number.is_empty() {
        quote_assignee(state, member, filter.quote_number).await?
    } else if !filter.order_number.is_empty() {
        let request = member.request(GetDeskOrderRequest {
            order_number: filter.order_number,
        });
        let response = state.clients.desk_order.clone().get_desk_order(request).await?;
        let row = response.into_inner().order.and_then(|order| order.row);
        row.unwrap_or_default().assignee
    } else {
        // The mails know the id of the offer. Without a mail there is nothing to protect.
        let Some(about) = mails.iter().find_map(|mail| mail.about.clone()) else {
            return Ok(());
        };
        let request = member.request(GetOfferRequest { offer_id: about.id });
        let response = state.clients.offers.clone().get_offer(request).await?;
        let offer = response.into_inner().offer.unwrap_or_default();
        quote_assignee(state, member, offer.inquiry_number).await?
    };
    if assignee == member.session.user_id.to_string() {
        return Ok(());
    }
    Err(Failure::with_reason(Code::Forbidden, "DESK.ROLE").into())
}

/// Returns the assignee of a quote; empty if there is none.
async fn quote_assignee(state: &AppState, member: &Member, number: String) -> ApiResult<String> {
    let request = member.request(GetStaffInquiryRequest { number });
    let response = state.clients.inbox.clone().get_staff_inquiry(request).await?;
    let work = response.into_inner().inquiry.and_then(|quote| quote.work);
    Ok(work.unwrap_or_default().assignee_id)
}
