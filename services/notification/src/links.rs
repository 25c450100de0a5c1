//! Links to pages of the shop.

use kit::domain::{Language, OrderId, ProductId};
use url::Url;
use uuid::Uuid;

/// Formats of pictures that mail clients show. Classic Outlook for Windows shows no WebP; a plain box stays.
const SHOWN_FORMATS: [&str; 5] = ["webp", "jpg", "jpeg", "png", "gif"];

/// Width in pixels that exists of every picture whose name ends in a larger one.
const SMALL_WIDTH: u32 = 480;

/// Query by which the shop tells visits from its mails. Pages of what the customer has begun go without: a visit to them must not
/// replace the one from which it came.
const FROM_MAIL: [(&str, &str); 2] = [("utm_source", "shop"), ("utm_medium", "mail")];

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
        self.page(language, "", &FROM_MAIL)
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
        with_token(&self.page(language, "/reset-password", &[]), token)
    }

    /// Returns the page to verify an e-mail address.
    pub(crate) fn verify_email(&self, language: Language, token: &str) -> String {
        with_token(&self.page(language, "/verify-email", &[]), token)
    }

    /// Returns the page of a product.
    pub(crate) fn product(&self, language: Language, product: ProductId) -> String {
        self.page(language, &format!("/shop/{product}"), &FROM_MAIL)
    }

    /// Returns the page of a design, which is the fragment: the mail's mark comes before it.
    pub(crate) fn design(&self, language: Language, code: &str) -> String {
        format!("{}#{code}", self.page(language, "/design", &FROM_MAIL))
    }

    /// Returns the list of products.
    pub(crate) fn shop(&self, language: Language) -> String {
        self.page(language, "/shop", &FROM_MAIL)
    }

    /// Returns the picture with this path, in the smallest width that exists. `None` if there is none in a format that mail
    /// clients show.
    pub(crate) fn picture(&self, path: &str) -> Option<String> {
        let (stem, format) = path.rsplit_once('.')?;
        let is_shown = !path.contains("://") && SHOWN_FORMATS.contains(&format);
        is_shown.then(|| {
            let stem = small_stem(stem);
            self.url(&format!("/{}.{format}", stem.trim_start_matches('/')), &[])
        })
    }

    /// Returns a picture that all mails share.
    pub(crate) fn mail_picture(&self, name: &str) -> String {
        self.url(&format!("/images/mail/{name}"), &[])
    }

    /// Returns the page of an order that needs no session. The token is in the fragment, which reaches no log.
    pub(crate) fn linked_order(&self, language: Language, token: &str) -> String {
        format!("{}#{token}", self.page(language, "/order", &[]))
    }

    /// Returns the customer's page of an offer. The token is in the fragment, which reaches no log.
    pub(crate) fn offer(&self, language: Language, token: &str) -> String {
        format!("{}#{token}", self.page(language, "/offer", &[]))
    }

    /// Returns the customer's page of a conversation. The token is in the fragment, which reaches no log.
    pub(crate) fn conversation(&self, language: Language, token: &str) -> String {
        format!("{}#{token}", self.page(language, "/conversation", &[]))
    }

    /// Returns the desk's sign-in page.
    pub(crate) fn desk_sign_in(&self) -> String {
        self.url("/desk/sign-in", &[])
    }

    /// Returns the desk's page to accept an invitation.
    pub(crate) fn desk_welcome(&self, token: &str) -> String {
        with_token(&self.url("/desk/welcome", &[]), token)
    }

    /// Returns the desk's page to set up a second factor.
    pub(crate) fn desk_enrol(&self, token: &str) -> String {
        with_token(&self.url("/desk/enrol", &[]), token)
    }

    /// Returns the desk's page of the own settings, factors and devices.
    pub(crate) fn desk_me(&self) -> String {
        self.url("/desk/me", &[])
    }

    /// Returns the desk's page of the team.
    pub(crate) fn desk_team(&self) -> String {
        self.url("/desk/team", &[])
    }

    /// Returns the desk's page of a quote.
    pub(crate) fn desk_quote(&self, number: &str) -> String {
        self.url(&format!("/desk/quotes/{number}"), &[])
    }

    /// Returns the desk's page of an offer of a quote.
    pub(crate) fn desk_offer(&self, quote: &str, offer: Uuid) -> String {
        self.url(&format!("/desk/quotes/{quote}/offer/{offer}"), &[])
    }

    /// Returns the desk's page of an order.
    pub(crate) fn desk_order(&self, number: &str) -> String {
        self.url(&format!("/desk/orders/{number}"), &[])
    }

    /// Returns the workshop's papers of an order at the desk.
    pub(crate) fn desk_workshop(&self, number: &str) -> String {
        self.url(&format!("/desk/orders/{number}/workshop"), &[])
    }

    fn page(&self, language: Language, path: &str, query: &[(&str, &str)]) -> String {
        self.url(&format!("/{language}{path}"), query)
    }

    fn url(&self, path: &str, query: &[(&str, &str)]) -> String {
        let mut url = self.0.clone();
        url.set_path(path);
        url.set_query(None);
        url.set_fragment(None);
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        url.into()
    }
}

