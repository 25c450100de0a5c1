//! The rpc handlers of orders from offers.

mod create_order_from_offer;
mod get_offer_order;
mod new_offer_order;

use super::State;

kit::rpcs! {
    impl proto::order::v1::offer_order_service_server::OfferOrderService for State {
        staff(OrdersCreate) create_order_from_offer(CreateOrderFromOfferRequest) -> CreateOrderFromOfferResponse;
        gateway get_offer_order(GetOfferOrderRequest) -> GetOfferOrderResponse;
    }
}
