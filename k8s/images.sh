#!/bin/sh
# Builds the images and takes them to a registry, or into a developer's cluster with the tag of overlays/local:
#
#   k8s/images.sh push registry.example.com/storefront 0.1.0
#   k8s/images.sh kind [CLUSTER] | k3d [CLUSTER] | minikube [PROFILE] | docker-desktop
set -eu

ROOT=$(cd "$(dirname "$0")/.." && pwd)
# BEGIN GENERATED images (cargo xtask generate)
IMAGES="catalog account cart order inquiry content notification gateway operator"
# END GENERATED
usage() {
    sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
    exit 2
}

target=${1:-}
case "$target" in
push)
    [ $# -eq 3 ] || usage
    prefix=$2 tag=$3
    export VERSION="$tag"
    ;;
kind | k3d | minikube | docker-desktop)
    prefix=storefront tag=dev
    ;;
*) usage ;;
esac
REVISION=${REVISION:-$(git -C "$ROOT" rev-parse HEAD 2>/dev/null || echo unknown)}
export REVISION

docker compose --file "$ROOT/deploy/compose.yaml" build
for name in $IMAGES; do
    image=$prefix/$name:$tag
    docker tag "storefront/$name" "$image"
    case "$target" in
    push) docker push "$image" ;;
    kind) kind load docker-image "$image" --name "${2:-kind}" ;;
    k3d) k3d image import "$image" --cluster "${2:-k3s-default}" ;;
    minikube) minikube image load "$image" --profile "${2:-minikube}" ;;
    esac
done
