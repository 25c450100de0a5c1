//! A customer in front of the gateway, as far as HTTP goes.

use std::{sync::Arc, time::Duration};

use anyhow::{Context as _, Result, ensure};
use reqwest::{
    Method,
    cookie::{CookieStore as _, Jar},
};
use serde_json::{Value, json};

const DEADLINE: Duration = Duration::from_secs(30);

/// Of an account that lives as long as the run.
const EMAIL: &str = "leyla@example.com";
const PASSWORD: &str = "three lattice panes";

/// See the module.
pub(super) struct Visitor {
    http: reqwest::Client,
    cookies: Arc<Jar>,
    base: String,
}

impl Visitor {
    /// In front of a gateway, `http://host:port`.
    pub(super) fn new(base: String) -> Result<Self> {
        let cookies = Arc::new(Jar::default());
        let http = reqwest::Client::builder()
            .timeout(DEADLINE)
            .cookie_provider(Arc::clone(&cookies))
            .build()
            .context("an HTTP client cannot be made")?;
        Ok(Self { http, cookies, base })
    }

    /// That the gateway is ready, shows the web app, and has products.
    pub(super) async fn look(&self) -> Result<()> {
        self.page("/health/ready").await?;
        let page = self.page("/").await?;
        ensure!(
            page.contains("<script") && page.contains("id=\"root\""),
            "/ is no page of the web app: {page:.200}"
        );
        ensure!(!self.products().await?.is_empty(), "the shop has no products");
        Ok(())
    }

    /// Registers, signs in, fills a cart and orders it as the web app does, continuing this `traceparent`.
    pub(super) async fn order(&self, traceparent: &str) -> Result<()> {
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
            .context("products are no list")?;
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
            .with_context(|| format!("{path} is not answered"))?;
        let status = response.status();
        let text = response.text().await?;
        ensure!(status.is_success(), "{path}: {status} {text:.300}");
        serde_json::from_str(&text).with_context(|| format!("{path}: the answer is no JSON"))
    }

    fn cookie(&self, name: &str) -> Result<Option<String>> {
        let url = self.base.parse().context("the gateway's address is none")?;
        let Some(header) = self.cookies.cookies(&url) else {
            return Ok(None);
        };
        let text = header.to_str().context("a cookie is no text")?;
        let mut cookies = text.split("; ").filter_map(|cookie| cookie.split_once('='));
        Ok(cookies
            .find(|(there, _)| *there == name)
            .map(|(_, value)| value.to_owned()))
    }
}
