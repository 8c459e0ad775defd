import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runInDebian } from "../debian/run-in-debian.ts";
import { until } from "../service/api.ts";
import type { Cluster } from "./cluster/cluster.ts";
import { etcdWithBoth } from "./cluster/open-etcd.ts";
import { etcdPeerUrl, etcdUrl, NODES, type NodeName } from "./cluster/places.ts";
import { etcdctlEnvironment, protectEtcd } from "./cluster/protect-etcd.ts";
import {
  patroniProcess,
  requireUntouched,
  stateOf,
  whilePaused,
  writeRecommended,
} from "./patroni.ts";
import { restartEtcd } from "./restart-etcd.ts";

/**
 * Turns on TLS and logins of etcd in a cluster that runs without both, by the steps of docs/high-availability.md.
 *
 * @returns what is worth knowing beside what the callers see
 * @throws Error when the primary moved or a PostgreSQL was started again
 */
export async function secureEtcd(cluster: Cluster): Promise<string[]> {
  const before = await stateOf(cluster);
  await whilePaused(cluster, async () => {
    for (const node of NODES)
      await restartWith(cluster, node, etcdWithBoth(cluster.recommended(`${node}/etcd.yml`)));
    // Not before etcd asks for a login: with Debian's etcd, this Patroni takes the answer that no login is needed for a fault.
    const primary = await cluster.leader();
    await protectEtcd(cluster.inBase, etcdUrl("n1", cluster.ports), cluster.secrets);
    // The primary first: its lock can be extended again before it runs out.
    for (const node of [primary, ...NODES.filter((node) => node !== primary)])
      await restartPatroni(cluster, node);
    for (const node of NODES) {
      await nameTlsToMembers(cluster, node);
      await restartWith(cluster, node, cluster.recommended(`${node}/etcd.yml`));
    }
  });
  await cluster.untilHealthy();
  await requireUntouched(cluster, before);
  return ["the primary stayed, and no PostgreSQL was restarted"];
}

async function restartWith(cluster: Cluster, node: NodeName, text: string): Promise<void> {
  await writeFile(join(cluster.inBase.work, node, "etcd.yml"), text);
  await restartEtcd(cluster, node);
}

/** Ends Patroni alone. Its supervisor starts it again, with the recommended file; PostgreSQL goes on, as Patroni is paused. */
async function restartPatroni(cluster: Cluster, node: NodeName): Promise<void> {
  await writeRecommended(cluster, `${node}/patroni.yml`);
  const old = patroniProcess(cluster, node);
  process.kill(old.pid, "SIGTERM");
  await until(`a new Patroni of ${node}`, async () => {
    const isNew = cluster
      .processesOf(node)
      .some((each) => each.name === "patroni" && each.pid !== old.pid);
    return (isNew && (await cluster.isRunning(node))) || undefined;
  });
}

/** Tells the other members to call a member by TLS from its next start on. */
async function nameTlsToMembers(cluster: Cluster, node: NodeName): Promise<void> {
  const { inBase, ports, secrets } = cluster;
  const reached = NODES.filter((each) => each !== node).map((each) => etcdUrl(each, ports));
  const env = {
    ...etcdctlEnvironment(reached.join(",")),
    ETCDCTL_USER: "root",
    ETCDCTL_PASSWORD: secrets.etcdRoot,
  };
  const etcdctl = (...args: string[]) =>
    runInDebian({ ...inBase, env }, ["etcdctl", "member", ...args]);
  const line = (await etcdctl("list")).split("\n").find((each) => each.includes(` ${node}, `));
  const [id] = line?.split(",") ?? [];
  if (id === undefined) throw new Error(`etcd has no member ${node}.`);
  await etcdctl("update", id, `--peer-urls=${etcdPeerUrl(node, ports)}`);
}
