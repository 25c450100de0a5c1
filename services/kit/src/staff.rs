//! Roles of the staff and their permissions.
//!
//! [`PERMISSIONS`] is the table of the desk's contract. The gateway and each service check the same table; a service
//! also checks [`Access::PerRecord`] against the record.

crate::words! {
    /// Role of a staff member.
    pub enum StaffRole("StaffRole"): proto::account::v1::StaffRole {
        /// Runs the shop; granted by command only.
        Owner = "owner",
        /// Leads the other staff.
        Manager = "manager",
        /// Answers quotes and sells.
        Sales = "sales",
        /// Picks, ships and delivers orders.
        Warehouse = "warehouse",
        /// Maintains texts and pictures.
        Editor = "editor",
    }
}

impl StaffRole {
    /// Returns the access that this role has by a permission.
    pub fn access(self, permission: Permission) -> Access {
        PERMISSIONS
            .iter()
            .find(|row| row.0 == permission)
            .and_then(|row| Self::ALL.iter().zip(row.1).find(|(role, _)| **role == self))
            .map_or(Access::Never, |(_, access)| access)
    }

    /// Returns the permissions of this role, in the order of the contract.
    pub fn permissions(self) -> impl Iterator<Item = Permission> {
        PERMISSIONS
            .iter()
            .map(|row| row.0)
            .filter(move |permission| self.access(*permission) != Access::Never)
    }
}

/// Access of a role by a permission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// None.
    Never,
    /// To some records; the service decides by the record.
    PerRecord,
    /// To all records.
    Always,
}

