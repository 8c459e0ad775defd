import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as createKey } from "@/app/api/v1/partner/keys/route";
import { POST as invite } from "@/app/api/v1/partner/people/invitations/route";
import { newId } from "@/lib/kernel/ids";
import { whileLocked } from "@/test/database/while-locked";
import {
  type Account,
  type IdentityProvider,
  signInAtProvider,
  startIdentityProvider,
} from "@/test/fixtures/identity-provider";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makeBrowser, makePerson, signedIn, type TestPerson } from "@/test/fixtures/people";
import {
  addDomainDirectly,
  bindDirectly,
  connectDirectly,
  type DirectConnection,
} from "@/test/fixtures/sso";
import { returnTo, signInBySso, startSso } from "@/test/fixtures/sso-journey";
import { deleteConnection } from "../store";
import { beginVisit } from "./begin-visit";
import { connectionOf } from "./connection";

let provider: IdentityProvider;
let partnerId: string;
let domain: string;
let owner: TestPerson;

const connect = (more: DirectConnection = {}) => {
  const { issuer, clientId, clientSecret } = provider;
  return connectDirectly(partnerId, { issuer, clientId, clientSecret, ...more });
};

beforeAll(async () => {
  provider = await startIdentityProvider();
});
beforeEach(async () => {
  provider.tamper = undefined;
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  owner = await makePerson({ partnerId });
  domain = await addDomainDirectly(partnerId, { isVerified: true });
  await connect();
  provider.allow(`http://127.0.0.1:3000/api/auth/callback/${partnerId}`);
});
afterAll(async () => {
  await provider.close();
  await endTests();
});

/** An account of the provider with a verified email of the partner's domain. */
const anAccount = (claims: Record<string, unknown> = {}): Account => ({
  ...{ sub: randomUUID(), email: `ada.${randomUUID()}@${domain}`, email_verified: true },
  ...claims,
});

/** Replaces claims of the ID token, signed by the provider; userinfo keeps its own. */
function changeIdToken(body: Record<string, unknown>, changes: Record<string, unknown>) {
  const [, payload = ""] = String(body.id_token).split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  return { ...body, id_token: provider.sign({ ...claims, ...changes }) };
}

/** A person of the partner with the email of an account. */
async function personOf({ email }: Account, options: Parameters<typeof makePerson>[0] = {}) {
  const person = await makePerson({ partnerId, role: "viewer", ...options });
  await sql("UPDATE people SET email = $2, email_key = $2 WHERE id = $1", [person.personId, email]);
  return person;
}

async function invited(email: unknown, role = "developer") {
  const browser = await signedIn(owner);
  const body = { email, role, password: owner.password };
  const answer = await browser.call(invite, { method: "POST", body });
  expect(answer.status).toBe(201);
}

const identities = () =>
  sql("SELECT subject, person_id FROM sso_identities WHERE partner_id = $1", [partnerId]);
const lastFailure = async () =>
  (await sql("SELECT failure FROM sso_connections WHERE partner_id = $1", [partnerId]))[0].failure;
const actionsOf = async (personId: string) =>
  (await sql("SELECT action FROM audit_entries WHERE person_id = $1 ORDER BY id", [personId])).map(
    ({ action }) => action,
  );
const roleOfPerson = async (personId: string) =>
  (await sql("SELECT role FROM people WHERE id = $1", [personId]))[0].role;

describe("a person with the verified email", () => {
  test("is bound at the first sign-in, and later known by issuer and subject alone", async () => {
    const account = anAccount();
    const person = await personOf(account);
    const browser = makeBrowser();
    expect(await signInBySso(browser, provider, account)).toBeUndefined();
    expect((await browser.session()).user).toMatchObject({ id: person.personId, partnerId });
    expect(await actionsOf(person.personId)).toEqual(["sso.bind"]);
    const changed = { ...account, email: `other@${domain}`, email_verified: false };
    const later = makeBrowser();
    expect(await signInBySso(later, provider, changed)).toBeUndefined();
    expect((await later.session()).user).toMatchObject({ id: person.personId });
    expect(await identities()).toEqual([{ subject: account.sub, person_id: person.personId }]);
    const [{ used_at: usedAt }] = await sql(
      "SELECT used_at FROM sso_connections WHERE partner_id = $1",
      [partnerId],
    );
    expect(usedAt).not.toBeNull();
  });

  test("is bound also where only the userinfo endpoint says that the email is verified", async () => {
    const account = anAccount();
    const person = await personOf(account);
    provider.tamper = (body) => changeIdToken(body, { email_verified: undefined });
    expect(await signInBySso(makeBrowser(), provider, account)).toBeUndefined();
    expect(await identities()).toEqual([{ subject: account.sub, person_id: person.personId }]);
  });

  test("needs no code of their own authenticator, which stays for step-ups", async () => {
    const account = anAccount();
    await personOf(account, { withTotp: true });
    expect(await signInBySso(makeBrowser(), provider, account)).toBeUndefined();
  });

  test("is refused when another account of the provider is bound to them", async () => {
    const account = anAccount();
    const person = await personOf(account);
    expect(await signInBySso(makeBrowser(), provider, account)).toBeUndefined();
    const other = { ...account, sub: randomUUID() };
    expect(await signInBySso(makeBrowser(), provider, other)).toBe("other_account");
    expect(await identities()).toEqual([{ subject: account.sub, person_id: person.personId }]);
    expect(await lastFailure()).toBe("other_account");
  });
});

