import { KEEP_OPEN } from "@/test/http/keep-open";
import "@/test/database";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { PUT as setOnly } from "@/app/api/v1/partner/sso/only/route";
import { GET as get, PUT as set } from "@/app/api/v1/partner/sso/route";
import { whileLocked } from "@/test/database/while-locked";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { bindDirectly, connectDirectly, ssoBody, ssoVersion } from "@/test/fixtures/sso";
import { expectRefusal } from "@/test/http/expect-answer";

afterAll(endTests);

/** Starts an identity provider that shows its configuration after `first`. */
async function startProvider(first: () => Promise<void>) {
  const provider = createServer(KEEP_OPEN, async (_, response) => {
    await first();
    const endpoint = `${issuer}/endpoint`;
    const endpoints = { authorization_endpoint: endpoint, token_endpoint: endpoint };
    response.end(JSON.stringify({ issuer, ...endpoints, jwks_uri: endpoint }));
  }).listen(0, "127.0.0.1");
  await once(provider, "listening");
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  return { provider, issuer };
}

test("another issuer is refused while single sign-on is required, also if it was required meanwhile", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const owner = await makePerson({ partnerId, withTotp: true });
  const browser = await signedIn(owner);
  const put = async (issuer: string, body: object = ssoBody()) => {
    const known = { version: await ssoVersion(partnerId), password: owner.password };
    return browser.call(set, { method: "PUT", body: { ...body, issuer, ...known } });
  };
  const required = { isOnly: true, breakGlass: [owner.personId] };
  const { issuer } = ssoBody();
  await connectDirectly(partnerId, required);
  await bindDirectly(partnerId, owner.personId);
  const { provider, issuer: other } = await startProvider(async () => {
    await sql("UPDATE sso_connections SET is_only = true WHERE partner_id = $1", [partnerId]);
  });
  expectRefusal(await put(other), 409, "SSO_IS_REQUIRED");
  await sql("UPDATE sso_connections SET is_only = false WHERE partner_id = $1", [partnerId]);
  expectRefusal(await put(other), 409, "SSO_IS_REQUIRED");
  provider.close();
  const { connection, isOnly, people } = (await browser.call(get)).json.data;
  expect({ issuer: connection.issuer, isOnly }).toEqual({ issuer, isOnly: true });
  expect(people[0].boundAt).toBeDefined();
  const entries = "SELECT action FROM audit_entries WHERE person_id = $1";
  expect(await sql(entries, [owner.personId])).toEqual([]);
  // A secret that expires is replaced while single sign-on is required.
  expect((await put(issuer)).status).toBe(200);
});

test("a requirement is refused when another issuer was saved since the request read the connection", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const owner = await makePerson({ partnerId, withTotp: true });
  const browser = await signedIn(owner);
  await connectDirectly(partnerId);
  const saving: [string, unknown[]] = [
    `WITH alone AS MATERIALIZED (SELECT lock_people_of($1)::text AS taken)
     UPDATE sso_connections SET issuer = 'https://other.example', used_at = NULL FROM alone WHERE partner_id = $1`,
    [partnerId],
  ];
  const { password, personId } = owner;
  const version = await ssoVersion(partnerId);
  const body = { password, isOnly: true, breakGlassPersonIds: [personId], version };
  const answer = await whileLocked(saving, () => browser.call(setOnly, { method: "PUT", body }));
  expectRefusal(answer, 409, "SSO_ONLY_NOT_READY");
  expect((await browser.call(get)).json.data).toMatchObject({ isOnly: false });
});

test("an issuer that was saved while another one was checked stays, with its accounts", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const owner = await makePerson({ partnerId });
  const meanwhile = "https://meanwhile.example";
  const { provider, issuer } = await startProvider(async () => {
    await connectDirectly(partnerId, { issuer: meanwhile });
    await bindDirectly(partnerId, owner.personId, { issuer: meanwhile });
  });
  const body = { ...ssoBody(), issuer, password: owner.password };
  const browser = await signedIn(owner);
  const answer = await browser.call(set, { method: "PUT", body });
  provider.close();
  expectRefusal(answer, 409, "SSO_CHANGED");
  const { connection, people } = (await browser.call(get)).json.data;
  expect(connection).toMatchObject({ issuer: meanwhile });
  expect(people[0].boundAt).toBeDefined();
});

test("a connection that is removed while its change is saved does not come back", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const owner = await makePerson({ partnerId });
  const browser = await signedIn(owner);
  await connectDirectly(partnerId);
  const version = await ssoVersion(partnerId);
  const removing: [string, unknown[]] = [
    "DELETE FROM sso_connections WHERE partner_id = $1",
    [partnerId],
  ];
  const body = { ...ssoBody(), version, password: owner.password };
  const answer = await whileLocked(removing, () => browser.call(set, { method: "PUT", body }));
  expectRefusal(answer, 409, "SSO_CHANGED");
  expect((await browser.call(get)).json.data.connection).toBeUndefined();
});
