//! Quotes, contact messages and catalogue requests: the inbox.

mod bulk;
mod changes;
mod contact;
mod create;
mod designs;
mod export;
mod files;
mod filter;
mod follow_ups;
mod input;
mod list;
mod messages;
mod quote;
mod row;
mod timeline;

use kit::staff::{Permission, StaffRole};
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};
pub(super) use row::{QuoteRow, convert_rows};
pub(super) use timeline::{TimelineEntry, actors_of};

/// Returns the calls.
pub(super) fn calls() -> Vec<Call> {
    const READ: Requirement = Requirement::permission(Permission::QuotesRead);
    const WRITE: Requirement = Requirement::permission(Permission::QuotesWrite);
    vec![
        Call::new(READ, routes!(list::list_quotes)),
        Call::new(
            Requirement::permission(Permission::CustomersRead)
                .with_step_up()
                .but_of(StaffRole::Sales),
            routes!(export::export_quotes),
        ),
        Call::new(READ, routes!(list::count_quotes)),
        Call::new(READ, routes!(list::get_quote)),
        Call::new(
            Requirement::permission(Permission::QuotesCreate),
            routes!(create::create_quote),
        ),
        Call::new(WRITE, routes!(changes::update_quote)),
        Call::new(WRITE, routes!(changes::change_quote_status)),
        Call::new(
            Requirement::permission(Permission::QuotesNote),
            routes!(contact::add_quote_note),
        ),
        Call::new(
            Requirement::permission(Permission::QuotesAssign),
            routes!(changes::assign_quote),
        ),
        Call::new(WRITE, routes!(changes::set_quote_follow_up)),
        Call::new(WRITE, routes!(follow_ups::add_quote_follow_up)),
        Call::new(WRITE, routes!(follow_ups::change_quote_follow_up)),
        Call::new(WRITE, routes!(follow_ups::end_quote_follow_up)),
        Call::new(READ, routes!(follow_ups::list_calendar)),
        Call::new(WRITE, routes!(contact::log_quote_contact)),
        Call::new(
            Requirement::permission(Permission::QuotesNote),
            routes!(contact::correct_quote_entry),
        ),
        Call::new(WRITE, routes!(designs::change_quote_design)),
        Call::new(WRITE, routes!(designs::record_quote_measuring)),
        Call::new(WRITE, routes!(designs::renew_quote_design)),
        Call::new(WRITE, routes!(contact::mail_quote)),
        Call::new(WRITE, routes!(files::attach_quote_files)),
        Call::new(READ, routes!(messages::get_quote_messages)),
        Call::new(READ, routes!(messages::get_quote_photo)),
        Call::new(WRITE, routes!(messages::answer_customer)),
        Call::new(WRITE, routes!(messages::read_quote_messages)),
        Call::new(WRITE, routes!(bulk::change_quotes)),
    ]
}

/// Returns the file, with the example of its record.
#[cfg(test)]
pub(super) fn csv_table() -> (super::csv::Table, serde_json::Value) {
    (export::TABLE, row::QuoteRow::example())
}