describe("an invited person", () => {
  test("comes in with the role of the invitation, without a password", async () => {
    const account = anAccount({ name: "Ada Lovelace" });
    await invited(account.email);
    const browser = makeBrowser();
    expect(await signInBySso(browser, provider, account)).toBeUndefined();
    const { user } = (await browser.session()) as unknown as { user: Record<string, string> };
    expect(user).toMatchObject({ name: "Ada Lovelace", role: "developer", partnerId });
    expect(await actionsOf(String(user.id))).toEqual(["acceptInvitation", "sso.bind"]);
    const [open] = await sql(
      "SELECT count(*)::int AS n FROM invitations WHERE partner_id = $1 AND accepted_at IS NULL",
      [partnerId],
    );
    expect(open.n).toBe(0);
  });

  test.each([
    ["ada.", undefined],
    ["www.", "Team member"],
  ])(
    "whose provider names a link is called by the email %s…, if that is none",
    async (beginning, name) => {
      const email = `${beginning}${randomUUID()}@${domain}`;
      const account = anAccount({ email, name: "See https://evil.example" });
      await invited(email);
      const browser = makeBrowser();
      expect(await signInBySso(browser, provider, account)).toBeUndefined();
      const { user } = (await browser.session()) as unknown as { user: Record<string, string> };
      expect(user.name).toBe(name ?? email.split("@")[0]);
    },
  );

  test("is created once by simultaneous sign-ins", async () => {
    const account = anAccount();
    await invited(account.email);
    provider.account = account;
    const browsers = [makeBrowser(), makeBrowser()];
    const targets = await Promise.all(
      browsers.map(async (browser) =>
        signInAtProvider(await startSso(browser, String(account.email)), account),
      ),
    );
    const refusals = await Promise.all(
      browsers.map((browser, at) => returnTo(browser, targets[at] as URL)),
    );
    expect(refusals).toEqual([undefined, undefined]);
    expect(await identities()).toHaveLength(1);
    const people = await sql("SELECT id FROM people WHERE email = $1", [account.email]);
    expect(people).toHaveLength(1);
  });
});

describe("single sign-on refuses", () => {
  test("an email without an account or an invitation", async () => {
    expect(await signInBySso(makeBrowser(), provider, anAccount())).toBe("not_invited");
    expect(await identities()).toEqual([]);
  });

  test("an email that the provider has not verified", async () => {
    for (const claims of [{ email_verified: false }, { email_verified: undefined }]) {
      const account = anAccount(claims);
      await personOf(account);
      expect(await signInBySso(makeBrowser(), provider, account)).toBe("email_unverified");
    }
    expect(await identities()).toEqual([]);
  });

  test("an email of the ID token while userinfo has verified another one", async () => {
    const account = anAccount();
    await personOf(account);
    const email = `other@${domain}`;
    await personOf({ ...account, email });
    provider.tamper = (body) => changeIdToken(body, { email, email_verified: undefined });
    expect(await signInBySso(makeBrowser(), provider, account)).toBe("email_unverified");
    expect(await identities()).toEqual([]);
  });

  test("an email of a foreign domain, also of an unverified one of the partner's list", async () => {
    const unverified = await addDomainDirectly(partnerId);
    for (const foreign of ["elsewhere.example", unverified]) {
      const account = anAccount({ email: `ada@${foreign}` });
      await personOf(account);
      const own = `ada@${domain}`;
      expect(await signInBySso(makeBrowser(), provider, account, own)).toBe("foreign_domain");
      await sql("UPDATE people SET email_key = id WHERE email = $1", [account.email]);
    }
    expect(await lastFailure()).toBe("foreign_domain");
  });

  test("a person of another partner, by email and by subject", async () => {
    const account = anAccount();
    const { partnerId: elsewhere } = await makePartner({ balanceUsd: 0 });
    const stranger = await personOf(account, { partnerId: elsewhere });
    expect(await signInBySso(makeBrowser(), provider, account)).toBe("not_invited");
    await bindDirectly(elsewhere, stranger.personId, {
      ...{ issuer: provider.issuer, subject: account.sub },
    });
    expect(await signInBySso(makeBrowser(), provider, account)).toBe("not_invited");
  });

  test("a removed person, until they are invited again", async () => {
    const account = anAccount();
    const { personId } = await personOf(account);
    expect(await signInBySso(makeBrowser(), provider, account)).toBeUndefined();
    await sql("SELECT change_person($1, $2, $3, NULL, now())", [
      ...[partnerId, owner.personId, personId],
    ]);
    expect(await signInBySso(makeBrowser(), provider, account)).toBe("not_invited");
    await invited(account.email, "viewer");
    const browser = makeBrowser();
    expect(await signInBySso(browser, provider, account)).toBeUndefined();
    expect(((await browser.session()).user as unknown as { id: string }).id).not.toBe(personId);
  });
});

