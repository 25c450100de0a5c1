//! Compiles the `.proto` files with protox, which needs no system `protoc`.

use std::{
    fmt::{self, Write as _},
    path::{Path, PathBuf},
};

use prost::Message as _;
use prost_build::{Comments, Config, Method, Service, ServiceGenerator};

#[expect(
    clippy::disallowed_methods,
    reason = "cargo configures build scripts through the environment"
)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files = Vec::new();
    collect(Path::new("storefront"), &mut files)?;
    files.sort();
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    println!("cargo::rerun-if-changed=storefront");

    let descriptors = protox::compile(&files, ["."])?;
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(out.join("descriptors.bin"), descriptors.encode_to_vec())?;
    let servers = tonic_prost_build::configure().build_client(false);
    Config::new()
        .include_file("storefront.rs")
        .service_generator(Box::new(Generator {
            servers: servers.service_generator(),
        }))
        .compile_fds(descriptors)?;
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            files.push(path);
        }
    }
    Ok(())
}

/// Generates tonic's servers, and clients of our own over `src/client.rs`.
struct Generator {
    servers: Box<dyn ServiceGenerator>,
}

impl ServiceGenerator for Generator {
    #[expect(clippy::expect_used, reason = "the trait has no errors")]
    fn generate(&mut self, service: Service, code: &mut String) {
        write_requests(code, &service).expect("a string takes all text");
        write_client(code, &service).expect("a string takes all text");
        self.servers.generate(service, code);
    }
}

/// Writes what the calls of each rpc need, beside its messages.
fn write_requests(code: &mut String, service: &Service) -> fmt::Result {
    let name = format!("{}.{}", service.package, service.proto_name);
    for Method {
        proto_name,
        input_type,
        output_type,
        ..
    } in &service.methods
    {
        write!(
            code,
            r#"
impl crate::client::RpcRequest for {input_type} {{
    type Response = {output_type};
    const PATH: &'static str = "/{name}/{proto_name}";
    const SERVICE: &'static str = "{name}";
    const METHOD: &'static str = "{proto_name}";
    fn encoded(&self) -> ::bytes::Bytes {{
        ::prost::Message::encode_to_vec(self).into()
    }}
    fn decode_response(bytes: ::bytes::Bytes) -> Result<{output_type}, ::prost::DecodeError> {{
        ::prost::Message::decode(bytes)
    }}
}}
"#
        )?;
    }
    Ok(())
}

/// Writes a client with the names that tonic gives to its own.
fn write_client(code: &mut String, service: &Service) -> fmt::Result {
    let name = &service.name;
    write!(
        code,
        r"
/// Generated client implementations.
pub mod {module}_client {{
    use tonic::codegen::*;
    {comment}#[derive(Debug, Clone)]
    pub struct {name}Client<T> {{
        inner: tonic::client::Grpc<T>,
    }}
    impl<T> {name}Client<T>
    where
        T: tonic::client::GrpcService<tonic::body::Body>,
        T::ResponseBody: Body<Data = Bytes> + Send + 'static,
        <T::ResponseBody as Body>::Error: Into<StdError> + Send,
    {{
        pub fn new(inner: T) -> Self {{
            Self {{ inner: tonic::client::Grpc::new(inner) }}
        }}
        /// Limits the size of a response in bytes, by default 4 MiB.
        #[must_use]
        pub fn max_decoding_message_size(mut self, limit: usize) -> Self {{
            self.inner = self.inner.max_decoding_message_size(limit);
            self
        }}
        /// Limits the size of a request in bytes.
        #[must_use]
        pub fn max_encoding_message_size(mut self, limit: usize) -> Self {{
            self.inner = self.inner.max_encoding_message_size(limit);
            self
        }}
",
        module = snake_case(name),
        comment = documentation(&service.comments, 1),
    )?;
    for Method {
        name,
        comments,
        input_type,
        output_type,
        ..
    } in &service.methods
    {
        write!(
            code,
            r"        {comment}pub fn {name}(
            &mut self,
            request: impl tonic::IntoRequest<super::{input_type}>,
        ) -> impl Future<Output = Result<tonic::Response<super::{output_type}>, tonic::Status>> {{
            crate::client::call(&mut self.inner, request.into_request())
        }}
",
            comment = documentation(comments, 2),
        )?;
    }
    code.push_str("    }\n}\n");
    Ok(())
}

/// Returns the comments as documentation before an item, indented by so many levels.
fn documentation(comments: &Comments, level: u8) -> String {
    let mut lines = String::new();
    comments.append_with_indent(level, &mut lines);
    let indent = "    ".repeat(level.into());
    format!("{lines}{indent}").trim_start().to_owned()
}

/// Returns `cart_service` of `CartService`.
fn snake_case(name: &str) -> String {
    let mut module = String::with_capacity(name.len());
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !module.is_empty() {
            module.push('_');
        }
        module.push(letter.to_ascii_lowercase());
    }
    module
}
