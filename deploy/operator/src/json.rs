//! JSON files: the seed's, and those that `cargo xtask staff` reads and prints. A message has the JSON format of protobuf,
//! but for what its [`FileFormat`] converts.

use std::{fs, path::Path, sync::LazyLock};

use anyhow::{Context as _, Result, ensure};
use prost_reflect::{
    DescriptorPool, DeserializeOptions, DynamicMessage, MessageDescriptor, SerializeOptions, prost::Message,
};
use proto::content::v1::{Campaign, Project, ProjectCategory, Promo, ShopTerms, Store};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use time::{Duration, format_description::well_known::Rfc3339};

static DESCRIPTORS: LazyLock<Option<DescriptorPool>> =
    LazyLock::new(|| DescriptorPool::decode(proto::DESCRIPTORS).ok());

/// Names of a campaign's times in files and in protobuf.
const CAMPAIGN_TIMES: [[&str; 2]; 2] = [["startDate", "startsAt"], ["endDate", "endsAt"]];

/// Names of opening hours in files and in protobuf.
const HOURS: [[&str; 2]; 2] = [["from", "opensAt"], ["to", "closesAt"]];

/// Prefix of a project's categories in protobuf.
const CATEGORY: &str = "PROJECT_CATEGORY_";

/// A message with a file format.
pub(crate) trait FileFormat: Message + Default {
    /// The message's name in the `.proto` files.
    const MESSAGE: &str;

    /// Converts the file's format to protobuf's.
    fn decode_file(_json: &mut Value) -> Result<()> {
        Ok(())
    }

    /// Converts protobuf's format to the file's.
    fn encode_file(_json: &mut Value) {}
}

impl FileFormat for Campaign {
    const MESSAGE: &str = "storefront.content.v1.Campaign";

    /// Accepts `endsInDays`, days from now, instead of `endDate`.
    fn decode_file(json: &mut Value) -> Result<()> {
        if let Some(days) = json.get("endsInDays").and_then(Value::as_i64)
            && !json.get("endDate").is_some_and(Value::is_string)
        {
            let end = kit::clock::now().truncate_to_second() + Duration::days(days);
            set(json, "endDate", end.format(&Rfc3339)?.into());
        }
        ensure!(
            json.get("endDate").is_some_and(Value::is_string),
            "endDate is missing"
        );
        rename(json, CAMPAIGN_TIMES);
        Ok(())
    }

    fn encode_file(json: &mut Value) {
        rename(json, CAMPAIGN_TIMES.map(|[file, message]| [message, file]));
    }
}

impl FileFormat for Promo {
    const MESSAGE: &str = "storefront.content.v1.Promo";
}

impl FileFormat for Project {
    const MESSAGE: &str = "storefront.content.v1.Project";

    fn decode_file(json: &mut Value) -> Result<()> {
        let category = json.get("category").and_then(Value::as_str);
        let category = category.context("category is missing")?;
        let name = format!("{CATEGORY}{}", category.to_uppercase());
        let is_known =
            ProjectCategory::from_str_name(&name).is_some_and(|known| known != ProjectCategory::Unspecified);
        ensure!(is_known, "unknown category {category}");
        set(json, "category", name.into());
        Ok(())
    }

    fn encode_file(json: &mut Value) {
        remove(json, "id");
        let category = json.get("category").and_then(Value::as_str);
        if let Some(category) = category.and_then(|category| category.strip_prefix(CATEGORY)) {
            set(json, "category", category.to_lowercase().into());
        }
    }
}

impl FileFormat for Store {
    const MESSAGE: &str = "storefront.content.v1.Store";

    fn encode_file(json: &mut Value) {
        remove(json, "id");
    }
}

impl FileFormat for ShopTerms {
    const MESSAGE: &str = "storefront.content.v1.ShopTerms";

    fn decode_file(json: &mut Value) -> Result<()> {
        items(json, "week").for_each(|day| rename(day, HOURS));
        for area in items(json, "delivery") {
            let days = remove(area, "workingDays").context("workingDays is missing")?;
            let (earliest, latest): (u32, u32) = serde_json::from_value(days)?;
            set(area, "earliestWorkingDays", earliest.into());
            set(area, "latestWorkingDays", latest.into());
        }
        Ok(())
    }

    fn encode_file(json: &mut Value) {
        items(json, "week").for_each(|day| rename(day, HOURS.map(|[file, message]| [message, file])));
        for area in items(json, "delivery") {
            let days = ["earliestWorkingDays", "latestWorkingDays"].map(|name| remove(area, name));
            set(area, "workingDays", json!(days));
        }
    }
}

fn set(object: &mut Value, member: &str, value: Value) {
    if let Some(object) = object.as_object_mut() {
        object.insert(member.to_owned(), value);
    }
}

fn remove(object: &mut Value, member: &str) -> Option<Value> {
    object.as_object_mut()?.remove(member)
}

fn rename(object: &mut Value, names: [[&str; 2]; 2]) {
    for [from, to] in names {
        if let Some(value) = remove(object, from) {
            set(object, to, value);
        }
    }
}

/// Returns the items of a member that is an array.
fn items<'json>(object: &'json mut Value, member: &str) -> impl Iterator<Item = &'json mut Value> {
    let items = object.get_mut(member).and_then(Value::as_array_mut);
    items.into_iter().flatten()
}

