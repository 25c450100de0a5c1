//! Words of the contract for enums of the order service.

use proto::order::v1::{
    CancelReason, DeliveryMethod, OrderSource, OrderStatus, PaymentKind, PaymentMethod, PaymentStatus,
};

/// Parses the name of a payment status in any case.
pub(super) fn payment_status(text: &str) -> Option<PaymentStatus> {
    match text.to_ascii_lowercase().as_str() {
        "pending" => Some(PaymentStatus::Pending),
        "processing" => Some(PaymentStatus::Processing),
        "paid" => Some(PaymentStatus::Paid),
        "unpaid" => Some(PaymentStatus::Unpaid),
        "refunded" => Some(PaymentStatus::Refunded),
        _ => None,
    }
}

/// Returns the key of a status in counts.
pub(super) const fn status_key(status: OrderStatus) -> &'static str {
    match status {
        OrderStatus::Unspecified | OrderStatus::Pending => "Pending",
        OrderStatus::Processing => "Processing",
        OrderStatus::Shipped => "Shipped",
        OrderStatus::Delivered => "Delivered",
        OrderStatus::Completed => "Completed",
        OrderStatus::Cancelled => "Cancelled",
    }
}

/// Implements the conversions between words and an enum whose first value is not specified.
macro_rules! words {
    ($($(#[$doc:meta])+ $parse:ident, $name:ident: $type:ident { $($word:literal = $value:ident,)+ })+) => {$(
        $(#[$doc])+
        pub(super) fn $parse(word: &str) -> Option<$type> {
            match word {
                $($word => Some($type::$value),)+
                _ => None,
            }
        }

        /// Returns the word of a value; empty if it is not specified.
        #[allow(dead_code, reason = "some enums are only parsed")]
        pub(super) const fn $name(value: $type) -> &'static str {
            match value {
                $type::Unspecified => "",
                $($type::$value => $word,)+
            }
        }
    )+};
}

words! {
    /// Parses an origin.
    source, source_name: OrderSource {
        "website" = Website,
        "offer" = Offer,
        "walkIn" = WalkIn,
        "phone" = Phone,
        "whatsapp" = Whatsapp,
        "other" = Other,
    }
    /// Parses the reason of a cancellation.
    cancel_reason, cancel_reason_name: CancelReason {
        "customerChangedMind" = CustomerChangedMind,
        "unpaid" = Unpaid,
        "outOfStock" = OutOfStock,
        "duplicate" = Duplicate,
        "mistake" = Mistake,
        "other" = Other,
    }
    /// Parses the direction of a payment.
    payment_kind, payment_kind_name: PaymentKind {
        "in" = In,
        "out" = Out,
    }
    /// Parses the means of a payment.
    payment_method, payment_method_name: PaymentMethod {
        "cash" = Cash,
        "card" = Card,
        "transfer" = Transfer,
        "other" = Other,
    }
    /// Parses how an order reaches its customer.
    delivery_method, delivery_method_name: DeliveryMethod {
        "delivery" = Delivery,
        "pickup" = Pickup,
    }
}
