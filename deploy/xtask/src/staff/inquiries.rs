//! Inquiries: seeing them, moving them on, noting something.

use anyhow::{Context as _, Result};
use proto::{
    common::v1::Page,
    inquiry::v1::{
        self as inquiry, AddInquiryNoteRequest, Inquiry, ListInquiriesRequest, UpdateInquiryStatusRequest,
    },
};

use super::{plain, show_time};
use crate::{
    clients::{Clients, explain, request},
    console::{say, table},
};

/// Inquiries on a page.
const PAGE_SIZE: u32 = 50;

/// Which form an inquiry came by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kind {
    /// A request for a quote.
    Quote,
    /// A contact message.
    Contact,
    /// A request for the catalogue.
    Catalogue,
}

/// Where an inquiry stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Status {
    /// Nobody has answered it yet.
    New,
    /// Answered.
    Answered,
    /// Done with.
    Closed,
}

/// Which inquiries.
#[derive(Debug, clap::Args)]
pub(crate) struct ListArguments {
    /// Only those that came by this form.
    #[arg(long)]
    kind: Option<Kind>,
    /// Only those that stand here.
    #[arg(long)]
    status: Option<Status>,
    /// Which page, 50 inquiries each.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    page: u32,
}

/// Which inquiry, and what to do with it; without that it is shown.
#[derive(Debug, clap::Args)]
pub(crate) struct InquiryArguments {
    /// The inquiry's number, as its sender knows it.
    number: String,
    /// Where the inquiry comes to stand.
    #[arg(long)]
    status: Option<Status>,
    /// What to note on it, for the staff alone.
    #[arg(long)]
    note: Option<String>,
}

impl From<Kind> for inquiry::InquiryKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Quote => Self::Quote,
            Kind::Contact => Self::Contact,
            Kind::Catalogue => Self::Catalogue,
        }
    }
}

impl From<Status> for inquiry::InquiryStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::New => Self::New,
            Status::Answered => Self::Answered,
            Status::Closed => Self::Closed,
        }
    }
}

/// Shows a page of them.
pub(crate) async fn list(clients: &Clients, arguments: ListArguments) -> Result<()> {
    let kind = arguments
        .kind
        .map_or(inquiry::InquiryKind::Unspecified, Into::into);
    let status = arguments
        .status
        .map_or(inquiry::InquiryStatus::Unspecified, Into::into);
    let message = ListInquiriesRequest {
        page: Some(Page {
            number: arguments.page,
            size: PAGE_SIZE,
        }),
        kind: kind.into(),
        status: status.into(),
        number: String::new(),
    };
    let answer = clients
        .inquiry()?
        .list_inquiries(request(message))
        .await
        .map_err(|status| explain(&status))?;
    let answer = answer.into_inner();
    say(&show(&answer.inquiries));
    say(&format!(
        "{} of {} inquiries",
        answer.inquiries.len(),
        answer.total_records
    ));
    Ok(())
}

/// Notes something on one, moves it, and shows it.
pub(crate) async fn inquiry(clients: &Clients, arguments: InquiryArguments) -> Result<()> {
    let number = arguments.number;
    let mut client = clients.inquiry()?;
    if let Some(text) = arguments.note {
        let message = AddInquiryNoteRequest {
            number: number.clone(),
            text,
        };
        client
            .add_inquiry_note(request(message))
            .await
            .map_err(|status| explain(&status))?;
    }
    if let Some(status) = arguments.status {
        let message = UpdateInquiryStatusRequest {
            number: number.clone(),
            status: inquiry::InquiryStatus::from(status).into(),
        };
        client
            .update_inquiry_status(request(message))
            .await
            .map_err(|status| explain(&status))?;
    }
    let message = ListInquiriesRequest {
        page: Some(Page { number: 1, size: 1 }),
        number: number.clone(),
        ..ListInquiriesRequest::default()
    };
    let answer = client
        .list_inquiries(request(message))
        .await
        .map_err(|status| explain(&status))?;
    let inquiry = answer
        .into_inner()
        .inquiries
        .pop()
        .with_context(|| format!("there is no inquiry {number}"))?;
    say(&show(std::slice::from_ref(&inquiry)));
    say(&show_details(&inquiry));
    Ok(())
}

