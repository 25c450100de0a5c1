//! Checks that the shop answers each read as it should.

use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::{
    products::COMMON_WORD,
    rows::{PAGE, Read},
};

const TIMEOUT: Duration = Duration::from_secs(20);

/// Time in which the search must know all products.
const SEARCH_TIMEOUT: Duration = Duration::from_mins(15);
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// An answer of the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) content_type: String,
    pub(crate) body: Vec<u8>,
}

/// Fetches a path without compression.
///
/// # Errors
/// If the status is not 200.
pub(crate) async fn fetch(http: &reqwest::Client, url: &str, cookie: Option<&str>) -> Result<Answer> {
    let mut request = http.get(url).timeout(TIMEOUT);
    if let Some(cookie) = cookie {
        request = request.header("cookie", cookie);
    }
    let response = request.send().await?;
    let status = response.status();
    let content_type = response
        .headers()
        .get("content-type")
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .to_owned();
    let body = response.bytes().await?.to_vec();
    ensure!(
        status == 200,
        "{url}: {status} {}",
        String::from_utf8_lossy(&body)
            .chars()
            .take(300)
            .collect::<String>()
    );
    Ok(Answer { content_type, body })
}

/// Checks the shape of an answer, of a shop with `products` products.
///
/// # Errors
/// If it is wrong; the error names the first difference.
pub(crate) fn check(read: Read, path: &str, answer: &Answer, products: i32) -> Result<()> {
    if read == Read::Home {
        let text = String::from_utf8_lossy(&answer.body);
        ensure!(answer.content_type.starts_with("text/html"), "{path} is no HTML");
        ensure!(text.contains("<html lang=\"en\""), "{path} is not in English");
        ensure!(text.trim_end().ends_with("</html>"), "{path} is cut off");
        return Ok(());
    }
    let body: Value = serde_json::from_slice(&answer.body).with_context(|| format!("{path} is no JSON"))?;
    let field = |pointer: &str| body.pointer(pointer).unwrap_or(&Value::Null);
    ensure!(*field("/success") == true, "{path} was not successful");
    let total = field("/totalRecords").as_i64();
    let entries = field("/data").as_array().map(Vec::as_slice).unwrap_or_default();
    match read {
        Read::Product => {
            let id = field("/data/id").to_string();
            ensure!(path.ends_with(&format!("/{id}")), "{path} is product {id}");
        }
        Read::List => {
            ensure!(entries.len() == PAGE, "{path} has {} entries", entries.len());
            ensure!(total == Some(i64::from(products)), "{path} counts {total:?}");
        }
        Read::Search => {
            ensure!(!entries.is_empty(), "{path} found nothing");
            ensure!(total >= Some(i64::from(products / 5)), "{path} counts {total:?}");
            let other = entries
                .iter()
                .find(|entry| !entry.to_string().contains(COMMON_WORD));
            if let Some(other) = other {
                bail!("{path} found {other}");
            }
        }
        Read::Facets | Read::FacetsLarge => {
            let counts = |pointer: &str| -> i64 {
                let counts = field(pointer);
                let values = counts.as_array().map(Vec::as_slice).unwrap_or_default();
                let named = counts.as_object().into_iter().flat_map(serde_json::Map::values);
                values.iter().chain(named).filter_map(Value::as_i64).sum()
            };
            ensure!(!entries.is_empty(), "{path} found nothing");
            let categories = counts("/facets/categories");
            ensure!(
                total == Some(categories),
                "{path} counts {total:?} and {categories}"
            );
            // The prices of all products: a facet ignores its own filter.
            let bars = counts("/facets/price/bars");
            ensure!(bars == i64::from(products), "{path} counts {bars} prices");
        }
        Read::Desk | Read::DeskProducts => {
            let data = field("/data");
            ensure!(data.is_object() || !entries.is_empty(), "{path} is empty");
        }
        Read::Home => {}
    }
    Ok(())
}

/// Waits until the search finds the common word in a fifth of `products`.
///
/// # Errors
/// If it does not within 15 minutes; the error is that of the last try.
pub(crate) async fn wait_for_search(http: &reqwest::Client, shop: &str, products: i32) -> Result<()> {
    let paths = Read::Search.paths(&[]);
    let path = paths.first().map_or("", String::as_str);
    let started = tokio::time::Instant::now();
    loop {
        let answer = fetch(http, &format!("{shop}{path}"), None).await;
        match answer.and_then(|answer| check(Read::Search, path, &answer, products)) {
            Ok(()) => return Ok(()),
            Err(error) if started.elapsed() > SEARCH_TIMEOUT => {
                return Err(error).context("the search does not know all products");
            }
            Err(_) => tokio::time::sleep(POLL_INTERVAL).await,
        }
    }
}

/// Searches while other work runs: how many searches were answered and refused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Availability {
    pub(crate) answered: u32,
    pub(crate) refused: u32,
}

/// Searches five times a second until `work` has ended.
///
/// # Errors
/// If `work` fails.
pub(crate) async fn observe_during(
    http: &reqwest::Client,
    shop: &str,
    work: impl Future<Output = Result<()>>,
) -> Result<Availability> {
    let mut availability = Availability::default();
    let paths = Read::Search.paths(&[]);
    let url = format!("{shop}{}", paths.first().map_or("", String::as_str));
    let observe = async {
        loop {
            match fetch(http, &url, None).await {
                Ok(_) => availability.answered += 1,
                Err(_) => availability.refused += 1,
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    tokio::select! {
        () = observe => {}
        result = work => result?,
    }
    Ok(availability)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(body: &str) -> Answer {
        Answer {
            content_type: "application/json".to_owned(),
            body: body.as_bytes().to_vec(),
        }
    }

    #[test]
    fn product_must_be_the_requested_one() {
        let answer = json(r#"{"success": true, "data": {"id": 7}}"#);
        assert!(check(Read::Product, "/api/v1.0/products/7", &answer, 9).is_ok());
        assert!(check(Read::Product, "/api/v1.0/products/8", &answer, 9).is_err());
    }

    #[test]
    fn search_must_find_a_fifth_with_the_word() {
        let answer = |name: &str, total: i32| {
            json(&format!(
                r#"{{"success": true, "data": [{{"name": "{name}"}}], "totalRecords": {total}}}"#
            ))
        };
        let right = format!("{COMMON_WORD} 5");
        assert!(check(Read::Search, "/s", &answer(&right, 200), 1_000).is_ok());
        assert!(check(Read::Search, "/s", &answer(&right, 199), 1_000).is_err());
        assert!(check(Read::Search, "/s", &answer("Rəf", 200), 1_000).is_err());
    }

    #[test]
    fn unfinished_pages_and_lists_are_wrong() {
        let page = Answer {
            content_type: "text/html; charset=utf-8".to_owned(),
            body: b"<html lang=\"en\"><body>".to_vec(),
        };
        assert!(check(Read::Home, "/en", &page, 1).is_err());
        let list = json(r#"{"success": true, "data": [], "totalRecords": 0}"#);
        assert!(check(Read::List, "/l", &list, 1).is_err());
    }
}
