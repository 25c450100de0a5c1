//! Event messages and their NATS subjects, shared by publishers and consumers.

use crate::{
    account::v1 as account, catalog::v1 as catalog, content::v1 as content, inquiry::v1 as inquiry,
    notification::v1 as notification, order::v1 as order,
};

/// A protobuf message that is published on one NATS subject.
pub trait Event: prost::Message + Default + 'static {
    /// The subject, `storefront.<service>.<event>`.
    const SUBJECT: &'static str;
}

macro_rules! events {
    ($($message:ty => $subject:literal,)+) => {
        $(impl Event for $message {
            const SUBJECT: &'static str = $subject;
        })+

        /// The subjects of all events.
        pub const SUBJECTS: &[&str] = &[$($subject),+];
    };
}

events! {
    catalog::ProductChanged => "storefront.catalog.product_changed",
    catalog::StockChanged => "storefront.catalog.stock_changed",
    account::Registered => "storefront.account.registered",
    account::EmailVerificationRequested => "storefront.account.email_verification_requested",
    account::PasswordResetRequested => "storefront.account.password_reset_requested",
    account::SessionRevoked => "storefront.account.session_revoked",
    account::AccountClosed => "storefront.account.closed",
    account::StaffInvited => "storefront.account.staff_invited",
    account::StaffChanged => "storefront.account.staff_changed",
    account::SecondFactorReset => "storefront.account.second_factor_reset",
    account::SecondFactorLocked => "storefront.account.second_factor_locked",
    account::EnrolmentRequested => "storefront.account.enrolment_requested",
    account::SecurityChanged => "storefront.account.security_changed",
    account::DiscountChanged => "storefront.account.discount_changed",
    content::ContentChanged => "storefront.content.changed",
    content::ShopHoursChanged => "storefront.content.hours_changed",
    order::OrderCreated => "storefront.order.created",
    order::OrderAbandoned => "storefront.order.abandoned",
    order::OrderCancelled => "storefront.order.cancelled",
    order::OrderLapsing => "storefront.order.lapsing",
    order::OrderStatusChanged => "storefront.order.status_changed",
    order::OrderChanged => "storefront.order.changed",
    order::OrderCorrected => "storefront.order.corrected",
    order::OrderPaid => "storefront.order.paid",
    order::DeliveryPlanned => "storefront.order.delivery_planned",
    order::OrderAssigned => "storefront.order.assigned",
    order::OrderMentioned => "storefront.order.mentioned",
    order::OrderLinkRequested => "storefront.order.link_requested",
    order::OrderFilesChanged => "storefront.order.files_changed",
    inquiry::QuoteRequested => "storefront.inquiry.quote_requested",
    inquiry::ContactReceived => "storefront.inquiry.contact_received",
    inquiry::CatalogueRequested => "storefront.inquiry.catalogue_requested",
    inquiry::InquiryChanged => "storefront.inquiry.changed",
    inquiry::InquiryAssigned => "storefront.inquiry.assigned",
    inquiry::FollowUpDue => "storefront.inquiry.follow_up_due",
    inquiry::InquiryMentioned => "storefront.inquiry.mentioned",
    inquiry::InquiryAnswered => "storefront.inquiry.answered",
    inquiry::InquiryClosed => "storefront.inquiry.closed",
    inquiry::StaffMailWritten => "storefront.inquiry.staff_mail_written",
    inquiry::ConversationChanged => "storefront.inquiry.conversation_changed",
    inquiry::MessagesUnread => "storefront.inquiry.messages_unread",
    inquiry::ContactChanged => "storefront.inquiry.contact_changed",
    inquiry::OfferSent => "storefront.inquiry.offer_sent",
    inquiry::OfferOpened => "storefront.inquiry.offer_opened",
    inquiry::OfferExpired => "storefront.inquiry.offer_expired",
    inquiry::OfferSuperseded => "storefront.inquiry.offer_superseded",
    inquiry::OfferWithdrawn => "storefront.inquiry.offer_withdrawn",
    inquiry::OfferReopened => "storefront.inquiry.offer_reopened",
    inquiry::OfferEndsSoon => "storefront.inquiry.offer_ends_soon",
    inquiry::OfferApprovalAsked => "storefront.inquiry.offer_approval_asked",
    inquiry::OfferApprovalDecided => "storefront.inquiry.offer_approval_decided",
    inquiry::OfferAccepted => "storefront.inquiry.offer_accepted",
    inquiry::OfferDeclined => "storefront.inquiry.offer_declined",
    inquiry::PriceBookPublished => "storefront.inquiry.price_book_published",
    inquiry::OfferAsked => "storefront.inquiry.offer_asked",
    notification::Noticed => "storefront.notification.noticed",
    notification::MailChanged => "storefront.notification.mail_changed",
}
