//! Mails: seeing what became of them, and trying again what failed.

use super::{plain, show_time};
use crate::{
    clients::{Clients, explain, request},
    console::{say, table},
};
use anyhow::Result;
use proto::{
    common::v1::Page,
    notification::v1::{ListMailsRequest, Mail, MailState, RetryMailRequest},
};

/// Mails on a page.
const PAGE_SIZE: u32 = 50;

/// Where a mail stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum State {
    /// Not sent yet; it is tried until it is.
    Waiting,
    /// Taken by the mail server.
    Sent,
    /// Given up, for a reason that waiting does not change.
    Failed,
}

/// Which mails.
#[derive(Debug, clap::Args)]
pub(crate) struct ListArguments {
    /// Only those that stand here.
    #[arg(long)]
    state: Option<State>,
    /// Which page, 50 mails each.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    page: u32,
}

/// Which mail, and whether to try it; without that it is shown.
#[derive(Debug, clap::Args)]
pub(crate) struct MailArguments {
    /// The mail's id, as the list shows it.
    id: String,
    /// Try it again at once.
    #[arg(long)]
    retry: bool,
}

impl From<State> for MailState {
    fn from(state: State) -> Self {
        match state {
            State::Waiting => Self::Waiting,
            State::Sent => Self::Sent,
            State::Failed => Self::Failed,
        }
    }
}

/// Shows a page of them.
pub(crate) async fn list(clients: &Clients, arguments: ListArguments) -> Result<()> {
    let message = ListMailsRequest {
        page: Some(Page {
            number: arguments.page,
            size: PAGE_SIZE,
        }),
        state: arguments.state.map_or(MailState::Unspecified, Into::into).into(),
        mail_id: String::new(),
    };
    let answer = clients
        .notification()?
        .list_mails(request(message))
        .await
        .map_err(|status| explain(&status))?;
    let answer = answer.into_inner();
    say(&show(&answer.mails));
    say(&format!(
        "{} of {} mails",
        answer.mails.len(),
        answer.total_records
    ));
    Ok(())
}

/// Tries or shows one.
pub(crate) async fn mail(clients: &Clients, arguments: MailArguments) -> Result<()> {
    let mut client = clients.notification()?;
    let mails = if arguments.retry {
        let message = RetryMailRequest {
            mail_id: arguments.id,
        };
        let answer = client.retry_mail(request(message)).await;
        let answer = answer.map_err(|status| explain(&status))?;
        answer.into_inner().mail.into_iter().collect()
    } else {
        let message = ListMailsRequest {
            mail_id: arguments.id,
            ..ListMailsRequest::default()
        };
        let answer = client.list_mails(request(message)).await;
        answer.map_err(|status| explain(&status))?.into_inner().mails
    };
    say(&show(&mails));
    Ok(())
}

fn show(mails: &[Mail]) -> String {
    let heading = [
        "Id",
        "Heard at (UTC)",
        "Says",
        "State",
        "Tries",
        "Next or sent at",
        "Reason",
    ];
    let rows = mails.iter().map(|mail| {
        let at = mail.next_attempt_at.as_ref().or(mail.sent_at.as_ref());
        vec![
            mail.id.clone(),
            mail.created_at.as_ref().map(show_time).unwrap_or_default(),
            mail.kind.clone(),
            plain(mail.state().as_str_name(), "MAIL_STATE_"),
            mail.attempts.to_string(),
            at.map(show_time).unwrap_or_default(),
            mail.reason.clone(),
        ]
    });
    table(
        &std::iter::once(heading.map(str::to_owned).to_vec())
            .chain(rows)
            .collect::<Vec<_>>(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_a_line_that_says_why_it_failed() {
        let mail = Mail {
            id: "019".to_owned(),
            kind: "welcome".to_owned(),
            state: MailState::Failed.into(),
            attempts: 3,
            reason: "the mail server refused the recipient: 550 5.1.1".to_owned(),
            created_at: Some(prost_types::Timestamp {
                seconds: 1_700_000_000,
                nanos: 0,
            }),
            ..Mail::default()
        };
        let shown = show(std::slice::from_ref(&mail));
        for part in ["019", "2023-11-14 22:13", "welcome", "failed", "550 5.1.1"] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
    }
}
