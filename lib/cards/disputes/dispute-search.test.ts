import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyRow, keyOf } from "@/test/database/read-plan";
import { rowsReadByIndex } from "@/test/database/table-scans";
import { openedDispute, settledPurchase } from "@/test/fixtures/disputes";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import type { Answer } from "@/test/http/call";
import { clientOf } from "@/test/http/client";

/** More than are compared for a page of a search, and more than are counted. */
const COUNT = 10_500;

let large: TestPartner;
/** The only dispute of a merchant. */
let rare: string;
let transactionId: string;
let cardId: string;

const COPY = `'id', ${keyOf("dsp")}, 'status', 'failed', 'decided_at', now(), 'due_at', null`;

beforeAll(async () => {
  large = await makePartner({ balanceUsd: 1_000 });
  const cardOfMany = await makeCard(large, { amountUsd: 100 });
  const many = await openedDispute(large, await settledPurchase(large, cardOfMany, 5));
  cardId = await makeCard(large, { amountUsd: 100 });
  transactionId = await settledPurchase(large, cardId, 5);
  await sql("UPDATE card_transactions SET merchant_name = 'Rare Bird Café' WHERE id = $1", [
    transactionId,
  ]);
  rare = await openedDispute(large, transactionId);
  await copyRow("card_disputes", many, COUNT, COPY);
  await sql("ALTER TABLE card_disputes ENABLE TRIGGER USER; ANALYZE card_disputes");
}, 60_000);
afterAll(endTests);

async function rowsReadBy(read: () => Promise<void>) {
  const tables = ["card_disputes", "card_transactions"];
  const sum = async () => {
    let rows = 0;
    for (const table of tables) rows += await rowsReadByIndex(table);
    return rows;
  };
  const before = await sum();
  await read();
  return (await sum()) - before;
}

const idsOf = ({ json }: Answer) =>
  json.data.disputes.map(({ disputeId }: { disputeId: string }) => disputeId);

describe("of a partner with 10,500 disputes", () => {
  test("those of a rare merchant are found by its transactions", async () => {
    const rows = await rowsReadBy(async () => {
      for (const search of ["rare bird", "RARE BIRD CAFE"])
        expect(idsOf(await clientOf(large).listDisputes({ search }))).toEqual([rare]);
    });
    // Up to 5,000 disputes are counted to see that they are many.
    expect(rows).toBeLessThan(2 * 5_100);
  });

  test("those of a card are found by the card", async () => {
    const [{ last4 }] = await sql("SELECT last4 FROM cards WHERE id = $1", [cardId]);
    const rows = await rowsReadBy(async () => {
      for (const search of [cardId, last4])
        expect(idsOf(await clientOf(large).listDisputes({ search }))).toEqual([rare]);
    });
    expect(rows).toBeLessThan(100);
  });

  test("those of a common merchant are compared in their order", async () => {
    const { json } = await clientOf(large).listDisputes({ search: "blue bottle", limit: 5 });
    expect(json.data.disputes).toHaveLength(5);
    expect(json.data.pagination).toMatchObject({ total: 10_000, hasMoreThanTotal: true });
  });
});
