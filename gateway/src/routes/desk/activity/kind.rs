//! Kinds of the records that staff calls change.

/// Actions by service and kind of the record.
const ACTIONS: &[(&str, &str, &[&str])] = &[
    (
        "account",
        "staff",
        &[
            "SignInStaff",
            "RefuseCode",
            "StepUp",
            "AddSecondFactor",
            "RemoveSecondFactor",
            "NewRecoveryCodes",
            "ResetSecondFactor",
            "InviteStaff",
            "ResendInvitation",
            "AcceptInvitation",
            "UpdateStaff",
            "RemoveStaff",
            "EndSessions",
            "GrantStaff",
            "RevokeStaff",
        ],
    ),
    ("account", "customer", &["SetUserDiscount"]),
    ("account", "screen", &["SaveView", "DeleteView"]),
    (
        "inquiry",
        "quote",
        &[
            "CreateInquiry",
            "UpdateInquiryStatus",
            "AddInquiryNote",
            "AssignInquiry",
            "SetFollowUp",
            "AddFollowUp",
            "ChangeFollowUp",
            "LogContact",
            "CorrectEntry",
            "ChangeDesign",
            "RecordMeasuring",
            "RenewDesign",
            "SendStaffMail",
            "AnswerCustomer",
            "AttachFile",
            "ListInquiries",
        ],
    ),
    (
        "inquiry",
        "offer",
        &[
            "CreateOffer",
            "UpdateOffer",
            "RenewOfferPrices",
            "DeleteDraft",
            "RequestApproval",
            "ApproveOffer",
            "SendOffer",
            "ReviseOffer",
            "WithdrawOffer",
            "AcceptOfferByPhone",
            "ReopenOffer",
            "GetOfferLink",
        ],
    ),
    (
        "inquiry",
        "customer",
        &[
            "UpdateContact",
            "MergeContacts",
            "ContactsShareAPhone",
            "SeparateContacts",
            "WipeContact",
            "ListContacts",
        ],
    ),
    ("inquiry", "template", &["SaveTemplate", "DeleteTemplate"]),
    (
        "inquiry",
        "priceBook",
        &[
            "GetPriceBook",
            "ExportPriceBook",
            "CreatePriceBook",
            "UpdatePriceBook",
            "PublishPriceBook",
            "DeletePriceBook",
        ],
    ),
    (
        "order",
        "order",
        &[
            "CreateOrderFromOffer",
            "CreateDeskOrder",
            "UpdateOrderStatus",
            "UndoOrderStatus",
            "UpdatePaymentStatus",
            "RecordPayment",
            "PlanDelivery",
            "AssignOrder",
            "AddOrderNote",
            "CorrectOrder",
            "CorrectOrderLines",
            "CorrectOrderNote",
            "ListAllOrders",
        ],
    ),
    (
        "catalog",
        "product",
        &["CreateProduct", "UpdateProduct", "AdjustStock"],
    ),
    (
        "catalog",
        "import",
        &["CreateImport", "MapImport", "ApplyImport", "UndoImport"],
    ),
    ("content", "media", &["UploadMedia"]),
    ("notification", "mail", &["ListMails", "RetryMail"]),
];

/// Actions of all services.
const COMMON: [(&str, &str); 2] = [("ReplayDeadLetter", "deadLetter"), ("Export", "screen")];

/// Kinds of records of other actions, by service.
const OTHERS: [(&str, &str); 6] = [
    ("account", "staff"),
    ("inquiry", "quote"),
    ("order", "order"),
    ("catalog", "product"),
    ("content", "content"),
    ("notification", "mail"),
];

/// Returns the kind of the record of an action.
pub(super) fn kind_of(service: &str, action: &str) -> &'static str {
    let common = COMMON.iter().find(|(known, _)| *known == action);
    let own = ACTIONS
        .iter()
        .find(|(owner, _, actions)| *owner == service && actions.contains(&action));
    let other = OTHERS.iter().find(|(owner, _)| *owner == service);
    common
        .map(|(_, kind)| *kind)
        .or_else(|| own.map(|(_, kind, _)| *kind))
        .or_else(|| other.map(|(_, kind)| *kind))
        .unwrap_or_default()
}

/// Whether there are records of a kind.
pub(super) fn is_kind(kind: &str) -> bool {
    ACTIONS.iter().any(|(_, known, _)| *known == kind)
        || COMMON.iter().any(|(_, known)| *known == kind)
        || OTHERS.iter().any(|(_, known)| *known == kind)
}

/// Returns the known actions of a service on records of a kind.
pub(super) fn actions_of(service: &str, kind: &str) -> Vec<&'static str> {
    let own = ACTIONS
        .iter()
        .filter(|(owner, known, _)| *owner == service && *known == kind);
    let common = COMMON.iter().filter(|(_, known)| *known == kind);
    own.flat_map(|(_, _, actions)| actions.iter().copied())
        .chain(common.map(|(action, _)| *action))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_actions_have_the_kind_that_selects_them() {
        for (service, kind, actions) in ACTIONS {
            for action in *actions {
                assert_eq!(kind_of(service, action), *kind, "{action}");
                assert!(actions_of(service, kind).contains(action), "{action}");
            }
        }
        assert_eq!(kind_of("order", "ReplayDeadLetter"), "deadLetter");
        assert_eq!(kind_of("content", "SaveHomeText"), "content");
        assert!(is_kind("offer") && !is_kind("basket"));
    }
}
