//! Words of the desk's contract, as they are sent and stored.

/// Declares an enum of words with its names.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub(crate) enum $name {
            $($(#[$variant_doc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// All words.
            pub(crate) const ALL: &[Self] = &[$(Self::$variant),+];

            /// Returns the word.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// Parses the word exactly.
            pub(crate) fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.name() == word)
            }
        }

        impl TryFrom<String> for $name {
            type Error = sqlx::Error;

            fn try_from(word: String) -> Result<Self, sqlx::Error> {
                Self::parse(&word).ok_or_else(|| sqlx::Error::Decode(format!("unknown word {word}").into()))
            }
        }
    )+};
}

words! {
    /// Way on which an inquiry came.
    Source {
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
    FollowUpKind {
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
    Channel {
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
    Direction {
        /// From the staff.
        Out = "out",
        /// From the customer.
        In = "in",
    }

    /// Outcome of a contact.
    Outcome {
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

    /// Reason of the statuses lost and closed.
    Reason {
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

    /// State of a revision of an offer.
    OfferState {
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
    ApprovalState {
        /// Nothing was asked.
        Unasked = "none",
        /// Asked.
        Asked = "asked",
        /// Given.
        Given = "given",
        /// Refused.
        Refused = "refused",
    }

    /// Time of day at which the customer wants a call, in Asia/Baku.
    CallWindow {
        /// From 10:00 to 13:00.
        Morning = "10-13",
        /// From 13:00 to 17:00.
        Afternoon = "13-17",
        /// From 17:00 to 20:00.
        Evening = "17-20",
    }

    /// Way on which an offer was decided.
    Via {
        /// The customer's page.
        Link = "link",
        /// A call.
        Phone = "phone",
    }
}

impl Outcome {
    /// Whether a contact can have this outcome.
    pub(crate) const fn fits(self, channel: Channel, direction: Direction) -> bool {
        match (channel, direction) {
            (Channel::Call, _) => matches!(
                self,
                Self::Talked | Self::NoAnswer | Self::Busy | Self::WrongNumber
            ),
            (Channel::Visit, _) => matches!(self, Self::Talked),
            (Channel::Whatsapp | Channel::Mail, Direction::Out) => matches!(self, Self::Sent),
            (Channel::Whatsapp | Channel::Mail, Direction::In) => matches!(self, Self::Replied),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_exactly_the_words_of_the_contract() {
        assert_eq!(Source::parse("walkIn"), Some(Source::WalkIn));
        assert_eq!(Source::parse("walkin"), None);
        assert_eq!(FollowUpKind::ALL.len(), 5);
        for reason in Reason::ALL {
            assert_eq!(Reason::parse(reason.name()), Some(*reason));
        }
    }

    #[test]
    fn outcomes_fit_their_channel_and_direction() {
        let fitting = |channel, direction| -> Vec<_> {
            let all = Outcome::ALL.iter();
            all.filter(|outcome| outcome.fits(channel, direction))
                .map(|outcome| outcome.name())
                .collect()
        };
        for direction in [Direction::Out, Direction::In] {
            assert_eq!(
                fitting(Channel::Call, direction),
                ["talked", "noAnswer", "busy", "wrongNumber"]
            );
            assert_eq!(fitting(Channel::Visit, direction), ["talked"]);
        }
        for channel in [Channel::Whatsapp, Channel::Mail] {
            assert_eq!(fitting(channel, Direction::Out), ["sent"]);
            assert_eq!(fitting(channel, Direction::In), ["replied"]);
        }
    }
}
