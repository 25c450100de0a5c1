//! Tests of the callers that the rpcs of a service admit, and of their documentation.

use std::fmt::Write as _;

use kit::{
    caller::{Admission, Caller, CallerKind, StaffMember},
    domain::{Language, UserId},
    failure::{Code, Failure},
    grpc::{Client, Rpc, client::on_behalf_of},
    staff::{Access, StaffRole},
};
use prost::Message as _;
use prost_types::FileDescriptorSet;
use tonic::{Status, client::Grpc};
use tonic_prost::ProstCodec;

use crate::caller;

/// Page of the declarations; `UPDATE_RPCS=1` writes a service's section of it.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rpcs.md");

/// Calls each rpc of a service on behalf of each kind of caller, with an empty request, and fails unless the outcomes are
/// those of the declarations in `tables`, and the service's section of `docs/rpcs.md` lists them.
///
/// The callers are the roles of the staff without a step-up, the operator, a customer, an anonymous visitor, and the
/// services.
pub async fn check_callers(client: &Client, service: &str, tables: &[&[Rpc]]) {
    let rpcs: Vec<Rpc> = tables.iter().copied().flatten().copied().collect();
    let mut paths: Vec<_> = rpcs.iter().map(path).collect();
    let mut contract = paths_of(&format!("storefront.{service}.v1"));
    paths.sort();
    contract.sort();
    assert_eq!(paths, contract, "declared rpcs and those of the contract");

    let mut differences = Vec::new();
    for rpc in &rpcs {
        for caller in callers() {
            let found = outcome(call(client, &caller, path(rpc)).await);
            if !expected(rpc.admission, &caller).contains(found) {
                differences.push(format!("{} {:?}: {found}", rpc.name, caller.kind));
            }
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
    check_page(service, &rpcs);
}

fn callers() -> Vec<Caller> {
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
    let services = [
        "account",
        "cart",
        "order",
        "inquiry",
        "notification",
        "content",
        "gateway",
    ]
    .map(caller::service);
    staff.into_iter().chain(others).chain(services).collect()
}

/// Returns the possible outcomes of an empty request: `y` = admitted, `r` = 403 `DESK.ROLE`, `s` = 403 `DESK.STEP_UP`,
/// `f` = another 403, `u` = 401.
fn expected(admission: Admission, caller: &Caller) -> &'static str {
    match admission.check(caller).map_err(|failure| refusal(&failure)) {
        // An empty request has no session.
        Ok(()) if admission == Admission::Session => "u",
        Ok(()) if needs_record(admission, caller) => "yr",
        Ok(()) | Err('y') => "y",
        Err('r') => "r",
        Err('s') => "s",
        Err('u') => "u",
        Err(_) => "f",
    }
}

/// Whether the handler decides about the caller by the record, which an empty request does not name.
fn needs_record(admission: Admission, caller: &Caller) -> bool {
    match (admission, &caller.kind) {
        (Admission::Permission(permissions), CallerKind::Staff(member)) => permissions
            .iter()
            .all(|permission| member.role.access(*permission) != Access::Always),
        _ => false,
    }
}

fn path(rpc: &Rpc) -> String {
    let camel = rpc.name.split('_').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    format!("/{}/{}", rpc.service, camel.collect::<String>())
}

/// Returns the paths of the rpcs of a package.
fn paths_of(package: &str) -> Vec<String> {
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
            methods.map(move |method| format!("/{package}.{name}/{}", method.name()))
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
    result.map_or_else(|status| refusal(&Failure::from_status(&status)), |()| 'y')
}

fn refusal(failure: &Failure) -> char {
    match (failure.code, failure.reason.as_str()) {
        (Code::Forbidden, "DESK.ROLE") => 'r',
        (Code::Forbidden, "DESK.STEP_UP") => 's',
        (Code::Forbidden, _) => 'f',
        (Code::Unauthenticated, _) => 'u',
        _ => 'y',
    }
}

/// Compares a service's section of the page with its declarations, after writing it if `UPDATE_RPCS` is set.
fn check_page(service: &str, rpcs: &[Rpc]) {
    let heading = format!("\n## {service}\n");
    let mut section = format!("{heading}\n| rpc | callers |\n| --- | --- |\n");
    for rpc in rpcs {
        let name = path(rpc).rsplit('.').next().unwrap().replace('/', ".");
        writeln!(section, "| {name} | {} |", rpc.admission).unwrap();
    }
    let page = std::fs::read_to_string(PAGE).unwrap();
    let start = page.find(&heading).unwrap_or(page.len());
    let end = page[start..]
        .match_indices("\n## ")
        .nth(1)
        .map_or(page.len(), |(next, _)| start + next);
    #[expect(clippy::disallowed_methods, reason = "an option of the test, not a setting")]
    let is_updated = std::env::var_os("UPDATE_RPCS").is_some();
    if is_updated {
        std::fs::write(PAGE, format!("{}{section}{}", &page[..start], &page[end..])).unwrap();
    } else {
        assert_eq!(
            page[start..end],
            section,
            "docs/rpcs.md is out of date, to renew it: UPDATE_RPCS=1 cargo test -p {service} callers"
        );
    }
}
