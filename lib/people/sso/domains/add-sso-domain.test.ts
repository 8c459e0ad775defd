import "@/test/database";
import { afterAll, beforeEach, expect, test } from "vitest";
import { POST as addDomain } from "@/app/api/v1/partner/sso/domains/route";
import { GET as get } from "@/app/api/v1/partner/sso/route";
import { ownerClient } from "@/test/database/attack";
import { type Answer, endTests, makePartner, sql } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { addDomainDirectly } from "@/test/fixtures/sso";
import { expectRefusal } from "@/test/http/expect-answer";

let partnerId: string;
let browser: Browser;
beforeEach(async () => {
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  browser = await signedIn(await makePerson({ partnerId }));
});
afterAll(endTests);

const add = (domain: string) => browser.call(addDomain, { method: "POST", body: { domain } });
const fill = async (count: number) => {
  for (let index = 0; index < count; index++) await addDomainDirectly(partnerId);
};
const listed = async (): Promise<{ domain: string; txtText: string }[]> =>
  (await browser.call(get)).json.data.domains;

const WAITING =
  "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";

/** Adds domains at the same moment: each has read the list, or waits to read it, before one is stored. */
async function addAtOnce(...domains: string[]): Promise<Answer[]> {
  const client = await ownerClient();
  await client.query("BEGIN");
  await client.query("LOCK TABLE sso_domains IN SHARE MODE");
  const added = domains.map(add);
  await expect.poll(() => sql(WAITING)).toHaveLength(domains.length);
  await client.query("COMMIT");
  await client.end();
  return Promise.all(added);
}

test("a company has at most 20 domains", async () => {
  await fill(20);
  expectRefusal(await add("one-more.example"), 409, "SSO_DOMAIN_LIMIT");
});

test("two that are added at the same moment do not exceed the limit", async () => {
  await fill(19);
  const answers = await addAtOnce("first.example", "second.example");
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await listed()).toHaveLength(20);
});

test("a domain that is added twice at the same moment has one record, which both responses show", async () => {
  const answers = await addAtOnce("twice.example", "twice.example");
  const shown = answers.map(({ json }) => json.data.txtText);
  const [{ txtText } = { txtText: "" }] = await listed();
  expect(shown).toEqual([txtText, txtText]);
});
