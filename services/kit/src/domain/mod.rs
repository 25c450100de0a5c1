//! Value types of the shop's domain.

pub(crate) mod characters;
mod email;
mod id;
mod language;
mod measures;
mod money;
mod name;
mod page;
mod password;
mod percent;
mod phone;
mod quantity;
mod record_number;
mod text;
mod visit;

pub use email::Email;
pub use id::{
    AddressId, CampaignId, CartId, CategoryId, DeviceId, EventId, FactorId, FamilyId, ImportId, InquiryId,
    InvalidId, InvitationId, MailId, OrderId, ProductId, ProjectId, StoreId, UserId, WishId,
};
pub use language::{Language, LocalizedText};
pub use measures::{Clearance, GivenMeasures, Length, Measures};
pub use money::{AmountOutOfRange, Money, discounted_price};
pub use name::normalize_name;
pub use page::Page;
pub use password::normalize_password;
pub use percent::{Percent, PercentOutOfRange};
pub(crate) use phone::phone_part_digits;
pub use phone::{Phone, phone_query};
pub use quantity::{Quantity, QuantityOutOfRange};
pub use record_number::{NumberQuery, RecordKind, RecordNumber, reference_number};
pub use text::{Text, TextError};
pub use visit::Visit;
