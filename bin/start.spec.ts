import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { createPublicClient, erc20Abi, http } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { type Part, pidOf } from "../test/service/processes.ts";
import { type StartedService, startService } from "../test/service/start-service.ts";
import { exitCodes } from "./bootstrap/faults.mjs";
import { isAlive, processesIn } from "./bootstrap/process-info.mjs";

/** `npm start` in normal operation and failures, one after the other on one data folder. */
test.describe.configure({ mode: "serial" });

/** However long a restart takes here. */
const DATABASE_OUTAGE_WAIT_MS = "60000";

let service: StartedService;
let dataDir: string;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "partner-wallet-start-"));
  service = await startService({ dataDir, env: { DATABASE_OUTAGE_WAIT_MS } });
});
test.afterAll(async () => {
  await service?.stop({ keepData: true });
  await rm(dataDir, { recursive: true, force: true });
});

const ready = async () => (await fetch(`${service.baseUrl}/api/ready`)).status;
const partnerIds = () => service.demo.partners.map(({ partnerId }) => partnerId);

/** Starts the service, which should refuse. Returns its output with the exit code. */
async function refusal(env: Record<string, string> = {}): Promise<string> {
  return startService({ dataDir, env }).then(
    () => "It started.",
    (error: Error) => error.message,
  );
}

test("is ready when it says so, and only this user can read the files with secrets", async () => {
  expect(await ready()).toBe(200);
  for (const name of ["secrets.json", "demo.json", "demo.seed.json"]) {
    expect((await stat(join(dataDir, name))).mode & 0o077, name).toBe(0);
  }
});

/** Reads from the API as a partner's server. */
async function ask<Data>(path: string, partner = 0): Promise<Data> {
  const headers = { authorization: `Bearer ${service.demo.partners[partner]?.apiKey}` };
  const answer = await fetch(`${service.baseUrl}/api/v1/partner${path}`, { headers });
  return ((await answer.json()) as { data: Data }).data;
}

interface Deposit {
  status: string;
  chain: string;
  amount: number;
  txHash: `0x${string}`;
}

const depositsOf = async (partner = 0) =>
  (await ask<{ deposits: Deposit[] }>("/wallet/deposits", partner)).deposits;

function chainOf(name: string) {
  const found = service.demo.chains.find(({ chain }) => chain === name);
  if (!found) throw new Error(`There is no local chain ${name}.`);
  return createPublicClient({ transport: http(found.rpcUrl, { retryCount: 0 }) });
}

test("runs its chains, each with a funded faucet", async () => {
  const ids = service.demo.chains.map(({ chain, chainId }) => [chain, chainId]);
  expect(ids).toEqual([
    ["base-sepolia", 84532],
    ["polygon-amoy", 80002],
    ["optimism-sepolia", 11155420],
  ]);
  for (const { chain, chainId, tokens, faucetPrivateKey } of service.demo.chains) {
    const client = chainOf(chain);
    expect(await client.getChainId()).toBe(chainId);
    const address = privateKeyToAddress(faucetPrivateKey);
    const usdc = { abi: erc20Abi, address: tokens.usdc as `0x${string}` };
    const balance = await client.readContract({
      ...usdc,
      functionName: "balanceOf",
      args: [address],
    });
    expect(balance).toBeGreaterThan(10n ** 12n);
    expect(await client.getBalance({ address })).toBeGreaterThan(10n ** 18n);
  }
});

test("credits the demo's money from deposits on its chains", async () => {
  const first = await ask<{ availableBalance: number }>("/wallet/balance");
  expect(first.availableBalance).toBeGreaterThanOrEqual(10_000);
  const second = await ask<{ availableBalance: number }>("/wallet/balance", 1);
  expect(second.availableBalance).toBe(1_000);
  const deposits = [...(await depositsOf()), ...(await depositsOf(1))];
  expect(deposits.length).toBeGreaterThan(1);
  for (const { chain, txHash, status } of deposits) {
    expect(status).toBe("credited");
    expect((await chainOf(chain).getTransactionReceipt({ hash: txHash })).status).toBe("success");
  }
});

