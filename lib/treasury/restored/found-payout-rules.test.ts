import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endWithdrawal } from "@/lib/withdrawals/end-withdrawal";
import { anyAddress, type Sending, startSending } from "@/test/chain/sending";
import { endTests, sql } from "@/test/fixtures/make";
import { completeFound } from "./complete-found";
import { insertFoundPayout, listRepeatedWithdrawals } from "./sql-store";

/** Threat 53, in the database: what a found payout permits and what it refuses, past the service. */
let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(async () => {
  await sending.chain.stop();
  await endTests();
});

const pending = async (toAddress = anyAddress()): Promise<string> =>
  (await sending.wallet.create({ amount: 30, toAddress })).json.data.id;

const found = (withdrawalId: string) =>
  sql(
    `INSERT INTO found_payouts (chain, token, token_address, from_address, to_address, amount_micro_usd,
       authorization_nonce, tx_hash, block_number, withdrawal_id, partner_id, found_at)
     VALUES ('base-sepolia', 'usdc', '0x1', '0x2', '0x3', 1, $1, '0x4', 1, $1, $2, now())`,
    [withdrawalId, sending.partner.partnerId],
  );

const approve = (id: string) =>
  sql("UPDATE withdrawals SET status = 'approved', approved_at = now() WHERE id = $1", [id]);

test("the money of a withdrawal that was found paid is not returned", async () => {
  const id = await pending();
  await found(id);
  for (const status of ["cancelled", "rejected"])
    await expect(
      sql("UPDATE withdrawals SET status = $2 WHERE id = $1", [id, status]),
    ).rejects.toThrow(/was paid on the chain/);
  await approve(id);
  await expect(
    sql("UPDATE withdrawals SET status = 'failed', failed_at = now() WHERE id = $1", [id]),
  ).rejects.toThrow(/was paid on the chain/);
});

test("only a withdrawal that was found paid is approved without an approval, and it is never signed", async () => {
  const to = anyAddress();
  const [paid, other] = [await pending(to), await pending()];
  await found(paid);
  await expect(approve(other)).rejects.toThrow(/needs 1 approvals/);
  await approve(paid);
  for (let i = 0; i < 3; i++) {
    expect(await sending.look()).toMatchObject({ signed: 0, stored: 0 });
    await sending.chain.mine();
  }
  expect(await sending.chain.balanceOf(to)).toBe(0n);
});

test("found payouts are only added, and restores are kept", async () => {
  const changes = [
    "UPDATE found_payouts SET amount_micro_usd = 2",
    "DELETE FROM found_payouts",
    "DELETE FROM restores",
  ];
  for (const change of changes) await expect(sql(change)).rejects.toThrow();
});

test("a found payout that cannot be booked does not keep the next one from being booked", async () => {
  const [first, second] = [await pending(), await pending()];
  await found(first);
  await found(second);
  const { completed, failed } = await completeFound((payout, end) => {
    if (payout.withdrawalId === first) throw new Error("not now");
    return endWithdrawal(payout, end);
  });
  expect(failed).toBe(1);
  expect(completed).toBeGreaterThan(0);
  expect((await sending.get(second)).status).toBe("completed");
  expect(await completeFound(endWithdrawal)).toEqual({ completed: 1, failed: 0 });
  expect((await sending.get(first)).status).toBe("completed");
});

test("an approval by a process whose clock is ahead is one of before the payout was found", async () => {
  const sent = await sending.approved(30);
  await sql("UPDATE withdrawals SET approved_at = now() + interval '20 seconds' WHERE id = $1", [
    sent.id,
  ]);
  const payout = {
    ...{ chain: "base-sepolia", token: "usdc" as const, tokenAddress: "0x1" as const },
    ...{ fromAddress: "0x2" as const, toAddress: sent.to, amountMicroUsd: sent.netMicro },
    ...{ authorizationNonce: "0x9" as const, txHash: "0x8" as const, blockNumber: 1n },
    withdrawalId: null,
  };
  expect(await insertFoundPayout(payout, new Date())).toBe(true);
  expect(await listRepeatedWithdrawals()).toEqual([{ withdrawalId: sent.id, txHash: "0x8" }]);
  await sending.finish([sent], 3);
  expect(await sending.received(sent)).toBe(0n);
});
