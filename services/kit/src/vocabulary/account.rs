//! Words of accounts and of the staff's sessions.

use proto::account::v1 as wire;

crate::words! {
    /// Role of a user.
    pub enum Role("Role"): wire::Role {
        /// Places orders.
        Customer = "customer",
        /// Also manages orders and inquiries.
        Staff = "staff",
    }

    /// Step of a sign-in at the desk.
    pub enum Step("DeskStep"): wire::DeskStep {
        /// The password is right; the user has no confirmed second factor.
        Enrol = "enrol",
        /// The password is right; the code is missing.
        Code = "code",
        /// Complete.
        Done = "done",
    }

    /// State of a member of the team.
    pub enum StaffState("StaffState"): wire::StaffState {
        /// Invited, not yet accepted.
        Invited = "invited",
        /// Active.
        Active = "active",
        /// Disabled.
        Disabled = "disabled",
    }

    /// Screen of the desk with a list.
    pub enum Screen("Screen") {
        /// Quotes.
        Quotes = "quotes",
        /// Orders.
        Orders = "orders",
        /// Products.
        Products = "products",
        /// Customers.
        Customers = "customers",
        /// Calls of the staff.
        Activity = "activity",
    }
}
