use crate::caller::Admission;

/// An rpc and the callers that it admits.
#[derive(Debug, Clone, Copy)]
pub struct Rpc {
    /// Full name of the gRPC service: `storefront.cart.v1.CartService`.
    pub service: &'static str,
    /// Name in snake case.
    pub name: &'static str,
    /// Admitted callers.
    pub admission: Admission,
}

/// Implements generated tonic service traits with one `handle` function per rpc.
///
/// Each rpc declares its callers and names a module in scope. Calls that the declaration does not admit are refused before
/// `handle(state: &State, caller: C, request: Req) -> Result<Res, Failure>` in the module is called. Request and response
/// types are taken from the package of the trait. An rpc without a declaration does not compile.
///
/// | declaration | callers | `C` |
/// | --- | --- | --- |
/// | `anyone` | all | [`Caller`](crate::caller::Caller) |
/// | `session` | all; the handler authenticates the session whose token is in the request | `Caller` |
/// | `gateway` | the gateway, for itself or for any user | `Caller` |
/// | `user` | signed-in customers | [`CustomerCaller`](crate::caller::CustomerCaller) |
/// | `staff` | staff and the operator's command line | [`StaffCaller`](crate::caller::StaffCaller) |
/// | `staff(A, B)` | staff with at least one of the permissions, at least for some records | `StaffCaller` |
/// | `staff(A, every_record)` | staff with the permission for all records | `StaffCaller` |
/// | `staff(A, stepped_up)` | staff with the permission, after a second factor was checked again | `StaffCaller` |
/// | `member`, `member(stepped_up)` | staff members without the operator | [`StaffMember`](crate::caller::StaffMember) |
/// | `service`, `service("a", "b")` | services, of any name or of these | [`ServiceCaller`](crate::caller::ServiceCaller) |
/// | <code>x \| y</code> | callers that one of the declarations admits | `Caller` |
///
/// With `#[kept]` before its declaration, an rpc returns its last answer to the same request while the database is away
/// ([`crate::copies`]); the state then has a field `copy`.
///
/// In tests, the module has the declarations as `RPCS`, from which `testkit::check_callers` reads `docs/rpcs.md`.
///
/// ```
/// struct State;
///
/// mod list_audit {
///     use kit::{caller::StaffCaller, failure::Failure};
///     use proto::common::v1::{ListAuditRequest, ListAuditResponse};
///
///     pub(super) async fn handle(
///         _: &super::State,
///         _: StaffCaller,
///         _: ListAuditRequest,
///     ) -> Result<ListAuditResponse, Failure> {
///         Ok(ListAuditResponse::default())
///     }
/// }
///
/// mod record_export {
///     use kit::{caller::StaffCaller, failure::Failure};
///     use proto::common::v1::{RecordExportRequest, RecordExportResponse};
///
///     pub(super) async fn handle(
///         _: &super::State,
///         _: StaffCaller,
///         _: RecordExportRequest,
///     ) -> Result<RecordExportResponse, Failure> {
///         Ok(RecordExportResponse::default())
///     }
/// }
///
/// kit::rpcs! {
///     impl proto::common::v1::audit_service_server::AuditService for State {
///         staff(ActivityRead) list_audit(ListAuditRequest) -> ListAuditResponse;
///         staff(ActivityRead) record_export(RecordExportRequest) -> RecordExportResponse;
///     }
/// }
/// # fn main() {}
/// ```
///
/// The same without a declaration:
///
/// ```compile_fail
/// # struct State;
/// #
/// # mod list_audit {
/// #     use kit::{caller::StaffCaller, failure::Failure};
/// #     use proto::common::v1::{ListAuditRequest, ListAuditResponse};
/// #
/// #     pub(super) async fn handle(
/// #         _: &super::State,
/// #         _: StaffCaller,
/// #         _: ListAuditRequest,
/// #     ) -> Result<ListAuditResponse, Failure> {
/// #         Ok(ListAuditResponse::default())
/// #     }
/// # }
/// #
/// # mod record_export {
/// #     use kit::{caller::StaffCaller, failure::Failure};
/// #     use proto::common::v1::{RecordExportRequest, RecordExportResponse};
/// #
/// #     pub(super) async fn handle(
/// #         _: &super::State,
/// #         _: StaffCaller,
/// #         _: RecordExportRequest,
/// #     ) -> Result<RecordExportResponse, Failure> {
/// #         Ok(RecordExportResponse::default())
/// #     }
/// # }
/// kit::rpcs! {
///     impl proto::common::v1::audit_service_server::AuditService for State {
///         list_audit(ListAuditRequest) -> ListAuditResponse;
///         staff(ActivityRead) record_export(RecordExportRequest) -> RecordExportResponse;
///     }
/// }
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! rpcs {
    (@admission anyone) => { $crate::caller::Admission::Anyone };
    (@admission session) => { $crate::caller::Admission::Session };
    (@admission gateway) => { $crate::caller::Admission::Gateway };
    (@admission user) => { $crate::caller::Admission::Customer };
    (@admission member) => { $crate::caller::Admission::Member };
    (@admission member(stepped_up)) => { $crate::caller::Admission::SteppedUpMember };
    (@admission staff) => { $crate::caller::Admission::Staff };
    (@admission staff($permission:ident, every_record)) => {
        $crate::caller::Admission::EveryRecord($crate::staff::Permission::$permission)
    };
    (@admission staff($permission:ident, stepped_up)) => {
        $crate::caller::Admission::SteppedUp($crate::staff::Permission::$permission)
    };
    (@admission staff($($permission:ident),+)) => {
        $crate::caller::Admission::Permission(&[$($crate::staff::Permission::$permission),+])
    };
    (@admission service) => { $crate::caller::Admission::AnyService };
    (@admission service($($name:literal),+)) => { $crate::caller::Admission::Service(&[$($name),+]) };
    (@admission $($caller:ident $(($($argument:tt)*))?)|+) => {
        $crate::caller::Admission::Either(&[$($crate::rpcs!(@admission $caller $(($($argument)*))?)),+])
    };

    (@caller user) => { $crate::caller::CustomerCaller };
    (@caller member $(($($argument:tt)*))?) => { $crate::caller::StaffMember };
    (@caller staff $(($($argument:tt)*))?) => { $crate::caller::StaffCaller };
    (@caller service $(($($argument:tt)*))?) => { $crate::caller::ServiceCaller };
    (@caller $($other:tt)+) => { $crate::caller::Caller };

    (@call , $state:expr, $rpc:ident, $caller:ident, $message:ident) => {
        $rpc::handle($state, $caller, $message).await
    };
    (@call kept, $state:expr, $rpc:ident, $caller:ident, $message:ident) => {
        $crate::copies::answer(&$state.copy, stringify!($rpc), $caller, $message, |caller, message| {
            $rpc::handle($state, caller, message)
        })
        .await
    };

    ($(
        impl $root:ident::$package:ident::$version:ident::$server:ident::$service:ident for $state:ty {
            $(
                $(#[$kept:ident])?
                $($caller:ident $(($($argument:tt)*))?)|+
                $rpc:ident($request:ident) -> $response:ident;
            )+
        }
    )+) => {
        $(
            #[::tonic::async_trait]
            impl $root::$package::$version::$server::$service for $state {
                $(
                    async fn $rpc(
                        &self,
                        request: ::tonic::Request<$root::$package::$version::$request>,
                    ) -> Result<::tonic::Response<$root::$package::$version::$response>, ::tonic::Status> {
                        const ADMISSION: $crate::caller::Admission =
                            $crate::rpcs!(@admission $($caller $(($($argument)*))?)|+);
                        let (caller, message) = ADMISSION
                            .admit::<$crate::rpcs!(@caller $($caller $(($($argument)*))?)|+), _>(request)?;
                        let response = $crate::rpcs!(@call $($kept)?, self, $rpc, caller, message);
                        Ok(::tonic::Response::new(response?))
                    }
                )+
            }
        )+

        /// The declared callers of the rpcs of this module.
        #[cfg(test)]
        pub(crate) const RPCS: &[$crate::grpc::Rpc] = &[$($($crate::grpc::Rpc {
            service: concat!(
                "storefront.", stringify!($package), ".", stringify!($version), ".", stringify!($service)
            ),
            name: stringify!($rpc),
            admission: $crate::rpcs!(@admission $($caller $(($($argument)*))?)|+),
        }),+),+];
    };
}
