import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sleep } from "../../bootstrap/process-info.mjs";
import { runInDebian } from "../debian/run-in-debian.ts";
import { startInDebian } from "../debian/start-in-debian.ts";
import type { Findings } from "../findings.ts";
import { askDatabase } from "./ask-database.ts";
import { tlsFolderOf } from "./cluster/certificates.ts";
import type { Cluster } from "./cluster/cluster.ts";
import { askByTls, type Credentials } from "./cluster/https.ts";
import {
  ADDRESSES,
  etcdPeerUrl,
  etcdUrl,
  NODES,
  type NodeName,
  PRIMARY,
  patroniUrl,
  SERVICE_HOST,
} from "./cluster/places.ts";
import { requireRefusal } from "./require-refusal.ts";
import type { StartedService } from "./start-service.ts";

/** What each TLS library says of a certificate of an authority that it does not know. */
const UNKNOWN_AUTHORITY =
  /unable to (verify the first|get local issuer) certificate|self-signed certificate in|certificate verify failed/;
/** What a server that wants TLS does with something else: it closes the connection, or says so. */
const NOT_TLS = /other side closed|ECONNRESET|socket hang up|answered 400/;
/** What a client sees of a server that does not accept its certificate. */
const BAD_CERTIFICATE = /alert (certificate required|bad certificate|unknown ca|unsupported cert)/i;
const TRIES = 20;
const PAUSE_MS = 500;

/** Checks that every connection between hosts is encrypted, and that each end verifies the other. */
export async function checkTls(
  cluster: Cluster,
  { settings }: StartedService,
  { check }: Findings,
): Promise<void> {
  const urls = [settings.web.DATABASE_URL ?? "", settings.web.DATABASE_DIRECT_URL ?? ""];
  await check("no door between hosts opens without TLS", () => checkPlain(cluster, urls));
  await check("the service refuses a certificate of another authority", () =>
    checkService(cluster, urls),
  );
  await check("a standby refuses a certificate of another authority or name", () =>
    checkReplication(cluster),
  );
  await check("PgBouncer refuses a certificate of another authority", () =>
    checkPgbouncer(cluster, settings.web.DATABASE_URL ?? ""),
  );
  await check(
    "HAProxy leads to no node whose Patroni has a certificate of another authority or name",
    () => checkHaproxy(cluster, settings.web.DATABASE_DIRECT_URL ?? ""),
  );
  await check("Patroni and etcd are refused by clients of another authority, and refuse them", () =>
    checkHttps(cluster),
  );
}

function withParameters(url: string, parameters: Record<string, string>): string {
  const changed = new URL(url);
  changed.search = String(new URLSearchParams(parameters));
  return changed.href;
}

async function askPlainly(url: string): Promise<void> {
  const answer = await fetch(url.replace("https:", "http:")).catch((error: Error) => {
    throw error.cause ?? error;
  });
  throw new Error(`answered ${answer.status}`);
}

/** psql of a node to another one's PostgreSQL, as its standby logs in. */
function replicate(cluster: Cluster, node: NodeName, parameters: string): Promise<string> {
  const { inBase, ports, secrets } = cluster;
  const env = { PGPASSWORD: secrets.replication };
  const login = `port=${ports[node]} user=replicator replication=true ${parameters}`;
  return runInDebian({ ...inBase, env }, ["psql", "-w", "-c", "IDENTIFY_SYSTEM", login]);
}

async function checkPlain(cluster: Cluster, urls: readonly string[]): Promise<string> {
  const { ports } = cluster;
  const [pooled = "", direct = ""] = urls.map((url) => withParameters(url, {}));
  // pg_hba.conf has no entry for a connection without TLS.
  const noEntry = /no encryption/;
  await requireRefusal("PgBouncer", askDatabase(pooled), /SSL required/);
  await requireRefusal("HAProxy `primary`", askDatabase(direct), noEntry);
  for (const node of NODES) {
    const url = new URL(direct);
    [url.hostname, url.port] = [ADDRESSES[node], String(ports[node])];
    await requireRefusal(`PostgreSQL of ${node}`, askDatabase(url.href), noEntry);
    const plain = replicate(cluster, node, `host=${ADDRESSES[node]} sslmode=disable`);
    await requireRefusal(`replication from ${node}`, plain, noEntry);
    for (const door of [patroniUrl, etcdUrl, etcdPeerUrl]) {
      const address = door(node, ports);
      await requireRefusal(address, askPlainly(address), NOT_TLS);
    }
  }
  return "PgBouncer, HAProxy `primary`; of each node PostgreSQL, its replication, Patroni, both ports of etcd";
}

async function checkService({ certificates }: Cluster, urls: readonly string[]): Promise<string> {
  const { authorityFile } = certificates.stranger();
  for (const url of urls) {
    await askDatabase(url);
    const parameters = { sslmode: "verify-full", sslrootcert: authorityFile };
    const refused = askDatabase(withParameters(url, parameters));
    await requireRefusal(new URL(url).host, refused, UNKNOWN_AUTHORITY);
  }
  return "of PgBouncer and, through HAProxy, of PostgreSQL";
}

async function checkReplication(cluster: Cluster): Promise<string> {
  const stranger = cluster.certificates.stranger();
  for (const node of NODES) {
    const verified = (folder: string) => `sslmode=verify-full sslrootcert=${folder}/authority.crt`;
    const host = `host=${ADDRESSES[node]}`;
    await replicate(cluster, node, `${host} ${verified(tlsFolderOf(node))}`);
    const unknown = replicate(cluster, node, `${host} ${verified(stranger.folder)}`);
    await requireRefusal(`another authority by ${node}`, unknown, UNKNOWN_AUTHORITY);
    const place = `host=n9 hostaddr=${ADDRESSES[node]}`;
    const misnamed = replicate(cluster, node, `${place} ${verified(tlsFolderOf(node))}`);
    await requireRefusal(`another name by ${node}`, misnamed, /does not match host name/);
  }
  return "refused at each node, the right one accepted";
}

