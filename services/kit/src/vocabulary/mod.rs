//! Closed sets of words, each declared once by [`words!`](crate::words).
//!
//! The sets that more than one crate uses are here. A set of one crate is declared in it, by the same macro.

pub mod account;
pub mod catalog;
pub mod content;
pub mod inquiry;
pub mod mail;
pub mod order;
pub mod visit;

#[doc(hidden)]
pub use serde;

/// Types that [`words!`](crate::words) names.
#[doc(hidden)]
pub mod database {
    pub use sqlx::{
        Decode, Encode, Postgres, Type,
        encode::IsNull,
        error::BoxDynError,
        postgres::{PgArgumentBuffer, PgHasArrayType, PgTypeInfo, PgValueRef},
    };
}

/// A closed set of words.
pub trait Vocabulary: Copy + Eq + 'static {
    /// Name of the set in the REST contract.
    const NAME: &'static str;

    /// Description of the set.
    const DOCUMENTATION: &'static str;

    /// All values, in the order of their declaration.
    const ALL: &'static [Self];

    /// The words of all values.
    const WORDS: &'static [&'static str];

    /// Returns the word: in SQL, in serialized values and in `string` fields of protobuf.
    fn name(self) -> &'static str;

    /// Returns the word in the REST contract.
    fn json(self) -> &'static str {
        self.name()
    }
}

/// A closed set of words that is an enum of protobuf.
pub trait ProtobufWord: Vocabulary + Into<i32> {
    /// Converts the number of a protobuf field; `None` if it is not specified.
    ///
    /// # Errors
    ///
    /// Fails if the number has no value, as one of a later version.
    fn from_number(number: i32) -> Result<Option<Self>, UnknownWord>;

    /// Converts the number of a protobuf field; `None` if it is not specified or unknown.
    fn known(number: i32) -> Option<Self> {
        Self::from_number(number).ok().flatten()
    }
}

/// Error of parsing a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {}", .expected.join(", "))]
pub struct UnknownWord {
    expected: &'static [&'static str],
}

impl UnknownWord {
    /// Creates the error of a set.
    pub const fn of<T: Vocabulary>() -> Self {
        Self { expected: T::WORDS }
    }
}

/// Parses a word exactly.
///
/// # Errors
///
/// Fails if it is not one of the set.
pub fn parse<T: Vocabulary>(word: &str) -> Result<T, UnknownWord> {
    let found = T::ALL.iter().find(|known| known.name() == word);
    found.copied().ok_or(UnknownWord::of::<T>())
}

/// Parses a stored word.
///
/// # Errors
///
/// Fails if it is not one of the set.
pub fn stored<T: Vocabulary>(word: &str) -> Result<T, sqlx::Error> {
    parse(word).map_err(|_| sqlx::Error::Decode(format!("unknown word {word} of {}", T::NAME).into()))
}

