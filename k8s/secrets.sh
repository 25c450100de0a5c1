#!/bin/sh
# Makes the Secrets that the production overlay refers to, where they are missing; what is there stays as it is. Run once
# before the first installation, and again after a service was added:
#
#   SMTP_URL=smtp://user:password@mail.example.com:587?tls=required \
#   BACKUPS_ACCESS_KEY_ID=... BACKUPS_SECRET_ACCESS_KEY=... k8s/secrets.sh
set -eu

NAMESPACE=storefront
SERVICES="catalog account cart order inquiry content notification"

# Letters first: NATS would read digits as a number.
key() { printf 'k%s' "$(od -An -tx1 -N32 /dev/urandom | tr -d ' \n')"; }

make() {
    name=$1
    shift
    if kubectl --namespace "$NAMESPACE" get secret "$name" >/dev/null 2>&1; then
        echo "$name is there"
    else
        kubectl --namespace "$NAMESPACE" create secret generic "$name" "$@"
    fi
}

for name in caller-keys csrf-keys refresh-keys; do
    make "$name" --from-literal=keys="$(key)"
done
for name in nats grafana; do
    make "$name" --from-literal=password="$(key)"
done
for service in $SERVICES; do
    make "$service-database" --type=kubernetes.io/basic-auth \
        --from-literal=username="$service" --from-literal=password="$(key)"
    make "$service-database-owner" --type=kubernetes.io/basic-auth \
        --from-literal=username="${service}_owner" --from-literal=password="$(key)"
done
make mail --from-literal=smtp-url="${SMTP_URL:?set SMTP_URL to the mail server}"
make backups \
    --from-literal=access-key-id="${BACKUPS_ACCESS_KEY_ID:?set it to the object store's}" \
    --from-literal=secret-access-key="${BACKUPS_SECRET_ACCESS_KEY:?set it to the object store's}"
