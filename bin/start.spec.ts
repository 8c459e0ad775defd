import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { createPublicClient, erc20Abi, http } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { type StartedService, startService } from "../test/start-service.ts";
import { exitCodes } from "./steps/faults.mjs";

/** `npm start` through good and bad days, one after the other on one data folder. */
test.describe.configure({ mode: "serial" });
test.setTimeout(120_000);

let service: StartedService;
let dataDir: string;

test.beforeAll(async () => {
  test.setTimeout(10 * 60_000);
  service = await startService();
  dataDir = service.dataDir;
});
test.afterAll(async () => {
  await service?.stop({ keepData: true });
  await rm(dataDir, { recursive: true, force: true });
});

const ready = async () => (await fetch(`${service.baseUrl}/api/ready`)).status;
const partnerIds = () => service.demo.partners.map(({ partnerId }) => partnerId);

/** Starts, expecting that it will not, and returns what it says with its exit code. */
async function refusal(env: Record<string, string> = {}): Promise<string> {
  return startService({ dataDir, env }).then(
    () => "It started.",
    (error: Error) => error.message,
  );
}

test("is ready when it says so, and keeps what is secret to itself", async () => {
  expect(await ready()).toBe(200);
  for (const name of ["secrets.json", "demo.json", "demo.seed.json"]) {
    expect((await stat(join(dataDir, name))).mode & 0o077, name).toBe(0);
  }
});

/** What a partner's server sees. */
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

test("its chains run, with a faucet that can pay", async () => {
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

test("the demo's money came in through its chains", async () => {
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

test("stops cleanly, and starts again with its data", async () => {
  const before = partnerIds();
  expect(await service.stop({ keepData: true })).toBe(0);
  await expect(ready()).rejects.toThrow();
  for (const { chain } of service.demo.chains)
    await expect(chainOf(chain).getChainId()).rejects.toThrow();
  // A node of one's own takes the place of a local chain, also when it does not answer.
  service = await startService({
    dataDir,
    env: { RPC_URL_OPTIMISM_SEPOLIA: "http://127.0.0.1:9" },
  });
  expect(partnerIds()).toEqual(before);
  expect(service.output()).toMatch(/demo data .*kept/);
  expect(service.demo.chains.map(({ chain }) => chain)).toEqual(["base-sepolia", "polygon-amoy"]);
});

test("starts again with its data after kill -9", async () => {
  const before = partnerIds();
  const deposits = await depositsOf();
  const chains = service.demo.chains.map(({ chain }) => chainOf(chain));
  service.child.kill("SIGKILL");
  for (const chain of chains)
    await expect.poll(() => chain.getChainId().catch(() => "gone")).toBe("gone");
  service = await startService({ dataDir });
  expect(partnerIds()).toEqual(before);
  expect(await ready()).toBe(200);
  // What was credited is on the chains.
  for (const { chain, txHash } of deposits)
    expect((await chainOf(chain).getTransactionReceipt({ hash: txHash })).status).toBe("success");
});

test("stops altogether when PostgreSQL dies", async () => {
  const pidFile = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8");
  const ended = new Promise((done) => service.child.once("exit", done));
  process.kill(Number.parseInt(pidFile, 10), "SIGKILL");
  expect(await ended).toBe(exitCodes.unexpected);
  expect(service.output()).toContain("PostgreSQL ended by itself");
  await expect(ready()).rejects.toThrow();
});

test("says what is broken in a data folder, and changes nothing in it", async () => {
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
