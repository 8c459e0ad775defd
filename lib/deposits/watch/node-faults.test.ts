import "@/test/database";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { settingSuffix } from "@/lib/chain/chain-setting";
import { forgetEnv } from "@/lib/kernel/env";
import { startChain, type TestChain } from "@/test/chain";
import { creditedTo, cursorOf, look, lookUntil, openAlerts } from "@/test/chain/deposits";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { endTests, makePartner } from "@/test/fixtures/make";
import { watcher } from "./watcher";

const CONFIRMATIONS = 3;
/** More blocks than are read by hash and far from the head, so they are read as one range. */
const FAR = 100;

// biome-ignore lint/suspicious/noExplicitAny: what nodes are asked, and answer
type Rpc = any;

let chain: TestChain;
let proxy: ChainProxy;
let partnerId: string;
let ours: `0x${string}`;

beforeAll(async () => {
  chain = await startChain({ confirmations: CONFIRMATIONS });
  proxy = await startChainProxy(chain.rpcUrl);
  chain.pointTo(proxy.url);
});
beforeEach(async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  partnerId = partner.partnerId;
  ours = partner.walletAddress as `0x${string}`;
  proxy.clearFaults();
  proxy.lagBehind(0);
  await look(chain);
});
afterAll(async () => {
  await proxy.stop();
  await chain.stop();
  await endTests();
});

const deposit = (amountMicro = 1_000_000n) => chain.transfer({ to: ours, amountMicro });

async function isRead(): Promise<boolean> {
  const { block } = await cursorOf(chain);
  return BigInt(block) === (await chain.headNumber()) - BigInt(CONFIRMATIONS) + 1n;
}

async function expectOnce(hashes: string[]): Promise<void> {
  expect((await creditedTo(partnerId)).sort()).toEqual([...hashes].sort());
  expect(await walletOf(partnerId)).toBe(hashes.length);
  expect(await bookFaults(partnerId)).toEqual([]);
  expect(await openAlerts()).toEqual([]);
}

const spanOf = ([filter]: Rpc[]): number =>
  Number(filter.toBlock ?? 0) - Number(filter.fromBlock ?? 0) + 1;

test.each([
  ["refuses", { kind: "refuse", message: "query returned more than 10000 results" }],
  ["answers 503 to", { kind: "status", status: 503, passOn: false }],
  ["cuts off its answer to", { kind: "cut" }],
] as const)(
  "a node that %s long ranges gets shorter ones, and all deposits are credited",
  async (_, fault) => {
    const hashes = [await deposit()];
    await chain.mine(FAR);
    hashes.push(await deposit());
    await chain.mine(FAR);
    proxy.setFault("eth_getLogs", fault, { when: (params) => spanOf(params) > 7 });
    // On a busy machine the time of one pass may end first; the next one goes on.
    await lookUntil(isRead, chain);
    await expectOnce(hashes);
  },
);

test("a response with exactly the usual limit of logs is requested again in parts", async () => {
  const hash = await deposit();
  await chain.mine(FAR);
  const isLong = (params: Rpc[]) => spanOf(params) > 30;
  const firstOnes = (logs: Rpc) => Array.from({ length: 1_000 }, () => logs[0]).filter(Boolean);
  proxy.setFault("eth_getLogs", { kind: "rewrite", result: firstOnes }, { when: isLong });
  const halved = () => proxy.calls("eth_getLogs").filter(({ params }) => isLong(params)).length;
  const before = halved();
  await look(chain);
  expect(halved()).toBeGreaterThan(before);
  await expectOnce([hash]);
});

test("unconfirmed blocks are requested in parts too, and their pending deposits are shown", async () => {
  const name = `CONFIRMATIONS_${settingSuffix(chain.network.chain)}`;
  const before = process.env[name];
  process.env[name] = "40";
  forgetEnv();
  await deposit();
  await chain.mine(30);
  const fault = { kind: "refuse", message: "query returned more than 10000 results" } as const;
  proxy.setFault("eth_getLogs", fault, { when: (params) => spanOf(params) > 7 });
  try {
    expect(await watcher(chain.network).poll()).toMatchObject({ confirming: 1 });
  } finally {
    process.env[name] = before;
    forgetEnv();
  }
});

test("logs delivered three times, and in any order, are credited once", async () => {
  const hashes = [await deposit(), await deposit()];
  await chain.mine(CONFIRMATIONS);
  const thrice = (logs: Rpc) => [...logs, ...logs.toReversed(), ...logs];
  proxy.setFault("eth_getLogs", { kind: "rewrite", result: thrice });
  await look(chain);
  await look(chain);
  await expectOnce(hashes);
});

test("a node that lags behind its own head is awaited, and no block is skipped", async () => {
  const hash = await deposit();
  await chain.mine(CONFIRMATIONS);
  const head = await chain.client.getBlock();
  proxy.lagBehind(CONFIRMATIONS + 1);
  // The head comes from a node that is ahead, as behind a load balancer.
  const further = { number: `0x${head.number.toString(16)}`, hash: head.hash };
  proxy.setFault(
    "eth_getBlockByNumber",
    { kind: "rewrite", result: (block: Rpc) => ({ ...block, ...further }) },
    { when: ([tag]) => tag === "latest" },
  );
  await expect(look(chain)).rejects.toThrow(/does not have block/);
  expect(await creditedTo(partnerId)).toEqual([]);
  proxy.lagBehind(0);
  await look(chain);
  await expectOnce([hash]);
});

