import "@/test/database";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { POST } from "@/app/api/internal/chain/watch/route";
import { NETWORKS } from "@/lib/chain/networks";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { watchChainsJob } from "@/lib/operations/scheduler/jobs";
import { startScheduler } from "@/lib/operations/scheduler/start-scheduler";
import { startChain, type TestChain } from "@/test/chain";
import { openAlerts } from "@/test/chain/deposits";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { eventually } from "@/test/eventually";
import { walletOf } from "@/test/fixtures/books";
import { call, endTests, makePartner, sql } from "@/test/fixtures/make";
import { expectRefusal } from "@/test/http/expect-answer";
import { watchChains } from "./watch-chains";

const CONFIRMATIONS = 2;
const [baseNetwork, polygonNetwork] = NETWORKS.staging;
if (!baseNetwork || !polygonNetwork) throw new Error("networks are missing");

let base: TestChain;
let polygon: TestChain;
let proxy: ChainProxy;

beforeAll(async () => {
  base = await startChain({ network: baseNetwork, confirmations: CONFIRMATIONS });
  polygon = await startChain({ network: polygonNetwork, confirmations: CONFIRMATIONS });
});
beforeEach(async () => {
  proxy = await startChainProxy(polygon.rpcUrl);
  polygon.pointTo(polygon.rpcUrl);
});
afterEach(() => proxy.stop());
afterAll(async () => {
  await Promise.all([base.stop(), polygon.stop()]);
  await endTests();
});

const faultOf = async (chain: TestChain): Promise<string | null> => {
  const rows = await sql("SELECT fault FROM chain_status WHERE chain = $1", [chain.network.chain]);
  return rows[0]?.fault ?? null;
};

async function depositOn(chain: TestChain, amountMicro = 1_000_000n): Promise<string> {
  const partner = await makePartner({ balanceUsd: 0 });
  await chain.transfer({ to: partner.walletAddress as `0x${string}`, amountMicro });
  await chain.mine(CONFIRMATIONS - 1);
  return partner.partnerId;
}

const untilCredited = (partnerId: string) =>
  expect.poll(() => walletOf(partnerId), { interval: 5 }).toBeGreaterThan(0);

type Counts = Record<"chains" | "credited" | "faults" | "busy", number>;

/** Calls until the poll of each chain has ended, which may take longer than a call waits. Returns the sums of all calls. */
async function watchToEnd(
  watch: () => Promise<Record<string, number>> = watchChains,
): Promise<Counts> {
  const counts = (await watch()) as Counts;
  while (counts.busy > 0) {
    const { credited, faults, busy } = (await watch()) as Counts;
    counts.credited += credited;
    counts.faults += faults;
    counts.busy = busy;
  }
  return counts;
}

/** A fault in each poll of the chain. */
const SOME = expect.toSatisfy((faults: number) => faults > 0);

test("the background route needs its secret and responds with counts over all chains with a node", async () => {
  await watchToEnd();
  expectRefusal(await call(POST, { method: "POST", apiKey: "wrong" }), 401, "UNAUTHORIZED");
  const partners = [await depositOn(base), await depositOn(polygon)];
  const counts = await watchToEnd(async () => {
    const answer = await call(POST, { method: "POST", apiKey: env().CRON_SECRET });
    expect(answer.status).toBe(200);
    return answer.json.data;
  });
  expect(counts).toMatchObject({
    chains: 2,
    credited: 2,
    suspended: 0,
    orphaned: 0,
    confirming: 0,
    faults: 0,
    busy: 0,
  });
  for (const partnerId of partners) expect(await walletOf(partnerId)).toBe(1);
});

test("confirmed deposits are credited by the service's own scheduler, one after another", async () => {
  const scheduler = startScheduler([watchChainsJob]);
  try {
    for (let i = 0; i < 3; i++) await untilCredited(await depositOn(base));
  } finally {
    await scheduler.stop();
  }
});

