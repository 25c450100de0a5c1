//! The services of a shop and what they depend on: the single source for the runner, the tests and the generated deployment
//! files (`cargo xtask generate`).

pub(crate) const GATEWAY: &str = "gateway";

/// The caller name of the operator's commands.
pub(crate) const OPERATOR: &str = "operator";

/// The services that the operator's commands call.
pub(crate) const OPERATOR_CALLS: &[&str] = &[
    "catalog",
    "account",
    "order",
    "inquiry",
    "content",
    "notification",
];

/// A service and its dependencies.
#[derive(Debug)]
#[non_exhaustive]
pub struct ServiceDefinition {
    /// The name of the service, its program and its crate.
    pub name: &'static str,
    /// The preferred port.
    pub port: u16,
    /// Whether the service has a database, named like itself.
    pub has_database: bool,
    /// The services that it calls; their addresses are in `<NAME>_URL`.
    pub calls: &'static [&'static str],
    /// The keys beside those for the claims of callers.
    pub keys: &'static [ServiceKey],
    /// Whether it serves browsers.
    pub is_public: bool,
    /// Whether it sends mail.
    pub sends_mail: bool,
    /// The durable consumers of its events.
    pub consumers: &'static [ConsumerDefinition],
    /// The subjects of its plain subscriptions, which every replica receives.
    pub subscriptions: &'static [&'static str],
    /// The subjects of its plain messages, which are not stored.
    pub publications: &'static [&'static str],
    /// The folder of files that it can create again.
    pub scratch: Option<ScratchFolder>,
    /// Limit of its container's memory, in MiB; see docs/operations/capacity.md.
    pub memory_limit: u32,
}

/// A writable folder of a container whose other files are read-only. Its content ends with the pod.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ScratchFolder {
    /// The setting with its path.
    pub variable: &'static str,
    /// The path in the container.
    pub path: &'static str,
    /// The named volume of Compose, if its content stays; otherwise it is in memory.
    pub volume: Option<&'static str>,
    /// The maximum size in Kubernetes.
    pub size_limit: &'static str,
}

/// A durable consumer of the event stream.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ConsumerDefinition {
    /// The durable name.
    pub name: &'static str,
    /// The subject of its events.
    pub subject: &'static str,
}

const fn consumer(name: &'static str, subject: &'static str) -> ConsumerDefinition {
    ConsumerDefinition { name, subject }
}

/// A key that only some services need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServiceKey {
    /// Derives refresh tokens.
    Refresh,
    /// Encrypts the secrets of second factors.
    SecondFactor,
    /// Derives CSRF tokens.
    Csrf,
    /// Signs the links to offers.
    Offer,
    /// Signs the links to orders.
    OrderLink,
}

impl ServiceKey {
    /// The environment variable of the key.
    pub const fn variable(self) -> &'static str {
        match self {
            Self::Refresh => "REFRESH_KEYS",
            Self::SecondFactor => "SECOND_FACTOR_KEYS",
            Self::Csrf => "CSRF_KEYS",
            Self::Offer => "OFFER_KEYS",
            Self::OrderLink => "ORDER_LINK_KEYS",
        }
    }
}

/// The preferred admin port of the first service; the others follow in the order of [`SERVICES`].
pub(crate) const FIRST_ADMIN_PORT: u16 = 9201;

const SERVICE: ServiceDefinition = ServiceDefinition {
    name: "",
    port: 0,
    has_database: true,
    calls: &[],
    keys: &[],
    is_public: false,
    sends_mail: false,
    consumers: &[],
    subscriptions: &[],
    publications: &[],
    scratch: None,
    memory_limit: USUAL_MEMORY_LIMIT,
};

/// Limit of a container's memory where nothing else is said, in MiB.
pub const USUAL_MEMORY_LIMIT: u32 = 256;

