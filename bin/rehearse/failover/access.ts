import { runInDebian } from "../debian/run-in-debian.ts";
import { type Findings, requireSame } from "../findings.ts";
import { HOST } from "../ports.ts";
import { checkInternal } from "../service/check-internal.ts";
import { askDatabase } from "./ask-database.ts";
import type { Cluster } from "./cluster/cluster.ts";
import { askByTls } from "./cluster/https.ts";
import { etcdUrl, NODES, patroniUrl } from "./cluster/places.ts";
import { requireRefusal } from "./require-refusal.ts";
import type { StartedService } from "./start-service.ts";

/** What a stranger must not do to a node: each of these takes its data, its primary or a shell. */
const CHANGES = [
  ["PATCH", "config"],
  ["PUT", "config"],
  ["POST", "restart"],
  ["POST", "reload"],
  ["POST", "reinitialize"],
  ["POST", "switchover"],
  ["POST", "failover"],
  ["POST", "failsafe"],
] as const;

/** Checks that nobody who merely reaches the cluster's ports, or has the service's login, can take it over. */
export async function checkAccess(
  cluster: Cluster,
  { baseUrl, settings }: StartedService,
  { check }: Findings,
): Promise<void> {
  await check("Patroni changes nothing without a node's certificate and its password", () =>
    checkPatroni(cluster),
  );
  await check("etcd answers nobody without a login", () => checkEtcd(cluster));
  await check("the login of the service has no console of PgBouncer", () =>
    checkConsole(cluster, settings.web.DATABASE_URL ?? ""),
  );
  await check("another user of a database host needs a password of PostgreSQL", () =>
    checkSocket(cluster),
  );
  await check("HAProxy passes nothing on to /api/internal", () =>
    checkInternal(baseUrl, `http://${HOST}:${cluster.ports.webA}`, settings.web),
  );
}

async function checkPatroni({ ports, secrets, certificates, inBase }: Cluster): Promise<string> {
  const credentials = certificates.credentialsOf("n1");
  const authorization = `Basic ${btoa(`patroni:${secrets.rest}`)}`;
  for (const node of NODES)
    for (const [method, path] of CHANGES) {
      const url = `${patroniUrl(node, ports)}/${path}`;
      const what = `the status of ${method} /${path} at ${node}`;
      const { ca } = credentials;
      const headers = { authorization };
      const nameless = await askByTls(url, { credentials: { ca }, method, headers, body: {} });
      requireSame(`${what} without a certificate`, nameless.status, 403);
      const { status } = await askByTls(url, { credentials, method, body: {} });
      requireSame(`${what} without a password`, status, 401);
    }
  const reload = ["patronictl", "-c", "/srv/n1/patroni.yml", "reload", "wallet", "--force"];
  const said = await runInDebian(inBase, reload);
  const reloaded = NODES.filter((node) => said.includes(`received for member ${node} `));
  requireSame("the number of nodes that patronictl reloads", reloaded.length, NODES.length);
  return `403 or 401 for ${CHANGES.length} requests at each node; patronictl reloads all`;
}

async function checkEtcd({ ports, certificates }: Cluster): Promise<string> {
  const key = Buffer.from("/service/wallet/config").toString("base64");
  const credentials = certificates.credentialsOf("n1");
  for (const [path, body] of [
    ["range", { key }],
    ["put", { key, value: "" }],
    ["deleterange", { key }],
  ] as const) {
    const url = `${etcdUrl("n1", ports)}/v3/kv/${path}`;
    const { status, text } = await askByTls(url, { credentials, method: "POST", body });
    if (!/user name is empty|permission denied/.test(text))
      throw new Error(`${path} answered ${status} ${text}`);
  }
  return "no read, no write, no removal, also with a node's certificate";
}

async function checkConsole(cluster: Cluster, serviceUrl: string): Promise<string> {
  await askDatabase(cluster.poolerAdminUrl(), "SHOW POOLS");
  const url = new URL(serviceUrl);
  // The console is a database of its own.
  url.pathname = "/pgbouncer";
  const asked = askDatabase(url.href, "SHOW POOLS");
  return requireRefusal("PgBouncer's console", asked, /not allowed/);
}

async function checkSocket({ inBase, ports }: Cluster): Promise<string> {
  const psql = ["psql", "-w", "-h", "/srv/n1/run", "-p", String(ports.n1), "-U", "postgres", "-l"];
  await runInDebian({ ...inBase, user: "postgres" }, psql);
  // root stands in for any other user: the folder of the socket lets nobody else in here.
  const asRoot = runInDebian({ ...inBase, user: "root" }, psql);
  await requireRefusal("PostgreSQL's socket", asRoot, /Peer authentication failed/);
  return "refused, and `postgres` itself is let in";
}
