//! Fake gRPC services for the tests of a service that calls others.

use std::{collections::HashMap, convert::Infallible, sync::Arc};

use proto::catalog::v1::{
    GetProductRequest, GetProductResponse, GetProductsRequest, GetProductsResponse, Product,
};
use tokio::net::TcpSocket;
use tonic::{
    Request, Response, Status,
    server::Grpc,
    service::Routes,
    transport::{Server, server::TcpIncoming},
};
use tonic_prost::ProstCodec;

/// Path prefix of the catalog's rpcs.
const CATALOG: &str = "/storefront.catalog.v1.CatalogService";

/// A server on a free port with a handler for each rpc that a test expects; it answers `UNIMPLEMENTED` to all others.
#[derive(Debug, Default)]
pub struct FakeServices {
    routes: Routes,
}

impl FakeServices {
    /// Adds a handler for an rpc, named by its path: `/storefront.order.v1.OrderService/GetOrder`.
    #[must_use]
    pub fn rpc<Req, Res, Handler, Fut>(self, path: &str, handler: Handler) -> Self
    where
        Req: prost::Message + Default + 'static,
        Res: prost::Message + Default + 'static,
        Handler: Fn(Request<Req>) -> Fut + Clone + Send + Sync + 'static,
        Fut: Future<Output = Result<Res, Status>> + Send + 'static,
    {
        let service = tower::service_fn(move |request: http::Request<axum::body::Body>| {
            let handler = handler.clone();
            let rpc = tower::service_fn(move |request| {
                let answer = handler(request);
                async { answer.await.map(Response::new) }
            });
            async move {
                let mut grpc = Grpc::new(ProstCodec::<Res, Req>::default());
                Ok::<_, Infallible>(grpc.unary(rpc, request).await)
            }
        });
        Self {
            routes: Routes::from(self.routes.into_axum_router().route_service(path, service)),
        }
    }

    /// Adds a catalog with these products: `GetProduct` finds active ones, `GetProducts` finds all.
    #[must_use]
    pub fn catalog(self, products: impl IntoIterator<Item = Product>) -> Self {
        let products: HashMap<_, _> = products
            .into_iter()
            .map(|product| (product.id, product))
            .collect();
        let all = Arc::new(products);
        let by_id = Arc::clone(&all);
        self.rpc(
            &format!("{CATALOG}/GetProduct"),
            move |request: Request<GetProductRequest>| {
                let product = by_id
                    .get(&request.get_ref().product_id)
                    .filter(|product| product.is_active)
                    .cloned();
                async move {
                    product
                        .map(|product| GetProductResponse {
                            product: Some(product),
                            related_product_ids: Vec::new(),
                        })
                        .ok_or_else(|| Status::not_found("PRODUCT.NOT_FOUND"))
                }
            },
        )
        .rpc(
            &format!("{CATALOG}/GetProducts"),
            move |request: Request<GetProductsRequest>| {
                let ids = request.into_inner().product_ids;
                let products = ids.iter().filter_map(|id| all.get(id).cloned()).collect();
                async move { Ok(GetProductsResponse { products }) }
            },
        )
    }

    /// Serves until the test's runtime ends; returns the address, `http://127.0.0.1:port`.
    pub fn serve(self) -> String {
        let (incoming, address) = bind();
        tokio::spawn(
            Server::builder()
                .add_routes(self.routes)
                .serve_with_incoming(incoming),
        );
        address
    }
}

/// Returns an address that refuses connections until the process ends.
pub fn closed_address() -> String {
    // Bound without listening: a port that is merely free could become another test's server.
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(([127, 0, 0, 1], 0).into()).unwrap();
    let address = format!("http://{}", socket.local_addr().unwrap());
    std::mem::forget(socket);
    address
}

fn bind() -> (TcpIncoming, String) {
    let incoming = TcpIncoming::bind(([127, 0, 0, 1], 0).into()).unwrap();
    let address = format!("http://{}", incoming.local_addr().unwrap());
    (incoming, address)
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[tokio::test]
    async fn a_closed_address_refuses_and_is_never_given_to_a_server() {
        let address = closed_address();
        let address: std::net::SocketAddr = address.trim_start_matches("http://").parse().unwrap();
        let refused = TcpStream::connect(address).unwrap_err();
        assert_eq!(refused.kind(), std::io::ErrorKind::ConnectionRefused);
        let taken = TcpListener::bind(address).unwrap_err();
        assert_eq!(taken.kind(), std::io::ErrorKind::AddrInUse);
    }
}
