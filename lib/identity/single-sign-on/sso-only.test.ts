import "@/test/database";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { queuedFor, setMailSettings, useMailbox } from "@/test/fixtures/mail";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { codeOf, makeBrowser, makePerson, type TestPerson } from "@/test/fixtures/people";
import { connectDirectly } from "@/test/fixtures/sso";

const OPERATOR_SETTINGS = {
  OIDC_ISSUER: "http://127.0.0.1:1",
  OIDC_CLIENT_ID: "cards",
  OIDC_CLIENT_SECRET: "secret",
  OIDC_DOMAINS: "operator.example",
  OIDC_ONLY: "on",
};

function set(settings: Record<string, string>): void {
  Object.assign(process.env, settings);
  forgetEnv();
}

let partnerId: string;
beforeEach(async () => {
  useMailbox();
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
});
afterEach(() => {
  for (const name of [...Object.keys(OPERATOR_SETTINGS), "OIDC_BREAK_GLASS"])
    delete process.env[name];
  setMailSettings({ SANDBOX_MAILBOX: undefined });
});
afterAll(endTests);

/** Signs in by password; returns the reason of a refusal, or undefined after a sign-in. */
async function byPassword(person: TestPerson, fields: Record<string, string> = {}) {
  const totp = person.totpSecret === undefined ? "" : codeOf(person);
  const { email, password } = person;
  const response = await makeBrowser().signIn({ email, password, totp, ...fields });
  if (response.status === 200) return undefined;
  const { url } = (await response.json()) as { url: string };
  return new URL(url).searchParams.get("error");
}

const entriesOf = (personId: string) =>
  sql("SELECT action, target_id, ip_address FROM audit_entries WHERE person_id = $1", [personId]);

describe("a partner that requires single sign-on", () => {
  test("refuses passwords, and says so only to those who know them", async () => {
    const person = await makePerson({ partnerId, role: "developer" });
    await connectDirectly(partnerId, { isOnly: true, breakGlass: ["prs_another"] });
    expect(await byPassword(person)).toBe("SingleSignOnRequired");
    expect(await byPassword(person, { password: "wrong" })).toBe("CredentialsSignin");
    const guarded = await makePerson({ partnerId, withTotp: true });
    expect(await byPassword(guarded)).toBe("SingleSignOnRequired");
    expect(await byPassword(guarded, { totp: "" })).toBe("SingleSignOnRequired");
  });

  test("lets a named owner in by password and code, with an audit entry and e-mails to all owners", async () => {
    const owner = await makePerson({ partnerId, withTotp: true });
    const colleague = await makePerson({ partnerId });
    const viewer = await makePerson({ partnerId, role: "viewer" });
    await connectDirectly(partnerId, { isOnly: true, breakGlass: [owner.personId] });
    expect(await byPassword(owner, { totp: "" })).toBe("SecondFactorRequired");
    expect(await byPassword(owner, { totp: "000000" })).toBe("SecondFactorInvalid");
    expect(await entriesOf(owner.personId)).toEqual([]);
    expect(await byPassword(owner)).toBeUndefined();
    const [session] = await sql("SELECT id FROM sessions WHERE person_id = $1", [owner.personId]);
    expect(await entriesOf(owner.personId)).toMatchObject([
      { action: "sso.break_glass", target_id: session.id },
    ]);
    for (const { email } of [owner, colleague])
      expect(await queuedFor(email, "break_glass")).toMatchObject([
        { data: { email: owner.email } },
      ]);
    expect(await queuedFor(viewer.email, "break_glass")).toEqual([]);
  });

  test("does not let a named owner in without a second factor", async () => {
    const owner = await makePerson({ partnerId });
    await connectDirectly(partnerId, { isOnly: true, breakGlass: [owner.personId] });
    expect(await byPassword(owner)).toBe("SingleSignOnRequired");
  });

  test("does not concern people of another partner, nor a partner that only offers it", async () => {
    const { partnerId: elsewhere } = await makePartner({ balanceUsd: 0 });
    await connectDirectly(partnerId, { isOnly: true, breakGlass: ["prs_another"] });
    await connectDirectly(elsewhere);
    expect(await byPassword(await makePerson({ partnerId: elsewhere }))).toBeUndefined();
  });
});

describe("an operator that requires single sign-on", () => {
  test("lets only the named administrators in by password and code", async () => {
    const [admin, named] = [await makePerson(), await makePerson()];
    const { personId: owner } = await makePerson({ partnerId, withTotp: true });
    set({ ...OPERATOR_SETTINGS, OIDC_BREAK_GLASS: named.email.toUpperCase() });
    expect(await byPassword(admin)).toBe("SingleSignOnRequired");
    expect(await byPassword(named, { totp: "" })).toBe("SecondFactorRequired");
    expect(await byPassword(named)).toBeUndefined();
    expect(await entriesOf(named.personId)).toMatchObject([{ action: "sso.break_glass" }]);
    expect(await queuedFor(admin.email, "break_glass")).toMatchObject([
      { data: { email: named.email } },
    ]);
    expect(await entriesOf(owner)).toEqual([]);
  });

  test("does not concern partners", async () => {
    set({ ...OPERATOR_SETTINGS, OIDC_BREAK_GLASS: "ada@operator.example" });
    expect(await byPassword(await makePerson({ partnerId }))).toBeUndefined();
  });
});