interface Beside {
  name: string;
  /** Its configuration in the cluster. */
  file: string;
  change: (text: string) => string;
  command: string[];
  /** That of the cluster by default. */
  user?: string;
}

/** Runs a program beside the cluster's, with a changed copy of its configuration. */
async function beside<T>(
  { inBase, logs }: Cluster,
  program: Beside,
  work: (readLog: () => Promise<string>) => Promise<T>,
): Promise<T> {
  const { name, file, change, command, user = inBase.user } = program;
  const text = await readFile(join(inBase.work, file), "utf8");
  await writeFile(join(inBase.work, `${name}.conf`), change(text), { mode: 0o644 });
  const logFile = join(logs, `${name}.log`);
  const place = { ...inBase, user };
  const running = startInDebian(place, [...command, `/srv/${name}.conf`], logFile);
  try {
    return await work(() => readFile(logFile, "utf8"));
  } finally {
    await running.destroy();
  }
}

async function checkPgbouncer(cluster: Cluster, url: string): Promise<string> {
  const { ports, certificates } = cluster;
  const changed = new URL(url);
  changed.port = String(ports.spare);
  const program = {
    name: "pgbouncer-stranger",
    file: "pgbouncer.ini",
    change: (text: string) =>
      text
        .replace(`listen_port = ${ports.pgbouncer}`, `listen_port = ${ports.spare}`)
        .replace(
          /server_tls_ca_file = .*/,
          `server_tls_ca_file = ${certificates.stranger().folder}/authority.crt`,
        ),
    command: ["pgbouncer"],
  };
  return beside(cluster, program, async (readLog) => {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      await requireRefusal("PgBouncer", askDatabase(changed.href), /./);
      if (UNKNOWN_AUTHORITY.test(await readLog())) return "it opens no connection";
      await sleep(PAUSE_MS);
    }
    throw new Error("its log names no certificate that it refused");
  });
}

async function checkHaproxy(cluster: Cluster, url: string): Promise<string> {
  const { ports, certificates } = cluster;
  const changed = new URL(url);
  changed.port = String(ports.spare);
  const atSpare = (text: string) =>
    // The part before the web processes: their port is taken.
    (text.split("listen web")[0] ?? "").replace(`:${ports.primary}\n`, `:${ports.spare}\n`);
  const changes = {
    authority: (text: string) =>
      text.replace(tlsFolderOf(SERVICE_HOST), certificates.stranger().folder),
    name: (text: string) => text.replaceAll(/verifyhost n\d/g, "verifyhost n9"),
  };
  const start = (name: string, change: (text: string) => string) => ({
    ...{ name: `haproxy-${name}`, file: "haproxy.cfg", command: ["haproxy", "-db", "-f"] },
    user: "root",
    change: (text: string) => change(atSpare(text)),
  });
  await beside(
    cluster,
    start("same", (text) => text),
    () => untilOpen(changed.href),
  );
  for (const [name, change] of Object.entries(changes))
    await beside(cluster, start(name, change), () => untilClosed(changed.href));
  return `${PRIMARY} has no server then`;
}

const isOpen = (url: string) =>
  askDatabase(url).then(
    () => true,
    () => false,
  );

async function untilOpen(url: string): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    if (await isOpen(url)) return;
    await sleep(PAUSE_MS);
  }
  throw new Error("a copy with the same configuration leads nowhere");
}

/**
 * HAProxy takes a server for good until its first checks have failed. Then it accepts a connection and closes it; one that is
 * refused means that HAProxy does not run.
 */
async function untilClosed(url: string): Promise<void> {
  await sleep(4 * PAUSE_MS);
  for (let tries = 1; tries <= 3; tries += 1)
    await requireRefusal("HAProxy `primary`", askDatabase(url), /Connection terminated|ECONNRESET/);
}

async function checkHttps({ ports, certificates }: Cluster): Promise<string> {
  const { ca, ...node } = certificates.credentialsOf("n1");
  const { ca: otherCa, ...stranger } = certificates.stranger();
  const { ca: _, ...service } = certificates.credentialsOf(SERVICE_HOST);
  const clients = { nobody: {}, "another authority": stranger, "the service's host": service };
  const ask = (url: string, credentials: Credentials) => askByTls(url, { credentials });
  for (const each of NODES) {
    const patroni = patroniUrl(each, ports);
    await requireRefusal(patroni, ask(patroni, { ca: otherCa }), UNKNOWN_AUTHORITY);
    for (const [name, client] of Object.entries(clients).slice(1))
      await requireRefusal(
        `${name} by ${patroni}`,
        ask(patroni, { ca, ...client }),
        BAD_CERTIFICATE,
      );
    for (const url of [etcdUrl(each, ports), etcdPeerUrl(each, ports)]) {
      const health = `${url}/health`;
      await ask(health, { ca, ...node });
      const unverified = ask(health, { ca: otherCa, ...node });
      await requireRefusal(url, unverified, UNKNOWN_AUTHORITY);
      for (const [name, client] of Object.entries(clients))
        await requireRefusal(`${name} by ${url}`, ask(health, { ca, ...client }), BAD_CERTIFICATE);
    }
  }
  return "in both directions; at both ports etcd lets nobody in without a certificate of a node";
}
