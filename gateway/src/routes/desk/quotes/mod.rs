//! Quotes, contact messages and catalogue requests: the inbox.

mod assignee;
mod bulk;
mod contact;
mod counts;
mod create;
mod filter;
mod follow_up;
mod get;
mod input;
mod item;
mod list;
mod mail;
mod note;
mod quote;
mod row;
mod status;

use kit::staff::Permission;
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};
pub(super) use quote::{TimelineEntry, actors_of, convert_entry};
pub(super) use row::{QuoteRow, convert_rows};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    const READ: Requirement = Requirement::permission(Permission::QuotesRead);
    const WRITE: Requirement = Requirement::permission(Permission::QuotesWrite);
    vec![
        Call::new(READ, routes!(list::list_quotes)),
        Call::new(READ, routes!(counts::count_quotes)),
        Call::new(READ, routes!(get::get_quote)),
        Call::new(
            Requirement::permission(Permission::QuotesCreate),
            routes!(create::create_quote),
        ),
        Call::new(WRITE, routes!(status::change_quote_status)),
        Call::new(
            Requirement::permission(Permission::QuotesNote),
            routes!(note::add_quote_note),
        ),
        Call::new(
            Requirement::permission(Permission::QuotesAssign),
            routes!(assignee::assign_quote),
        ),
        Call::new(WRITE, routes!(follow_up::set_quote_follow_up)),
        Call::new(WRITE, routes!(contact::log_quote_contact)),
        Call::new(WRITE, routes!(mail::mail_quote)),
        Call::new(WRITE, routes!(bulk::change_quotes)),
    ]
}