test("a hanging node delays no other chain, and its own chain continues when it responds", async () => {
  // Longer than everything that is waited for here.
  process.env.CHAIN_RPC_TIMEOUT_MS = "300000";
  proxy.setFault("*", { kind: "hang", passOn: false });
  polygon.pointTo(proxy.url);
  const waiting = await depositOn(polygon);
  const scheduler = startScheduler([watchChainsJob]);
  try {
    await expect.poll(() => proxy.calls().length).toBeGreaterThan(0);
    await untilCredited(await depositOn(base));
    expect(await walletOf(waiting)).toBe(0);
    delete process.env.CHAIN_RPC_TIMEOUT_MS;
    polygon.pointTo(polygon.rpcUrl);
    await untilCredited(waiting);
  } finally {
    await scheduler.stop();
  }
});

test("a node of another chain stops only this chain, with an alert, until it is the right one", async () => {
  const onBase = await depositOn(base);
  const onPolygon = await depositOn(polygon);
  polygon.pointTo(base.rpcUrl);
  expect(await watchToEnd()).toMatchObject({ chains: 2, credited: 1, faults: SOME });
  expect(await walletOf(onBase)).toBe(1);
  expect(await walletOf(onPolygon)).toBe(0);
  expect(await faultOf(polygon)).toMatch(/polygon-amoy is stopped/);
  expect(await openAlerts()).toMatchObject([{ kind: "chain_stopped", subject: "polygon-amoy" }]);
  polygon.pointTo(polygon.rpcUrl);
  await watchToEnd();
  expect(await walletOf(onPolygon)).toBe(1);
  expect(await faultOf(polygon)).toBeNull();
});

test("a node's error is stored without its URL and cleared when it responds again", async () => {
  proxy.setFault("eth_getLogs", { kind: "status", status: 500, passOn: false });
  polygon.pointTo(proxy.url);
  const waiting = await depositOn(polygon);
  expect(await watchToEnd()).toMatchObject({ faults: SOME });
  const fault = await faultOf(polygon);
  expect(fault).toMatch(/\w/);
  expect(fault).not.toContain(new URL(proxy.url).host);
  proxy.clearFaults();
  // After a failure the chain is not polled for half a second.
  await eventually(async () => {
    await watchToEnd();
    expect(await faultOf(polygon)).toBeNull();
  });
  expect(await walletOf(waiting)).toBe(1);
});

test("a block at which everything was done is not worked through again; the head is still recorded", async () => {
  await watchToEnd();
  const ahead = (blocks: number) =>
    sql("UPDATE chain_cursors SET block_number = block_number + $1 WHERE chain = $2", [
      blocks,
      base.network.chain,
    ]);
  // A cursor so far ahead of the node is refused by each poll that reads it.
  await ahead(5_000);
  await sql("UPDATE chain_status SET seen_at = to_timestamp(0)");
  expect(await watchToEnd()).toMatchObject({ chains: 2, faults: 0 });
  const seen = await sql("SELECT seen_at > to_timestamp(0) AS is_seen FROM chain_status");
  expect(seen).toEqual([{ is_seen: true }, { is_seen: true }]);
  await base.mine(1);
  expect(await watchToEnd()).toMatchObject({ faults: SOME });
  await ahead(-5_000);
  await eventually(async () => expect(await watchToEnd()).toMatchObject({ faults: 0 }));
});

test.each(["eth_chainId", "eth_getLogs"])(
  "when %s fails the log has the host of the node's URL without its key",
  async (method) => {
    const lines = vi.spyOn(log(), "error");
    proxy.setFault(method, { kind: "status", status: 500, passOn: false });
    polygon.pointTo(`${proxy.url}/v2/CANARY`);
    await depositOn(polygon);
    expect(await watchToEnd()).toMatchObject({ faults: SOME });
    const logged = JSON.stringify(lines.mock.calls);
    lines.mockRestore();
    expect(logged).toContain(new URL(proxy.url).host);
    expect(logged).not.toContain("CANARY");
  },
);

test("a chain without a node is off without a fault", async () => {
  polygon.pointTo(undefined);
  expect(await watchToEnd()).toMatchObject({ chains: 1, faults: 0 });
});
