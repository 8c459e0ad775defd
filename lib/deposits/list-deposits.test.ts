import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET } from "@/app/api/v1/partner/wallet/deposits/route";
import { startChain, type TestChain } from "@/test/chain";
import { look } from "@/test/chain/deposits";
import { copyRow, keyOf } from "@/test/database/read-plan";
import { holdDeposit, releaseIn } from "@/test/fixtures/held-deposits";
import {
  call,
  deposit,
  endTests,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { codeOf, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { anId, expectSuccess, invalidFields, TIMESTAMP } from "@/test/http/expect-answer";

const CONFIRMATIONS = 4;

let chain: TestChain;
beforeAll(async () => {
  chain = await startChain({ confirmations: CONFIRMATIONS });
});
afterAll(async () => {
  await chain.stop();
  await endTests();
});

const list = ({ apiKey }: TestPartner, query: Record<string, number | string> = {}) =>
  call(GET, { apiKey, query });
/** Pays for the cards of a test, with a deposit of its own. */
async function giveFunds(partner: TestPartner): Promise<TestPartner> {
  await deposit(partner.partnerId, partner.walletAddress, 1_000);
  return partner;
}
const send = (partner: TestPartner, amountMicro: bigint) =>
  chain.transfer({ to: partner.walletAddress as `0x${string}`, amountMicro });

test("shows a deposit with its confirmations while pending, and as credited from the required depth", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  const txHash = await send(partner, 1_500_000n);
  const shown = {
    chain: "base-sepolia",
    token: "usdc",
    amount: 1.5,
    txHash,
    ordinal: 0,
    explorerUrl: expect.stringContaining(`/tx/${txHash}`),
    fromAddress: chain.faucet.address,
    toAddress: partner.walletAddress,
    requiredConfirmations: CONFIRMATIONS,
    createdAt: TIMESTAMP,
  };
  for (let confirmations = 1; confirmations < CONFIRMATIONS; confirmations++) {
    await look(chain);
    expectSuccess(await list(partner), {
      deposits: [{ id: `base-sepolia:${txHash}:0`, status: "confirming", ...shown, confirmations }],
      pagination: { skip: 0, limit: 50, total: 1 },
    });
    await chain.mine();
  }
  await look(chain);
  const credited = { id: anId("dep"), status: "credited", ...shown, confirmations: CONFIRMATIONS };
  expectSuccess(await list(partner), {
    deposits: [credited],
    pagination: { skip: 0, limit: 50, total: 1 },
  });
});

test("lists pending deposits first, then credited ones newest first, in consistent pages", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  for (const amount of [1n, 2n, 3n]) {
    await send(partner, amount * 1_000_000n);
    await chain.mine(CONFIRMATIONS);
    await look(chain);
  }
  await send(partner, 4_000_000n);
  await send(partner, 5_000_000n);
  await look(chain);
  const amountsOf = async (query: Record<string, number>) => {
    const { deposits, pagination } = (await list(partner, query)).json.data;
    expect(pagination.total).toBe(5);
    return deposits.map(({ amount }: { amount: number }) => amount);
  };
  const whole = await amountsOf({});
  expect([...whole.slice(0, 2)].sort()).toEqual([4, 5]);
  expect(whole.slice(2)).toEqual([3, 2, 1]);
  const pages = [];
  for (let skip = 0; skip < 6; skip++) pages.push(...(await amountsOf({ skip, limit: 1 })));
  expect(pages).toEqual(whole);
});

test("lists a deposit held for a terminated card with the remedy until it is credited", async () => {
  const partner = await makePartner();
  const before = (await list(partner)).json.data.pagination.total;
  const { id, cardId, txHash } = await holdDeposit(partner);
  const held = {
    id,
    status: "held",
    instruction: expect.stringContaining("Contact support to have it credited"),
    chain: "base-sepolia",
    token: "usdc",
    amount: 25,
    txHash,
    serviceCardId: cardId,
  };
  const whole = (await list(partner)).json.data;
  expect(whole.deposits[0]).toMatchObject(held);
  expect(whole.pagination.total).toBe(before + 1);
  const only = (await list(partner, { status: "held" })).json.data;
  expect(only).toMatchObject({ deposits: [held], pagination: { total: 1 } });
  const credited = (await list(partner, { status: "credited" })).json.data;
  expect(credited.pagination.total).toBe(before);
  expect(credited.deposits.map((each: { id: string }) => each.id)).not.toContain(id);
  const another = await makePartner();
  expect((await list(another, { status: "held" })).json.data.deposits).toEqual([]);

  const admin = await makePerson({ role: "admin" });
  const browser = await signedIn(admin);
  const body = { reason: "The partner asked for it.", totp: codeOf(admin) };
  expect((await releaseIn(browser, id, body)).status).toBe(200);
  expect((await list(partner, { status: "held" })).json.data.pagination.total).toBe(0);
  const [now] = (await list(partner)).json.data.deposits;
  expect(now).toMatchObject({ id, status: "credited" });
  expect(now).not.toHaveProperty("instruction");
});

