//! The rpc handlers of the desk.

mod add_order_note;
mod assign_order;
mod change_desk_orders;
pub(super) mod convert;
mod correct_order;
mod correct_order_lines;
mod correct_order_note;
mod count_desk_orders;
mod create_desk_order;
mod creation;
mod filter;
mod find_customer_orders;
mod get_desk_order;
mod get_order_figures;
mod get_workshop_sheet;
mod list_desk_orders;
mod list_payments;
mod move_desk_order;
mod new_desk_order;
pub(super) mod offer;
mod plan_delivery;
mod record_payment;
mod sum_customer_orders;
#[cfg(test)]
mod tests;
mod undo_order_step;

use kit::{caller::Actor, idempotency::is_key, validation::FieldErrors};
use proto::order::v1 as wire;
use sqlx::PgConnection;

use super::{State, convert::number};
use crate::{
    desk::{self, OrderSummary},
    error::OrderError,
    store,
};

kit::rpcs! {
    impl proto::order::v1::desk_order_service_server::DeskOrderService for State {
        staff(OrdersRead) list_desk_orders(ListDeskOrdersRequest) -> ListDeskOrdersResponse;
        staff(OrdersRead) count_desk_orders(CountDeskOrdersRequest) -> CountDeskOrdersResponse;
        service("inquiry") find_customer_orders(FindCustomerOrdersRequest) -> FindCustomerOrdersResponse;
        staff(CustomersRead) | service("inquiry") sum_customer_orders(SumCustomerOrdersRequest) -> SumCustomerOrdersResponse;
        staff(OrdersRead) get_order_figures(GetOrderFiguresRequest) -> GetOrderFiguresResponse;
        staff(PaymentsRefund) list_payments(ListPaymentsRequest) -> ListPaymentsResponse;
        staff(OrdersRead) get_desk_order(GetDeskOrderRequest) -> GetDeskOrderResponse;
        staff(WorkshopRead) get_workshop_sheet(GetWorkshopSheetRequest) -> GetWorkshopSheetResponse;
        staff(OrdersCreate) create_desk_order(CreateDeskOrderRequest) -> CreateDeskOrderResponse;
        staff(OrdersProcess, OrdersShip, OrdersComplete, OrdersCancel) move_desk_order(MoveDeskOrderRequest) -> MoveDeskOrderResponse;
        staff(OrdersProcess, OrdersShip, OrdersComplete, OrdersCancel) undo_order_step(UndoOrderStepRequest) -> UndoOrderStepResponse;
        staff(PaymentsTake, PaymentsRefund) record_payment(RecordPaymentRequest) -> RecordPaymentResponse;
        staff(OrdersDelivery) plan_delivery(PlanDeliveryRequest) -> PlanDeliveryResponse;
        staff(OrdersAssign) assign_order(AssignOrderRequest) -> AssignOrderResponse;
        staff(OrdersCreate) correct_order(CorrectOrderRequest) -> CorrectOrderResponse;
        staff(OrdersCreate) correct_order_lines(CorrectOrderLinesRequest) -> CorrectOrderLinesResponse;
        staff(OrdersNote) correct_order_note(CorrectOrderNoteRequest) -> CorrectOrderNoteResponse;
        staff(OrdersNote) add_order_note(AddOrderNoteRequest) -> AddOrderNoteResponse;
        staff(OrdersProcess, OrdersShip, OrdersComplete, OrdersAssign) change_desk_orders(ChangeDeskOrdersRequest) -> ChangeDeskOrdersResponse;
    }
}

/// Returns an order as the actor may see it.
async fn load(
    connection: &mut PgConnection,
    actor: &Actor,
    number: &str,
) -> Result<wire::DeskOrder, OrderError> {
    let order = store::desk::load(connection, number)
        .await?
        .ok_or(OrderError::NotFound)?;
    Ok(convert::desk_order(actor, order))
}

/// Returns an order that the actor may read and locks it until the transaction ends.
async fn lock(
    connection: &mut PgConnection,
    actor: &Actor,
    number: &str,
) -> Result<OrderSummary, OrderError> {
    store::desk::find(connection, number, true)
        .await?
        .filter(|summary| desk::visible_statuses(actor).contains(&summary.status))
        .ok_or(OrderError::NotFound)
}

/// Validates an idempotency key; the operator's command line needs none.
fn idempotency_key(errors: &mut FieldErrors, actor: &Actor, key: &str) {
    if key.is_empty() && actor.user().is_some() {
        errors.push("idempotencyKey", kit::validation::REQUIRED);
    } else if !key.is_empty() && !is_key(key) {
        errors.push("idempotencyKey", kit::validation::INVALID);
    }
}
