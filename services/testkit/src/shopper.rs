//! A person in front of a browser, as far as HTTP goes: a cookie jar and the headers that the web app sends.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use reqwest::{Method, header::SET_COOKIE};
use serde_json::{Value, json};

/// What the shop answered.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The HTTP status; 0 where the connection was lost before an answer.
    pub status: u16,
    /// The body, null where it was no JSON.
    pub body: Value,
    /// The headers.
    pub headers: reqwest::header::HeaderMap,
}

/// See the module. A clone is another tab of the same browser.
#[derive(Clone)]
pub struct Shopper {
    http: reqwest::Client,
    base: String,
    cookies: Arc<Mutex<BTreeMap<String, String>>>,
}

impl Shopper {
    pub(crate) fn new(base: &str) -> Self {
        let http = reqwest::Client::builder()
            .timeout(Duration::from_secs(20))
            .build()
            .expect("a client");
        Self {
            http,
            base: base.to_owned(),
            cookies: Arc::default(),
        }
    }

    /// The same browser in front of another gateway.
    #[must_use]
    pub fn at(&self, base: &str) -> Self {
        Self {
            base: base.to_owned(),
            ..self.clone()
        }
    }

    /// A cookie's value.
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().expect("not poisoned").get(name).cloned()
    }

    /// Sets or removes a cookie, as a test's trick.
    pub fn set_cookie(&self, name: &str, value: Option<&str>) {
        let mut cookies = self.cookies.lock().expect("not poisoned");
        match value {
            Some(value) => cookies.insert(name.to_owned(), value.to_owned()),
            None => cookies.remove(name),
        };
    }

    /// The e-mail of the customer of this name.
    pub fn email(name: &str) -> String {
        format!("{name}@example.com")
    }

    /// The password of every customer in tests.
    pub const PASSWORD: &str = "three lattice panes";

    /// Registers.
    pub async fn register(&self, name: &str) {
        let body = json!({"name": name, "lastname": "Məmmədova", "email": Self::email(name), "password": Self::PASSWORD});
        let answer = self.post("Auth/register", &body).await;
        assert_eq!(answer.status, 200, "register: {answer:?}");
    }

    /// Signs in.
    pub async fn sign_in(&self, name: &str) {
        let answer = self
            .post(
                "Auth/sign-in",
                &json!({"email": Self::email(name), "password": Self::PASSWORD}),
            )
            .await;
        assert_eq!(answer.status, 200, "sign-in: {answer:?}");
        assert!(self.cookie("XSRF-TOKEN").is_some(), "no XSRF-TOKEN: {answer:?}");
    }

    /// The signed-in user's id.
    pub async fn user_id(&self) -> String {
        let details = self.get("account/details").await;
        details.body["data"]["id"]
            .as_str()
            .unwrap_or_else(|| panic!("no id: {details:?}"))
            .to_owned()
    }

    /// Puts pieces of a product into the cart, making the cart where there is none.
    pub async fn add_to_cart(&self, product: i64, quantity: u32) -> Answer {
        let cart = self.post("carts/create", &json!({})).await;
        let item = json!({"cartId": cart.body["data"]["id"], "productId": product, "quantity": quantity});
        self.post("carts/add-item", &item).await
    }

    /// What the checkout form sends for these lines of product and quantity.
    pub fn order(user: &str, lines: &[(i64, u32)]) -> Value {
        let items: Vec<_> = lines
            .iter()
            .map(|(product, quantity)| json!({"productId": product, "quantity": quantity}))
            .collect();
        json!({
            "userId": user,
            "status": "Pending",
            "paymentStatus": "Pending",
            "shippingAddress": {
                "firstName": "Leyla", "lastName": "Məmmədova", "email": "leyla@example.com",
                "phone": "+994501234567", "address": "Nizami 1", "city": "Bakı", "state": "Bakı",
                "postalCode": "AZ1000", "country": "Azerbaijan",
            },
            "orderItems": items,
        })
    }

    /// Posts an order with a key.
    pub async fn check_out(&self, key: &str, order: &Value) -> Answer {
        self.send(Method::POST, "orders", Some(order), &[("Idempotency-Key", key)])
            .await
    }

    /// GET of an API path.
    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None, &[]).await
    }

    /// POST to an API path.
    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, Some(body), &[]).await
    }

    /// PUT to an API path.
    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::PUT, path, Some(body), &[]).await
    }

    /// PATCH to an API path.
    pub async fn patch(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::PATCH, path, Some(body), &[]).await
    }

    /// DELETE of an API path.
    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, None, &[]).await
    }

    /// Any call, with more headers; a header given here wins over the usual one, an empty one leaves it out.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        headers: &[(&str, &str)],
    ) -> Answer {
        let url = if path.starts_with('/') {
            format!("{}{path}", self.base)
        } else {
            format!("{}/api/v1.0/{path}", self.base)
        };
        let mut sent: BTreeMap<String, String> = BTreeMap::new();
        let cookies = {
            let cookies = self.cookies.lock().expect("not poisoned");
            cookies
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect::<Vec<_>>()
                .join("; ")
        };
        if !cookies.is_empty() {
            sent.insert("cookie".to_owned(), cookies);
        }
        if method != Method::GET {
            sent.insert("sec-fetch-site".to_owned(), "same-origin".to_owned());
            if let Some(token) = self.cookie("XSRF-TOKEN") {
                sent.insert("x-xsrf-token".to_owned(), token);
            }
        }
        for (name, value) in headers {
            sent.insert(name.to_lowercase(), (*value).to_owned());
        }
        let mut request = self.http.request(method, url);
        for (name, value) in sent.iter().filter(|(_, value)| !value.is_empty()) {
            request = request.header(name, value);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let Ok(response) = request.send().await else {
            return Answer {
                status: 0,
                body: Value::Null,
                headers: reqwest::header::HeaderMap::new(),
            };
        };
        self.keep_cookies(&response);
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        match response.bytes().await {
            Ok(bytes) => Answer {
                status,
                body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
                headers,
            },
            Err(_) => Answer {
                status: 0,
                body: Value::Null,
                headers,
            },
        }
    }

    fn keep_cookies(&self, response: &reqwest::Response) {
        let mut cookies = self.cookies.lock().expect("not poisoned");
        for header in response.headers().get_all(SET_COOKIE) {
            let Some((name, rest)) = header.to_str().ok().and_then(|text| text.split_once('=')) else {
                continue;
            };
            let value = rest.split(';').next().unwrap_or_default();
            if value.is_empty() || rest.contains("Max-Age=0") {
                cookies.remove(name);
            } else {
                cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}
