import type { PostgresVersion } from "../../postgres/versions.ts";
import type { Ports } from "./ports.ts";

export const NODES = ["n1", "n2", "n3"] as const;
export type NodeName = (typeof NODES)[number];

/** The host of the service with PgBouncer and HAProxy, which the programs on it reach by its loopback. */
export const SERVICE_HOST = "app1";
export const SERVICE_ADDRESS = "10.0.0.21";

/** Each node is a host of its own, with the addresses of docs/high-availability.md. */
export const ADDRESSES: Record<NodeName, string> = {
  n1: "10.0.0.11",
  n2: "10.0.0.12",
  n3: "10.0.0.13",
};

/** The name that leads to HAProxy `primary`. The certificate of each node has it, that of the service's host has not. */
export const PRIMARY = "primary.wallet.internal";
export const PRIMARY_ADDRESS = "127.0.0.2";

/** From where the programs call each other. */
export const NETWORK = "10.0.0.0/24";

export const PATRONI_PORT = { n1: "n1Patroni", n2: "n2Patroni", n3: "n3Patroni" } as const;

const url = (node: NodeName, port: number) => `https://${ADDRESSES[node]}:${port}`;

/** Where a node's Patroni answers. */
export const patroniUrl = (node: NodeName, ports: Ports) => url(node, ports[PATRONI_PORT[node]]);

/** Where a node's etcd answers clients. */
export const etcdUrl = (node: NodeName, ports: Ports) => url(node, ports.etcd);

/** Where a node's etcd answers the other members. */
export const etcdPeerUrl = (node: NodeName, ports: Ports) => url(node, ports.etcdPeer);

/** One for each version: an upgrade reads the one and writes the other. */
export const dataFolderOf = (node: NodeName, version: PostgresVersion) =>
  `/srv/${node}/data-${version}`;
