//! An HTTP client that behaves like the web app in a browser: cookies and CSRF headers.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use reqwest::{Method, header::SET_COOKIE};
use serde_json::{Value, json};

/// An HTTP response.
#[derive(Debug, Clone)]
pub struct ApiResponse {
    /// HTTP status; 0 if the connection failed before a response.
    pub status: u16,
    /// JSON body; null if it is not JSON.
    pub body: Value,
    /// Response headers.
    pub headers: reqwest::header::HeaderMap,
}

/// A client with a cookie jar, which clones share.
#[derive(Clone)]
pub struct Browser {
    http: reqwest::Client,
    base: String,
    cookies: Arc<Mutex<BTreeMap<String, String>>>,
}

impl Browser {
    pub(crate) fn new(base: &str) -> Self {
        local::install_crypto();
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

    /// Returns a client with the same cookies for another gateway.
    #[must_use]
    pub fn at(&self, base: &str) -> Self {
        Self {
            base: base.to_owned(),
            ..self.clone()
        }
    }

    /// Returns a cookie's value.
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().expect("not poisoned").get(name).cloned()
    }

    /// Sets or removes a cookie.
    pub fn set_cookie(&self, name: &str, value: Option<&str>) {
        let mut cookies = self.cookies.lock().expect("not poisoned");
        match value {
            Some(value) => cookies.insert(name.to_owned(), value.to_owned()),
            None => cookies.remove(name),
        };
    }

    /// Returns the e-mail address of a test customer.
    pub fn email(name: &str) -> String {
        format!("{name}@example.com")
    }

    /// Password of all test customers.
    pub const PASSWORD: &str = "three lattice panes";

    /// Registers a customer.
    pub async fn register(&self, name: &str) {
        let body = json!({"name": name, "lastname": "Məmmədova", "email": Self::email(name), "password": Self::PASSWORD});
        let response = self.post("Auth/register", &body).await;
        assert_eq!(response.status, 200, "register: {response:?}");
    }

    /// Signs a customer in.
    pub async fn sign_in(&self, name: &str) {
        let response = self
            .post(
                "Auth/sign-in",
                &json!({"email": Self::email(name), "password": Self::PASSWORD}),
            )
            .await;
        assert_eq!(response.status, 200, "sign-in: {response:?}");
        assert!(self.cookie("XSRF-TOKEN").is_some(), "no XSRF-TOKEN: {response:?}");
    }

    /// Returns the signed-in user's id.
    pub async fn user_id(&self) -> String {
        let details = self.get("account/details").await;
        details.body["data"]["id"]
            .as_str()
            .unwrap_or_else(|| panic!("no id: {details:?}"))
            .to_owned()
    }

    /// Adds a product to the cart; creates the cart if there is none.
    pub async fn add_to_cart(&self, product: i64, quantity: u32) -> ApiResponse {
        let cart = self.post("carts/create", &json!({})).await;
        let item = json!({"cartId": cart.body["data"]["id"], "productId": product, "quantity": quantity});
        self.post("carts/add-item", &item).await
    }

    /// Returns the checkout request for lines of product id and quantity.
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

    /// Posts an order with an idempotency key.
    pub async fn check_out(&self, key: &str, order: &Value) -> ApiResponse {
        self.send(Method::POST, "orders", Some(order), &[("Idempotency-Key", key)])
            .await
    }

    /// Adds the lines of an order to the cart, and posts the order with an idempotency key.
    pub async fn buy(&self, key: &str, order: &Value) -> ApiResponse {
        for line in order["orderItems"].as_array().into_iter().flatten() {
            let product = line["productId"].as_i64().unwrap_or_default();
            let quantity = line["quantity"]
                .as_u64()
                .and_then(|pieces| pieces.try_into().ok());
            let added = self.add_to_cart(product, quantity.unwrap_or_default()).await;
            assert_eq!(added.status, 200, "{added:?}");
        }
        self.check_out(key, order).await
    }

