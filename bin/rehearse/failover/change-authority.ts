import { askDatabase } from "./ask-database.ts";
import type { Cluster } from "./cluster/cluster.ts";
import { NODES } from "./cluster/places.ts";
import { reloadHaproxy, untilEnded } from "./reload-haproxy.ts";
import { reloadCertificates, requireInstalled } from "./renew.ts";
import { restartEtcd } from "./restart-etcd.ts";

/**
 * Replaces the certificate authority by another one, by the steps of docs/high-availability.md. That nobody trusts the old one at
 * the end is checked after all drills, as of a stranger.
 *
 * @returns what is worth knowing beside what the callers see
 * @throws Error when a port shows another certificate than was installed, or the primary moved
 */
export async function changeAuthority(cluster: Cluster): Promise<string[]> {
  const before = await cluster.leader();
  await cluster.certificates.changeAuthority(async ({ isTrustChanged }) => {
    await reloadCertificates(cluster);
    // etcd and HAProxy read the list of trusted authorities when they start.
    if (isTrustChanged) for (const node of NODES) await restartEtcd(cluster, node);
    const former = isTrustChanged ? await reloadHaproxy(cluster) : [];
    // Every connection to PostgreSQL anew when its transaction has ended, before the former process of HAProxy cuts it.
    await askDatabase(cluster.poolerAdminUrl(), "RECONNECT");
    await untilEnded(cluster, former);
    await requireInstalled(cluster);
    await cluster.untilHealthy();
  });
  const after = await cluster.leader();
  if (after !== before) throw new Error(`the primary moved from ${before} to ${after}`);
  return ["the primary stayed; the checks below have the old authority as the other one"];
}
