import "@/test/database";
import type { Address } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { look } from "@/test/chain/deposits";
import { micro, startTreasury, type TestTreasury } from "@/test/chain/treasury";
import { endTests, makeApprovedUser, makeCard, sql } from "@/test/fixtures/make";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";

let treasury: TestTreasury;
beforeAll(async () => {
  treasury = await startTreasury();
});
afterAll(async () => {
  await treasury.chain.stop();
  await endTests();
});

const EQUAL = { differenceMicroUsd: 0n, causes: [], deviations: [] };

describe("with transfers of the service only", () => {
  let first: number;

  beforeAll(async () => {
    first = Number(await treasury.chain.headNumber());
    // A process signs once it has seen the deposits read to the head of its first look.
    await treasury.sweep();
  });

  test("books and chain are equal after each of its steps", async () => {
    const { chain } = treasury;
    const expectEqual = async () => {
      const { usdc, isEqual } = await treasury.reconcile();
      expect(usdc).toMatchObject(EQUAL);
      expect(isEqual).toBe(true);
      return usdc;
    };
    expect(await expectEqual()).toMatchObject({ custodyMicroUsd: 0n, depositAddressCount: 0 });

    const partner = await treasury.partnerWith(100.000001);
    expect(await expectEqual()).toMatchObject({
      ...{ treasuryMicroUsd: 0n, depositAddressesMicroUsd: 100_000_001n },
      ...{ custodyMicroUsd: 100_000_001n, depositAddressCount: 1 },
    });
    // A deposit on the card's own address, and one that is seen but not credited yet.
    await makeCard(partner, { fundingType: "crypto", userId: await makeApprovedUser(partner) });
    const [card] = await sql("SELECT deposit_address AS address FROM cards");
    await treasury.deposit(card.address, 30);
    await chain.transfer({ to: card.address, amountMicro: micro(3) });
    await expectEqual();

    await treasury.sweep();
    await expectEqual();
    const withdrawals = [
      await treasury.approved(partner, 20),
      await treasury.approved(partner, 10.5),
    ];
    await withdrawalsOf(partner).make(7);
    for (let round = 0; round < 6; round++) {
      await treasury.send();
      await expectEqual();
      await chain.mine();
      await expectEqual();
      await look(chain);
      await expectEqual();
    }
    const ended = await sql("SELECT status FROM withdrawals WHERE id = ANY($1)", [
      withdrawals.map(({ id }) => id),
    ]);
    expect(ended).toEqual([{ status: "completed" }, { status: "completed" }]);
    expect((await treasury.sweeps()).map(({ status }) => status)).toEqual([
      "completed",
      "completed",
    ]);
    expect(await expectEqual()).toMatchObject({
      treasuryMicroUsd: micro(130.000001 - 29.5),
      // The last deposit was not swept.
      depositAddressesMicroUsd: micro(3),
    });
  });

  test("they are equal as of every block, with its pending transfers", async () => {
    const { chain } = treasury;
    const { network } = chain;
    await chain.transfer({
      to: (await treasury.partnerWith(1)).walletAddress as Address,
      amountMicro: 1n,
    });
    const head = Number(await chain.headNumber());
    const terms = { later: 0n, uncredited: 0n, notPaid: 0n };
    for (let block = first; block <= head; block++) {
      const { usdc } = await treasury.reconcile({ at: { [network.chain]: BigInt(block) } });
      expect([block, usdc]).toMatchObject([block, EQUAL]);
      terms.later += usdc.creditedLaterMicroUsd;
      terms.uncredited += usdc.uncreditedMicroUsd;
      terms.notPaid += usdc.completedNotPaidMicroUsd;
    }
    // Each term was above 0 in some block: without it the equation would not have held.
    for (const each of Object.values(terms)) expect(each).toBeGreaterThan(0n);
  });

  test("a payout in an unconfirmed block counts as paid and not completed", async () => {
    const { chain } = treasury;
    await treasury.approved(await treasury.partnerWith(60), 50);
    await treasury.sendUntilMined();
    const at = { [chain.network.chain]: await chain.headNumber() };
    const { usdc } = await treasury.reconcile({ at });
    expect(usdc).toMatchObject({ ...EQUAL, paidNotCompletedMicroUsd: micro(49.5) });
    await treasury.settle();
    const { usdc: after } = await treasury.reconcile({ at });
    expect(after).toMatchObject({ ...EQUAL, paidNotCompletedMicroUsd: 0n });
  });
});

