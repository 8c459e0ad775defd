import { NODES, type NodeName } from "./places.ts";

export type ProgramName = "haproxy" | "pgbouncer" | NodeName | `etcd-${NodeName}`;

/** The etcd of a node: a program of its own, so that either can be lost without the other. */
export const etcdOf = (node: NodeName) => `etcd-${node}` as const;

/**
 * Starts Patroni again when it ends, as systemd does (`Restart=always`), until the shell itself is asked to end. PostgreSQL goes on
 * meanwhile if Patroni was paused.
 */
const SUPERVISED = `
trap 'trap - TERM; kill "$patroni" && wait "$patroni"; exit' TERM
while :; do patroni "$0" & patroni=$!; wait "$patroni"; sleep 1; done`;

/** The node that a program runs on; undefined for those on the host of the service. */
export const nodeOf = (name: ProgramName) =>
  NODES.find((each) => each === name || etcdOf(each) === name);

export function commandOf(name: ProgramName): string[] {
  // With a master process, which takes the signal to reload, as Debian's unit starts it.
  if (name === "haproxy") return ["haproxy", "-W", "-db", "-f", "/srv/haproxy.cfg"];
  if (name === "pgbouncer") return ["pgbouncer", "/srv/pgbouncer.ini"];
  const node = nodeOf(name);
  if (node !== undefined && node !== name)
    return ["etcd", "--config-file", `/srv/${node}/etcd.yml`];
  return ["sh", "-c", SUPERVISED, `/srv/${name}/patroni.yml`];
}
