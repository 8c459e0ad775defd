import "@/test/database";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as route from "@/app/api/internal/chain/send/route";
import { shiftClock } from "@/lib/kernel/clock";
import { DAY_MS } from "@/lib/kernel/durations";
import { env } from "@/lib/kernel/env";
import { JOBS } from "@/lib/operations/scheduler/jobs";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";
import { type ChainProxy, startChainProxy } from "@/test/chain/proxy";
import { type Sending, startSending } from "@/test/chain/sending";
import { atOneInstant } from "@/test/fixtures/at-one-instant";
import { call, endTests, sql } from "@/test/fixtures/make";
import { leaveAlone, leftAlone } from "../sweeps/refused";
import { payoutSender } from "./payout-sender";
import { refusedTransfers } from "./refusals";

let sending: Sending;
let proxy: ChainProxy;
beforeAll(async () => {
  sending = await startSending();
  proxy = await startChainProxy(sending.chain.rpcUrl);
});
afterAll(async () => {
  await proxy.stop();
  await sending.chain.stop();
  await endTests();
});

/** The versions of the rows that say who may send. */
const leases = () => sql("SELECT name, xmin::text FROM leases WHERE name LIKE 'send:%' ORDER BY 1");

test("the service polls every second by default", () => {
  const job = JOBS.find(({ name }) => name === "send-payouts");
  expect(job?.everyMs).toBe(1_000);
});

test("the background route accepts only the cron secret", async () => {
  const ask = (secret: string) =>
    call(route.GET, { headers: { authorization: `Bearer ${secret}` } });
  expect((await ask("guess")).status).toBe(401);
  expect(await ask(env().CRON_SECRET)).toMatchObject({ status: 200, json: { status: "success" } });
});

test("a chain without a node sends nothing and reports no fault", async () => {
  sending.chain.pointTo(undefined);
  const waiting = await sending.approved();
  expect(await payoutSender.advance(endWithdrawal)).toMatchObject({ signed: 0, stored: 0 });
  sending.chain.pointTo(sending.chain.rpcUrl);
  expect(await payoutSender.advance(endWithdrawal)).toMatchObject({ signed: 1, stored: 1 });
  await sending.finish([waiting]);
});

test("a chain with nothing to send is left alone for a moment, and a new withdrawal is sent by the next poll", async () => {
  sending.chain.pointTo(proxy.url);
  const before = await atOneInstant(async () => {
    await payoutSender.advance(endWithdrawal);
    await payoutSender.advance(endWithdrawal);
    const [held, asked] = [await leases(), proxy.calls().length];
    await payoutSender.advance(endWithdrawal);
    expect([await leases(), proxy.calls().length]).toEqual([held, asked]);
    return held;
  });
  const waiting = await sending.approved();
  expect(await payoutSender.advance(endWithdrawal)).toMatchObject({ signed: 1, stored: 1 });
  expect(await leases()).not.toEqual(before);
  sending.chain.pointTo(sending.chain.rpcUrl);
  await sending.finish([waiting]);
});

test("a failing node does not fail the job, is called less often, and the payout arrives in the end", async () => {
  sending.chain.pointTo(proxy.url);
  await payoutSender.advance(endWithdrawal);
  const waiting = await sending.approved();
  proxy.setFault("*", { kind: "status", status: 503, passOn: false });
  await atOneInstant(async () => {
    await payoutSender.advance(endWithdrawal);
    const asked = proxy.calls().length;
    for (let i = 0; i < 5; i++) await payoutSender.advance(endWithdrawal);
    expect(proxy.calls()).toHaveLength(asked);
  });
  proxy.clearFaults();
  const isSent = async () => (await payoutSender.advance(endWithdrawal)).signed;
  await expect.poll(isSent, { interval: 200 }).toBe(1);
  await sending.finish([waiting]);
  expect(await sending.received(waiting)).toBe(waiting.netMicro);
  expect(await sending.faults()).toEqual([]);
});

test("a pause that began while the clock was ahead ends as any other after the clock was set right", async () => {
  sending.chain.pointTo(proxy.url);
  await payoutSender.advance(endWithdrawal);
  const waiting = await sending.approved();
  proxy.setFault("*", { kind: "status", status: 503, passOn: false });
  vi.useFakeTimers({ now: Date.now() + DAY_MS, toFake: ["Date"] });
  await payoutSender.advance(endWithdrawal);
  vi.useRealTimers();
  proxy.clearFaults();
  const isSent = async () => (await payoutSender.advance(endWithdrawal)).signed;
  await expect.poll(isSent, { interval: 200 }).toBe(1);
  await sending.finish([waiting]);
  expect(await sending.faults()).toEqual([]);
});

test("refusals that were noted while the clock was ahead are forgotten after the clock was set right", () => {
  shiftClock(DAY_MS);
  refusedTransfers.note("refused");
  leaveAlone("test:refused");
  expect([refusedTransfers.recent(), leftAlone("test:")]).toEqual([["refused"], ["refused"]]);
  shiftClock(-DAY_MS);
  expect([refusedTransfers.recent(), leftAlone("test:")]).toEqual([[], []]);
});

test("nothing is sent to a node of another chain", async () => {
  const waiting = await sending.approved();
  const wrong = await startChainProxy(sending.chain.rpcUrl);
  wrong.setFault("eth_chainId", { kind: "rewrite", result: () => "0x1" });
  sending.chain.pointTo(wrong.url);
  expect(await payoutSender.advance(endWithdrawal)).toMatchObject({ signed: 0, stored: 0 });
  expect(wrong.calls("eth_sendRawTransaction")).toEqual([]);
  await wrong.stop();
  sending.chain.pointTo(sending.chain.rpcUrl);
  await sending.finish([waiting]);
  expect(await sending.received(waiting)).toBe(waiting.netMicro);
});
