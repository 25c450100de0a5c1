//! Content of all e-mails in all languages.

mod data;
mod dress;

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
fn renders_an_order_as_text() {
    let order = order();
    let links = links();
    let email = order_received(&context(&links, Language::Az), &customer(), &order);
    assert_eq!(email.subject, "SB-7K3M9Q2A nömrəli sifarişinizi qəbul etdik");
    let expected = format!(
        "Şəbəkə

Sifarişinizi qəbul etdik

Salam, Leyla.

Çatdırılma gününü və ödənişi razılaşdırmaq üçün bir iş günü ərzində zəng edirik. Onlayn ödəniş yoxdur.

Sifariş: SB-7K3M9Q2A
Sifariş vaxtı: 21 noyabr 2026, 12:42

Üç qapılı palıd şkaf, güzgülü
240 × 60 sm, ağ
2 × 1\u{a0}249,00\u{a0}AZN = 2\u{a0}498,00\u{a0}AZN

Künc mətbəx bağlantısı
240 × 60 sm, ağ
3 × 412,88\u{a0}AZN = 1\u{a0}238,64\u{a0}AZN

Mebel ayağı
240 × 60 sm, ağ
1 × 0,01\u{a0}AZN = 0,01\u{a0}AZN

Çatdırılma: pulsuz
Yekun: 3\u{a0}736,65\u{a0}AZN

Çatdırılma ünvanı:
Leyla Məmmədova
Nizami küçəsi 1, mənzil 12
AZ1000 Bakı
Abşeron
+994501234567

Sifarişə baxın:
https://shop.example/az/order#SB-7K3M9Q2A.k3J9wQ7dYx2LmT0aVb5cZg

Bütün sifarişlər hesabınızdadır, ləğvi də oradan edə bilərsiniz. Hesabı açın:
https://shop.example/az/account?section=orders&order={}

-- \nSualınız var? Bu məktuba cavab yazın, oxuyuruq.
Şəbəkə, https://shop.example/az?utm_source=shop&utm_medium=mail
",
        order.id
    );
    assert_eq!(email.text().unwrap(), expected);
}

#[test]
fn lapse_shows_typed_text_to_the_shop_only() {
    let links = links();
    for language in Language::ALL {
        let context = context(&links, language);
        let (customer, order) = (customer(), order());
        let text = order_lapsed(&context, &unverified(), &order).text().unwrap();
        for typed in ["Leyla", "Nizami", "Abşeron", "994501234567", "leyla@example.com"] {
            assert!(!text.contains(typed), "{language}: {text}");
        }
        for shown in ["SB-7K3M9Q2A", "412,88", "736,65"] {
            let shown = if language == Language::En {
                shown.replace(',', ".")
            } else {
                shown.to_owned()
            };
            assert!(text.contains(&shown), "{language} {shown}: {text}");
        }
        let at = datetime!(2026-12-05 08:42 UTC);
        for email in [
            shop_order_lapsing(&context, Some(&customer), &order, at),
            shop_order_lapsed(&context, Some(&customer), &order),
        ] {
            let text = email.text().unwrap();
            for shown in ["Leyla Məmmədova", "+994501234567", "leyla@example.com"] {
                assert!(text.contains(shown), "{language} {shown}: {text}");
            }
        }
        let lapsing = shop_order_lapsing(&context, Some(&customer), &order, at);
        assert!(
            lapsing.subject.contains("5 ") && lapsing.subject.contains("12:42"),
            "{}",
            lapsing.subject
        );
    }
}

#[test]
fn subject_has_the_payment_status_unless_pending() {
    let links = links();
    let context = context(&links, Language::En);
    for status in OrderStatus::ALL {
        for payment in PaymentStatus::ALL {
            let email = order_moved(&context, &customer(), &order(), status, payment);
            let has_payment = email.subject.contains(", ");
            assert_eq!(
                has_payment,
                payment != PaymentStatus::Pending,
                "{}",
                email.subject
            );
        }
    }
}

#[test]
fn a_shipped_order_that_its_customer_collects_is_ready_in_the_store() {
    let links = links();
    let context = context(&links, Language::En);
    let mut order = order();
    order.delivery.is_pickup = true;
    let moved = |status| order_moved(&context, &customer(), &order, status, PaymentStatus::Pending);
    let shipped = moved(OrderStatus::Shipped);
    assert!(
        shipped.subject.ends_with("ready in the store"),
        "{}",
        shipped.subject
    );
    let text = shipped.text().unwrap();
    assert!(
        text.contains("you can collect it") && !text.contains("on its way"),
        "{text}"
    );
    assert!(moved(OrderStatus::Delivered).subject.ends_with("delivered"));
}

