import { runInDebian } from "../../debian/run-in-debian.ts";
import { until } from "../../service/api.ts";
import { tlsFolderOf } from "./certificates.ts";
import { type Credentials, readAddress } from "./https.ts";
import type { ClusterSecrets } from "./secrets.ts";

type Place = { base: string; work: string; user: string };

/** The environment in which etcdctl reaches a member, with the certificate of n1. */
export const etcdctlEnvironment = (url: string) => ({
  ETCDCTL_ENDPOINTS: url,
  ETCDCTL_CACERT: `${tlsFolderOf("n1")}/authority.crt`,
  ETCDCTL_CERT: `${tlsFolderOf("n1")}/host.crt`,
  ETCDCTL_KEY: `${tlsFolderOf("n1")}/host.key`,
});

/** Waits until a member of etcd answers, by TLS or without, and knows a leader. */
export function untilEtcdAnswers(url: string, credentials: Credentials): Promise<unknown> {
  return until(`etcd at ${url} answers`, () =>
    readAddress(`${url}/health`, credentials).then(
      ({ status }) => status === 200 || undefined,
      () => undefined, // It does not listen yet.
    ),
  );
}

/** Lets nobody in without a login, as docs/high-availability.md asks for. */
export async function protectEtcd(
  place: Place,
  url: string,
  { etcd, etcdRoot }: ClusterSecrets,
): Promise<void> {
  const passwords = { ROOT_PASSWORD: etcdRoot, PATRONI_PASSWORD: etcd };
  const env = { ...etcdctlEnvironment(url), ...passwords };
  await runInDebian({ ...place, env }, ["sh", "/srv/protect-etcd.sh"]);
}
