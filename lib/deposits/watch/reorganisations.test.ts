import "@/test/database";
import type { Hash } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startChain, type TestChain } from "@/test/chain";
import {
  creditedTo,
  cursorOf,
  depositsOf,
  look,
  openAlerts,
  sendRaw,
  signTransfer,
} from "@/test/chain/deposits";
import { startChainProxy } from "@/test/chain/proxy";
import { type RawLog, startRewriting } from "@/test/chain/rewriting";
import { bookFaults, walletOf } from "@/test/fixtures/books";
import { endTests, makeApprovedUser, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { rounds, upTo } from "@/test/rounds";

const CONFIRMATIONS = 3;
const DEPTHS = rounds([1, 2, 3, 4, 17, 64], upTo(64));

let chain: TestChain;
let partnerId: string;
let ours: `0x${string}`;
const [ANNA, BORIS] = [`0x${"a1".repeat(20)}`, `0x${"b2".repeat(20)}`] as const;

beforeAll(async () => {
  chain = await startChain({ confirmations: CONFIRMATIONS });
  for (const sender of [ANNA, BORIS])
    await chain.client.waitForTransactionReceipt({ hash: await chain.mint(sender, 10n ** 12n) });
});
beforeEach(async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  partnerId = partner.partnerId;
  ours = partner.walletAddress as `0x${string}`;
  // Keeps the reorganizations of one test away from the deposits of another.
  await chain.mine(15);
  await look(chain);
});
afterAll(async () => {
  await chain.stop();
  await endTests();
});

const placesOf = async (hash: Hash) => {
  const { blockNumber, logs } = await chain.client.getTransactionReceipt({ hash });
  return { block: blockNumber, logIndex: logs[0]?.logIndex };
};

async function confirm(): Promise<void> {
  await chain.mine(CONFIRMATIONS);
  await look(chain);
}

test("a transfer that a reorganization moved within its block is credited once", async () => {
  await chain.setMining("manual");
  const first = await chain.transfer({ from: ANNA, to: ours, amountMicro: 1_000_000n });
  const second = await chain.transfer({ from: BORIS, to: ours, amountMicro: 2_000_000n });
  await chain.mine();
  await chain.setMining("auto");
  const before = await placesOf(second);
  await confirm();
  expect(await walletOf(partnerId)).toBe(3);
  const [one, two] = before.logIndex === 1 ? [first, second] : [second, first];
  await chain.reorg(CONFIRMATIONS + 1, [
    [two, 0],
    [one, 0],
  ]);
  const after = await placesOf(second);
  expect(after.block).toBe(before.block);
  expect(after.logIndex).not.toBe(before.logIndex);
  await confirm();
  await confirm();
  expect(await walletOf(partnerId)).toBe(3);
  expect(await creditedTo(partnerId)).toHaveLength(2);
  // Identified by the place within their transactions, which is the first in both; their place in the block has
  // changed.
  expect((await depositsOf(chain)).map(({ ordinal }) => ordinal)).toEqual([0, 0]);
  expect(await openAlerts()).toEqual([]);
});

test.each(DEPTHS)(
  "after a reorganization of %i blocks the remaining transfers are credited once",
  async (depth) => {
    const hashes: Hash[] = [];
    for (let i = 0; i < depth + 2; i++) {
      hashes.push(await chain.transfer({ from: ANNA, to: ours, amountMicro: 1_000_000n }));
      if (i % 3 === 0) await look(chain);
    }
    // The newest transactions are mined again one block later; the last ones share the last block.
    const moved = hashes
      .slice(-depth)
      .map((hash, index): [Hash, number] => [hash, Math.min(index + 1, depth - 1)]);
    await chain.reorg(depth, moved);
    await look(chain);
    for (let i = 0; i < 2; i++) await confirm();
    expect((await creditedTo(partnerId)).sort()).toEqual([...hashes].sort());
    expect(await walletOf(partnerId)).toBe(hashes.length);
    expect(await bookFaults(partnerId)).toEqual([]);
    expect(await openAlerts()).toEqual([]);
  },
);

test("a transfer that vanished before its depth is not credited and no longer shown", async () => {
  await chain.transfer({ from: ANNA, to: ours, amountMicro: 1_000_000n });
  await look(chain);
  const seen = () => sql("SELECT tx_hash FROM seen_transfers WHERE partner_id = $1", [partnerId]);
  expect(await seen()).toHaveLength(1);
  await chain.reorg(1);
  await look(chain);
  expect(await seen()).toEqual([]);
  await confirm();
  expect(await creditedTo(partnerId)).toEqual([]);
});

