import "@/test/database";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { DELETE as removeFactor } from "@/app/api/account/second-factor/route";
import { DELETE as removePartnerPerson } from "@/app/api/admin/partners/[id]/people/[personId]/route";
import {
  PATCH as changeRole,
  DELETE as removePerson,
} from "@/app/api/v1/partner/people/[personId]/route";
import { DELETE as removeDomain } from "@/app/api/v1/partner/sso/domains/[domain]/route";
import { POST as verify } from "@/app/api/v1/partner/sso/domains/[domain]/verify/route";
import { POST as addDomain } from "@/app/api/v1/partner/sso/domains/route";
import { DELETE as unlink } from "@/app/api/v1/partner/sso/identities/[personId]/route";
import { PUT as setOnly } from "@/app/api/v1/partner/sso/only/route";
import { GET as get, DELETE as remove, PUT as set } from "@/app/api/v1/partner/sso/route";
import { whileLocked } from "@/test/database/while-locked";
import { type Answer, endTests, makePartner, sql } from "@/test/fixtures/make";
import {
  type Browser,
  codeOf,
  makeOperator,
  makePerson,
  signedIn,
  type TestPerson,
} from "@/test/fixtures/people";
import {
  addDomainDirectly,
  bindDirectly,
  connectDirectly,
  ssoBody,
  ssoVersion,
} from "@/test/fixtures/sso";
import { expectRefusal, invalidFields } from "@/test/http/expect-answer";
import { readTxtBy } from "./domains/txt-records";
import { connectionOf } from "./sign-in/connection";

let partnerId: string;
let owner: TestPerson;
let browser: Browser;
beforeEach(async () => {
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  owner = await makePerson({ partnerId, withTotp: true });
  browser = await signedIn(owner);
});
afterEach(() => readTxtBy(undefined));
afterAll(endTests);

const shown = async () => (await browser.call(get)).json.data;
const versionNow = () => ssoVersion(partnerId);
const put = async (body: object) => {
  const known = { password: owner.password, version: await versionNow() };
  return browser.call(set, { method: "PUT", body: { ...known, ...body } });
};
const only = async (body: object) => {
  const known = { password: owner.password, version: await versionNow() };
  return browser.call(setOnly, { method: "PUT", body: { ...known, ...body } });
};
const add = (domain: string) => browser.call(addDomain, { method: "POST", body: { domain } });
const verified = (domain: string) =>
  browser.call(verify, { method: "POST", params: { domain }, body: {} });

