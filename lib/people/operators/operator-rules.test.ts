import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { attack, dropTriggers, insert } from "@/test/database/attack";
import { REFUSED } from "@/test/database/refuses";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";

/** The database refuses the application a second administrator of its own making, whatever it asks. */
const NEW_OPERATOR = dropTriggers("people legal_new_operator");
const OPERATOR = dropTriggers("people legal_operator");
const NEW_INVITATION = dropTriggers("invitations legal_new_invitation");
const ACCEPTANCE = dropTriggers("invitations legal_acceptance");
const TERMS = dropTriggers("invitations fixed_terms");
const SECOND_NEEDED = "PW028";

let admin: string;
let auditor: string;
let removed: string;
let owner: string;
let partnerId: string;
beforeAll(async () => {
  admin = (await makePerson()).personId;
  auditor = (await makePerson({ role: "auditor" })).personId;
  removed = (await makePerson()).personId;
  await sql("UPDATE people SET disabled_at = now() WHERE id = $1", [removed]);
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  owner = (await makePerson({ partnerId })).personId;
});
afterAll(endTests);

type Changes = Record<string, unknown>;

const start = Date.now();
const iso = (offsetMs: number) => new Date(start + offsetMs).toISOString();
const invitation = (changes: Changes = {}) =>
  insert("invitations", {
    id: "inv_attack",
    email: "mallory@example.com",
    email_key: "mallory@example.com",
    role: "admin",
    token_hash: "attack",
    invited_by: admin,
    created_at: iso(0),
    expires_at: iso(DAY_MS),
    ...changes,
  });
const set = (table: string, id: string, change: string) =>
  `UPDATE ${table} SET ${change} WHERE id = '${id}'`;
const acceptance = (at = iso(0)) => set("invitations", "inv_attack", `accepted_at = '${at}'`);
const person = (changes: Changes = {}) =>
  insert("people", {
    id: "prs_attack",
    email: "mallory@example.com",
    email_key: "mallory@example.com",
    name: "Mallory",
    role: "admin",
    password_hash: "",
    created_at: iso(0),
    approves_from: iso(DAY_MS),
    sponsor_id: admin,
    ...changes,
  });
const app = (statements: string[], after: string[] = []) =>
  attack({ role: "app", statements, after });

describe("the application makes an operator", () => {
  test("the application makes an operator by an invitation that is accepted in the same transaction", async () => {
    expect(await app([invitation(), acceptance(), person()])).toBe("through");
    const auditors = { role: "auditor" };
    expect(await app([invitation(auditors), acceptance(), person(auditors)])).toBe("through");
  });

  const WITHOUT_INVITER = { invited_by: null };
  const OLD = iso(-DAY_MS);
  const attacks: [what: string, statements: () => string[], without: string[]][] = [
    ["without an invitation", () => [person()], NEW_OPERATOR],
    ["by an invitation that is open", () => [invitation(), person()], NEW_OPERATOR],
    [
      "with another role",
      () => [invitation({ role: "auditor" }), acceptance(), person()],
      NEW_OPERATOR,
    ],
    [
      "with another email",
      () => [invitation(), acceptance(), person({ email_key: "eve@example.com" })],
      NEW_OPERATOR,
    ],
    [
      "of a line of their own",
      () => [invitation(), acceptance(), person({ sponsor_id: null })],
      NEW_OPERATOR,
    ],
    [
      "of another line",
      () => [invitation(), acceptance(), person({ sponsor_id: auditor })],
      NEW_OPERATOR,
    ],
    [
      "by a link that recovers somebody else",
      () => [
        invitation({ recovers: admin }),
        acceptance(),
        person({ id: "prs_recovered", sponsor_id: admin }),
      ],
      NEW_OPERATOR,
    ],
    [
      "who came long ago",
      () => [
        invitation({ created_at: OLD }),
        acceptance(OLD),
        person({ created_at: OLD, approves_from: OLD }),
      ],
      NEW_OPERATOR,
    ],
    [
      "whose approvals count from before the person came",
      () => [invitation(), acceptance(), person({ approves_from: OLD })],
      NEW_OPERATOR,
    ],
    [
      "by an invitation that is used up when it is made",
      () => [invitation({ accepted_at: iso(0) }), person()],
      NEW_INVITATION,
    ],
    [
      "by an invitation of somebody who is no admin",
      () => [invitation({ invited_by: auditor })],
      NEW_INVITATION,
    ],
    [
      "by an invitation of somebody who was removed",
      () => [invitation({ invited_by: removed })],
      NEW_INVITATION,
    ],
    [
      "by an invitation that has expired",
      () => [invitation({ expires_at: iso(-MINUTE_MS) }), acceptance()],
      ACCEPTANCE,
    ],
    [
      "by an invitation of somebody who is no admin any more",
      () => [invitation(), set("people", admin, "role = 'auditor'"), acceptance()],
      ACCEPTANCE,
    ],
    [
      "by an invitation that gets another role",
      () => [
        invitation({ role: "auditor" }),
        set("invitations", "inv_attack", "role = 'admin'"),
        acceptance(),
        person(),
      ],
      TERMS,
    ],
    [
      "by an invitation that gets another inviter",
      () => [invitation(), set("invitations", "inv_attack", `invited_by = '${auditor}'`)],
      TERMS,
    ],
    [
      "by an invitation that lasts longer",
      () => [invitation(), set("invitations", "inv_attack", "expires_at = 'infinity'")],
      TERMS,
    ],
    [
      "by an invitation that is accepted twice",
      () => [invitation(), acceptance(), acceptance()],
      TERMS,
    ],
    [
      "by an invitation that was revoked",
      () => [
        invitation(),
        set("invitations", "inv_attack", "revoked_at = now()"),
        set("invitations", "inv_attack", "revoked_at = NULL"),
      ],
      TERMS,
    ],
  ];
  test.each(attacks)("not %s", async (_, statements, without) => {
    expect(await app(statements())).toBe(REFUSED);
    expect(await app(statements(), without)).toBe("through");
  });

  test("the application makes no operator without an inviter once two independent administrators exist", async () => {
    const after = [
      `INSERT INTO people (id, email, email_key, name, role, password_hash, created_at)
        VALUES ('prs_second', 'b', 'b', 'B', 'admin', '', now())`,
    ];
    const statements = [invitation(WITHOUT_INVITER), acceptance(), person({ sponsor_id: null })];
    expect(await app(statements)).toBe("through");
    expect(await app(statements, after)).toBe(REFUSED);
  });
});

