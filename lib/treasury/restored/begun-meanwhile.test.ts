import "@/test/database";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { SendStep } from "@/lib/treasury/payouts/steps";
import { type Sending, startSending } from "@/test/chain/sending";
import { endTests, sql } from "@/test/fixtures/make";
import { noteRestored } from "./restore-mode";

/** Threat 53: a poll that is under way when restore mode begins stores nothing more that it signs. */
let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(async () => {
  await sending.chain.stop();
  await endTests();
});

const begin = () => noteRestored("Another process found a payout.");
const end = () => sql("UPDATE restores SET ended_at = now(), ended_by = 'test'");
afterEach(end);

const STEPS: [SendStep, { payouts: number; transactions: number }][] = [
  ["authorization-signed", { payouts: 0, transactions: 0 }],
  ["authorization-stored", { payouts: 1, transactions: 0 }],
  ["transaction-signed", { payouts: 1, transactions: 0 }],
];

test.each(STEPS)("restore mode that begins after %s ends the signing", async (step, left) => {
  const sent = await sending.approved();
  await sending.look(async (reached) => {
    if (reached === step) await begin();
  });
  const payouts = await sql("SELECT FROM payouts WHERE withdrawal_id = $1", [sent.id]);
  const transactions = await sending.transactions(sent);
  expect({ payouts: payouts.length, transactions: transactions.length }).toEqual(left);
  await end();
  await sending.finish([sent]);
  expect(await sending.received(sent)).toBe(sent.netMicro);
  expect(await sending.faults()).toEqual([]);
});
