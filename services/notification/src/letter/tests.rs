//! What letters say, each in each language, and what they never do.

use kit::domain::{Language, LocalizedText, Money, OrderId, ProductId, UserId};
use time::macros::datetime;

use super::*;
use crate::{
    mail::{OrderStatus, PaymentStatus},
    owners::{Address, Contact, Inquiry, Line, Order, QuotedProduct},
    texts,
};

fn links() -> Links {
    Links::new("https://shop.example".parse().unwrap())
}

fn desk(links: &Links, language: Language) -> Desk<'_> {
    Desk {
        language,
        texts: texts::of(language),
        links,
        shop: "Şəbəkə",
    }
}

fn name(az: &str, ru: &str, en: &str) -> LocalizedText {
    LocalizedText {
        az: az.to_owned(),
        ru: ru.to_owned(),
        en: en.to_owned(),
    }
}

pub(super) fn order() -> Order {
    let money = |minor| Money::from_minor(minor).unwrap();
    let line = |name, quantity: u32, price| Line {
        name,
        quantity,
        price: money(price),
        subtotal: money(price * i64::from(quantity)),
    };
    Order {
        id: OrderId::generate(),
        number: "SB-7K3M9Q2A".to_owned(),
        user: UserId::generate(),
        ordered_at: datetime!(2026-11-21 08:42 UTC),
        total: money(373_665),
        lines: vec![
            line(
                name(
                    "Üç qapılı palıd şkaf, güzgülü",
                    "Трёхдверный дубовый шкаф с зеркалом",
                    "Three-door oak wardrobe with a mirror",
                ),
                2,
                124_900,
            ),
            line(
                name(
                    "Künc mətbəx bağlantısı",
                    "Угловое соединение кухни",
                    "Corner kitchen joint",
                ),
                3,
                41_288,
            ),
            line(name("Mebel ayağı", "Мебельная ножка", "Furniture leg"), 1, 1),
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

fn customer() -> Contact {
    Contact {
        name: "Leyla".to_owned(),
        email: "leyla@example.com".parse().unwrap(),
        language: Some(Language::Ru),
    }
}

fn inquiry(message: &str) -> Inquiry {
    Inquiry {
        number: "Q-7K3M9Q2A".to_owned(),
        created_at: datetime!(2026-11-21 08:42 UTC),
        name: "Rəşad Əliyev".to_owned(),
        phone: "+994501234567".to_owned(),
        email: "rashad@example.com".parse().unwrap(),
        message: message.to_owned(),
        product: None,
        language: Some(Language::Az),
    }
}

fn product() -> QuotedProduct {
    QuotedProduct {
        id: ProductId::try_from(7).unwrap(),
        name: name(
            "Üç qapılı palıd şkaf",
            "Трёхдверный дубовый шкаф",
            "Three-door oak wardrobe",
        ),
        quantity: Some(2),
        color: Some("oak".to_owned()),
    }
}

/// Every letter in a language, with the name of its kind.
fn all(language: Language) -> Vec<(&'static str, Letter)> {
    let links = links();
    let desk = desk(&links, language);
    let (customer, order, inquiry, product) = (
        customer(),
        order(),
        inquiry("Salam.\nMətbəx 3 metrdir, nə vaxt gələ bilərsiniz?"),
        product(),
    );
    vec![
        ("welcome", welcome(&desk, "Leyla")),
        ("already_registered", already_registered(&desk, "Leyla")),
        ("password_reset", password_reset(&desk, "Leyla", "a-token")),
        ("order_received", order_received(&desk, &customer, &order)),
        ("order_cancelled", order_cancelled(&desk, &customer, &order)),
        (
            "order_moved",
            order_moved(
                &desk,
                &customer,
                &order,
                OrderStatus::Shipped,
                PaymentStatus::Paid,
            ),
        ),
        ("quote_received", quote_received(&desk, &inquiry, &product)),
        ("message_received", message_received(&desk, &inquiry)),
        (
            "catalogue",
            catalogue(&desk, "https://shop.example/catalogue.pdf"),
        ),
        ("shop_order", shop_order(&desk, &customer, &order)),
        ("shop_quote", shop_quote(&desk, &inquiry, &product)),
        ("shop_message", shop_message(&desk, &inquiry)),
        ("shop_catalogue", shop_catalogue(&desk, &inquiry)),
    ]
}

/// Words of a text, whatever stands between them.
fn words(text: &str) -> Vec<&str> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect()
}

/// What a reader of the HTML part sees: no tags, no head, no hidden preview.
fn seen(html: &str) -> String {
    let body = html.split_once("</div>").unwrap().1;
    let mut seen = String::new();
    let mut rest = body;
    while let Some((text, tag)) = rest.split_once('<') {
        seen.push_str(text);
        seen.push(' ');
        rest = tag.split_once('>').unwrap().1;
    }
    seen.replace("&#9671;", " ")
        .replace("&nbsp;", " ")
        .replace("&#39;", "'")
        .replace("&#38;", "&")
}

#[test]
fn both_parts_of_every_letter_say_the_same() {
    for language in Language::ALL {
        for (kind, letter) in all(language) {
            let (html, text) = (letter.html().unwrap(), letter.text().unwrap());
            // The text part also writes addresses out.
            let text: String = text
                .lines()
                .filter(|line| !line.starts_with("http"))
                .collect::<Vec<_>>()
                .join("\n")
                .replace(&letter.home, letter.home.split('/').nth(2).unwrap());
            assert_eq!(words(&seen(&html)), words(&text), "{language} {kind}");
        }
    }
}

#[test]
fn no_letter_has_a_hole_or_another_languages_words() {
    for language in Language::ALL {
        for (kind, letter) in all(language) {
            let text = letter.text().unwrap();
            assert!(!text.contains(['{', '}']), "{language} {kind}: {text}");
            assert!(!letter.subject.is_empty() && !letter.subject.contains(['{', '}']));
            let html = letter.html().unwrap();
            assert!(html.contains(&format!("<html lang=\"{language}\">")), "{kind}");
        }
    }
    let links = links();
    let letter = order_received(&desk(&links, Language::Ru), &customer(), &order());
    assert!(!letter.text().unwrap().contains("palıd"));
}

#[test]
fn an_order_is_told_in_full() {
    let order = order();
    let links = links();
    let letter = order_received(&desk(&links, Language::Az), &customer(), &order);
    assert_eq!(letter.subject, "SB-7K3M9Q2A sifarişinizi qəbul etdik");
    let expected = format!(
        "Şəbəkə

Sifarişinizi qəbul etdik

Salam, Leyla.

Çatdırılma gününü və ödənişi razılaşdırmaq üçün bir iş günündə zəng edirik. Onlayn ödəniş yoxdur.

Sifariş: SB-7K3M9Q2A
Sifariş vaxtı: 21 noyabr 2026, 12:42

Üç qapılı palıd şkaf, güzgülü
2 × 1\u{a0}249,00\u{a0}AZN = 2\u{a0}498,00\u{a0}AZN
Künc mətbəx bağlantısı
3 × 412,88\u{a0}AZN = 1\u{a0}238,64\u{a0}AZN
Mebel ayağı
1 × 0,01\u{a0}AZN = 0,01\u{a0}AZN
Çatdırılma: pulsuz
Cəmi: 3\u{a0}736,65\u{a0}AZN

Çatdırılma ünvanı:
Leyla Məmmədova
Nizami küçəsi 1, mənzil 12
AZ1000 Bakı
Abşeron
+994501234567

Sifarişə baxın:
https://shop.example/az/account?section=orders&order={}

-- \nSualınız var? Bu məktuba cavab yazın, oxuyuruq.
Şəbəkə, https://shop.example/az
",
        order.id
    );
    assert_eq!(letter.text().unwrap(), expected);
}

#[test]
fn a_status_and_a_payment_are_told_together_once_money_has_moved() {
    let links = links();
    let desk = desk(&links, Language::En);
    for status in OrderStatus::ALL {
        for payment in PaymentStatus::ALL {
            let letter = order_moved(&desk, &customer(), &order(), *status, *payment);
            let is_told = letter.subject.contains(", ");
            assert_eq!(is_told, *payment != PaymentStatus::Pending, "{}", letter.subject);
        }
    }
}

/// Mail programs show what is typed as text, whatever it looks like.
#[test]
fn what_people_type_is_text() {
    let links = links();
    let desk = desk(&links, Language::En);
    let mut order = order();
    order.address.person = "<img src=x onerror=alert(1)>".to_owned();
    let html = order_received(&desk, &customer(), &order).html().unwrap();
    assert!(!html.contains("<img"), "{html}");

    let letter = shop_message(&desk, &inquiry("<b>{shop}</b>\r\n\r\n-- \r\n\u{202E}txt"));
    let html = letter.html().unwrap();
    assert!(!html.contains("<b>") && !html.contains('\u{202E}'), "{html}");
    assert!(
        letter
            .text()
            .unwrap()
            .contains("> <b>{shop}</b>\n> \n> --\n> txt\n")
    );
}

#[test]
fn a_stranger_cannot_advertise_by_a_name() {
    let links = links();
    let desk = desk(&links, Language::En);
    let letter = welcome(&desk, "Win a car at evil.example");
    for part in [letter.html().unwrap(), letter.text().unwrap()] {
        assert!(!part.contains("evil") && part.contains("Hello,"));
    }
    let inquiry = inquiry("Win a car");
    for letter in [
        message_received(&desk, &inquiry),
        quote_received(&desk, &inquiry, &product()),
    ] {
        for part in [letter.html().unwrap(), letter.text().unwrap()] {
            assert!(!part.contains("Rəşad") && !part.contains("Win a car"));
        }
    }
}

#[test]
fn a_subject_is_one_line() {
    let links = links();
    let mut product = product();
    product.name.en = "Wardrobe\r\nBcc: all@example.com".to_owned();
    let letter = shop_quote(&desk(&links, Language::En), &inquiry(""), &product);
    assert_eq!(
        letter.subject,
        "Price asked Q-7K3M9Q2A: Wardrobe Bcc: all@example.com"
    );
}

/// Not a test of anything: writes every letter into a folder, for eyes. `LETTERS=folder cargo test -p notification
/// --lib letters_for_eyes -- --ignored`
#[test]
#[ignore = "writes files for people to look at"]
#[expect(clippy::disallowed_methods, reason = "the folder is this one call's")]
fn letters_for_eyes() {
    let folder = std::path::PathBuf::from(std::env::var("LETTERS").unwrap());
    for language in Language::ALL {
        for (kind, letter) in all(language) {
            std::fs::write(
                folder.join(format!("{kind}.{language}.html")),
                letter.html().unwrap(),
            )
            .unwrap();
            std::fs::write(
                folder.join(format!("{kind}.{language}.txt")),
                letter.text().unwrap(),
            )
            .unwrap();
        }
    }
}
