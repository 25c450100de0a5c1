//! Content security policy of pages.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use sha2::{Digest as _, Sha256};

/// Pages with maps that the contact page embeds. Nothing else of these sites is embedded.
const MAPS: &str = "https://www.openstreetmap.org/export/embed.html https://www.google.com/maps/embed";

/// Returns the policy of a page: own files, and its inline scripts and styles by their hashes.
pub(super) fn policy(html: &str, is_secure: bool) -> String {
    let scripts = hashes(html, "script");
    let styles = hashes(html, "style");
    let upgrade = if is_secure {
        "; upgrade-insecure-requests"
    } else {
        ""
    };
    format!(
        "default-src 'self'; script-src 'self'{scripts}; style-src 'self'{styles}; img-src 'self' data:; \
         frame-src {MAPS}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'{upgrade}"
    )
}

/// Returns the policy of the desk: own files only, no embedded pages.
pub(super) fn desk_policy(html: &str, is_secure: bool) -> String {
    let scripts = hashes(html, "script");
    let styles = hashes(html, "style");
    let upgrade = if is_secure {
        "; upgrade-insecure-requests"
    } else {
        ""
    };
    format!(
        "default-src 'none'; script-src 'self'{scripts}; style-src 'self'{styles}; img-src 'self' data: blob:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'{upgrade}"
    )
}

/// Returns the hashes of the inline elements with a tag name, each after a space.
fn hashes(html: &str, element: &str) -> String {
    let (open, close) = (format!("<{element}"), format!("</{element}>"));
    let mut hashes = String::new();
    for rest in html.split(&open).skip(1) {
        let Some((attributes, rest)) = rest.split_once('>') else {
            continue;
        };
        let (content, _) = rest.split_once(&close).unwrap_or_default();
        let is_data = attributes.contains("json");
        if !content.is_empty() && !is_data {
            let hash = STANDARD.encode(Sha256::digest(content.as_bytes()));
            hashes.extend([" 'sha256-", &hash, "'"]);
        }
    }
    hashes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allows_only_inline_scripts_of_the_page() {
        let policy = policy(
            "<script>alert(1)</script><script type=\"application/json\">{}</script>",
            true,
        );
        // echo -n 'alert(1)' | openssl sha256 -binary | base64
        let hash = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";
        assert!(
            policy.contains(&format!("script-src 'self' {hash}; style-src 'self';")),
            "{policy}"
        );
        assert!(policy.ends_with("; upgrade-insecure-requests"));
        let (_, frames) = policy.split_once("frame-src ").unwrap();
        let (frames, _) = frames.split_once(';').unwrap();
        for page in frames.split(' ') {
            let path = page
                .strip_prefix("https://")
                .and_then(|page| page.split_once('/'));
            assert!(
                path.is_some_and(|(_, path)| !path.is_empty()),
                "a whole site: {page}"
            );
        }
        assert!(!policy.contains("unsafe-inline"));
    }
}
