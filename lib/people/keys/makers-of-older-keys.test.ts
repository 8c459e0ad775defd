import "@/test/database";
import { readFileSync } from "node:fs";
import { afterAll, beforeEach, expect, test } from "vitest";
import { POST as roll } from "@/app/api/v1/partner/keys/[keyId]/roll/route";
import { POST as create, GET as list } from "@/app/api/v1/partner/keys/route";
import { DELETE as remove } from "@/app/api/v1/partner/people/[personId]/route";
import { API_KEY_SCOPES } from "@/lib/contract/scopes";
import { ownerClient } from "@/test/database/attack";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";

const MIGRATION = readFileSync("prisma/migrations/0073_makers_of_older_keys/migration.sql", "utf8");

let partner: TestPartner;
let owner: Browser;
let developer: TestPerson;
let browser: Browser;
beforeEach(async () => {
  partner = await makePartner({ balanceUsd: 100 });
  owner = await signedIn(await makePerson({ partnerId: partner.partnerId, role: "owner" }));
  developer = await makePerson({ partnerId: partner.partnerId, role: "developer" });
  browser = await signedIn(developer);
});
afterAll(endTests);

const made = async (name: string) =>
  (
    await browser.call(create, {
      method: "POST",
      body: { name, password: developer.password },
    })
  ).json.data;
const rolled = async (keyId: string) =>
  (
    await browser.call(roll, {
      method: "POST",
      params: { keyId },
      body: { overlapHours: 0, password: developer.password },
    })
  ).json.data;
const keys = async () => (await owner.call(list)).json.data.keys;

/** Makes the keys of the partner such as migration 0052 left the keys that it found. */
async function withoutMakers(): Promise<void> {
  await sql("ALTER TABLE api_keys DISABLE TRIGGER fixed_rights");
  await sql("UPDATE api_keys SET created_by = NULL, scopes = $2 WHERE partner_id = $1", [
    partner.partnerId,
    API_KEY_SCOPES,
  ]);
  await sql("ALTER TABLE api_keys ENABLE TRIGGER fixed_rights");
}

async function migrate(): Promise<void> {
  const client = await ownerClient();
  await client.query(`BEGIN; ${MIGRATION} COMMIT;`);
  await client.end();
}

test("keys older than their rights get the maker that the audit log has, and keep their rights", async () => {
  const first = await made("made");
  const second = await rolled((await made("to roll")).keyId);
  await withoutMakers();
  await migrate();

  const found = await keys();
  for (const keyId of [first.keyId, second.keyId])
    expect(found.find((each: { keyId: string }) => each.keyId === keyId)).toMatchObject({
      createdBy: "Test",
      scopes: API_KEY_SCOPES,
    });
  // No person made this one.
  expect(found.at(-1)).toMatchObject({ name: "tests", createdBy: "The operator" });
});

test("such keys end with their maker's access, as other keys do", async () => {
  const { apiKey } = await made("made");
  const { apiKey: rolledKey } = await rolled((await made("to roll")).keyId);
  await withoutMakers();
  await migrate();
  const params = { personId: developer.personId };
  expect((await owner.call(remove, { method: "DELETE", params })).status).toBe(200);
  for (const key of [apiKey, rolledKey])
    expect((await clientOf({ apiKey: key }).balance()).status).toBe(401);
  expect((await clientOf(partner).balance()).status).toBe(200);
});

test("the maker of a key is fixed again afterwards", async () => {
  const { keyId } = await made("made");
  await migrate();
  await expect(sql("UPDATE api_keys SET created_by = NULL WHERE id = $1", [keyId])).rejects.toThrow(
    "fixed",
  );
});
