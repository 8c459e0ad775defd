import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { forgetEnv } from "@/lib/kernel/env";
import { anyAddress, type Sending, startSending } from "@/test/chain/sending";
import { endTests } from "@/test/fixtures/make";

let sending: Sending;
beforeAll(async () => {
  process.env.CHAIN_MAX_IN_FLIGHT = "1";
  forgetEnv();
  sending = await startSending();
});
afterAll(async () => {
  await sending.chain.stop();
  await endTests();
});

test("more unpayable recipients than are tried until the first is tried again delay no other payout", async () => {
  const { chain } = sending;
  const nowhere = anyAddress();
  await chain.setBlocklisted(nowhere, true);
  await chain.mine();
  const unpayable = [];
  for (let i = 0; i < 20; i++) unpayable.push(await sending.approved(10, nowhere));
  const behind = await sending.approved(11);
  // A poll each second: after 15 s the first of them is tried again.
  for (let poll = 0; poll < 25; poll++) {
    await sending.look();
    shiftClock(1_000);
  }
  expect(await sending.transactions(behind)).toHaveLength(1);
  await sending.finish([behind]);
  expect(await sending.received(behind)).toBe(behind.netMicro);
  await chain.setBlocklisted(nowhere, false);
  await chain.mine();
  for (let poll = 0; poll < 25; poll++) {
    await sending.finish(unpayable, 3);
    shiftClock(1_000);
  }
  expect(await chain.balanceOf(nowhere)).toBe(20n * (behind.netMicro - 1_000_000n));
});