test("refuses a second instance on the same data folder", async () => {
  const message = await refusal();
  expect(message).toContain(`exit code ${exitCodes.alreadyRunning}`);
  expect(message).toContain("Another instance");
});

test("refuses a port on which another program listens", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => other.once("listening", done));
  const address = other.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const free = join(dataDir, "other");
  const message = await startService({ dataDir: free, env: { PORT: String(port) } }).then(
    () => "It started.",
    (error: Error) => error.message,
  );
  other.close();
  expect(message).toContain(`exit code ${exitCodes.portTaken}`);
  expect(message).toContain(`already listens on 127.0.0.1:${port}`);
});

async function expectAllGone(): Promise<void> {
  await expect(ready()).rejects.toThrow();
  for (const { chain } of service.demo.chains)
    await expect(chainOf(chain).getChainId()).rejects.toThrow();
  expect(processesIn(await realpath(join(dataDir, "postgres")))).toEqual([]);
}

test("stops cleanly, and starts again with its data", async () => {
  const before = partnerIds();
  expect(await service.stop({ keepData: true })).toBe(0);
  await expectAllGone();
  // A configured node replaces the local chain, even if the node does not respond.
  service = await startService({
    dataDir,
    env: { RPC_URL_OPTIMISM_SEPOLIA: "http://127.0.0.1:9", DATABASE_OUTAGE_WAIT_MS },
  });
  expect(partnerIds()).toEqual(before);
  expect(service.output()).toMatch(/demo data .*kept/);
  expect(service.demo.chains.map(({ chain }) => chain)).toEqual(["base-sepolia", "polygon-amoy"]);
});

/** Returns the id of a demo card that can be funded. */
async function activeCard(): Promise<string> {
  const { cards } = await ask<{ cards: Record<string, string>[] }>("/card");
  const isOpen = (card: Record<string, string>) =>
    card.status === "active" && card.fundingType === "float";
  return cards.find(isOpen)?.serviceCardId ?? "";
}

