import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { look } from "@/test/chain/deposits";
import { micro, startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { endTests } from "@/test/fixtures/make";
import { makeOperator } from "@/test/fixtures/people";
import { postAs, postingsIn, type TestPostings } from "@/test/fixtures/postings";

const POLYGON = "custody:polygon-amoy:usdc";

let treasury: TestTreasury;
let custody: string;
let ones: TestPostings;
let others: TestPostings;
beforeAll(async () => {
  treasury = await startTreasury();
  custody = `custody:${treasury.chain.network.chain}:usdc`;
  [ones, others] = [postingsIn(await makeOperator()), postingsIn(await makeOperator())];
  await treasury.partnerWith(200);
  await treasury.sweep();
  await treasury.settle();
  await look(treasury.chain);
});
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});

/** Transfers the treasury's money manually and lets the watcher process the block. */
async function move(amountUsd: number, direction: "out" | "in", isConfirmed = true) {
  const { chain, treasury: address } = treasury;
  const amountMicro = micro(amountUsd);
  const hash = await chain.transfer(
    direction === "out"
      ? { from: address, to: chain.faucet.address, amountMicro }
      : { to: address, amountMicro },
  );
  if (isConfirmed) {
    await chain.mine(3);
    await look(chain);
  }
  return hash;
}

const usdc = async () => (await treasury.reconcile()).usdc;
const EQUAL = { differenceMicroUsd: 0n, causes: [], deviations: [] };

test("a treasury transfer is a difference until it is posted", async () => {
  expect(await usdc()).toMatchObject(EQUAL);
  const reference = await move(50, "out");
  expect(await usdc()).toMatchObject({
    differenceMicroUsd: micro(-50),
    causes: [{ kind: "sent", txHash: reference }],
  });
  await postAs(ones, others, {
    ...{ kind: "treasury_transfer", paidFrom: custody, receivedAt: POLYGON },
    ...{ amount: 50, amountReceived: 49.75, reference },
  });
  expect(await usdc()).toMatchObject(EQUAL);
});

test("capital paid in and fees withdrawn are a difference until they are posted", async () => {
  const paidIn = await move(30, "in");
  expect((await usdc()).differenceMicroUsd).toBe(micro(30));
  await postAs(ones, others, {
    ...{ kind: "capital_contribution", receivedAt: custody, amount: 30, reference: paidIn },
  });
  expect(await usdc()).toMatchObject(EQUAL);
  const spent = await move(2, "out");
  await postAs(ones, others, {
    ...{ kind: "cost_payment", paidFrom: custody, amount: 2, reference: spent },
  });
  expect(await usdc()).toMatchObject(EQUAL);
});

test("a posting whose transaction is in a later block is no difference", async () => {
  const reference = await move(5, "out", false);
  await postAs(ones, others, {
    ...{ kind: "cost_payment", paidFrom: custody, amount: 5, reference },
  });
  expect(await usdc()).toMatchObject({ ...EQUAL, postedLaterMicroUsd: micro(5) });
  await treasury.chain.mine(3);
  await look(treasury.chain);
  expect(await usdc()).toMatchObject({ ...EQUAL, postedLaterMicroUsd: 0n });
});

test("a later theft is reported alone, although a posted transfer followed it", async () => {
  const stolen = await move(10, "out");
  const reference = await move(20, "out");
  await postAs(ones, others, {
    ...{ kind: "cost_payment", paidFrom: custody, amount: 20, reference },
  });
  const found = await usdc();
  expect(found.differenceMicroUsd).toBe(micro(-10));
  expect(found.causes).toMatchObject([
    { kind: "sent", txHash: stolen, amountMicroUsd: micro(-10) },
  ]);
});
