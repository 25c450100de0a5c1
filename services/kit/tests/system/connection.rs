//! The client's errors and retries when a server breaks the connection.

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
    settings::GrpcSettings,
};
use proto::cart::v1::{GetCartRequest, cart_service_client::CartServiceClient};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

/// How the server breaks a call.
#[derive(Debug, Clone, Copy)]
enum Break {
    /// Resets the stream.
    Stream(Reason),
    /// Shuts down the connection with all its streams.
    Connection(Reason),
    /// Ends the response without a status.
    Response,
}

async fn call(how: Break) -> Failure {
    call_counted(how).await.0
}

/// Also returns how often the server received the call.
async fn call_counted(how: Break) -> (Failure, usize) {
    let (listener, address) = listen().await;
    let received = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&received);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut connection = h2::server::handshake(stream).await.unwrap();
            while let Some(Ok((_, response))) = connection.accept().await {
                count.fetch_add(1, Ordering::Relaxed);
                match how {
                    Break::Stream(reason) => reset(response, reason),
                    Break::Connection(reason) => connection.abrupt_shutdown(reason),
                    Break::Response => end_without_status(response),
                }
            }
        }
    });
    let response = client(&address).get_cart(GetCartRequest {}).await;
    (
        Failure::from_status(&response.unwrap_err()),
        received.load(Ordering::Relaxed),
    )
}

async fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    (listener, address)
}

fn client(address: &str) -> CartServiceClient<Client> {
    CartServiceClient::new(Client::new(address, testkit::signer("cart"), &GrpcSettings::default()).unwrap())
}

fn reset(mut response: SendResponse<Bytes>, reason: Reason) {
    response.send_reset(reason);
}

fn end_without_status(mut response: SendResponse<Bytes>) {
    let head = Response::builder().header("content-type", "application/grpc");
    let mut body = response.send_response(head.body(()).unwrap(), false).unwrap();
    body.send_data(Bytes::new(), true).unwrap();
}

#[tokio::test]
async fn maps_every_stream_reset_to_unavailable() {
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
            call(Break::Stream(reason)).await.code,
            Code::Unavailable,
            "{reason:?}"
        );
    }
}

#[tokio::test]
async fn maps_connection_shutdown_to_unavailable() {
    // hyper sends this if a busy client answers a ping late.
    assert_eq!(
        call(Break::Connection(Reason::NO_ERROR)).await.code,
        Code::Unavailable
    );
    assert_eq!(
        call(Break::Connection(Reason::ENHANCE_YOUR_CALM)).await.code,
        Code::Unavailable
    );
}

#[tokio::test]
async fn maps_truncated_responses_to_unavailable() {
    assert_eq!(call(Break::Response).await.code, Code::Unavailable);
}

#[tokio::test]
async fn does_not_retry_calls_that_the_server_received() {
    // Both frames carry the last processed stream, which is this one.
    for reason in [Reason::NO_ERROR, Reason::ENHANCE_YOUR_CALM] {
        let (_, received) = call_counted(Break::Connection(reason)).await;
        assert_eq!(received, 1, "{reason:?}");
    }
    for reason in [Reason::NO_ERROR, Reason::INTERNAL_ERROR, Reason::CANCEL] {
        let (_, received) = call_counted(Break::Stream(reason)).await;
        assert_eq!(received, 1, "{reason:?}");
    }
}

#[tokio::test]
async fn retries_refused_streams() {
    let (listener, address) = listen().await;
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut connection = h2::server::handshake(stream).await.unwrap();
        let (_, first) = connection.accept().await.unwrap().unwrap();
        reset(first, Reason::REFUSED_STREAM);
        respond_to_all(connection).await;
    });
    client(&address).get_cart(GetCartRequest {}).await.unwrap();
}

#[tokio::test]
async fn retries_calls_sent_after_goaway() {
    let (listener, address) = listen().await;
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        send_goaway(stream).await;
        let (stream, _) = listener.accept().await.unwrap();
        respond_to_all(h2::server::handshake(stream).await.unwrap()).await;
    });
    client(&address).get_cart(GetCartRequest {}).await.unwrap();
}

/// Waits for a call, then sends a GOAWAY frame with last stream 0 (RFC 9113, section 6.8).
async fn send_goaway(mut stream: TcpStream) {
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

/// Responds to each call with an empty message.
async fn respond_to_all(mut connection: h2::server::Connection<TcpStream, Bytes>) {
    const EMPTY: [u8; 5] = [0; 5];
    while let Some(Ok((_, mut response))) = connection.accept().await {
        let head = Response::builder().header("content-type", "application/grpc");
        let mut body = response.send_response(head.body(()).unwrap(), false).unwrap();
        body.send_data(Bytes::from_static(&EMPTY), false).unwrap();
        let trailers =
            HeaderMap::from_iter([("grpc-status".parse().unwrap(), HeaderValue::from_static("0"))]);
        body.send_trailers(trailers).unwrap();
    }
}
