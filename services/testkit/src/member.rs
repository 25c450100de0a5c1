//! Members of the team who use the desk.

use std::time::{SystemTime, UNIX_EPOCH};

use reqwest::Method;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};

use crate::{ApiResponse, Browser, Shop};

/// Length of a step of the codes in seconds.
const STEP: u64 = 30;

/// A signed-in member of the team.
pub struct Member {
    /// The browser, with the session of the desk.
    pub browser: Browser,
    /// UUID of the user.
    pub id: String,
    factor: Totp,
}

/// Returns the data of a successful response.
#[track_caller]
pub fn response_data(response: &ApiResponse) -> Value {
    assert_eq!(response.status, 200, "{response:?}");
    response.body["data"].clone()
}

/// Calls the desk with the CSRF token of the session.
pub async fn desk_call(
    browser: &Browser,
    method: Method,
    path: &str,
    body: &Value,
    key: &str,
) -> ApiResponse {
    let token = browser.cookie("DESK-XSRF-TOKEN").unwrap_or_default();
    let headers = [("x-xsrf-token", token.as_str()), ("idempotency-key", key)];
    let body = (method != Method::GET).then_some(body);
    browser
        .send(method, &format!("desk/{path}"), body, &headers)
        .await
}

/// Returns a code. A code is good once, and those of the steps before and after the present one are taken as well.
#[expect(clippy::disallowed_methods, reason = "codes follow the clock of a telephone")]
fn code(factor: &Totp, offset: i64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let at = (now.as_secs() / STEP * STEP).saturating_add_signed(offset * STEP.cast_signed());
    factor.generate(at).to_string()
}

impl Member {
    /// Sets the second factor up, in the session of somebody who has signed in with a password alone.
    pub async fn enrol(browser: Browser) -> Self {
        let factor = desk_call(&browser, Method::POST, "me/second-factors", &json!({}), "").await;
        let factor = response_data(&factor);
        let secret = Secret::try_from_base32(factor["secret"].as_str().unwrap()).unwrap();
        let totp = Builder::new().with_secret(secret).build_noncompliant();
        let path = format!("me/second-factors/{}/confirm", factor["id"].as_str().unwrap());
        // The second of the three codes that are good now: still good if the next step begins meanwhile.
        let confirmed = json!({"code": code(&totp, 0)});
        let confirmed = response_data(&desk_call(&browser, Method::POST, &path, &confirmed, "").await);
        assert_eq!(confirmed["session"]["step"], "done");
        assert_eq!(confirmed["recoveryCodes"].as_array().unwrap().len(), 10);
        Self {
            id: confirmed["session"]["staff"]["id"].as_str().unwrap().to_owned(),
            browser,
            factor: totp,
        }
    }

    /// Registers a customer to whom the command line gives a role.
    pub async fn by_command(shop: &Shop, name: &str, role: &str) -> Self {
        let browser = shop.visitor();
        browser.register(name).await;
        let email = Browser::email(name);
        shop.command("account", &["staff", "grant", &email, "--role", role])
            .await;
        assert_eq!(enter(&browser, name).await["step"], "enrol");
        Self::enrol(browser).await
    }

    /// Signs in again in another browser, with the password of all test customers and a code.
    pub async fn sign_in(&mut self, shop: &Shop, name: &str) {
        let browser = shop.visitor();
        assert_eq!(enter(&browser, name).await["step"], "code");
        let code = json!({"code": code(&self.factor, 1)});
        let session =
            response_data(&desk_call(&browser, Method::POST, "session/second-factor", &code, "").await);
        assert_eq!(session["step"], "done");
        self.browser = browser;
    }

    /// Reads from the desk.
    pub async fn get(&self, path: &str) -> Value {
        response_data(&desk_call(&self.browser, Method::GET, path, &Value::Null, "").await)
    }

    /// Posts successfully, with an idempotency key that is the path.
    pub async fn post(&self, path: &str, body: Value) -> Value {
        response_data(&self.try_post(path, &body).await)
    }

    /// Posts with an idempotency key that is the path.
    pub async fn try_post(&self, path: &str, body: &Value) -> ApiResponse {
        desk_call(&self.browser, Method::POST, path, body, path).await
    }

    /// Posts a form with fields and a file.
    pub async fn upload(
        &self,
        path: &str,
        key: &str,
        fields: &[(&str, &str)],
        file: (&str, &[u8]),
    ) -> ApiResponse {
        let token = self.browser.cookie("DESK-XSRF-TOKEN").unwrap_or_default();
        let headers = [("x-xsrf-token", token.as_str()), ("idempotency-key", key)];
        self.browser
            .upload(&format!("desk/{path}"), fields, file, &headers)
            .await
    }

    /// Confirms a code again, for calls that change the team.
    pub async fn step_up(&self) {
        self.post("session/step-up", json!({"code": code(&self.factor, 1)}))
            .await;
    }
}

/// Signs in with the password alone, and returns the session.
async fn enter(browser: &Browser, name: &str) -> Value {
    let body = json!({"email": Browser::email(name), "password": Browser::PASSWORD});
    response_data(&desk_call(browser, Method::POST, "session", &body, "").await)
}
