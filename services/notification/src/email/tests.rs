//! Content of all e-mails in all languages.

mod data;
mod dress;
mod order;
mod quote;

use kit::{
    domain::{GivenMeasures, Language, Length, LocalizedText, Measures},
    vocabulary::{inquiry::MeasuresOf, mail::Kind},
};
use time::macros::datetime;

use self::data::{customer, inquiry, invitation, item, notices, offer, order, unread, unverified};
use super::*;
use crate::{
    clients::{Address, Contact, Inquiry, Order, QuotedDesign, QuotedItem, Size, StaffMail},
    mail::{DigestEntry, OrderStatus, PaymentStatus},
    texts,
};

fn links() -> Links {
    Links::new("https://shop.example".parse().unwrap())
}

fn context(links: &Links, language: Language) -> EmailContext<'_> {
    EmailContext {
        language,
        texts: texts::get(language),
        links,
        shop: "Şəbəkə",
    }
}

/// Returns all e-mails in a language to a customer with a verified address, with the names of their kinds.
fn all(language: Language) -> Vec<(&'static str, Email)> {
    let inquiry = inquiry("Salam.\nMətbəx 3 metrdir, nə vaxt gələ bilərsiniz?");
    all_of(language, &customer(), &order(), &inquiry)
}

/// Returns all e-mails about these data, with the names of their kinds.
fn all_of(
    language: Language,
    customer: &Contact,
    order: &Order,
    inquiry: &Inquiry,
) -> Vec<(&'static str, Email)> {
    let links = links();
    let context = context(&links, language);
    let first = inquiry.items.first().unwrap();
    let offer = offer(&inquiry.name);
    let staff_message = StaffMail {
        number: "SQ-7Q2M04XK".to_owned(),
        email: "rashad@example.com".parse().unwrap(),
        subject: "Ölçülər".to_owned(),
        text: "Salam.\n\nEni neçə santimetrdir?".to_owned(),
        language: Some(Language::Az),
    };
    vec![
        ("welcome", welcome(&context, customer, Some("a-token"))),
        (
            "email_verification",
            email_verification(&context, customer, "a-token"),
        ),
        ("already_registered", already_registered(&context, customer)),
        ("password_reset", password_reset(&context, customer, "a-token")),
        ("order_received", order_received(&context, customer, order)),
        ("order_cancelled", order_cancelled(&context, customer, order)),
        ("order_lapsed", order_lapsed(&context, customer, order)),
        ("order_link", order_link(&context, customer, order)),
        ("delivery_planned", delivery_planned(&context, customer, order)),
        (
            "order_corrected",
            order_corrected(&context, customer, order, Some(order.products)),
        ),
        (
            "order_moved",
            order_moved(
                &context,
                customer,
                order,
                OrderStatus::Shipped,
                PaymentStatus::Paid,
            ),
        ),
        ("quote_received", quote_received(&context, inquiry, first)),
        ("message_received", message_received(&context, inquiry)),
        (
            "catalogue",
            catalogue(&context, "https://shop.example/catalogue.pdf"),
        ),
        ("messages_unread", messages_unread(&context, &unread(language))),
        ("offer_sent", offer_sent(&context, &offer)),
        ("offer_revised", offer_revised(&context, &offer)),
        ("offer_ends", offer_ends(&context, &offer)),
        ("offer_accepted", offer_accepted(&context, &offer)),
        ("staff_mail", staff_mail(&context, &staff_message)),
        ("staff_invite", staff_invite(&context, &invitation())),
        ("staff_notices", staff_notices(&context, "Nigar", &notices())),
        ("second_factor_reset", second_factor_reset(&context, customer)),
        (
            "second_factor_locked",
            second_factor_locked(&context, "Nigar Əliyeva", false),
        ),
        ("enrolment_link", enrolment_link(&context, customer, "a-token")),
        ("factor_added", factor_added(&context, customer)),
        ("device_remembered", device_remembered(&context, customer)),
        ("password_changed", password_changed(&context, customer)),
        ("shop_order", shop_order(&context, Some(customer), order)),
        ("workshop_order", workshop_order(&context, order)),
        (
            "shop_order_lapsing",
            shop_order_lapsing(&context, Some(customer), order, datetime!(2026-12-05 08:42 UTC)),
        ),
        (
            "shop_order_lapsed",
            shop_order_lapsed(&context, Some(customer), order),
        ),
        ("shop_quote", shop_quote(&context, inquiry, first)),
        ("shop_message", shop_message(&context, inquiry)),
        ("shop_catalogue", shop_catalogue(&context, inquiry)),
        (
            "shop_digest",
            shop_digest(
                &context,
                &[DigestEntry {
                    kind: Kind::ShopQuote,
                    count: 3,
                    numbers: vec!["SQ-3M9V0T2C".to_owned()],
                }],
            ),
        ),
        (
            "shop_offer_accepted",
            shop_offer_accepted(&context, &offer, Some("Nigar Əliyeva")),
        ),
        ("shop_offer_declined", shop_offer_declined(&context, &offer, None)),
    ]
}

