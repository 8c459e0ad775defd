import { join } from "node:path";
import type { Closing } from "../../bootstrap/closing.mjs";
import { step } from "../../bootstrap/report.mjs";
import type { Passwords } from "../passwords.ts";
import { prepareDatabase } from "../service/prepare-database.ts";
import { type ServeProcess, serveProcess } from "../service/serve-process.ts";
import { makeSettings, type Settings } from "../service/settings.ts";
import { startChain } from "../service/start-chain.ts";
import type { Cluster } from "./cluster/cluster.ts";
import { PRIMARY } from "./cluster/places.ts";

export interface StartedService {
  /** Through HAProxy. */
  baseUrl: string;
  /** Of the database's owner. Another one when TLS was turned on. */
  ownerUrl: () => string;
  /** The settings of each role, with those of the chain. */
  settings: { web: Settings; worker: Settings };
  web: ServeProcess[];
  workers: ServeProcess[];
}

interface StartOptions {
  cluster: Cluster;
  passwords: Passwords;
  data: string;
  logs: string;
  closing: Closing;
}

/** Starts the local chain, two web processes and two workers on a cluster. */
export async function startService(options: StartOptions): Promise<StartedService> {
  const { cluster, passwords, data, logs, closing } = options;
  const { ports } = cluster;
  const { web, worker, chain } = makeSettings({
    ports: { web: ports.web, pooled: ports.pgbouncer, direct: ports.primary },
    passwords,
    directHost: PRIMARY,
    authorityFile: cluster.authorityFile(),
    more: { TRUSTED_PROXY_HOPS: "1", DATABASE_SYNC_REPLICATION: "required" },
  });
  const ownerUrl = () =>
    cluster.loginUrl({ user: "wallet", password: passwords.owner, ...cluster.primary });
  await step("database", () => prepareDatabase(cluster.superuserUrl, ownerUrl(), passwords));
  const nodes = await step("local chain", () =>
    startChain(chain, join(data, "chain"), join(logs, "chain.log"), closing),
  );
  const settings = { web: { ...web, ...nodes }, worker: { ...worker, ...nodes } };
  const place = (name: string, role: "web" | "worker", port: number): ServeProcess =>
    serveProcess({ name, role, port, env: settings[role], logFile: join(logs, `${name}.log`) });
  const webs = [place("web-a", "web", ports.webA), place("web-b", "web", ports.webB)];
  const workers = [
    place("worker-a", "worker", ports.workerA),
    place("worker-b", "worker", ports.workerB),
  ];
  await step("two web, two workers", async () => {
    for (const each of [...webs, ...workers]) {
      closing.add(each.name, each.stop);
      await each.start();
    }
  });
  const baseUrl = web.BASE_URL ?? "";
  return { baseUrl, ownerUrl, settings, web: webs, workers };
}
