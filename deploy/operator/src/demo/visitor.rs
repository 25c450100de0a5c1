//! An HTTP client of the gateway with the cookies of one person.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, Result, bail};
use kit::domain::Language;
use reqwest::{
    Method, Response, StatusCode, Url,
    cookie::{CookieStore as _, Jar},
    header::{HeaderMap, RETRY_AFTER},
};
use serde_json::Value;
use toolkit::{console::print_status, installation::generate_key};

/// Deadline of a call.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Number of tries of a call that a busy shop answers with 503, or an address above its limit with 429.
const TRIES: u32 = 10;

/// Pause after an answer that names none.
const PAUSE: Duration = Duration::from_secs(1);

/// Longest pause that an answer may ask for: the limits of an address count ten minutes.
const MAX_PAUSE: Duration = Duration::from_mins(10);

/// A person with cookies of their own.
pub(super) struct Visitor {
    http: reqwest::Client,
    jar: Arc<Jar>,
    base: Url,
    language: Language,
    /// With the number of the call, an idempotency key that nobody else has.
    id: String,
    calls: AtomicU32,
}

impl Visitor {
    /// Creates a visitor of the shop at an address.
    pub(super) fn new(shop: &str, language: Language) -> Result<Self> {
        local::install_crypto();
        let jar = Arc::new(Jar::default());
        Ok(Self {
            http: reqwest::Client::builder()
                .timeout(TIMEOUT)
                .cookie_provider(Arc::clone(&jar))
                .build()?,
            jar,
            base: shop
                .parse()
                .with_context(|| format!("{shop} is not the address of a shop"))?,
            language,
            id: generate_key(),
            calls: AtomicU32::new(0),
        })
    }

    /// Calls the shop below `/api/v1.0`, and returns `data` of the answer. Retries 503 and 429 with the same idempotency key, when
    /// the answer says: the visitors of a demo share the address of this machine.
    ///
    /// # Errors
    /// If the gateway does not answer, or refuses; the error has the path and the refusal, no request data.
    pub(super) async fn call(&self, method: Method, path: &str, body: &Value) -> Result<Value> {
        let key = format!("{}-{}", self.id, self.calls.fetch_add(1, Ordering::Relaxed));
        let mut tries = 1;
        let response = loop {
            let response = self.send(&method, path, body, &key).await?;
            let Some(pause) = pause(response.status(), response.headers()).filter(|_| tries < TRIES) else {
                break response;
            };
            if pause > PAUSE {
                print_status(&format!(
                    "seed: the shop takes the next request in {} s",
                    pause.as_secs()
                ));
            }
            tokio::time::sleep(pause).await;
            tries += 1;
        };
        let status = response.status();
        let answer: Value = response
            .json()
            .await
            .with_context(|| format!("{method} {path} answers {status} without JSON"))?;
        match answer.get("success") {
            Some(Value::Bool(true)) => Ok(answer.get("data").cloned().unwrap_or_default()),
            _ => bail!(
                "{method} {path} is refused: {status} {}",
                answer.get("errors").cloned().unwrap_or_default()
            ),
        }
    }

    async fn send(&self, method: &Method, path: &str, body: &Value, key: &str) -> Result<Response> {
        let mut request = self
            .http
            .request(method.clone(), self.base.join(&format!("/api/v1.0/{path}"))?)
            .header("accept-language", self.language.name());
        if *method != Method::GET {
            request = request
                .header("sec-fetch-site", "same-origin")
                .header("idempotency-key", key)
                .header("x-xsrf-token", self.desk_token()?)
                .json(body);
        }
        let response = request.send().await;
        response.with_context(|| format!("{method} {path}"))
    }

    /// Calls the desk.
    ///
    /// # Errors
    /// As [`Self::call`].
    pub(super) async fn desk(&self, method: Method, path: &str, body: &Value) -> Result<Value> {
        self.call(method, &format!("desk/{path}"), body).await
    }

    /// Returns the CSRF token of the desk session; empty without one.
    fn desk_token(&self) -> Result<String> {
        let cookies = self.jar.cookies(&self.base.join("/desk")?);
        let cookies = cookies
            .as_ref()
            .and_then(|cookies| cookies.to_str().ok())
            .unwrap_or_default();
        let token = cookies
            .split("; ")
            .filter_map(|cookie| cookie.split_once('='))
            .find(|(name, _)| *name == "DESK-XSRF-TOKEN");
        Ok(token.map_or_else(String::new, |(_, token)| token.to_owned()))
    }
}

/// Returns the pause before a call is sent again; `None` if the answer is the last.
fn pause(status: StatusCode, headers: &HeaderMap) -> Option<Duration> {
    if ![StatusCode::SERVICE_UNAVAILABLE, StatusCode::TOO_MANY_REQUESTS].contains(&status) {
        return None;
    }
    let seconds = headers
        .get(RETRY_AFTER)
        .and_then(|value| value.to_str().ok()?.parse().ok());
    Some(seconds.map_or(PAUSE, Duration::from_secs).clamp(PAUSE, MAX_PAUSE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limited_call_is_sent_again_when_the_answer_says() {
        let after = |status, value: Option<&'static str>| {
            let value = value.map(|value| (RETRY_AFTER, value.parse().unwrap()));
            pause(status, &value.into_iter().collect())
        };
        let limited = StatusCode::TOO_MANY_REQUESTS;
        assert_eq!(after(limited, Some("120")), Some(Duration::from_mins(2)));
        assert_eq!(after(limited, Some("86400")), Some(MAX_PAUSE));
        assert_eq!(after(limited, None), Some(PAUSE));
        assert_eq!(after(StatusCode::SERVICE_UNAVAILABLE, Some("0")), Some(PAUSE));
        assert_eq!(after(StatusCode::BAD_REQUEST, Some("1")), None);
        assert_eq!(after(StatusCode::OK, None), None);
    }
}
