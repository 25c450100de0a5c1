//! Steps of an order.

use anyhow::{Context as _, Result, bail};
use reqwest::Method;
use serde_json::{Value, json};

use super::{
    play::{Play, day, read, send, set, version},
    script::{Action, Delivery},
    team::Member,
    text,
};

/// Takes a step of an order.
pub(super) async fn step(play: &mut Play<'_>, member: &Member, action: &Action) -> Result<()> {
    if let Action::Order { delivery } = action {
        return create(play, member, delivery.as_ref()).await;
    }
    let number = text(&play.order, "orderNumber")?;
    let path = format!("orders/{number}");
    let present = read(member, &path).await?;
    let (method, what, body) = match action {
        Action::Delivery(delivery) => {
            let mut body = planned(delivery)?;
            set(
                &mut body,
                [("version", version(&present)), ("notify", json!(false))],
            );
            (Method::PUT, "delivery", body)
        }
        Action::Pay { percent, method } => {
            let amount = share(&present, "totalAmount", *percent)?;
            (
                Method::POST,
                "payments",
                json!({"version": version(&present), "kind": "in", "amount": amount, "method": method}),
            )
        }
        Action::Refund { text } => {
            let amount = share(&present, "paidAmount", 100)?;
            let body = json!({
                "version": version(&present), "kind": "out", "amount": amount, "method": "transfer", "text": text,
            });
            (Method::POST, "payments", body)
        }
        Action::Move { to, reason } => {
            let mut body = json!({"from": present.get("status"), "to": to});
            if !reason.is_empty() {
                set(&mut body, [("reason", json!(reason))]);
            }
            (Method::POST, "status", body)
        }
        Action::OrderNote { text } => (Method::POST, "notes", json!({"text": text, "mentions": []})),
        action => bail!("{action:?} is no step of an order"),
    };
    play.order = send(member, method, &format!("{path}/{what}"), &body).await?;
    Ok(())
}

/// Orders the accepted offer, or without one the quote's product at the catalogue's price.
async fn create(play: &mut Play<'_>, member: &Member, delivery: Option<&Delivery>) -> Result<()> {
    let script = play.script;
    let address = json!({
        "firstName": script.name, "lastName": script.surname, "phone": play.phone, "email": script.email,
        "address": "Nümunə küçəsi 12", "city": "Bakı", "country": "Azerbaijan",
    });
    let mut body = json!({
        "shippingAddress": address, "delivery": delivery.map(planned).transpose()?,
    });
    let fields = if play.offer.is_null() {
        let quote = read(member, &format!("quotes/{}", play.number)).await?;
        let product = play.product.context("an order without a product or an offer")?;
        let discount = quote.pointer("/catalog/discount").cloned().unwrap_or_default();
        let price = share(
            quote.get("catalog").unwrap_or(&Value::Null),
            "price",
            100 - u32::try_from(discount.as_u64().unwrap_or_default())?,
        )?;
        vec![
            (
                "source",
                json!(if script.source == "website" {
                    "phone"
                } else {
                    &script.source
                }),
            ),
            ("language", json!(script.language)),
            ("quoteNumber", json!(play.number)),
            (
                "lines",
                json!([{"productId": product, "quantity": script.quantity, "discount": discount}]),
            ),
            ("expectedTotal", azn(cents(&price)? * i64::from(script.quantity))?),
        ]
    } else {
        vec![("offerId", play.offer.get("id").cloned().unwrap_or_default())]
    };
    set(&mut body, fields);
    play.order = send(member, Method::POST, "orders", &body).await?;
    Ok(())
}

fn planned(delivery: &Delivery) -> Result<Value> {
    Ok(json!({
        "method": delivery.method, "on": day(delivery.days)?.to_string(), "from": delivery.from, "to": delivery.to,
        "crew": delivery.crew, "note": delivery.note,
    }))
}

/// Returns a percentage of an amount of a record, rounded half up.
fn share(record: &Value, name: &str, percent: u32) -> Result<Value> {
    let amount = record
        .get(name)
        .with_context(|| format!("the answer has no {name}"))?;
    azn((cents(amount)? * i64::from(percent) + 50) / 100)
}

/// Converts an amount of the desk into qəpik, by its digits.
fn cents(amount: &Value) -> Result<i64> {
    let text = amount.to_string();
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    let digits = format!("{whole}{part:0<2}");
    digits
        .parse()
        .with_context(|| format!("{text} is no amount with at most two decimals"))
}

/// Converts qəpik into an amount of the desk.
fn azn(minor: i64) -> Result<Value> {
    let text = format!("{}.{:02}", minor / 100, minor % 100);
    serde_json::from_str(&text).context("the amount is no number")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_half_up_without_floating_point() {
        let record: Value =
            serde_json::from_str(r#"{"price": 1249.55, "whole": 1800, "tenth": 0.5}"#).unwrap();
        assert_eq!(cents(&share(&record, "price", 85).unwrap()).unwrap(), 106_212);
        assert_eq!(cents(&share(&record, "whole", 30).unwrap()).unwrap(), 54_000);
        assert_eq!(cents(&share(&record, "tenth", 100).unwrap()).unwrap(), 50);
        assert!(share(&record, "missing", 100).is_err());
    }
}
