//! Mails as parts of the records that they are about.

use std::collections::{HashMap, HashSet};

use kit::{
    staff::{Access, Permission},
    vocabulary::mail::State,
};
use proto::{
    inquiry::v1::{
        TimelineEntry,
        timeline_entry::{self, Detail},
    },
    notification::v1::{ListRecordMailsRequest, Mail},
};
use time::{Duration, OffsetDateTime};

use crate::{
    convert,
    desk::Member,
    routes::desk::{NOTIFICATION, part},
    state::AppState,
    words::MailState,
};

/// Maximum number of records of one request.
const MAX_RECORDS: usize = 100;

/// Time within which a mail by staff reaches notification, even through an outage.
const MAX_DELAY: Duration = Duration::days(1);

/// Returns the mails of the last 30 days about records of a kind, newest first; `None` for a role that may not read mails,
/// and while notification does not answer.
pub(in crate::routes::desk) async fn mails_about(
    state: &AppState,
    member: &Member,
    kind: &str,
    numbers: impl IntoIterator<Item = String>,
) -> Option<Vec<Mail>> {
    if !may_read(member) {
        return None;
    }
    let numbers: HashSet<String> = numbers.into_iter().collect();
    if numbers.is_empty() {
        return Some(Vec::new());
    }
    let request = member.request(ListRecordMailsRequest {
        kind: kind.to_owned(),
        numbers: numbers.into_iter().take(MAX_RECORDS).collect(),
    });
    let mut client = state.clients.notification.clone();
    let response = part(NOTIFICATION, client.list_record_mails(request)).await;
    response.map(|response| response.mails)
}

/// Whether the role may read mails.
pub(in crate::routes::desk) fn may_read(member: &Member) -> bool {
    member
        .role()
        .is_some_and(|role| role.access(Permission::MailRead) != Access::Never)
}

/// Mail by staff in a timeline.
#[response]
#[derive(Debug, Clone)]
#[schema(as = TimelineMail)]
pub(crate) struct MailDetail {
    /// UUID.
    mail_id: String,
    /// Subject; `null` once wiped.
    subject: Option<String>,
    /// `null` if it is unknown: the mail is old, or the role may not read mails.
    state: Option<MailState>,
    /// Error of the last failed attempt.
    reason: Option<String>,
}

/// The mails by staff of some timelines.
pub(in crate::routes::desk) struct StaffMails {
    /// By the ids of their texts; `None` if they are unknown.
    mails: Option<HashMap<String, Mail>>,
    is_missing: bool,
}

impl StaffMails {
    /// Reads the mails of the entries of quotes.
    pub(in crate::routes::desk) async fn fetch<'entry>(
        state: &AppState,
        member: &Member,
        entries: impl IntoIterator<Item = (&'entry str, &'entry TimelineEntry)>,
    ) -> Self {
        let numbers = entries
            .into_iter()
            .filter(|(_, entry)| matches!(entry.detail, Some(Detail::Mail(_))))
            .map(|(number, _)| number.to_owned());
        let numbers: Vec<_> = numbers.collect();
        let mails = mails_about(state, member, "quote", numbers).await;
        let is_missing = mails.is_none() && may_read(member);
        let mails = mails.map(|mails| {
            mails
                .into_iter()
                .filter(|mail| !mail.message_id.is_empty())
                .map(|mail| (mail.message_id.clone(), mail))
                .collect()
        });
        Self { mails, is_missing }
    }

    /// Whether notification did not answer.
    pub(in crate::routes::desk) const fn is_missing(&self) -> bool {
        self.is_missing
    }

    /// Returns the facts of an entry. The state is null if it is unknown, as that of a mail older than 30 days.
    pub(in crate::routes::desk) fn detail(
        &self,
        entry: timeline_entry::Mail,
        at: Option<OffsetDateTime>,
        now: OffsetDateTime,
    ) -> MailDetail {
        let mail = self.mails.as_ref().and_then(|mails| mails.get(&entry.message_id));
        let is_on_its_way = self.mails.is_some() && at.is_some_and(|at| now - at < MAX_DELAY);
        let state = match mail {
            Some(mail) => Some(MailState::of_number(mail.state)),
            None => is_on_its_way.then(|| MailState::from(State::Waiting)),
        };
        MailDetail {
            subject: convert::non_empty(entry.subject),
            state,
            reason: mail.and_then(|mail| convert::non_empty(mail.reason.clone())),
            mail_id: mail.map_or(entry.message_id, |mail| mail.id.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn entry() -> timeline_entry::Mail {
        timeline_entry::Mail {
            message_id: "text".to_owned(),
            subject: "Размеры".to_owned(),
        }
    }

    fn mails(mails: Option<HashMap<String, Mail>>) -> StaffMails {
        let is_missing = mails.is_none();
        StaffMails { mails, is_missing }
    }

    #[test]
    fn a_mail_has_the_state_that_notification_tells() {
        let now = OffsetDateTime::UNIX_EPOCH + Duration::days(100);
        let mail = Mail {
            id: "mail".to_owned(),
            state: State::Failed.into(),
            reason: "550".to_owned(),
            ..Mail::default()
        };
        let known = mails(Some(HashMap::from([("text".to_owned(), mail)])));
        assert_eq!(
            json!(known.detail(entry(), Some(now), now)),
            json!({"mailId": "mail", "subject": "Размеры", "state": "failed", "reason": "550"})
        );
        let state =
            |mails: &StaffMails, age| json!(mails.detail(entry(), Some(now - age), now))["state"].clone();
        let none = mails(Some(HashMap::new()));
        assert_eq!(state(&none, Duration::minutes(1)), "waiting");
        assert_eq!(state(&none, Duration::days(31)), Value::Null);
        assert_eq!(state(&mails(None), Duration::minutes(1)), Value::Null);
    }
}
