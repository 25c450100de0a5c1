//! `cargo xtask staff inquiries` and `inquiry`.

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use kit::{
    domain::Language,
    vocabulary::{
        Vocabulary as _,
        inquiry::{Kind, MeasuresOf, Status},
    },
};
use proto::inquiry::v1::{
    AddInquiryNoteRequest, GetStaffInquiryRequest, InboxFilter, InboxSort, Inquiry, ListInboxRequest,
    QuoteItem, UpdateInquiryStatusRequest,
};
use toolkit::console::{align_columns, format_table, print_status};

use super::{Page, format_time, page, word, words};
use crate::clients::{Clients, call, find, request};

/// Inquiries per page.
const PAGE_SIZE: u32 = 50;

/// Filters of the list.
#[derive(Debug, clap::Args)]
pub struct ListArguments {
    /// Only inquiries of this kind.
    #[arg(long, value_parser = words::<Kind>())]
    kind: Option<Kind>,
    /// Only inquiries with this status.
    #[arg(long, value_parser = status())]
    status: Option<Status>,
    /// The page, 50 inquiries each.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    page: u32,
}

/// An inquiry and its changes; without changes it is only printed.
#[derive(Debug, clap::Args)]
pub struct InquiryArguments {
    /// The number, as its sender knows it.
    number: String,
    /// The new status.
    #[arg(long, value_parser = status())]
    status: Option<Status>,
    /// The reason of lost (price, time, competitor, noAnswer, notMade, other) or closed (catalogue, question, spam,
    /// duplicate, other).
    #[arg(long, requires = "status")]
    reason: Option<String>,
    /// A note to add, visible to staff only.
    #[arg(long)]
    note: Option<String>,
}

/// Returns the parser of a status. `answered` is an earlier name of `waiting`.
fn status() -> impl TypedValueParser<Value = Status> {
    let words = Status::WORDS.iter().copied().map(PossibleValue::new);
    PossibleValuesParser::new(words.chain([PossibleValue::new("answered").hide(true)]))
        .map(|word| word.parse().unwrap_or(Status::Waiting))
}

/// Prints a page of inquiries.
pub(crate) async fn list(clients: &Clients, arguments: ListArguments) -> Result<()> {
    let client = clients.inbox()?;
    let filter = InboxFilter {
        kinds: arguments.kind.into_iter().map(Into::into).collect(),
        statuses: arguments.status.into_iter().map(Into::into).collect(),
        ..InboxFilter::default()
    };
    let fetch = async |cursor| {
        let message = ListInboxRequest {
            filter: Some(filter.clone()),
            sort: InboxSort::Newest.into(),
            cursor,
            limit: PAGE_SIZE,
            is_export: false,
        };
        let answer = call(client.clone().list_inbox(request(message))).await?;
        Ok(Page {
            rows: answer.inquiries,
            next_cursor: answer.next_cursor,
            total_records: answer.total_records,
        })
    };
    let Page {
        rows, total_records, ..
    } = page(arguments.page, fetch).await?;
    print_status(&format_list(&rows));
    print_status(&format!("{} of {total_records} inquiries", rows.len()));
    Ok(())
}

/// Adds the note, sets the status, and prints the inquiry.
pub(crate) async fn update(clients: &Clients, arguments: InquiryArguments) -> Result<()> {
    let number = arguments.number;
    let mut client = clients.inquiry()?;
    if let Some(text) = arguments.note {
        let message = AddInquiryNoteRequest {
            number: number.clone(),
            text,
            ..AddInquiryNoteRequest::default()
        };
        call(client.add_inquiry_note(request(message))).await?;
    }
    if let Some(status) = arguments.status {
        let message = UpdateInquiryStatusRequest {
            number: number.clone(),
            status: status.into(),
            reason: arguments.reason.unwrap_or_default(),
            ..UpdateInquiryStatusRequest::default()
        };
        call(client.update_inquiry_status(request(message))).await?;
    }
    let record = format!("inquiry {number}");
    let message = GetStaffInquiryRequest { number };
    let answer = find(clients.inbox()?.get_staff_inquiry(request(message)), &record).await?;
    let inquiry = answer.inquiry.unwrap_or_default();
    print_status(&format_list(std::slice::from_ref(&inquiry)));
    print_status(&format_details(&inquiry));
    Ok(())
}

fn format_list(inquiries: &[Inquiry]) -> String {
    let heading = ["Number", "Came at (UTC)", "Kind", "Status", "Name", "About"];
    let rows = inquiries.iter().map(|inquiry| {
        let name = inquiry
            .sender
            .as_ref()
            .map(|sender| format!("{} {}", sender.name, sender.surname).trim().to_owned());
        let about = inquiry
            .product
            .as_ref()
            .and_then(|product| product.name.as_ref())
            .map(|name| match inquiry.items.len() {
                0 | 1 => name.en.clone(),
                pieces => format!("{} + {}", name.en, pieces - 1),
            });
        [
            inquiry.number.clone(),
            inquiry.created_at.as_ref().map(format_time).unwrap_or_default(),
            word::<Kind>(inquiry.kind),
            word::<Status>(inquiry.status),
            name.unwrap_or_else(|| "(wiped)".to_owned()),
            about.unwrap_or_default(),
        ]
    });
    format_table(heading, rows)
}