describe("transfers outside the service are found and named", () => {
  // Each test must leave the books and the chain equal.
  beforeEach(async () => {
    expect((await treasury.reconcile()).usdc.differenceMicroUsd).toBe(0n);
  });

  test("a transfer to the treasury from outside", async () => {
    const { chain } = treasury;
    const hash = await chain.transfer({ to: treasury.treasury, amountMicro: 12_345_678n });
    await treasury.deposit((await treasury.partnerWith(0)).walletAddress, 40);
    await treasury.sweep();
    await treasury.settle();
    const { usdc, state, isEqual } = await treasury.reconcile();
    expect([state, isEqual, usdc.differenceMicroUsd]).toEqual(["unequal", false, 12_345_678n]);
    expect(usdc.causes).toEqual([
      {
        ...{ kind: "received", account: treasury.treasury.toLowerCase() },
        ...{ amountMicroUsd: 12_345_678n, txHash: hash, blockNumber: expect.any(BigInt) },
        counterparty: chain.faucet.address.toLowerCase(),
      },
    ]);
    const back = { from: treasury.treasury, to: chain.faucet.address };
    await chain.transfer({ ...back, amountMicro: 12_345_678n });
    await treasury.deposit((await treasury.partnerWith(0)).walletAddress, 1);
  });

  test("a transfer out of the treasury, among payouts of the same amount", async () => {
    const { chain } = treasury;
    const partner = await treasury.partnerWith(40);
    await treasury.approved(partner, 10.5);
    await treasury.settle();
    const thief = chain.faucet.address;
    const hash = await chain.transfer({
      from: treasury.treasury,
      to: thief,
      amountMicro: micro(10),
    });
    await treasury.approved(partner, 10.5);
    await treasury.settle();
    await treasury.deposit(partner.walletAddress, 1);
    const { usdc } = await treasury.reconcile();
    expect(usdc.differenceMicroUsd).toBe(micro(-10));
    expect(usdc.causes).toMatchObject([
      { kind: "sent", txHash: hash, amountMicroUsd: micro(-10), counterparty: thief.toLowerCase() },
    ]);
    await chain.transfer({ to: treasury.treasury, amountMicro: micro(10) });
    await treasury.deposit(partner.walletAddress, 1);
  });

  test("a transfer out of a deposit address", async () => {
    const { chain } = treasury;
    const { walletAddress } = await treasury.partnerWith(4);
    const from = walletAddress as Address;
    const hash = await chain.transfer({ from, to: chain.faucet.address, amountMicro: 1n });
    await chain.mine(2);
    await treasury.deposit((await treasury.partnerWith(0)).walletAddress, 1);
    const { usdc } = await treasury.reconcile();
    expect(usdc.differenceMicroUsd).toBe(-1n);
    expect(usdc.causes).toMatchObject([
      { kind: "sent", account: walletAddress.toLowerCase(), txHash: hash, amountMicroUsd: -1n },
    ]);
    await chain.transfer({ to: treasury.treasury, amountMicro: 1n });
    await treasury.deposit(walletAddress, 1);
  });

  test("a manual transfer from a deposit address to the treasury is shown without a difference", async () => {
    const { chain } = treasury;
    const { walletAddress } = await treasury.partnerWith(4);
    const from = walletAddress as Address;
    await chain.transfer({ from, to: treasury.treasury, amountMicro: micro(4) });
    await treasury.deposit((await treasury.partnerWith(0)).walletAddress, 1);
    const { usdc } = await treasury.reconcile();
    expect([usdc.differenceMicroUsd, usdc.causes]).toEqual([0n, []]);
    expect(usdc.deviations).toContainEqual({
      ...{ account: walletAddress.toLowerCase(), isTreasury: false },
      ...{ balanceMicroUsd: 0n, expectedMicroUsd: micro(4) },
    });
  });
});

test("another transfer in a deposit's transaction is distinguished from the deposit", async () => {
  const { chain } = treasury;
  const { walletAddress } = await treasury.partnerWith(0);
  const hash = await chain.transferTogether([
    { to: walletAddress as Address, amountMicro: micro(6) },
    { to: treasury.treasury, amountMicro: micro(6) },
  ]);
  await treasury.deposit(walletAddress, 1);
  const { usdc } = await treasury.reconcile();
  expect(usdc.differenceMicroUsd).toBe(micro(6));
  expect(usdc.causes).toMatchObject([
    { kind: "received", account: treasury.treasury.toLowerCase(), txHash: hash },
  ]);
});
