//! Customers with a session and a cart.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use reqwest::header::{HeaderMap, SET_COOKIE};
use serde::Serialize;
use serde_json::{Value, json};

const TIMEOUT: Duration = Duration::from_secs(30);
const PASSWORD: &str = "three lattice panes";

/// Tries of a sign-in.
const TRIES: u32 = 10;
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Concurrent registrations: each hashes a password.
const CONCURRENCY: usize = 2;

/// A signed-in customer.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Buyer {
    pub(crate) id: String,
    /// Id of the cart.
    pub(crate) cart: String,
    /// The header with the session's cookies.
    pub(crate) cookie: String,
    pub(crate) csrf_token: String,
    /// The client's address, for the shop's limits per address.
    pub(crate) address: String,
}

/// Signs customers in, registering those that do not exist, and creates their carts.
///
/// # Errors
/// If the shop refuses one.
pub(crate) async fn sign_in(shop: &str, number: u32) -> Result<Vec<Buyer>> {
    local::install_crypto();
    let http = reqwest::Client::builder().timeout(TIMEOUT).build()?;
    stream::iter(0..number)
        .map(|index| sign_in_patiently(&http, shop, index))
        .buffered(CONCURRENCY)
        .try_collect()
        .await
}

/// Tries again while the shop is overloaded: the hashes of passwords take all cores.
async fn sign_in_patiently(http: &reqwest::Client, shop: &str, index: u32) -> Result<Buyer> {
    for _ in 1..TRIES {
        if let Ok(buyer) = sign_in_one(http, shop, index).await {
            return Ok(buyer);
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
    sign_in_one(http, shop, index).await
}

async fn sign_in_one(http: &reqwest::Client, shop: &str, index: u32) -> Result<Buyer> {
    let address = format!("10.{}.{}.1", index / 256 % 256, index % 256);
    let email = format!("buyer{index}@example.com");
    let post = |path: &str, body: &Value| {
        http.post(format!("{shop}/api/v1.0/{path}"))
            .header("x-forwarded-for", &address)
            .header("sec-fetch-site", "same-origin")
            .json(body)
    };
    let credentials = json!({"email": email, "password": PASSWORD});
    let mut signed_in = post("Auth/sign-in", &credentials).send().await?;
    if signed_in.status() != 200 {
        let customer = json!({"name": "Leyla", "lastname": "Sınaq", "email": email, "password": PASSWORD});
        let registered = post("Auth/register", &customer).send().await?;
        ensure!(
            registered.status() == 200,
            "register: {}",
            registered.text().await?
        );
        signed_in = post("Auth/sign-in", &credentials).send().await?;
    }
    ensure!(signed_in.status() == 200, "sign-in: {}", signed_in.text().await?);
    let cookies = cookies(signed_in.headers());
    let csrf_token = cookies
        .iter()
        .find_map(|cookie| cookie.strip_prefix("XSRF-TOKEN="))
        .context("sign-in set no XSRF-TOKEN")?
        .to_owned();
    let cookie = cookies.join("; ");
    let details = http
        .get(format!("{shop}/api/v1.0/account/details"))
        .header("cookie", &cookie)
        .send()
        .await?;
    let created = post("carts/create", &json!({}))
        .header("cookie", &cookie)
        .header("x-xsrf-token", &csrf_token)
        .send()
        .await?;
    Ok(Buyer {
        id: data_id(details).await.context("the account")?,
        cart: data_id(created).await.context("the cart")?,
        cookie,
        csrf_token,
        address,
    })
}

/// Returns `name=value` of each cookie that a response sets.
fn cookies(headers: &HeaderMap) -> Vec<String> {
    let pairs = headers
        .get_all(SET_COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok()?.split(';').next());
    pairs.map(str::to_owned).collect()
}

/// Returns `data.id` of an answer.
async fn data_id(response: reqwest::Response) -> Result<String> {
    let status = response.status();
    let body: Value = response.json().await.context("the answer is not JSON")?;
    let id = body.pointer("/data/id").and_then(Value::as_str);
    id.map(str::to_owned)
        .with_context(|| format!("status {status} without an id: {body}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_lose_their_attributes() {
        let mut headers = HeaderMap::new();
        headers.append(SET_COOKIE, "sid=a; Path=/; HttpOnly".parse().unwrap());
        headers.append(SET_COOKIE, "XSRF-TOKEN=b".parse().unwrap());
        assert_eq!(cookies(&headers), ["sid=a", "XSRF-TOKEN=b"]);
    }
}
