//! Links to pages of the shop.

use kit::domain::{Language, OrderId, ProductId};
use url::Url;

/// Builds links below `PUBLIC_URL`.
#[derive(Debug, Clone)]
pub(crate) struct Links(Url);

impl Links {
    /// Creates links below this URL.
    pub(crate) const fn new(public_url: Url) -> Self {
        Self(public_url)
    }

    /// Returns the host.
    pub(crate) fn host(&self) -> &str {
        self.0.host_str().unwrap_or("localhost")
    }

    /// Returns the home page.
    pub(crate) fn home(&self, language: Language) -> String {
        self.page(language, "", &[])
    }

    /// Returns the account page.
    pub(crate) fn account(&self, language: Language) -> String {
        self.page(language, "/account", &[])
    }

    /// Returns the account page with an order.
    pub(crate) fn order(&self, language: Language, order: OrderId) -> String {
        let order = order.to_string();
        self.page(language, "/account", &[("section", "orders"), ("order", &order)])
    }

    /// Returns the login page.
    pub(crate) fn login(&self, language: Language) -> String {
        self.page(language, "/login", &[])
    }

    /// Returns the page to request a password reset.
    pub(crate) fn forgot_password(&self, language: Language) -> String {
        self.page(language, "/forgot-password", &[])
    }

    /// Returns the page to set a new password.
    pub(crate) fn reset_password(&self, language: Language, token: &str) -> String {
        self.page(language, "/reset-password", &[("token", token)])
    }

    /// Returns the page to verify an e-mail address.
    pub(crate) fn verify_email(&self, language: Language, token: &str) -> String {
        self.page(language, "/verify-email", &[("token", token)])
    }

    /// Returns the page of a product.
    pub(crate) fn product(&self, language: Language, product: ProductId) -> String {
        self.page(language, &format!("/shop/{product}"), &[])
    }

    fn page(&self, language: Language, path: &str, query: &[(&str, &str)]) -> String {
        let mut url = self.0.clone();
        url.set_path(&format!("/{language}{path}"));
        url.set_query(None);
        url.set_fragment(None);
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        url.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links() -> Links {
        Links::new("https://shop.example".parse().unwrap())
    }

    #[test]
    fn links_contain_the_language() {
        assert_eq!(links().home(Language::Az), "https://shop.example/az");
        assert_eq!(
            links().product(Language::Ru, 7_i64.try_into().unwrap()),
            "https://shop.example/ru/shop/7"
        );
        let order = OrderId::generate();
        assert_eq!(
            links().order(Language::En, order),
            format!("https://shop.example/en/account?section=orders&order={order}")
        );
    }

    #[test]
    fn escapes_query_values() {
        assert_eq!(
            links().reset_password(Language::En, "a&b=c#d"),
            "https://shop.example/en/reset-password?token=a%26b%3Dc%23d"
        );
    }

    #[test]
    fn keeps_the_port_outside_of_the_host() {
        let links = Links::new("http://localhost:8080/".parse().unwrap());
        assert_eq!(links.login(Language::En), "http://localhost:8080/en/login");
        assert_eq!(links.host(), "localhost");
    }
}
