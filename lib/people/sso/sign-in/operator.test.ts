import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import {
  type Account,
  type IdentityProvider,
  startIdentityProvider,
} from "@/test/fixtures/identity-provider";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makeBrowser, makePerson } from "@/test/fixtures/people";
import { bindDirectly } from "@/test/fixtures/sso";
import { signInBySso } from "@/test/fixtures/sso-journey";

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider();
  provider.allow("http://127.0.0.1:3000/api/auth/callback/operator");
  Object.assign(process.env, {
    WEBHOOK_ALLOW_LOOPBACK: "on",
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_DOMAINS: "operator.example",
  });
  forgetEnv();
});
afterAll(async () => {
  await provider.close();
  await endTests();
});

const anAccount = (claims: Record<string, unknown> = {}): Account => ({
  ...{ sub: randomUUID(), email: `${randomUUID()}@operator.example`, email_verified: true },
  ...{ groups: ["admins"], ...claims },
});

async function withEmailOf({ email }: Account, options: Parameters<typeof makePerson>[0]) {
  const { personId } = await makePerson(options);
  await sql("UPDATE people SET email = $2, email_key = $2 WHERE id = $1", [personId, email]);
  return personId;
}

describe("an operator", () => {
  test("signs in with the role that they have, whatever the provider says", async () => {
    const account = anAccount();
    const personId = await withEmailOf(account, { role: "auditor" });
    const browser = makeBrowser();
    expect(await signInBySso(browser, provider, account)).toBeUndefined();
    expect((await browser.session()).user).toMatchObject({ id: personId, role: "auditor" });
    const [bound] = await sql("SELECT * FROM sso_identities WHERE person_id = $1", [personId]);
    expect(bound).toMatchObject({ subject: account.sub, partner_id: null });
  });

  test("is linked anew when OIDC_ISSUER names another provider, and not to a second account of the present one", async () => {
    const account = anAccount();
    const personId = await withEmailOf(account, {});
    await bindDirectly(null, personId, { issuer: "https://former.example" });
    const browser = makeBrowser();
    expect(await signInBySso(browser, provider, account)).toBeUndefined();
    expect((await browser.session()).user).toMatchObject({ id: personId });
    const bound = "SELECT issuer, subject FROM sso_identities WHERE person_id = $1";
    const present = [{ issuer: provider.issuer, subject: account.sub }];
    expect(await sql(bound, [personId])).toEqual(present);
    const second = { ...account, sub: randomUUID() };
    expect(await signInBySso(makeBrowser(), provider, second)).toBe("other_account");
    expect(await sql(bound, [personId])).toEqual(present);
  });

  test("gets no role by the database function for claims either", async () => {
    const { personId } = await makePerson({ role: "auditor" });
    const { partnerId } = await makePartner({ balanceUsd: 0 });
    const apply = (partner: string | null, role: string) =>
      sql("SELECT apply_sso_role($1, $2, $3, now()) AS former", [partner, personId, role]);
    await expect(apply(null, "admin")).rejects.toMatchObject({ code: "PW003" });
    await expect(apply(partnerId, "admin")).rejects.toMatchObject({ code: "PW003" });
    expect(await apply(partnerId, "owner")).toEqual([{ former: null }]);
    const [person] = await sql("SELECT role FROM people WHERE id = $1", [personId]);
    expect(person.role).toBe("auditor");
  });

  test("is not made by an invitation alone: its link sets up the authenticator", async () => {
    const account = anAccount();
    const { personId: inviter } = await makePerson();
    await sql(
      `INSERT INTO invitations (id, email, email_key, role, token_hash, invited_by, created_at, expires_at)
       VALUES ($1, $2, $2, 'auditor', $1, $3, now(), now() + interval '1 day')`,
      [randomUUID(), account.email, inviter],
    );
    expect(await signInBySso(makeBrowser(), provider, account)).toBe("not_invited");
  });

  test("stays out without an authenticator, as with a password", async () => {
    const account = anAccount();
    const personId = await withEmailOf(account, {});
    await sql("UPDATE people SET totp_secret_sealed = NULL WHERE id = $1", [personId]);
    expect(await signInBySso(makeBrowser(), provider, account)).toBe("not_invited");
  });

  test("is not a person of a partner with such an email", async () => {
    const account = anAccount();
    const { partnerId } = await makePartner({ balanceUsd: 0 });
    await withEmailOf(account, { partnerId });
    expect(await signInBySso(makeBrowser(), provider, account)).toBe("not_invited");
  });
});
