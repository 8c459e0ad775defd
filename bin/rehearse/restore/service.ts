import { join } from "node:path";
import type { Closing } from "../../bootstrap/closing.mjs";
import { step } from "../../bootstrap/report.mjs";
import type { Passwords } from "../passwords.ts";
import { prepareDatabase } from "../service/prepare-database.ts";
import { serveProcess } from "../service/serve-process.ts";
import { makeSettings, type Settings } from "../service/settings.ts";
import { startChain } from "../service/start-chain.ts";
import type { Database } from "./database.ts";

/** Each program of this rehearsal with a port. */
export const PORTS = ["postgres", "web", "worker"] as const;

interface ServiceOptions {
  database: Database;
  ports: Record<(typeof PORTS)[number], number>;
  passwords: Passwords;
  data: string;
  logs: string;
  closing: Closing;
}

export interface Service {
  baseUrl: string;
  ownerUrl: string;
  /** With those of the chain. */
  settings: { web: Settings; worker: Settings };
  /** Starts the worker and then the web process, as docs/backup.md says. */
  start: () => Promise<void>;
  /** Ends the web process and then the worker. */
  stop: () => Promise<void>;
  /** Kills both at once. */
  kill: () => Promise<void>;
}

/** Starts the local chain, and prepares one web process and one worker on one PostgreSQL. They are not started. */
export async function prepareService(options: ServiceOptions): Promise<Service> {
  const { database, ports, passwords, data, logs, closing } = options;
  const { web, worker, chain, ownerUrl } = makeSettings({
    ports: { web: ports.web, pooled: ports.postgres, direct: ports.postgres },
    passwords,
    // Two administrators confirm a posting, and none of them has been one for a day.
    more: { OPERATOR_APPROVAL_DELAY_HOURS: "0" },
  });
  await step("database", () => prepareDatabase(database.superuserUrl, ownerUrl, passwords));
  const nodes = await step("local chain", () =>
    startChain(chain, join(data, "chain"), join(logs, "chain.log"), closing),
  );
  const settings = { web: { ...web, ...nodes }, worker: { ...worker, ...nodes } };
  const processes = (["worker", "web"] as const).map((role) =>
    serveProcess({
      ...{ name: role, role, port: ports[role], env: settings[role] },
      logFile: join(logs, `${role}.log`),
    }),
  );
  for (const each of processes) closing.add(each.name, each.stop);
  return {
    baseUrl: web.BASE_URL ?? "",
    ownerUrl,
    settings,
    async start() {
      for (const each of processes) await each.start();
    },
    async stop() {
      for (const each of processes.toReversed()) await each.stop();
    },
    async kill() {
      await Promise.all(processes.map((each) => each.kill()));
    },
  };
}
