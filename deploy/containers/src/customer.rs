//! A customer's browser, reduced to its HTTP requests to the gateway.

use std::{sync::Arc, time::Duration};

use anyhow::{Context as _, Result, ensure};
use reqwest::{
    Method,
    cookie::{CookieStore as _, Jar},
};
use serde_json::{Value, json};

const DEADLINE: Duration = Duration::from_secs(30);

/// The account exists as long as the run.
const EMAIL: &str = "leyla@example.com";
const PASSWORD: &str = "three lattice panes";

/// An HTTP client with cookies.
pub(crate) struct Customer {
    http: reqwest::Client,
    cookies: Arc<Jar>,
    base: String,
}

impl Customer {
    /// Creates a client of a gateway at `http://host:port`.
    pub(crate) fn new(base: String) -> Result<Self> {
        local::install_crypto();
        let cookies = Arc::new(Jar::default());
        let http = reqwest::Client::builder()
            .timeout(DEADLINE)
            .cookie_provider(Arc::clone(&cookies))
            .build()
            .context("cannot create an HTTP client")?;
        Ok(Self { http, cookies, base })
    }

    /// Checks that the gateway is ready, serves the web app, and has products.
    pub(crate) async fn check_pages(&self) -> Result<()> {
        self.page("/health/ready").await?;
        let page = self.page("/").await?;
        ensure!(
            page.contains("<script") && page.contains("id=\"root\""),
            "/ is not a page of the web app: {page:.200}"
        );
        ensure!(!self.products().await?.is_empty(), "the shop has no products");
        Ok(())
    }

    /// Registers, signs in, fills a cart and orders it like the web app, with this `traceparent`.
    pub(crate) async fn place_order(&self, traceparent: &str) -> Result<()> {
        let person = json!({"name": "Leyla", "lastname": "Məmmədova", "email": EMAIL, "password": PASSWORD});
        self.api(Method::POST, "Auth/register", &person, &[]).await?;
        let credentials = json!({"email": EMAIL, "password": PASSWORD});
        self.api(Method::POST, "Auth/sign-in", &credentials, &[]).await?;
        let details = self
            .api(Method::GET, "account/details", &Value::Null, &[])
            .await?;
        let products = self.products().await?;
        let product = products
            .iter()
            .find(|product| product.get("stock").and_then(Value::as_i64) > Some(0))
            .context("no product is in stock")?;
        let cart = self.api(Method::POST, "carts/create", &json!({}), &[]).await?;
        let line = json!({"cartId": cart.pointer("/data/id"), "productId": product.get("id"), "quantity": 1});
        self.api(Method::POST, "carts/add-item", &line, &[]).await?;
        let order = json!({
            "userId": details.pointer("/data/id"),
            "status": "Pending",
            "paymentStatus": "Pending",
            "shippingAddress": {
                "firstName": "Leyla", "lastName": "Məmmədova", "email": EMAIL,
                "phone": "+994501234567", "address": "Nizami 1", "city": "Bakı", "state": "Bakı",
                "postalCode": "AZ1000", "country": "Azerbaijan",
            },
            "orderItems": [{"productId": product.get("id"), "quantity": 1}],
        });
        let headers = [("idempotency-key", "containers"), ("traceparent", traceparent)];
        self.api(Method::POST, "orders", &order, &headers).await?;
        Ok(())
    }

    async fn products(&self) -> Result<Vec<Value>> {
        let answer = self
            .api(Method::GET, "products?page=1&limit=100", &Value::Null, &[])
            .await?;
        let products = answer
            .get("data")
            .and_then(Value::as_array)
            .context("the products are not a list")?;
        Ok(products.clone())
    }

    async fn page(&self, path: &str) -> Result<String> {
        let response = self.http.get(format!("{}{path}", self.base)).send().await?;
        let status = response.status();
        let text = response.text().await?;
        ensure!(status.is_success(), "{path}: {status} {text:.300}");
        Ok(text)
    }

    async fn api(&self, method: Method, path: &str, body: &Value, headers: &[(&str, &str)]) -> Result<Value> {
        let url = format!("{}/api/v1.0/{path}", self.base);
        let mut request = self.http.request(method, &url);
        if !body.is_null() {
            request = request.json(body).header("sec-fetch-site", "same-origin");
        }
        if let Some(token) = self.cookie("XSRF-TOKEN")? {
            request = request.header("x-xsrf-token", token);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request
            .send()
            .await
            .with_context(|| format!("{path}: no response"))?;
        let status = response.status();
        let text = response.text().await?;
        ensure!(status.is_success(), "{path}: {status} {text:.300}");
        serde_json::from_str(&text).with_context(|| format!("{path}: the response is not JSON"))
    }

    fn cookie(&self, name: &str) -> Result<Option<String>> {
        let url = self.base.parse().context("the gateway's address is not a URL")?;
        let Some(header) = self.cookies.cookies(&url) else {
            return Ok(None);
        };
        let text = header.to_str().context("a cookie is not text")?;
        let mut cookies = text.split("; ").filter_map(|cookie| cookie.split_once('='));
        Ok(cookies
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value.to_owned()))
    }
}
