//! Words of orders.

use proto::order::v1 as wire;

crate::words! {
    /// Order status.
    pub enum Status("OrderStatus" in PascalCase): wire::OrderStatus {
        /// Received.
        Pending = "pending",
        /// In production.
        Processing = "processing",
        /// Shipped.
        Shipped = "shipped",
        /// Delivered.
        Delivered = "delivered",
        /// Completed.
        Completed = "completed",
        /// Cancelled.
        Cancelled = "cancelled",
    }

    /// Payment status.
    pub enum PaymentStatus("PaymentStatus" in PascalCase): wire::PaymentStatus {
        /// Not requested yet.
        Pending = "pending",
        /// In progress.
        Processing = "processing",
        /// Received.
        Paid = "paid",
        /// Not received.
        Unpaid = "unpaid",
        /// Refunded.
        Refunded = "refunded",
    }

    /// Reason of a cancellation.
    pub enum CancellationReason("CancellationReason" in PascalCase): wire::CancellationReason {
        /// Cancelled by the customer.
        Customer = "customer",
        /// Cancelled by staff.
        Staff = "staff",
        /// Pending for too long without an action of staff.
        Lapsed = "lapsed",
    }

    /// Reason for which staff cancels an order.
    pub enum StaffReason("StaffCancellationReason"): wire::CancelReason {
        /// The customer no longer wants it.
        CustomerChangedMind = "customerChangedMind",
        /// The customer did not pay.
        Unpaid = "unpaid",
        /// A product is out of stock.
        OutOfStock = "outOfStock",
        /// The same order exists twice.
        Duplicate = "duplicate",
        /// Created by mistake.
        Mistake = "mistake",
        /// Anything else; needs a text.
        Other = "other",
    }

    /// Origin of an order.
    #[derive(Default)]
    pub enum Source("OrderSource"): wire::OrderSource {
        /// The shop's checkout.
        #[default]
        Website = "website",
        /// An accepted offer.
        Offer = "offer",
        /// A customer in a store.
        WalkIn = "walkIn",
        /// A telephone call.
        Phone = "phone",
        /// A `WhatsApp` message.
        Whatsapp = "whatsapp",
        /// Anything else.
        Other = "other",
    }

    /// How an order reaches its customer.
    pub enum DeliveryMethod("DeliveryMethod"): wire::DeliveryMethod {
        /// Delivery by the shop.
        Delivery = "delivery",
        /// Pickup by the customer.
        Pickup = "pickup",
    }

    /// Direction of a payment.
    pub enum PaymentKind("PaymentKind"): wire::PaymentKind {
        /// From the customer.
        In = "in",
        /// To the customer.
        Out = "out",
    }

    /// Means of a payment.
    pub enum PaymentMethod("PaymentMethod"): wire::PaymentMethod {
        /// Cash.
        Cash = "cash",
        /// Card.
        Card = "card",
        /// Bank transfer.
        Transfer = "transfer",
        /// Anything else.
        Other = "other",
    }

    /// Kind of an entry of an order's timeline.
    pub enum TimelineKind("OrderTimelineKind"): wire::TimelineKind {
        /// A new status, or the creation.
        Status = "status",
        /// A payment.
        Payment = "payment",
        /// A new payment status.
        PaymentStatus = "paymentStatus",
        /// Another plan of the delivery.
        Delivery = "delivery",
        /// Another assignee.
        Assigned = "assigned",
        /// A note.
        Note = "note",
        /// The customer added the order to an account.
        Claimed = "claimed",
        /// The staff corrected the addresses.
        Corrected = "corrected",
        /// The staff corrected the lines.
        Lines = "lines",
    }

    /// Order of a list of orders.
    #[derive(Default)]
    pub enum Sort("OrderSort"): wire::DeskOrderSort {
        /// Newest first.
        #[default]
        DateDescending = "-date",
        /// Oldest first.
        Date = "date",
        /// By day and time of delivery; orders without a day last.
        Delivery = "delivery",
        /// By total, smallest first.
        Total = "total",
        /// By total, largest first.
        TotalDescending = "-total",
    }
}
