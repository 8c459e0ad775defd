import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as cardDays } from "@/app/api/admin/partners/[id]/card-days/route";
import { endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";

let browser: Browser;
let partner: TestPartner;
beforeAll(async () => {
  browser = await signedIn(await makePerson());
  partner = await makePartner({ balanceUsd: 1_000 });
});
afterAll(endTests);

interface CardDay {
  date: string;
  spend: number;
  approved: number;
  declined: number;
}

async function read(id: string) {
  const { json } = await browser.call(cardDays, { params: { id } });
  return json.data as CardDay & { from: string; to: string; days: CardDay[] };
}

test("each of 30 days has its sums, the last one also what is not summed yet", async () => {
  const today = "date_trunc('day', now(), 'UTC')";
  await sql(
    `INSERT INTO card_day_sums VALUES
       ($1, ${today} - interval '29 days', 'spend', 2, 30000000),
       ($1, ${today} - interval '29 days', 'declined:insufficient funds', 3, 90000000),
       ($1, ${today} - interval '2 days', 'reversed', 1, 5000000),
       ($1, ${today} - interval '30 days', 'spend', 9, 900000000)`,
    [partner.partnerId],
  );
  const client = clientOf(partner);
  const card = await makeCard(partner, { amountUsd: 100 });
  await client.authorize(card, { amount: 12.5 });
  const { days, from, to, ...all } = await read(partner.partnerId);
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ date: from.slice(0, 10), spend: 30, approved: 2, declined: 3 });
  expect(days[27]).toMatchObject({ spend: 0, approved: 1, declined: 0 });
  expect(days[29]).toMatchObject({ spend: 12.5, approved: 1, declined: 0 });
  expect(Date.parse(to) - Date.parse(from)).toBe(30 * 86_400_000);
  expect(all).toEqual({ spend: 42.5, approved: 4, declined: 3 });
});

test("the cards of other partners do not count, and an unknown partner is refused", async () => {
  const { spend, days } = await read((await makePartner()).partnerId);
  expect([spend, days.length]).toEqual([0, 30]);
  const unknown = await browser.call(cardDays, {
    params: { id: "ptn_0000000000000000000000000z" },
  });
  expectRefusal(unknown, 404, "PARTNER_NOT_FOUND");
});
