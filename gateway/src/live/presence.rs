//! Presence: open streams of users, and the records that they look at.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    time::Duration,
};

use kit::{
    domain::{EventId, FamilyId, UserId},
    staff::{Access, Permission, StaffRole},
};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

/// Maximum number of entries of a list in a message between replicas.
pub(super) const MAX_ENTRIES: usize = 1_000;

/// Time after which a look lapses unless it is repeated.
const LOOK_TTL: Duration = Duration::from_secs(45);

/// Time after which a replica that says nothing is forgotten.
const REPLICA_TTL: Duration = Duration::from_secs(45);

/// Maximum number of other replicas.
const MAX_REPLICAS: usize = 64;

kit::words! {
    /// Kind of a record of the desk.
    pub(crate) enum Kind("RecordKind") {
        /// Quote, contact message or catalogue request.
        Quote = "quote",
        /// Offer.
        Offer = "offer",
        /// Order.
        Order = "order",
        /// Customer.
        Customer = "customer",
        /// Product.
        Product = "product",
        /// Content of the shop.
        Content = "content",
        /// Member of the team.
        Staff = "staff",
        /// Mail.
        Mail = "mail",
        /// Notices of a member of the team; the id is the member's.
        Notice = "notice",
    }
}

impl Kind {
    /// Whether a role may read records of this kind.
    ///
    /// A warehouse reads only those quotes in which it is mentioned, which only the service knows: it gets none. The names
    /// of the team are for all.
    pub(crate) fn is_readable_by(self, role: StaffRole) -> bool {
        let access = |permission| role.access(permission);
        match self {
            Self::Quote => access(Permission::QuotesRead) == Access::Always,
            Self::Offer => access(Permission::OffersWrite) != Access::Never,
            Self::Order => access(Permission::OrdersRead) != Access::Never,
            Self::Customer => access(Permission::CustomersRead) != Access::Never,
            Self::Product => access(Permission::ProductsRead) != Access::Never,
            Self::Content => access(Permission::ContentWrite) != Access::Never,
            Self::Staff => true,
            Self::Mail => access(Permission::MailRead) == Access::Always,
            // Of each member, only their own: `Record::is_readable_by` compares the member.
            Self::Notice => false,
        }
    }

    /// Whether a role may read some records of this kind.
    pub(crate) fn is_visible_to(self, role: StaffRole) -> bool {
        match self {
            Self::Quote => role.access(Permission::QuotesRead) != Access::Never,
            Self::Mail => role.access(Permission::MailRead) != Access::Never,
            Self::Staff => role.access(Permission::TeamRead) != Access::Never,
            other => other.is_readable_by(role),
        }
    }
}

/// A record.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) kind: Kind,
    /// Number, UUID or code.
    pub(crate) id: String,
}

impl Record {
    /// Whether a member may read the record, as far as the role tells.
    pub(crate) fn is_readable_by(&self, user: UserId, role: StaffRole) -> bool {
        self.kind.is_readable_by(role) || (self.kind == Kind::Notice && self.id == user.to_string())
    }
}

/// Record that a session looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) record: Record,
    pub(crate) is_editing: bool,
}

/// A person who looks at a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Looking {
    pub(crate) user: UserId,
    pub(crate) is_editing: bool,
}

/// Report of a replica to the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) replica: EventId,
    pub(super) online: Vec<UserId>,
    pub(super) looks: Vec<ReportedLook>,
}

/// Record that a person at another replica looks at.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportedLook {
    user: UserId,
    record: Record,
    is_editing: bool,
}

/// Too many sessions look at something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many sessions look at records")]
pub(super) struct TooManyLooks;

struct LocalLook {
    user: UserId,
    look: Look,
    lapses_at: Instant,
}

struct Replica {
    forgotten_at: Instant,
    online: HashSet<UserId>,
    looks: HashSet<ReportedLook>,
}

/// Presence at this replica and at the others.
pub(super) struct Presence {
    id: EventId,
    /// Open streams at this replica.
    streams: HashMap<UserId, usize>,
    /// Looks at this replica, one for each session.
    looks: HashMap<FamilyId, LocalLook>,
    replicas: HashMap<EventId, Replica>,
}

