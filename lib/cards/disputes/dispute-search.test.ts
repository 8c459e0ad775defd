import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as listAll } from "@/app/api/admin/disputes/route";
import { copyRow, keyOf } from "@/test/database/read-plan";
import { rowsReadByIndex } from "@/test/database/table-scans";
import { openedDispute, settledPurchase } from "@/test/fixtures/disputes";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import type { Answer } from "@/test/http/call";
import { clientOf } from "@/test/http/client";

/** More than are compared for a page of a search, and more than are counted. */
const COUNT = 10_500;

let large: TestPartner;
let small: TestPartner;
let operator: Browser;
/** The only dispute of a merchant, and one of another partner. */
let rare: string;
/** The dispute whose copies have another status. */
let many: string;
let ofSmall: string;
let transactionId: string;
let cardId: string;

const COPY = `'id', ${keyOf("dsp")}, 'status', 'failed', 'decided_at', now(), 'due_at', null`;

beforeAll(async () => {
  operator = await signedIn(await makePerson());
  large = await makePartner({ balanceUsd: 1_000 });
  const cardOfMany = await makeCard(large, { amountUsd: 100 });
  many = await openedDispute(large, await settledPurchase(large, cardOfMany, 5));
  cardId = await makeCard(large, { amountUsd: 100 });
  transactionId = await settledPurchase(large, cardId, 5);
  await sql("UPDATE card_transactions SET merchant_name = 'Rare Bird Café' WHERE id = $1", [
    transactionId,
  ]);
  rare = await openedDispute(large, transactionId);
  small = await makePartner({ balanceUsd: 1_000 });
  await sql("UPDATE partners SET name = 'Tiny Tortoise' WHERE id = $1", [small.partnerId]);
  const card = await makeCard(small, { amountUsd: 100 });
  ofSmall = await openedDispute(small, await settledPurchase(small, card, 5));
  await copyRow("card_disputes", many, COUNT, COPY);
  await sql(
    "UPDATE card_disputes SET status = 'submitted', submitted_at = now(), issuer_dispute_id = 'sandbox-77' WHERE id = $1",
    [ofSmall],
  );
  await sql("UPDATE card_disputes SET failure = 'unavailable' WHERE id = $1", [rare]);
  await sql("ALTER TABLE card_disputes ENABLE TRIGGER USER; ANALYZE card_disputes");
}, 180_000);
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

  test.each([
    ["pending", () => [rare, many]],
    ["won", () => []],
    ["pending,submitted", () => [rare, many]],
  ])("those of %s, a rare status, are found without the others", async (status, expected) => {
    const rows = await rowsReadBy(async () => {
      expect(idsOf(await clientOf(large).listDisputes({ status }))).toEqual(expected());
    });
    expect(rows).toBeLessThan(50);
  });

  test("those of several statuses are in their order, also after a cursor", async () => {
    const list = (query: object) =>
      clientOf(large).listDisputes({ status: "failed,pending", limit: 2, ...query });
    const first = await list({});
    const { nextCursor, ...total } = first.json.data.pagination;
    expect(total).toMatchObject({ total: 10_000, hasMoreThanTotal: true });
    const next = await list({ cursor: nextCursor });
    const both = idsOf(await clientOf(large).listDisputes({ limit: 4 }));
    expect([...idsOf(first), ...idsOf(next)]).toEqual(both);
    expect(idsOf(await list({ skip: 2 }))).toEqual(both.slice(2));
  });

  test("those of a common merchant are compared in their order", async () => {
    const { json } = await clientOf(large).listDisputes({ search: "blue bottle", limit: 5 });
    expect(json.data.disputes).toHaveLength(5);
    expect(json.data.pagination).toMatchObject({ total: 10_000, hasMoreThanTotal: true });
  });
});

describe("in the console", () => {
  const list = (query: Record<string, string>) => operator.call(listAll, { query });

  test.each<[string, () => Record<string, string>, () => string[]]>([
    ["an id", () => ({ search: ofSmall }), () => [ofSmall]],
    ["a transaction", () => ({ search: transactionId }), () => [rare]],
    ["a card", () => ({ search: cardId }), () => [rare]],
    ["an id at the issuer", () => ({ search: "sandbox-77" }), () => [ofSmall]],
    ["a partner's name", () => ({ search: "tiny t" }), () => [ofSmall]],
    ["a partner", () => ({ partnerId: small.partnerId }), () => [ofSmall]],
    [
      "a partner and another's name",
      () => ({ partnerId: large.partnerId, search: "tiny t" }),
      () => [],
    ],
    [
      "open statuses",
      () => ({ status: "pending,submitted", partnerId: small.partnerId }),
      () => [ofSmall],
    ],
    ["a rare status", () => ({ status: "submitted" }), () => [ofSmall]],
    ["attention", () => ({ status: "attention,submitted" }), () => [ofSmall, rare]],
  ])("disputes by %s are read without all others", async (_, query, expected) => {
    const rows = await rowsReadBy(async () => {
      expect(idsOf(await list(query()))).toEqual(expected());
    });
    expect(rows).toBeLessThan(150);
  });

  test("all of them are counted up to a limit", async () => {
    const { json } = await list({});
    expect(json.data.pagination).toMatchObject({ total: 10_000, hasMoreThanTotal: true });
  });
});