/// Returns the words of a text.
fn words(text: &str) -> Vec<&str> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect()
}

/// Returns the visible text of the HTML part, without tags and the hidden preview.
fn visible_text(html: &str) -> String {
    let body = html.split_once("</div>").unwrap().1;
    let mut visible = String::new();
    let mut rest = body;
    while let Some((text, tag)) = rest.split_once('<') {
        visible.push_str(text);
        visible.push(' ');
        rest = tag.split_once('>').unwrap().1;
    }
    unescape(&visible.replace("&nbsp;", " "))
}

fn unescape(html: &str) -> String {
    html.replace("&#39;", "'").replace("&#38;", "&")
}

#[test]
fn each_kind_has_an_email() {
    let mut kinds: Vec<_> = all(Language::En).into_iter().map(|(kind, _)| kind).collect();
    let mut names = kit::vocabulary::mail::Kind::ALL
        .map(kit::vocabulary::mail::Kind::name)
        .to_vec();
    kinds.sort_unstable();
    names.sort_unstable();
    assert_eq!(kinds, names);
}

#[test]
fn html_and_text_have_the_same_words() {
    for language in Language::ALL {
        for (kind, email) in all(language) {
            let (html, text) = (email.html().unwrap(), email.text().unwrap());
            // The text part also has the URLs.
            let text: String = text
                .lines()
                .filter(|line| !line.starts_with("http"))
                .collect::<Vec<_>>()
                .join("\n")
                .replace(&email.home, email.home.split('/').nth(2).unwrap());
            assert_eq!(words(&visible_text(&html)), words(&text), "{language} {kind}");
        }
    }
}

#[test]
fn fills_all_placeholders_in_the_right_language() {
    for language in Language::ALL {
        for (kind, email) in all(language) {
            let text = email.text().unwrap();
            assert!(!text.contains(['{', '}']), "{language} {kind}: {text}");
            assert!(!email.subject.is_empty() && !email.subject.contains(['{', '}']));
            let html = email.html().unwrap();
            assert!(
                html.contains(&format!("<html lang=\"{language}\" dir=\"ltr\"")),
                "{kind}"
            );
        }
    }
    let links = links();
    let email = order_received(&context(&links, Language::Ru), &customer(), &order());
    assert!(!email.text().unwrap().contains("palıd"));
}

#[test]
fn mails_to_the_shop_link_to_the_record_at_the_desk() {
    for language in Language::ALL {
        for (kind, email) in all(language) {
            let is_of_record = kind.starts_with("shop_") && kind != "shop_digest";
            let html = email.html().unwrap();
            let has_link = html.contains("https://shop.example/desk/quotes/")
                || html.contains("https://shop.example/desk/orders/");
            assert!(!is_of_record || has_link, "{kind} in {language}");
        }
    }
}

#[test]
fn escapes_user_input() {
    let links = links();
    let context = context(&links, Language::En);
    let mut order = order();
    order.address.person = "<img src=x onerror=alert(1)>".to_owned();
    let html = order_received(&context, &customer(), &order).html().unwrap();
    assert!(!html.contains("<img src=x"), "{html}");

    let email = shop_message(&context, &inquiry("<b>{shop}</b>\r\n\r\n-- \r\n\u{202E}txt"));
    let html = email.html().unwrap();
    assert!(!html.contains("<b>") && !html.contains('\u{202E}'), "{html}");
    assert!(
        email
            .text()
            .unwrap()
            .contains("> <b>{shop}</b>\n> \n> --\n> txt\n")
    );
}

/// Consists of letters, so that no other rule rejects it in a greeting.
const TYPED: &str = "Zibilqutusu";

/// Returns an order and an inquiry with [`TYPED`] in every text that a customer or visitor types.
fn typed_data() -> (Order, Inquiry) {
    let typed = || TYPED.to_owned();
    let order = Order {
        address: Address {
            person: typed(),
            phone: typed(),
            street: typed(),
            city: typed(),
            state: typed(),
            postal_code: typed(),
        },
        ..order()
    };
    let inquiry = Inquiry {
        name: typed(),
        phone: typed(),
        ..inquiry(TYPED)
    };
    (order, inquiry)
}

/// Returns the kinds of e-mails that contain [`TYPED`].
fn kinds_with_typed_text(customer: &Contact) -> Vec<&'static str> {
    let (order, inquiry) = typed_data();
    let mut kinds = Vec::new();
    for language in Language::ALL {
        for (kind, email) in all_of(language, customer, &order, &inquiry) {
            let parts = [
                email.subject.clone(),
                email.html().unwrap(),
                email.text().unwrap(),
            ];
            if parts.iter().any(|part| part.contains(TYPED)) && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }
    kinds
}

