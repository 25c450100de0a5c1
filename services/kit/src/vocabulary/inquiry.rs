//! Words of inquiries and offers.

use proto::inquiry::v1 as wire;

crate::words! {
    /// Kind of an inquiry, by its form.
    pub enum Kind("InquiryKind"): wire::InquiryKind {
        /// Quote request.
        Quote = "quote",
        /// Contact message.
        Contact = "contact",
        /// Brochure request.
        Brochure = "catalogue" => Catalogue,
    }

    /// Status of an inquiry.
    pub enum Status("InquiryStatus"): wire::InquiryStatus {
        /// Not answered yet.
        New = "new",
        /// Assigned to a staff member.
        Assigned = "assigned",
        /// Waits for the customer.
        Waiting = "waiting",
        /// An offer was sent.
        Offered = "offered",
        /// An offer was accepted, or an order was made.
        Won = "won",
        /// Lost.
        Lost = "lost",
        /// Closed without an intended sale.
        Closed = "closed",
    }

    /// Group of the inbox, in the order of the list.
    pub enum Due("InquiryDue"): wire::InquiryDue {
        /// An offer is accepted and has no live order.
        ToOrder = "toOrder",
        /// The customer asked for a change of an offer, or for a new one, and has no answer yet.
        ChangeWanted = "changeWanted",
        /// The follow-up or the promised answer is late.
        Overdue = "overdue",
        /// The follow-up, or the end of an open offer, is today.
        Today = "today",
        /// The customer waits for an answer that is not late; all statuses but new.
        Unanswered = "unanswered",
        /// New.
        New = "new",
        /// Waits for the customer.
        Waiting = "waiting",
        /// Later.
        Later = "later",
        /// Won, lost or closed.
        Done = "done",
    }

    /// Way on which an inquiry came.
    pub enum Source("InquirySource") {
        /// A form of the shop.
        Website = "website",
        /// A visit without an appointment.
        WalkIn = "walkIn",
        /// A call.
        Phone = "phone",
        /// A message by `WhatsApp`.
        Whatsapp = "whatsapp",
        /// A mail.
        Mail = "mail",
        /// Another way.
        Other = "other",
    }

    /// Kind of a follow-up.
    pub enum FollowUpKind("FollowUpKind") {
        /// Call the customer.
        Call = "call",
        /// Meet the customer.
        Visit = "visit",
        /// Measure at the customer's place.
        Measure = "measure",
        /// Make an offer.
        Offer = "offer",
        /// Another step.
        Other = "other",
    }

    /// Channel of a contact.
    pub enum Channel("ContactChannel") {
        /// A call.
        Call = "call",
        /// A message by `WhatsApp`.
        Whatsapp = "whatsapp",
        /// Mail.
        Mail = "mail",
        /// A visit.
        Visit = "visit",
    }

    /// Direction of a contact.
    pub enum Direction("ContactDirection") {
        /// From the staff.
        Out = "out",
        /// From the customer.
        In = "in",
    }

    /// Outcome of a contact.
    pub enum Outcome("ContactOutcome") {
        /// Both talked.
        Talked = "talked",
        /// No answer.
        NoAnswer = "noAnswer",
        /// The line was busy.
        Busy = "busy",
        /// The number is wrong.
        WrongNumber = "wrongNumber",
        /// A message was sent.
        Sent = "sent",
        /// The customer wrote.
        Replied = "replied",
    }

    /// Reason of the statuses `lost` and `closed`, and of a declined offer.
    pub enum Reason("InquiryReason") {
        /// Too expensive; lost.
        Price = "price",
        /// Too late; lost.
        Time = "time",
        /// Bought from a competitor; lost.
        Competitor = "competitor",
        /// Does not answer; lost.
        NoAnswer = "noAnswer",
        /// The shop does not make it; lost.
        NotMade = "notMade",
        /// Wanted the brochure only; closed.
        Catalogue = "catalogue",
        /// Asked a question only; closed.
        Question = "question",
        /// Spam; closed.
        Spam = "spam",
        /// Asked already; closed.
        Duplicate = "duplicate",
        /// Another reason.
        Other = "other",
    }

    /// Size of a piece: the product's own one, given measures, or those that the shop takes on site.
    pub enum Measuring("Measuring") {
        /// The product's own size.
        Standard = "standard",
        /// Given measures.
        Own = "own",
        /// The shop measures on site.
        Visit = "visit",
    }

    /// State of a quote request, as its customer reads it.
    pub enum QuoteProgress("QuoteProgress") {
        /// The customer waits for an answer.
        Received = "received",
        /// The shop answered; no offer is open.
        Answered = "answered",
        /// An offer is open.
        Offered = "offered",
        /// An offer was accepted, or an order was made.
        Accepted = "accepted",
        /// Closed without a sale.
        Closed = "closed",
    }

    /// Object that given measures are of.
    #[derive(Default)]
    pub enum MeasuresOf("MeasuresOf") {
        /// The piece.
        #[default]
        Piece = "piece",
        /// The space that the piece stands in: a niche, or the opening between two walls.
        Niche = "niche",
    }

    /// State of a revision of an offer.
    pub enum OfferState("OfferState"): wire::OfferState {
        /// Written by staff, not sent.
        Draft = "draft",
        /// Sent, not viewed yet.
        Sent = "sent",
        /// Viewed by the customer.
        Opened = "opened",
        /// Accepted.
        Accepted = "accepted",
        /// Declined.
        Declined = "declined",
        /// Its last day has passed.
        Expired = "expired",
        /// A newer revision was sent.
        Superseded = "superseded",
        /// Withdrawn by staff.
        Withdrawn = "withdrawn",
    }

    /// State of the approval of a draft's discounts.
    pub enum ApprovalState("ApprovalState"): wire::ApprovalState {
        /// No approval was requested.
        Unasked = "none" => Unspecified,
        /// Asked.
        Asked = "asked",
        /// Given.
        Given = "given",
        /// Refused.
        Refused = "refused",
    }

    /// Time of day at which the customer wants a call, in Asia/Baku.
    pub enum CallWindow("CallWindow") {
        /// From 10:00 to 13:00.
        Morning = "10-13",
        /// From 13:00 to 17:00.
        Afternoon = "13-17",
        /// From 17:00 to 20:00.
        Evening = "17-20",
    }

    /// Way on which an offer was decided.
    pub enum Via("DecisionWay") {
        /// The customer's page.
        Link = "link",
        /// The customer's page, in a browser that also has a session of the desk.
        LinkAtDesk = "linkAtDesk",
        /// A call.
        Phone = "phone",
    }

    /// Order of the inbox.
    #[derive(Default)]
    pub enum Sort("InquirySort"): wire::InboxSort {
        /// By group, then by time; done inquiries last, newest first.
        #[default]
        Due = "due" => Unspecified,
        /// Newest first.
        Newest = "-created",
        /// Oldest first.
        Oldest = "created",
        /// The longest waiting customer first; customers who do not wait last, newest first.
        Waiting = "waiting",
    }

    /// Order of customers.
    #[derive(Default)]
    pub enum ContactSort("CustomerSort"): wire::ContactSort {
        /// Last contact first.
        #[default]
        Contact = "-contact" => Unspecified,
        /// By name.
        Name = "name",
        /// By the total of the orders, largest first.
        Total = "-total",
    }

    /// Kind of an event of an offer's revision.
    pub enum OfferMove("OfferMove") {
        /// Sent to the customer.
        Sent = "sent",
        /// Viewed for the first time.
        Opened = "opened",
        /// An approval was asked.
        ApprovalAsked = "approvalAsked",
        /// The approval was given.
        Approved = "approved",
        /// The approval was refused.
        Refused = "refused",
        /// Accepted.
        Accepted = "accepted",
        /// Declined.
        Declined = "declined",
        /// The last day has passed.
        Expired = "expired",
        /// A newer revision was sent.
        Superseded = "superseded",
        /// Withdrawn by staff.
        Withdrawn = "withdrawn",
        /// Reopened by staff.
        Reopened = "reopened",
        /// The customer asked for a change.
        ChangeAsked = "changeAsked",
        /// The customer asked for a new offer.
        AskedAgain = "askedAgain",
    }

    /// State of a price book of designs.
    pub enum PriceBookState("PriceBookState") {
        /// Not published yet.
        Draft = "draft",
        /// Published, with a time that has not come.
        Planned = "planned",
        /// The one that new prices follow.
        InForce = "inForce",
        /// Replaced by a later one.
        Past = "past",
    }

    /// Channel of a prepared text.
    pub enum TemplateChannel("TemplateChannel") {
        /// A chat.
        Whatsapp = "whatsapp",
        /// Mail.
        Mail = "mail",
    }
}
