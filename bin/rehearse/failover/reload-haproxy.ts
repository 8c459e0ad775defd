import { sleep } from "../../bootstrap/process-info.mjs";
import { until } from "../service/api.ts";
import type { Cluster } from "./cluster/cluster.ts";

/** In this time a new process of HAProxy has started and checked all servers. Until then it takes each of them for the primary. */
const CHECKED_MS = 3_000;

/**
 * Lets HAProxy's master start a process with what is on disk now, and waits until that one knows the primary.
 *
 * @returns the former processes, which keep their connections until `hard-stop-after`
 */
export async function reloadHaproxy(cluster: Cluster): Promise<number[]> {
  const [master, ...former] = cluster.processesOf("haproxy").map(({ pid }) => pid);
  if (master === undefined) throw new Error("HAProxy does not run.");
  process.kill(master, "SIGUSR2");
  await sleep(CHECKED_MS);
  return former;
}

/** Waits until former processes of HAProxy have ended. */
export async function untilEnded(cluster: Cluster, former: readonly number[]): Promise<void> {
  await until("the former process of HAProxy has ended", async () => {
    const running = cluster.processesOf("haproxy").map(({ pid }) => pid);
    return !former.some((pid) => running.includes(pid)) || undefined;
  });
}
