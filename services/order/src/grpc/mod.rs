//! The rpc handlers, one file each.

#[cfg(test)]
mod callers;
mod cancel_order;
mod convert;
mod create_order;
mod desk;
mod get_order;
mod get_order_for_mail;
mod links;
mod list_orders;
mod new_order;
mod update_payment_status;

use kit::{domain::UserId, keyed_mutex::KeyedMutex};
use sqlx::PgPool;

use crate::{
    clients::{account::Account, catalog::Catalog, inquiry::Inquiry},
    config::{HoldSettings, LimitSettings},
    link::OrderLinkKeys,
    metrics::OrderMetrics,
};

/// State shared by the handlers.
pub(crate) struct State {
    pub(crate) pool: PgPool,
    pub(crate) account: Account,
    pub(crate) catalog: Catalog,
    pub(crate) inquiry: Inquiry,
    pub(crate) checkout_locks: KeyedMutex<(UserId, String)>,
    pub(crate) limits: LimitSettings,
    pub(crate) holds: HoldSettings,
    /// Whether orders of accounts without a verified e-mail lapse sooner.
    pub(crate) asks_for_email: bool,
    pub(crate) link_keys: OrderLinkKeys,
    pub(crate) metrics: OrderMetrics,
}

kit::rpcs! {
    impl proto::order::v1::order_service_server::OrderService for State {
        user create_order(CreateOrderRequest) -> CreateOrderResponse;
        user list_orders(ListOrdersRequest) -> ListOrdersResponse;
        user get_order(GetOrderRequest) -> GetOrderResponse;
        service("notification") get_order_for_mail(GetOrderForMailRequest) -> GetOrderForMailResponse;
        user cancel_order(CancelOrderRequest) -> CancelOrderResponse;
        staff(PaymentsRefund) update_payment_status(UpdatePaymentStatusRequest) -> UpdatePaymentStatusResponse;
    }
}
