import "@/test/database";
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { typeScriptArguments } from "@/bin/bootstrap/paths.mjs";
import { type Sending, type SentWithdrawal, startSending } from "@/test/chain/sending";
import { walletOf } from "@/test/fixtures/books";
import { endTests, sql } from "@/test/fixtures/make";
import { rounds, upTo } from "@/test/rounds";
import type { SendStep } from "./steps";

/** Threat 6: processes that are killed at a step while they hold the lease, and others that continue. */
const RUNS = rounds(1, 50);
const STEPS = rounds<SendStep[]>(
  ["authorization-stored", "transaction-stored", "transaction-sent", "payment-confirmed"],
  [
    "authorization-signed",
    "authorization-stored",
    "transaction-signed",
    "transaction-stored",
    "transaction-sent",
    "sending-stored",
    "payment-confirmed",
    "payment-stored",
    "transaction-settled",
  ],
);

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(async () => {
  await sending.chain.stop();
  await endTests();
});

/** Returns the signal that ended the process, or its exit code. */
async function lookInProcess(killAfter = "never"): Promise<string | number | null> {
  const child = spawn(process.execPath, typeScriptArguments("test/chain/send-once.ts", killAfter), {
    stdio: ["ignore", "ignore", "inherit"],
    env: process.env,
  });
  return new Promise((done) => child.once("exit", (code, signal) => done(signal ?? code)));
}

async function expectEither(sent: SentWithdrawal, wallet: number): Promise<void> {
  expect([0n, sent.netMicro]).toContain(await sending.received(sent));
  expect(await walletOf(sending.partner.partnerId)).toBe(wallet - 100);
}

describe.each(STEPS)("killed after %s", (step) => {
  test.each(upTo(RUNS))("paid once, run %i", async (run) => {
    const { chain, treasury } = sending;
    const wallet = await walletOf(sending.partner.partnerId);
    const before = await chain.balanceOf(treasury);
    const sent = await sending.approved();
    let end: string | number | null = 0;
    // A look whose node answers too late ends without reaching the step.
    for (let looks = 0; looks < 20 && end === 0; looks++) {
      end = await lookInProcess(step);
      if (end === 0) await chain.mine();
    }
    expect(end).toBe("SIGKILL");
    await expectEither(sent, wallet);
    // The lease outlives its process, so no other process sends meanwhile.
    const stored = (await sending.transactions(sent)).length;
    expect(await sending.look()).toMatchObject({ signed: 0, stored: 0, completed: 0 });
    expect(await sending.transactions(sent)).toHaveLength(stored);
    // The lease expires by itself; one real wait is enough for the test.
    await sql("UPDATE leases SET expires_at = now() + $1 * interval '1 second'", [
      run === 1 ? 1 : -1,
    ]);
    if (run === 1) await sleep(1_100);
    await sending.finish([sent]);
    expect((await sending.get(sent.id)).status).toBe("completed");
    expect(await sending.received(sent)).toBe(sent.netMicro);
    expect(before - (await chain.balanceOf(treasury))).toBe(sent.netMicro);
    await expectEither(sent, wallet);
    expect(await sending.transactions(sent)).toHaveLength(1);
    expect(await sending.faults()).toEqual([]);
  });
});

test("concurrent processes: one sends, and each payout arrives once", async () => {
  const sent = [];
  for (let i = 0; i < 6; i++) sent.push(await sending.approved(20 + i));
  const ends = await Promise.all([1, 2, 3, 4].map(() => lookInProcess()));
  expect(ends).toEqual([0, 0, 0, 0]);
  await sending.finish(sent);
  for (const each of sent) {
    expect(await sending.received(each)).toBe(each.netMicro);
    expect(await sending.transactions(each)).toHaveLength(1);
  }
});
