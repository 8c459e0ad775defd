import "@/test/database";
import { type Address, toHex } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { AUTHORIZATION_USED_TOPIC } from "@/lib/chain/read/read-transfer-logs";
import { chainSigner } from "@/lib/chain/signer/signer";
import { forgetEnv } from "@/lib/kernel/env";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";
import { look } from "@/test/chain/deposits";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { anyAddress } from "@/test/chain/sending";
import { micro, startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { approveDirectly } from "@/test/fixtures/approvals";
import { endTests, sql, type TestPartner } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { beginRestore } from "../restore-mode/begin-restore";
import { endRestore } from "../restore-mode/end-restore";
import { findPayouts } from "./find-payouts";
import { signingHold } from "./signing-hold";

/** Threat 53: a node that does not know the newest blocks cannot show that a payout was made before a restore. */
let treasury: TestTreasury;
let partner: TestPartner;
let proxy: ChainProxy;
let adminId: string;
let to: Address;

beforeAll(async () => {
  treasury = await startTreasury();
  partner = await treasury.partnerWith(500);
  await treasury.sweep();
  await treasury.settle();
  proxy = await startChainProxy(treasury.chain.rpcUrl);
  treasury.chain.pointTo(proxy.url);
  ({ personId: adminId } = await makePerson());
  await readChain();
});
beforeEach(async () => {
  to = anyAddress();
  const { json } = await withdrawalsOf(partner).create({ amount: 20, toAddress: to });
  await approveDirectly(json.data.id);
});
afterEach(() => {
  proxy.clearFaults();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await treasury.chain.stop();
  await proxy.stop();
  await endTests();
});

/** Mines until everything is confirmed, and reads it, as the jobs of a running service do. */
async function readChain(): Promise<void> {
  await treasury.chain.mine(25);
  await look(treasury.chain);
  await findPayouts(endWithdrawal);
}

const hold = () => signingHold(treasury.chain.network);
const end = () => endRestore(adminId, { allowDifference: false });

async function expectNothingSigned(): Promise<void> {
  expect(await treasury.send()).toMatchObject({ signed: 0, stored: 0 });
  expect(await treasury.chain.balanceOf(to)).toBe(0n);
}

test("a node whose newest block is old: nothing is signed, and restore mode does not end", async () => {
  const given = process.env.CHAIN_HEAD_MAX_AGE_S;
  process.env.CHAIN_HEAD_MAX_AGE_S = "300";
  forgetEnv();
  expect(await hold()).toMatch(/^the newest block of the node of .* is \d+ minutes old$/);
  await expectNothingSigned();
  await beginRestore(adminId);
  expect(await end()).toMatchObject({
    kind: "refused",
    obstacles: [expect.stringMatching(/^Payouts may be missing: the newest block/)],
  });
  process.env.CHAIN_HEAD_MAX_AGE_S = given;
  forgetEnv();
  expect(await end()).toEqual({ kind: "ended" });
  await treasury.settle();
  expect(await treasury.chain.balanceOf(to)).toBe(micro(19.5));
});

test("a node behind the block up to which payouts were compared: the same", async () => {
  await readChain();
  proxy.lagBehind(20);
  expect(await hold()).toMatch(/^the node of .* is at block \d+, but payouts were compared up to/);
  await expectNothingSigned();
  await beginRestore(adminId);
  expect(await end()).toMatchObject({
    kind: "refused",
    obstacles: [expect.stringMatching(/^Payouts may be missing: the node of .* is at block/)],
  });
  proxy.lagBehind(0);
  expect(await end()).toEqual({ kind: "ended" });
  await treasury.settle();
  expect(await treasury.chain.balanceOf(to)).toBe(micro(19.5));
});

test("restore mode that begins while a sweep is signed: the sweep is not stored", async () => {
  await treasury.partnerWith(10);
  await readChain();
  const signer = chainSigner();
  if (!signer) throw new Error("no signer");
  const sign = signer.signAuthorization.bind(signer);
  vi.spyOn(signer, "signAuthorization").mockImplementationOnce(async (...asked) => {
    await beginRestore(adminId);
    return sign(...asked);
  });
  const before = await treasury.sweeps();
  expect(await treasury.sweep()).toBe(0);
  expect(await treasury.sweeps()).toEqual(before);
  expect(await end()).toEqual({ kind: "ended" });
  expect(await treasury.sweep()).toBe(1);
  await treasury.settle();
});

/** The block up to which payouts were compared, as the database says. */
async function scanned(): Promise<number> {
  const [{ block }] = await sql("SELECT max(block_number)::int AS block FROM payout_scans");
  return block;
}

test("a node that answers for another chain for a while: payouts count as compared up to no block of that chain", async () => {
  const before = await scanned();
  // biome-ignore lint/suspicious/noExplicitAny: what nodes answer
  const ahead = (block: any) => ({ ...block, number: toHex(Number(block.number) + 1_000_000) });
  proxy.setFault("eth_chainId", { kind: "rewrite", result: () => "0x1" });
  proxy.setFault(
    "eth_getBlockByNumber",
    { kind: "rewrite", result: ahead },
    { when: ([tag]) => tag === "latest" },
  );
  proxy.setFault("eth_getLogs", { kind: "rewrite", result: () => [] });
  await expect(hold()).rejects.toThrow(/ is of chain 1, and not of 84532$/);
  await expect(treasury.send()).rejects.toThrow(/ is of chain 1, /);
  expect(await scanned()).toBe(before);
  proxy.clearFaults();
  expect(await hold()).toBeUndefined();
  await treasury.settle();
  expect(await treasury.chain.balanceOf(to)).toBe(micro(19.5));
});

test("a node that fails within a gap: what was compared before it is kept, and nothing is signed", async () => {
  const { chain } = treasury;
  const start = await scanned();
  await chain.mine(300);
  await look(chain);
  // biome-ignore lint/suspicious/noExplicitAny: what nodes are asked
  const isRefused = ([{ topics, fromBlock, toBlock }]: any[]) =>
    topics[0] === AUTHORIZATION_USED_TOPIC &&
    (Number(toBlock) - Number(fromBlock) >= 20 || Number(toBlock) > start + 150);
  const refusal = { kind: "refuse", message: "exceeds the maximum block range" } as const;
  proxy.setFault("eth_getLogs", refusal, { when: isRefused });
  await expect(hold()).rejects.toThrow();
  expect(await scanned()).toBe(start + 150);
  await expect(treasury.send()).rejects.toThrow();
  expect(await treasury.chain.balanceOf(to)).toBe(0n);
  expect(await sql("SELECT 1 FROM payouts WHERE lower(to_address) = $1", [to])).toEqual([]);
  proxy.clearFaults();
  await treasury.settle();
  expect(await treasury.chain.balanceOf(to)).toBe(micro(19.5));
});

test("a gap that takes longer than one scan is compared in several, and nothing is signed before the last", async () => {
  const { chain } = treasury;
  const start = await scanned();
  await chain.mine(4_500);
  await look(chain);
  const logs = () => proxy.calls("eth_getLogs").length;
  const [realMs, before] = [performance.now.bind(performance), logs()];
  // Each request for logs takes longer than a scan may.
  vi.spyOn(performance, "now").mockImplementation(() => realMs() + (logs() - before) * 20_000);
  expect(await hold()).toMatch(/^payouts on .* are compared up to block \d+ of \d+ so far$/);
  expect(await scanned()).toBeGreaterThan(start);
  await expectNothingSigned();
  for (let i = 0; i < 100 && (await hold()) !== undefined; i++);
  expect(await hold()).toBeUndefined();
  vi.restoreAllMocks();
  await treasury.settle();
  expect(await treasury.chain.balanceOf(to)).toBe(micro(19.5));
});