/// Formats the pieces, the sender and the notes.
fn format_details(inquiry: &Inquiry) -> String {
    let mut rows = Vec::new();
    let mut add = |label: &str, value: String| {
        if value.is_empty() {
            return;
        }
        // One row per line: a terminal would overwrite the row at a bare carriage return.
        for (index, line) in value.replace("\r\n", "\n").split(['\n', '\r']).enumerate() {
            let label = if index == 0 { label } else { "" };
            rows.push([label.to_owned(), line.to_owned()]);
        }
    };
    for item in &inquiry.items {
        if let Some(product) = &item.product {
            let quantity = product.quantity.map(|quantity| quantity.to_string());
            add("Product", product.product_id.to_string());
            add("Pieces", quantity.unwrap_or_default());
            add("Colour", product.color.clone());
        }
        add("Size", format_size(item));
        add("Remark", item.note.clone());
    }
    if let Some(sender) = &inquiry.sender {
        add("E-mail", sender.email.clone());
        add("Phone", sender.phone.clone());
        add("Message", sender.message.clone());
    }
    add("Language", word::<Language>(inquiry.language));
    for note in &inquiry.notes {
        let at = note.at.as_ref().map(format_time).unwrap_or_default();
        add("Note", format!("{} ({}, {at})", note.text, note.author));
    }
    align_columns(&rows)
}

/// Formats the measures of the piece or of its niche in millimetres, or who takes them; empty for the product's own size.
fn format_size(item: &QuoteItem) -> String {
    let of: MeasuresOf = item.measures_of.parse().unwrap_or_default();
    match (item.measuring.as_str(), &item.measures) {
        (_, Some(measures)) => format!(
            "{} x {} x {} mm (width, depth, height{})",
            measures.width_mm,
            measures.depth_mm,
            measures.height_mm,
            match of {
                MeasuresOf::Piece => "",
                MeasuresOf::Niche => " of the niche",
            }
        ),
        ("standard", None) => String::new(),
        (measuring, None) => measuring.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proto::{
        common::v1::{Language, LocalizedText},
        inquiry::v1::{InquiryNote, Measures, QuotedProduct, Sender},
    };

    use super::*;

    fn quote() -> Inquiry {
        let at = Some(prost_types::Timestamp {
            seconds: 1_700_000_000,
            nanos: 0,
        });
        let product = QuotedProduct {
            product_id: 7,
            name: Some(LocalizedText {
                en: "Oak wardrobe".to_owned(),
                ..LocalizedText::default()
            }),
            quantity: Some(2),
            ..QuotedProduct::default()
        };
        Inquiry {
            number: "SQ-1001".to_owned(),
            kind: Kind::Quote.into(),
            status: Status::Waiting.into(),
            sender: Some(Sender {
                name: "Leyla".to_owned(),
                surname: "Məmmədova".to_owned(),
                email: "leyla@example.az".to_owned(),
                message: "Salam,\r\nqapı?\rBye".to_owned(),
                ..Sender::default()
            }),
            product: Some(product.clone()),
            items: vec![QuoteItem {
                product: Some(product),
                measuring: "standard".to_owned(),
                ..QuoteItem::default()
            }],
            language: Language::Az.into(),
            created_at: at,
            notes: vec![InquiryNote {
                text: "called back".to_owned(),
                author: "operator".to_owned(),
                at,
            }],
            ..Inquiry::default()
        }
    }

    #[test]
    fn a_status_has_an_earlier_name() {
        let command = clap::Command::new("inquiry").arg(clap::Arg::new("status").value_parser(status()));
        let parse = |word: &str| {
            let matches = command.clone().try_get_matches_from(["inquiry", word]);
            matches.ok()?.get_one::<Status>("status").copied()
        };
        for status in Status::ALL {
            assert_eq!(parse(status.name()), Some(status));
        }
        assert_eq!(parse("answered"), Some(Status::Waiting));
        assert_eq!(parse("New"), None);
    }

    #[test]
    fn formats_an_inquiry_as_one_line() {
        let line = format_list(&[quote()]).lines().nth(1).unwrap().to_owned();
        let words: Vec<_> = line.split_whitespace().collect();
        assert_eq!(
            words,
            [
                "SQ-1001",
                "2023-11-14",
                "22:13",
                "quote",
                "waiting",
                "Leyla",
                "Məmmədova",
                "Oak",
                "wardrobe"
            ]
        );
        let wiped = Inquiry {
            sender: None,
            ..quote()
        };
        assert!(format_list(&[wiped]).contains("(wiped)"));
    }

    #[test]
    fn formats_all_pieces() {
        let mut quote = quote();
        let product = Some(QuotedProduct {
            product_id: 8,
            ..QuotedProduct::default()
        });
        let own = QuoteItem {
            product: product.clone(),
            measuring: "own".to_owned(),
            measures: Some(Measures {
                width_mm: 1_800,
                depth_mm: 600,
                height_mm: 2_620,
            }),
            ..QuoteItem::default()
        };
        let niche = QuoteItem {
            measures_of: "niche".to_owned(),
            ..own.clone()
        };
        quote.items.extend([own, niche]);
        quote.items.push(QuoteItem {
            product,
            measuring: "visit".to_owned(),
            note: "Nizami 1".to_owned(),
            ..QuoteItem::default()
        });
        assert!(format_list(&[quote.clone()]).contains("Oak wardrobe + 3"));
        let details = format_details(&quote);
        let expected = [
            "Product   7",
            "Pieces    2",
            "Product   8",
            "Size      1800 x 600 x 2620 mm (width, depth, height)",
            "Product   8",
            "Size      1800 x 600 x 2620 mm (width, depth, height of the niche)",
            "Product   8",
            "Size      visit",
            "Remark    Nizami 1",
        ];
        assert_eq!(details.lines().take(9).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn formats_sender_and_notes() {
        let gap = " ".repeat(10);
        let expected = format!(
            "Product   7\n\
             Pieces    2\n\
             E-mail    leyla@example.az\n\
             Message   Salam,\n\
             {gap}qapı?\n\
             {gap}Bye\n\
             Language  az\n\
             Note      called back (operator, 2023-11-14 22:13)"
        );
        assert_eq!(format_details(&quote()), expected);
    }
}
