//! What a letter asks the orders.

use kit::{
    domain::{Language, LocalizedText, Money, OrderId, UserId},
    grpc::Client,
};
use proto::order::v1::{
    self as wire, GetOrderForMailRequest, OrderItem, PostalAddress, order_service_client::OrderServiceClient,
};
use time::OffsetDateTime;

use super::{broken, language, setback, time};
use crate::{mail::Setback, wording::one_line};

/// Its name in reasons.
const OWNER: &str = "the orders";

/// The orders, as far as letters need them.
pub(crate) struct Orders(OrderServiceClient<Client>);

/// An order, as a letter tells of it.
pub(crate) struct Order {
    pub(crate) id: OrderId,
    pub(crate) number: String,
    pub(crate) user: UserId,
    pub(crate) ordered_at: OffsetDateTime,
    pub(crate) total: Money,
    pub(crate) lines: Vec<Line>,
    pub(crate) address: Address,
    /// None where the request did not say.
    pub(crate) language: Option<Language>,
}

/// One product of an order.
pub(crate) struct Line {
    pub(crate) name: LocalizedText,
    pub(crate) quantity: u32,
    /// Of one piece, after the discount.
    pub(crate) price: Money,
    pub(crate) subtotal: Money,
}

/// Where an order goes, each part on one line.
pub(crate) struct Address {
    pub(crate) person: String,
    pub(crate) phone: String,
    /// Street, house, flat.
    pub(crate) street: String,
    pub(crate) city: String,
    pub(crate) state: String,
    pub(crate) postal_code: String,
}

impl Orders {
    pub(super) fn new(client: Client) -> Self {
        Self(OrderServiceClient::new(client))
    }

    /// An order.
    pub(crate) async fn order(&self, order: OrderId) -> Result<Order, Setback> {
        let request = GetOrderForMailRequest {
            order_id: order.to_string(),
        };
        let answer = self.0.clone().get_order_for_mail(request).await;
        let answer = answer
            .map_err(|status| setback(OWNER, "the order is gone", &status))?
            .into_inner();
        let language = language(answer.language);
        answer
            .order
            .and_then(|found| read(order, found, language))
            .ok_or_else(|| broken(OWNER))
    }
}

fn read(id: OrderId, order: wire::Order, language: Option<Language>) -> Option<Order> {
    Some(Order {
        id,
        number: order.order_number,
        user: order.user_id.parse().ok()?,
        ordered_at: time(order.ordered_at)?,
        total: Money::from_minor(order.total_minor).ok()?,
        lines: order.items.into_iter().map(line).collect::<Option<_>>()?,
        address: address(&order.shipping_address?),
        language,
    })
}

fn line(item: OrderItem) -> Option<Line> {
    Some(Line {
        name: item.product_name?.into(),
        quantity: item.quantity,
        price: Money::from_minor(item.unit_price_minor).ok()?,
        subtotal: Money::from_minor(item.subtotal_minor).ok()?,
    })
}

fn address(address: &PostalAddress) -> Address {
    Address {
        person: one_line(&format!("{} {}", address.first_name, address.last_name)),
        phone: one_line(&address.phone),
        street: one_line(&address.address),
        city: one_line(&address.city),
        state: one_line(&address.state),
        postal_code: one_line(&address.postal_code),
    }
}
