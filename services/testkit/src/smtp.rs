//! An SMTP server that stores mails, and can be stopped or made to reject them.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};

use mail_parser::MessageParser;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

/// A received mail, one for each recipient.
#[derive(Debug, Clone)]
pub struct ReceivedMail {
    /// Sender of the envelope.
    pub from: String,
    /// Recipient of the envelope.
    pub to: String,
    data: String,
}

/// An SMTP server that stops on drop.
pub struct SmtpSink {
    port: u16,
    state: Arc<Mutex<State>>,
    running: Option<(CancellationToken, JoinHandle<()>)>,
}

#[derive(Default)]
struct State {
    mails: Vec<ReceivedMail>,
    /// Replies to RCPT by recipient.
    recipient_replies: BTreeMap<String, String>,
    /// Reply to MAIL.
    sender_reply: Option<String>,
    /// Reply to the end of DATA.
    data_reply: Option<String>,
    drops_next_reply: bool,
    connections: usize,
}

impl SmtpSink {
    /// Starts on a free port.
    pub async fn start() -> Self {
        let mut sink = Self {
            port: 0,
            state: Arc::default(),
            running: None,
        };
        sink.restart().await;
        sink
    }

    /// Starts on the same port, unless it is running.
    pub async fn restart(&mut self) {
        if self.running.is_some() {
            return;
        }
        let listener = TcpListener::bind(("127.0.0.1", self.port))
            .await
            .expect("the port");
        self.port = listener.local_addr().expect("an address").port();
        let stop = CancellationToken::new();
        let task = tokio::spawn(serve(listener, self.state.clone(), stop.clone()));
        self.running = Some((stop, task));
    }

    /// Stops; closes all connections.
    pub async fn stop(&mut self) {
        if let Some((stop, task)) = self.running.take() {
            stop.cancel();
            task.await.expect("the server does not panic");
        }
    }

    /// Returns its URL, for `SMTP_URL`.
    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// Returns the mails received so far, oldest first.
    pub fn mails(&self) -> Vec<ReceivedMail> {
        self.state().mails.clone()
    }

    /// Returns the number of connections so far.
    pub fn connections(&self) -> usize {
        self.state().connections
    }

    /// Replies with this error to a recipient, such as `550 5.1.1 no such mailbox`.
    pub fn reject_recipient(&self, recipient: &str, reply: &str) {
        self.state()
            .recipient_replies
            .insert(recipient.to_owned(), reply.to_owned());
    }

    /// Accepts a recipient again.
    pub fn accept_recipient(&self, recipient: &str) {
        self.state().recipient_replies.remove(recipient);
    }

    /// Replies with this error to all senders; `None` accepts them again.
    pub fn reject_senders(&self, reply: Option<&str>) {
        self.state().sender_reply = reply.map(ToOwned::to_owned);
    }

    /// Replies with this error to the content of mails; `None` accepts them again.
    pub fn reject_data(&self, reply: Option<&str>) {
        self.state().data_reply = reply.map(ToOwned::to_owned);
    }

    /// Stores the next mail, but closes the connection without a reply.
    pub fn drop_next_reply(&self) {
        self.state().drops_next_reply = true;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("not poisoned")
    }
}

impl Drop for SmtpSink {
    fn drop(&mut self) {
        if let Some((stop, _)) = &self.running {
            stop.cancel();
        }
    }
}

impl ReceivedMail {
    /// Returns an unfolded raw header; empty if absent.
    pub fn header(&self, name: &str) -> String {
        let (headers, _) = self.data.split_once("\r\n\r\n").unwrap_or((&self.data, ""));
        let unfolded = headers.replace("\r\n ", " ").replace("\r\n\t", " ");
        let mut lines = unfolded.split("\r\n").filter_map(|line| line.split_once(':'));
        lines
            .find(|(found, _)| found.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim().to_owned())
            .unwrap_or_default()
    }