/** Sends Fund Card. Returns undefined if the connection fails. */
async function fund(serviceCardId: string, key: string): Promise<Response | undefined> {
  try {
    return await fetch(`${service.baseUrl}/api/v1/partner/card/fund`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${service.demo.partners[0]?.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify({ serviceCardId, amount: 5 }),
    });
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const availableOn = async (card: string) =>
  (await ask<{ availableBalance: number }>(`/card/${card}`)).availableBalance;

const runningPid = (part: Part) => pidOf(part, service.child.pid ?? 0);

async function kill(part: Part): Promise<void> {
  const pid = await runningPid(part);
  if (pid === undefined) throw new Error(`${part} does not run.`);
  process.kill(pid, "SIGKILL");
}

/** Pauses `npm start` itself, which restarts what was killed: how long that takes says nothing then. */
async function beforeAnyRestart(act: () => Promise<void>): Promise<void> {
  service.child.kill("SIGSTOP");
  try {
    await act();
  } finally {
    service.child.kill("SIGCONT");
  }
}

/** Repeats an acknowledged funding until its key is reported as used. Returns the statuses before that. */
async function untilKnown(card: string, key: string): Promise<(number | undefined)[]> {
  const seen: (number | undefined)[] = [];
  for (;;) {
    const answer = await fund(card, key);
    if (answer?.status === 400) {
      expect(await answer.text()).toContain("Idempotency key has already been used");
      return seen;
    }
    seen.push(answer?.status);
    if (answer?.status === 503)
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    await sleep(10);
  }
}

test("a killed PostgreSQL is restarted with all acknowledged data, and requests wait for it", async () => {
  const card = await activeCard();
  const before = await availableOn(card);
  const keys: string[] = [];
  const fundAnew = () => {
    const key = randomUUID();
    keys.push(key);
    return fund(card, key);
  };
  expect((await fundAnew())?.status).toBe(200);
  let last: Promise<Response | undefined> | undefined;
  await beforeAnyRestart(async () => {
    await kill("postgres");
    // The process of a connection outlives PostgreSQL by a moment, and still responds. What it had begun is answered with 503.
    const sendNext = () => {
      last = fundAnew();
      return Promise.race([last.then(() => "answered"), sleep(250, "waits")]);
    };
    await expect.poll(sendNext).toBe("waits");
    expect(await ready()).toBe(503);
  });
  expect((await last)?.status).toBe(200);
  const seen: (number | undefined)[] = [];
  for (const key of keys) seen.push(...(await untilKnown(card, key)));
  expect(seen.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await availableOn(card)).toBe(before + 5 * keys.length);
  expect(await ready()).toBe(200);
  // The server may be back before the line about it.
  await expect.poll(() => service.output()).toMatch(/✓ PostgreSQL again .* after signal SIGKILL\n/);
});

test("a killed server is restarted at the same address, with all acknowledged data", async () => {
  const card = await activeCard();
  const before = await availableOn(card);
  const key = randomUUID();
  expect((await fund(card, key))?.status).toBe(200);
  // Connections fail until the server is back. Then requests succeed at once.
  await beforeAnyRestart(async () => {
    await kill("server");
    expect(await fund(card, key)).toBeUndefined();
  });
  const seen = await untilKnown(card, key);
  expect(seen.filter((status) => status !== undefined)).toEqual([]);
  expect(await availableOn(card)).toBe(before + 5);
  await expect.poll(() => service.output()).toMatch(/✓ The server again .* after signal SIGKILL\n/);
});

test("stops cleanly while killed processes are restarted", async () => {
  const before = partnerIds();
  for (const part of ["server", "postgres", "chain"] as const) await kill(part);
  expect(await service.stop({ keepData: true })).toBe(0);
  await expectAllGone();
  service = await startService({ dataDir });
  expect(partnerIds()).toEqual(before);
});

test("starts again with its data after kill -9", async () => {
  const before = partnerIds();
  const deposits = await depositsOf();
  const chains = service.demo.chains.map(({ chain }) => chainOf(chain));
  // A restarted PostgreSQL also ends with the service.
  await kill("postgres");
  await expect.poll(() => service.output()).toMatch(/✓ PostgreSQL again/);
  const postgres = (await runningPid("postgres")) ?? 0;
  service.child.kill("SIGKILL");
  for (const chain of chains)
    await expect.poll(() => chain.getChainId().catch(() => "gone")).toBe("gone");
  await expect.poll(() => isAlive(postgres)).toBe(false);
  service = await startService({ dataDir });
  expect(partnerIds()).toEqual(before);
  expect(await ready()).toBe(200);
  // The credited deposits are still on the chains.
  for (const { chain, txHash } of deposits)
    expect((await chainOf(chain).getTransactionReceipt({ hash: txHash })).status).toBe("success");
});

test("ends with a message when PostgreSQL cannot be restarted", async () => {
  const versionPath = join(dataDir, "postgres/PG_VERSION");
  const version = await readFile(versionPath, "utf8");
  const ended = new Promise((done) => service.child.once("exit", done));
  await writeFile(versionPath, "17\n");
  await kill("postgres");
  expect(await ended).toBe(exitCodes.dataFolderBroken);
  // The end may come before the last of the output.
  await expect
    .poll(() => service.output())
    .toMatch(/✗ PostgreSQL again [\s\S]*made by PostgreSQL 17/);
  await expect(ready()).rejects.toThrow();
  await writeFile(versionPath, version);
});

test("reports damage in a data folder, and changes nothing in it", async () => {
  const secretsPath = join(dataDir, "secrets.json");
  const versionPath = join(dataDir, "postgres/PG_VERSION");
  const secrets = await readFile(secretsPath, "utf8");
  const version = await readFile(versionPath, "utf8");

  await writeFile(secretsPath, secrets.slice(0, 50));
  expect(await refusal()).toMatch(/exit code 14:[\s\S]*secrets.json cannot be read as JSON/);
  await writeFile(secretsPath, secrets);
  await writeFile(versionPath, "17\n");
  expect(await refusal()).toMatch(/exit code 14:[\s\S]*made by PostgreSQL 17/);
  await writeFile(versionPath, version);

  service = await startService({ dataDir });
  expect(await ready()).toBe(200);
});
