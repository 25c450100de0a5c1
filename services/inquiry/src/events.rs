//! Events that the service publishes. They carry no personal data.

pub(crate) mod offer;

use kit::{
    convert::timestamp,
    domain::{EventId, InquiryId, ProductId, UserId},
    events::append,
};
use proto::inquiry::v1::{
    CatalogueRequested, ContactChanged, ContactReceived, ConversationChanged, FollowUpDue, InquiryAnswered,
    InquiryAssigned, InquiryChanged, InquiryClosed, InquiryMentioned, MessagesUnread, PriceBookPublished,
    QuoteRequested, QuoteRequestedItem, StaffMailWritten,
};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    conversation::{MAX_MESSAGES, Message},
    inquiry::{Inquiry, MAX_NOTES, NewInquiry, Subject},
    item::Item,
    store::{self, follow_up::Reminder, price_book::Announced},
};

/// Publishes a received inquiry.
pub(crate) async fn received(connection: &mut PgConnection, inquiry: &NewInquiry) -> Result<(), sqlx::Error> {
    let inquiry_id = inquiry.id.to_string();
    let number = inquiry.number.clone();
    let event = match &inquiry.subject {
        Subject::Quote(items) => append(connection, &quote_requested(inquiry_id, number, items)).await,
        Subject::Contact => append(connection, &ContactReceived { inquiry_id, number }).await,
        Subject::Brochure => append(connection, &CatalogueRequested { inquiry_id, number }).await,
    };
    event.map(drop)
}

fn quote_requested(inquiry_id: String, number: String, items: &[Item]) -> QuoteRequested {
    let requested: Vec<_> = items
        .iter()
        .map(|item| QuoteRequestedItem {
            product_id: item.product.id.map_or(0, ProductId::get),
            quantity: item.quantity.map(Into::into),
        })
        .collect();
    let first = requested.first().copied().unwrap_or_default();
    let designs = items.iter().filter(|item| item.design.is_some()).count();
    QuoteRequested {
        inquiry_id,
        number,
        product_id: first.product_id,
        quantity: first.quantity,
        items: requested,
        design_count: u32::try_from(designs).unwrap_or(u32::MAX),
    }
}

/// Kind of the change, actor (`None` for the system or a customer) and inquiry of an event.
#[derive(Clone, Copy)]
pub(crate) struct Change<'change> {
    pub(crate) inquiry: &'change Inquiry,
    pub(crate) by: Option<&'change str>,
}

impl Change<'_> {
    fn ids(&self) -> (String, String, String) {
        (
            self.inquiry.id.to_string(),
            self.inquiry.number.clone(),
            self.by.unwrap_or_default().to_owned(),
        )
    }

    /// Publishes that something of the inquiry changed: status, assignee, followUp, note, contact, message, file or
    /// offer.
    pub(crate) async fn changed(self, connection: &mut PgConnection, what: &str) -> Result<(), sqlx::Error> {
        let (inquiry_id, number, by) = self.ids();
        let event = InquiryChanged {
            inquiry_id,
            number,
            what: what.to_owned(),
            version: self.inquiry.work.version,
            by,
        };
        append(connection, &event).await.map(drop)
    }

    /// Publishes that the assignee changed; `hand_over` is the event that handed over the work of the previous one.
    pub(crate) async fn assigned(
        self,
        connection: &mut PgConnection,
        previous: Option<UserId>,
        hand_over: Option<EventId>,
    ) -> Result<(), sqlx::Error> {
        let (inquiry_id, number, by) = self.ids();
        let event = InquiryAssigned {
            inquiry_id,
            number,
            assignee_id: id_or_empty(self.inquiry.work.assignee),
            previous_id: id_or_empty(previous),
            by,
            hand_over_id: hand_over.map(|id| id.to_string()).unwrap_or_default(),
        };
        append(connection, &event).await.map(drop)
    }

    /// Publishes that no work is left.
    pub(crate) async fn closed(self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        let (inquiry_id, number, by) = self.ids();
        let event = InquiryClosed {
            inquiry_id,
            number,
            status: self.inquiry.work.status.name().to_owned(),
            reason: self
                .inquiry
                .work
                .reason
                .map(|reason| reason.name().to_owned())
                .unwrap_or_default(),
            by,
        };
        append(connection, &event).await.map(drop)
    }

    /// Publishes the first answer.
    pub(crate) async fn answered(
        self,
        connection: &mut PgConnection,
        minutes: u32,
    ) -> Result<(), sqlx::Error> {
        let (inquiry_id, number, by) = self.ids();
        let event = InquiryAnswered {
            inquiry_id,
            number,
            minutes,
            by,
        };
        append(connection, &event).await.map(drop)
    }

    /// Publishes that a note mentions staff members.
    pub(crate) async fn mentioned(
        self,
        connection: &mut PgConnection,
        staff: &[UserId],
    ) -> Result<(), sqlx::Error> {
        let (inquiry_id, number, by) = self.ids();
        let event = InquiryMentioned {
            inquiry_id,
            number,
            staff_ids: staff.iter().map(UserId::to_string).collect(),
            by,
        };
        append(connection, &event).await.map(drop)
    }

    /// Publishes that the last of these messages, which are the whole conversation, was written, or that staff has read them.
    pub(crate) async fn message_written(
        self,
        connection: &mut PgConnection,
        messages: &[Message],
    ) -> Result<(), sqlx::Error> {
        let (inquiry_id, number, by) = self.ids();
        let last = messages.last();
        let photos = messages.iter().flat_map(|message| &message.body.photos);
        let event = ConversationChanged {
            inquiry_id,
            number,
            message_id: last.map(|message| message.id.to_string()).unwrap_or_default(),
            version: version(messages.len()),
            media_ids: photos.map(|photo| photo.media_id.to_string()).collect(),
            by,
            assignee_id: id_or_empty(self.inquiry.work.assignee),
            ..ConversationChanged::default()
        };
        append(connection, &event).await.map(drop)
    }

    /// Publishes that an entry with files was stored.
    pub(crate) async fn files_attached(
        self,
        connection: &mut PgConnection,
        entry: Uuid,
    ) -> Result<(), sqlx::Error> {
        let (inquiry_id, number, by) = self.ids();
        let (file_ids, files_version) = store::timeline::files(connection, self.inquiry.id).await?;
        let event = ConversationChanged {
            inquiry_id,
            number,
            message_id: entry.to_string(),
            by,
            file_ids,
            files_version,
            ..ConversationChanged::default()
        };
        append(connection, &event).await.map(drop)
    }

    /// Publishes that the files of an offer changed.
    pub(crate) async fn offer_files_changed(
        self,
        connection: &mut PgConnection,
        offer: Uuid,
    ) -> Result<(), sqlx::Error> {
        let (inquiry_id, number, by) = self.ids();
        let (offer_files_version, offer_file_ids) =
            store::offer::count_file_change(connection, self.inquiry.id).await?;
        let event = ConversationChanged {
            inquiry_id,
            number,
            message_id: offer.to_string(),
            by,
            offer_file_ids,
            offer_files_version,
            ..ConversationChanged::default()
        };
        append(connection, &event).await.map(drop)
    }

    /// Publishes that staff wrote a mail.
    pub(crate) async fn mail_written(
        self,
        connection: &mut PgConnection,
        mail: Uuid,
    ) -> Result<(), sqlx::Error> {
        let (inquiry_id, number, by) = self.ids();
        let event = StaffMailWritten {
            inquiry_id,
            number,
            message_id: mail.to_string(),
            by,
        };
        append(connection, &event).await.map(drop)
    }
}

