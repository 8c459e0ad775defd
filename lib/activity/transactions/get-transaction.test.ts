import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as show } from "@/app/api/v1/partner/transactions/[transactionId]/route";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { withdrawalsOf } from "@/test/fixtures/withdrawals";
import { type Client, clientOf } from "@/test/http/client";
import { anId, expectRefusal } from "@/test/http/expect-answer";

let partner: TestPartner;
let client: Client;
let browser: Browser;
let card: string;

beforeAll(async () => {
  partner = await makePartner({ fees: { fundingFeeMicroUsd: 250_000n } });
  client = clientOf(partner);
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "viewer" }));
  card = await makeCard(partner, { amountUsd: 100 });
});
afterAll(endTests);

const ask = (transactionId: string, by = browser) => by.call(show, { params: { transactionId } });
const look = async (id: string) => {
  const answer = await ask(id);
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return answer.json.data;
};
const newest = async (category: string) => {
  const { transactions } = (await client.listWalletTransactions()).json.data;
  return transactions.find((row: { category: string }) => row.category === category)._id;
};
const relatedOf = ({ related }: { related: Record<string, unknown>[] }) =>
  related.map(({ kind, text, amount }) => [kind, text, amount]);

test("a purchase abroad, refunded: its fee and refund belong to it, and each to the others", async () => {
  const purchase = { amount: 20, merchantCountry: "DE", currency: "EUR" };
  const id = (await client.authorize(card, purchase)).json.data.serviceTransactionId;
  await client.settle(id);
  await client.refund(id, 5);
  const detail = await look(id);
  expect(detail).toMatchObject({
    kind: "card",
    serviceTransactionId: id,
    category: "authorization",
    status: "settled",
    amount: 20,
    fxFee: 0.6,
    held: 0,
    refunded: 5,
    card: { serviceCardId: card, status: "active" },
    user: { serviceId: anId("usr"), name: "Amara Okafor", isDeleted: false },
  });
  expect(detail).not.toHaveProperty("declinedReason");
  const fee = ["card", expect.stringContaining("ross-border"), 0.6];
  const refund = ["card", "Refund of Purchase at Blue Bottle Coffee", 5];
  const original = ["card", "Purchase at Blue Bottle Coffee", 20];
  expect(relatedOf(detail)).toEqual([fee, refund]);
  expect(relatedOf(await look(`${id}_fx`))).toEqual([original, refund]);
  expect(relatedOf(await look(`${id}_rev`))).toEqual([original, fee]);
});

test("a decline says why", async () => {
  const { serviceTransactionId } = (await client.authorize(card, { amount: 5_000 })).json.data;
  expect(await look(serviceTransactionId)).toMatchObject({
    status: "declined",
    declinedReason: "insufficient funds",
    related: [],
  });
});

test("a withdrawal from a card and the wallet's side of it name each other", async () => {
  const body = { serviceCardId: card, amount: 10, reference: "end of trip" };
  const id = (await client.withdraw(body)).json.data.serviceTransactionId;
  const onCard = await look(id);
  expect(onCard).toMatchObject({ category: "card_withdrawal", reference: "end of trip" });
  expect(relatedOf(onCard)).toEqual([
    ["wallet", expect.stringMatching(/^Withdrawal from card/), 9],
  ]);
  const inWallet = await look(onCard.related[0].id);
  expect(inWallet).toMatchObject({ kind: "wallet", type: "credit", amount: 9 });
  expect(relatedOf(inWallet)).toEqual([["card", "Withdrawal to the wallet", 10]]);
});

test("a funding names its card and user, and the fee that was charged for it", async () => {
  await client.fund({ serviceCardId: card, amount: 30 });
  const detail = await look(await newest("card_funding"));
  expect(detail).toMatchObject({
    kind: "wallet",
    amount: 30,
    type: "debit",
    card: { serviceCardId: card },
    user: { name: "Amara Okafor" },
  });
  expect(relatedOf(detail)).toEqual([["wallet", expect.stringMatching(/fee/i), 0.25]]);
});

test("a deposit says where on which chain it came from, and where to see it", async () => {
  const { deposit, ...detail } = await look(await newest("deposit"));
  expect(detail).not.toHaveProperty("card");
  expect(deposit).toEqual({
    id: anId("dep"),
    chain: "base-sepolia",
    token: "usdc",
    fromAddress: "0x1111111111111111111111111111111111111111",
    toAddress: partner.walletAddress,
    txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    explorerUrl: expect.stringMatching(/\/tx\/0x[0-9a-f]{64}$/),
  });
});

test("the debit and the refund of a withdrawal are lines of that withdrawal", async () => {
  const withdrawals = withdrawalsOf(partner);
  const id = await withdrawals.make(40);
  await withdrawals.cancel(id);
  const back = await look(await newest("withdrawal_refund"));
  expect(back.withdrawal).toMatchObject({ id, status: "cancelled", fee: 0.5, netAmount: 39.5 });
  expect(relatedOf(back)).toEqual([["wallet", expect.stringMatching(/^Withdrawal to/), 40]]);
});

test("a deleted user has no name", async () => {
  const id = (await client.authorize(card, { amount: 1 })).json.data.serviceTransactionId;
  await sql(
    "UPDATE users SET deleted_at = now(), first_name = '', last_name = '', email_key = NULL WHERE id = (SELECT user_id FROM cards WHERE id = $1)",
    [card],
  );
  expect((await look(id)).user).toEqual({ serviceId: anId("usr"), name: "", isDeleted: true });
});

test("another partner's transaction of any kind is not found", async () => {
  const { partnerId } = await makePartner();
  const stranger = await signedIn(await makePerson({ partnerId }));
  const { serviceTransactionId } = (await client.authorize(card, { amount: 1 })).json.data;
  for (const id of [serviceTransactionId, await newest("deposit"), "txn_1", "", "%00"])
    expectRefusal(await ask(id, stranger), 404, "TRANSACTION_NOT_FOUND");
});
