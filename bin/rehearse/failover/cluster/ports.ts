/** The programs of the cluster and of the service on it, each with a port. */
export const PORTS = [
  ...["etcd", "etcdPeer", "primary", "pgbouncer", "web"],
  ...["n1", "n2", "n3", "n1Patroni", "n2Patroni", "n3Patroni"],
  ...["webA", "webB", "workerA", "workerB", "spare"],
] as const;

export type Ports = Record<(typeof PORTS)[number], number>;