/// Declares the permissions with their names and the access of each role, in the order of [`StaffRole::ALL`].
macro_rules! permissions {
    ($($(#[$doc:meta])* $permission:ident = $name:literal: $access:expr,)*) => {
        $crate::words! {
            /// Permission of the desk.
            pub enum Permission("Permission") {
                $($(#[$doc])* $permission = $name,)*
            }
        }

        /// Access of each role, in the order of [`StaffRole::ALL`].
        pub const PERMISSIONS: &[(Permission, [Access; 5])] = &[$((Permission::$permission, $access),)*];
    };
}

const NEVER: Access = Access::Never;
const RECORD: Access = Access::PerRecord;
const ALWAYS: Access = Access::Always;

permissions! {
    /// Read quotes.
    QuotesRead = "quotes.read": [ALWAYS, ALWAYS, ALWAYS, RECORD, NEVER],
    /// Change the status and follow-up of quotes, log contacts, send mail, attach files.
    QuotesWrite = "quotes.write": [ALWAYS, ALWAYS, RECORD, NEVER, NEVER],
    /// Create quotes.
    QuotesCreate = "quotes.create": [ALWAYS, ALWAYS, ALWAYS, NEVER, NEVER],
    /// Add notes to quotes.
    QuotesNote = "quotes.note": [ALWAYS, ALWAYS, ALWAYS, RECORD, NEVER],
    /// Assign quotes.
    QuotesAssign = "quotes.assign": [ALWAYS, ALWAYS, RECORD, NEVER, NEVER],
    /// Create, change, send and withdraw offers, and record their acceptance by telephone.
    OffersWrite = "offers.write": [ALWAYS, ALWAYS, RECORD, NEVER, NEVER],
    /// Approve discounts above a limit.
    OffersApprove = "offers.approve": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
    /// Make an offer's line with a design a free one.
    OffersDetachDesign = "offers.detachDesign": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
    /// Accept an expired offer by telephone.
    OffersAcceptLate = "offers.acceptLate": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
    /// Read orders.
    OrdersRead = "orders.read": [ALWAYS, ALWAYS, ALWAYS, RECORD, NEVER],
    /// Create orders.
    OrdersCreate = "orders.create": [ALWAYS, ALWAYS, ALWAYS, NEVER, NEVER],
    /// Assign orders.
    OrdersAssign = "orders.assign": [ALWAYS, ALWAYS, ALWAYS, NEVER, NEVER],
    /// Add notes to orders.
    OrdersNote = "orders.note": [ALWAYS, ALWAYS, ALWAYS, ALWAYS, NEVER],
    /// Plan deliveries.
    OrdersDelivery = "orders.delivery": [ALWAYS, ALWAYS, ALWAYS, ALWAYS, NEVER],
    /// Start processing an order.
    OrdersProcess = "orders.process": [ALWAYS, ALWAYS, ALWAYS, NEVER, NEVER],
    /// Ship and deliver orders.
    OrdersShip = "orders.ship": [ALWAYS, ALWAYS, NEVER, ALWAYS, NEVER],
    /// Complete orders, take them back a step, and take back steps of others.
    OrdersComplete = "orders.complete": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
    /// Cancel orders; which ones depends on their status.
    OrdersCancel = "orders.cancel": [RECORD, RECORD, RECORD, NEVER, NEVER],
    /// Record payments of customers.
    PaymentsTake = "payments.take": [ALWAYS, ALWAYS, ALWAYS, RECORD, NEVER],
    /// Record refunds.
    PaymentsRefund = "payments.refund": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
    /// Read customers.
    CustomersRead = "customers.read": [ALWAYS, ALWAYS, ALWAYS, NEVER, NEVER],
    /// Change customers.
    CustomersWrite = "customers.write": [ALWAYS, ALWAYS, ALWAYS, NEVER, NEVER],
    /// Set personal discounts.
    CustomersDiscount = "customers.discount": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
    /// Merge customers.
    CustomersMerge = "customers.merge": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
    /// Delete the personal data of a customer.
    CustomersWipe = "customers.wipe": [ALWAYS, NEVER, NEVER, NEVER, NEVER],
    /// Read products, hidden ones too.
    ProductsRead = "products.read": [ALWAYS, ALWAYS, ALWAYS, ALWAYS, ALWAYS],
    /// Read today's overview.
    TodayRead = "today.read": [ALWAYS, ALWAYS, ALWAYS, ALWAYS, ALWAYS],
    /// Search all that the role may read.
    Search = "search": [ALWAYS, ALWAYS, ALWAYS, ALWAYS, ALWAYS],
    /// Receive live updates.
    Stream = "stream": [ALWAYS, ALWAYS, ALWAYS, ALWAYS, ALWAYS],
    /// Create products; change their texts, pictures, colours, category and related products.
    ProductsText = "products.text": [ALWAYS, ALWAYS, NEVER, NEVER, ALWAYS],
    /// Change prices, discounts and visibility of products.
    ProductsPrice = "products.price": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
    /// Read price books of designs, with costs and markup.
    PriceBookRead = "priceBook.read": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
    /// Change and publish price books of designs.
    PriceBookWrite = "priceBook.write": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
    /// Read the costs of designs.
    CostsRead = "costs.read": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
    /// Read papers and files of the workshop.
    WorkshopRead = "workshop.read": [ALWAYS, ALWAYS, NEVER, RECORD, NEVER],
    /// Change stock.
    StockWrite = "stock.write": [ALWAYS, ALWAYS, NEVER, ALWAYS, NEVER],
    /// Upload pictures of the shop.
    MediaPicture = "media.picture": [ALWAYS, ALWAYS, NEVER, NEVER, ALWAYS],
    /// Upload files of quotes and orders.
    MediaFile = "media.file": [ALWAYS, ALWAYS, ALWAYS, ALWAYS, NEVER],
    /// Change the shop's content.
    ContentWrite = "content.write": [ALWAYS, ALWAYS, NEVER, NEVER, ALWAYS],
    /// Read and retry mail.
    MailRead = "mail.read": [ALWAYS, ALWAYS, RECORD, NEVER, NEVER],
    /// Read prepared texts.
    TemplatesRead = "templates.read": [ALWAYS, ALWAYS, ALWAYS, NEVER, NEVER],
    /// Change prepared texts.
    TemplatesWrite = "templates.write": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
    /// Read and replay dead letters.
    DeadLetters = "deadLetters": [ALWAYS, NEVER, NEVER, NEVER, NEVER],
    /// Read the team.
    TeamRead = "team.read": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
    /// Change the team.
    TeamWrite = "team.write": [ALWAYS, NEVER, NEVER, NEVER, NEVER],
    /// Read the audit logs.
    ActivityRead = "activity.read": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
    /// Share views of lists.
    ViewsShare = "views.share": [ALWAYS, ALWAYS, NEVER, NEVER, NEVER],
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn permissions_have_unique_names() {
        let names: HashSet<_> = PERMISSIONS.iter().map(|row| row.0.name()).collect();
        assert_eq!(names.len(), PERMISSIONS.len());
    }

    #[test]
    fn roles_have_the_access_of_the_table() {
        let access = |permission| StaffRole::ALL.map(|role| role.access(permission));
        assert_eq!(
            access(Permission::QuotesNote),
            [ALWAYS, ALWAYS, ALWAYS, RECORD, NEVER]
        );
        assert_eq!(
            access(Permission::OrdersShip),
            [ALWAYS, ALWAYS, NEVER, ALWAYS, NEVER]
        );
        assert_eq!(
            access(Permission::TeamWrite),
            [ALWAYS, NEVER, NEVER, NEVER, NEVER]
        );
    }

    #[test]
    fn documentation_has_the_same_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/roles.md");
        let page = std::fs::read_to_string(path).unwrap();
        let (_, section) = page.split_once("\n## Rights\n").unwrap();
        let (table, _) = section.split_once("\n*some* means:").unwrap();
        let documented: Vec<_> = table
            .lines()
            .filter(|line| line.starts_with("| `"))
            .map(|line| {
                let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
                (cells[0].trim_matches('`').to_owned(), cells[2..].join(" "))
            })
            .collect();
        let word = |access: &Access| match access {
            Access::Never => "–",
            Access::PerRecord => "some",
            Access::Always => "yes",
        };
        let expected: Vec<_> = PERMISSIONS
            .iter()
            .map(|(permission, access)| {
                (
                    permission.name().to_owned(),
                    access.each_ref().map(word).join(" "),
                )
            })
            .collect();
        assert_eq!(documented, expected);
    }

    #[test]
    fn an_owner_has_all_permissions_and_an_editor_few() {
        assert_eq!(StaffRole::Owner.permissions().count(), PERMISSIONS.len());
        let editor: Vec<_> = StaffRole::Editor.permissions().map(Permission::name).collect();
        assert_eq!(
            editor,
            [
                "products.read",
                "today.read",
                "search",
                "stream",
                "products.text",
                "media.picture",
                "content.write"
            ]
        );
    }
}
