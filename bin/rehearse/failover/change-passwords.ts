// SQL: changes the passwords of PostgreSQL's roles, as docs/high-availability.md asks for.
import pg from "pg";
import { sleep } from "../../bootstrap/process-info.mjs";
import { databaseUrl } from "../database-url.ts";
import { runInDebian } from "../debian/run-in-debian.ts";
import { requireSame } from "../findings.ts";
import { secret } from "../passwords.ts";
import { askDatabase } from "./ask-database.ts";
import type { Cluster } from "./cluster/cluster.ts";
import { askByTls } from "./cluster/https.ts";
import { ADDRESSES, etcdUrl, NODES, type NodeName, patroniUrl } from "./cluster/places.ts";
import { etcdctlEnvironment } from "./cluster/protect-etcd.ts";
import {
  patronictl,
  reloadPatroni,
  requireUntouched,
  stateOf,
  writeRecommended,
} from "./patroni.ts";
import { requireRefusal } from "./require-refusal.ts";
import { restartService, type Service } from "./restart-service.ts";

/** PgBouncer takes a file for unchanged that has the size and the second of the one that it read last. */
const FILE_TIME_MS = 1_100;
const APP = "partner_wallet_app";
const NO_LOGIN = /password authentication failed|SASL authentication failed/;

/**
 * Changes every password of the cluster, and of the service's login, by the steps of docs/high-availability.md. Each new one is
 * used, and each old one refused, before the next one is changed.
 *
 * @returns what is worth knowing beside what the callers see
 * @throws Error when an old password still works, the primary moved or a PostgreSQL was started again
 */
export async function changePasswords(cluster: Cluster, service: Service): Promise<string[]> {
  const before = await stateOf(cluster);
  await changeRoles(cluster);
  await changeRestPassword(cluster);
  await changeEtcdPasswords(cluster);
  await changePoolerAdmin(cluster);
  await changeAppPassword(cluster, service);
  await requireUntouched(cluster, before);
  return ["the primary stayed, no PostgreSQL was restarted, every old password was refused"];
}

/** Changes the passwords of `postgres`, `replicator` and `rewinder`, which each Patroni has in its file. */
async function changeRoles(cluster: Cluster): Promise<void> {
  const { passwords, secrets } = cluster;
  const [replication, rewind, superuser] = [secret(), secret(), secret()];
  const changes = [
    ["replicator", secrets.replication, replication],
    ["rewinder", secrets.rewind, rewind],
    ["postgres", passwords.superuser, superuser],
  ] as const;
  await asSuperuser(cluster, async (client) => {
    for (const [role, , changed] of changes) await alterRole(client, role, changed);
  });
  Object.assign(secrets, { replication, rewind });
  passwords.superuser = superuser;
  await reloadPatroni(cluster);
  // Standbys that connect anew use the new password: this ends the connections that they have.
  await asSuperuser(cluster, (client) =>
    client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_replication"),
  );
  await cluster.untilHealthy();
  for (const [role, old, changed] of changes) {
    await askEach(cluster, role, changed);
    await requireRefusal(`the old password of ${role}`, askEach(cluster, role, old), NO_LOGIN);
  }
}

/** Changes the password of Patroni's API. */
async function changeRestPassword(cluster: Cluster): Promise<void> {
  const { secrets, certificates, ports } = cluster;
  const old = secrets.rest;
  secrets.rest = secret();
  await reloadPatroni(cluster);
  const statusOf = async (node: NodeName, password: string) => {
    const { status } = await askByTls(`${patroniUrl(node, ports)}/reload`, {
      credentials: certificates.credentialsOf("n1"),
      method: "POST",
      headers: { authorization: `Basic ${btoa(`patroni:${password}`)}` },
      body: {},
    });
    return status;
  };
  for (const node of NODES) {
    const [now, before] = [await statusOf(node, secrets.rest), await statusOf(node, old)];
    requireSame(
      `the status at ${node} with the new and the old password`,
      `${now} ${before}`,
      "202 401",
    );
  }
}

