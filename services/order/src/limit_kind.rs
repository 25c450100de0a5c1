//! Kinds of the limits on orders.

kit::words! {
    /// Kind of a limit, as the metric names it.
    pub(crate) enum LimitKind("OrderLimit") {
        /// Orders of an account in a time.
        Account = "account",
        /// Orders from an address in a time.
        Address = "address",
        /// Open unpaid orders of an account.
        Open = "open",
        /// Pieces of stock in the unpaid orders of an account.
        HeldByAccount = "heldByAccount",
        /// Pieces of stock in the unpaid orders from an address.
        HeldByAddress = "heldByAddress",
    }
}
