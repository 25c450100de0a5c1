//! `cargo xtask staff mails` and `mail`.

use anyhow::Result;
use kit::vocabulary::mail::State;
use proto::{
    common::v1::Page,
    notification::v1::{ListMailsRequest, Mail, RetryMailRequest},
};
use toolkit::console::{format_table, print_status};

use super::{format_time, word, words};
use crate::clients::{Clients, call, request};

/// Mails per page.
const PAGE_SIZE: u32 = 50;

/// Filters of the list.
#[derive(Debug, clap::Args)]
pub struct ListArguments {
    /// Only mails in this state.
    #[arg(long, value_parser = words::<State>())]
    state: Option<State>,
    /// The page, 50 mails each.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    page: u32,
}

/// A mail, and whether to retry it.
#[derive(Debug, clap::Args)]
pub struct MailArguments {
    /// The id, as printed by the list.
    id: String,
    /// Retry at once.
    #[arg(long)]
    retry: bool,
}

/// Prints a page of mails.
pub(crate) async fn list(clients: &Clients, arguments: ListArguments) -> Result<()> {
    let message = ListMailsRequest {
        page: Some(Page {
            number: arguments.page,
            size: PAGE_SIZE,
        }),
        state: arguments.state.map(Into::into).unwrap_or_default(),
        mail_id: String::new(),
    };
    let answer = call(clients.notification()?.list_mails(request(message))).await?;
    print_status(&format_list(&answer.mails));
    print_status(&format!(
        "{} of {} mails",
        answer.mails.len(),
        answer.total_records
    ));
    Ok(())
}

/// Retries the mail if asked to, and prints it.
pub(crate) async fn show(clients: &Clients, arguments: MailArguments) -> Result<()> {
    let mut client = clients.notification()?;
    let mails = if arguments.retry {
        let message = RetryMailRequest {
            mail_id: arguments.id,
        };
        let answer = call(client.retry_mail(request(message))).await?;
        answer.mail.into_iter().collect()
    } else {
        let message = ListMailsRequest {
            mail_id: arguments.id,
            ..ListMailsRequest::default()
        };
        call(client.list_mails(request(message))).await?.mails
    };
    print_status(&format_list(&mails));
    Ok(())
}

fn format_list(mails: &[Mail]) -> String {
    let heading = [
        "Id",
        "Created at (UTC)",
        "Kind",
        "State",
        "Tries",
        "Next or sent at",
        "Reason",
    ];
    let rows = mails.iter().map(|mail| {
        let at = mail.next_attempt_at.as_ref().or(mail.sent_at.as_ref());
        [
            mail.id.clone(),
            mail.created_at.as_ref().map(format_time).unwrap_or_default(),
            mail.kind.clone(),
            word::<State>(mail.state),
            mail.attempts.to_string(),
            at.map(format_time).unwrap_or_default(),
            mail.reason.clone(),
        ]
    });
    format_table(heading, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_a_failed_mail_with_its_reason() {
        let mail = Mail {
            id: "019".to_owned(),
            kind: "welcome".to_owned(),
            state: State::Failed.into(),
            attempts: 3,
            reason: "the mail server refused the recipient: 550 5.1.1".to_owned(),
            created_at: Some(prost_types::Timestamp {
                seconds: 1_700_000_000,
                nanos: 0,
            }),
            ..Mail::default()
        };
        let text = format_list(std::slice::from_ref(&mail));
        for part in ["019", "2023-11-14 22:13", "welcome", "failed", "550 5.1.1"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
