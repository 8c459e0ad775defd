#!/bin/sh
# Makes etcd refuse everybody without a login: once, when etcd runs and before the first Patroni starts. For a cluster
# that runs already docs/high-availability.md has the steps.
# Needs ETCDCTL_ENDPOINTS, ETCDCTL_CACERT, ETCDCTL_CERT, ETCDCTL_KEY, ROOT_PASSWORD (of etcd's administrator) and
# PATRONI_PASSWORD (of patroni.yml) in the environment.
# A second run fails at its first line and changes nothing.
set -eu
export ETCDCTL_API=3

# Passwords go by standard input: other users of the host can read the arguments of a program.
printf '%s' "$ROOT_PASSWORD" | etcdctl user add root --interactive=false
etcdctl user grant-role root root

# Patroni's keys alone: namespace `/service/`, scope `wallet`.
etcdctl role add patroni
etcdctl role grant-permission patroni --prefix=true readwrite /service/wallet/
printf '%s' "$PATRONI_PASSWORD" | etcdctl user add patroni --interactive=false
etcdctl user grant-role patroni patroni

etcdctl auth enable
