import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as sendRoute } from "@/app/api/internal/chain/send/route";
import { env } from "@/lib/kernel/env";
import { anyAddress, type Sending, startSending } from "@/test/chain/sending";
import { eventsOf, walletOf } from "@/test/fixtures/books";
import { call, endTests, sql } from "@/test/fixtures/make";
import { codeOf, makePerson, signedIn } from "@/test/fixtures/people";
import { decisionsIn } from "@/test/fixtures/withdrawals";

let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
});
afterAll(async () => {
  await sending.chain.stop();
  await endTests();
});

test("an approved withdrawal arrives, is completed after the confirmations, and sends its event", async () => {
  const { chain, wallet, partner, get, treasury } = sending;
  const before = await chain.balanceOf(treasury);
  const to = anyAddress();
  const { id } = (await wallet.create({ amount: 100, toAddress: to })).json.data;
  const send = () =>
    call(sendRoute, {
      method: "POST",
      headers: { authorization: `Bearer ${env().CRON_SECRET}` },
    });

  expect((await send()).json).toMatchObject({ status: "success", data: { signed: 0, stored: 0 } });
  const admin = await makePerson();
  const approved = await decisionsIn(await signedIn(admin)).approve(id, { totp: codeOf(admin) });
  expect(approved.status).toBe(200);

  expect((await send()).json.data).toMatchObject({ signed: 1, stored: 1, completed: 0 });
  expect(await chain.balanceOf(to)).toBe(0n);
  await chain.mine();
  expect(await chain.balanceOf(to)).toBe(99_500_000n);
  expect((await send()).json.data).toMatchObject({ completed: 0 });
  expect((await get(id)).status).toBe("approved");
  await chain.mine();
  expect((await send()).json.data).toMatchObject({ signed: 0, stored: 0, completed: 1 });

  const [sent] = await sending.transactions();
  const explorerUrl = `https://sepolia.basescan.org/tx/${sent?.hash}`;
  expect(await get(id)).toMatchObject({ status: "completed", txHash: sent?.hash, netAmount: 99.5 });
  expect((await get(id)).completedAt).toMatch(/Z$/);
  const events = await eventsOf(partner.partnerId, "wallet.withdrawal.crypto");
  expect(events.map(({ data }) => data)).toEqual([
    expect.objectContaining({
      ...{ withdrawalId: id, amount: 100, fee: 0.5, netAmount: 99.5, toAddress: to },
      ...{ chain: "base", token: "usdc", status: "completed", txHash: sent?.hash, explorerUrl },
    }),
  ]);
  const receipt = await chain.client.getTransactionReceipt({ hash: sent?.hash ?? "0x" });
  expect(receipt.status).toBe("success");
  expect(await walletOf(partner.partnerId)).toBe(1_000_000 - 100);
  expect(before - (await chain.balanceOf(treasury))).toBe(99_500_000n);
  const legs = await sql(
    `SELECT e.account_id AS account, e.amount_micro_usd::int AS amount FROM ledger.journals j
     JOIN ledger.entries e ON e.journal_id = j.id WHERE j.type = 'withdrawal_completed' ORDER BY 1`,
  );
  expect(legs).toEqual([
    { account: "custody:base-sepolia:usdc", amount: 99_500_000 },
    { account: "fees", amount: 500_000 },
    { account: "payout", amount: -100_000_000 },
  ]);
  expect(await sending.faults()).toEqual([]);
  expect(await sending.alerts()).toEqual([]);

  // Further polls pay nothing more.
  for (let i = 0; i < 3; i++) {
    await chain.mine();
    await send();
  }
  expect(await chain.balanceOf(to)).toBe(99_500_000n);
  expect(await sending.transactions()).toHaveLength(1);
});

test("many payouts are sent in parallel under consecutive nonces, oldest approval first, up to the limit in flight", async () => {
  const { chain } = sending;
  const sent = [];
  for (let i = 0; i < 20; i++) sent.push(await sending.approved(5 + i));
  const first = await sending.look();
  expect(first).toMatchObject({ signed: 16, stored: 16 });
  const nonces = (await sending.transactions()).slice(1).map(({ nonce }) => nonce);
  expect(nonces).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
  const ids = await sql(
    "SELECT purpose_id AS id FROM relayer_transactions WHERE nonce > 0 ORDER BY nonce",
  );
  expect(ids.map(({ id }) => id)).toEqual(sent.slice(0, 16).map(({ id }) => id));
  // Without a new block there is no room for more transactions.
  expect(await sending.look()).toMatchObject({ signed: 0, stored: 0 });
  await chain.mine();
  expect(await sending.look()).toMatchObject({ signed: 4, stored: 4 });
  await sending.finish(sent);
  for (const each of sent) {
    expect(await sending.received(each)).toBe(each.netMicro);
    expect((await sending.get(each.id)).status).toBe("completed");
    expect(await sending.transactions(each)).toHaveLength(1);
  }
  expect(await sending.faults()).toEqual([]);
});

test("only approved withdrawals are sent", async () => {
  const { wallet } = sending;
  const id = await wallet.make(50);
  const other = await wallet.make(50);
  await wallet.cancel(other);
  expect(await sending.look()).toMatchObject({ signed: 0, stored: 0 });
  await wallet.cancel(id);
});

test("the token refuses a second payment by any sender under any nonce", async () => {
  const { chain } = sending;
  const sent = await sending.approved();
  await sending.finish([sent]);
  const { txHash } = await sending.get(sent.id);
  const { to, input } = await chain.client.getTransaction({ hash: txHash });
  const again: `0x${string}`[] = [];
  for (let i = 0; i < 20; i++)
    again.push(
      await chain.client.request({
        method: "eth_sendTransaction",
        params: [{ from: chain.faucet.address, to, data: input, gas: "0x30d40" }],
      } as never),
    );
  await chain.mine();
  for (const hash of again)
    expect((await chain.client.getTransactionReceipt({ hash })).status).toBe("reverted");
  expect(await sending.received(sent)).toBe(sent.netMicro);
  await sending.look();
  expect(await sending.faults()).toEqual([]);
});