describe("the application cannot change an operator", () => {
  const promote = (more: string) => set("people", auditor, `role = 'approver', ${more}`);
  const attacks: [what: string, statement: () => string][] = [
    ["another sponsor", () => set("people", admin, `sponsor_id = '${auditor}'`)],
    ["another day of arrival", () => set("people", admin, "created_at = '2020-01-01'")],
    ["a role held since earlier", () => set("people", admin, "role_since = '2020-01-01'")],
    [
      "approvals that count from earlier",
      () => set("people", admin, "approves_from = '2020-01-01'"),
    ],
    ["dates for an auditor", () => set("people", auditor, "role_since = now()")],
    ["a removed operator who comes back", () => set("people", removed, "disabled_at = NULL")],
    [
      "a person of a partner who becomes one",
      () =>
        set(
          "people",
          owner,
          "partner_id = NULL, role = 'admin', role_since = now(), approves_from = now()",
        ),
    ],
    [
      "a promotion in the past",
      () => promote("role_since = '2020-01-01', approves_from = '2020-01-02'"),
    ],
    [
      "a promotion that counts from before it",
      () => promote("role_since = now(), approves_from = '2020-01-02'"),
    ],
  ];
  test.each(attacks)("%s", async (_, statement) => {
    expect(await app([statement()])).toBe(REFUSED);
    expect(await app([statement()], OPERATOR)).toBe("through");
  });

  test("the service's own changes are allowed", async () => {
    const soon = "now() + interval '1 day'";
    expect(await app([promote(`role_since = now(), approves_from = ${soon}`)])).toBe("through");
    expect(await app([set("people", auditor, "role = 'approver'")])).toBe("through");
    expect(await app([set("people", admin, "role = 'auditor'")])).toBe("through");
    expect(await app([set("people", admin, "failed_codes = 3, password_hash = 'x'")])).toBe(
      "through",
    );
    expect(await app([set("people", admin, "disabled_at = now(), email_key = id")])).toBe(
      "through",
    );
  });
});

test("an operator who is added or promoted without dates counts after 24 hours", async () => {
  const counts = `role_since > now() - interval '1 minute' AS "isNew",
    extract(epoch FROM approves_from - role_since)::int / 3600 AS hours`;
  const expected = [{ isNew: true, hours: 24 }];
  const added = insert("people", {
    ...{ id: "prs_added", email: "a", email_key: "a", name: "A", role: "approver" },
    ...{ password_hash: "", created_at: "now" },
  });
  expect(await sql(`${added} RETURNING ${counts}`)).toEqual(expected);
  const promoted = (await makePerson({ role: "auditor" })).personId;
  expect(await sql(`${set("people", promoted, "role = 'approver'")} RETURNING ${counts}`)).toEqual(
    expected,
  );
});

test("where two administrators decide, the inviter is the one who confirmed", async () => {
  const another = (await makePerson()).personId;
  const third = (await makePerson()).personId;
  const after = [set("partners", partnerId, "second_approval_above_micro_usd = 1")];
  const confirmed = (invitedBy: string) => [
    `INSERT INTO admin_requests VALUES ('arq_x', 'operator_invitation', 'mallory@example.com', '{"role": "admin"}',
      '${admin}', now() - interval '1 hour', now() + interval '1 hour', NULL, NULL, NULL, NULL)`,
    `UPDATE admin_requests SET confirmed_by = '${another}', confirmed_at = now() WHERE id = 'arq_x'`,
    invitation({ invited_by: invitedBy }),
  ];
  expect(await app(confirmed(another), after)).toBe("through");
  expect(await app(confirmed(third), after)).toBe(SECOND_NEEDED);
});