/// Reads a JSON file.
pub(crate) fn read_file<T: DeserializeOwned>(file: &Path) -> Result<T> {
    let text = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_slice(&text).with_context(|| format!("cannot parse {}", file.display()))
}

/// Reads a message from a file.
pub(crate) fn read_message<T: FileFormat>(file: &Path) -> Result<T> {
    parse(read_file(file)?).with_context(|| format!("cannot parse {}", file.display()))
}

/// Reads messages from a file with an array.
pub(crate) fn read_messages<T: FileFormat>(file: &Path) -> Result<Vec<T>> {
    let items: Vec<Value> = read_file(file)?;
    let messages: Result<_> = items.into_iter().map(parse).collect();
    messages.with_context(|| format!("cannot parse {}", file.display()))
}

/// Parses a message; ignores unknown members.
pub(crate) fn parse<T: FileFormat>(mut json: Value) -> Result<T> {
    T::decode_file(&mut json)?;
    let options = DeserializeOptions::new().deny_unknown_fields(false);
    let message = DynamicMessage::deserialize_with_options(descriptor::<T>()?, json, &options)?;
    Ok(message.transcode_to()?)
}

/// Formats a message as JSON that [`read_message`] accepts.
pub(crate) fn format<T: FileFormat>(message: &T) -> Result<String> {
    let mut dynamic = DynamicMessage::new(descriptor::<T>()?);
    dynamic.transcode_from(message)?;
    let options = SerializeOptions::new()
        .skip_default_fields(false)
        .stringify_64_bit_integers(false);
    let mut json = dynamic.serialize_with_options(serde_json::value::Serializer, &options)?;
    T::encode_file(&mut json);
    serde_json::to_string_pretty(&json).context("cannot serialize to JSON")
}

fn descriptor<T: FileFormat>() -> Result<MessageDescriptor> {
    let descriptors = DESCRIPTORS.as_ref().context("the descriptors are damaged")?;
    descriptors
        .get_message_by_name(T::MESSAGE)
        .with_context(|| format!("there is no message {}", T::MESSAGE))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_campaign(more: &str) -> Result<Campaign> {
        let json = format!(
            r#"{{"name": {{"az": "Yay", "ru": "Лето", "en": "Summer"}}, "image": {{"url": "/a.svg"}}{more}}}"#
        );
        parse(serde_json::from_str(&json)?)
    }

    fn print_and_read<T: FileFormat>(message: &T) -> T {
        let printed = format(message).unwrap();
        parse(serde_json::from_str(&printed).unwrap()).unwrap()
    }

    #[test]
    fn campaign_ends_on_a_date_or_days_from_now() {
        let end = |more: &str| parse_campaign(more).unwrap().ends_at.unwrap().seconds;
        let in_30_days = kit::clock::now().unix_timestamp() + 30 * 86_400;
        assert!((0..60).contains(&(end(r#", "endsInDays": 30"#) - in_30_days)));
        assert_eq!(end(r#", "endDate": "1970-01-02T00:00:00Z""#), 86_400);
        assert!(parse_campaign("").is_err());
        assert!(parse_campaign(r#", "endDate": "soon""#).is_err());
    }

    #[test]
    fn printed_terms_can_be_read_back() {
        let json = r#"{"delivery": [{"code": "baku", "name": {"az": "Bakı", "ru": "Баку", "en": "Baku"}, "workingDays": [2, 3]}],
            "cutOff": "16:00", "madeToOrderDays": 20, "week": [{"day": 1, "from": "10:00", "to": "20:00"}],
            "holidays": ["2026-12-31"], "instalment": {"months": 12, "leastTotalMinor": 30000, "feePercent": 0,
            "text": {"az": "Kartla", "ru": "По карте", "en": "With a card"}}, "warrantyMonths": 60, "returnDays": 14,
            "isCarriedIn": true, "version": 3}"#;
        let json: Value = serde_json::from_str(json).unwrap();
        let terms: ShopTerms = parse(json.clone()).unwrap();
        assert_eq!(terms.delivery[0].latest_working_days, 3);
        assert_eq!(
            serde_json::from_str::<Value>(&format(&terms).unwrap()).unwrap(),
            json
        );
        assert_eq!(print_and_read(&terms), terms);
    }

    #[test]
    fn printed_campaign_can_be_read_back() {
        let campaign = parse_campaign(
            r#", "code": "yay", "startDate": "1970-01-01T04:00:00+04:00", "endDate": "1970-01-02T00:00:00Z""#,
        )
        .unwrap();
        assert_eq!(campaign.starts_at.unwrap().seconds, 0);
        assert_eq!(print_and_read(&campaign), campaign);
    }

    #[test]
    fn printed_project_has_its_category_and_no_id() {
        let json =
            json!({"code": "p1", "category": "garden", "isLarge": true, "position": 2, "drawing": "bench"});
        let project = Project {
            id: 7,
            ..parse(json).unwrap()
        };
        let printed: Value = serde_json::from_str(&format(&project).unwrap()).unwrap();
        assert_eq!(
            (&printed["category"], printed.get("id")),
            (&json!("garden"), None)
        );
        assert_eq!(print_and_read(&project), Project { id: 0, ..project });
        assert!(parse::<Project>(json!({"category": "attic"})).is_err());
    }
}