/** Changes the passwords in etcd of `root`, and of the login by which Patroni reads and writes its keys. */
async function changeEtcdPasswords(cluster: Cluster): Promise<void> {
  const { secrets } = cluster;
  const old = { root: secrets.etcdRoot, patroni: secrets.etcd };
  secrets.etcdRoot = secret();
  await setEtcdPassword(cluster, old.root, "root", secrets.etcdRoot);
  secrets.etcd = secret();
  // Patroni shows the new password when etcd no longer takes what it got for the old one.
  await reloadPatroni(cluster);
  await setEtcdPassword(cluster, secrets.etcdRoot, "patroni", secrets.etcd);
  // `--wait` waits until each Patroni has read this in etcd and has written that it did.
  await patronictl(cluster, "pause", "--wait");
  await patronictl(cluster, "resume", "--wait");
  for (const [user, password] of Object.entries(old)) {
    const asked = etcdctl(cluster, user, password, "get /service/wallet/leader");
    await requireRefusal(
      `the old password of ${user} in etcd`,
      asked,
      /invalid user ID or password/,
    );
  }
}

/** Passwords go by standard input or by the environment: other users of the host can read the arguments of a program. */
const setEtcdPassword = (cluster: Cluster, rootPassword: string, user: string, password: string) =>
  etcdctl(
    cluster,
    "root",
    rootPassword,
    `user passwd ${user} --interactive=false`,
    `printf '%s' '${password}' |`,
  );

function etcdctl(
  { inBase, ports }: Cluster,
  user: string,
  password: string,
  what: string,
  before = "",
) {
  const env = {
    ...etcdctlEnvironment(etcdUrl("n1", ports)),
    ...{ ETCDCTL_USER: user, ETCDCTL_PASSWORD: password },
  };
  return runInDebian({ ...inBase, env }, ["sh", "-c", `${before} etcdctl ${what}`]);
}

/** Changes the password of `pooler_admin`, for PgBouncer's console. */
async function changePoolerAdmin(cluster: Cluster): Promise<void> {
  const old = cluster.poolerAdminUrl();
  cluster.secrets.poolerAdmin = secret();
  await reloadPgbouncer(cluster, old);
  await askDatabase(cluster.poolerAdminUrl(), "SHOW VERSION");
  const refused = askDatabase(old, "SHOW VERSION");
  await requireRefusal("the old password of pooler_admin", refused, NO_LOGIN);
}

/** Changes the service's password in PostgreSQL, PgBouncer and the settings, and restarts each process. */
async function changeAppPassword(cluster: Cluster, service: Service): Promise<void> {
  const { passwords } = cluster;
  const { settings } = service;
  const old = passwords.app;
  passwords.app = secret();
  await asSuperuser(cluster, (client) => alterRole(client, APP, passwords.app));
  await reloadPgbouncer(cluster, cluster.poolerAdminUrl());
  // The web processes first: until then their new connections are refused, and partners' requests with them.
  await restartService(service, (url) => url.replace(old, passwords.app));
  for (const url of [settings.web.DATABASE_URL ?? "", settings.web.DATABASE_DIRECT_URL ?? ""]) {
    await askDatabase(url);
    const refused = askDatabase(url.replace(passwords.app, old));
    await requireRefusal(`the old password of ${APP}`, refused, NO_LOGIN);
  }
}

/** Writes PgBouncer's `auth_file` with the passwords as they are now, and lets PgBouncer read it. */
async function reloadPgbouncer(cluster: Cluster, consoleUrl: string): Promise<void> {
  await sleep(FILE_TIME_MS);
  await writeRecommended(cluster, "users.txt");
  await askDatabase(consoleUrl, "RELOAD");
}

const alterRole = (client: pg.Client, role: string, password: string) =>
  client.query(`ALTER ROLE ${pg.escapeIdentifier(role)} PASSWORD ${pg.escapeLiteral(password)}`);

/** Does something on the primary as its superuser. */
async function asSuperuser(
  cluster: Cluster,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.superuserUrl("postgres") });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Logs in as a role at each node, and asks something. */
async function askEach(cluster: Cluster, user: string, password: string): Promise<void> {
  const { ports, certificates } = cluster;
  const login = { user, password, database: "postgres", authorityFile: certificates.authorityFile };
  for (const node of NODES)
    await askDatabase(databaseUrl({ ...login, host: ADDRESSES[node], port: ports[node] }));
}