test("a credited transfer that vanished opens an alert and is not credited again when it returns", async () => {
  const raw = await signTransfer(chain, { to: ours, amountMicro: 5_000_000n });
  const hash = await sendRaw(chain, raw);
  await confirm();
  const stays = await creditedTo(partnerId);
  expect(stays).toEqual([hash]);
  await chain.reorg(10);
  await confirm();
  await confirm();
  const orphans = await openAlerts();
  expect(orphans).toHaveLength(1);
  expect(orphans[0]).toMatchObject({ kind: "deposit_orphaned" });
  expect(orphans[0]?.text).toContain(hash);
  expect(await walletOf(partnerId)).toBe(5);

  await sendRaw(chain, raw);
  await confirm();
  await confirm();
  expect(await openAlerts()).toEqual([]);
  expect(await creditedTo(partnerId)).toEqual(stays);
  expect(await walletOf(partnerId)).toBe(5);
});

test("a credited transfer that was mined again and vanished before its confirmations opens an alert", async () => {
  const raw = await signTransfer(chain, { to: ours, amountMicro: 5_000_000n });
  const hash = await sendRaw(chain, raw);
  await confirm();
  expect(await creditedTo(partnerId)).toEqual([hash]);
  await chain.reorg(5, [[hash, 4]]);
  await chain.mine();
  await look(chain);
  await chain.reorg(2);
  await confirm();
  await confirm();
  expect(await openAlerts()).toMatchObject([
    { kind: "deposit_orphaned", text: expect.stringContaining(hash) },
  ]);

  await sendRaw(chain, raw);
  await confirm();
  expect(await openAlerts()).toEqual([]);
  expect(await walletOf(partnerId)).toBe(5);
});

test("a transaction that was mined again with an extra log before its transfer is the same deposit", async () => {
  const hash = await chain.transfer({ from: ANNA, to: ours, amountMicro: 5_000_000n });
  await confirm();
  await chain.reorg(CONFIRMATIONS + 1, [[hash, 1]]);
  const proxy = await startChainProxy(chain.rpcUrl);
  chain.pointTo(proxy.url);
  // biome-ignore lint/suspicious/noExplicitAny: what nodes answer
  const later = (log: any) => ({ ...log, logIndex: "0x1" });
  const isOfIt = ([txHash]: unknown[]) => txHash === hash;
  // biome-ignore lint/suspicious/noExplicitAny: what nodes answer
  const withOneMore = (receipt: any) => ({
    ...receipt,
    logs: [{ ...receipt.logs[0], topics: [`0x${"0".repeat(64)}`] }, later(receipt.logs[0])],
  });
  proxy.setFault(
    "eth_getTransactionReceipt",
    { kind: "rewrite", result: withOneMore },
    { when: isOfIt },
  );
  // biome-ignore lint/suspicious/noExplicitAny: what nodes answer
  const moveLog = (logs: any) =>
    // biome-ignore lint/suspicious/noExplicitAny: what nodes answer
    logs.map((log: any) => (log.transactionHash === hash ? later(log) : log));
  proxy.setFault("eth_getLogs", { kind: "rewrite", result: moveLog });
  await confirm();
  await confirm();
  chain.pointTo(chain.rpcUrl);
  await proxy.stop();
  const rows = (await depositsOf(chain)).filter((row) => row.partnerId === partnerId);
  expect(rows).toMatchObject([{ txHash: hash, ordinal: 0 }]);
  expect(await walletOf(partnerId)).toBe(5);
  expect(await openAlerts()).toEqual([]);
});

