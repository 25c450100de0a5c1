//! Value types of the shop's domain.

mod contact;
mod id;
mod language;
mod measures;
mod money;
mod number;
mod page;
mod percent;
mod quantity;
mod text;

pub use contact::{Email, Phone};
pub use id::{
    AddressId, CampaignId, CartId, CategoryId, DeviceId, EventId, FactorId, FamilyId, InquiryId, InvalidId,
    InvitationId, MailId, OrderId, ProductId, ProjectId, StoreId, UserId, WishId,
};
pub use language::{Language, LocalizedText};
pub use measures::{Length, Measures};
pub use money::{AmountOutOfRange, Money, discounted_price};
pub use number::reference_number;
pub use page::Page;
pub use percent::{Percent, PercentOutOfRange};
pub use quantity::{Quantity, QuantityOutOfRange};
pub use text::{Text, TextError};
