import "@/test/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attack } from "@/test/database/attack";
import { tamper } from "@/test/database/superuser";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { codeOf, makePerson, signedIn } from "@/test/fixtures/people";
import { decisionsIn, withdrawalsOf } from "@/test/fixtures/withdrawals";

/** Held by the database, whatever the application asks of it. */
const UNIQUE = "23505";
const NOT_ALLOWED = "42501";
const FIXED = "PW003";
const STALE = "PW001";
const SECOND_NEEDED = "PW028";

let id: string;
let small: string;
let decided: string;
const people: Record<"given" | "admin" | "approver" | "auditor" | "removed" | "owner", string> = {
  given: "",
  admin: "",
  approver: "",
  auditor: "",
  removed: "",
  owner: "",
};
beforeAll(async () => {
  const partner = await makePartner({ balanceUsd: 10_000 });
  const { partnerId } = partner;
  await sql("UPDATE partners SET second_approval_above_micro_usd = 500000000 WHERE id = $1", [
    partnerId,
  ]);
  const given = await makePerson();
  people.given = given.personId;
  people.admin = (await makePerson()).personId;
  people.approver = (await makePerson({ role: "approver" })).personId;
  people.auditor = (await makePerson({ role: "auditor" })).personId;
  people.removed = (await makePerson()).personId;
  await sql("UPDATE people SET disabled_at = now() WHERE id = $1", [people.removed]);
  people.owner = (await makePerson({ partnerId })).personId;
  const wallet = withdrawalsOf(partner);
  const { approve } = decisionsIn(await signedIn(given));
  [id, small, decided] = [await wallet.make(600), await wallet.make(500), await wallet.make(10)];
  await approve(id, { totp: codeOf(given) });
  await approve(decided, { totp: codeOf(given) });
});
afterAll(endTests);

const approval = (person: string, of = id) =>
  `INSERT INTO withdrawal_approvals VALUES ('${of}', '${person}', now())`;
const approve = (of = id) =>
  `UPDATE withdrawals SET status = 'approved', approved_at = now(), version = version + 1 WHERE id = '${of}'`;
const app = (...statements: string[]) => attack({ role: "app", statements });

describe("above the amount", () => {
  test("a withdrawal needs another approval", async () => {
    expect(await app(approve())).toBe(STALE);
  });

  test.each(["admin", "approver"] as const)("another %s is enough", async (role) => {
    expect(await app(approve(), approval(people[role]))).toBe("through");
  });

  test("an approver since after the request is not enough, whatever time the application gave it", async () => {
    const { approver: since } = people;
    await tamper(
      `UPDATE withdrawals SET created_at = created_at + interval '2 hours' WHERE id = '${id}'`,
    );
    const [former] = await sql("SELECT role_since AS at FROM people WHERE id = $1", [since]);
    await sql("UPDATE people SET role_since = now() WHERE id = $1", [since]);
    expect(await app(approve(), approval(since))).toBe(STALE);
    await sql("UPDATE people SET role_since = $2 WHERE id = $1", [since, former.at]);
    expect(await app(approve(), approval(since))).toBe("through");
  });

  test("the same person twice is not enough", async () => {
    expect(await app(approve(), approval(people.given))).toBe(UNIQUE);
  });

  test.each(["auditor", "removed", "owner"] as const)("the %s is not enough", async (role) => {
    expect(await app(approve(), approval(people[role]))).toBe(STALE);
  });

  test("a person without the right at the commit is not enough", async () => {
    const demote = `UPDATE people SET role = 'auditor' WHERE id = '${people.given}'`;
    const statements = [approve(), approval(people.admin)];
    expect(await attack({ role: "app", statements, after: [demote] })).toBe(STALE);
  });

  test("one administrator can neither raise nor remove the amount", async () => {
    for (const amount of ["600000000", "NULL"]) {
      const statement = `UPDATE partners SET second_approval_above_micro_usd = ${amount}`;
      expect(await app(statement)).toBe(SECOND_NEEDED);
    }
  });

  test("two people of one line count as one", async () => {
    const { admin, given } = people;
    for (const [sponsored, sponsor] of [
      [admin, given],
      [given, admin],
    ]) {
      const after = [`UPDATE people SET sponsor_id = '${sponsor}' WHERE id = '${sponsored}'`];
      const statements = [approve(), approval(admin)];
      expect(await attack({ role: "app", statements, after })).toBe(STALE);
    }
  });

  test.each([
    ["became an approver after the request", "role_since = now() + interval '1 day'"],
    ["whose approvals do not count yet", "approves_from = now() + interval '1 day'"],
  ])("a person %s does not count", async (_, set) => {
    const after = [`UPDATE people SET ${set} WHERE id = '${people.admin}'`];
    const statements = [approve(), approval(people.admin)];
    expect(await attack({ role: "app", statements, after })).toBe(STALE);
  });
});

describe("up to the amount", () => {
  test("exactly the amount needs one approval", async () => {
    expect(await app(approve(small), approval(people.admin, small))).toBe("through");
  });

  test("no approval, or one without the right, is not enough", async () => {
    expect(await app(approve(small))).toBe(STALE);
    expect(await attack({ role: "owner", statements: [approve(small)] })).toBe(STALE);
    expect(await app(approve(small), approval(people.auditor, small))).toBe(STALE);
  });

  test("the same applies without an amount", async () => {
    const wallet = withdrawalsOf(await makePartner({ balanceUsd: 100 }));
    expect(await app(approve(await wallet.make(10)))).toBe(STALE);
  });
});

test("a decided withdrawal accepts no further approval", async () => {
  expect(await app(approval(people.admin, decided))).toBe(STALE);
});

test.each(["app", "owner"] as const)(
  "approvals are neither changed nor removed by the %s",
  async (role) => {
    const refusal = role === "app" ? NOT_ALLOWED : FIXED;
    const change = `UPDATE withdrawal_approvals SET person_id = '${people.admin}'`;
    for (const statement of [
      change,
      "DELETE FROM withdrawal_approvals",
      "TRUNCATE withdrawal_approvals",
    ])
      expect(await attack({ role, statements: [statement] })).toBe(refusal);
  },
);

test("an amount is not below zero", async () => {
  const change = "UPDATE partners SET second_approval_above_micro_usd = -1";
  expect(await app(change)).toBe("23514");
});
