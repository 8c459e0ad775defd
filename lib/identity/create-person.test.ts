import "@/test/database";
import { afterAll, describe, expect, test } from "vitest";
import { OPERATOR_ROLES, PARTNER_ROLES, type Role } from "@/lib/contract/roles";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { createPerson } from "./create-person";
import { verifyPassword } from "./passwords/password";

afterAll(endTests);

let count = 0;
const person = (role: Role, withTotp: boolean) => ({
  email: `Person.${++count}@Example.com`,
  name: "Person",
  role,
  password: "correct horse battery",
  withTotp,
});

describe("a new person", () => {
  test("is stored with an argon2id hash, a sealed secret and a key of the email", async () => {
    const made = person("approver", true);
    const { personId, totpSecret } = await createPerson(made, sql);
    expect(totpSecret).toMatch(/^[A-Z2-7]{32}$/);
    const [row] = await sql("SELECT * FROM people WHERE id = $1", [personId]);
    expect(row).toMatchObject({
      email: made.email,
      email_key: made.email.toLowerCase(),
      role: "approver",
      partner_id: null,
    });
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$/);
    expect(JSON.stringify(row)).not.toContain(totpSecret);
    expect(JSON.stringify(row)).not.toContain(made.password);
  });

  test("a new person of a partner needs no second factor", async () => {
    const { partnerId } = await makePartner({ balanceUsd: 0 });
    for (const role of PARTNER_ROLES) {
      const made = await createPerson({ ...person(role, false), partnerId });
      expect(made).toStrictEqual({ personId: expect.stringMatching(/^prs_/) });
    }
  });

  test.each(OPERATOR_ROLES)("of the operator needs a second factor: %s", async (role) => {
    await expect(createPerson(person(role, false), sql)).rejects.toThrow("second factor");
  });

  test("a new person of a partner has a partner role, and one of the operator an operator role", async () => {
    const { partnerId } = await makePartner({ balanceUsd: 0 });
    for (const role of OPERATOR_ROLES)
      await expect(createPerson({ ...person(role, true), partnerId })).rejects.toThrow(role);
    for (const role of PARTNER_ROLES)
      await expect(createPerson(person(role, true), sql)).rejects.toThrow(role);
  });

  test("needs a password of 12 characters or more", async () => {
    const short = { ...person("admin", true), password: "eleven char" };
    await expect(createPerson(short, sql)).rejects.toThrow("12");
  });

  test("needs an email that no other person has, in any letter case", async () => {
    const made = person("admin", true);
    await createPerson(made, sql);
    const again = { ...person("auditor", true), email: made.email.toUpperCase() };
    await expect(createPerson(again, sql)).rejects.toThrow();
  });
});

describe("a password", () => {
  test("is verified; every other text is refused", async () => {
    const made = person("admin", true);
    await createPerson(made, sql);
    const [row] = await sql("SELECT password_hash FROM people WHERE email = $1", [made.email]);
    expect(await verifyPassword(row.password_hash, made.password)).toBe(true);
    for (const other of ["", "Correct horse battery", `${made.password}\u0000`, row.password_hash])
      expect(await verifyPassword(row.password_hash, other)).toBe(false);
  });

  test("is never correct for an unknown person", async () => {
    expect(await verifyPassword(undefined, "")).toBe(false);
    expect(await verifyPassword(undefined, "anything")).toBe(false);
  });
});
