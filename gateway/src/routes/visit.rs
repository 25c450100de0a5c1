//! How a customer came to the shop.

use proto::common::v1 as common;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use crate::{
    convert::{self, Instant},
    words::VisitChannel,
};

/// How a customer came to the shop.
#[response]
#[derive(Debug, Clone)]
pub(crate) struct Visit {
    /// Way.
    channel: VisitChannel,
    /// Name of the site, service or advertiser, at most 60 characters.
    source: Option<String>,
    /// Name of the campaign, at most 100 characters.
    campaign: Option<String>,
    /// Path of the first page without query, at most 200 characters.
    landing_path: Option<String>,
    /// RFC 3339.
    at: Option<Instant>,
}

impl Visit {
    /// The OpenAPI example.
    pub(crate) fn example() -> Value {
        json!({"channel": "ads", "source": "google", "campaign": "spring", "landingPath": "/az/shop/7",
            "at": "2026-11-20T08:00:00Z"})
    }
}

impl From<common::Visit> for Visit {
    fn from(visit: common::Visit) -> Self {
        Self {
            channel: VisitChannel::of_text(visit.channel),
            source: convert::non_empty(visit.source),
            campaign: convert::non_empty(visit.campaign),
            landing_path: convert::non_empty(visit.landing_path),
            at: convert::moment(visit.at),
        }
    }
}

/// Visit as a browser sends it. A value of another type is left out, so that no request is refused for it; the
/// services check the rest.
#[derive(Debug, Default)]
pub(crate) struct SentVisit(pub(crate) Option<common::Visit>);

impl<'de> Deserialize<'de> for SentVisit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visit = Value::deserialize(deserializer)?;
        let text = |name: &str| visit.get(name).and_then(Value::as_str).unwrap_or_default();
        Ok(Self(visit.is_object().then(|| common::Visit {
            channel: text("channel").to_owned(),
            source: text("source").to_owned(),
            campaign: text("campaign").to_owned(),
            landing_path: text("landingPath").to_owned(),
            at: convert::parse_rfc3339(text("at")),
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_is_refused() {
        let read = |value: Value| serde_json::from_value::<SentVisit>(value).unwrap().0;
        for wrong in [json!(null), json!("ads"), json!(7), json!([])] {
            assert_eq!(read(wrong.clone()), None, "{wrong}");
        }
        let sent = read(Visit::example()).unwrap();
        assert_eq!(json!(Visit::from(sent.clone())), Visit::example());
        let mut wrong = Visit::example();
        wrong["campaign"] = json!({"name": "spring"});
        wrong["at"] = json!("yesterday");
        let expected = common::Visit {
            campaign: String::new(),
            at: None,
            ..sent
        };
        assert_eq!(read(wrong), Some(expected));
    }
}
