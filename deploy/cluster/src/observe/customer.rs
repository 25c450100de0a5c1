//! A customer of the shop: HTTP requests to the gateway with a session.

use std::{collections::BTreeMap, time::Duration};

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use reqwest::{
    Client, Method, StatusCode,
    header::{COOKIE, HeaderMap, RETRY_AFTER, SET_COOKIE},
};
use serde_json::{Value, json};

const PASSWORD: &str = "three lattice panes";

/// Tries of a request to which the shop responds with 429 or 503.
const TRIES: u32 = 5;

/// The longest `Retry-After` that is waited for.
const LONGEST_WAIT: Duration = Duration::from_mins(2);

/// The wait after a response without `Retry-After`.
const DEFAULT_WAIT: Duration = Duration::from_secs(1);

/// Orders on a page; the most that the gateway lists.
const PAGE_SIZE: usize = 100;

/// Pages of orders that are read.
const MAX_PAGES: u32 = 10;

/// The cookie whose value a request repeats in the header `x-xsrf-token`. The gateway gives it no prefix `__Host-`, also
/// over https.
const XSRF_COOKIE: &str = "XSRF-TOKEN";

/// The header with the key of an attempt, which its repetitions share.
const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// Cookies by name.
///
/// All are sent with each request, whatever their attributes: a shop with an address at https sets `Secure`, and is called
/// over http behind its ingress.
#[derive(Debug, Default)]
struct Cookies(BTreeMap<String, String>);

impl Cookies {
    /// Keeps the cookies of a response.
    fn store_all(&mut self, headers: &HeaderMap) {
        for value in headers.get_all(SET_COOKIE) {
            if let Ok(text) = value.to_str() {
                self.store(text);
            }
        }
    }

    /// Keeps the cookie of a `Set-Cookie` header, or removes it if its `Max-Age` is 0.
    fn store(&mut self, set_cookie: &str) {
        let mut parts = set_cookie.split(';').map(str::trim);
        let Some((name, value)) = parts.next().and_then(|pair| pair.split_once('=')) else {
            return;
        };
        if parts.any(|attribute| attribute.eq_ignore_ascii_case("max-age=0")) {
            self.0.remove(name);
        } else {
            self.0.insert(name.to_owned(), value.to_owned());
        }
    }

    /// Returns the `Cookie` header; `None` without cookies.
    fn header(&self) -> Option<String> {
        let pairs: Vec<_> = self
            .0
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }
}

/// A response of the gateway.
#[derive(Debug)]
struct Response {
    status: StatusCode,
    retry_after: Option<Duration>,
    text: String,
}

impl Response {
    /// Returns how long to wait before another try; `None` if the response is final, or the wait too long.
    fn wait(&self) -> Option<Duration> {
        let is_temporary = matches!(
            self.status,
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
        );
        let wait = self.retry_after.unwrap_or(DEFAULT_WAIT);
        (is_temporary && wait <= LONGEST_WAIT).then_some(wait)
    }

    /// Parses the body.
    ///
    /// # Errors
    /// If the response is not a success, or not JSON.
    fn json(&self, path: &str) -> Result<Value> {
        if !self.status.is_success() {
            let wait = self
                .retry_after
                .map(|wait| format!(", retry after {} s", wait.as_secs()));
            bail!(
                "{path}: {}{} {:.300}",
                self.status,
                wait.unwrap_or_default(),
                self.text
            );
        }
        serde_json::from_str(&self.text).with_context(|| format!("{path}: the response is not JSON"))
    }
}

/// A signed-in customer with a cart.
#[derive(Debug)]
pub(super) struct Customer {
    http: Client,
    shop: String,
    email: String,
    cookies: Cookies,
    /// The id of the cart.
    cart: String,
}

impl Customer {
    /// Registers, signs in and creates a cart. `shop` is the shop's address without a slash at its end.
    ///
    /// # Errors
    /// If the shop refuses a request, with 429 or 503 five times.
    pub(super) async fn register(http: &Client, shop: &str, email: String) -> Result<Self> {
        let mut customer = Self {
            http: http.clone(),
            shop: shop.to_owned(),
            email,
            cookies: Cookies::default(),
            cart: String::new(),
        };
        let person = json!({
            "name": "Leyla", "lastname": "Məmmədova", "email": customer.email, "password": PASSWORD,
        });
        let credentials = json!({"email": customer.email, "password": PASSWORD});
        for (path, body) in [("Auth/register", person), ("Auth/sign-in", credentials)] {
            customer.call_patiently(Method::POST, path, &body).await?;
        }
        ensure!(
            customer.cookies.0.contains_key(XSRF_COOKIE),
            "Auth/sign-in set no cookie {XSRF_COOKIE}"
        );
        let cart = customer
            .call_patiently(Method::POST, "carts/create", &json!({}))
            .await?;
        customer.cart = data_id(&cart).context("carts/create")?;
        Ok(customer)
    }