#[test]
fn part_payments_are_told_with_both_sums() {
    let links = links();
    let context = context(&links, Language::En);
    let money = |minor| kit::domain::Money::from_minor(minor).unwrap();
    let mut order = order();
    order.paid = money(100_000);
    order.balance = money(273_665);
    let part = order_moved(
        &context,
        &customer(),
        &order,
        OrderStatus::Processing,
        PaymentStatus::Processing,
    );
    assert!(
        part.subject.ends_with("processing, partly paid"),
        "{}",
        part.subject
    );
    let text = part.text().unwrap();
    for sum in ["1,000.00", "2,736.65"] {
        assert!(text.contains(sum), "{sum}: {text}");
    }
    order.balance = money(0);
    order.refunded = money(50_000);
    let back = order_moved(
        &context,
        &customer(),
        &order,
        OrderStatus::Shipped,
        PaymentStatus::Paid,
    );
    assert!(back.subject.ends_with("partly refunded"), "{}", back.subject);
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
fn all_mails_with_lines_of_an_order_have_their_details() {
    let (order, inquiry) = (order(), inquiry("Salam"));
    let with_lines = [
        "order_received",
        "order_cancelled",
        "order_lapsed",
        "delivery_planned",
        "order_corrected",
        "order_moved",
        "shop_order",
        "shop_order_lapsing",
        "shop_order_lapsed",
    ];
    let found: Vec<_> = all_of(Language::Az, &customer(), &order, &inquiry)
        .into_iter()
        .filter(|(_, email)| {
            email.text().unwrap().contains(data::DETAIL) && email.html().unwrap().contains(data::DETAIL)
        })
        .map(|(kind, _)| kind)
        .collect();
    assert_eq!(found, with_lines);
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
fn a_region_named_as_its_city_is_written_once() {
    let links = links();
    let context = context(&links, Language::Az);
    for (region, count) in [("Abşeron", 2), (" bakı ", 1)] {
        let mut order = order();
        order.address.state = region.to_owned();
        let email = order_received(&context, &customer(), &order);
        let place = email.blocks.into_iter().find_map(|block| match block {
            Block::Address(_, lines) => Some(lines),
            _ => None,
        });
        let lines = place.unwrap();
        let after_street = lines.iter().skip(2).take_while(|line| !line.starts_with('+'));
        assert_eq!(after_street.count(), count, "{lines:?}");
    }
}

#[test]
fn phones_link_to_their_normal_form_and_other_texts_have_no_link() {
    let links = links();
    let context = context(&links, Language::En);
    let urls = |typed: &str| {
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
            facts.find(|fact| fact.value == typed).unwrap().url
        })
    };
    for phone in ["+994 (0)50 123-45-67", "050 123 45 67"] {
        let expected = Some("tel:+994501234567".to_owned());
        assert_eq!(urls(phone), [(); 3].map(|()| expected.clone()), "{phone}");
    }
    for text in ["050", "after 18:00: 0501234567", "0501234567,,1#"] {
        assert_eq!(urls(text), [None, None, None], "{text}");
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

#[test]
fn quotes_name_all_pieces_with_their_sizes_and_only_the_shop_reads_the_notes() {
    let links = links();
    let context = context(&links, Language::En);
    let length = |millimetres| Length::from_millimetres(millimetres).unwrap();
    let own = Measures {
        width: length(1_805),
        depth: length(600),
        height: length(2_620),
    };
    let own = GivenMeasures {
        measures: own,
        of: MeasuresOf::Piece,
    };
    let items = vec![
        item(Size::Own(Some(own)), "A radiator is on the left"),
        item(Size::Visit, "1 Demo street"),
        item(Size::Standard, ""),
    ];
    let inquiry = Inquiry { items, ..inquiry("") };
    let first = inquiry.items.first().unwrap();
    let to_sender = quote_received(&context, &inquiry, first).text().unwrap();
    let to_shop = shop_quote(&context, &inquiry, first).text().unwrap();
    for text in [&to_sender, &to_shop] {
        assert_eq!(text.matches("Three-door oak wardrobe").count(), 3, "{text}");
        for part in [
            "180.5 × 60 × 262 cm",
            "We measure on site",
            "We call by",
            "22 November 2026, 17:00",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
    for note in ["A radiator is on the left", "1 Demo street"] {
        assert!(to_shop.contains(note), "{note}: {to_shop}");
        assert!(!to_sender.contains(note), "{note}: {to_sender}");
    }
}

#[test]
fn quotes_of_a_niche_name_its_measures_and_those_of_the_piece() {
    let links = links();
    let length = |millimetres| Length::from_millimetres(millimetres).unwrap();
    let niche = GivenMeasures {
        measures: Measures {
            width: length(2_430),
            depth: length(610),
            height: length(2_620),
        },
        of: MeasuresOf::Niche,
    };
    let inquiry = Inquiry {
        items: vec![item(Size::Own(Some(niche)), "")],
        ..inquiry("")
    };
    let first = inquiry.items.first().unwrap();
    for (language, size) in [
        (Language::Az, "237 × 60 × 258 sm (niş 243 × 61 × 262 sm)"),
        (Language::Ru, "237 × 60 × 258 см (ниша 243 × 61 × 262 см)"),
        (Language::En, "237 × 60 × 258 cm (niche 243 × 61 × 262 cm)"),
    ] {
        let context = context(&links, language);
        for email in [
            quote_received(&context, &inquiry, first),
            shop_quote(&context, &inquiry, first),
        ] {
            for part in [email.html().unwrap(), email.text().unwrap()] {
                assert!(part.contains(size), "{size}: {part}");
            }
        }
    }
}

#[test]
fn quotes_of_a_design_name_it_in_words_and_link_to_it() {
    let links = links();
    let designed = QuotedItem {
        id: None,
        design: Some(QuotedDesign {
            code: "EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja".to_owned(),
            sentence: name_of_design(),
        }),
        ..item(Size::Own(None), "")
    };
    let inquiry = Inquiry {
        items: vec![designed],
        ..inquiry("")
    };
    let first = inquiry.items.first().unwrap();
    let context = context(&links, Language::Ru);
    for email in [
        quote_received(&context, &inquiry, first),
        shop_quote(&context, &inquiry, first),
    ] {
        let text = email.text().unwrap();
        assert!(text.contains("Шкаф, 243 × 262 × 62 см"), "{text}");
        assert!(text.contains("/ru/design?utm_source="), "{text}");
        assert!(text.contains("#EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja"), "{text}");
    }
}

fn name_of_design() -> LocalizedText {
    LocalizedText {
        az: "Şkaf, 243 × 262 × 62 sm".to_owned(),
        ru: "Шкаф, 243 × 262 × 62 см".to_owned(),
        en: "Wardrobe, 243 × 262 × 62 cm".to_owned(),
    }
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