    /// Returns the names of all headers, in order.
    pub fn header_names(&self) -> Vec<String> {
        let (headers, _) = self.data.split_once("\r\n\r\n").unwrap_or((&self.data, ""));
        let unindented = headers
            .split("\r\n")
            .filter(|line| !line.starts_with([' ', '\t']));
        unindented
            .filter_map(|line| Some(line.split_once(':')?.0.to_owned()))
            .collect()
    }

    /// Returns the decoded subject.
    pub fn subject(&self) -> String {
        self.parsed(|message| message.subject().map(ToOwned::to_owned))
    }

    /// Returns the decoded text part.
    pub fn text(&self) -> String {
        self.parsed(|message| message.body_text(0).map(std::borrow::Cow::into_owned))
            .replace("\r\n", "\n")
    }

    /// Returns the decoded HTML part.
    pub fn html(&self) -> String {
        self.parsed(|message| message.body_html(0).map(std::borrow::Cow::into_owned))
    }

    /// Returns the raw message.
    pub fn raw(&self) -> &str {
        &self.data
    }

    fn parsed(&self, part: impl Fn(&mail_parser::Message<'_>) -> Option<String>) -> String {
        let message = MessageParser::default().parse(self.data.as_bytes());
        message
            .and_then(|message| part(&message))
            .unwrap_or_else(|| panic!("missing part: {}", self.data))
    }
}

async fn serve(listener: TcpListener, state: Arc<Mutex<State>>, stop: CancellationToken) {
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            Ok((stream, _)) = listener.accept() => {
                let (state, stop) = (state.clone(), stop.clone());
                tokio::spawn(async move {
                    tokio::select! {
                        () = stop.cancelled() => {}
                        // Ignores connection errors.
                        _ = serve_connection(stream, state) => {}
                    }
                });
            }
        }
    }
}

/// Implements SMTP without authentication.
async fn serve_connection(stream: TcpStream, state: Arc<Mutex<State>>) -> std::io::Result<()> {
    let lock = || state.lock().expect("not poisoned");
    lock().connections += 1;
    let mut stream = BufReader::new(stream);
    let (mut from, mut recipients) = (String::new(), Vec::new());
    stream.write_all(b"220 sink\r\n").await?;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let command = line.trim_end().to_ascii_uppercase();
        let address = || {
            let inside = line.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
            inside.map(|(address, _)| address.to_owned()).unwrap_or_default()
        };
        let reply = if command.starts_with("EHLO") {
            "250-sink\r\n250 8BITMIME".to_owned()
        } else if command.starts_with("MAIL FROM") {
            from = address();
            recipients.clear();
            lock().sender_reply.clone().unwrap_or_else(|| "250 OK".to_owned())
        } else if command.starts_with("RCPT TO") {
            let recipient = address();
            let error = lock().recipient_replies.get(&recipient).cloned();
            if error.is_none() {
                recipients.push(recipient);
            }
            error.unwrap_or_else(|| "250 OK".to_owned())
        } else if command == "DATA" {
            stream.write_all(b"354 send data\r\n").await?;
            let data = read_data(&mut stream).await?;
            let error = lock().data_reply.clone();
            if error.is_none() {
                let mails = recipients.iter().map(|recipient| ReceivedMail {
                    from: from.clone(),
                    to: recipient.clone(),
                    data: data.clone(),
                });
                lock().mails.extend(mails);
                if std::mem::take(&mut lock().drops_next_reply) {
                    return Ok(());
                }
            }
            error.unwrap_or_else(|| "250 OK".to_owned())
        } else if command == "QUIT" {
            stream.write_all(b"221 bye\r\n").await?;
            return Ok(());
        } else if command == "NOOP" || command == "RSET" {
            "250 OK".to_owned()
        } else {
            "502 not implemented".to_owned()
        };
        stream.write_all(format!("{reply}\r\n").as_bytes()).await?;
    }
}

/// Reads up to the terminating dot and removes dot stuffing.
async fn read_data(stream: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let mut data = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        if line == ".\r\n" {
            return Ok(data);
        }
        data.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
}
