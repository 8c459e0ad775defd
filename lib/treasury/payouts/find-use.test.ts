import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY_S } from "@/lib/kernel/durations";
import { forgetEnv } from "@/lib/kernel/env";
import { type Sending, startSending } from "@/test/chain/sending";
import { endTests } from "@/test/fixtures/make";
import { findUse, searchEndMs } from "./find-use";
import { readStateBlock } from "./read-state";
import { findAuthorizations } from "./store";

/** More blocks than one range of the search has. */
const MANY_BLOCKS = 2_100;

function setValidity(seconds: number): void {
  process.env.CHAIN_PAYOUT_VALID_S = String(seconds);
  forgetEnv();
}

let sending: Sending;
beforeAll(async () => {
  setValidity(10 * DAY_S);
  sending = await startSending({ startedAgoS: 60 });
});
afterAll(async () => {
  await sending.chain.stop();
  await endTests();
});

test("the use is found that happened under a much longer validity than is set now", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.finish([sent]);
  const { txHash } = await sending.get(sent.id);
  await chain.increaseTime(5 * DAY_S);
  await chain.mine(MANY_BLOCKS);
  setValidity(DAY_S);
  const [authorization] = await findAuthorizations("base-sepolia", [sent.id]);
  if (!authorization) throw new Error("no authorization");
  const until = { upTo: await readStateBlock(chain.network, "latest"), endMs: searchEndMs() };
  expect(await findUse(chain.network, authorization, until)).toBe(txHash);
});
