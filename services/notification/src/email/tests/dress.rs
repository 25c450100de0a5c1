//! Layout of the HTML part, and its equality with the text part.

use super::*;
use crate::{
    clients::{Line, Offer, OfferedLine, Size},
    email::items::MAX_ITEMS,
};

/// Size in bytes above which Gmail clips an e-mail.
const CLIPPED: usize = 102_000;

/// Returns the tags of a name, without their brackets.
fn tags<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("<{name} ");
    html.split(start.as_str())
        .skip(1)
        .map(|rest| rest.split_once('>').unwrap().0)
        .collect()
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = format!("{name}=\"");
    tag.split_once(start.as_str())
        .map(|(_, rest)| rest.split_once('"').unwrap().0)
}

/// Calls a function with each e-mail and its HTML part.
fn each_html(check: impl Fn(&str, &Email, &str)) {
    for language in Language::ALL {
        for (kind, email) in all(language) {
            check(kind, &email, &email.html().unwrap());
        }
    }
}

#[test]
fn html_and_text_have_the_same_links() {
    each_html(|kind, email, html| {
        let mut in_html: Vec<_> = tags(html, "a")
            .into_iter()
            .map(|tag| unescape(attribute(tag, "href").unwrap()))
            .filter(|url| url.starts_with("http"))
            .collect();
        let text = email.text().unwrap();
        let mut in_text: Vec<_> = text
            .split_whitespace()
            .filter(|word| word.starts_with("http"))
            .map(ToOwned::to_owned)
            .collect();
        for links in [&mut in_html, &mut in_text] {
            links.sort_unstable();
            links.dedup();
        }
        assert_eq!(in_html, in_text, "{kind}");
    });
}

#[test]
fn customers_get_one_button() {
    each_html(|kind, email, html| {
        let is_button = |block: &&Block| matches!(block, Block::Button(_));
        let buttons = email.blocks.iter().filter(is_button).count();
        assert_eq!(html.matches("class=\"press\"").count(), buttons, "{kind}");
        // Staff write these themselves.
        if kind == "staff_mail" {
            assert_eq!(buttons, 0);
        } else if !kind.starts_with("shop_") {
            assert_eq!(buttons, 1, "{kind}");
        }
        assert!(buttons <= 1, "{kind}");
    });
}

#[test]
fn pictures_are_the_shops_own_and_have_a_fixed_size() {
    each_html(|kind, _, html| {
        let pictures = tags(html, "img");
        assert!(!pictures.is_empty(), "{kind}");
        for picture in pictures {
            let source = attribute(picture, "src").unwrap();
            assert!(
                source.starts_with("https://shop.example/images/"),
                "{kind}: {source}"
            );
            for name in ["width", "height", "alt"] {
                assert!(attribute(picture, name).is_some(), "{kind}: {picture}");
            }
        }
    });
    let links = links();
    let html = order_received(&context(&links, Language::En), &customer(), &order())
        .html()
        .unwrap();
    for source in [
        "https://shop.example/images/products/sk-101/1-480.webp",
        "https://shop.example/images/products/br-301/1-480.webp",
    ] {
        assert_eq!(html.matches(source).count(), 1, "{source}");
    }
}

#[test]
fn has_one_title_and_tables_only_for_layout() {
    each_html(|kind, email, html| {
        assert_eq!(html.matches("<h1 ").count(), 1, "{kind}");
        assert!(html.contains(&format!(
            "<div role=\"article\" lang=\"{}\" dir=\"ltr\">",
            email.language
        )));
        for table in tags(html, "table") {
            assert!(table.starts_with("role=\"presentation\""), "{kind}: {table}");
        }
    });
}

#[test]
fn preview_is_the_first_paragraph() {
    let links = links();
    let html = order_received(&context(&links, Language::En), &customer(), &order())
        .html()
        .unwrap();
    let (preview, _) = html.split_once("&#847;").unwrap();
    assert!(preview.ends_with("There is no payment online."), "{preview}");
}

