import { afterAll, expect, test } from "vitest";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";

afterAll(endTests);

test("the rows of a simulated settlement keep the currency of the purchase", async () => {
  const partner = await makePartner();
  const client = clientOf(partner);
  const cardId = await makeCard(partner, { amountUsd: 100 });
  const { json } = await client.authorize(cardId, { amount: 30, currency: "EUR" });
  const { serviceTransactionId } = json.data;
  await client.reverse(serviceTransactionId, 5);
  await client.settle(serviceTransactionId, 40);
  await client.refund(serviceTransactionId, 1);
  const rows = await sql(
    `SELECT category, merchant_currency FROM card_transactions
     WHERE card_id = $1 AND category <> 'cross_border_fee'`,
    [cardId],
  );
  expect(rows).toHaveLength(4);
  expect(rows.map(({ merchant_currency }) => merchant_currency)).toEqual(rows.map(() => "EUR"));
});
