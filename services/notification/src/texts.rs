//! Localized texts of e-mails.
//!
//! Tests compare the keys of the files with these structs; the compiler reports unused keys as dead code.

use std::sync::LazyLock;

use kit::{domain::Language, vocabulary::inquiry::Reason};
use proto::account::v1::StaffRole;
use serde::Deserialize;

use crate::{
    mail::{OrderStatus, PaymentStatus},
    notice::NoticeKind,
};

static AZ: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("texts/az.json")));
static RU: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("texts/ru.json")));
static EN: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("texts/en.json")));

/// Parses a file; the tests ensure that all are valid.
fn parse(json: &str) -> Texts {
    serde_json::from_str(json).unwrap_or_default()
}

/// Returns the texts of a language.
pub(crate) fn get(language: Language) -> &'static Texts {
    match language {
        Language::Az => &AZ,
        Language::Ru => &RU,
        Language::En => &EN,
    }
}

macro_rules! texts {
    ($($(#[$doc:meta])+ $name:ident { $($key:ident: $text:ty,)+ })+) => {$(
        $(#[$doc])+
        #[derive(Default, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name { $(pub(crate) $key: $text,)+ }
    )+};
}

texts! {
    /// All texts of a language.
    Texts {
        common: Common,
        welcome: Welcome,
        email_verification: EmailVerification,
        already_registered: AlreadyRegistered,
        password_reset: PasswordReset,
        order: Order,
        order_received: Notice,
        order_cancelled: OrderCancelled,
        order_lapsed: Notice,
        order_link: OrderCancelled,
        order_moved: OrderMoved,
        delivery_planned: DeliveryPlanned,
        order_corrected: OrderCorrected,
        days: PromisedDays,
        inquiry: Inquiry,
        quote_received: WithButton,
        message_received: Notice,
        catalogue: WithButton,
        messages_unread: WithButton,
        offer: Offer,
        offer_sent: WithButton,
        offer_revised: WithButton,
        offer_ends: WithButton,
        offer_accepted: WithButton,
        staff_invite: StaffInvite,
        second_factor_reset: SecurityNotice,
        second_factor_locked: SecondFactorLocked,
        enrolment_link: SecurityNotice,
        factor_added: SecurityNotice,
        device_remembered: SecurityNotice,
        password_changed: SecurityNotice,
        staff_notices: StaffNotices,
        shop_order: Notice,
        shop_order_lapsing: Notice,
        shop_order_lapsed: Notice,
        shop_quote: Notice,
        shop_message: Notice,
        shop_catalogue: Notice,
        shop_digest: WithButton,
        shop_offer_accepted: WithButton,
        shop_offer_declined: WithButton,
        workshop_order: WithButton,
        roles: Roles,
        languages: Languages,
    }
    /// Texts of several e-mails.
    Common {
        greeting: String,
        hello: String,
        questions: String,
        to_customer: String,
        typed_by_mistake: String,
        more: String,
        browse: String,
        your_contact: String,
    }
    /// Texts of an e-mail without further parts.
    Notice {
        subject: String,
        title: String,
        text: String,
    }
    /// Texts of an e-mail with a button.
    WithButton {
        subject: String,
        title: String,
        text: String,
        button: String,
    }
    /// Texts of `welcome`.
    Welcome {
        subject: String,
        title: String,
        text: String,
        button: String,
        not_you: String,
    }
    /// Texts of `email_verification`; `welcome` has the same button.
    EmailVerification {
        subject: String,
        title: String,
        text: String,
        button: String,
        not_you: String,
    }
    /// Texts of `already_registered`.
    AlreadyRegistered {
        subject: String,
        title: String,
        text: String,
        button: String,
        forgotten: String,
        forgotten_link: String,
        not_you: String,
    }
    /// Texts of `password_reset`.
    PasswordReset {
        subject: String,
        title: String,
        text: String,
        button: String,
        late: String,
        late_link: String,
        not_you: String,
    }
    /// Labels of orders.
    Order {
        number: String,
        ordered_at: String,
        status: String,
        payment: String,
        paid: String,
        refunded: String,
        due: String,
        pieces: String,
        before: String,
        products: String,
        delivery: String,
        free: String,
        total: String,
        address: String,
        button: String,
        desk_button: String,
        account: String,
        account_link: String,
        statuses: Statuses,
        payments: Payments,
    }
    /// Texts of `order_cancelled` and `order_link`.
    OrderCancelled {
        subject: String,
        title: String,
        text: String,
        not_you: String,
    }
    /// Texts of `order_moved`.
    OrderMoved {
        subject: String,
        ready: String,
        ready_story: String,
        stories: Statuses,
    }
    /// Texts of `delivery_planned`.
    DeliveryPlanned {
        subject: String,
        title: String,
        text: String,
        pickup: String,
        day: String,
        hours: String,
    }
    /// Texts of `order_corrected`.
    OrderCorrected {
        subject: String,
        title: String,
        text: String,
        addresses: String,
        previous_total: String,
        total: String,
    }
    /// A text per order status.
    Statuses {
        pending: String,
        processing: String,
        shipped: String,
        delivered: String,
        completed: String,
        cancelled: String,
    }
    /// A text per payment status.
    Payments {
        pending: String,
        processing: String,
        paid: String,
        unpaid: String,
        refunded: String,
        part_refunded: String,
    }
    /// Days that the shop's terms promise. `agreed` has the day on which what is made is ready.
    PromisedDays { from_stock: String, made_to_order: String, ready: String, agreed: String, }
    /// Labels of inquiries.
    Inquiry {
        number: String,
        created_at: String,
        quantity: String,
        color: String,
        size: String,
        own_size: String,
        visit: String,
        note: String,
        call_by: String,
        name: String,
        phone: String,
        email: String,
        language: String,
        message: String,
        desk_button: String,
        write_to_us: String,
        photos: String,
    }
    /// Labels of offers.
    Offer {
        number: String,
        quote: String,
        valid_until: String,
        make_days: String,
        working_days: String,
        deposit: String,
        savings: String,
        message: String,
        assignee: String,
        reason: String,
        comment: String,
        reasons: DeclineReasons,
    }
    /// A text per reason of a declined offer.
    DeclineReasons {
        price: String,
        time: String,
        competitor: String,
        other: String,
    }
    /// Texts of `staff_invite`.
    StaffInvite {
        subject: String,
        title: String,
        text: String,
        button: String,
        valid: String,
        not_you: String,
    }
    /// Texts of `second_factor_locked`.
    SecondFactorLocked {
        subject: String,
        title: String,
        text: String,
        until_reset: String,
        button: String,
    }
    /// Texts of a mail about a change of how the user signs in.
    SecurityNotice {
        subject: String,
        title: String,
        text: String,
        button: String,
        not_you: String,
    }
    /// Texts of `staff_notices`. An asked approval is of a line above the limit, or of the share of lines without a product.
    StaffNotices {
        subject: String,
        title: String,
        text: String,
        button: String,
        settings: String,
        settings_link: String,
        approval_of_line: String,
        approval_of_share: String,
        kinds: NoticeKinds,
    }
    /// A sentence per kind of a notice.
    NoticeKinds {
        mention: String,
        approval_asked: String,
        approval_given: String,
        approval_refused: String,
        offer_opened: String,
        offer_accepted: String,
        offer_declined: String,
        change_asked: String,
        offer_wanted: String,
        quote_assigned: String,
        quote_taken: String,
        order_assigned: String,
        order_taken: String,
        work_handed_over: String,
        new_quote: String,
        customer_message: String,
        follow_up_due: String,
        follow_up_overdue: String,
    }
    /// Names of the roles of staff.
    Roles {
        owner: String,
        manager: String,
        sales: String,
        warehouse: String,
        editor: String,
    }
    /// Names of the languages.
    Languages {
        az: String,
        ru: String,
        en: String,
    }
}

impl Statuses {
    /// Returns the text of a status.
    pub(crate) fn get(&self, status: OrderStatus) -> &str {
        match status {
            OrderStatus::Pending => &self.pending,
            OrderStatus::Processing => &self.processing,
            OrderStatus::Shipped => &self.shipped,
            OrderStatus::Delivered => &self.delivered,
            OrderStatus::Completed => &self.completed,
            OrderStatus::Cancelled => &self.cancelled,
        }
    }
}

impl Payments {
    /// Returns the text of a payment status.
    pub(crate) fn get(&self, status: PaymentStatus) -> &str {
        match status {
            PaymentStatus::Pending => &self.pending,
            PaymentStatus::Processing => &self.processing,
            PaymentStatus::Paid => &self.paid,
            PaymentStatus::Unpaid => &self.unpaid,
            PaymentStatus::Refunded => &self.refunded,
        }
    }
}

impl DeclineReasons {
    /// Returns the text of a reason; an unknown one is `other`.
    pub(crate) fn get(&self, reason: &str) -> &str {
        match reason.parse() {
            Ok(Reason::Price) => &self.price,
            Ok(Reason::Time) => &self.time,
            Ok(Reason::Competitor) => &self.competitor,
            _ => &self.other,
        }
    }
}

impl Roles {
    /// Returns the name of a role; empty for an unknown one.
    pub(crate) fn get(&self, role: StaffRole) -> &str {
        match role {
            StaffRole::Owner => &self.owner,
            StaffRole::Manager => &self.manager,
            StaffRole::Sales => &self.sales,
            StaffRole::Warehouse => &self.warehouse,
            StaffRole::Editor => &self.editor,
            StaffRole::Unspecified => "",
        }
    }
}

impl NoticeKinds {
    /// Returns the sentence of a kind.
    pub(crate) fn get(&self, kind: NoticeKind) -> &str {
        match kind {
            NoticeKind::Mention => &self.mention,
            NoticeKind::ApprovalAsked => &self.approval_asked,
            NoticeKind::ApprovalGiven => &self.approval_given,
            NoticeKind::ApprovalRefused => &self.approval_refused,
            NoticeKind::OfferOpened => &self.offer_opened,
            NoticeKind::OfferAccepted => &self.offer_accepted,
            NoticeKind::OfferDeclined => &self.offer_declined,
            NoticeKind::ChangeAsked => &self.change_asked,
            NoticeKind::OfferWanted => &self.offer_wanted,
            NoticeKind::QuoteAssigned => &self.quote_assigned,
            NoticeKind::QuoteTaken => &self.quote_taken,
            NoticeKind::OrderAssigned => &self.order_assigned,
            NoticeKind::OrderTaken => &self.order_taken,
            NoticeKind::WorkHandedOver => &self.work_handed_over,
            NoticeKind::NewQuote => &self.new_quote,
            NoticeKind::CustomerMessage => &self.customer_message,
            NoticeKind::FollowUpDue => &self.follow_up_due,
            NoticeKind::FollowUpOverdue => &self.follow_up_overdue,
        }
    }
}

impl Languages {
    /// Returns the name of a language.
    pub(crate) fn get(&self, language: Language) -> &str {
        match language {
            Language::Az => &self.az,
            Language::Ru => &self.ru,
            Language::En => &self.en,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use serde_json::Value;

    use super::*;

    const FILES: [&str; 3] = [
        include_str!("texts/az.json"),
        include_str!("texts/ru.json"),
        include_str!("texts/en.json"),
    ];

    /// Flattens an object to keys such as `order.statuses.pending`.
    fn flatten(prefix: &str, value: &Value, texts: &mut BTreeMap<String, String>) {
        match value {
            Value::Object(keys) => {
                for (key, value) in keys {
                    flatten(&format!("{prefix}.{key}"), value, texts);
                }
            }
            Value::String(text) => {
                texts.insert(prefix.to_owned(), text.clone());
            }
            other => panic!("{prefix} is not a string: {other}"),
        }
    }

    fn file(json: &str) -> BTreeMap<String, String> {
        let mut texts = BTreeMap::new();
        flatten("", &serde_json::from_str(json).unwrap(), &mut texts);
        texts
    }

    fn placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
            .collect()
    }

    #[test]
    fn files_have_exactly_the_expected_keys() {
        for json in FILES {
            serde_json::from_str::<Texts>(json).unwrap();
        }
    }

    #[test]
    fn texts_are_not_empty_and_have_the_same_placeholders() {
        let english = file(FILES[2]);
        for json in FILES {
            for (key, text) in file(json) {
                assert!(!text.trim().is_empty(), "{key}");
                assert_eq!(placeholders(&text), placeholders(&english[&key]), "{key}");
            }
        }
    }

    #[test]
    fn texts_have_no_exclamation_marks() {
        for json in FILES {
            for (key, text) in file(json) {
                assert!(!text.contains('!'), "{key}: {text}");
            }
        }
    }
}
