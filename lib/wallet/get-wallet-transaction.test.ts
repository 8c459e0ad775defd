import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { GET } from "@/app/api/v1/partner/wallet/transactions/[id]/route";
import { call, endTests, makeCard, makePartner, type TestPartner } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { expectRefusal, expectSuccess } from "@/test/http/expect-answer";

afterAll(endTests);

const get = ({ apiKey }: TestPartner, id: string) => call(GET, { apiKey, params: { id } });

test("each transaction of the list is returned by its id, in the same shape", async () => {
  const partner = await makePartner({ balanceUsd: 250 });
  const serviceCardId = await makeCard(partner);
  const client = clientOf(partner);
  await client.fund({ serviceCardId, amount: 20 });
  const { transactions } = (await client.listWalletTransactions()).json.data;
  expect(transactions.length).toBeGreaterThan(2);
  for (const transaction of transactions)
    expectSuccess(await get(partner, transaction._id), transaction);
});

test("a transaction of a card or of another partner, and an id of something else, are not found", async () => {
  const partner = await makePartner();
  const serviceCardId = await makeCard(partner);
  const client = clientOf(partner);
  const { serviceTransactionId } = (await client.authorize(serviceCardId, { amount: 1 })).json.data;
  const [transaction] = (await client.listWalletTransactions()).json.data.transactions;
  const stranger = await makePartner();
  for (const id of [serviceTransactionId, serviceCardId, "txn_", "nothing"])
    expectRefusal(await get(partner, id), 404, "TRANSACTION_NOT_FOUND");
  expectRefusal(await get(stranger, transaction._id), 404, "TRANSACTION_NOT_FOUND");
});
