// SQL: reads which connections of PostgreSQL have TLS, and logs in without it.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { databaseUrl, verifyBy } from "../database-url.ts";
import { requireSame } from "../findings.ts";
import { until } from "../service/api.ts";
import { askDatabase } from "./ask-database.ts";
import type { Cluster } from "./cluster/cluster.ts";
import { patroniWithOpenEtcd } from "./cluster/open-etcd.ts";
import { ADDRESSES, NODES, type NodeName } from "./cluster/places.ts";
import {
  haproxyWithBoth,
  patroniThatOffers,
  patroniWithBoth,
  pgbouncerWithBoth,
} from "./cluster/plain-database.ts";
import { changePatroni, requireUntouched, stateOf } from "./patroni.ts";
import { reloadHaproxy, untilEnded } from "./reload-haproxy.ts";
import { restartService, type Service } from "./restart-service.ts";

type Change = (text: string) => string;

const asRecommended: Change = (text) => text;

/** The clients of PostgreSQL without TLS, except those by its socket. */
const WITHOUT_TLS = `SELECT usename, application_name FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
  WHERE client_addr IS NOT NULL AND NOT ssl`;

const STANDBYS_BY_TLS = `SELECT application_name FROM pg_stat_replication JOIN pg_stat_ssl USING (pid)
  WHERE ssl AND state = 'streaming'`;

/** Patroni keeps what it opened to the PostgreSQL of its own node before it asked for TLS. It opens them anew. */
const END_OWN_OF_PATRONI = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN pg_stat_ssl USING (pid)
  WHERE application_name LIKE 'Patroni %' AND NOT ssl`;

/**
 * Turns on TLS of PostgreSQL, PgBouncer and Patroni's API in a cluster that runs without it, by the steps of
 * docs/high-availability.md. That each door refuses who comes without TLS is checked once more after all drills.
 *
 * @returns what is worth knowing beside what the callers see
 * @throws Error when somebody still comes without TLS, the primary moved or a PostgreSQL was started again
 */
export async function encryptConnections(cluster: Cluster, service: Service): Promise<string[]> {
  const before = await stateOf(cluster);
  await acceptBoth(cluster);
  await askForTls(cluster, service);
  await refuseOthers(cluster);
  await cluster.untilHealthy();
  await requireUntouched(cluster, before);
  return ["the primary stayed, no PostgreSQL was restarted"];
}

/** Every server takes its clients with TLS and without; HAProxy knows how to ask either Patroni. */
async function acceptBoth(cluster: Cluster): Promise<void> {
  for (const node of NODES)
    await changePatroni(cluster, node, patroniFile(cluster, node, patroniThatOffers));
  for (const node of NODES)
    await until(`PostgreSQL of ${node} takes TLS`, () =>
      askDatabase(urlAt(cluster, node, true)).then(
        () => true,
        () => undefined,
      ),
    );
  await changeHaproxy(cluster, haproxyWithBoth);
  // A login to PostgreSQL that is under way when its settings change counts as failed, and each client that waits for it fails with it.
  await askDatabase(cluster.poolerAdminUrl(), "PAUSE");
  await changePgbouncer(cluster, pgbouncerWithBoth);
  await askDatabase(cluster.poolerAdminUrl(), "RESUME");
}

/** Every client asks for TLS and verifies its server; the API of each Patroni answers by TLS alone, the primary's as the last one. */
async function askForTls(cluster: Cluster, service: Service): Promise<void> {
  const { plain, certificates } = cluster;
  plain.database = false;
  await restartService(service, (url) => verifyBy(url, certificates.authorityFile));
  const primary = await cluster.leader();
  for (const node of [...NODES.filter((node) => node !== primary), primary]) {
    await changePatroni(cluster, node, patroniFile(cluster, node, patroniWithBoth));
    plain.patroni.delete(node);
    await until(
      `Patroni of ${node} answers by TLS`,
      async () => (await cluster.isRunning(node)) || undefined,
    );
    // A standby connects anew: the other one must be there for the commits meanwhile.
    if (node !== primary)
      await until(`${node} replicates by TLS`, () => replicatesByTls(cluster, primary, node));
    await cluster.untilHealthy();
  }
  await changeHaproxy(cluster, asRecommended);
}

/** No server takes a client without TLS, once there is none. */
async function refuseOthers(cluster: Cluster): Promise<void> {
  for (const node of NODES) {
    await askDatabase(urlAt(cluster, node, true), END_OWN_OF_PATRONI);
    await until(`nobody at ${node} is without TLS`, async () => {
      const found = await askDatabase(urlAt(cluster, node, true), WITHOUT_TLS);
      return found.length === 0 || undefined;
    });
  }
  const clients = await askDatabase(cluster.poolerAdminUrl(), "SHOW CLIENTS");
  const plainClients = clients.filter(({ tls }) => tls === "");
  requireSame("the number of PgBouncer's clients without TLS", plainClients.length, 0);
  await changePgbouncer(cluster, asRecommended);
  for (const node of NODES) {
    await changePatroni(cluster, node, patroniFile(cluster, node, asRecommended));
    await until(`PostgreSQL of ${node} refuses who comes without TLS`, () =>
      askDatabase(urlAt(cluster, node, false)).then(
        () => undefined,
        (error: Error) => /no encryption/.test(error.message) || undefined,
      ),
    );
  }
}

/** patroni.yml of a node at a step. Whether it reaches etcd by TLS is the matter of another drill. */
function patroniFile(cluster: Cluster, node: NodeName, change: Change): string {
  const text = change(cluster.recommended(`${node}/patroni.yml`));
  return cluster.isEtcdOpen ? patroniWithOpenEtcd(text) : text;
}

const changeFile = (cluster: Cluster, name: string, change: Change) =>
  writeFile(join(cluster.inBase.work, name), change(cluster.recommended(name)));

/** Lets HAProxy start with another file, and moves PgBouncer's connections to the new process before the former one cuts them. */
async function changeHaproxy(cluster: Cluster, change: Change): Promise<void> {
  await changeFile(cluster, "haproxy.cfg", change);
  const former = await reloadHaproxy(cluster);
  await askDatabase(cluster.poolerAdminUrl(), "RECONNECT");
  await untilEnded(cluster, former);
}

async function changePgbouncer(cluster: Cluster, change: Change): Promise<void> {
  await changeFile(cluster, "pgbouncer.ini", change);
  await askDatabase(cluster.poolerAdminUrl(), "RELOAD");
}

/** Whether a node gets its WAL from the primary by TLS. */
async function replicatesByTls(cluster: Cluster, primary: NodeName, node: NodeName) {
  const found = await askDatabase(urlAt(cluster, primary, true), STANDBYS_BY_TLS);
  return found.some(({ application_name: name }) => name === node) || undefined;
}

/** The superuser's login at one node. */
function urlAt({ ports, passwords, certificates }: Cluster, node: NodeName, hasTls: boolean) {
  return databaseUrl({
    ...{ user: "postgres", password: passwords.superuser, database: "postgres" },
    ...{ host: ADDRESSES[node], port: ports[node] },
    authorityFile: hasTls ? certificates.authorityFile : undefined,
  });
}
