#!/bin/sh
# Runs a command of the operator in the cluster, and prints its output:
#
#   k8s/operator.sh staff orders --status pending
#
# Needs kubectl with the right to create Jobs in the namespace, and jq.
set -eu

NAMESPACE=storefront
job="operator-$(date +%s)"
arguments=$(jq --compact-output --null-input '$ARGS.positional' --args -- "$@")

kubectl --namespace "$NAMESPACE" create job "$job" --from=cronjob/operator --dry-run=client --output json |
    jq --argjson arguments "$arguments" '.spec.template.spec.containers[0].args = $arguments' |
    kubectl --namespace "$NAMESPACE" apply --filename - >/dev/null
# Also deletes the pod with its output.
trap 'kubectl --namespace "$NAMESPACE" delete job "$job" --wait=false >/dev/null' EXIT

kubectl --namespace "$NAMESPACE" logs --follow --pod-running-timeout=2m "job/$job"
# The Job's status follows its pod's a moment later.
kubectl --namespace "$NAMESPACE" wait --for=condition=complete --timeout=15s "job/$job" >/dev/null
