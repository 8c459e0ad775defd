import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { createTestClient, http, parseAbi, publicActions, walletActions } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { shortened } from "./save-and-load-chain.ts";
import { type LocalChain, startLocalChain } from "./start-local-chain.ts";

const faucet = privateKeyToAccount(generatePrivateKey());
const relayer = "0x3333333333333333333333333333333333333333" as const;
const payee = "0x1111111111111111111111111111111111111111";
const token = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
const abi = parseAbi([
  "function transfer(address to, uint256 value) returns (bool)",
  "function balanceOf(address) view returns (uint256)",
]);
const network = {
  chain: "base-sepolia",
  chainId: 84532,
  tokens: [{ address: token, name: "USDC", symbol: "USDC", version: "2" }],
};

let folder: string;
let chain: LocalChain | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "local-chain-"));
});
afterEach(async () => {
  await chain?.stop();
  chain = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function start() {
  chain = await startLocalChain({
    ...{ network, folder, logFile: join(folder, "chain.log"), relayer },
    ...{ faucet: faucet.address, burialBlocks: 2 },
  });
  const client = createTestClient({
    mode: "anvil",
    transport: http(chain.rpcUrl, { retryCount: 0 }),
    cacheTime: 0,
    pollingInterval: 50,
  })
    .extend(publicActions)
    .extend(walletActions);
  return { chain, client };
}

type Client = Awaited<ReturnType<typeof start>>["client"];

const pay = (client: Client) =>
  client.writeContract({
    ...{ account: faucet, chain: null, abi, address: token },
    ...{ functionName: "transfer", args: [payee, 1_000_000n] },
  });
const balanceOf = (client: Client, account: `0x${string}`) =>
  client.readContract({ abi, address: token, functionName: "balanceOf", args: [account] });
async function kill(running: LocalChain, client: Client) {
  process.kill(running.pid(), "SIGKILL");
  await expect.poll(() => client.getChainId().catch(() => "gone"), { interval: 5 }).toBe("gone");
}

test("starts with the token at its real address, and with a funded faucet and relayer", async () => {
  const { client } = await start();
  expect(await client.getChainId()).toBe(84532);
  expect(await balanceOf(client, faucet.address)).toBe(10n ** 15n);
  for (const address of [faucet.address, relayer])
    expect(await client.getBalance({ address })).toBeGreaterThan(10n ** 20n);
});

test("mines a transaction within seconds, and then the blocks that confirm it", async () => {
  const { client } = await start();
  const hash = await pay(client);
  const { blockNumber } = await client.waitForTransactionReceipt({ hash, timeout: 30_000 });
  await expect.poll(() => client.getBlockNumber(), { timeout: 30_000 }).toBe(blockNumber + 2n);
});

test("mines no blocks while there are no transactions", async () => {
  const { client } = await start();
  await expect.poll(() => client.getBlockNumber(), { timeout: 30_000 }).toBe(4n);
  await new Promise((done) => setTimeout(done, 3_000));
  expect(await client.getBlockNumber()).toBe(4n);
});

test("keeps its state over a stop and a start", async () => {
  const first = await start();
  const hash = await pay(first.client);
  const receipt = await first.client.waitForTransactionReceipt({ hash, timeout: 30_000 });
  await first.chain.stop();
  const stoppedS = Date.now() / 1_000;
  const { client } = await start();
  expect((await client.getTransactionReceipt({ hash })).blockHash).toBe(receipt.blockHash);
  expect(await balanceOf(client, payee)).toBe(1_000_000n);
  // The clock of the chain advanced during the stop.
  await client.waitForTransactionReceipt({ hash: await pay(client), timeout: 30_000 });
  const minedS = Number((await client.getBlock()).timestamp);
  expect(minedS).toBeGreaterThan(stoppedS - 5);
  expect(minedS).toBeLessThan(Date.now() / 1_000 + 5);
});

test("restarts by itself after kill -9, at the same URL, with all confirmed transactions", async () => {
  const { chain: running, client } = await start();
  const hashes = [];
  for (let each = 0; each < 3; each++) {
    const hash = await pay(client);
    const receipt = await client.waitForTransactionReceipt({ hash, timeout: 30_000 });
    hashes.push(hash);
    // Kills at the moment at which the next block confirms this one.
    await expect
      .poll(() => client.getBlockNumber(), { interval: 5, timeout: 30_000 })
      .toBeGreaterThan(receipt.blockNumber);
    await kill(running, client);
    await expect
      .poll(() => client.getChainId().catch(() => "gone"), { interval: 20, timeout: 30_000 })
      .toBe(84532);
    await eventually(() => client.getTransactionReceipt({ hash }));
  }
  expect(await balanceOf(client, payee)).toBe(BigInt(hashes.length) * 1_000_000n);
});

test("reports why it cannot be restarted", async () => {
  const { chain: running, client } = await start();
  writeFileSync(join(folder, "base-sepolia.state.gz"), "half");
  await kill(running, client);
  expect(String(await running.ended)).toMatch(/base-sepolia\.state\.gz cannot be read/);
});

test("reports a damaged state file, and leaves it unchanged", async () => {
  await (await start()).chain.stop();
  const path = join(folder, "base-sepolia.state.gz");
  writeFileSync(path, "half");
  await expect(start()).rejects.toThrow(/base-sepolia\.state\.gz cannot be read.*backup/s);
});

test("a stop during a restart ends the chain for good", async () => {
  const { chain: running, client } = await start();
  const begun = () => readFileSync(join(folder, "chain.log"), "utf8").split("Listening on").length;
  const before = begun();
  await kill(running, client);
  await expect.poll(begun, { interval: 1 }).toBe(before + 1);
  await running.stop();
  await expect(fetch(running.rpcUrl, { method: "POST", body: "{}" })).rejects.toThrow(
    "fetch failed",
  );
});

test("saves blocks that tools have mined", async () => {
  const { chain: running, client } = await start();
  await expect.poll(() => client.getBlockNumber(), { timeout: 30_000 }).toBe(4n);
  await client.mine({ blocks: 10 });
  await expect.poll(() => client.getBlockNumber(), { timeout: 30_000 }).toBe(16n);
  await kill(running, client);
  await expect
    .poll(() => client.getBlockNumber().catch(() => 0n), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(16n);
});

test("a long chain drops its old empty blocks at a restart, and continues", async () => {
  const first = await start();
  const hash = await pay(first.client);
  const { blockNumber } = await first.client.waitForTransactionReceipt({ hash, timeout: 30_000 });
  await first.client.mine({ blocks: 6_000 });
  const head = await first.client.getBlock();
  await first.chain.stop();
  const { client, chain: again } = await start();
  expect(again.startBlock).toBeGreaterThan(500);
  expect((await client.getBlock({ blockHash: head.hash })).number).toBe(head.number);
  expect((await client.getTransactionReceipt({ hash })).blockNumber).toBe(blockNumber);
  expect(await balanceOf(client, payee)).toBe(1_000_000n);
  await expect(client.getBlock({ blockNumber: blockNumber + 5n })).rejects.toThrow(/not be found/);
  const logs = await client.getLogs({ fromBlock: BigInt(again.startBlock), toBlock: "latest" });
  expect(logs).toEqual([]);
});

test("a short chain is not changed", async () => {
  const blocks = [0, 1, 2].map((number) => ({
    header: { number: `0x${number}` },
    transactions: [],
  }));
  const packed = gzipSync(JSON.stringify({ blocks }));
  const { state, oldest } = await shortened(packed);
  expect(oldest).toBe(0);
  expect(JSON.parse(gunzipSync(state).toString())).toEqual({ blocks });
});

test("a saved state of a busy week can be read", async () => {
  const mostArguments = 125_000;
  const blocks = Array.from({ length: 2 * mostArguments }, (_, number) => ({
    header: { number: `0x${number.toString(16)}` },
    transactions: [],
  }));
  const { oldest } = await shortened(gzipSync(JSON.stringify({ blocks })));
  expect(oldest).toBe(blocks.length - 1 - 5_000);
});
