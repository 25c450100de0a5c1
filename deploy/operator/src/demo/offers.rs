//! Steps of an offer.

use anyhow::{Context as _, Result};
use reqwest::Method;
use serde_json::{Value, json};

use super::{
    play::{Play, day, send, set, version},
    script::{Action, Draft},
    team::Member,
    text,
};

/// Takes a step; false if it is not one of an offer.
pub(super) async fn step(play: &mut Play<'_>, member: Option<&Member>, action: &Action) -> Result<bool> {
    let staff = || member.context("a step of staff without a member");
    match action {
        Action::Offer(draft) => {
            let path = format!("quotes/{}/offers", play.number);
            play.offer = send(staff()?, Method::POST, &path, &json!({"copyFrom": null})).await?;
            change(play, staff()?, draft).await?;
        }
        Action::Revise(draft) => {
            post(play, staff()?, "revise", json!({})).await?;
            change(play, staff()?, draft).await?;
        }
        Action::RequestApproval { text } => {
            post(play, staff()?, "request-approval", json!({"text": text})).await?;
        }
        Action::Approve { is_approved, text } => {
            let body = json!({"isApproved": is_approved, "text": text});
            post(play, staff()?, "approve", body).await?;
        }
        Action::Send => {
            let body = json!({"mail": play.script.email.is_some(), "total": play.offer.get("total")});
            post(play, staff()?, "send", body).await?;
        }
        Action::Withdraw { text } => {
            post(play, staff()?, "withdraw", json!({"text": text})).await?;
        }
        Action::AcceptByPhone { text } => {
            let body = json!({"total": play.offer.get("total"), "text": text});
            post(play, staff()?, "accepted-by-phone", body).await?;
        }
        Action::View => decide(play, "view", json!({})).await?,
        Action::Accept => decide(play, "accept", json!({})).await?,
        Action::Decline { reason, text } => {
            decide(play, "decline", json!({"reason": reason, "text": text})).await?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Changes the draft.
async fn change(play: &mut Play<'_>, member: &Member, draft: &Draft) -> Result<()> {
    let mut lines = play
        .offer
        .get("lines")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    if let (Some(discount), Some(line)) = (draft.discount, lines.first_mut()) {
        set(line, [("discount", json!(discount))]);
    }
    lines.extend(draft.lines.iter().map(|line| {
        json!({
            "name": line.name, "detail": line.detail, "quantity": line.quantity, "listPrice": line.list_price,
            "discount": 0,
        })
    }));
    let mut body = json!({"version": version(&play.offer), "lines": lines});
    let valid = draft
        .valid_days
        .map(|days| day(days).map(|day| json!(day.to_string())));
    let fields = [
        ("validUntil", valid.transpose()?),
        ("makeDays", draft.make_days.map(|days| json!(days))),
        (
            "depositPercent",
            draft.deposit_percent.map(|percent| json!(percent)),
        ),
        (
            "deliveryText",
            draft.delivery_text.as_ref().map(|text| json!(text)),
        ),
        ("deliveryPrice", draft.delivery_price.map(|price| json!(price))),
        ("message", draft.message.as_ref().map(|text| json!(text))),
    ];
    set(
        &mut body,
        fields
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    let path = format!("offers/{}", text(&play.offer, "id")?);
    play.offer = send(member, Method::PATCH, &path, &body).await?;
    Ok(())
}

/// Posts to the offer with its version, and keeps the answer.
async fn post(play: &mut Play<'_>, member: &Member, what: &str, mut body: Value) -> Result<()> {
    let path = format!("offers/{}", text(&play.offer, "id")?);
    // The customer's view has raised the version.
    let present = send(member, Method::GET, &path, &Value::Null).await?;
    set(&mut body, [("version", version(&present))]);
    play.offer = send(member, Method::POST, &format!("{path}/{what}"), &body).await?;
    Ok(())
}

/// Calls the offer's page as the customer.
async fn decide(play: &mut Play<'_>, what: &str, mut body: Value) -> Result<()> {
    let path = format!("offers/{}/link", text(&play.offer, "id")?);
    let link = send(play.team.owner()?, Method::GET, &path, &Value::Null).await?;
    let fields = ["revision", "total"];
    let fields = fields.map(|name| (name, play.offer.get(name).cloned().unwrap_or_default()));
    set(&mut body, fields);
    set(&mut body, [("token", json!(text(&link, "token")?))]);
    play.customer
        .call(Method::POST, &format!("offers/{what}"), &body)
        .await?;
    Ok(())
}
