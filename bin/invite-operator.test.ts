import "@/test/database";
import { execFile } from "node:child_process";
import { afterAll, expect, test } from "vitest";
import { GET as operators } from "@/app/api/admin/operators/route";
import { POST as accept, GET as invitation } from "@/app/api/invitations/[token]/route";
import { POST as enrol } from "@/app/api/invitations/[token]/second-factor/route";
import { attack, insert } from "@/test/database/attack";
import { makeEmptyDatabase } from "@/test/database/empty-database";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { codeOf, makeBrowser, makePerson } from "@/test/fixtures/people";
import { expectRefusal } from "@/test/http/expect-answer";
import { typeScriptArguments } from "./bootstrap/paths.mjs";

const EMAIL = "ada@operator.example";
const PASSWORD = "correct horse battery";

afterAll(endTests);

const command = (email: string[], settings: Record<string, string> = {}) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...process.env, ...settings };
    const args = typeScriptArguments("bin/invite-operator.ts", ...email);
    execFile(process.execPath, args, { env }, (error, output, errors) =>
      resolve({ code: Number(error?.code ?? 0), output: output + errors }),
    );
  });

async function link(email: string): Promise<string> {
  const { code, output } = await command([email]);
  const [, token] = /\/invite\/([\w-]{43})\n$/.exec(output) ?? [];
  expect([code, token]).toEqual([0, expect.any(String)]);
  return token ?? "";
}

// Each visitor has its own IP address, because requests of visitors are limited per address.
const visit = (token: string) => {
  const visitor = makeBrowser();
  const params = { token };
  return {
    look: () => visitor.call(invitation, { params }),
    accept: async () => {
      const { secret, enrolment } = (await visitor.call(enrol, { method: "POST", params })).json
        .data;
      const totp = codeOf({ totpSecret: secret });
      const body = { name: "Ada Obi", password: PASSWORD, enrolment, totp };
      return { answer: await visitor.call(accept, { method: "POST", params, body }), secret };
    },
  };
};

test.each([[[]], [["ada"]], [["--help"]]])("%j: asks for an email address", async (email) => {
  const { code, output } = await command(email);
  expect([code, output]).toEqual([2, expect.stringMatching(/^Name an email address/)]);
});

test("missing settings: the message names them", async () => {
  const { code, output } = await command([EMAIL], { LINK_SECRET: "", CRON_SECRET: "" });
  expect([code, output]).toEqual([2, expect.stringMatching(/CRON_SECRET[\s\S]*LINK_SECRET/)]);
});

test("the first two administrators join by the newest links, independently; a third one cannot", async () => {
  const older = await link(EMAIL);
  const another = await link("joan@operator.example");
  const third = await link("mary@operator.example");
  const newest = await link(EMAIL);
  expectRefusal(await visit(older).look(), 404, "INVITATION_NOT_FOUND");
  const shown = (await visit(newest).look()).json.data;
  expect(shown).toMatchObject({ email: EMAIL, role: "admin", invitedBy: "The operator" });

  const { answer, secret } = await visit(newest).accept();
  expect(answer.status).toBe(201);
  expect(answer.json.data.recoveryCodes).toHaveLength(10);
  const browser = makeBrowser();
  const totp = codeOf({ totpSecret: secret });
  expect((await browser.signIn({ email: EMAIL, password: PASSWORD, totp })).status).toBe(200);
  const listed = (await browser.call(operators)).json.data;
  expect(listed.operators).toMatchObject([{ email: EMAIL, role: "admin", isYou: true }]);
  expect(listed.invitations).toEqual([]);
  const entries = await sql(
    "SELECT action, person_id FROM audit_entries WHERE action = 'acceptInvitation'",
  );
  expect(entries).toEqual([
    { action: "acceptInvitation", person_id: listed.operators[0].personId },
  ]);

  const same = await command([EMAIL]);
  expect([same.code, same.output]).toEqual([1, expect.stringMatching(/email of an operator/)]);
  const recorded = () =>
    sql("SELECT counts_from > now() + interval '23 hours' AS later FROM two_administrators");
  expect(await recorded()).toEqual([]);
  expect((await visit(another).accept()).answer.status).toBe(201);
  // From then on fees and limits need both, also when one of them leaves.
  expect(await recorded()).toEqual([{ later: true }]);
  const lines = await sql("SELECT sponsor_id FROM people WHERE partner_id IS NULL");
  expect(lines).toEqual([{ sponsor_id: null }, { sponsor_id: null }]);

  for (const token of [another, newest, third])
    expectRefusal(await visit(token).look(), 404, "INVITATION_NOT_FOUND");
  const again = await command(["mary@operator.example"]);
  expect([again.code, again.output]).toEqual([
    1,
    expect.stringMatching(/^There are two independent administrators/),
  ]);

  // An unused link stays invalid when only one administrator is left.
  await sql("UPDATE people SET disabled_at = now() WHERE email = $1", [EMAIL]);
  expectRefusal(await visit(third).look(), 404, "INVITATION_NOT_FOUND");
});

test("people of a partner and operators without the role admin do not count", async () => {
  await sql("UPDATE people SET disabled_at = now() WHERE partner_id IS NULL");
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  await makePerson({ partnerId, role: "owner" });
  await makePerson({ role: "auditor" });
  await link("grace@operator.example");
});

test("a database without tables: the message says so, without a stack", async () => {
  const settings = { DATABASE_URL: await makeEmptyDatabase() };
  const { code, output } = await command([EMAIL], settings);
  expect(code).toBe(2);
  expect(output).toMatch(/^The database lacks a part .+npm run migrate\.\n$/);
});

test("the database accepts an invitation without an inviter only for an administrator", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const row = (changes: Record<string, unknown>) =>
    insert("invitations", {
      id: "inv_attack",
      email: EMAIL,
      email_key: "attack",
      token_hash: "attack",
      created_at: "now",
      expires_at: "now",
      ...changes,
    });
  const outcome = (changes: Record<string, unknown>) =>
    attack({ role: "app", statements: [row(changes)] });
  expect(await outcome({ role: "owner", partner_id: partnerId })).toBe("23514");
  expect(await outcome({ role: "approver" })).toBe("23514");
  expect(await outcome({ role: "admin" })).toBe("through");
});
