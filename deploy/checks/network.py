"""Evaluates the NetworkPolicies of a build."""

import ipaddress

from manifests import name, of_kind, pod_labels


class Network:
    """The policies of a build, evaluated as a cluster enforces them."""

    def __init__(self, documents):
        self.policies = of_kind(documents, "NetworkPolicy")
        self.namespaces = {
            name(document): document["metadata"].get("labels", {}) for document in of_kind(documents, "Namespace")
        }

    def allows(self, caller: dict, callee: dict, port: int) -> bool:
        """Returns whether pods of `caller` reach this port of the pods of `callee`."""
        return self._side("Egress", caller, callee, port) and self._side("Ingress", callee, caller, port)

    def reaches_address(self, caller: dict, address: str, port: int) -> bool:
        """Returns whether pods of `caller` reach this port of an address that belongs to no pod."""
        return self._side("Egress", caller, ipaddress.ip_address(address), port)

    def _side(self, direction: str, own: dict, other, port: int) -> bool:
        selecting = [
            policy["spec"]
            for policy in self.policies
            if policy["metadata"]["namespace"] == own["metadata"]["namespace"]
            and direction in policy["spec"]["policyTypes"]
            and _selects(policy["spec"]["podSelector"], pod_labels(own))
        ]
        if not selecting:
            return True
        rules = [rule for policy in selecting for rule in policy.get(direction.lower(), [])]
        return any(self._rule(direction, rule, own, other, port) for rule in rules)

    def _rule(self, direction: str, rule: dict, own: dict, other, port: int) -> bool:
        ports = [entry["port"] for entry in rule.get("ports", [])]
        if ports and port not in ports:
            return False
        peers = rule.get("to" if direction == "Egress" else "from")
        return peers is None or any(self._peer(peer, own, other) for peer in peers)

    def _peer(self, peer: dict, own: dict, other) -> bool:
        if not isinstance(other, dict):
            block = peer.get("ipBlock", {"cidr": "0.0.0.0/32"})
            excluded = any(other in ipaddress.ip_network(network) for network in block.get("except", []))
            return other in ipaddress.ip_network(block["cidr"]) and not excluded
        if "ipBlock" in peer:
            return False
        namespace = other["metadata"]["namespace"]
        if "namespaceSelector" in peer:
            labels = {"kubernetes.io/metadata.name": namespace, **self.namespaces.get(namespace, {})}
            if not _selects(peer["namespaceSelector"], labels):
                return False
        elif namespace != own["metadata"]["namespace"]:
            return False
        return _selects(peer.get("podSelector", {}), pod_labels(other))


def _selects(selector: dict, labels: dict) -> bool:
    matches = all(labels.get(key) == value for key, value in selector.get("matchLabels", {}).items())
    for expression in selector.get("matchExpressions", []):
        if expression["operator"] == "Exists":
            matches = matches and expression["key"] in labels
        elif expression["operator"] == "In":
            matches = matches and labels.get(expression["key"]) in expression["values"]
        else:
            raise NotImplementedError(expression["operator"])
    return matches
