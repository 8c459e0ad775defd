import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET } from "@/app/api/admin/withdrawals/[id]/outlook/route";
import { forgetEnv } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import { anyAddress } from "@/test/chain/sending";
import { startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { endTests, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { ADDRESS, withdrawalsOf } from "@/test/fixtures/withdrawals";
import { expectRefusal } from "@/test/http/expect-answer";

let treasury: TestTreasury;
let partner: TestPartner;
let browser: Browser;
beforeAll(async () => {
  treasury = await startTreasury();
  partner = await treasury.partnerWith(100);
  await treasury.sweep();
  await treasury.settle();
  browser = await signedIn(await makePerson({ role: "auditor" }));
});
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});

const outlook = (id: string) => browser.call(GET, { params: { id } });
const make = async (toAddress: string): Promise<string> =>
  (await withdrawalsOf(partner).create({ amount: 20, toAddress })).json.data.id;

test("has the recipient and the remaining treasury and gas", async () => {
  const { json } = await outlook(await make(ADDRESS));
  expect(json.data).toEqual({
    recipient: "account",
    treasury: { before: 100, after: 80.5 },
    gas: { balance: expect.stringMatching(/^99\.99/), transfersAfter: expect.any(Number) },
  });
  expect(json.data.gas.transfersAfter).toBeGreaterThan(0);
});

test("distinguishes a contract from an account", async () => {
  const address = anyAddress();
  await treasury.chain.client.request({
    method: "anvil_setCode",
    params: [address, "0x00"],
  } as never);
  const { json } = await outlook(await make(address));
  expect(json.data.recipient).toBe("contract");
});

test("responds with unknown facts if the node does not respond", async () => {
  const id = await make(ADDRESS);
  const url = process.env.RPC_URL_BASE_SEPOLIA;
  process.env.RPC_URL_BASE_SEPOLIA = "http://127.0.0.1:9";
  forgetEnv();
  try {
    const { status, json } = await outlook(id);
    expect([status, json.data]).toEqual([
      200,
      { recipient: "unknown", fault: expect.stringContaining("base-sepolia") },
    ]);
  } finally {
    process.env.RPC_URL_BASE_SEPOLIA = url;
    forgetEnv();
  }
});

test("is not found for an unknown withdrawal", async () => {
  expectRefusal(await outlook(newId("wd")), 404, "WITHDRAWAL_NOT_FOUND");
});
