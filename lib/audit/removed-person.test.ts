import "@/test/database";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as listAll } from "@/app/api/admin/audit/route";
import { GET as listOwn } from "@/app/api/v1/partner/audit/route";
import { DELETE as remove } from "@/app/api/v1/partner/people/[personId]/route";
import { POST as setRedirectUrl } from "@/app/api/v1/partner/profile/redirect-url/route";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";

let partnerId: string;
let auditor: Browser;
let owner: Browser;
beforeAll(async () => {
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  auditor = await signedIn(await makePerson({ role: "auditor" }));
  owner = await signedIn(await makePerson({ partnerId }));
});
afterAll(endTests);

/** A developer with this email who has changed one setting. */
async function acted(email: string, of = partnerId): Promise<TestPerson> {
  const person = await makePerson({ partnerId: of, role: "developer" });
  await sql("UPDATE people SET email = $2, email_key = lower($2) WHERE id = $1", [
    ...[person.personId, email],
  ]);
  const browser = await signedIn({ ...person, email });
  const body = { redirectUrl: "https://example.com/a" };
  expect((await browser.call(setRedirectUrl, { method: "POST", body })).status).toBe(200);
  return { ...person, email };
}

async function removed({ personId }: TestPerson): Promise<void> {
  const answer = await owner.call(remove, { method: "DELETE", params: { personId } });
  expect(answer.status).toBe(200);
}

const anEmail = () => `Leaver_${randomBytes(6).toString("hex")}@Example.com`;
const peopleIn = ({ json }: { json: { data: { entries: { personId: string }[] } } }) =>
  json.data.entries.map(({ personId }) => personId);
const inConsole = async (person: string) =>
  peopleIn(await auditor.call(listAll, { query: { person } }));
const inDashboard = async (actor: string) =>
  peopleIn(await owner.call(listOwn, { query: { actor } }));

test("the entries of a removed person are found by the email, those of similar emails are not", async () => {
  const email = anEmail();
  const similar = await acted(email.replace("_", "x"));
  const leaver = await acted(email);
  await removed(leaver);
  await removed(similar);
  for (const list of [inConsole, inDashboard]) {
    expect(await list(email.toLowerCase())).toEqual([leaver.personId]);
    expect(await list(similar.email)).toEqual([similar.personId]);
    expect(await list(anEmail())).toEqual([]);
  }
});

test("an email that is in use again finds the present person", async () => {
  const email = anEmail();
  await removed(await acted(email));
  const present = await acted(email);
  for (const list of [inConsole, inDashboard])
    expect(await list(email)).toEqual([present.personId]);
});

test("a partner finds its removed person also when somebody of another partner has the email now", async () => {
  const email = anEmail();
  const leaver = await acted(email);
  await removed(leaver);
  await acted(email, (await makePartner({ balanceUsd: 0 })).partnerId);
  expect(await inDashboard(email)).toEqual([leaver.personId]);
});