/// Publishes that messages and files of an inquiry were wiped.
pub(crate) async fn conversation_wiped(
    connection: &mut PgConnection,
    inquiry: InquiryId,
    number: String,
) -> Result<(), sqlx::Error> {
    let event = ConversationChanged {
        inquiry_id: inquiry.to_string(),
        number,
        version: version(MAX_MESSAGES).saturating_add(1),
        files_version: MAX_NOTES.saturating_add(1),
        offer_files_version: i64::MAX,
        ..ConversationChanged::default()
    };
    append(connection, &event).await.map(drop)
}

/// Publishes that the customer has not read what staff wrote.
pub(crate) async fn messages_unread(
    connection: &mut PgConnection,
    inquiry: InquiryId,
    number: String,
) -> Result<(), sqlx::Error> {
    let event = MessagesUnread {
        inquiry_id: inquiry.to_string(),
        number,
    };
    append(connection, &event).await.map(drop)
}

/// Returns the version of a conversation with this number of messages.
fn version(messages: usize) -> i64 {
    i64::try_from(messages).unwrap_or(i64::MAX)
}

/// Publishes that a customer was saved, merged, separated or wiped; `orders` are those of a customer that staff wiped.
pub(crate) async fn contact_changed(
    connection: &mut PgConnection,
    contact: Uuid,
    what: &str,
    by: Option<&str>,
    orders: Vec<Uuid>,
) -> Result<(), sqlx::Error> {
    let event = ContactChanged {
        contact_id: contact.to_string(),
        what: what.to_owned(),
        by: by.unwrap_or_default().to_owned(),
        order_ids: orders.iter().map(Uuid::to_string).collect(),
    };
    append(connection, &event).await.map(drop)
}

/// Publishes that a follow-up is due or overdue.
pub(crate) async fn follow_up_due(
    connection: &mut PgConnection,
    reminder: Reminder,
) -> Result<(), sqlx::Error> {
    let event = FollowUpDue {
        inquiry_id: reminder.inquiry.to_string(),
        number: reminder.number,
        assignee_id: id_or_empty(reminder.assignee),
        kind: reminder.kind,
        due_at: Some(timestamp(reminder.due_at)),
        is_overdue: reminder.is_overdue,
    };
    append(connection, &event).await.map(drop)
}

/// Publishes that a price book was published, or came into force.
pub(crate) async fn price_book_published(
    connection: &mut PgConnection,
    book: Announced,
) -> Result<(), sqlx::Error> {
    let event = PriceBookPublished {
        version: u32::try_from(book.version).unwrap_or_default(),
        rules: u32::try_from(book.rules).unwrap_or_default(),
        valid_from: Some(timestamp(book.valid_from)),
        by: book.published_by.unwrap_or_default(),
    };
    append(connection, &event).await.map(drop)
}

/// Returns the id of a user for a message; empty if there is none.
pub(crate) fn id_or_empty(user: Option<UserId>) -> String {
    user.as_ref().map(UserId::to_string).unwrap_or_default()
}
