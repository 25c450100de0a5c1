//! What a caller hears when the connection to a service breaks, on a server that breaks it as it is told.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use bytes::Bytes;
use h2::{Reason, server::SendResponse};
use http::Response;
use kit::{
    failure::{Code, Failure},
    grpc::Client,
};
use proto::cart::v1::{GetCartRequest, cart_service_client::CartServiceClient};
use tokio::net::TcpListener;

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
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let mut connection = h2::server::handshake(stream).await.unwrap();
            while let Some(Ok((_, answer))) = connection.accept().await {
                match how {
                    Break::Call(reason) => reset(answer, reason),
                    Break::Connection(reason) => connection.abrupt_shutdown(reason),
                    Break::Answer => begin(answer),
                }
            }
        }
    });
    let keys = "a key for tests and for nothing else".parse().unwrap();
    let client = Client::new(&address, "test", keys).unwrap();
    let answer = CartServiceClient::new(client).get_cart(GetCartRequest {}).await;
    Failure::from_status(&answer.unwrap_err())
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
