//! Orders.

mod bulk;
mod by_contact;
mod changes;
mod correct;
mod create;
mod delivery;
mod export;
mod filter;
mod list;
mod order;
mod papers;
mod payment_list;
mod payments;
mod recipient;
mod row;
mod timeline;
mod workshop;

use kit::staff::{Permission, StaffRole};
use utoipa_axum::routes;

use crate::desk::{Call, Requirement};
pub(super) use by_contact::{OrderSums, orders_of, sums_of};
pub(super) use row::{OrderRow, OtherOrder, rows as order_rows};

/// Reason of the failure for a malformed number.
const NOT_FOUND: &str = "ORDER.NOT_FOUND";

/// Returns the calls. A change of status and a bulk change need one of several permissions, which all roles have that may
/// read orders; the service checks the one of the change.
pub(super) fn calls() -> Vec<Call> {
    const READ: Requirement = Requirement::permission(Permission::OrdersRead);
    vec![
        Call::new(READ, routes!(list::list_desk_orders)),
        Call::new(
            Requirement::permission(Permission::CustomersRead)
                .with_step_up()
                .but_of(StaffRole::Sales),
            routes!(export::export_orders),
        ),
        Call::new(READ, routes!(list::count_desk_orders)),
        Call::new(READ, routes!(list::get_desk_order)),
        Call::new(
            Requirement::permission(Permission::OrdersCreate),
            routes!(create::create_desk_order),
        ),
        Call::new(READ, routes!(changes::move_desk_order)),
        Call::new(READ, routes!(changes::undo_order_step)),
        Call::new(
            Requirement::permission(Permission::PaymentsTake),
            routes!(payments::record_payment),
        ),
        Call::new(
            Requirement::permission(Permission::PaymentsRefund),
            routes!(payment_list::list_payments),
        ),
        Call::new(
            Requirement::permission(Permission::PaymentsRefund),
            routes!(payment_list::sum_payments),
        ),
        Call::new(
            Requirement::permission(Permission::OrdersDelivery),
            routes!(delivery::plan_delivery),
        ),
        Call::new(
            Requirement::permission(Permission::OrdersAssign),
            routes!(changes::assign_order),
        ),
        Call::new(
            Requirement::permission(Permission::OrdersNote),
            routes!(changes::add_order_note),
        ),
        Call::new(
            Requirement::permission(Permission::OrdersCreate),
            routes!(correct::correct_order),
        ),
        Call::new(
            Requirement::permission(Permission::OrdersCreate),
            routes!(correct::correct_order_lines),
        ),
        Call::new(
            Requirement::permission(Permission::OrdersNote),
            routes!(correct::correct_order_note),
        ),
        Call::new(READ, routes!(papers::get_pick_slip)),
        Call::new(READ, routes!(papers::get_delivery_note)),
        Call::new(READ, routes!(bulk::change_desk_orders)),
    ]
}

/// Returns the calls for papers and files that the gateway computes.
pub(super) fn paper_calls() -> Vec<Call> {
    const WORKSHOP: Requirement = Requirement::permission(Permission::WorkshopRead);
    vec![
        Call::new(WORKSHOP, routes!(workshop::sheet::get_workshop_sheet)),
        Call::new(WORKSHOP, routes!(workshop::labels::get_workshop_labels)),
        Call::new(WORKSHOP, routes!(workshop::files::get_workshop_cuts)),
        Call::new(WORKSHOP, routes!(workshop::files::get_workshop_parts)),
    ]
}

/// Returns the file, with the example of its record.
#[cfg(test)]
pub(super) fn csv_table() -> (super::csv::Table, serde_json::Value) {
    (export::TABLE, row::OrderRow::example())
}
