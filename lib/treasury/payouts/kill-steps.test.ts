import "@/test/database";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Sending, type SentWithdrawal, startSending } from "@/test/chain/sending";
import { walletOf } from "@/test/fixtures/books";
import { endTests } from "@/test/fixtures/make";
import { rounds, upTo } from "@/test/rounds";
import type { SendStep } from "./steps";

/**
 * Threat 6: after a stop at any step, the recipient has 0 or net and the wallet the complement; after the continuation
 * the recipient has net, once. Here an exception stops the sender; kill-process.test.ts kills processes.
 */
const RUNS = rounds(3, 50);
const STEPS: SendStep[] = [
  "authorization-signed",
  "authorization-stored",
  "transaction-signed",
  "transaction-stored",
  "transaction-sent",
  "sending-stored",
  "payment-confirmed",
  "payment-stored",
  "transaction-settled",
];
/** Steps that need the transaction to be in a block. */
const AFTER_MINING = new Set<SendStep>(STEPS.slice(6));

class Killed extends Error {}

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(async () => {
  await sending.chain.stop();
  await endTests();
});
afterEach(async () => {
  expect(await sending.faults()).toEqual([]);
});

/** Polls until the step is reached, and stops there. */
async function killAt(step: SendStep): Promise<void> {
  for (let looks = 0; looks < 6; looks++) {
    const killed = await sending
      .look((reached) => {
        if (reached === step) throw new Killed();
      })
      .then(
        () => false,
        (error: unknown) => {
          if (error instanceof Killed) return true;
          throw error;
        },
      );
    if (killed) return;
    await sending.chain.mine();
  }
  throw new Error(`${step} was never reached`);
}

async function expectEither(sent: SentWithdrawal, wallet: number): Promise<void> {
  const received = await sending.received(sent);
  expect([0n, sent.netMicro]).toContain(received);
  const { status } = await sending.get(sent.id);
  if (status === "completed") expect(received).toBe(sent.netMicro);
  else expect(status).toBe("approved");
  // The wallet is debited from the creation on: what the recipient does not have is still in the treasury.
  expect(await walletOf(sending.partner.partnerId)).toBe(wallet - 100);
}

describe.each(STEPS)("stopped after %s", (step) => {
  test.each(upTo(RUNS))("paid once, run %i", async (run) => {
    const { chain, treasury } = sending;
    const wallet = await walletOf(sending.partner.partnerId);
    const before = await chain.balanceOf(treasury);
    const sent = await sending.approved();
    await killAt(step);
    await expectEither(sent, wallet);
    // A sent transaction may be mined or lost while no process polls.
    if (run % 3 === 1) await chain.mine(2);
    const [stored] = await sending.transactions(sent);
    if (run % 3 === 2 && stored) await chain.drop(stored.hash);
    await expectEither(sent, wallet);
    // The continuation is stopped once more.
    if (run % 2 === 1 && AFTER_MINING.has(step) === false) await killAt("payment-confirmed");

    await sending.finish([sent]);
    expect((await sending.get(sent.id)).status).toBe("completed");
    expect(await sending.received(sent)).toBe(sent.netMicro);
    expect(before - (await chain.balanceOf(treasury))).toBe(sent.netMicro);
    await expectEither(sent, wallet);
    expect(await sending.transactions(sent)).toHaveLength(1);
  });
});
