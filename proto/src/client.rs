//! The part of a call that the generated clients share.
//!
//! tonic's own clients compile all of a call for each rpc, some 300 functions. Here each rpc compiles its encoding and decoding, and
//! the call itself is compiled once, for messages that are bytes.

use bytes::{Buf as _, BufMut as _, Bytes};
use prost::DecodeError;
use tonic::{
    GrpcMethod, Request, Response, Status,
    body::Body,
    client::{Grpc, GrpcService},
    codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    codegen::{Body as HttpBody, StdError, http::uri::PathAndQuery},
};

/// The request of an rpc.
pub trait RpcRequest {
    /// The response.
    type Response;

    /// The path of its calls.
    const PATH: &'static str;
    /// The name of the service, with its package.
    const SERVICE: &'static str;
    /// The name of the rpc.
    const METHOD: &'static str;

    /// Encodes the request.
    fn encoded(&self) -> Bytes;

    /// Decodes a response.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are no response of this rpc.
    fn decode_response(bytes: Bytes) -> Result<Self::Response, DecodeError>;
}

/// Calls an rpc. The future holds the encoded request only, so that it stays small.
///
/// # Errors
///
/// Fails with the status of the call.
pub fn call<T, R>(
    client: &mut Grpc<T>,
    request: Request<R>,
) -> impl Future<Output = Result<Response<R::Response>, Status>>
where
    T: GrpcService<Body>,
    T::ResponseBody: HttpBody<Data = Bytes> + Send + 'static,
    <T::ResponseBody as HttpBody>::Error: Into<StdError> + Send,
    R: RpcRequest,
{
    let mut request = request.map(|message| message.encoded());
    request
        .extensions_mut()
        .insert(GrpcMethod::new(R::SERVICE, R::METHOD));
    let called = Box::pin(call_with_bytes(client, request, R::PATH));
    async {
        let (metadata, bytes, extensions) = called.await?.into_parts();
        let message = R::decode_response(bytes).map_err(|error| Status::internal(error.to_string()))?;
        Ok(Response::from_parts(metadata, message, extensions))
    }
}

async fn call_with_bytes<T>(
    client: &mut Grpc<T>,
    request: Request<Bytes>,
    path: &'static str,
) -> Result<Response<Bytes>, Status>
where
    T: GrpcService<Body>,
    T::ResponseBody: HttpBody<Data = Bytes> + Send + 'static,
    <T::ResponseBody as HttpBody>::Error: Into<StdError> + Send,
{
    client.ready().await.map_err(|error| {
        let cause: StdError = error.into();
        Status::unknown(format!("the client is not ready: {cause}"))
    })?;
    client
        .unary(request, PathAndQuery::from_static(path), BytesCodec)
        .await
}

/// Passes messages on as the bytes that they are.
#[derive(Debug, Clone, Copy)]
struct BytesCodec;

impl Codec for BytesCodec {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        *self
    }

    fn decoder(&mut self) -> Self {
        *self
    }
}

impl Encoder for BytesCodec {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, message: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(message);
        Ok(())
    }
}

impl Decoder for BytesCodec {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}
