import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { testEnvironment } from "../environment.ts";
import { copyFirstData } from "./first-data.ts";

const repositoryFolder = resolve(import.meta.dirname, "../..");
const readyTimeoutMs = 10 * 60_000; // The start builds the app unless there is a build.

export interface Demo {
  baseUrl: string;
  cronSecret: string;
  partners: {
    partnerId: string;
    name: string;
    apiKey: string;
    email: string;
    password: string;
    /** The partner's people without the owner. */
    people: { role: string; email: string; password: string }[];
  }[];
  admins: { email: string; password: string; totpSecret: string }[];
  auditors: { email: string; password: string; totpSecret: string }[];
  chains: {
    chain: string;
    chainId: number;
    rpcUrl: string;
    tokens: Record<string, `0x${string}`>;
    faucetPrivateKey: `0x${string}`;
  }[];
}

export interface StartedService {
  demo: Demo;
  baseUrl: string;
  dataDir: string;
  /** The process of bin/start.mjs. */
  child: ChildProcess;
  /** Everything that it has printed so far. */
  output: () => string;
  /** Stops the service with SIGTERM and returns its exit code. Deletes the data unless `keepData` is set. */
  stop: (options?: { keepData?: boolean }) => Promise<number>;
}

/** Runs `npm start` on a free port with its own data folder, and does not wait until it is ready. */
export function spawnStart(dataDir: string, env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [join(repositoryFolder, "bin/start.mjs")], {
    cwd: repositoryFolder,
    env: {
      ...cleanEnvironment(),
      PORT: "0",
      DATA_DIR: dataDir,
      DEMO_HISTORY_DAYS: process.env.DEMO_HISTORY_DAYS ?? "0",
      ...env,
    },
    // The service sees the end of this process by the closed channel.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/** Makes a data folder of its own for a service, with the data of a first start. */
async function makeDataFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "partner-wallet-service-"));
  await copyFirstData(dataDir, async (first) => {
    await (await startIn(first)).stop({ keepData: true });
  });
  return dataDir;
}

/**
 * Starts the real service as `npm start` does, on a free port and with its own data folder; without one it has a copy of the
 * demo, as after a first start. The demo has no history unless `DEMO_HISTORY_DAYS` is set, so that a journey knows each row.
 */
export async function startService({
  env,
  dataDir,
}: {
  env?: Record<string, string>;
  dataDir?: string;
} = {}): Promise<StartedService> {
  if (dataDir !== undefined) return startIn(dataDir, env);
  const own = await makeDataFolder();
  try {
    return await startIn(own, env);
  } catch (error) {
    await rm(own, { recursive: true, force: true });
    throw error;
  }
}

async function startIn(dataDir: string, env?: Record<string, string>): Promise<StartedService> {
  const child = spawnStart(dataDir, env);
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk) => chunks.push(chunk));
  child.stderr?.on("data", (chunk) => chunks.push(chunk));
  const output = () => Buffer.concat(chunks).toString("utf8");
  const ended = new Promise<number>((done) => child.once("exit", (code) => done(code ?? -1)));
  await untilReady(child, output, ended);
  const demo: Demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8"));
  return {
    demo,
    baseUrl: demo.baseUrl,
    dataDir,
    child,
    output,
    async stop({ keepData = false } = {}) {
      child.kill("SIGTERM");
      const exitCode = await ended;
      if (!keepData) await rm(dataDir, { recursive: true, force: true });
      return exitCode;
    },
  };
}

/** The environment without the settings of the tests, which a real start does not have. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const ofTests = Object.keys(testEnvironment(""));
  const foreign = new Set([...ofTests, "HOST", "FORCE_COLOR", "NO_COLOR"]);
  const kept = Object.entries(process.env).filter(([name]) => !foreign.has(name));
  return { ...Object.fromEntries(kept), NODE_ENV: "production" };
}

function untilReady(
  child: ChildProcess,
  output: () => string,
  ended: Promise<number>,
): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      child.kill("SIGTERM");
      fail(new Error(`The service was not ready in ${readyTimeoutMs} ms:\n${output()}`));
    }, readyTimeoutMs);
    child.stdout?.on("data", () => {
      if (!/^ready http/m.test(output())) return;
      clearTimeout(timer);
      done();
    });
    ended.then((code) => {
      clearTimeout(timer);
      // This has no effect if the service was ready before.
      fail(new Error(`The service ended with exit code ${code}:\n${output()}`));
    });
  });
}