    /// Sends GET to an API path.
    pub async fn get(&self, path: &str) -> ApiResponse {
        self.send(Method::GET, path, None, &[]).await
    }

    /// Sends POST to an API path.
    pub async fn post(&self, path: &str, body: &Value) -> ApiResponse {
        self.send(Method::POST, path, Some(body), &[]).await
    }

    /// Sends PUT to an API path.
    pub async fn put(&self, path: &str, body: &Value) -> ApiResponse {
        self.send(Method::PUT, path, Some(body), &[]).await
    }

    /// Sends PATCH to an API path.
    pub async fn patch(&self, path: &str, body: &Value) -> ApiResponse {
        self.send(Method::PATCH, path, Some(body), &[]).await
    }

    /// Sends DELETE to an API path.
    pub async fn delete(&self, path: &str) -> ApiResponse {
        self.send(Method::DELETE, path, None, &[]).await
    }

    /// Sends a request. `headers` override the default ones; an empty value removes a header.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        headers: &[(&str, &str)],
    ) -> ApiResponse {
        let body = body.map(|body| ("application/json", body.to_string().into_bytes()));
        self.send_bytes(method, path, body, headers).await
    }

    /// Posts a form with fields and a file.
    pub async fn upload(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        (name, file): (&str, &[u8]),
        headers: &[(&str, &str)],
    ) -> ApiResponse {
        let part = |attributes: String, value: &str| {
            format!("--x\r\nContent-Disposition: form-data; {attributes}\r\n\r\n{value}")
        };
        let fields = fields
            .iter()
            .map(|(field, value)| part(format!("name=\"{field}\""), value) + "\r\n");
        let form = fields.collect::<String>() + &part(format!("name=\"file\"; filename=\"{name}\""), "");
        let form = [form.as_bytes(), file, b"\r\n--x--\r\n"].concat();
        let body = ("multipart/form-data; boundary=x", form);
        self.send_bytes(Method::POST, path, Some(body), headers).await
    }

    /// Sends a request with a body of a media type.
    async fn send_bytes(
        &self,
        method: Method,
        path: &str,
        body: Option<(&str, Vec<u8>)>,
        headers: &[(&str, &str)],
    ) -> ApiResponse {
        let url = if path.starts_with('/') {
            format!("{}{path}", self.base)
        } else {
            format!("{}/api/v1.0/{path}", self.base)
        };
        let mut all_headers: BTreeMap<String, String> = BTreeMap::new();
        let cookies = {
            let cookies = self.cookies.lock().expect("not poisoned");
            cookies
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect::<Vec<_>>()
                .join("; ")
        };
        if !cookies.is_empty() {
            all_headers.insert("cookie".to_owned(), cookies);
        }
        if method != Method::GET {
            all_headers.insert("sec-fetch-site".to_owned(), "same-origin".to_owned());
            if let Some(token) = self.cookie("XSRF-TOKEN") {
                all_headers.insert("x-xsrf-token".to_owned(), token);
            }
        }
        for (name, value) in headers {
            all_headers.insert(name.to_lowercase(), (*value).to_owned());
        }
        let mut request = self.http.request(method, url);
        for (name, value) in all_headers.iter().filter(|(_, value)| !value.is_empty()) {
            request = request.header(name, value);
        }
        if let Some((media_type, body)) = body {
            request = request.header("content-type", media_type).body(body);
        }
        let Ok(response) = request.send().await else {
            return ApiResponse {
                status: 0,
                body: Value::Null,
                headers: reqwest::header::HeaderMap::new(),
            };
        };
        self.store_cookies(&response);
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        match response.bytes().await {
            Ok(bytes) => ApiResponse {
                status,
                body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
                headers,
            },
            Err(_) => ApiResponse {
                status: 0,
                body: Value::Null,
                headers,
            },
        }
    }

    fn store_cookies(&self, response: &reqwest::Response) {
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