#[test]
fn shows_the_price_before_the_discount_struck() {
    let links = links();
    let email = offer_sent(&context(&links, Language::En), &offer(""));
    let html = email.html().unwrap();
    assert!(html.contains("was <s>6,840.00\u{a0}AZN</s>"), "{html}");
    let text = email.text().unwrap();
    for part in [
        "285 × 215\n1 × 5,814.00\u{a0}AZN (was 6,840.00\u{a0}AZN) = 5,814.00\u{a0}AZN\n",
        "Sum: 6,840.00\u{a0}AZN\nDiscount: −1,026.00\u{a0}AZN\nBakı, quraşdırma ilə: 50.00\u{a0}AZN\nTotal: 5,864.00",
        "First payment: 1,759.20\u{a0}AZN\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn offer_without_delivery_has_no_row_for_it() {
    let links = links();
    let offer = Offer {
        delivery_text: String::new(),
        delivery_price: kit::domain::Money::ZERO,
        ..offer("")
    };
    let text = offer_sent(&context(&links, Language::En), &offer).text().unwrap();
    assert!(!text.contains("Delivery"), "{text}");
}

#[test]
fn quote_shows_the_color_by_its_word() {
    let links = links();
    for (language, color) in [
        (Language::Az, "Rəng: təbii palıd"),
        (Language::Ru, "Цвет: натуральный дуб"),
        (Language::En, "Color: natural oak"),
    ] {
        let email = quote_received(
            &context(&links, language),
            &inquiry(""),
            &item(Size::Standard, ""),
        );
        for part in [email.html().unwrap(), email.text().unwrap()] {
            assert!(part.contains(color), "{part}");
        }
    }
}

#[test]
fn mails_with_a_hundred_lines_are_not_clipped() {
    let links = links();
    // The longest texts that the services accept, in letters of two bytes.
    let (name, detail) = ("ş".repeat(200), "ш".repeat(500));
    let image = || format!("/images/{}-768.webp", "a".repeat(250));
    for language in Language::ALL {
        let context = context(&links, language);
        let (order, offer) = (order(), offer(""));
        let order_line = order.lines.first().unwrap();
        let offer_line = offer.lines.first().unwrap();
        let order = Order {
            lines: (0..100)
                .map(|_| Line {
                    name: data::name(&name, &name, &name),
                    image: image(),
                    detail: "a".repeat(500),
                    ..*order_line
                })
                .collect(),
            ..super::order()
        };
        let offer = Offer {
            lines: (0..100)
                .map(|_| OfferedLine {
                    name: name.clone(),
                    detail: detail.clone(),
                    image: image(),
                    ..*offer_line
                })
                .collect(),
            message: vec!["ш".repeat(2_000)],
            ..super::offer("")
        };
        for email in [
            order_received(&context, &customer(), &order),
            shop_order(&context, Some(&customer()), &order),
            offer_sent(&context, &offer),
        ] {
            let (html, text) = (email.html().unwrap(), email.text().unwrap());
            assert!(html.len() < CLIPPED, "{}: {}", email.subject, html.len());
            let more = format::fill(
                &context.texts.common.more,
                &[("count", &(100 - MAX_ITEMS).to_string())],
            );
            for part in [&html, &text] {
                assert_eq!(part.matches(&name).count(), MAX_ITEMS);
                assert_eq!(part.matches(&more).count(), 1);
            }
        }
    }
}

/// Returns the relative luminance of a color such as `#1A1814`.
fn luminance(color: &str) -> f64 {
    let channel = |from: usize| {
        let value = f64::from(u8::from_str_radix(&color[from..from + 2], 16).unwrap()) / 255.0;
        if value <= 0.040_45 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Returns the color that a property has in the style of the first tag with this class.
fn light_color<'a>(html: &'a str, class: &str, property: &str) -> &'a str {
    let body = html.split_once("<body").unwrap().1;
    let tag = body
        .split('<')
        .find(|tag| {
            let classes = attribute(tag, "class").unwrap_or_default();
            classes.split(' ').any(|found| found == class)
        })
        .unwrap();
    let style = attribute(tag, "style").unwrap();
    let declaration = style
        .split(';')
        .find_map(|declaration| declaration.strip_prefix(property)?.strip_prefix(':'));
    declaration.unwrap()
}

/// Returns the color that a property has in the rule of a selector for dark schemes.
fn dark_color<'a>(html: &'a str, selector: &str, property: &str) -> &'a str {
    let dark = html.split_once("prefers-color-scheme: dark").unwrap().1;
    let dark = dark.split_once("</style>").unwrap().0;
    let starts = [format!("{selector} {{"), format!("{selector},")];
    let rule = dark
        .lines()
        .find(|line| starts.iter().any(|start| line.contains(start)))
        .unwrap();
    let value = rule.split_once(&format!("{property}: ")).unwrap().1;
    &value[..7]
}

#[test]
fn texts_have_enough_contrast_in_both_schemes() {
    let links = links();
    let context = context(&links, Language::En);
    let html = shop_message(&context, &inquiry("Salam.")).html().unwrap();
    for ground in ["page", "panel"] {
        for text in ["ink", "soft", "link"] {
            let light = contrast(
                light_color(&html, text, "color"),
                light_color(&html, ground, "background-color"),
            );
            let dark = contrast(
                dark_color(&html, &format!(".{text}"), "color"),
                dark_color(&html, &format!(".{ground}"), "background-color"),
            );
            assert!(light >= 4.5 && dark >= 4.5, "{text} on {ground}: {light} {dark}");
        }
    }
    let html = message_received(&context, &inquiry("Salam.")).html().unwrap();
    let dark = contrast(
        dark_color(&html, ".press a", "color"),
        dark_color(&html, ".press", "background-color"),
    );
    assert!(dark >= 4.5, "{dark}");
    assert!(contrast("#FFFFFF", light_color(&html, "press", "background-color")) >= 4.5);
}

#[test]
fn each_color_has_one_for_dark_schemes() {
    each_html(|kind, _, html| {
        let body = html.split_once("<body").unwrap().1;
        let is_button = |tag: &str| tag.contains("color:#FFFFFF");
        for tag in body.split('<').filter(|tag| !is_button(tag)) {
            let style = attribute(tag, "style").unwrap_or_default();
            let classes: Vec<_> = attribute(tag, "class").unwrap_or_default().split(' ').collect();
            let has_any = |names: &[&str]| names.iter().any(|name| classes.contains(name));
            for declaration in style.split(';') {
                let is_covered = match declaration.split_once(':').unwrap_or_default() {
                    ("color", _) => has_any(&["ink", "soft", "link"]),
                    ("background-color", _) => has_any(&["page", "panel", "press"]),
                    ("border-top" | "border-bottom", _) => has_any(&["lath", "line"]),
                    _ => true,
                };
                assert!(is_covered, "{kind}: {tag}");
            }
        }
    });
}
