//! How a customer came to the shop.

use proto::common::v1 as wire;
use time::OffsetDateTime;

use crate::{
    convert::{time, timestamp},
    vocabulary::visit::Channel,
};

/// Maximum number of characters of the source.
const MAX_SOURCE: usize = 60;

/// Maximum number of characters of the campaign.
const MAX_CAMPAIGN: usize = 100;

/// Maximum number of characters of the path.
const MAX_PATH: usize = 200;

/// The visit from which an inquiry or an order comes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Visit {
    /// Way on which the customer came.
    pub channel: Channel,
    /// Name of the site, service or advertiser; empty if there is none.
    pub source: String,
    /// Name of the campaign; empty if there is none.
    pub campaign: String,
    /// Path of the first page, without query; empty if it is unknown.
    pub landing_path: String,
    /// Time of the visit.
    pub at: Option<OffsetDateTime>,
}

impl Visit {
    /// Reads what a browser tells, or another service. It never fails: an unknown channel is no visit, texts are cut, and a path
    /// without `/` and a time after `now` are left out.
    pub fn read(message: Option<&wire::Visit>, now: OffsetDateTime) -> Self {
        let Some((message, channel)) =
            message.and_then(|message| Some((message, message.channel.parse::<Channel>().ok()?)))
        else {
            return Self::default();
        };
        if channel == Channel::Unknown {
            return Self::default();
        }
        let path = message.landing_path.split(['?', '#']).next().unwrap_or_default();
        Self {
            channel,
            source: cut(&message.source, MAX_SOURCE),
            campaign: cut(&message.campaign, MAX_CAMPAIGN),
            landing_path: if path.starts_with('/') {
                cut(path, MAX_PATH)
            } else {
                String::new()
            },
            at: message.at.as_ref().and_then(time).filter(|at| *at <= now),
        }
    }

    /// Converts to a message; `None` if the visit is unknown.
    pub fn into_message(self) -> Option<wire::Visit> {
        (self.channel != Channel::Unknown).then(|| wire::Visit {
            channel: self.channel.name().to_owned(),
            source: self.source,
            campaign: self.campaign,
            landing_path: self.landing_path,
            at: self.at.map(timestamp),
        })
    }
}

/// Returns the first characters of a text, without control characters and spaces at both ends.
fn cut(text: &str, max: usize) -> String {
    let visible = text.trim().chars().filter(|character| !character.is_control());
    visible.take(max).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_valid_is_cut_or_left_out() {
        let now = OffsetDateTime::from_unix_timestamp(1_795_000_000).unwrap();
        let at = |seconds: i64| Some(timestamp(now + time::Duration::seconds(seconds)));
        let sent = |channel: &str, source: &str, path: &str, seconds: i64| wire::Visit {
            channel: channel.to_owned(),
            source: source.to_owned(),
            campaign: "spring\r\n sale ".to_owned(),
            landing_path: path.to_owned(),
            at: at(seconds),
        };
        let read = |message: &wire::Visit| Visit::read(Some(message), now).into_message();
        let whole = sent("ads", "google", "/az/shop/7", -60);
        let kept = wire::Visit {
            campaign: "spring sale".to_owned(),
            ..whole.clone()
        };
        assert_eq!(read(&whole), Some(kept.clone()));
        let expected = wire::Visit {
            source: "ə".repeat(60),
            landing_path: "/az/order".to_owned(),
            at: None,
            ..kept.clone()
        };
        assert_eq!(
            read(&sent("ads", &"ə".repeat(61), "/az/order?token=a#b", 60)),
            Some(expected)
        );
        let expected = wire::Visit {
            landing_path: String::new(),
            ..kept
        };
        assert_eq!(
            read(&sent("ads", "google", "https://a.example/", -60)),
            Some(expected)
        );
        for channel in ["", "unknown", "tv", "Ads"] {
            assert_eq!(read(&sent(channel, "google", "/", -60)), None, "{channel}");
        }
        assert_eq!(Visit::read(None, now), Visit::default());
    }
}
