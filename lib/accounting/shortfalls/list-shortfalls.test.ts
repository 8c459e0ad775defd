import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { GET as list } from "@/app/api/admin/books/shortfalls/route";
import { applyNetworkNotification } from "@/lib/cards/network/apply-notification";
import { endTests, makeCard, makePartner, sql } from "@/test/fixtures/make";
import { NetworkStory, says } from "@/test/fixtures/network";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";

afterAll(endTests);

interface Shortfall {
  serviceCardId: string;
  amount: number;
}

test("an auditor reads which cards of all partners owe what, longest first, until they have paid", async () => {
  const auditor = await signedIn(await makePerson({ role: "auditor" }));
  const read = async (query: Record<string, number | string> = {}) => {
    const { status, json } = await auditor.call(list, { query });
    expect(status, JSON.stringify(json)).toBe(200);
    return json.data as {
      shortfalls: Shortfall[];
      total: number;
      pagination: { total: number; nextCursor?: string };
    };
  };
  expect(await read()).toMatchObject({ shortfalls: [], total: 0, pagination: { total: 0 } });

  const partners = [await makePartner(), await makePartner()] as const;
  const cards: string[] = [];
  for (const partner of partners) {
    const cardId = await makeCard(partner, { amountUsd: 10 });
    await applyNetworkNotification(new NetworkStory(cardId).says(says.capture(25.5, true)));
    cards.push(cardId);
  }
  await makeCard(partners[0], { amountUsd: 10 });
  const [row] = await sql(
    `SELECT c.id AS "serviceCardId", c.last4, c.status, p.id AS "partnerId", p.name AS "partnerName",
       c.shortfall_since AS since FROM cards c JOIN partners p ON p.id = c.partner_id WHERE c.id = $1`,
    [cards[0]],
  );
  const first = { ...row, since: row.since.toISOString(), amount: 15.5 };
  const both = await read();
  expect(both).toMatchObject({ total: 31, pagination: { total: 2 } });
  expect(both.shortfalls).toEqual([first, expect.objectContaining({ serviceCardId: cards[1] })]);
  const second = await read({ skip: 1, limit: 1 });
  expect(second).toMatchObject({ total: 31, pagination: { skip: 1, limit: 1, total: 2 } });
  expect(second.shortfalls.map(({ serviceCardId }) => serviceCardId)).toEqual([cards[1]]);

  const fund = (amount: number) =>
    clientOf(partners[0]).fund({ serviceCardId: cards[0] ?? "", amount });
  const { nextCursor: cursor = "" } = (await read({ limit: 1 })).pagination;
  await fund(10);
  expect((await read()).shortfalls[0]).toEqual({ ...first, amount: 5.5 });
  await fund(10);
  expect(await read()).toMatchObject({
    shortfalls: [{ serviceCardId: cards[1] }],
    total: 15.5,
    pagination: { total: 1 },
  });
  // The cursor's card has paid meanwhile, and its place in the list is still known.
  expect(await read({ cursor })).toMatchObject({ shortfalls: [{ serviceCardId: cards[1] }] });
});
