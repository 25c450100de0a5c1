//! What a caller hears when the connection to a service breaks, on a server that breaks it as it is told.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use bytes::{Bytes, BytesMut};
use h2::{Reason, server::SendResponse};
use http::{HeaderMap, HeaderValue, Response};
use kit::{
    failure::{Code, Failure},
    grpc::Client,
};
use proto::cart::v1::{GetCartRequest, cart_service_client::CartServiceClient};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

/// How a call ends instead of with an answer.
#[derive(Debug, Clone, Copy)]
enum Break {
    /// The call alone is reset.
    Call(Reason),
    /// The connection is shut, with all calls on it.
    Connection(Reason),
    /// The answer begins and then ends as if it were whole, without saying how the call went.
    Answer,
}

async fn heard(how: Break) -> Failure {
    heard_after(how).await.0
}

/// Besides, how often the server began with the call.
async fn heard_after(how: Break) -> (Failure, usize) {
    let (listener, address) = listen().await;
    let begun = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&begun);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut connection = h2::server::handshake(stream).await.unwrap();
            while let Some(Ok((_, answer))) = connection.accept().await {
                count.fetch_add(1, Ordering::Relaxed);
                match how {
                    Break::Call(reason) => reset(answer, reason),
                    Break::Connection(reason) => connection.abrupt_shutdown(reason),
                    Break::Answer => begin(answer),
                }
            }
        }
    });
    let answer = client(&address).get_cart(GetCartRequest {}).await;
    (
        Failure::from_status(&answer.unwrap_err()),
        begun.load(Ordering::Relaxed),
    )
}

async fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    (listener, address)
}

fn client(address: &str) -> CartServiceClient<Client> {
    let keys = "a key for tests and for nothing else".parse().unwrap();
    CartServiceClient::new(Client::new(address, "test", keys).unwrap())
}

fn reset(mut answer: SendResponse<Bytes>, reason: Reason) {
    answer.send_reset(reason);
}

fn begin(mut answer: SendResponse<Bytes>) {
    let head = Response::builder().header("content-type", "application/grpc");
    let mut body = answer.send_response(head.body(()).unwrap(), false).unwrap();
    body.send_data(Bytes::new(), true).unwrap();
}

#[tokio::test]
async fn a_call_that_breaks_is_an_outage_whatever_the_reason() {
    for reason in [
        Reason::NO_ERROR,
        Reason::INTERNAL_ERROR,
        Reason::PROTOCOL_ERROR,
        Reason::ENHANCE_YOUR_CALM,
        Reason::REFUSED_STREAM,
        Reason::CANCEL,
        Reason::INADEQUATE_SECURITY,
    ] {
        assert_eq!(
            heard(Break::Call(reason)).await.code,
            Code::Unavailable,
            "{reason:?}"
        );
    }
}

#[tokio::test]
async fn a_server_that_shuts_a_connection_is_away() {
    // What hyper sends to a client whose answer to a ping is late, which on a busy machine it is.
    assert_eq!(
        heard(Break::Connection(Reason::NO_ERROR)).await.code,
        Code::Unavailable
    );
    assert_eq!(
        heard(Break::Connection(Reason::ENHANCE_YOUR_CALM)).await.code,
        Code::Unavailable
    );
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_an_outage() {
    assert_eq!(heard(Break::Answer).await.code, Code::Unavailable);
}

#[tokio::test]
async fn a_call_that_the_server_began_is_not_made_again() {
    // Both say up to which call the server went, and this one is among them.
    for reason in [Reason::NO_ERROR, Reason::ENHANCE_YOUR_CALM] {
        let (_, begun) = heard_after(Break::Connection(reason)).await;
        assert_eq!(begun, 1, "{reason:?}");
    }
    for reason in [Reason::NO_ERROR, Reason::INTERNAL_ERROR, Reason::CANCEL] {
        let (_, begun) = heard_after(Break::Call(reason)).await;
        assert_eq!(begun, 1, "{reason:?}");
    }
}

#[tokio::test]
async fn a_call_that_the_server_refused_is_made_again() {
    let (listener, address) = listen().await;
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut connection = h2::server::handshake(stream).await.unwrap();
        let (_, first) = connection.accept().await.unwrap().unwrap();
        reset(first, Reason::REFUSED_STREAM);
        answer_all(connection).await;
    });
    client(&address).get_cart(GetCartRequest {}).await.unwrap();
}

#[tokio::test]
async fn a_call_that_came_after_the_server_said_goodbye_is_made_again() {
    let (listener, address) = listen().await;
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        say_goodbye(stream).await;
        let (stream, _) = listener.accept().await.unwrap();
        answer_all(h2::server::handshake(stream).await.unwrap()).await;
    });
    client(&address).get_cart(GetCartRequest {}).await.unwrap();
}

/// Waits for a call and then shuts the connection, saying that it began with none (RFC 9113, section 6.8).
async fn say_goodbye(mut stream: TcpStream) {
    const HEAD: usize = 9;
    const HEADERS: u8 = 0x1;
    const SETTINGS: [u8; HEAD] = [0, 0, 0, 0x4, 0, 0, 0, 0, 0];
    const GO_AWAY: [u8; HEAD + 8] = [0, 0, 8, 0x7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    let mut preface = [0; 24];
    stream.read_exact(&mut preface).await.unwrap();
    stream.write_all(&SETTINGS).await.unwrap();
    loop {
        let mut head = [0; HEAD];
        stream.read_exact(&mut head).await.unwrap();
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        let mut rest = BytesMut::zeroed(usize::try_from(length).unwrap());
        stream.read_exact(&mut rest).await.unwrap();
        if head[3] == HEADERS {
            break;
        }
    }
    stream.write_all(&GO_AWAY).await.unwrap();
    stream.shutdown().await.unwrap();
}

/// Answers each call with an empty message.
async fn answer_all(mut connection: h2::server::Connection<TcpStream, Bytes>) {
    const EMPTY: [u8; 5] = [0; 5];
    while let Some(Ok((_, mut answer))) = connection.accept().await {
        let head = Response::builder().header("content-type", "application/grpc");
        let mut body = answer.send_response(head.body(()).unwrap(), false).unwrap();
        body.send_data(Bytes::from_static(&EMPTY), false).unwrap();
        let went_well =
            HeaderMap::from_iter([("grpc-status".parse().unwrap(), HeaderValue::from_static("0"))]);
        body.send_trailers(went_well).unwrap();
    }
}
