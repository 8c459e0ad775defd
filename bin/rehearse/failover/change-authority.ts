import { askDatabase } from "./ask-database.ts";
import type { Cluster } from "./cluster/cluster.ts";
import { NODES } from "./cluster/places.ts";
import { requireUntouched, stateOf, whilePaused } from "./patroni.ts";
import { reloadHaproxy, untilEnded } from "./reload-haproxy.ts";
import { reloadCertificates, requireInstalled } from "./renew.ts";
import { restartEtcd } from "./restart-etcd.ts";

/**
 * Replaces the certificate authority by another one, by the steps of docs/high-availability.md. That nobody trusts the old one at
 * the end is checked after all drills, as of a stranger.
 *
 * @returns what is worth knowing beside what the callers see
 * @throws Error when a port shows another certificate than was installed, the primary moved or a PostgreSQL was started again
 */
export async function changeAuthority(cluster: Cluster): Promise<string[]> {
  const before = await stateOf(cluster);
  await cluster.certificates.changeAuthority(async ({ isTrustChanged }) => {
    await reloadCertificates(cluster);
    // etcd and HAProxy read the list of trusted authorities when they start.
    if (isTrustChanged) await whilePaused(cluster, () => restartEachEtcd(cluster));
    const former = isTrustChanged ? await reloadHaproxy(cluster) : [];
    // Every connection to PostgreSQL anew when its transaction has ended, before the former process of HAProxy cuts it.
    await askDatabase(cluster.poolerAdminUrl(), "RECONNECT");
    await untilEnded(cluster, former);
    await requireInstalled(cluster);
    await cluster.untilHealthy();
  });
  await requireUntouched(cluster, before);
  return [
    "the primary stayed, no PostgreSQL was restarted; the checks below have the old authority as the other one",
  ];
}

async function restartEachEtcd(cluster: Cluster): Promise<void> {
  for (const node of NODES) await restartEtcd(cluster, node);
}
