//! Data of the e-mails.

use kit::domain::{Language, LocalizedText, Money, OrderId, ProductId, UserId};
use proto::{account::v1::StaffRole, inquiry::v1::OfferState};
use time::macros::{date, datetime};

use crate::{
    clients::{
        Address, Contact, Delivery, Inquiry, Invitation, Line, Offer, OfferCustomer, OfferedLine, Order,
        QuotedItem, Size, Unread, UnreadMessage,
    },
    mail::SubjectKind,
    notice::{About, HandedOver, NoticeKind},
};

/// Details of the lines of the order.
pub(super) const DETAIL: &str = "240 × 60 sm, ağ";

const WARDROBE: &str = "/images/products/sk-101/1-768.webp";

pub(super) fn name(az: &str, ru: &str, en: &str) -> LocalizedText {
    LocalizedText {
        az: az.to_owned(),
        ru: ru.to_owned(),
        en: en.to_owned(),
    }
}

pub(super) fn order() -> Order {
    let money = |minor| Money::from_minor(minor).unwrap();
    let line = |name, image: &str, quantity: u32, price| Line {
        name,
        detail: DETAIL.to_owned(),
        image: image.to_owned(),
        quantity,
        price: money(price),
        subtotal: money(price * i64::from(quantity)),
        is_designed: true,
    };
    Order {
        id: OrderId::generate(),
        number: "SB-7K3M9Q2A".to_owned(),
        token: "SB-7K3M9Q2A.k3J9wQ7dYx2LmT0aVb5cZg".to_owned(),
        user: Some(UserId::generate()),
        assignee: None,
        email: "leyla@example.com".to_owned(),
        ordered_at: datetime!(2026-11-21 08:42 UTC),
        products: money(373_665),
        delivery_price: Money::ZERO,
        total: money(373_665),
        paid: Money::ZERO,
        refunded: Money::ZERO,
        balance: money(373_665),
        delivery: Delivery {
            on: Some(date!(2026 - 11 - 25)),
            hours: "10:00–14:00".to_owned(),
            is_pickup: false,
        },
        lines: vec![
            line(
                name(
                    "Üç qapılı palıd şkaf, güzgülü",
                    "Трёхдверный дубовый шкаф с зеркалом",
                    "Three-door oak wardrobe with a mirror",
                ),
                WARDROBE,
                2,
                124_900,
            ),
            line(
                name(
                    "Künc mətbəx bağlantısı",
                    "Угловое соединение кухни",
                    "Corner kitchen joint",
                ),
                "/images/products/br-301/1-768.webp",
                3,
                41_288,
            ),
            line(name("Mebel ayağı", "Мебельная ножка", "Furniture leg"), "", 1, 1),
        ],
        address: Address {
            person: "Leyla Məmmədova".to_owned(),
            phone: "+994501234567".to_owned(),
            street: "Nizami küçəsi 1, mənzil 12".to_owned(),
            city: "Bakı".to_owned(),
            state: "Abşeron".to_owned(),
            postal_code: "AZ1000".to_owned(),
        },
        language: Some(Language::Az),
    }
}

pub(super) fn customer() -> Contact {
    Contact {
        name: Some("Leyla".to_owned()),
        email: "leyla@example.com".parse().unwrap(),
        is_verified: true,
        language: Some(Language::Ru),
    }
}

/// Returns a customer whose address is not verified.
pub(super) fn unverified() -> Contact {
    Contact {
        name: None,
        is_verified: false,
        ..customer()
    }
}

pub(super) fn inquiry(message: &str) -> Inquiry {
    Inquiry {
        number: "Q-7K3M9Q2A".to_owned(),
        created_at: datetime!(2026-11-21 08:42 UTC),
        name: "Rəşad Əliyev".to_owned(),
        phone: "+994501234567".to_owned(),
        email: "rashad@example.com".parse().unwrap(),
        message: message.to_owned(),
        items: vec![item(Size::Own(None), message), item(Size::Visit, message)],
        language: Some(Language::Az),
        promised_at: Some(datetime!(2026-11-22 13:00 UTC)),
        conversation: Some("SQ-7Q2M04XK.k3".to_owned()),
    }
}

pub(super) fn item(size: Size, note: &str) -> QuotedItem {
    QuotedItem {
        id: ProductId::try_from(7).ok(),
        name: name(
            "Üç qapılı palıd şkaf",
            "Трёхдверный дубовый шкаф",
            "Three-door oak wardrobe",
        ),
        image: WARDROBE.to_owned(),
        quantity: Some(2),
        color: Some("oak".to_owned()),
        size,
        note: note.to_owned(),
        design: None,
    }
}

/// Returns an offer to a visitor; `typed` is what the visitor typed.
pub(super) fn offer(typed: &str) -> Offer {
    let money = |minor| Money::from_minor(minor).unwrap();
    Offer {
        number: "ST-0M4K7Q2X".to_owned(),
        quote_number: "SQ-7Q2M04XK".to_owned(),
        state: OfferState::Sent,
        token: "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg".to_owned(),
        language: Some(Language::Ru),
        valid_until: date!(2026 - 12 - 07),
        make_days: Some(25),
        delivery_text: "Bakı, quraşdırma ilə".to_owned(),
        delivery_price: money(5_000),
        message: vec![
            "Hündürlük 92 sm.".to_owned(),
            "Sualınız olsa, zəng edin.".to_owned(),
        ],
        lines: vec![OfferedLine {
            name: "Künc mətbəxi, palıd".to_owned(),
            detail: "285 × 215".to_owned(),
            image: "/images/products/mt-201/1-768.webp".to_owned(),
            quantity: 1,
            list_price: money(684_000),
            price: money(581_400),
            subtotal: money(581_400),
        }],
        products: money(684_000),
        savings: money(102_600),
        total: money(586_400),
        deposit: money(175_920),
        reason: "price".to_owned(),
        comment: vec![typed.to_owned()],
        customer: OfferCustomer {
            name: typed.to_owned(),
            email: Some("marina@example.com".parse().unwrap()),
            phone: "+994501234567".to_owned(),
        },
        assignee: None,
    }
}

pub(super) fn invitation() -> Invitation {
    Invitation {
        token: "a-token".to_owned(),
        email: "sabina@example.com".parse().unwrap(),
        name: "Səbinə".to_owned(),
        role: StaffRole::Editor,
        language: Some(Language::Az),
        expires_at: datetime!(2026-11-27 08:00 UTC),
    }
}

/// One notice of each kind.
pub(super) fn notices() -> Vec<(NoticeKind, About)> {
    let about = |kind| About {
        kind,
        number: "SQ-7Q2M04XK".to_owned(),
        offer: (kind == SubjectKind::Quote).then(uuid::Uuid::nil),
        handed_over: HandedOver::default(),
        excess: None,
    };
    let kinds = NoticeKind::ALL.into_iter();
    let order = (NoticeKind::Mention, about(SubjectKind::Order));
    kinds
        .map(|kind| (kind, about(SubjectKind::Quote)))
        .chain([order])
        .collect()
}

/// Messages that the customer has not read.
pub(super) fn unread(language: Language) -> Unread {
    Unread {
        number: "SQ-7Q2M04XK".to_owned(),
        email: "rashad@example.com".parse().unwrap(),
        language: Some(language),
        token: "SQ-7Q2M04XK.k3".to_owned(),
        messages: vec![UnreadMessage {
            at: datetime!(2026-11-23 10:22 UTC),
            text: "Sağ olun.\nEni neçədir?".to_owned(),
            has_photos: true,
        }],
    }
}