    /// Returns the ids of products in stock, those with the most pieces first.
    ///
    /// # Errors
    /// If the list cannot be read, or no product is in stock.
    pub(super) async fn products_in_stock(&mut self) -> Result<Vec<i64>> {
        let path = "products?page=1&limit=100&availability=stock";
        let answer = self.call_patiently(Method::GET, path, &Value::Null).await?;
        let ids = in_stock(&answer)?;
        ensure!(!ids.is_empty(), "no product is in stock");
        Ok(ids)
    }

    /// Adds a piece to the cart. With a key, repeating the request adds nothing.
    ///
    /// # Errors
    /// If the response is not a success.
    pub(super) async fn add_to_cart(&mut self, product: i64, key: Option<&str>) -> Result<()> {
        let line = json!({"cartId": self.cart, "productId": product, "quantity": 1});
        let key = key.map(|key| (IDEMPOTENCY_KEY, key));
        self.call(Method::POST, "carts/add-item", &line, key.as_slice())
            .await
            .map(drop)
    }

    /// Removes a product from the cart.
    ///
    /// # Errors
    /// If the response is not a success.
    pub(super) async fn remove_from_cart(&mut self, product: i64) -> Result<()> {
        let path = format!("carts/items/{product}");
        self.call(Method::DELETE, &path, &Value::Null, &[])
            .await
            .map(drop)
    }

    /// Orders a piece of the cart, in the trace of a `traceparent`; returns the order's id. Repeating the request with the same key
    /// returns the same order.
    ///
    /// # Errors
    /// If the response is not a success, or has no id.
    pub(super) async fn place_order(
        &mut self,
        product: i64,
        key: &str,
        traceparent: Option<&str>,
    ) -> Result<String> {
        let order = json!({
            "shippingAddress": {
                "firstName": "Leyla", "lastName": "Məmmədova", "email": self.email,
                "phone": "+994501234567", "address": "Nizami 1", "city": "Bakı", "state": "Bakı",
                "postalCode": "AZ1000", "country": "Azerbaijan",
            },
            "orderItems": [{"productId": product, "quantity": 1}],
        });
        let mut headers = vec![(IDEMPOTENCY_KEY, key)];
        headers.extend(traceparent.map(|value| ("traceparent", value)));
        let answer = self.call(Method::POST, "orders", &order, &headers).await?;
        data_id(&answer).context("orders")
    }

    /// Returns the ids of all orders of the customer, of all pages.
    ///
    /// # Errors
    /// If a page cannot be read, or there are more than ten.
    pub(super) async fn orders(&mut self) -> Result<Vec<String>> {
        let mut ids = Vec::new();
        for page in 1..=MAX_PAGES {
            let path = format!("account/orders?page={page}&limit={PAGE_SIZE}");
            let answer = self.call_patiently(Method::GET, &path, &Value::Null).await?;
            let orders = list(&answer).context("account/orders")?;
            for order in orders {
                ids.push(text(order, "/id").context("account/orders")?);
            }
            let pages = answer.get("totalPages").and_then(Value::as_i64);
            if i64::from(page) >= pages.context("account/orders: no totalPages")? {
                return Ok(ids);
            }
        }
        bail!("a customer has more than {MAX_PAGES} pages of orders")
    }

    /// Cancels an order, which returns its pieces to the stock.
    ///
    /// # Errors
    /// If the shop refuses it.
    pub(super) async fn cancel_order(&mut self, order: &str) -> Result<()> {
        let path = format!("account/orders/{order}/cancel");
        self.call_patiently(Method::POST, &path, &Value::Null)
            .await
            .map(drop)
    }

    async fn call(
        &mut self,
        method: Method,
        path: &str,
        body: &Value,
        headers: &[(&str, &str)],
    ) -> Result<Value> {
        self.send(method, path, body, headers).await?.json(path)
    }

    /// As [`Self::call`], repeated after the `Retry-After` of a response 429 or 503.
    async fn call_patiently(&mut self, method: Method, path: &str, body: &Value) -> Result<Value> {
        for _ in 1..TRIES {
            let response = self.send(method.clone(), path, body, &[]).await?;
            match response.wait() {
                Some(wait) => tokio::time::sleep(wait).await,
                None => return response.json(path),
            }
        }
        self.call(method, path, body, &[]).await
    }

