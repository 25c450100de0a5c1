//! Closed sets of words.

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`")] $variant),+
        }

        impl $name {
            /// All words in their order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the word.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }

            /// Parses a word.
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.name() == word)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    };
}

/// The numbers that the words of a set have in a code.
macro_rules! numbered {
    ($($name:ident),+ $(,)?) => {
        $(impl $name {
            /// Returns the number of the word in a code.
            pub(crate) fn number(self) -> i64 {
                $crate::number::int(Self::ALL.iter().take_while(|one| **one != self).count())
            }

            /// Returns the word of a number in a code.
            pub(crate) fn of_number(number: i64) -> Option<Self> {
                Self::ALL.get(usize::try_from(number).ok()?).copied()
            }
        })+
    };
}
pub(crate) use {numbered, words};
