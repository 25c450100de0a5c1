//! Words of mails.

use proto::notification::v1 as wire;

crate::words! {
    /// State of a mail.
    pub enum State("MailState"): wire::MailState {
        /// Not sent yet; sending is retried.
        Waiting = "waiting",
        /// Accepted by the mail server.
        Sent = "sent",
        /// Failed permanently.
        Failed = "failed",
    }

    /// Kind of the record that a mail is about.
    pub enum SubjectKind("MailSubjectKind") {
        /// A quote request, a contact message or a request for the brochure.
        Quote = "quote",
        /// A revision of an offer.
        Offer = "offer",
        /// An order.
        Order = "order",
    }

    /// Kind of a notice to a staff member.
    pub enum NoticeKind("NoticeKind") {
        /// A note mentions the member.
        Mention = "mention",
        /// Discounts of an offer wait for an approval.
        ApprovalAsked = "approvalAsked",
        /// The discounts of an offer are approved.
        ApprovalGiven = "approvalGiven",
        /// The discounts of an offer are refused.
        ApprovalRefused = "approvalRefused",
        /// The customer viewed an offer for the first time.
        OfferOpened = "offerOpened",
        /// An offer is accepted.
        OfferAccepted = "offerAccepted",
        /// An offer is declined.
        OfferDeclined = "offerDeclined",
        /// The customer wants a change of an offer.
        ChangeAsked = "changeAsked",
        /// The customer wants a new offer instead of an expired one.
        OfferWanted = "offerWanted",
        /// A quote was assigned to the member.
        QuoteAssigned = "quoteAssigned",
        /// A quote of the member was assigned to somebody else, or to nobody.
        QuoteTaken = "quoteTaken",
        /// An order was assigned to the member.
        OrderAssigned = "orderAssigned",
        /// An order of the member was assigned to somebody else, or to nobody.
        OrderTaken = "orderTaken",
        /// The open quotes and orders of a disabled member were assigned to the member.
        WorkHandedOver = "workHandedOver",
        /// A quote request came that nobody has taken or answered.
        NewQuote = "newQuote",
        /// A customer wrote a message.
        CustomerMessage = "customerMessage",
        /// The next step of a quote is due.
        FollowUpDue = "followUpDue",
        /// The next step of a quote has been due for some time.
        FollowUpOverdue = "followUpOverdue",
    }

    /// Kind of a mail.
    pub enum Kind("MailKind") {
        /// To a user: the account was created, with the link of a verification request.
        Welcome = "welcome",
        /// To a user: another link to verify the address.
        EmailVerification = "email_verification",
        /// To a user: the address was registered again.
        AlreadyRegistered = "already_registered",
        /// To a user: the link to reset the password.
        PasswordReset = "password_reset",
        /// To a customer: confirmation of an order.
        OrderReceived = "order_received",
        /// To a customer: the order was cancelled.
        OrderCancelled = "order_cancelled",
        /// To a customer: the status of the order or its payment changed.
        OrderMoved = "order_moved",
        /// To a customer: the delivery of the order is planned.
        DeliveryPlanned = "delivery_planned",
        /// To a customer: staff corrected the lines or the addresses of the order.
        OrderCorrected = "order_corrected",
        /// To a customer: the order has lapsed.
        OrderLapsed = "order_lapsed",
        /// To a customer: the link of the order, on request.
        OrderLink = "order_link",
        /// To a visitor: confirmation of a quote request.
        QuoteReceived = "quote_received",
        /// To a visitor: confirmation of a contact message.
        MessageReceived = "message_received",
        /// To a visitor: the link to the brochure.
        Catalogue = "catalogue",
        /// To a customer: a mail by staff. The inquiry service has its text.
        StaffMail = "staff_mail",
        /// To a customer: messages of a conversation that the customer has not read.
        MessagesUnread = "messages_unread",
        /// To a customer: the first revision of an offer.
        OfferSent = "offer_sent",
        /// To a customer: a later revision of an offer.
        OfferRevised = "offer_revised",
        /// To a customer: an offer ends soon.
        OfferEnds = "offer_ends",
        /// To a customer: confirmation of an accepted offer.
        OfferAccepted = "offer_accepted",
        /// To a person: the link to join the team.
        StaffInvite = "staff_invite",
        /// To a member of the team: the second factor was removed.
        SecondFactorReset = "second_factor_reset",
        /// To the owners: a member typed too many wrong codes.
        SecondFactorLocked = "second_factor_locked",
        /// To a member of the team: the link to set up a second factor.
        EnrolmentLink = "enrolment_link",
        /// To a member of the team: a second factor was added.
        FactorAdded = "factor_added",
        /// To a member of the team: a device was remembered.
        DeviceRemembered = "device_remembered",
        /// To a user: the password was changed.
        PasswordChanged = "password_changed",
        /// To a member of the team: notices that were not read in time.
        StaffNotices = "staff_notices",
        /// To the shop: a new order.
        ShopOrder = "shop_order",
        /// To the shop: an order lapses at this Unix time, in seconds, unless staff acts.
        ShopOrderLapsing = "shop_order_lapsing",
        /// To the shop: an order has lapsed.
        ShopOrderLapsed = "shop_order_lapsed",
        /// To the shop: a quote request.
        ShopQuote = "shop_quote",
        /// To the shop: a contact message.
        ShopMessage = "shop_message",
        /// To the shop: a request for the brochure.
        ShopCatalogue = "shop_catalogue",
        /// To the shop: the forms whose own mails are above the shop's limit.
        ShopDigest = "shop_digest",
        /// To the shop: an offer is accepted.
        ShopOfferAccepted = "shop_offer_accepted",
        /// To the shop: an offer is declined.
        ShopOfferDeclined = "shop_offer_declined",
        /// To the workshop: a new order with designed pieces.
        WorkshopOrder = "workshop_order",
    }
}
