//! Tests of the order in which calls of the desk are refused.

use kit::staff::StaffRole;
use serde_json::{Value, json};

use super::{Requirement, call::Described};
use crate::{
    cookies::DESK_PATH,
    routes,
    session::{Progress, Rights, Step},
    testing::{Gateway, SignedIn, json},
};

/// Sends a call with a malformed body and malformed ids; returns the status and `errors`.
async fn send(gateway: &Gateway, call: &Described, headers: &[(&str, &str)]) -> (u16, Value) {
    let path = call.path.replace(['{', '}'], "-");
    let path = format!("{DESK_PATH}{path}");
    let headers = [headers, &[("content-type", "text/plain")]].concat();
    let response = gateway.send(&call.method, &path, &headers, "{").await;
    let status = response.status().as_u16();
    if status == 200 {
        // A stream does not end.
        return (status, Value::Null);
    }
    let body = json(response).await;
    (status, body["errors"].clone())
}

fn refused(status: u16, key: &str) -> (u16, Value) {
    (status, json!({"general": key}))
}

fn calls() -> Vec<(Described, Requirement)> {
    let calls = routes::desk::calls()
        .iter()
        .map(super::Call::describe)
        .collect::<Vec<_>>();
    calls
        .into_iter()
        .filter_map(|call| {
            let requirement = call.requirement?;
            Some((call, requirement))
        })
        .collect()
}

/// The sessions of a table test: each step, and each role with the second factor.
fn states() -> Vec<(Option<StaffRole>, Progress)> {
    let early = [(None, Progress::Enrol), (None, Progress::Code)];
    let done = StaffRole::ALL.map(|role| {
        let step_up_until = None;
        (Some(role), Progress::Done(Rights { role, step_up_until }))
    });
    early.into_iter().chain(done).collect()
}

#[tokio::test]
async fn refuses_every_call_without_a_desk_session() {
    let gateway = Gateway::start();
    let xsrf = gateway.sign_in("leyla");
    for (call, _) in calls() {
        let sign_in = refused(401, "ERROR.SIGN_IN");
        assert_eq!(send(&gateway, &call, &[]).await, sign_in, "{call:?}");
        let shop = [("cookie", "sid=leyla; desk-session="), ("x-xsrf-token", &*xsrf)];
        assert_eq!(send(&gateway, &call, &shop).await, sign_in, "{call:?}");
        let cross_site = [("origin", "https://evil.example")];
        if call.method != "GET" {
            let origin = refused(403, "ERROR.ORIGIN");
            assert_eq!(send(&gateway, &call, &cross_site).await, origin, "{call:?}");
        }
    }
}

#[tokio::test]
async fn refuses_every_call_by_step_then_csrf_then_role_then_step_up() {
    let gateway = Gateway::start();
    let other_xsrf = gateway.sign_in("leyla");
    let calls = calls();
    let checks = calls.iter().flat_map(|call| {
        let states = states().into_iter();
        states.map(|state| check(&gateway, call, state, &other_xsrf))
    });
    // At once, as account, which is unavailable, costs some of them a second.
    futures::future::join_all(checks).await;
}

/// Checks the refusals of a call in one state of the sign-in.
async fn check(
    gateway: &Gateway,
    (call, requirement): &(Described, Requirement),
    (role, progress): (Option<StaffRole>, Progress),
    other_xsrf: &str,
) {
    // Cached anew, as sessions leave the cache after seconds.
    let session = SignedIn::new(gateway, progress);
    let step = progress.step();
    let place = format!("{call:?} {step:?} {role:?}");
    let cookie = ("cookie", &*session.cookie);
    let without_xsrf = send(gateway, call, &[cookie]).await;
    let wrong_xsrf = send(gateway, call, &[cookie, ("x-xsrf-token", other_xsrf)]).await;
    let with_xsrf = send(gateway, call, &session.headers()).await;
    if step != Step::Done && requirement.early_step != Some(step) {
        let second_factor = refused(401, "DESK.SECOND_FACTOR");
        assert_eq!(
            [without_xsrf, wrong_xsrf, with_xsrf],
            [(); 3].map(|()| second_factor.clone()),
            "{place}"
        );
        return;
    }
    if call.method != "GET" {
        let csrf = refused(403, "ERROR.CSRF");
        assert_eq!(
            [without_xsrf, wrong_xsrf],
            [(); 2].map(|()| csrf.clone()),
            "{place}"
        );
    }
    let is_refused = |key| with_xsrf == refused(403, key);
    if role.is_some_and(|role| !requirement.admits(role)) {
        assert!(is_refused("DESK.ROLE"), "{place}: {with_xsrf:?}");
    } else if role.is_some_and(|role| requirement.needs_step_up(role)) {
        // Account, which could know of a step-up at another replica, is unavailable.
        assert_eq!(with_xsrf, refused(503, "ERROR.UNAVAILABLE"), "{place}");
    } else {
        assert_ne!(with_xsrf.0, 401, "{place}");
        assert!(
            !is_refused("DESK.ROLE") && !is_refused("DESK.STEP_UP"),
            "{place}: {with_xsrf:?}"
        );
    }
}

#[tokio::test]
async fn a_desk_session_opens_nothing_of_the_shop() {
    let gateway = Gateway::start();
    let owner = SignedIn::of_role(&gateway, StaffRole::Owner);
    for (method, path) in [
        ("GET", "/api/v1.0/account/details"),
        ("POST", "/api/v1.0/campaign"),
    ] {
        let response = gateway.send(method, path, &owner.headers(), "{}").await;
        assert_eq!(response.status(), 401, "{path}");
    }
}