test("a node that has a block without its logs is detected by the block's hash", async () => {
  const hash = await deposit();
  await chain.mine(CONFIRMATIONS);
  const refusal = { kind: "refuse", message: "unknown block" } as const;
  const byHash = ([filter]: Rpc[]) => filter.blockHash !== undefined;
  // For a range, this node would silently return nothing.
  proxy.setFault("eth_getLogs", { kind: "rewrite", result: () => [] });
  proxy.setFault("eth_getLogs", refusal, { when: byHash });
  await expect(look(chain)).rejects.toThrow();
  proxy.clearFaults();
  await look(chain);
  await expectOnce([hash]);
});

test("a node that falls back is awaited, and known blocks are not credited again", async () => {
  const hash = await deposit();
  await chain.mine(CONFIRMATIONS + 5);
  await look(chain);
  const { block } = await cursorOf(chain);
  proxy.lagBehind(6);
  await look(chain);
  expect((await cursorOf(chain)).block).toBe(block);
  proxy.lagBehind(0);
  await chain.mine();
  await look(chain);
  expect((await cursorOf(chain)).block).toBe(block + 1);
  await expectOnce([hash]);
});

test("a node of a restarted chain is refused, because its head is far behind the cursor", async () => {
  await chain.mine(1_100);
  await look(chain);
  proxy.lagBehind(1_050);
  await expect(look(chain)).rejects.toThrow(/was read up to/);
});

test("mismatching parents rewind the cursor, and nothing is credited twice", async () => {
  const hash = await deposit();
  await chain.mine(CONFIRMATIONS);
  await look(chain);
  await chain.mine();
  const { block } = await cursorOf(chain);
  const next = `0x${(block + 1).toString(16)}`;
  const orphan = (found: Rpc) => ({ ...found, parentHash: `0x${"0".repeat(64)}` });
  proxy.setFault(
    "eth_getBlockByNumber",
    { kind: "rewrite", result: orphan },
    { times: 1, when: ([tag]) => tag === next },
  );
  const gone = proxy.calls("eth_getBlockByNumber").length;
  await look(chain);
  const asked = proxy.calls("eth_getBlockByNumber").slice(gone);
  expect(asked.some(({ params: [tag] }) => Number(tag) < block - 100)).toBe(true);
  expect(await isRead()).toBe(true);
  await expectOnce([hash]);
});

test("a receipt of another block or transaction, of a failure, or with a missing log credits nothing", async () => {
  const hash = await deposit();
  await chain.mine(CONFIRMATIONS);
  const lies = [
    (receipt: Rpc) => ({ ...receipt, blockHash: `0x${"1".repeat(64)}` }),
    (receipt: Rpc) => ({
      ...receipt,
      blockHash: `0x${"1".repeat(64)}`,
      logs: receipt.logs.map((log: Rpc) => ({ ...log, blockHash: `0x${"1".repeat(64)}` })),
    }),
    (receipt: Rpc) => ({ ...receipt, transactionHash: `0x${"1".repeat(64)}` }),
    (receipt: Rpc) => ({ ...receipt, status: "0x0" }),
    (receipt: Rpc) => ({ ...receipt, logs: [] }),
    () => null,
    () => ({}),
  ];
  for (const result of lies) {
    proxy.setFault("eth_getTransactionReceipt", { kind: "rewrite", result });
    await expect(look(chain)).rejects.toThrow();
    expect(await creditedTo(partnerId)).toEqual([]);
  }
  proxy.clearFaults();
  await look(chain);
  await expectOnce([hash]);
});

test("two and three concurrent watchers credit each transfer once", async () => {
  const hashes: string[] = [];
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 5; i++) hashes.push(await deposit());
    await chain.mine(round % 2 === 0 ? CONFIRMATIONS : FAR);
    const found = await Promise.all([look(chain), look(chain), look(chain)]);
    expect(found.reduce((sum, { credited }) => sum + credited, 0)).toBe(5);
  }
  await expectOnce(hashes);
});

describe("a crash between any two steps", () => {
  const ENDS = ["status", "reset"] as const;
  test.each(ENDS)(
    "if the node fails (%s) from its first, second, … request on, every deposit is credited once",
    async (kind) => {
      const hashes: string[] = [];
      let step = 0;
      for (let isWhole = false; !isWhole; step++) {
        hashes.push(await deposit(), await deposit());
        await chain.mine(step % 3 === 2 ? 20 : CONFIRMATIONS);
        let left = step;
        const when = () => --left < 0;
        const fault =
          kind === "status"
            ? ({ kind, status: 502, passOn: true } as const)
            : ({ kind, passOn: true } as const);
        proxy.setFault("*", fault, { when });
        isWhole = await look(chain).then(
          () => true,
          () => false,
        );
        proxy.clearFaults();
        await look(chain);
      }
      expect(step).toBeGreaterThan(8);
      await expectOnce(hashes);
    },
  );
});

test("a node that fails three of ten requests is still read to the end", async () => {
  const hashes = [await deposit()];
  await chain.mine(30);
  hashes.push(await deposit());
  await chain.mine(CONFIRMATIONS);
  let count = 0;
  const isUnlucky = () => (++count * 7_919) % 101 < 30;
  proxy.setFault("*", { kind: "status", status: 429, passOn: false }, { when: isUnlucky });
  await lookUntil(isRead, chain, 200);
  expect(count).toBeGreaterThan(10);
  proxy.clearFaults();
  await expectOnce(hashes);
});

test("a watcher's memory of unconfirmed blocks is not credited", async () => {
  const watching = watcher(chain.network);
  const hash = await deposit();
  await watching.poll();
  await chain.reorg(1);
  await chain.mine(CONFIRMATIONS);
  await watching.poll();
  expect(await creditedTo(partnerId)).toEqual([]);
  expect(hash).toMatch(/^0x/);
});