describe("the identity provider", () => {
  test("is saved with its secret sealed, which no response and no audit entry shows", async () => {
    const body = ssoBody();
    const answer = await put({
      ...body,
      roleClaim: "groups",
      roleRules: [{ value: "admins", role: "owner" }],
    });
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject({
      redirectUri: `http://127.0.0.1:3000/api/auth/callback/${partnerId}`,
      connection: { issuer: body.issuer, clientId: "matrix", roleClaim: "groups" },
      isOnly: false,
    });
    const stored = await sql("SELECT * FROM sso_connections WHERE partner_id = $1", [partnerId]);
    const entries = await sql("SELECT * FROM audit_entries WHERE person_id = $1", [owner.personId]);
    const all = JSON.stringify([answer.json, stored, entries, await shown()]);
    expect(all).not.toContain(body.clientSecret);
    expect(entries).toMatchObject([{ action: "setSso", after: { newSecret: true } }]);
  });

  test("keeps its secret for the same issuer only", async () => {
    const { issuer, clientId, clientSecret } = ssoBody();
    expect(invalidFields(await put({ issuer, clientId }))).toEqual(["clientSecret: isNotEmpty"]);
    expect((await put({ issuer, clientId, clientSecret })).status).toBe(200);
    expect((await put({ issuer, clientId: "other" })).status).toBe(200);
    const elsewhere = await put({ issuer: "http://127.0.0.1:1", clientId });
    expect(invalidFields(elsewhere)).toEqual(["clientSecret: isNotEmpty"]);
  });

  test("is saved once of two saves at the same time, the first ones and later ones", async () => {
    for (const round of [1, 2]) {
      const version = await versionNow();
      const bodies = [1, 2].map((each) => ({
        ...ssoBody(),
        clientId: `${round}.${each}`,
        version,
      }));
      const answers = await Promise.all(bodies.map(put));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const saved = bodies[answers.findIndex(({ status }) => status === 200)];
      const { clientId, clientSecret } = (await connectionOf(partnerId)) ?? {};
      expect(saved).toMatchObject({ clientId, clientSecret });
    }
  });

  test("is not saved over what another owner saved, required or removed since it was read", async () => {
    await connectDirectly(partnerId);
    const { issuer, clientId } = ssoBody();
    const roleRules = [{ value: "contractors", role: "owner" }];
    const refused = async (version: string | null) => {
      const answer = await put({ issuer, clientId, roleClaim: "groups", roleRules, version });
      expectRefusal(answer, 409, "SSO_CHANGED");
      const entries =
        "SELECT FROM audit_entries WHERE partner_id = $1 AND after -> 'roleRules' @> $2";
      expect(await sql(entries, [partnerId, JSON.stringify(roleRules)])).toEqual([]);
    };
    const read = await versionNow();
    // The same values again: only the secret is another one.
    expect((await put(ssoBody())).status).toBe(200);
    const saved = await versionNow();
    await refused(read);
    await refused(null);
    await sql("UPDATE sso_connections SET used_at = now() WHERE partner_id = $1", [partnerId]);
    expect((await only({ isOnly: true, breakGlassPersonIds: [owner.personId] })).status).toBe(200);
    await refused(saved);
    const required = await versionNow();
    const body = { password: owner.password };
    expect((await browser.call(remove, { method: "DELETE", body })).status).toBe(200);
    await refused(required);
    expect((await shown()).connection).toBeUndefined();
  });

  test("has another version after each of two saves by clocks that differ", async () => {
    await connectDirectly(partnerId);
    await sql(
      "UPDATE sso_connections SET changed_at = now() + interval '1 minute' WHERE partner_id = $1",
      [partnerId],
    );
    const read = await versionNow();
    expect((await put({ clientId: "other", issuer: ssoBody().issuer })).status).toBe(200);
    expect(await versionNow()).not.toBe(read);
    expectRefusal(await put({ ...ssoBody(), version: read }), 409, "SSO_CHANGED");
  });

  test("is refused when its configuration cannot be used", async () => {
    const down = await put({ ...ssoBody(), issuer: "http://127.0.0.1:1" });
    expectRefusal(down, 400, "SSO_ISSUER_UNUSABLE");
    expect(JSON.stringify(down.json)).toContain("connection was refused");
    const slash = await put({ ...ssoBody(), issuer: `${ssoBody().issuer}/` });
    expectRefusal(slash, 400, "SSO_ISSUER_UNUSABLE");
    expect(JSON.stringify(slash.json)).toContain("Enter the issuer exactly like that.");
    expect((await shown()).connection).toBeUndefined();
  });

  test("unlinks all accounts with another issuer, and not with another client", async () => {
    await connectDirectly(partnerId);
    await bindDirectly(partnerId, owner.personId);
    expect((await put({ ...ssoBody(), clientId: "other" })).status).toBe(200);
    expect((await shown()).people[0].boundAt).toBeDefined();
    const issuer = "https://former.example";
    await connectDirectly(partnerId, { issuer });
    await sql("UPDATE sso_identities SET issuer = $1 WHERE partner_id = $2", [issuer, partnerId]);
    expect((await put(ssoBody())).status).toBe(200);
    expect((await shown()).people[0].boundAt).toBeUndefined();
  });

  test("is removed with its accounts", async () => {
    await connectDirectly(partnerId, { isOnly: true, breakGlass: [owner.personId] });
    await bindDirectly(partnerId, owner.personId);
    const body = { password: owner.password };
    expect((await browser.call(remove, { method: "DELETE", body })).status).toBe(200);
    expect(await shown()).toMatchObject({ isOnly: false });
    expectRefusal(await browser.call(remove, { method: "DELETE", body }), 404, "SSO_NOT_SET");
  });

  test("unlinks one person", async () => {
    await bindDirectly(partnerId, owner.personId);
    const params = { personId: owner.personId };
    expect((await browser.call(unlink, { method: "DELETE", params })).status).toBe(200);
    expectRefusal(
      await browser.call(unlink, { method: "DELETE", params }),
      ...([404, "SSO_IDENTITY_NOT_FOUND"] as const),
    );
  });
});

