import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as csv } from "@/app/api/v1/partner/export/statement/route";
import { GET as statement } from "@/app/api/v1/partner/statement/route";
import { closeHours } from "@/lib/accounting/store";
import { closeAllHours } from "@/test/database/close-hours";
import { postLate } from "@/test/database/post-late";
import { superuserClient, tamper } from "@/test/database/superuser";
import { endTests, makePartner, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";

let partner: TestPartner;
let browser: Browser;

/** The month before the last one, and the time of an entry in its last second. */
const present = new Date();
const end = new Date(Date.UTC(present.getUTCFullYear(), present.getUTCMonth() - 1, 1));
const lastSecond = new Date(end.getTime() - 1_000);
const query = { month: lastSecond.toISOString().slice(0, 7) };

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 0 });
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "owner" }));
  await tamper(
    `UPDATE ledger.hours_end SET ended_at = '${end.toISOString()}'::timestamptz - interval '2 hours'`,
  );
});
afterAll(endTests);

const read = async () => (await browser.call(statement, { query })).json.data;
const isNamedFinal = async () => {
  const { headers } = await browser.call(csv, { query });
  return !headers.get("content-disposition")?.includes("-not-final.csv");
};

test("a month is final when no entry can be added, also by a commit that waits for long", async () => {
  const late = await superuserClient();
  try {
    await late.query("BEGIN");
    for (const text of postLate(partner.partnerId, `'${lastSecond.toISOString()}'`))
      await late.query(text);
    await closeHours();
    expect(await read()).toMatchObject({ closing: 0, isFinal: false });
    expect(await isNamedFinal()).toBe(false);
    await late.query("COMMIT");
  } finally {
    await late.end();
  }
  await closeAllHours();
  expect(await read()).toMatchObject({ closing: 0.000007, isFinal: true, difference: 0 });
  expect(await isNamedFinal()).toBe(true);
});
