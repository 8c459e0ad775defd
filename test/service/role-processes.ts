import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClosing } from "../../bin/bootstrap/closing.mjs";
import { prepareDataFolder } from "../../bin/bootstrap/data-folder.mjs";
import { dataPaths, repositoryFolder } from "../../bin/bootstrap/paths.mjs";
import { freePort } from "../../bin/bootstrap/port.mjs";
import { localUrl, readStartSettings } from "../../bin/bootstrap/settings.mjs";
import { buildIfStale } from "../../bin/build/build-app.ts";
import { startChains } from "../../bin/chains/start-chains.ts";
import { migrate } from "../../bin/database/migrate.ts";
import { startDatabase } from "../../bin/postgres/start-database.ts";
import { startPostgres } from "../../bin/postgres/start-postgres.ts";
import { serverEnvironment } from "../../bin/service/make-server-environment.ts";
import { readOrMakeSecrets } from "../../bin/service/secrets.ts";
import { seedIfEmpty } from "../../bin/service/seed-if-empty.ts";
import { splitPhrase } from "../../lib/chain/signer/local.ts";
import type { Demo } from "./start-service.ts";

type Environment = Record<string, string | undefined>;
const readyTimeoutMs = 5 * 60_000;

export interface RoleProcess {
  child: ChildProcess;
  baseUrl: string;
  /** The exit code. */
  ended: Promise<number | null>;
  /** Everything that it has printed so far. */
  output: () => string;
  untilReady: () => Promise<void>;
  stop: () => Promise<number | null>;
}

/**
 * Prepares a demo without a history, with its database and local chains, and runs `npm run serve` in any role on it. The keys
 * are separate, and only `worker` and `all` processes get them.
 */
export async function prepareRoles() {
  await buildIfStale();
  const dataDir = await mkdtemp(join(tmpdir(), "partner-wallet-roles-"));
  const closing = createClosing();
  closing.add("The data", () => rm(dataDir, { recursive: true, force: true }));
  try {
    await prepareDataFolder(dataDir);
    const paths = dataPaths(dataDir);
    const settings = readStartSettings({ DATA_DIR: dataDir });
    const secrets = await readOrMakeSecrets(paths);
    const { databaseUrl, ownerUrl } = await startDatabase({
      ...{ paths, secrets, closing },
      start: startPostgres,
    });
    await migrate(ownerUrl);
    const chains = await startChains({ environment: "staging", paths, secrets, closing });
    const webPort = await freePort(settings.host);
    const env: Environment = {
      ...serverEnvironment({ settings, secrets, port: webPort, databaseUrl, chains: chains.env }),
    };
    await seedIfEmpty(
      { dataDir },
      { ...env, DATABASE_MIGRATE_URL: ownerUrl, DEMO_HISTORY_DAYS: "0" },
    );
    const demo: Pick<Demo, "partners" | "admins"> = JSON.parse(
      await readFile(paths.demoSeed, "utf8"),
    );
    const keys = splitPhrase(secrets.signerMnemonic ?? "");
    const withoutKeys = { ...env, CHAIN_SIGNER_MNEMONIC: undefined };
    const withKeys = {
      ...withoutKeys,
      CHAIN_TREASURY_KEY: keys.treasury,
      CHAIN_RELAYER_KEY: keys.relayer,
      CHAIN_DEPOSIT_XPRV: keys.depositXprv,
    };
    return {
      demo,
      databaseUrl,
      /** The login of the database's owner, for attacks. */
      ownerUrl,
      cronSecret: env.CRON_SECRET ?? "",
      keys,
      withKeys,
      withoutKeys,
      webUrl: localUrl(settings.host, webPort),
      /** Starts `npm run serve -- --role …`, and does not wait until it is ready. `isFurther`: not at the address of the web. */
      async serve(
        role: "web" | "worker",
        environment: Environment,
        { isFurther = role !== "web" } = {},
      ): Promise<RoleProcess> {
        const port = isFurther ? await freePort(settings.host) : webPort;
        const started = start(role, { ...environment, PORT: String(port) }, paths.logs);
        closing.add(`The ${role}`, async () => void (await started.stop()));
        return { ...started, ...readiness(started, localUrl(settings.host, port)) };
      },
      async stop() {
        if (!(await closing.closeAll())) throw new Error("The processes could not be stopped.");
      },
    };
  } catch (error) {
    await closing.closeAll();
    throw error;
  }
}

function start(role: string, environment: Environment, logs: string) {
  const logFile = join(logs, `${role}.log`);
  const log = openSync(logFile, "a", 0o600);
  const child = spawn(process.execPath, [join(repositoryFolder, "bin/serve.mjs"), "--role", role], {
    cwd: repositoryFolder,
    env: environment as NodeJS.ProcessEnv,
    stdio: ["ignore", log, "pipe"],
  });
  closeSync(log);
  const chunks: Buffer[] = [];
  child.stderr?.on("data", (chunk) => chunks.push(chunk));
  const ended = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
  return {
    child,
    ended,
    output: () => Buffer.concat(chunks).toString("utf8"),
    logFile,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      return ended;
    },
  };
}

function readiness({ child, output, logFile }: ReturnType<typeof start>, baseUrl: string) {
  return {
    baseUrl,
    async untilReady() {
      const deadlineMs = Date.now() + readyTimeoutMs;
      while (Date.now() < deadlineMs && child.exitCode === null) {
        const status = await fetch(`${baseUrl}/api/ready`).then(
          (answer) => answer.status,
          () => 0, // It does not listen yet.
        );
        if (status === 200) return;
        await sleep(50);
      }
      throw new Error(`Not ready: ${output()}\n${(await readFile(logFile, "utf8")).slice(-3_000)}`);
    },
  };
}