/// The services in start order. Clients connect on first use, so a service may start before one that it calls: account and
/// inquiry call each other, and so do order and inquiry.
pub(crate) const SERVICES: &[ServiceDefinition] = &[
    ServiceDefinition {
        name: "catalog",
        port: 9101,
        calls: &["content"],
        consumers: &[
            consumer("catalog-mark-sold", "storefront.order.created"),
            consumer("catalog-release", "storefront.order.abandoned"),
            consumer("catalog-return", "storefront.order.cancelled"),
            consumer("catalog-correct", "storefront.order.corrected"),
            consumer("catalog-count-quotes", "storefront.inquiry.quote_requested"),
        ],
        scratch: Some(ScratchFolder {
            variable: "SEARCH_INDEX_FOLDER",
            path: "/var/lib/search-index",
            volume: None,
            size_limit: "2Gi",
        }),
        ..SERVICE
    },
    ServiceDefinition {
        name: "account",
        port: 9102,
        calls: &["catalog", "inquiry"],
        keys: &[ServiceKey::Refresh, ServiceKey::SecondFactor],
        ..SERVICE
    },
    ServiceDefinition {
        name: "cart",
        port: 9103,
        calls: &["catalog"],
        consumers: &[
            consumer("cart-subtract-ordered", "storefront.order.created"),
            consumer("cart-delete-closed-account", "storefront.account.closed"),
        ],
        ..SERVICE
    },
    ServiceDefinition {
        name: "order",
        port: 9104,
        calls: &["catalog", "account", "inquiry"],
        keys: &[ServiceKey::OrderLink],
        consumers: &[
            consumer("order-close-account", "storefront.account.closed"),
            consumer("order-hand-over", "storefront.account.staff_changed"),
            consumer("order-wipe-notes", "storefront.inquiry.contact_changed"),
        ],
        ..SERVICE
    },
    ServiceDefinition {
        name: "inquiry",
        port: 9105,
        calls: &["catalog", "account", "order"],
        keys: &[ServiceKey::Offer],
        consumers: &[
            consumer("inquiry-wipe-closed-account", "storefront.account.closed"),
            consumer("inquiry-win-ordered", "storefront.order.created"),
            consumer("inquiry-release-cancelled", "storefront.order.cancelled"),
            consumer("inquiry-release-abandoned", "storefront.order.abandoned"),
            consumer("inquiry-end-completed", "storefront.order.status_changed"),
            consumer("inquiry-hand-over", "storefront.account.staff_changed"),
            consumer(
                "inquiry-end-brochure-request",
                "storefront.notification.mail_changed",
            ),
            consumer("inquiry-take-hours", "storefront.content.hours_changed"),
        ],
        ..SERVICE
    },
    ServiceDefinition {
        name: "content",
        port: 9106,
        calls: &["account", "inquiry"],
        consumers: &[
            consumer("content-media-use", "storefront.catalog.product_changed"),
            consumer("content-photo-use", "storefront.inquiry.conversation_changed"),
            consumer("content-order-file-use", "storefront.order.files_changed"),
        ],
        // For one replica and for trying out; see docs/operations/pictures.md.
        scratch: Some(ScratchFolder {
            variable: "MEDIA_URL",
            path: "/var/lib/media",
            volume: Some("media"),
            size_limit: "5Gi",
        }),
        // Of which 300 MiB are for the process that converts a picture.
        memory_limit: 512,
        ..SERVICE
    },
    ServiceDefinition {
        name: "notification",
        port: 9107,
        calls: &["account", "order", "inquiry", "content"],
        sends_mail: true,
        consumers: &[
            consumer("notification-greet-user", "storefront.account.registered"),
            consumer(
                "notification-send-reset",
                "storefront.account.password_reset_requested",
            ),
            consumer(
                "notification-send-verification",
                "storefront.account.email_verification_requested",
            ),
            consumer("notification-tell-order", "storefront.order.created"),
            consumer("notification-tell-cancel", "storefront.order.cancelled"),
            consumer("notification-tell-lapse", "storefront.order.lapsing"),
            consumer("notification-tell-move", "storefront.order.status_changed"),
            consumer("notification-tell-delivery", "storefront.order.delivery_planned"),
            consumer("notification-tell-correction", "storefront.order.corrected"),
            consumer("notification-send-order-link", "storefront.order.link_requested"),
            consumer("notification-tell-quote", "storefront.inquiry.quote_requested"),
            consumer("notification-tell-message", "storefront.inquiry.contact_received"),
            consumer(
                "notification-send-staff-mail",
                "storefront.inquiry.staff_mail_written",
            ),
            consumer(
                "notification-send-catalogue",
                "storefront.inquiry.catalogue_requested",
            ),
            consumer("notification-mail-messages", "storefront.inquiry.messages_unread"),
            consumer("notification-send-offer", "storefront.inquiry.offer_sent"),
            consumer("notification-remind-offer", "storefront.inquiry.offer_ends_soon"),
            consumer(
                "notification-tell-acceptance",
                "storefront.inquiry.offer_accepted",
            ),
            consumer("notification-tell-refusal", "storefront.inquiry.offer_declined"),
            consumer("notification-send-invitation", "storefront.account.staff_invited"),
            consumer(
                "notification-tell-factor-reset",
                "storefront.account.second_factor_reset",
            ),
            consumer(
                "notification-tell-factor-lock",
                "storefront.account.second_factor_locked",
            ),
            consumer(
                "notification-send-enrolment",
                "storefront.account.enrolment_requested",
            ),
            consumer(
                "notification-tell-security",
                "storefront.account.security_changed",
            ),
            consumer("notification-notice-mention", "storefront.inquiry.mentioned"),
            consumer("notification-notice-order-mention", "storefront.order.mentioned"),
            consumer(
                "notification-notice-approval-asked",
                "storefront.inquiry.offer_approval_asked",
            ),
            consumer(
                "notification-notice-approval-decided",
                "storefront.inquiry.offer_approval_decided",
            ),
            consumer("notification-notice-opened", "storefront.inquiry.offer_opened"),
            consumer(
                "notification-notice-acceptance",
                "storefront.inquiry.offer_accepted",
            ),
            consumer("notification-notice-refusal", "storefront.inquiry.offer_declined"),
            consumer("notification-notice-wish", "storefront.inquiry.offer_asked"),
            consumer("notification-notice-assignment", "storefront.inquiry.assigned"),
            consumer(
                "notification-notice-order-assignment",
                "storefront.order.assigned",
            ),
            consumer("notification-notice-quote", "storefront.inquiry.quote_requested"),
            consumer(
                "notification-notice-message",
                "storefront.inquiry.conversation_changed",
            ),
            consumer(
                "notification-notice-follow-up",
                "storefront.inquiry.follow_up_due",
            ),
            consumer("notification-notice-answer", "storefront.inquiry.answered"),
            consumer("notification-notice-close", "storefront.inquiry.closed"),
        ],
        ..SERVICE
    },
    ServiceDefinition {
        name: GATEWAY,
        port: 8080,
        has_database: false,
        calls: &[
            "catalog",
            "account",
            "cart",
            "order",
            "inquiry",
            "content",
            "notification",
        ],
        keys: &[ServiceKey::Csrf],
        is_public: true,
        subscriptions: &[
            "storefront.account.session_revoked",
            "storefront.account.discount_changed",
            "storefront.catalog.product_changed",
            "storefront.catalog.stock_changed",
            "storefront.content.changed",
            "storefront.inquiry.price_book_published",
            "storefront.account.staff_changed",
            "storefront.inquiry.quote_requested",
            "storefront.inquiry.contact_received",
            "storefront.inquiry.catalogue_requested",
            "storefront.inquiry.changed",
            "storefront.inquiry.assigned",
            "storefront.inquiry.contact_changed",
            "storefront.inquiry.offer_sent",
            "storefront.inquiry.offer_opened",
            "storefront.inquiry.offer_expired",
            "storefront.inquiry.offer_superseded",
            "storefront.inquiry.offer_withdrawn",
            "storefront.inquiry.offer_reopened",
            "storefront.inquiry.offer_ends_soon",
            "storefront.inquiry.offer_approval_asked",
            "storefront.inquiry.offer_approval_decided",
            "storefront.inquiry.offer_accepted",
            "storefront.inquiry.offer_declined",
            "storefront.inquiry.offer_asked",
            "storefront.notification.noticed",
            "storefront.notification.mail_changed",
            "storefront.order.created",
            "storefront.order.status_changed",
            "storefront.order.cancelled",
            "storefront.order.changed",
            "storefront.order.paid",
            "storefront.order.assigned",
            "storefront.order.delivery_planned",
            "gateway.presence",
        ],
        publications: &["gateway.presence"],
        ..SERVICE
    },
];

/// The names of the processes that call a service, in start order, ending with the operator's commands.
pub(crate) fn callers(service: &str) -> impl Iterator<Item = &'static str> {
    let operator = OPERATOR_CALLS.contains(&service).then_some(OPERATOR);
    SERVICES
        .iter()
        .filter(move |caller| caller.calls.contains(&service))
        .map(|caller| caller.name)
        .chain(operator)
}
