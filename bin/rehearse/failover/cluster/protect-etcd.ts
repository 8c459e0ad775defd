import { runInDebian } from "../../debian/run-in-debian.ts";
import { until } from "../../service/api.ts";
import type { ClusterSecrets } from "./secrets.ts";

/** Waits for etcd and lets nobody in without a login, as docs/high-availability.md asks for. */
export async function protectEtcd(
  place: { base: string; work: string; user: string },
  url: string,
  { etcd, etcdRoot }: ClusterSecrets,
): Promise<void> {
  await until("etcd answers", () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok || undefined,
      () => undefined, // It does not listen yet.
    ),
  );
  const env = { ETCDCTL_ENDPOINTS: url, ROOT_PASSWORD: etcdRoot, PATRONI_PASSWORD: etcd };
  await runInDebian({ ...place, env }, ["sh", "/srv/protect-etcd.sh"]);
}
