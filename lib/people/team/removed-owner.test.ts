import "@/test/database";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import {
  PATCH as changeRole,
  DELETE as remove,
} from "@/app/api/v1/partner/people/[personId]/route";
import { whileLocked } from "@/test/database/while-locked";
import { type Answer, endTests, makePartner, sql } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import { expectRefusal, expectSuccess, invalidFields } from "@/test/http/expect-answer";

let partnerId: string;
let owner: TestPerson;
let browser: Browser;
let other: TestPerson;
beforeEach(async () => {
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  [owner, other] = [await makePerson({ partnerId }), await makePerson({ partnerId })];
  browser = await signedIn(owner);
});
afterAll(endTests);

const params = ({ personId }: TestPerson) => ({ personId });
const removed = (whom: TestPerson, body?: { password: string }) =>
  browser.call(remove, { method: "DELETE", params: params(whom), ...(body && { body }) });
const demoted = (whom: TestPerson, body: object = {}) =>
  browser.call(changeRole, {
    method: "PATCH",
    params: params(whom),
    body: { role: "viewer", ...body },
  });
const stateOf = async ({ personId }: TestPerson) =>
  (
    await sql("SELECT role, disabled_at IS NULL AS active FROM people WHERE id = $1", [personId])
  )[0];
const entriesAbout = async ({ personId }: TestPerson) =>
  sql("SELECT action, before, after FROM audit_entries WHERE target_id = $1 ORDER BY id", [
    personId,
  ]);
const CHANGE = "SELECT change_person($1, $2, $3, $4, now())";
const changeOf = (whom: TestPerson, role: string | null, by = owner) => [
  ...[partnerId, by.personId, whom.personId, role],
];
const lockPasswords = () =>
  sql("UPDATE people SET passwords_locked_until = now() + interval '1 hour' WHERE id = $1", [
    owner.personId,
  ]);

const WAYS: [string, (whom: TestPerson, body?: { password: string }) => Promise<Answer>][] = [
  ["removed", removed],
  ["demoted", demoted],
];

describe.each(WAYS)("an owner is not %s", (_, take) => {
  test("a request without the password of the acting owner is refused, and the password is not recorded", async () => {
    expect(invalidFields(await take(other))).toEqual(["password: isNotEmpty"]);
    expect(invalidFields(await take(other, { password: "" }))).toEqual(["password: isNotEmpty"]);
    expectRefusal(await take(other, { password: "x" }), 401, "PASSWORD_INVALID");
    expectRefusal(await take(other, { password: other.password }), 401, "PASSWORD_INVALID");
    expect(await stateOf(other)).toEqual({ role: "owner", active: true });
    expect(await entriesAbout(other)).toEqual([]);
    expect((await take(other, { password: owner.password })).status).toBe(200);
    expect(JSON.stringify(await entriesAbout(other))).not.toContain(owner.password);
  });

  test("an owner's own request without the password is refused", async () => {
    expect(invalidFields(await take(owner))).toEqual(["password: isNotEmpty"]);
    expect(await stateOf(owner)).toEqual({ role: "owner", active: true });
  });

  test("a request while the passwords of the acting owner are locked is refused", async () => {
    await lockPasswords();
    expectRefusal(await take(other, { password: owner.password }), 429, "PASSWORD_LOCKED");
    expect(await stateOf(other)).toEqual({ role: "owner", active: true });
  });

  test("a request is refused when the person becomes an owner at the same moment", async () => {
    const person = await makePerson({ partnerId, role: "developer" });
    const answer = await whileLocked([CHANGE, changeOf(person, "owner")], () => take(person));
    expect(invalidFields(answer)).toEqual(["password: isNotEmpty"]);
    expect(await stateOf(person)).toEqual({ role: "owner", active: true });
    expect(await entriesAbout(person)).toEqual([]);
  });
});

describe("a person who is no owner is removed without the password", () => {
  test.each(["developer", "viewer"] as const)("a %s, while passwords are locked", async (role) => {
    const person = await makePerson({ partnerId, role });
    await lockPasswords();
    expectSuccess(await removed(person), { removed: true });
    expect(await entriesAbout(person)).toMatchObject([
      { action: "removePerson", before: { role }, after: null },
    ]);
  });

  test("a person who stops being an owner at the same moment is removed, with the role in the audit log", async () => {
    const body = { password: owner.password };
    const answer = await whileLocked([CHANGE, changeOf(other, "developer")], () =>
      removed(other, body),
    );
    expectSuccess(answer, { removed: true });
    expect(await entriesAbout(other)).toMatchObject([{ before: { role: "developer" } }]);
  });

  test("a person who is removed at the same moment is not found", async () => {
    const person = await makePerson({ partnerId, role: "viewer" });
    const answer = await whileLocked([CHANGE, changeOf(person, null)], () => removed(person));
    expectRefusal(answer, 404, "PERSON_NOT_FOUND");
    expect(await entriesAbout(person)).toEqual([]);
  });
});
