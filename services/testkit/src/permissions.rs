//! Tables of the callers whom the rpcs of a service refuse.

use kit::{
    caller::{Caller, CallerKind, StaffMember},
    domain::{Language, UserId},
    failure::{Code, Failure},
    grpc::{Client, client::on_behalf_of},
    staff::StaffRole,
};
use prost::Message as _;
use prost_types::FileDescriptorSet;
use tonic::{Status, client::Grpc};
use tonic_prost::ProstCodec;

use crate::caller;

/// Calls each rpc of a package on behalf of each caller, with an empty request, and returns a line for each rpc: its name and
/// the outcomes.
///
/// The callers are the roles owner, manager, sales, warehouse and editor without a step-up; the operator, a customer and an
/// anonymous visitor; and the services account, cart, order, inquiry, notification and gateway. Outcomes: `y` = the call
/// passes the permission, `r` = 403 `DESK.ROLE`, `s` = 403 `DESK.STEP_UP`, `f` = another 403, `u` = 401.
pub async fn permissions(client: &Client, package: &str) -> Vec<String> {
    let staff = StaffRole::ALL.map(|role| Caller {
        kind: CallerKind::Staff(StaffMember {
            user: UserId::generate(),
            role,
            is_stepped_up: false,
        }),
        language: Language::En,
    });
    let others = [
        caller::staff(),
        caller::customer(UserId::generate()),
        caller::anonymous(),
    ];
    let services = ["account", "cart", "order", "inquiry", "notification", "gateway"].map(caller::service);
    let mut table = Vec::new();
    for (service, method) in rpcs(package) {
        let mut line = method.clone();
        for callers in [staff.as_slice(), &others, &services] {
            line.push(' ');
            for caller in callers {
                let path = format!("/{package}.{service}/{method}");
                line.push(outcome(call(client, caller, path).await));
            }
        }
        table.push(line);
    }
    table
}

/// Returns the services and methods of a package, in the order of the contracts.
fn rpcs(package: &str) -> Vec<(String, String)> {
    let contracts = FileDescriptorSet::decode(proto::DESCRIPTORS).unwrap();
    let files = contracts
        .file
        .into_iter()
        .filter(|file| file.package() == package);
    files
        .flat_map(|file| file.service)
        .flat_map(|service| {
            let name = service.name().to_owned();
            let methods = service.method.into_iter();
            methods.map(move |method| (name.clone(), method.name().to_owned()))
        })
        .collect()
}

/// Calls an rpc with an empty request, and ignores the fields of its response.
async fn call(client: &Client, caller: &Caller, path: String) -> Result<(), Status> {
    let mut grpc = Grpc::new(client.clone());
    grpc.ready().await.unwrap();
    let codec = ProstCodec::<(), ()>::default();
    grpc.unary(on_behalf_of(caller, ()), path.parse().unwrap(), codec)
        .await
        .map(drop)
}

fn outcome(result: Result<(), Status>) -> char {
    let Err(status) = result else { return 'y' };
    let failure = Failure::from_status(&status);
    match (failure.code, failure.reason.as_str()) {
        (Code::Forbidden, "DESK.ROLE") => 'r',
        (Code::Forbidden, "DESK.STEP_UP") => 's',
        (Code::Forbidden, _) => 'f',
        (Code::Unauthenticated, _) => 'u',
        _ => 'y',
    }
}