describe("a connection that an owner removes or changes during a sign-in", () => {
  const REMOVED = "DELETE FROM sso_connections WHERE partner_id = $1";
  const CHANGED = `UPDATE sso_connections SET used_at = NULL, changed_at = changed_at + interval '1 second'
    WHERE partner_id = $1`;

  /** The visit that a callback has begun. */
  async function visited() {
    const connection = await connectionOf(partnerId);
    if (!connection) throw new Error("the partner has no connection");
    const requestId = newId("req");
    const visitor = { ipAddress: null, userAgent: null, cookieHeader: null, requestId };
    return beginVisit(connection, visitor, undefined);
  }

  const sessionsOf = (personId: string) =>
    sql("SELECT id FROM sessions WHERE person_id = $1", [personId]);

  test.each([
    ["removed", REMOVED],
    ["changed", CHANGED],
  ])("signs nobody in any more once it is %s, and uses no invitation", async (_, end) => {
    const known = anAccount();
    const { personId } = await personOf(known);
    const newcomer = anAccount();
    await invited(newcomer.email);
    const visit = await visited();
    await sql(end, [partnerId]);
    for (const account of [known, newcomer]) {
      expect(await visit.signIn(account)).toBeUndefined();
      expect(visit.failed()).toBe("unavailable");
    }
    expect([await identities(), await sessionsOf(personId)]).toEqual([[], []]);
    expect(await sql("SELECT id FROM people WHERE email = $1", [newcomer.email])).toEqual([]);
    const used = "SELECT FROM sso_connections WHERE partner_id = $1 AND used_at IS NOT NULL";
    expect(await sql(used, [partnerId])).toEqual([]);
  });

  test("binds no account when it ends at that moment", async () => {
    const account = anAccount();
    const { personId } = await personOf(account);
    const visit = await visited();
    expect(await whileLocked([REMOVED, [partnerId]], () => visit.signIn(account))).toBeUndefined();
    expect(visit.failed()).toBe("unavailable");
    expect([await identities(), await sessionsOf(personId)]).toEqual([[], []]);
  });

  test("begins no session when it ends at that moment", async () => {
    const account = anAccount();
    const { personId } = await personOf(account);
    await bindDirectly(partnerId, personId, { issuer: provider.issuer, subject: account.sub });
    const visit = await visited();
    expect(await whileLocked([CHANGED, [partnerId]], () => visit.signIn(account))).toBeUndefined();
    expect(visit.failed()).toBe("unavailable");
    expect(await sessionsOf(personId)).toEqual([]);
  });

  test("gives no role when it ends at that moment", async () => {
    await connect({ roleClaim: "groups", roleRules: [{ value: "admins", role: "owner" }] });
    const account = anAccount({ groups: ["admins"] });
    const { personId } = await personOf(account);
    await bindDirectly(partnerId, personId, { issuer: provider.issuer, subject: account.sub });
    const visit = await visited();
    expect(await whileLocked([CHANGED, [partnerId]], () => visit.signIn(account))).toBeUndefined();
    expect(await roleOfPerson(personId)).toBe("viewer");
  });

  test("is removed with an account that was bound at that moment", async () => {
    const { personId } = owner;
    // What a sign-in does, until it is committed.
    const bound = `WITH connection AS MATERIALIZED (SELECT FROM sso_connections WHERE partner_id = $1 FOR SHARE)
      INSERT INTO sso_identities (issuer, subject, person_id, partner_id, created_at)
      SELECT 'x', 'x', $2, $1, now() FROM connection`;
    const isRemoved = await whileLocked([bound, [partnerId, personId]], () =>
      deleteConnection(partnerId),
    );
    expect([isRemoved, await identities()]).toEqual([true, []]);
  });
});

