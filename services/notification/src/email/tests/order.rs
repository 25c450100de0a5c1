//! Mails about orders.

use super::*;

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
050 123 45 67

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
            for shown in ["Leyla Məmmədova", "050 123 45 67", "leyla@example.com"] {
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
        "workshop_order",
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
        let after_street = lines.iter().skip(2).take_while(|line| *line != "050 123 45 67");
        assert_eq!(after_street.count(), count, "{lines:?}");
    }
}