test("filters confirming, held and credited deposits, and counts them", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  const credited = await send(partner, 7_000_000n);
  await chain.mine(CONFIRMATIONS);
  await look(chain);
  const confirming = await send(partner, 8_500_000n);
  await look(chain);
  const held = await holdDeposit(await giveFunds(partner), 25);
  const found = async (query: Record<string, string | number>) => {
    const { deposits, pagination } = (await list(partner, query)).json.data;
    expect(pagination.total).toBe(deposits.length);
    return deposits.map(({ txHash }: { txHash: string }) => txHash);
  };
  expect(await found({ status: "confirming,held" })).toEqual([confirming, held.txHash]);
  expect(await found({ status: "credited,confirming", amountMax: "10" })).toEqual([
    confirming,
    credited,
  ]);
  expect(await found({ amountMin: "7", amountMax: "8.5" })).toEqual([confirming, credited]);
  expect(await found({ amountMin: "8.51", amountMax: "25" })).toEqual([held.txHash]);
  for (const txHash of [credited, confirming, held.txHash])
    expect(await found({ search: txHash })).toEqual([txHash]);
  expect(await found({ search: `base-sepolia:${confirming}:0` })).toEqual([confirming]);
  expect(await found({ search: held.id })).toEqual([held.txHash]);
  expect(await found({ search: held.address.toUpperCase().replace("0X", "0x") })).toEqual([
    held.txHash,
  ]);
  expect(await found({ search: chain.faucet.address, status: "credited" })).toEqual([credited]);
  // The other one is the funds of the cards.
  expect(await found({ search: partner.walletAddress, status: "credited" })).toEqual([
    expect.any(String),
    credited,
  ]);
  expect(await found({ search: "nothing" })).toEqual([]);
  expect(await found({ to: "2020-01-01T00:00:00Z" })).toEqual([]);
  expect((await found({ from: "2020-01-01T00:00:00Z" })).length).toBe(4);
  // A filtered list is read on from a cursor too.
  const first = (await list(partner, { amountMax: "10", limit: 1 })).json.data;
  expect(first.pagination).toMatchObject({ total: 2, nextCursor: expect.stringMatching(/^1:/) });
  const { nextCursor } = first.pagination;
  const rest = (await list(partner, { amountMax: "10", cursor: nextCursor })).json.data;
  expect(rest.deposits.map(({ txHash }: { txHash: string }) => txHash)).toEqual([credited]);
  expect(rest.pagination.total).toBe(2);
});

test.each([
  [{ status: "held,gone" }, "status: isIn"],
  [{ amountMin: "much" }, "amountMin: isDecimal"],
  [{ search: "" }, "search: isNotEmpty"],
])("%j is a validation error", async (query, field) => {
  expect(invalidFields(await list(await makePartner({ balanceUsd: 0 }), query))[0]).toContain(
    field,
  );
});

test("a deposit from an address to itself is found once by the address", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  await giveFunds(partner);
  const [{ id }] = await sql("SELECT id FROM deposits WHERE partner_id = $1", [partner.partnerId]);
  const self = `0x${"5e".repeat(20)}`;
  const ends = `'from_address', '${self}', 'to_address', '${self}'`;
  await copyRow("deposits", id, 1, `'id', ${keyOf("dep")}, 'ordinal', 9, ${ends}`);
  const { deposits, pagination } = (await list(partner, { search: self })).json.data;
  expect([deposits.length, pagination.total]).toEqual([1, 1]);
});

test("an unknown status is a validation error", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  expect(invalidFields(await list(partner, { status: "gone" }))).toEqual(["status: isIn"]);
});

test("has the card of a deposit, and shows nothing to another partner", async () => {
  const partner = await makePartner();
  const stranger = await makePartner({ balanceUsd: 0 });
  const cardId = await makeCard(partner, { fundingType: "crypto" });
  const { depositAddress } = (await clientOf(partner).getCard(cardId)).json.data;
  await chain.transfer({ to: depositAddress, amountMicro: 2_000_000n });
  await look(chain);
  const [first] = (await list(partner)).json.data.deposits;
  expect(first).toMatchObject({ status: "confirming", serviceCardId: cardId });
  await chain.mine(CONFIRMATIONS);
  await look(chain);
  const { deposits, pagination } = (await list(partner)).json.data;
  expect(deposits[0]).toMatchObject({ status: "credited", serviceCardId: cardId });
  // The partner's initial deposit has no card and no known block.
  expect(pagination.total).toBe(2);
  expect("serviceCardId" in deposits[1]).toBe(false);
  expect(deposits[1].confirmations).toBe(CONFIRMATIONS);
  expect((await list(stranger)).json.data.deposits).toEqual([]);
});

test("a deposit to a terminated card is not shown as pending, and is held when confirmed", async () => {
  const partner = await makePartner();
  const cardId = await makeCard(partner, { fundingType: "crypto" });
  const { depositAddress } = (await clientOf(partner).getCard(cardId)).json.data;
  await clientOf(partner).terminate(cardId);
  await chain.transfer({ to: depositAddress, amountMicro: 2_000_000n });
  await look(chain);
  expect((await list(partner)).json.data.pagination.total).toBe(1);
  await chain.mine(CONFIRMATIONS);
  await look(chain);
  const { deposits, pagination } = (await list(partner)).json.data;
  expect(pagination.total).toBe(2);
  expect(deposits[0]).toMatchObject({ status: "held", amount: 2, serviceCardId: cardId });
});

test.each(["-1", "x", "1.5"])("a skip of %s is a validation error", async (skip) => {
  expect(invalidFields(await list(await makePartner(), { skip }))).toEqual(["skip: isInt"]);
});