#[test]
fn only_mails_to_the_shop_and_to_verified_addresses_contain_typed_text() {
    let to_shop = [
        "shop_order",
        "shop_order_lapsing",
        "shop_order_lapsed",
        "shop_quote",
        "shop_message",
        "shop_catalogue",
        "shop_offer_accepted",
        "shop_offer_declined",
    ];
    assert_eq!(kinds_with_typed_text(&unverified()), to_shop);
    let verified = Contact {
        name: Some(TYPED.to_owned()),
        ..customer()
    };
    let to_verified = [
        "welcome",
        "email_verification",
        "already_registered",
        "password_reset",
        "order_received",
        "order_cancelled",
        "order_lapsed",
        "order_link",
        "delivery_planned",
        "order_corrected",
        "order_moved",
        "second_factor_reset",
        "enrolment_link",
        "factor_added",
        "device_remembered",
        "password_changed",
    ];
    assert_eq!(
        kinds_with_typed_text(&verified),
        [to_verified.as_slice(), &to_shop].concat()
    );
}

#[test]
fn mails_to_an_unverified_address_still_have_products_sums_and_numbers() {
    let links = links();
    let email = order_received(&context(&links, Language::En), &unverified(), &order());
    let text = email.text().unwrap();
    for part in [
        "Hello,",
        "SB-7K3M9Q2A",
        "Three-door oak wardrobe",
        "3,736.65",
        "21 November 2026",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn phones_link_to_their_normal_form_and_other_texts_have_no_link() {
    let links = links();
    let context = context(&links, Language::En);
    let urls = |typed: &str, shown: &str| {
        let mut order = order();
        order.address.phone = typed.to_owned();
        let mut inquiry = inquiry("Salam");
        inquiry.phone = typed.to_owned();
        let mut offer = offer("Rauf");
        offer.customer.phone = typed.to_owned();
        [
            shop_order(&context, None, &order),
            shop_message(&context, &inquiry),
            shop_offer_accepted(&context, &offer, None),
        ]
        .map(|email| {
            let mut facts = email.blocks.into_iter().flat_map(|block| match block {
                Block::Facts(facts) => facts,
                _ => Vec::new(),
            });
            facts.find(|fact| fact.value == shown).unwrap().url
        })
    };
    for phone in ["+994 (0)50 123-45-67", "050 123 45 67"] {
        let expected = Some("tel:+994501234567".to_owned());
        assert_eq!(
            urls(phone, "050 123 45 67"),
            [(); 3].map(|()| expected.clone()),
            "{phone}"
        );
    }
    for text in ["050", "after 18:00: 0501234567", "0501234567,,1#"] {
        assert_eq!(urls(text, text), [None, None, None], "{text}");
    }
}

#[test]
fn greets_by_name_only_with_letters() {
    let links = links();
    let advertisement = Contact {
        name: Some("Win a car at evil.example".to_owned()),
        ..customer()
    };
    let email = welcome(&context(&links, Language::En), &advertisement, None);
    for part in [email.html().unwrap(), email.text().unwrap()] {
        assert!(!part.contains("evil") && part.contains("Hello,"));
    }
}

#[test]
fn subject_is_one_line() {
    let links = links();
    let mut first = item(Size::Standard, "");
    first.name.en = "Wardrobe\r\nBcc: all@example.com".to_owned();
    let email = shop_quote(&context(&links, Language::En), &inquiry(""), &first);
    assert_eq!(
        email.subject,
        "Price asked Q-7K3M9Q2A: Wardrobe Bcc: all@example.com + 1"
    );
}

/// Writes all e-mails into a folder for review: `EMAILS=folder cargo test -p notification --lib write_emails -- --ignored`.
/// With `PUBLIC_URL` they show the pictures of that shop.
#[test]
#[ignore = "writes files for review"]
#[expect(clippy::disallowed_methods, reason = "settings of this test only")]
fn write_emails() {
    let folder = std::path::PathBuf::from(std::env::var("EMAILS").unwrap());
    let shop = std::env::var("PUBLIC_URL").unwrap_or_else(|_| "https://shop.example".to_owned());
    for language in Language::ALL {
        for (kind, email) in all(language) {
            std::fs::write(
                folder.join(format!("{kind}.{language}.html")),
                email
                    .html()
                    .unwrap()
                    .replace("https://shop.example/images/", &format!("{shop}/images/")),
            )
            .unwrap();
            std::fs::write(
                folder.join(format!("{kind}.{language}.txt")),
                email.text().unwrap(),
            )
            .unwrap();
        }
    }
}
