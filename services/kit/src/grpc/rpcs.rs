/// Implements a generated tonic service trait with one `handle` function per rpc.
///
/// Each rpc names a module in scope, and calls
/// `handle(state: &State, request: Request<Req>) -> Result<Res, Failure>` in it. Request and response types are taken
/// from the package of the trait.
///
/// ```ignore
/// kit::rpcs! {
///     impl proto::cart::v1::cart_service_server::CartService for State {
///         get_cart(GetCartRequest) -> GetCartResponse;
///     }
/// }
/// ```
#[macro_export]
macro_rules! rpcs {
    (
        impl $root:ident::$package:ident::$version:ident::$server:ident::$service:ident for $state:ty {
            $($rpc:ident($request:ident) -> $response:ident;)+
        }
    ) => {
        #[::tonic::async_trait]
        impl $root::$package::$version::$server::$service for $state {
            $(
                async fn $rpc(
                    &self,
                    request: ::tonic::Request<$root::$package::$version::$request>,
                ) -> Result<::tonic::Response<$root::$package::$version::$response>, ::tonic::Status> {
                    Ok(::tonic::Response::new($rpc::handle(self, request).await?))
                }
            )+
        }
    };
}