/// Returns a link with a token in the fragment, which browsers send to no server and in no referrer.
fn with_token(page: &str, token: &str) -> String {
    let token: String = url::form_urlencoded::byte_serialize(token.as_bytes()).collect();
    format!("{page}#token={token}")
}

/// Returns the name of a picture in its small width: `…/1-480` for `…/1-768`.
fn small_stem(stem: &str) -> String {
    let sized = stem.rsplit_once('-').and_then(|(name, width)| {
        let width: u32 = width.parse().ok()?;
        (width > SMALL_WIDTH).then(|| format!("{name}-{SMALL_WIDTH}"))
    });
    sized.unwrap_or_else(|| stem.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links() -> Links {
        Links::new("https://shop.example".parse().unwrap())
    }

    #[test]
    fn links_contain_the_language() {
        assert_eq!(
            links().home(Language::Az),
            "https://shop.example/az?utm_source=shop&utm_medium=mail"
        );
        assert_eq!(
            links().product(Language::Ru, 7_i64.try_into().unwrap()),
            "https://shop.example/ru/shop/7?utm_source=shop&utm_medium=mail"
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
            "https://shop.example/en/reset-password#token=a%26b%3Dc%23d"
        );
    }

    #[test]
    fn tokens_are_in_the_fragment() {
        assert_eq!(
            links().offer(Language::Ru, "ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg"),
            "https://shop.example/ru/offer#ST-0M4K7Q2X.k3J9wQ7dYx2LmT0aVb5cZg"
        );
        assert_eq!(
            links().desk_welcome("a b"),
            "https://shop.example/desk/welcome#token=a+b"
        );
        assert_eq!(
            links().desk_quote("SQ-7Q2M04XK"),
            "https://shop.example/desk/quotes/SQ-7Q2M04XK"
        );
    }

    #[test]
    fn pictures_are_small_and_the_shops_own() {
        let picture = |path| links().picture(path);
        let found = "https://shop.example/images/products/sk-101/1-480.webp";
        for path in [
            "/images/products/sk-101/1-768.webp",
            "images/products/sk-101/1-1024.webp",
            "/images/products/sk-101/1-480.webp",
            "//images/products/sk-101/1-480.webp",
        ] {
            assert_eq!(picture(path).as_deref(), Some(found), "{path}");
        }
        let narrow = "https://shop.example/images/a-320.png";
        assert_eq!(picture("/images/a-320.png").as_deref(), Some(narrow));
        for path in [
            "",
            "/images/drawing.svg",
            "/images/1-768.avif",
            "https://evil.example/1.png",
        ] {
            assert_eq!(picture(path), None, "{path}");
        }
    }

    #[test]
    fn keeps_the_port_outside_of_the_host() {
        let links = Links::new("http://localhost:8080/".parse().unwrap());
        assert_eq!(links.login(Language::En), "http://localhost:8080/en/login");
        assert_eq!(links.host(), "localhost");
    }
}
