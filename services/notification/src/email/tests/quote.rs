//! Mails about requests for quotes.

use super::*;

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
        assert!(text.contains("Шкаф, 243 × 62 × 262 см"), "{text}");
        assert!(text.contains("/ru/design?utm_source="), "{text}");
        assert!(text.contains("#EBAAQpfqPJsAAAAwEAAgSAAqEAAqEAAgiJja"), "{text}");
    }
}

fn name_of_design() -> LocalizedText {
    LocalizedText {
        az: "Şkaf, 243 × 62 × 262 sm".to_owned(),
        ru: "Шкаф, 243 × 62 × 262 см".to_owned(),
        en: "Wardrobe, 243 × 62 × 262 cm".to_owned(),
    }
}