/// Declares closed sets of words.
///
/// ```
/// kit::words! {
///     /// State of a parcel.
///     pub enum ParcelState("ParcelState") {
///         /// On its way.
///         OnItsWay = "onItsWay",
///         /// Delivered.
///         Delivered = "delivered",
///     }
/// }
/// assert_eq!("delivered".parse(), Ok(ParcelState::Delivered));
/// ```
///
/// The name in brackets is that of the REST contract. From the declaration follow the enum, its `ALL` and `name()`,
/// [`Vocabulary`], `FromStr`, `Display`, the traits of serde and those of sqlx, as a `text` column.
///
/// `enum State("ParcelState"): proto::parcel::v1::State` also converts from and to that enum of protobuf, whose values have
/// the same names; `Delivered = "delivered" => Received` names another one. A value of protobuf without a word does not
/// compile. `enum State("ParcelState" in PascalCase)` writes the names of the values in the REST contract, as `OnItsWay`.
#[macro_export]
macro_rules! words {
    (@enum $vis:vis enum $name:ident ($($doc:literal)+) ($($derive:ident)*) {
        $($(#[$meta:meta])* $variant:ident = $word:literal $(=> $value:ident)?,)+
    }) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash $(, $derive)*)]
        $vis enum $name {
            $($(#[$meta])* $variant,)+
        }

        impl $name {
            /// All values, in the order of their declaration.
            $vis const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// Returns the word in SQL and in serialized values.
            $vis const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::vocabulary::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                $crate::vocabulary::parse(word)
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.write_str(self.name())
            }
        }

        impl $crate::vocabulary::serde::Serialize for $name {
            fn serialize<S: $crate::vocabulary::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> $crate::vocabulary::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::vocabulary::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let word = <String as $crate::vocabulary::serde::Deserialize>::deserialize(deserializer)?;
                $crate::vocabulary::parse(&word).map_err($crate::vocabulary::serde::de::Error::custom)
            }
        }

        impl $crate::vocabulary::database::Type<$crate::vocabulary::database::Postgres> for $name {
            fn type_info() -> $crate::vocabulary::database::PgTypeInfo {
                <str as $crate::vocabulary::database::Type<$crate::vocabulary::database::Postgres>>::type_info()
            }

            fn compatible(info: &$crate::vocabulary::database::PgTypeInfo) -> bool {
                <str as $crate::vocabulary::database::Type<$crate::vocabulary::database::Postgres>>::compatible(info)
            }
        }

        impl $crate::vocabulary::database::PgHasArrayType for $name {
            fn array_type_info() -> $crate::vocabulary::database::PgTypeInfo {
                <String as $crate::vocabulary::database::PgHasArrayType>::array_type_info()
            }

            fn array_compatible(info: &$crate::vocabulary::database::PgTypeInfo) -> bool {
                <String as $crate::vocabulary::database::PgHasArrayType>::array_compatible(info)
            }
        }

        impl $crate::vocabulary::database::Encode<'_, $crate::vocabulary::database::Postgres> for $name {
            fn encode_by_ref(
                &self,
                buffer: &mut $crate::vocabulary::database::PgArgumentBuffer,
            ) -> Result<$crate::vocabulary::database::IsNull, $crate::vocabulary::database::BoxDynError> {
                <&str as $crate::vocabulary::database::Encode<$crate::vocabulary::database::Postgres>>::encode_by_ref(
                    &self.name(),
                    buffer,
                )
            }
        }

        impl<'row> $crate::vocabulary::database::Decode<'row, $crate::vocabulary::database::Postgres> for $name {
            fn decode(
                value: $crate::vocabulary::database::PgValueRef<'row>,
            ) -> Result<Self, $crate::vocabulary::database::BoxDynError> {
                let word = <&str as $crate::vocabulary::database::Decode<$crate::vocabulary::database::Postgres>>::decode(value)?;
                Ok($crate::vocabulary::stored(word)?)
            }
        }
    };
    (@vocabulary $name:ident $schema:literal ($($doc:literal)+) ($($case:ident)?) {
        $($(#[$meta:meta])* $variant:ident = $word:literal $(=> $value:ident)?,)+
    }) => {
        impl $crate::vocabulary::Vocabulary for $name {
            const NAME: &'static str = $schema;
            const DOCUMENTATION: &'static str = concat!($($doc, "\n"),+);
            const ALL: &'static [Self] = &Self::ALL;
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn name(self) -> &'static str {
                Self::name(self)
            }

            $crate::words! { @json ($($case)?) $($variant)+ }
        }
    };
    (@json () $($variant:ident)+) => {};
    (@json (PascalCase) $($variant:ident)+) => {
        fn json(self) -> &'static str {
            match self {
                $(Self::$variant => stringify!($variant),)+
            }
        }
    };
    (@protobuf $name:ident $proto:ty {
        $($(#[$meta:meta])* $variant:ident = $word:literal $(=> $value:ident)?,)+
    }) => {
        impl From<$name> for $proto {
            fn from(word: $name) -> Self {
                match word {
                    $($name::$variant => $crate::words!(@value $proto, $variant $($value)?),)+
                }
            }
        }

        impl From<$name> for i32 {
            fn from(word: $name) -> Self {
                Self::from(<$proto>::from(word))
            }
        }

        impl TryFrom<$proto> for $name {
            type Error = $crate::vocabulary::UnknownWord;

            fn try_from(value: $proto) -> Result<Self, Self::Error> {
                #[allow(unreachable_patterns, reason = "the unspecified value may have a word")]
                match value {
                    $($crate::words!(@value $proto, $variant $($value)?) => Ok(Self::$variant),)+
                    <$proto>::Unspecified => Err($crate::vocabulary::UnknownWord::of::<Self>()),
                }
            }
        }

        impl $crate::vocabulary::ProtobufWord for $name {
            fn from_number(number: i32) -> Result<Option<Self>, $crate::vocabulary::UnknownWord> {
                let value = <$proto>::try_from(number);
                let value = value.map_err(|_| $crate::vocabulary::UnknownWord::of::<Self>())?;
                Ok(Self::try_from(value).ok())
            }
        }
    };
    (@value $proto:ty, $variant:ident) => { <$proto>::$variant };
    (@value $proto:ty, $variant:ident $value:ident) => { <$proto>::$value };
    ($(
        $(#[doc = $doc:literal])+
        $(#[derive($($derive:ident),+)])?
        $vis:vis enum $name:ident($schema:literal $(in $case:ident)?) $(: $proto:ty)? { $($body:tt)+ }
    )+) => {$(
        $crate::words! { @enum $vis enum $name ($($doc)+) ($($($derive)+)?) { $($body)+ } }
        $crate::words! { @vocabulary $name $schema ($($doc)+) ($($case)?) { $($body)+ } }
        $crate::words! { @protobufs $name ($($proto)?) { $($body)+ } }
    )+};
    (@protobufs $name:ident () $body:tt) => {};
    (@protobufs $name:ident ($proto:ty) $body:tt) => {
        $crate::words! { @protobuf $name $proto $body }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::words! {
        /// State of a parcel.
        #[derive(Default)]
        enum State("ParcelState" in PascalCase): proto::notification::v1::MailState {
            /// Not sent yet.
            #[default]
            AtHome = "atHome" => Waiting,
            /// On its way.
            Sent = "sent",
            /// Lost.
            Lost = "lost" => Failed,
        }

        /// Size of a parcel.
        enum Size("ParcelSize") {
            /// Small.
            Small = "small",
        }
    }

    #[test]
    fn parses_and_displays_exact_words() {
        for state in State::ALL {
            assert_eq!(state.name().parse(), Ok(state));
            assert_eq!(state.to_string(), state.name());
        }
        let error = "AtHome".parse::<State>().unwrap_err();
        assert_eq!(error.to_string(), "expected one of atHome, sent, lost");
        assert_eq!((State::default(), Size::Small.name()), (State::AtHome, "small"));
    }

    #[test]
    fn serializes_as_the_word() {
        assert_eq!(
            serde_json::to_value(State::ALL).unwrap(),
            serde_json::json!(["atHome", "sent", "lost"])
        );
        assert_eq!(serde_json::from_str::<State>("\"lost\"").unwrap(), State::Lost);
        assert!(serde_json::from_str::<State>("\"found\"").is_err());
    }

    #[test]
    fn converts_from_and_to_protobuf() {
        for state in State::ALL {
            assert_eq!(State::from_number(state.into()), Ok(Some(state)));
        }
        assert_eq!(
            i32::from(State::Lost),
            i32::from(proto::notification::v1::MailState::Failed)
        );
        assert_eq!(
            (State::from_number(0), State::from_number(99).is_err()),
            (Ok(None), true)
        );
        assert_eq!(
            (State::known(0), State::known(99), State::known(2)),
            (None, None, Some(State::Sent))
        );
    }

    #[test]
    fn an_unspecified_value_may_have_a_word() {
        assert_eq!(catalog::Sort::from_number(0), Ok(Some(catalog::Sort::Id)));
    }

    #[test]
    fn the_contract_has_words_or_names_of_values() {
        let words: Vec<_> = State::ALL.into_iter().map(Vocabulary::json).collect();
        assert_eq!(words, ["AtHome", "Sent", "Lost"]);
        assert_eq!(
            (Size::Small.json(), <State as Vocabulary>::NAME),
            ("small", "ParcelState")
        );
        assert_eq!(State::DOCUMENTATION.trim(), "State of a parcel.");
    }
}
