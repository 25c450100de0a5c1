//! Client of the order service.

use kit::{
    calendar,
    convert::time,
    domain::{Language, LocalizedText, Money, OrderId, UserId},
    grpc::Client,
    vocabulary::ProtobufWord as _,
};
use proto::order::v1::{
    GetOrderForMailRequest, GetOrderForMailResponse, OrderItem, PostalAddress,
    order_service_client::OrderServiceClient,
};
use time::{Date, OffsetDateTime};

use super::{incomplete, send_error};
use crate::{format::one_line, mail::SendError};

/// Name of the service in stored reasons.
const SERVICE: &str = "the orders";

pub(crate) struct OrderClient(OrderServiceClient<Client>);

/// The data of an order in e-mails.
pub(crate) struct Order {
    pub(crate) id: OrderId,
    pub(crate) number: String,
    /// Token of the order's link; empty once it has expired.
    pub(crate) token: String,
    /// `None` without an account.
    pub(crate) user: Option<UserId>,
    /// Staff member who is responsible for the order.
    pub(crate) assignee: Option<UserId>,
    /// E-mail of the shipping address; empty if there is none.
    pub(crate) email: String,
    pub(crate) ordered_at: OffsetDateTime,
    /// Sum of the lines.
    pub(crate) products: Money,
    pub(crate) delivery_price: Money,
    pub(crate) total: Money,
    /// Received, less what was returned.
    pub(crate) paid: Money,
    /// Returned.
    pub(crate) refunded: Money,
    /// Left to pay.
    pub(crate) balance: Money,
    /// Day and time of day of the planned delivery, as `2026-11-25` and `10:00`; empty if they are not planned.
    pub(crate) delivery: Delivery,
    pub(crate) lines: Vec<Line>,
    pub(crate) address: Address,
    /// `None` if the request had none.
    pub(crate) language: Option<Language>,
}

/// The planned delivery of an order, in Asia/Baku.
#[derive(Debug, Clone, Default)]
pub(crate) struct Delivery {
    /// `None` until a day is planned.
    pub(crate) on: Option<Date>,
    /// As `10:00–14:00`; empty = any time.
    pub(crate) hours: String,
    /// Whether the customer collects the order.
    pub(crate) is_pickup: bool,
}

/// A line of an order.
pub(crate) struct Line {
    pub(crate) name: LocalizedText,
    /// Colour, sizes and the like; empty if there are none.
    pub(crate) detail: String,
    /// Path of the picture; empty if there is none.
    pub(crate) image: String,
    pub(crate) quantity: u32,
    /// Price of one piece after the discount.
    pub(crate) price: Money,
    pub(crate) subtotal: Money,
    /// Whether the piece is made by a design.
    pub(crate) is_designed: bool,
}

/// A shipping address. Each part is one line.
pub(crate) struct Address {
    pub(crate) person: String,
    pub(crate) phone: String,
    pub(crate) street: String,
    pub(crate) city: String,
    pub(crate) state: String,
    pub(crate) postal_code: String,
}

impl OrderClient {
    pub(super) fn new(client: Client) -> Self {
        Self(client.rpcs())
    }

    /// Returns an order.
    pub(crate) async fn order(&self, order: OrderId) -> Result<Order, SendError> {
        let request = GetOrderForMailRequest {
            order_id: order.to_string(),
        };
        let response = self.0.clone().get_order_for_mail(request).await;
        let response = response
            .map_err(|status| send_error(SERVICE, "the order is gone", &status))?
            .into_inner();
        convert(order, response).ok_or_else(|| incomplete(SERVICE))
    }
}

fn convert(id: OrderId, response: GetOrderForMailResponse) -> Option<Order> {
    let language = Language::known(response.language);
    let order = response.order?;
    let hours = if response.delivery_from.is_empty() {
        String::new()
    } else {
        format!("{}–{}", response.delivery_from, response.delivery_to)
    };
    let delivery = Delivery {
        on: calendar::parse_date(&response.delivery_on),
        hours: one_line(&hours),
        is_pickup: response.is_pickup,
    };
    let shipping = order.shipping_address?;
    let user = match order.user_id.as_str() {
        "" => None,
        user => Some(user.parse().ok()?),
    };
    Some(Order {
        id,
        number: order.order_number,
        token: response.token,
        user,
        assignee: response.assignee.parse().ok(),
        email: shipping.email.clone(),
        ordered_at: time(order.ordered_at.as_ref()?)?,
        products: Money::from_minor(order.total_minor.checked_sub(order.delivery_price_minor)?).ok()?,
        delivery_price: Money::from_minor(order.delivery_price_minor).ok()?,
        total: Money::from_minor(order.total_minor).ok()?,
        paid: Money::from_minor(order.paid_minor.checked_sub(order.refunded_minor)?).ok()?,
        refunded: Money::from_minor(order.refunded_minor).ok()?,
        balance: Money::from_minor(order.balance_minor).ok()?,
        delivery,
        lines: order.items.into_iter().map(line).collect::<Option<_>>()?,
        address: address(&shipping),
        language,
    })
}

fn line(item: OrderItem) -> Option<Line> {
    Some(Line {
        name: item.product_name?.into(),
        detail: one_line(&item.detail),
        image: item.product_image,
        quantity: item.quantity,
        price: Money::from_minor(item.unit_price_minor).ok()?,
        subtotal: Money::from_minor(item.subtotal_minor).ok()?,
        is_designed: !item.design_code.is_empty(),
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
