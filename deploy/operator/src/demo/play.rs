//! A script in the course of being played, and the calls of its steps.

use anyhow::{Context as _, Result};
use reqwest::Method;
use serde_json::Value;
use time::{Date, Duration, UtcOffset};

use super::{
    script::Script,
    team::{Member, Team},
    visitor::Visitor,
};

/// Offset of Asia/Baku in hours; it has no summer time.
pub(super) const BAKU: i8 = 4;

/// A quote in the course of its script.
pub(super) struct Play<'a> {
    pub(super) team: &'a Team,
    pub(super) script: &'a Script,
    pub(super) number: String,
    pub(super) phone: String,
    /// Id of the product; `None` without one.
    pub(super) product: Option<i64>,
    /// The customer, who has no session.
    pub(super) customer: Visitor,
    /// The latest revision.
    pub(super) offer: Value,
    pub(super) order: Value,
}

/// Reads a record of the desk.
pub(super) async fn read(member: &Member, path: &str) -> Result<Value> {
    member.visitor.desk(Method::GET, path, &Value::Null).await
}

/// Writes at the desk.
pub(super) async fn send(member: &Member, method: Method, path: &str, body: &Value) -> Result<Value> {
    member.visitor.desk(method, path, body).await
}

/// Sets fields of an object.
pub(super) fn set<'a>(body: &mut Value, fields: impl IntoIterator<Item = (&'a str, Value)>) {
    if let Some(body) = body.as_object_mut() {
        body.extend(fields.into_iter().map(|(name, value)| (name.to_owned(), value)));
    }
}

/// Returns the version of a record.
pub(super) fn version(record: &Value) -> Value {
    record.get("version").cloned().unwrap_or_default()
}

/// Returns a day from today in Asia/Baku.
pub(super) fn day(days: i64) -> Result<Date> {
    let now = kit::clock::now().to_offset(UtcOffset::from_hms(BAKU, 0, 0)?);
    let day = now.date().checked_add(Duration::days(days));
    day.context("the day is too far away")
}