describe("roles of the provider", () => {
  const roleRules = [
    { value: "card-admins", role: "owner" },
    { value: "everybody", role: "viewer" },
  ];

  test("follow the first rule that fits, at each sign-in", async () => {
    await connect({ roleClaim: "groups", roleRules });
    const account = anAccount({ groups: ["everybody", "card-admins"] });
    const { personId } = await personOf(account);
    expect(await signInBySso(makeBrowser(), provider, account)).toBeUndefined();
    expect(await roleOfPerson(personId)).toBe("owner");
    const lower = { ...account, groups: "everybody" };
    expect(await signInBySso(makeBrowser(), provider, lower)).toBeUndefined();
    expect(await roleOfPerson(personId)).toBe("viewer");
    const without = { ...account, groups: ["others"] };
    expect(await signInBySso(makeBrowser(), provider, without)).toBeUndefined();
    expect(await roleOfPerson(personId)).toBe("viewer");
    expect(await actionsOf(personId)).toEqual(["sso.bind", "sso.role", "sso.role"]);
  });

  test("apply also where only the userinfo endpoint has the claim, beside an email of the ID token", async () => {
    await connect({ roleClaim: "groups", roleRules });
    const account = anAccount({ groups: ["card-admins"] });
    const { personId } = await personOf(account);
    provider.tamper = (body) => changeIdToken(body, { groups: undefined });
    expect(await signInBySso(makeBrowser(), provider, account)).toBeUndefined();
    expect(await roleOfPerson(personId)).toBe("owner");
    expect(await signInBySso(makeBrowser(), provider, { ...account, groups: ["everybody"] })).toBe(
      undefined,
    );
    expect(await roleOfPerson(personId)).toBe("viewer");
  });

  test("come from the userinfo endpoint without its word about the email", async () => {
    await connect({ roleClaim: "groups", roleRules });
    const account = anAccount({ groups: ["card-admins"] });
    await personOf(account);
    const changes = { groups: undefined, email_verified: false };
    provider.tamper = (body) => changeIdToken(body, changes);
    expect(await signInBySso(makeBrowser(), provider, account)).toBe("email_unverified");
    expect(await identities()).toEqual([]);
  });

  test("end the keys that the lesser role may not hold, which the audit entry names", async () => {
    await connect({ roleClaim: "groups", roleRules });
    const account = anAccount({ groups: ["everybody"] });
    const person = await personOf(account, { role: "developer" });
    const { keyId, name } = (
      await (
        await signedIn({ ...person, email: String(account.email) })
      ).call(createKey, {
        method: "POST",
        body: { name: "server", password: person.password },
      })
    ).json.data;
    expect(await signInBySso(makeBrowser(), provider, account)).toBeUndefined();
    const [entry] = await sql(
      "SELECT after FROM audit_entries WHERE person_id = $1 AND action = 'sso.role'",
      [person.personId],
    );
    expect(entry.after).toEqual({ role: "viewer", revokedKeys: [{ keyId, name }] });
  });

  test("take no rights from the last owner and from people with break-glass access", async () => {
    const account = anAccount({ groups: ["everybody"] });
    await sql("UPDATE people SET email = $2, email_key = $2 WHERE id = $1", [
      ...[owner.personId, account.email],
    ]);
    await connect({ roleClaim: "groups", roleRules });
    expect(await signInBySso(makeBrowser(), provider, account)).toBeUndefined();
    expect(await roleOfPerson(owner.personId)).toBe("owner");
    await makePerson({ partnerId });
    await connect({ roleClaim: "groups", roleRules, breakGlass: [owner.personId] });
    expect(await signInBySso(makeBrowser(), provider, account)).toBeUndefined();
    expect(await roleOfPerson(owner.personId)).toBe("owner");
    await connect({ roleClaim: "groups", roleRules });
    expect(await signInBySso(makeBrowser(), provider, account)).toBeUndefined();
    expect(await roleOfPerson(owner.personId)).toBe("viewer");
  });
});
