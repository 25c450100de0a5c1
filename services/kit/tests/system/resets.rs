//! Calls that their caller gives up before the server has accepted them.

use kit::service::Service;
use testkit::Harness;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};
use tokio_util::sync::CancellationToken;

use crate::DEFINITION;

/// Calls that are given up at once: visitors who go on to another page while a service is busy.
const GIVEN_UP: u32 = 200;

/// Frame types of HTTP/2.
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;

/// The flag of an acknowledgement.
const ACK: u8 = 1;

/// Encodes a frame.
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// Reads a frame; returns its type and flags.
async fn read_frame(stream: &mut TcpStream) -> (u8, u8) {
    let mut head = [0; 9];
    stream.read_exact(&mut head).await.unwrap();
    let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
    let mut payload = vec![0; usize::try_from(length).unwrap()];
    stream.read_exact(&mut payload).await.unwrap();
    (head[3], head[4])
}

#[tokio::test]
async fn calls_that_are_given_up_end_no_others() {
    let harness = Harness::start(DEFINITION).await;
    let service = Service::bind(
        DEFINITION,
        &harness.process_settings(),
        &harness.database_settings(),
    )
    .await
    .unwrap();
    let address = service.address();
    tokio::spawn(service.run(CancellationToken::new()));
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut sent = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    sent.extend(frame(SETTINGS, 0, 0, &[]));
    for call in 0..GIVEN_UP {
        // `:method: POST`, `:scheme: http`, `:path: /` of the static table, and the end of the headers.
        sent.extend(frame(HEADERS, 4, 2 * call + 1, &[0x83, 0x86, 0x84]));
        // CANCEL.
        sent.extend(frame(RST_STREAM, 0, 2 * call + 1, &8_u32.to_be_bytes()));
    }
    sent.extend(frame(PING, 0, 0, &[7; 8]));
    stream.write_all(&sent).await.unwrap();
    loop {
        match read_frame(&mut stream).await {
            (PING, ACK) => break,
            (kind, _) => assert_ne!(
                kind, GOAWAY,
                "the server ends the connection, with all other calls"
            ),
        }
    }
}
