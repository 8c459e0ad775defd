import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as exportCards } from "@/app/api/v1/partner/export/cards/route";
import { readBatches } from "@/lib/db/read-batches";
import { copyRow, keyOf } from "@/test/database/read-plan";
import { rowsReadByIndex } from "@/test/database/table-scans";
import {
  endTests,
  makeApprovedUser,
  makeCard,
  makePartner,
  sql,
  type TestPartner,
} from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { cardList } from "./card-list";

const COUNT = 35_000;

let partner: TestPartner;
let large: TestPartner;
let viewer: Browser;

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  for (const [first_name, last_name] of [
    ["Amara", "Okafor"],
    ["Mateo", "Fernández"],
    ["Øyvind", "Åsheim"],
  ])
    await makeCard(partner, { userId: await makeApprovedUser(partner, { first_name, last_name }) });
  large = await makePartner({ balanceUsd: 1_000 });
  viewer = await signedIn(await makePerson({ partnerId: large.partnerId, role: "viewer" }));
  const userId = await makeApprovedUser(large, { first_name: "Zoe", last_name: "Zoeander" });
  const cardId = await makeCard(large, { userId });
  await copyRow(
    "cards",
    cardId,
    COUNT - 1,
    `'id', ${keyOf("card")}, 'issuer_card_id', 'many_' || n`,
  );
  await sql("ALTER TABLE ledger.accounts DISABLE TRIGGER USER");
  await sql(
    `INSERT INTO ledger.accounts SELECT (jsonb_populate_record(a, jsonb_build_object('id', split_part(a.id, ':', 1) || ':' || c.id))).*
     FROM ledger.accounts a, cards c WHERE a.id IN ($1, $2) AND c.user_id = $3 AND c.id <> $4`,
    [`card:${cardId}`, `hold:${cardId}`, userId, cardId],
  );
  await sql("ALTER TABLE ledger.accounts ENABLE TRIGGER USER");
  await sql("ALTER TABLE cards ENABLE TRIGGER USER; ANALYZE cards");
}, 180_000);
afterAll(endTests);

test.each([
  ["a", ["Øyvind Åsheim", "Amara Okafor"]],
  ["AMARA o", ["Amara Okafor"]],
  ["fernandez", ["Mateo Fernández"]],
  ["mateo", ["Mateo Fernández"]],
  ["asheim", ["Øyvind Åsheim"]],
  ["%", []],
])("a search for %j finds the same cards by indexes and card by card", async (search, names) => {
  for (const isBroadSearch of [false, true]) {
    const list = cardList(partner.partnerId, { search, isBroadSearch });
    const rows: { id: string; cardName: string }[] = [];
    for await (const batch of readBatches<(typeof rows)[number]>(list)) rows.push(...batch);
    expect(rows.map(({ cardName }) => cardName)).toEqual(names);
  }
});

test("a page of a search that finds 35,000 cards by both names does not collect all of them", async () => {
  const before = await rowsReadByIndex("cards");
  const { json } = await clientOf(large).listCards({ search: "zoe", limit: 10 });
  expect(json.data.cards).toHaveLength(10);
  expect(json.data.pagination).toMatchObject({ total: 10_000, hasMoreThanTotal: true });
  // 50,001 ids say that they are too many.
  expect((await rowsReadByIndex("cards")) - before).toBeLessThan(51_000);
});

test("a file of a search that finds 35,000 cards reads each a few times", async () => {
  const before = await rowsReadByIndex("cards");
  const { text } = await viewer.call(exportCards, { query: { search: "zoe", timeZone: "UTC" } });
  expect(text?.match(/^card_/gm)).toHaveLength(COUNT);
  expect((await rowsReadByIndex("cards")) - before).toBeLessThan(5 * COUNT);
});

test("a search among the cards of a user compares these alone, however many others it would find", async () => {
  const serviceId = await makeApprovedUser(large, { first_name: "Zoe", last_name: "Zoeander" });
  const cardId = await makeCard(large, { userId: serviceId });
  for (const { search, found } of [
    { search: "zoe", found: [cardId] },
    { search: "amara", found: [] },
  ]) {
    const before = await rowsReadByIndex("cards");
    const { json } = await clientOf(large).listCards({ serviceId, search });
    expect(json.data.cards.map((card: { serviceCardId: string }) => card.serviceCardId)).toEqual(
      found,
    );
    expect((await rowsReadByIndex("cards")) - before).toBeLessThan(50);
  }
});
