import { join } from "node:path";
import type { Closing } from "../../bootstrap/closing.mjs";
import { step } from "../../bootstrap/report.mjs";
import type { Cluster } from "../cluster/cluster.ts";
import type { Passwords } from "../cluster/write-configuration.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { type ServeProcess, serveProcess } from "./serve-process.ts";
import { makeSettings, type Settings } from "./settings.ts";
import { startChain } from "./start-chain.ts";

export interface StartedService {
  /** Through HAProxy. */
  baseUrl: string;
  ownerUrl: string;
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
  const { web, worker, chain, ownerUrl } = makeSettings(ports, passwords);
  await step("database", () => prepareDatabase(cluster.superuserUrl, ownerUrl, passwords));
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
