//! Ids as newtypes.

use uuid::Uuid;

/// Error of parsing an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("invalid id")]
pub struct InvalidId;

macro_rules! uuid_ids {
    ($($(#[$doc:meta])+ $name:ident)+) => {$(
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, sqlx::Type, serde::Serialize, serde::Deserialize)]
        #[sqlx(transparent)]
        #[serde(transparent)]
        pub struct $name(Uuid);

        impl $name {
            /// Generates a version 7 UUID, which sorts by time.
            pub fn generate() -> Self {
                Self(Uuid::now_v7())
            }

            /// Returns the UUID.
            pub const fn uuid(self) -> Uuid {
                self.0
            }
        }

        impl From<Uuid> for $name {
            fn from(uuid: Uuid) -> Self {
                Self(uuid)
            }
        }

        impl std::str::FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                // Accepts only the hyphenated form, so that an id has one representation.
                if text.len() != 36 {
                    return Err(InvalidId);
                }
                Uuid::try_parse(text).map(Self).map_err(|_| InvalidId)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(formatter)
            }
        }
    )+};
}

uuid_ids! {
    /// A user of the account service.
    UserId
    /// The sessions of one sign-in.
    FamilyId
    /// A saved address.
    AddressId
    /// An entry of a wishlist.
    WishId
    /// A customer's cart.
    CartId
    /// An order, or an attempt to create one.
    OrderId
    /// A request for a quote, a contact message or a request for the catalogue.
    InquiryId
    /// An event, by its outbox row.
    EventId
    /// A store.
    StoreId
    /// A mail of the notification service.
    MailId
    /// A second factor of a staff member.
    FactorId
    /// A remembered device of a staff member.
    DeviceId
    /// An invitation to the staff.
    InvitationId
    /// An import of products.
    ImportId
}

macro_rules! number_ids {
    ($($(#[$doc:meta])+ $name:ident: $number:ty)+) => {$(
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, sqlx::Type, serde::Serialize)]
        #[sqlx(transparent)]
        #[serde(transparent)]
        pub struct $name($number);

        impl $name {
            /// Returns the positive number.
            pub const fn get(self) -> $number {
                self.0
            }
        }

        impl TryFrom<$number> for $name {
            type Error = InvalidId;

            fn try_from(number: $number) -> Result<Self, InvalidId> {
                if number > 0 { Ok(Self(number)) } else { Err(InvalidId) }
            }
        }

        impl std::str::FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                // Rejects `+7` and `07`, so that an id has one representation.
                if !text.bytes().all(|byte| byte.is_ascii_digit()) || text.starts_with('0') {
                    return Err(InvalidId);
                }
                text.parse::<$number>().map_err(|_| InvalidId).and_then(Self::try_from)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(formatter)
            }
        }
    )+};
}

number_ids! {
    /// A product.
    ProductId: i64
    /// A product category.
    CategoryId: i32
    /// A campaign.
    CampaignId: i64
    /// A project of the portfolio.
    ProjectId: i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_only_canonical_positive_numbers() {
        assert_eq!("17".parse::<ProductId>().map(ProductId::get), Ok(17));
        for wrong in ["", "0", "-1", "+1", "01", "1.0", "x", "9223372036854775808"] {
            assert_eq!(wrong.parse::<ProductId>(), Err(InvalidId), "{wrong}");
        }
    }

    #[test]
    fn parses_only_hyphenated_uuids() {
        let id = OrderId::generate();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(id.uuid().simple().to_string().parse::<OrderId>(), Err(InvalidId));
        assert_eq!("".parse::<OrderId>(), Err(InvalidId));
    }
}
