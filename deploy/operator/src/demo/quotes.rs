//! Plays the script of one quote.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use kit::domain::Language;
use proto::{catalog::v1::ListProductsRequest, common::v1::Page};
use reqwest::Method;
use serde_json::{Value, json};
use time::{Duration, UtcOffset, format_description::well_known::Rfc3339};

use super::{
    offers, orders,
    play::{BAKU, Play, day, read, send, set, version},
    script::{Action, FollowUp, Script, Step},
    team::{self, Team},
    text,
    visitor::Visitor,
};
use crate::clients::{Clients, call, request};

/// Number of products that are read; the seed has fewer.
const MAX_PRODUCTS: u32 = 1_000;

/// Returns the ids of the shop's products by code.
pub(super) async fn products(clients: &Clients) -> Result<BTreeMap<String, i64>> {
    let all = ListProductsRequest {
        page: Some(Page {
            number: 1,
            size: MAX_PRODUCTS,
        }),
        ..ListProductsRequest::default()
    };
    let products = call(clients.catalog()?.list_products(request(all)))
        .await?
        .products;
    Ok(products
        .into_iter()
        .map(|product| (product.code, product.id))
        .collect())
}

/// Creates a quote, takes its steps, and returns its number.
pub(super) async fn play(
    team: &Team,
    shop: &str,
    products: &BTreeMap<String, i64>,
    index: usize,
    script: &Script,
) -> Result<String> {
    let language: Language = script.language.parse().context("unknown language")?;
    let id = |code: &String| {
        let id = products.get(code).copied();
        id.with_context(|| format!("the shop has no product {code}"))
    };
    let product = script.product.as_ref().map(id).transpose()?;
    let items: Result<Vec<_>> = script
        .pieces
        .iter()
        .map(|piece| {
            Ok(json!({
                "productId": id(&piece.product)?, "quantity": piece.quantity, "measuring": piece.measuring,
                "measures": piece.measures, "measuresOf": piece.measures_of, "note": piece.note,
            }))
        })
        .collect();
    let mut play = Play {
        team,
        script,
        number: String::new(),
        // No mobile number has a 0 after its operator's code.
        phone: format!("+9945000010{:02}", index + 1),
        product,
        customer: Visitor::new(shop, language)?,
        offer: Value::Null,
        order: Value::Null,
    };
    play.number = play.create(items?).await?;
    for (index, step) in script.steps.iter().enumerate() {
        play.step(step)
            .await
            .with_context(|| format!("step {}", index + 1))?;
    }
    Ok(play.number)
}

impl Play<'_> {
    /// Creates the quote; one of the website has these pieces, if there are any.
    async fn create(&self, items: Vec<Value>) -> Result<String> {
        let script = self.script;
        let mut body = json!({
            "name": script.name, "surname": script.surname, "phone": self.phone, "email": script.email,
            "productId": self.product, "quantity": script.quantity, "message": script.message,
        });
        let quote = match &script.by {
            Some(member) => {
                let more = [
                    ("source", json!(script.source)),
                    ("language", json!(script.language)),
                    ("assignToMe", json!(true)),
                ];
                set(&mut body, more);
                let member = self.team.member(member)?;
                member.visitor.desk(Method::POST, "quotes", &body).await?
            }
            None if self.product.is_none() => {
                let name = format!("{} {}", script.name, script.surname);
                set(&mut body, [("name", json!(name))]);
                self.customer.call(Method::POST, "contacts/submit", &body).await?
            }
            None => {
                if !items.is_empty() {
                    set(&mut body, [("items", json!(items))]);
                }
                self.customer
                    .call(Method::POST, "ProductInquiries/submit", &body)
                    .await?
            }
        };
        Ok(text(&quote, "number")?.to_owned())
    }

    async fn step(&mut self, step: &Step) -> Result<()> {
        let quote = format!("quotes/{}", self.number);
        let member = || self.team.member(step.by.as_deref().unwrap_or_default());
        match &step.action {
            Action::Assign { to } => {
                let from = read(member()?, &quote).await?.pointer("/assignee/id").cloned();
                let body = json!({"from": from, "to": self.team.member(to)?.id});
                send(member()?, Method::PUT, &format!("{quote}/assignee"), &body).await?;
            }
            Action::Note { text, mentions } => {
                let body = json!({"text": text, "mentions": team::ids(self.team, mentions)?});
                send(member()?, Method::POST, &format!("{quote}/notes"), &body).await?;
            }
            Action::Contact {
                channel,
                direction,
                outcome,
                minutes,
                text,
                follow_up,
            } => {
                let mut body = json!({
                    "channel": channel, "direction": direction, "outcome": outcome, "minutes": minutes, "text": text,
                });
                set_follow_up(&mut body, follow_up.as_ref())?;
                send(member()?, Method::POST, &format!("{quote}/contacts"), &body).await?;
            }
            Action::FollowUp(next) => {
                let version = version(&read(member()?, &quote).await?);
                let mut body = json!({"version": version});
                set_follow_up(&mut body, Some(next))?;
                send(member()?, Method::PUT, &format!("{quote}/follow-up"), &body).await?;
            }
            Action::Status {
                to,
                reason,
                text,
                follow_up,
            } => {
                let from = read(member()?, &quote).await?.get("status").cloned();
                let mut body = json!({"from": from, "to": to, "text": text});
                if !reason.is_empty() {
                    set(&mut body, [("reason", json!(reason))]);
                }
                set_follow_up(&mut body, follow_up.as_ref())?;
                send(member()?, Method::POST, &format!("{quote}/status"), &body).await?;
            }
            Action::Mail { subject, text } => {
                let body = json!({"subject": subject, "text": text});
                send(member()?, Method::POST, &format!("{quote}/mail"), &body).await?;
            }
            action => {
                let member = step.by.as_deref().map(|key| self.team.member(key)).transpose()?;
                if !offers::step(self, member, action).await? {
                    let member = member.context("a step without a member")?;
                    orders::step(self, member, action).await?;
                }
            }
        }
        Ok(())
    }
}

fn set_follow_up(body: &mut Value, next: Option<&FollowUp>) -> Result<()> {
    let Some(next) = next else {
        return Ok(());
    };
    let at = match next.minutes {
        Some(minutes) => kit::clock::now().checked_add(Duration::minutes(minutes)),
        None => Some(
            day(next.days)?
                .with_hms(next.hour, 0, 0)?
                .assume_offset(UtcOffset::from_hms(BAKU, 0, 0)?),
        ),
    };
    let at = at.context("the next step is too far away")?.format(&Rfc3339)?;
    let next = json!({"kind": next.kind, "at": at, "text": next.text});
    set(body, [("followUp", next)]);
    Ok(())
}
