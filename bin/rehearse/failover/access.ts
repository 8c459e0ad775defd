import pg from "pg";
import { runInDebian } from "../debian/run-in-debian.ts";
import { type Findings, requireSame } from "../findings.ts";
import { HOST } from "../ports.ts";
import { checkInternal } from "../service/check-internal.ts";
import type { Cluster } from "./cluster/cluster.ts";
import { NODES, patroniUrl } from "./cluster/write-configuration.ts";
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
  await check("Patroni changes nothing without its password", () => checkPatroni(cluster));
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

async function checkPatroni({ ports, inBase }: Cluster): Promise<string> {
  for (const node of NODES)
    for (const [method, path] of CHANGES) {
      const url = `${patroniUrl(node, ports)}/${path}`;
      const { status } = await fetch(url, { method, body: "{}" });
      requireSame(`the status of ${method} /${path} at ${node}`, status, 401);
    }
  const reload = ["patronictl", "-c", "/srv/n1/patroni.yml", "reload", "wallet", "--force"];
  const said = await runInDebian(inBase, reload);
  const reloaded = NODES.filter((node) => said.includes(`received for member ${node} `));
  requireSame("the number of nodes that patronictl reloads", reloaded.length, NODES.length);
  return `401 for ${CHANGES.length} requests at each node; patronictl reloads all`;
}

async function checkEtcd({ ports }: Cluster): Promise<string> {
  const key = Buffer.from("/service/wallet/config").toString("base64");
  for (const [path, body] of [
    ["range", { key }],
    ["put", { key, value: "" }],
    ["deleterange", { key }],
  ] as const) {
    const url = `http://${HOST}:${ports.etcd}/v3/kv/${path}`;
    const answer = await fetch(url, { method: "POST", body: JSON.stringify(body) });
    const text = await answer.text();
    if (!text.includes("user name is empty"))
      throw new Error(`${path} answered ${answer.status} ${text}`);
  }
  return "no read, no write, no removal";
}

/** PgBouncer's console is a database of its own. */
async function askConsole(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query("SHOW POOLS");
  } finally {
    await client.end();
  }
}

async function checkConsole({ poolerAdminUrl }: Cluster, serviceUrl: string): Promise<string> {
  await askConsole(poolerAdminUrl);
  const url = new URL(serviceUrl);
  url.pathname = "/pgbouncer";
  const refusal = await askConsole(url.href).then(
    () => "none",
    (error: Error) => error.message,
  );
  if (!refusal.includes("not allowed")) throw new Error(`the refusal is: ${refusal}`);
  return refusal;
}

async function checkSocket({ inBase, ports }: Cluster): Promise<string> {
  const psql = ["psql", "-w", "-h", "/srv/n1/run", "-p", String(ports.n1), "-U", "postgres", "-l"];
  await runInDebian({ ...inBase, user: "postgres" }, psql);
  // root stands in for any other user: the folder of the socket lets nobody else in here.
  const refusal = await runInDebian({ ...inBase, user: "root" }, psql).then(
    () => "none",
    (error: Error) => error.message,
  );
  if (!refusal.includes("Peer authentication failed"))
    throw new Error(`the refusal is: ${refusal}`);
  return "refused, and `postgres` itself is let in";
}
