import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { now } from "@/lib/kernel/clock";
import { copyRow } from "@/test/database/read-plan";
import { rowsReadByIndex } from "@/test/database/table-scans";
import { bookFaults, eventsOf, walletOf } from "@/test/fixtures/books";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { TIMESTAMP } from "@/test/http/expect-answer";
import { creditDeposit, type WalletDeposit } from "./credit-deposit";

afterAll(endTests);

const FROM = "0x1111111111111111111111111111111111111111";
const txHash = (digit: string) => `0x${digit.repeat(64)}`;

function transfer(partner: TestPartner, change: Partial<WalletDeposit> = {}): WalletDeposit {
  return {
    partnerId: partner.partnerId,
    chain: "polygon-amoy",
    token: "usdc",
    txHash: txHash("a"),
    ordinal: 0,
    amountMicroUsd: 12_345_678n,
    fromAddress: FROM,
    toAddress: partner.walletAddress,
    at: now(),
    ...change,
  };
}

test("credits the wallet with exactly one event in the format of the spec", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  await creditDeposit(transfer(partner));
  expect(await walletOf(partner.partnerId)).toBe(12.345678);
  expect(await eventsOf(partner.partnerId)).toStrictEqual([
    {
      event: "wallet.deposit.crypto",
      timestamp: TIMESTAMP,
      data: {
        partnerId: partner.partnerId,
        amount: 12.345678,
        txHash: txHash("a"),
        chain: "polygon-amoy",
        token: "usdc",
        fromAddress: FROM,
        toAddress: partner.walletAddress,
      },
    },
  ]);
});

test("a transfer that is reported repeatedly or ten times concurrently is credited once", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  const same = transfer(partner, { txHash: txHash("b") });
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => creditDeposit(same)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(creditDeposit(same)).rejects.toThrow();
  expect(await walletOf(partner.partnerId)).toBe(12.345678);
  expect(await eventsOf(partner.partnerId)).toHaveLength(1);
});

test("two transfers of one transaction, and one hash on two chains, are each credited", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  const one = { txHash: txHash("c"), amountMicroUsd: 1_000_000n };
  await creditDeposit(transfer(partner, one));
  await creditDeposit(transfer(partner, { ...one, ordinal: 1 }));
  await creditDeposit(transfer(partner, { ...one, chain: "base-sepolia" }));
  expect(await walletOf(partner.partnerId)).toBe(3);
  expect(await bookFaults(partner.partnerId)).toEqual([]);
});

test("a transfer is credited without reading the other ones of its transaction", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  const one = transfer(partner, { txHash: txHash("e") });
  await creditDeposit(one);
  const [{ id }] = await sql("SELECT id FROM deposits WHERE tx_hash = $1", [one.txHash]);
  await copyRow("deposits", id, 1_000, "'id', 'dep_' || n, 'ordinal', n");
  await sql("ALTER TABLE deposits ENABLE TRIGGER USER");
  const before = await rowsReadByIndex("deposits");
  await creditDeposit({ ...one, ordinal: 1_001 });
  expect((await rowsReadByIndex("deposits")) - before).toBeLessThan(100);
});

test("zero and negative amounts are never credited", async () => {
  const partner = await makePartner({ balanceUsd: 0 });
  for (const amountMicroUsd of [0n, -1n]) {
    const deposit = transfer(partner, { txHash: txHash("d"), amountMicroUsd });
    await expect(creditDeposit(deposit)).rejects.toThrow();
  }
  expect(await walletOf(partner.partnerId)).toBe(0);
  expect(await eventsOf(partner.partnerId)).toEqual([]);
});
