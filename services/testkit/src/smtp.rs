//! A mail server that keeps what it is given. It can be stopped, and told to say no.

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

/// A letter as it came.
#[derive(Debug, Clone)]
pub struct ReceivedLetter {
    /// Who sent it, as told to the server.
    pub from: String,
    /// Whom it goes to, as told to the server.
    pub to: String,
    data: String,
}

/// See the module. It ends with this value.
pub struct SmtpSink {
    port: u16,
    state: Arc<Mutex<State>>,
    running: Option<(CancellationToken, JoinHandle<()>)>,
}

#[derive(Default)]
struct State {
    letters: Vec<ReceivedLetter>,
    /// What is answered to RCPT, by recipient.
    refusals: BTreeMap<String, String>,
    /// What is answered to MAIL.
    sender_refusal: Option<String>,
    /// What is answered to a letter.
    letter_refusal: Option<String>,
    answer_is_lost: bool,
    connections: usize,
}

impl SmtpSink {
    /// Starts on any free port.
    pub async fn start() -> Self {
        let mut sink = Self {
            port: 0,
            state: Arc::default(),
            running: None,
        };
        sink.start_again().await;
        sink
    }

    /// Starts on the port that it had, where it does not run.
    pub async fn start_again(&mut self) {
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

    /// Stops: connections break, new ones are refused.
    pub async fn stop(&mut self) {
        if let Some((stop, task)) = self.running.take() {
            stop.cancel();
            task.await.expect("the server does not panic");
        }
    }

    /// Where it is, for `SMTP_URL`.
    pub fn url(&self) -> String {
        format!("smtp://127.0.0.1:{}", self.port)
    }

    /// What it has taken so far, oldest first.
    pub fn letters(&self) -> Vec<ReceivedLetter> {
        self.state().letters.clone()
    }

    /// How often somebody has connected.
    pub fn connections(&self) -> usize {
        self.state().connections
    }

    /// From now on answers this for a recipient, `550 5.1.1 no such mailbox`.
    pub fn refuse(&self, recipient: &str, answer: &str) {
        self.state()
            .refusals
            .insert(recipient.to_owned(), answer.to_owned());
    }

    /// Takes letters for a recipient again.
    pub fn accept(&self, recipient: &str) {
        self.state().refusals.remove(recipient);
    }

    /// From now on answers this to whoever wants to send; none = takes letters again.
    pub fn refuse_senders(&self, answer: Option<&str>) {
        self.state().sender_refusal = answer.map(ToOwned::to_owned);
    }

    /// From now on answers this to the letters themselves; none = takes them again.
    pub fn refuse_letters(&self, answer: Option<&str>) {
        self.state().letter_refusal = answer.map(ToOwned::to_owned);
    }

    /// Keeps the next letter, and breaks the connection instead of saying so.
    pub fn lose_next_answer(&self) {
        self.state().answer_is_lost = true;
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

impl ReceivedLetter {
    /// A header as it stands in the letter, on one line; empty where there is none.
    pub fn header(&self, name: &str) -> String {
        let (headers, _) = self.data.split_once("\r\n\r\n").unwrap_or((&self.data, ""));
        let unfolded = headers.replace("\r\n ", " ").replace("\r\n\t", " ");
        let mut lines = unfolded.split("\r\n").filter_map(|line| line.split_once(':'));
        lines
            .find(|(found, _)| found.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim().to_owned())
            .unwrap_or_default()
    }

    /// The names of all headers, in their order.
    pub fn header_names(&self) -> Vec<String> {
        let (headers, _) = self.data.split_once("\r\n\r\n").unwrap_or((&self.data, ""));
        let own = headers
            .split("\r\n")
            .filter(|line| !line.starts_with([' ', '\t']));
        own.filter_map(|line| Some(line.split_once(':')?.0.to_owned()))
            .collect()
    }

    /// The subject, decoded.
    pub fn subject(&self) -> String {
        self.parsed(|message| message.subject().map(ToOwned::to_owned))
    }

    /// The text part, decoded.
    pub fn text(&self) -> String {
        self.parsed(|message| message.body_text(0).map(std::borrow::Cow::into_owned))
            .replace("\r\n", "\n")
    }

    /// The HTML part, decoded.
    pub fn html(&self) -> String {
        self.parsed(|message| message.body_html(0).map(std::borrow::Cow::into_owned))
    }

    /// All of it, as it came.
    pub fn raw(&self) -> &str {
        &self.data
    }

    fn parsed(&self, part: impl Fn(&mail_parser::Message<'_>) -> Option<String>) -> String {
        let message = MessageParser::default().parse(self.data.as_bytes());
        message
            .and_then(|message| part(&message))
            .unwrap_or_else(|| panic!("the letter lacks a part: {}", self.data))
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
                        // A client that hangs up is a client that hangs up.
                        _ = converse(stream, state) => {}
                    }
                });
            }
        }
    }
}

/// As much SMTP as a client needs that does not log in.
async fn converse(stream: TcpStream, state: Arc<Mutex<State>>) -> std::io::Result<()> {
    let lock = || state.lock().expect("not poisoned");
    lock().connections += 1;
    let mut stream = BufReader::new(stream);
    let (mut from, mut to) = (String::new(), String::new());
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
        let answer = if command.starts_with("EHLO") {
            "250-sink\r\n250 8BITMIME".to_owned()
        } else if command.starts_with("MAIL FROM") {
            from = address();
            lock()
                .sender_refusal
                .clone()
                .unwrap_or_else(|| "250 go on".to_owned())
        } else if command.starts_with("RCPT TO") {
            to = address();
            let refusal = lock().refusals.get(&to).cloned();
            refusal.unwrap_or_else(|| "250 go on".to_owned())
        } else if command == "DATA" {
            stream.write_all(b"354 the letter, please\r\n").await?;
            let data = read_letter(&mut stream).await?;
            let refusal = lock().letter_refusal.clone();
            if refusal.is_none() {
                let letter = ReceivedLetter {
                    from: from.clone(),
                    to: to.clone(),
                    data,
                };
                lock().letters.push(letter);
                if std::mem::take(&mut lock().answer_is_lost) {
                    return Ok(());
                }
            }
            refusal.unwrap_or_else(|| "250 taken".to_owned())
        } else if command == "QUIT" {
            stream.write_all(b"221 good-bye\r\n").await?;
            return Ok(());
        } else if command == "NOOP" || command == "RSET" {
            "250 fine".to_owned()
        } else {
            "502 what?".to_owned()
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
}

/// Up to the line with the dot, without the dots that guard other dots.
async fn read_letter(stream: &mut BufReader<TcpStream>) -> std::io::Result<String> {
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