    /// Sends a request as a page of the shop does: unsafe methods need `sec-fetch-site` without another site, and with a
    /// session the token of its cookie.
    async fn send(
        &mut self,
        method: Method,
        path: &str,
        body: &Value,
        headers: &[(&str, &str)],
    ) -> Result<Response> {
        let is_unsafe = method != Method::GET;
        let mut request = self
            .http
            .request(method, format!("{}/api/v1.0/{path}", self.shop));
        if let Some(cookies) = self.cookies.header() {
            request = request.header(COOKIE, cookies);
        }
        if is_unsafe {
            request = request.header("sec-fetch-site", "same-origin");
            if let Some(token) = self.cookies.0.get(XSRF_COOKIE) {
                request = request.header("x-xsrf-token", token);
            }
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if !body.is_null() {
            request = request.json(body);
        }
        let response = request
            .send()
            .await
            .with_context(|| format!("{path}: no response"))?;
        self.cookies.store_all(response.headers());
        Ok(Response {
            status: response.status(),
            retry_after: retry_after(response.headers()),
            text: response
                .text()
                .await
                .with_context(|| format!("{path}: no body"))?,
        })
    }
}

/// Returns the seconds of a `Retry-After` header.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}

/// Returns the entries of an answer with a list.
fn list(answer: &Value) -> Result<&Vec<Value>> {
    answer
        .get("data")
        .and_then(Value::as_array)
        .context("the data is not a list")
}

/// Returns the text at a JSON pointer.
fn text(value: &Value, pointer: &str) -> Result<String> {
    value
        .pointer(pointer)
        .and_then(Value::as_str)
        .map(str::to_owned)
        .ok_or_else(|| anyhow!("no text at {pointer}"))
}

/// Returns the id of the record that an answer has.
fn data_id(answer: &Value) -> Result<String> {
    text(answer, "/data/id")
}

/// Returns the ids of the products in stock of an answer, those with the most pieces first.
fn in_stock(answer: &Value) -> Result<Vec<i64>> {
    let mut products: Vec<_> = list(answer)
        .context("products")?
        .iter()
        .filter_map(|product| {
            let member = |name| product.get(name).and_then(Value::as_i64);
            Some((member("stock")?, member("id")?))
        })
        .filter(|(stock, _)| *stock > 0)
        .collect();
    products.sort_unstable_by(|one, other| other.cmp(one));
    Ok(products.into_iter().map(|(_, id)| id).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(status: u16, retry_after: Option<u64>) -> Response {
        Response {
            status: StatusCode::from_u16(status).unwrap(),
            retry_after: retry_after.map(Duration::from_secs),
            text: "{\"success\": false}".to_owned(),
        }
    }

    #[test]
    fn cookies_lose_their_attributes_and_end_with_max_age_0() {
        let mut cookies = Cookies::default();
        assert_eq!(cookies.header(), None);
        let mut headers = HeaderMap::new();
        for text in [
            "__Host-sid=a=b; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=1800",
            "XSRF-TOKEN=x; SameSite=Lax; Secure; Path=/",
            "malformed",
        ] {
            headers.append(SET_COOKIE, text.parse().unwrap());
        }
        cookies.store_all(&headers);
        assert_eq!(cookies.header().unwrap(), "XSRF-TOKEN=x; __Host-sid=a=b");
        cookies.store("XSRF-TOKEN=y");
        cookies.store("__Host-sid=; Path=/; Max-Age=0");
        assert_eq!(cookies.header().unwrap(), "XSRF-TOKEN=y");
    }

    #[test]
    fn temporary_refusals_are_repeated_after_at_most_two_minutes() {
        for status in [429, 503] {
            assert_eq!(response(status, None).wait(), Some(DEFAULT_WAIT));
            assert_eq!(response(status, Some(7)).wait(), Some(Duration::from_secs(7)));
            assert_eq!(response(status, Some(600)).wait(), None);
        }
        for status in [200, 401, 409, 500] {
            assert_eq!(response(status, Some(1)).wait(), None);
        }
    }

    #[test]
    fn error_of_a_refusal_has_path_status_wait_and_body() {
        let error = response(429, Some(600)).json("orders").unwrap_err().to_string();
        assert_eq!(
            error,
            "orders: 429 Too Many Requests, retry after 600 s {\"success\": false}"
        );
        assert!(response(200, None).json("orders").is_ok());
    }

    #[test]
    fn retry_after_is_in_seconds() {
        let mut headers = HeaderMap::new();
        assert_eq!(retry_after(&headers), None);
        headers.insert(RETRY_AFTER, "12".parse().unwrap());
        assert_eq!(retry_after(&headers), Some(Duration::from_secs(12)));
    }

    #[test]
    fn products_in_stock_have_the_most_pieces_first() {
        let answer = json!({"data": [
            {"id": 1, "stock": 3}, {"id": 2, "stock": null}, {"id": 3, "stock": 0}, {"id": 4, "stock": 9},
        ]});
        assert_eq!(in_stock(&answer).unwrap(), [4, 1]);
        assert!(in_stock(&json!({"data": null})).is_err());
    }
}