fn show(inquiries: &[Inquiry]) -> String {
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
            .map(|name| name.en.clone());
        vec![
            inquiry.number.clone(),
            inquiry.created_at.as_ref().map(show_time).unwrap_or_default(),
            plain(inquiry.kind().as_str_name(), "INQUIRY_KIND_"),
            plain(inquiry.status().as_str_name(), "INQUIRY_STATUS_"),
            name.unwrap_or_else(|| "(wiped)".to_owned()),
            about.unwrap_or_default(),
        ]
    });
    table(
        &std::iter::once(heading.map(str::to_owned).to_vec())
            .chain(rows)
            .collect::<Vec<_>>(),
    )
}

/// What is asked for, how to answer, and what was noted.
fn show_details(inquiry: &Inquiry) -> String {
    let mut rows = Vec::new();
    let mut add = |what: &str, value: String| {
        if value.is_empty() {
            return;
        }
        // A row for each line: a bare carriage return would write over what stands before it.
        for (index, line) in value.replace("\r\n", "\n").split(['\n', '\r']).enumerate() {
            let what = if index == 0 { what } else { "" };
            rows.push(vec![what.to_owned(), line.to_owned()]);
        }
    };
    if let Some(product) = &inquiry.product {
        let quantity = product.quantity.map(|quantity| quantity.to_string());
        add("Product", product.product_id.to_string());
        add("Pieces", quantity.unwrap_or_default());
        add("Colour", product.color.clone());
    }
    if let Some(sender) = &inquiry.sender {
        add("E-mail", sender.email.clone());
        add("Phone", sender.phone.clone());
        add("Message", sender.message.clone());
    }
    add("Language", plain(inquiry.language().as_str_name(), "LANGUAGE_"));
    for note in &inquiry.notes {
        let at = note.at.as_ref().map(show_time).unwrap_or_default();
        add("Note", format!("{} ({}, {at})", note.text, note.author));
    }
    table(&rows)
}

#[cfg(test)]
mod tests {
    use proto::{
        common::v1::{Language, LocalizedText},
        inquiry::v1::{InquiryNote, QuotedProduct, Sender},
    };

    use super::*;

    fn quote() -> Inquiry {
        let at = Some(prost_types::Timestamp {
            seconds: 1_700_000_000,
            nanos: 0,
        });
        Inquiry {
            number: "SQ-1001".to_owned(),
            kind: inquiry::InquiryKind::Quote.into(),
            status: inquiry::InquiryStatus::Answered.into(),
            sender: Some(Sender {
                name: "Leyla".to_owned(),
                surname: "Məmmədova".to_owned(),
                email: "leyla@example.az".to_owned(),
                message: "Salam,\r\nqapı?\rBye".to_owned(),
                ..Sender::default()
            }),
            product: Some(QuotedProduct {
                product_id: 7,
                name: Some(LocalizedText {
                    en: "Oak wardrobe".to_owned(),
                    ..LocalizedText::default()
                }),
                quantity: Some(2),
                ..QuotedProduct::default()
            }),
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
    fn an_inquiry_is_a_line_that_a_person_can_read() {
        let line = show(&[quote()]).lines().nth(1).unwrap().to_owned();
        let words: Vec<_> = line.split_whitespace().collect();
        assert_eq!(
            words,
            [
                "SQ-1001",
                "2023-11-14",
                "22:13",
                "quote",
                "answered",
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
        assert!(show(&[wiped]).contains("(wiped)"));
    }

    #[test]
    fn one_inquiry_shows_how_to_answer_and_what_was_noted() {
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
        assert_eq!(show_details(&quote()), expected);
    }
}
