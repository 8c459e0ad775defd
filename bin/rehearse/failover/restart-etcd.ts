import { sleep } from "../../bootstrap/process-info.mjs";
import type { Cluster } from "./cluster/cluster.ts";
import { etcdUrl, type NodeName } from "./cluster/places.ts";
import { etcdOf } from "./cluster/programs.ts";
import { untilEtcdAnswers } from "./cluster/protect-etcd.ts";

/** In this time a member that was restarted is one of three again, before the next one goes. */
const SETTLE_MS = 2_000;

/** Restarts one member of etcd, and waits until it is one of three again. */
export async function restartEtcd(cluster: Cluster, node: NodeName): Promise<void> {
  const { ports, certificates } = cluster;
  await cluster.stop(etcdOf(node));
  cluster.start(etcdOf(node));
  await untilEtcdAnswers(etcdUrl(node, ports), certificates.credentialsOf(node));
  await sleep(SETTLE_MS);
}
