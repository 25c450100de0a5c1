#!/bin/sh
# Runs a command of the operator in the cluster, and prints its output, exiting with its status:
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

# A field of the Job's pod; empty while there is no pod.
pod() {
    kubectl --namespace "$NAMESPACE" get pods --selector "job-name=$job" --output "jsonpath={.items[*]$1}" 2>/dev/null || true
}

# Before its container runs, a pod has no log to follow. Two minutes are for the image and the Secrets.
tries=0
until phase=$(pod .status.phase) && [ "$phase" != Pending ] && [ -n "$phase" ]; do
    tries=$((tries + 1))
    if [ "$tries" -gt 120 ]; then
        reason=$(pod '.status.containerStatuses[0].state.waiting.reason')
        echo "the command did not start within two minutes: ${reason:-the pod was not scheduled}" >&2
        exit 1
    fi
    sleep 1
done
kubectl --namespace "$NAMESPACE" logs --follow "job/$job"
# The pod's status follows the end of its log a moment later.
tries=0
until code=$(pod '.status.containerStatuses[0].state.terminated.exitCode') && [ -n "$code" ]; do
    tries=$((tries + 1))
    if [ "$tries" -gt 15 ]; then
        echo "the end of the command is not known" >&2
        exit 1
    fi
    sleep 1
done
exit "$code"