impl Default for Presence {
    fn default() -> Self {
        Self {
            id: EventId::generate(),
            streams: HashMap::new(),
            looks: HashMap::new(),
            replicas: HashMap::new(),
        }
    }
}

impl Presence {
    pub(super) fn open_stream(&mut self, user: UserId) {
        *self.streams.entry(user).or_default() += 1;
    }

    pub(super) fn close_stream(&mut self, user: UserId) {
        if let Some(count) = self.streams.get_mut(&user) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                self.streams.remove(&user);
            }
        }
    }

    pub(super) fn is_online(&self, user: UserId) -> bool {
        let now = Instant::now();
        let is_at = |replica: &Replica| now < replica.forgotten_at && replica.online.contains(&user);
        self.streams.contains_key(&user) || self.replicas.values().any(is_at)
    }

    /// Sets what a session looks at; returns the records whose people changed.
    pub(super) fn look(
        &mut self,
        user: UserId,
        family: FamilyId,
        look: Option<Look>,
    ) -> Result<Vec<Record>, TooManyLooks> {
        let before = self.looks.remove(&family);
        if let Some(look) = look.clone() {
            if self.looks.len() >= MAX_ENTRIES {
                return Err(TooManyLooks);
            }
            let lapses_at = Instant::now() + LOOK_TTL;
            self.looks.insert(
                family,
                LocalLook {
                    user,
                    look,
                    lapses_at,
                },
            );
        }
        let before = before.map(|before| before.look);
        if before == look {
            return Ok(Vec::new());
        }
        let mut records: Vec<_> = before.into_iter().chain(look).map(|look| look.record).collect();
        records.dedup();
        Ok(records)
    }

    /// Forgets the looks of sessions; returns the records whose people changed.
    pub(super) fn forget(&mut self, families: &[FamilyId]) -> Vec<Record> {
        let forgotten = families.iter().filter_map(|family| self.looks.remove(family));
        forgotten.map(|look| look.look.record).collect()
    }

    /// Returns who looks at a record, by user.
    pub(super) fn people(&self, record: &Record, without: UserId) -> Vec<Looking> {
        let now = Instant::now();
        let here = self.looks.values().filter(|local| now < local.lapses_at);
        let here = here.map(|local| (local.user, &local.look.record, local.look.is_editing));
        let there = self
            .replicas
            .values()
            .filter(|replica| now < replica.forgotten_at);
        let there = there.flat_map(|replica| &replica.looks);
        let there = there.map(|look| (look.user, &look.record, look.is_editing));
        let mut people = BTreeMap::new();
        for (user, _, is_editing) in here
            .chain(there)
            .filter(|(user, other, _)| *other == record && *user != without)
        {
            *people.entry(user).or_insert(false) |= is_editing;
        }
        let people = people.into_iter();
        people
            .map(|(user, is_editing)| Looking { user, is_editing })
            .collect()
    }

    /// Returns what to tell the other replicas; `None` if nothing is known here.
    pub(super) fn report(&self) -> Report {
        let now = Instant::now();
        let looks = self.looks.values().filter(|local| now < local.lapses_at);
        Report {
            replica: self.id,
            online: self.streams.keys().copied().collect(),
            looks: looks
                .map(|local| ReportedLook {
                    user: local.user,
                    record: local.look.record.clone(),
                    is_editing: local.look.is_editing,
                })
                .collect(),
        }
    }

    /// Replaces the entries of another replica; returns the records whose viewers changed.
    pub(super) fn apply(&mut self, report: Report) -> Vec<Record> {
        let is_full = self.replicas.len() >= MAX_REPLICAS && !self.replicas.contains_key(&report.replica);
        if report.replica == self.id || is_full {
            return Vec::new();
        }
        let replica = Replica {
            forgotten_at: Instant::now() + REPLICA_TTL,
            online: report.online.into_iter().take(MAX_ENTRIES).collect(),
            looks: report.looks.into_iter().take(MAX_ENTRIES).collect(),
        };
        let looks = replica.looks.clone();
        let before = self.replicas.insert(report.replica, replica);
        let before = before.map(|replica| replica.looks).unwrap_or_default();
        let changed: HashSet<_> = before
            .symmetric_difference(&looks)
            .map(|look| look.record.clone())
            .collect();
        changed.into_iter().collect()
    }

    /// Drops lapsed entries; returns the records whose viewers changed.
    pub(super) fn sweep(&mut self) -> Vec<Record> {
        let now = Instant::now();
        let mut changed = HashSet::new();
        self.looks.retain(|_, local| {
            let is_current = now < local.lapses_at;
            if !is_current {
                changed.insert(local.look.record.clone());
            }
            is_current
        });
        self.replicas.retain(|_, replica| {
            let is_current = now < replica.forgotten_at;
            if !is_current {
                changed.extend(replica.looks.iter().map(|look| look.record.clone()));
            }
            is_current
        });
        changed.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quote() -> Record {
        Record {
            kind: Kind::Quote,
            id: "SQ-7Q2M04XK".to_owned(),
        }
    }

    fn look(is_editing: bool) -> Look {
        let record = quote();
        Look { record, is_editing }
    }

    #[tokio::test(start_paused = true)]
    async fn replicas_see_the_looks_of_each_other_until_they_lapse() {
        let (mut here, mut there) = (Presence::default(), Presence::default());
        let (nigar, rashad) = (UserId::generate(), UserId::generate());
        let family = FamilyId::generate();
        assert_eq!(here.look(nigar, family, Some(look(false))), Ok(vec![quote()]));
        assert_eq!(
            here.look(nigar, family, Some(look(false))),
            Ok(vec![]),
            "a repetition changes nothing"
        );
        here.open_stream(nigar);
        assert_eq!(there.apply(here.report()), [quote()]);
        assert_eq!(there.apply(here.report()), []);
        let expected = [Looking {
            user: nigar,
            is_editing: false,
        }];
        assert_eq!(there.people(&quote(), rashad), expected);
        assert_eq!(there.people(&quote(), nigar), []);
        assert!(there.is_online(nigar));

        tokio::time::advance(LOOK_TTL).await;
        assert_eq!(there.people(&quote(), rashad), []);
        assert!(!there.is_online(nigar));
        assert_eq!(there.sweep(), [quote()]);
        assert_eq!(here.sweep(), [quote()]);
        assert_eq!(here.report().looks, []);
    }

    #[tokio::test]
    async fn a_person_with_two_sessions_is_listed_once() {
        let mut presence = Presence::default();
        let nigar = UserId::generate();
        presence
            .look(nigar, FamilyId::generate(), Some(look(false)))
            .unwrap();
        let family = FamilyId::generate();
        presence.look(nigar, family, Some(look(true))).unwrap();
        let people = presence.people(&quote(), UserId::generate());
        assert_eq!(
            people,
            [Looking {
                user: nigar,
                is_editing: true
            }]
        );
        assert_eq!(presence.forget(&[family]), [quote()]);
        assert_eq!(presence.look(nigar, family, None), Ok(vec![]));
    }

    #[test]
    fn members_hear_of_their_own_notices_only() {
        let (own, other) = (UserId::generate(), UserId::generate());
        let record = Record {
            kind: Kind::Notice,
            id: own.to_string(),
        };
        for role in StaffRole::ALL {
            assert!(record.is_readable_by(own, role), "{role}");
            assert!(!record.is_readable_by(other, role), "{role}");
            assert!(!Kind::Notice.is_visible_to(role), "{role}");
        }
    }

    #[test]
    fn roles_hear_only_of_what_they_may_read() {
        let readable = |role: StaffRole| {
            let kinds = [
                Kind::Quote,
                Kind::Offer,
                Kind::Order,
                Kind::Customer,
                Kind::Product,
                Kind::Content,
                Kind::Staff,
                Kind::Mail,
            ];
            kinds.map(|kind| kind.is_readable_by(role))
        };
        assert_eq!(readable(StaffRole::Owner), [true; 8]);
        assert_eq!(readable(StaffRole::Manager), [true; 8]);
        assert_eq!(
            readable(StaffRole::Sales),
            [true, true, true, true, true, false, true, false]
        );
        assert_eq!(
            readable(StaffRole::Warehouse),
            [false, false, true, false, true, false, true, false]
        );
        assert_eq!(
            readable(StaffRole::Editor),
            [false, false, false, false, true, true, true, false]
        );
    }
}