describe("requiring single sign-on", () => {
  const breakGlassPersonIds = () => [owner.personId];

  test("needs a connection that was used, and an owner with a second factor", async () => {
    const body = { isOnly: true, breakGlassPersonIds: breakGlassPersonIds() };
    expectRefusal(await only(body), 404, "SSO_NOT_SET");
    expect((await put(ssoBody())).status).toBe(200);
    expectRefusal(await only(body), 409, "SSO_ONLY_NOT_READY");
    await connectDirectly(partnerId);
    const { personId: unguarded } = await makePerson({ partnerId });
    const { personId: viewer } = await makePerson({ partnerId, role: "viewer", withTotp: true });
    const { partnerId: elsewhere } = await makePartner({ balanceUsd: 0 });
    const { personId: stranger } = await makePerson({ partnerId: elsewhere, withTotp: true });
    for (const ids of [[], [unguarded], [viewer], [stranger]])
      expectRefusal(
        await only({ isOnly: true, breakGlassPersonIds: ids }),
        ...([409, "SSO_ONLY_NOT_READY"] as const),
      );
    expect((await only(body)).json.data).toMatchObject({ isOnly: true });
    expect((await only({ isOnly: false, breakGlassPersonIds: [] })).json.data).toMatchObject({
      isOnly: false,
    });
  });

  test("is set once of two settings at the same time, and names those whom the page shows", async () => {
    await connectDirectly(partnerId);
    const { personId: other } = await makePerson({ partnerId, withTotp: true });
    const version = await versionNow();
    const wanted = [[owner.personId], [other]];
    const answers = await Promise.all(
      wanted.map((breakGlassPersonIds) => only({ isOnly: true, breakGlassPersonIds, version })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [named = ""] = wanted[answers.findIndex(({ status }) => status === 200)] ?? [];
    const { people } = await shown();
    const withAccess = people.filter((each: { hasBreakGlass: boolean }) => each.hasBreakGlass);
    expect(withAccess).toMatchObject([{ personId: named }]);
  });
});

describe("while single sign-on is required", () => {
  const LAST = [409, "LAST_BREAK_GLASS_OWNER"] as const;
  let colleague: TestPerson;
  let theirs: Browser;
  beforeEach(async () => {
    colleague = await makePerson({ partnerId, withTotp: true });
    theirs = await signedIn(colleague);
    await connectDirectly(partnerId, { isOnly: true, breakGlass: [owner.personId] });
  });

  const params = () => ({ personId: owner.personId });
  const demote = () => {
    const body = { role: "viewer", password: colleague.password };
    return theirs.call(changeRole, { method: "PATCH", params: params(), body });
  };
  const removeOwner = () => {
    const body = { password: colleague.password };
    return theirs.call(removePerson, { method: "DELETE", params: params(), body });
  };
  const dropFactor = () => {
    const body = { password: owner.password, code: codeOf(owner) };
    return browser.call(removeFactor, { method: "DELETE", body });
  };
  const steps: [string, () => Promise<Answer>][] = [
    ["demoted", demote],
    ["removed", removeOwner],
    ["without an authenticator", dropFactor],
  ];
  const ownerRow = async () =>
    (
      await sql(
        `SELECT role, disabled_at IS NULL AS "isActive", totp_secret_sealed IS NOT NULL AS "hasFactor"
         FROM people WHERE id = $1`,
        [owner.personId],
      )
    )[0];
  const name = (breakGlass: string[]) =>
    sql("UPDATE sso_connections SET break_glass = $2 WHERE partner_id = $1", [
      ...[partnerId, breakGlass],
    ]);

  test.each(steps)("the last owner with break-glass access is not %s", async (_, step) => {
    expectRefusal(await step(), ...LAST);
    // Neither a viewer with break-glass access nor an owner without an authenticator is enough.
    const { personId: viewer } = await makePerson({ partnerId, role: "viewer", withTotp: true });
    const { personId: unguarded } = await makePerson({ partnerId });
    await name([owner.personId, viewer, unguarded]);
    expectRefusal(await step(), ...LAST);
    expect(await ownerRow()).toEqual({ role: "owner", isActive: true, hasFactor: true });
    const actions = "SELECT action FROM audit_entries WHERE partner_id = $1";
    expect(await sql(actions, [partnerId])).toEqual([]);
  });

  test.each(steps)("an owner is %s once another has break-glass access", async (_, step) => {
    await name([owner.personId, colleague.personId]);
    expect((await step()).status).toBe(200);
  });

  test.each(steps)("an owner is %s once it is not required", async (_, step) => {
    await sql("UPDATE sso_connections SET is_only = false WHERE partner_id = $1", [partnerId]);
    expect((await step()).status).toBe(200);
  });

  test.each(steps)("an owner who cannot use break-glass access is %s", async (_, step) => {
    await name([colleague.personId]);
    expect((await step()).status).toBe(200);
  });

  test("the operator does not remove the last owner with break-glass access", async () => {
    const operator = await makeOperator();
    const body = { totp: codeOf(operator.person) };
    const target = { id: partnerId, personId: owner.personId };
    const answer = await operator.browser.call(removePartnerPerson, {
      ...{ method: "DELETE", params: target, body },
    });
    expectRefusal(answer, ...LAST);
  });

  /** What the removal of an authenticator does, until it is committed. */
  const cleared = (personId: string): [string, unknown[]] => [
    `WITH alone AS MATERIALIZED (SELECT lock_people_of($1)::text AS taken)
     UPDATE people SET totp_secret_sealed = NULL FROM alone WHERE id = $2`,
    [partnerId, personId],
  ];

  test("the setting waits for an owner who removes the authenticator, and is refused", async () => {
    await sql("UPDATE sso_connections SET is_only = false WHERE partner_id = $1", [partnerId]);
    const { password } = colleague;
    const body = {
      ...{ password, isOnly: true, breakGlassPersonIds: [owner.personId] },
      version: await versionNow(),
    };
    const require = () => theirs.call(setOnly, { method: "PUT", body });
    expectRefusal(await whileLocked(cleared(owner.personId), require), 409, "SSO_ONLY_NOT_READY");
    expect(await shown()).toMatchObject({ isOnly: false });
  });

  test("one of two owners who remove the authenticator at once keeps it", async () => {
    await name([owner.personId, colleague.personId]);
    expectRefusal(await whileLocked(cleared(colleague.personId), dropFactor), ...LAST);
  });
});

describe("a domain", () => {
  test("is verified by its TXT record", async () => {
    const domain = `${randomUUID()}.example.org`;
    const { txtHost, txtText } = (await add(domain.toUpperCase())).json.data;
    expect(txtHost).toBe(`_partner-wallet.${domain}`);
    const asked: string[] = [];
    let texts: string[] = [];
    readTxtBy(async (name) => {
      asked.push(name);
      return texts;
    });
    expectRefusal(await verified(domain), 409, "SSO_DOMAIN_UNPROVEN");
    texts = ["v=spf1 -all", `${txtText}x`];
    expectRefusal(await verified(domain), 409, "SSO_DOMAIN_UNPROVEN");
    texts = ["v=spf1 -all", txtText];
    expect((await verified(domain)).json.data).toMatchObject({ verifiedAt: expect.any(String) });
    expect(asked).toEqual([txtHost, txtHost, txtHost]);
    expect((await add(domain)).json.data).toMatchObject({ txtText });
  });

  test("is one partner's only", async () => {
    const domain = await addDomainDirectly(partnerId);
    const { partnerId: elsewhere } = await makePartner({ balanceUsd: 0 });
    await addDomainDirectly(elsewhere, { domain, isVerified: true });
    expectRefusal(await verified(domain), 409, "SSO_DOMAIN_TAKEN");
  });

  test("a domain with a reserved name needs no record in staging", async () => {
    readTxtBy(async () => []);
    const domain = `${randomUUID()}.example`;
    await add(domain);
    expect((await verified(domain)).status).toBe(200);
  });

  test.each(["example", "ada@example.com", "https://example.com", "-a.example", "a_b.example"])(
    "is not %s",
    async (domain) => {
      expect((await add(domain)).status).toBe(400);
    },
  );

  test("is stored in ASCII, and removed", async () => {
    const { domain } = (await add("Bücher.example")).json.data;
    expect(domain).toBe("xn--bcher-kva.example");
    const params = { domain };
    expect((await browser.call(removeDomain, { method: "DELETE", params })).status).toBe(200);
    expectRefusal(
      await browser.call(removeDomain, { method: "DELETE", params }),
      ...([404, "SSO_DOMAIN_NOT_FOUND"] as const),
    );
  });
});
