//! `GET mails`.

use axum::extract::State;
use kit::{validation::FieldErrors, vocabulary::mail::State as MailState};
use proto::notification::v1::{self as notification, ListDeskMailsRequest, MailSubject};
use utoipa::IntoParams;

use super::{mail::Mail, own};
use crate::{
    desk::Member,
    envelope::DeskList,
    error::ApiResult,
    extract::{InquiryNumber, OfferNumber, OrderNumber, QueryValues},
    state::AppState,
};

/// Filter of mails.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "described only; the values are parsed one by one")]
struct MailFilter {
    /// States, separated by commas.
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

/// Lists the mails of the last 30 days, newest first. Sales may list only mails about a quote or an order of their own.
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
    let quote: Option<InquiryNumber> = query.one(&mut errors, "quote", |text| text.parse().ok());
    let order: Option<OrderNumber> = query.one(&mut errors, "order", |text| text.parse().ok());
    let offer: Option<OfferNumber> = query.one(&mut errors, "offer", |text| text.parse().ok());
    let message = ListDeskMailsRequest {
        quote_number: quote.map(InquiryNumber::into_string).unwrap_or_default(),
        order_number: order.map(OrderNumber::into_string).unwrap_or_default(),
        offer_number: offer.map(OfferNumber::into_string).unwrap_or_default(),
        states: query.several(&mut errors, "state", |word| {
            word.parse::<MailState>().ok().map(Into::into)
        }),
        // The service knows the kinds.
        kinds: query.several(&mut errors, "kind", |word| Some(word.to_owned())),
        cursor: page.cursor,
        limit: page.limit,
    };
    errors.into_result()?;
    let request = member.request(message.clone());
    let mut client = state.clients.notification.clone();
    let response = client.list_desk_mails(request).await?.into_inner();
    // The service refused a filter without a number. Without a mail about an offer there is nothing to protect.
    if !own::reads_all(&member)
        && let Some(about) = subject(&message, &response.mails)
    {
        own::check(&state, &member, &about).await?;
    }
    let mails = response.mails.into_iter().map(Into::into).collect();
    Ok(DeskList::new(mails, response.next_cursor, response.total_records))
}

/// Returns the record that a filter names, or that the mails found by an offer's number are about.
fn subject(filter: &ListDeskMailsRequest, mails: &[notification::Mail]) -> Option<MailSubject> {
    let named = |kind: &str, number: &str| MailSubject {
        kind: kind.to_owned(),
        number: number.to_owned(),
        id: String::new(),
    };
    if !filter.quote_number.is_empty() {
        Some(named("quote", &filter.quote_number))
    } else if !filter.order_number.is_empty() {
        Some(named("order", &filter.order_number))
    } else {
        // The mails know the id of the offer.
        mails.iter().find_map(|mail| mail.about.clone())
    }
}
