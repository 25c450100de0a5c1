//! Addresses in the shop, for letters to lead to. All of them begin with `PUBLIC_URL`.

use kit::domain::{Language, OrderId, ProductId};
use url::Url;

/// Makes them.
#[derive(Debug, Clone)]
pub(crate) struct Links(Url);

impl Links {
    /// For the shop at this address.
    pub(crate) const fn new(public_url: Url) -> Self {
        Self(public_url)
    }

    /// The shop's host, which names messages.
    pub(crate) fn host(&self) -> &str {
        self.0.host_str().unwrap_or("localhost")
    }

    /// The first page.
    pub(crate) fn home(&self, language: Language) -> String {
        self.page(language, "", &[])
    }

    /// The account.
    pub(crate) fn account(&self, language: Language) -> String {
        self.page(language, "/account", &[])
    }

    /// An order in its customer's account.
    pub(crate) fn order(&self, language: Language, order: OrderId) -> String {
        let order = order.to_string();
        self.page(language, "/account", &[("section", "orders"), ("order", &order)])
    }

    /// Signing in.
    pub(crate) fn login(&self, language: Language) -> String {
        self.page(language, "/login", &[])
    }

    /// Asking for a reset mail.
    pub(crate) fn forgot_password(&self, language: Language) -> String {
        self.page(language, "/forgot-password", &[])
    }

    /// Choosing a new password.
    pub(crate) fn reset_password(&self, language: Language, token: &str) -> String {
        self.page(language, "/reset-password", &[("token", token)])
    }

    /// A product.
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
    fn a_page_is_in_the_letters_language() {
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
    fn a_token_cannot_leave_its_place() {
        assert_eq!(
            links().reset_password(Language::En, "a&b=c#d"),
            "https://shop.example/en/reset-password?token=a%26b%3Dc%23d"
        );
    }

    #[test]
    fn a_port_is_kept_and_is_no_part_of_the_host() {
        let links = Links::new("http://localhost:8080/".parse().unwrap());
        assert_eq!(links.login(Language::En), "http://localhost:8080/en/login");
        assert_eq!(links.host(), "localhost");
    }
}
