import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sleep } from "../../bootstrap/process-info.mjs";
import { runInDebian } from "../debian/run-in-debian.ts";
import { requireSame } from "../findings.ts";
import type { Cluster } from "./cluster/cluster.ts";
import { NODES, type NodeName } from "./cluster/places.ts";

/** Each node reads its files in its next turn. */
export const RELOAD_MS = 5_000;

/** The primary, and the postmaster of each node. */
export async function stateOf(cluster: Cluster): Promise<string> {
  const postmasters = NODES.map((node) => cluster.postmasterOf(node));
  return `${await cluster.leader()} ${postmasters.join(" ")}`;
}

/** @throws Error unless `stateOf` is as before: another node is the primary, or a PostgreSQL was started again */
export async function requireUntouched(cluster: Cluster, before: string): Promise<void> {
  const state = await stateOf(cluster);
  requireSame("the primary and the first process of each PostgreSQL", state, before);
}

/** Writes a file of the recommended configuration again, with the passwords as they are now. Its mode and owner stay. */
export const writeRecommended = (cluster: Cluster, name: string) =>
  writeFile(join(cluster.inBase.work, name), cluster.recommended(name));

export const patronictl = ({ inBase }: Cluster, ...args: string[]) =>
  runInDebian(inBase, ["patronictl", "-c", "/srv/n1/patroni.yml", ...args, "wallet"]);

/**
 * Pauses Patroni on every node for some work on etcd. Patroni takes some errors of a member of etcd that ends for the loss of the lock,
 * and would stop the primary at once: https://github.com/patroni/patroni/issues/3118
 */
export async function whilePaused(cluster: Cluster, work: () => Promise<void>): Promise<void> {
  await patronictl(cluster, "pause", "--wait");
  await work();
  await patronictl(cluster, "resume", "--wait");
}

export function patroniProcess(cluster: Cluster, node: NodeName) {
  const found = cluster.processesOf(node).find(({ name }) => name === "patroni");
  if (found === undefined) throw new Error(`${node} has no Patroni.`);
  return found;
}

/** Gives the Patroni of a node another file, and lets it read that by a signal, as `systemctl reload patroni` does. */
export async function changePatroni(cluster: Cluster, node: NodeName, text: string): Promise<void> {
  await writeFile(join(cluster.inBase.work, node, "patroni.yml"), text);
  process.kill(patroniProcess(cluster, node).pid, "SIGHUP");
}

/**
 * Lets the Patroni of each node read its file with the passwords as they are now. `patronictl reload` would show the new
 * password of the API to a Patroni that knows the old one.
 */
export async function reloadPatroni(cluster: Cluster): Promise<void> {
  for (const node of NODES)
    await changePatroni(cluster, node, cluster.recommended(`${node}/patroni.yml`));
  await sleep(RELOAD_MS);
}