test.each([
  ["another amount", (log: RawLog) => ({ ...log, data: `0x${"3".padStart(64, "0")}` })],
  [
    "another recipient of this service",
    ({ topics: [topic = "", from = ""], ...log }: RawLog) => ({
      ...log,
      topics: [topic, from, `0x${theirs.slice(2).toLowerCase().padStart(64, "0")}`],
    }),
  ],
])(
  "a credited transaction that was mined again with %s opens an alert, is not credited again, and delays no other deposit",
  async (_, change) => {
    const other = await makePartner({ balanceUsd: 0 });
    theirs = other.walletAddress;
    const hash = await chain.transfer({ from: ANNA, to: ours, amountMicro: 5_000_000n });
    await confirm();
    await chain.reorg(CONFIRMATIONS + 1, [[hash, 1]]);
    const proxy = await startRewriting(chain, hash, change);
    await chain.transfer({ from: BORIS, to: ours, amountMicro: 7_000_000n });
    for (let i = 0; i < 2; i++) await confirm();
    const raised = await openAlerts();
    expect(raised.map(({ kind }) => kind)).toEqual(["deposit_orphaned", "deposit_replaced"]);
    for (const { text } of raised) expect(text).toContain(hash);
    expect(await walletOf(partnerId)).toBe(12);
    expect(await walletOf(other.partnerId)).toBe(0);
    const head = await chain.client.getBlockNumber({ cacheTime: 0 });
    expect((await cursorOf(chain)).block).toBe(Number(head) - CONFIRMATIONS + 1);
    expect(await bookFaults(partnerId)).toEqual([]);

    chain.pointTo(chain.rpcUrl);
    await proxy.stop();
    await look(chain);
    expect(await openAlerts()).toEqual([]);
  },
);
let theirs = "";

test("the alert of a transfer that was replaced stays closed by a person, also when its block is read again", async () => {
  const hash = await chain.transfer({ from: ANNA, to: ours, amountMicro: 5_000_000n });
  await confirm();
  const proxy = await startRewriting(chain, hash, (log) => ({
    ...log,
    data: `0x${"3".padStart(64, "0")}`,
  }));
  const readAgain = async () => {
    await sql("UPDATE chain_cursors SET block_number = block_number - 9, block_hash = NULL");
    await confirm();
    return (await openAlerts()).map(({ kind }) => kind);
  };
  expect(await readAgain()).toContain("deposit_replaced");
  await sql(
    "UPDATE alerts SET closed_at = now(), closed_by = $1, close_reason = 'Agreed' WHERE closed_at IS NULL",
    [(await makePerson()).personId],
  );
  expect(await readAgain()).toEqual([]);
  chain.pointTo(chain.rpcUrl);
  await proxy.stop();
});

test("the alert of a transfer that was replaced stays open while the node does not show the transaction", async () => {
  const hash = await chain.transfer({ from: ANNA, to: ours, amountMicro: 5_000_000n });
  await confirm();
  await chain.reorg(CONFIRMATIONS + 1, [[hash, 1]]);
  const proxy = await startRewriting(chain, hash, (log) => ({
    ...log,
    data: `0x${"3".padStart(64, "0")}`,
  }));
  for (let i = 0; i < 2; i++) await confirm();
  const kinds = async () =>
    (await openAlerts()).flatMap(({ kind, text }) => (text.includes(hash) ? [kind] : []));
  expect(await kinds()).toEqual(["deposit_orphaned", "deposit_replaced"]);
  // One of several nodes behind one URL, which lags.
  const isOfIt = ([txHash]: unknown[]) => txHash === hash;
  const nothing = { kind: "rewrite", result: () => null } as const;
  proxy.setFault("eth_getTransactionReceipt", nothing, { when: isOfIt });
  await confirm();
  expect(await kinds()).toEqual(["deposit_orphaned", "deposit_replaced"]);
  chain.pointTo(chain.rpcUrl);
  await proxy.stop();
  await confirm();
  expect(await kinds()).toEqual([]);
});

test("a cursor whose block left the chain is rewound and reaches the head again", async () => {
  await chain.mine(20);
  await look(chain);
  const before = await cursorOf(chain);
  await chain.reorg(20);
  await chain.mine();
  await look(chain);
  const after = await cursorOf(chain);
  expect(after.block).toBe(before.block + 1);
  const block = await chain.client.getBlock({ blockNumber: BigInt(after.block) });
  expect(after.hash).toBe(block.hash);
});

// The last test, because its alerts stay open.
test("a held deposit that vanished opens an alert that names nobody who has it", async () => {
  const partner = await makePartner({ balanceUsd: 10 });
  const userId = await makeApprovedUser(partner);
  const cardId = await makeCard(partner, { fundingType: "crypto", userId });
  const { depositAddress } = (await clientOf(partner).getCard(cardId)).json.data;
  await clientOf(partner).terminate(cardId);
  const hash = await chain.transfer({ from: ANNA, to: depositAddress, amountMicro: 5_000_000n });
  await confirm();
  await chain.reorg(10);
  await confirm();
  await confirm();
  const gone = (await openAlerts()).filter(({ kind }) => kind === "deposit_orphaned");
  expect(gone.map(({ text }) => text)).toEqual([
    `5.00 USDC are held for a decision, from transaction ${hash}, which is in no confirmed block of base-sepolia any more.`,
  ]);
});
