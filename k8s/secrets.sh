#!/bin/sh
# Creates the Secrets that the production overlay refers to; existing ones are not changed. Run it before the first
# installation and after adding a service:
#
#   SMTP_URL=smtp://user:password@mail.example.com:587?tls=required \
#   BACKUPS_ACCESS_KEY_ID=... BACKUPS_SECRET_ACCESS_KEY=... \
#   ALERTS_PAGE_URL=https://... ALERTS_TICKET_URL=https://... ALERTS_HEARTBEAT_URL=https://... k8s/secrets.sh
#
# With PostgreSQL and NATS servers of your own: OWN_SERVERS=yes in place of the two for BACKUPS.
set -eu

NAMESPACE=storefront
# BEGIN GENERATED databases (cargo xtask generate)
SERVICES="catalog account cart order inquiry content notification"
# END GENERATED

# Each caller and the service that it calls share a key.
# BEGIN GENERATED pairs (cargo xtask generate)
PAIRS="
account-to-catalog
cart-to-catalog
order-to-catalog
inquiry-to-catalog
gateway-to-catalog
operator-to-catalog
order-to-account
inquiry-to-account
content-to-account
notification-to-account
gateway-to-account
operator-to-account
gateway-to-cart
inquiry-to-order
notification-to-order
gateway-to-order
operator-to-order
account-to-inquiry
order-to-inquiry
content-to-inquiry
notification-to-inquiry
gateway-to-inquiry
operator-to-inquiry
catalog-to-content
notification-to-content
gateway-to-content
operator-to-content
gateway-to-notification
operator-to-notification
"
# END GENERATED

# BEGIN GENERATED nats-users (cargo xtask generate)
NATS_USERS="operator catalog account cart order inquiry content notification gateway"
# END GENERATED

# Starts with a letter, because NATS parses a value of digits as a number.
key() { printf 'k%s' "$(od -An -tx1 -N32 /dev/urandom | tr -d ' \n')"; }

# Values go by files: other users of the host see the arguments of a process.
umask 077
VALUES=$(mktemp -d)
trap 'rm -rf "$VALUES"' EXIT
trap 'exit 1' HUP INT TERM

# Sets a value of the next Secret.
set_value() { printf '%s' "$2" > "$VALUES/$1"; }

# Creates a Secret of the values that are set.
create_secret() {
    name=$1
    shift
    if kubectl --namespace "$NAMESPACE" get secret "$name" >/dev/null 2>&1; then
        echo "secret/$name exists"
    else
        kubectl --namespace "$NAMESPACE" create secret generic "$name" --from-file="$VALUES" "$@"
    fi
    rm -f "$VALUES"/*
}

for name in $PAIRS; do
    set_value keys "$(key)"
    create_secret "$name"
done
for name in csrf-keys refresh-keys second-factor-keys offer-keys order-link-keys; do
    set_value keys "$(key)"
    create_secret "$name"
done
for name in nats grafana; do
    set_value password "$(key)"
    create_secret "$name"
done
for user in $NATS_USERS; do
    set_value "$user" "$(key)"
done
create_secret nats-users
for service in $SERVICES; do
    for role in "$service" "${service}_owner"; do
        set_value username "$role"
        set_value password "$(key)"
        case $role in
        *_owner) create_secret "$service-database-owner" --type=kubernetes.io/basic-auth ;;
        *) create_secret "$service-database" --type=kubernetes.io/basic-auth ;;
        esac
    done
done
set_value smtp-url "${SMTP_URL:?set SMTP_URL to the mail server}"
create_secret mail
# A PostgreSQL server of your own has backups of its own.
if [ "${OWN_SERVERS:-}" != yes ]; then
    set_value access-key-id "${BACKUPS_ACCESS_KEY_ID:?set it to the object store's}"
    set_value secret-access-key "${BACKUPS_SECRET_ACCESS_KEY:?set it to the object store's}"
    create_secret backups
fi
set_value page-url "${ALERTS_PAGE_URL:?set it to the webhook for alerts that need action now}"
set_value ticket-url "${ALERTS_TICKET_URL:?set it to the webhook for all other alerts}"
set_value heartbeat-url "${ALERTS_HEARTBEAT_URL:?set it to the webhook that alerts when it gets no more calls}"
create_secret alertmanager
