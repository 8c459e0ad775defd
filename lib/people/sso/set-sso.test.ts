import "@/test/database";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { PUT as set } from "@/app/api/v1/partner/sso/route";
import { endTests, makePartner } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { bindDirectly, connectDirectly, ssoBody } from "@/test/fixtures/sso";

afterAll(endTests);

/** Starts an identity provider that shows its configuration after `first`. */
async function startProvider(first: () => Promise<void>) {
  const provider = createServer(async (_, response) => {
    await first();
    const endpoint = `${issuer}/endpoint`;
    const endpoints = { authorization_endpoint: endpoint, token_endpoint: endpoint };
    response.end(JSON.stringify({ issuer, ...endpoints, jwks_uri: endpoint }));
  }).listen(0, "127.0.0.1");
  await once(provider, "listening");
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  return { provider, issuer };
}

test("accounts of an issuer are unlinked that was saved while another one was checked", async () => {
  const { partnerId } = await makePartner({ balanceUsd: 0 });
  const owner = await makePerson({ partnerId });
  const meanwhile = "https://meanwhile.example";
  const { provider, issuer } = await startProvider(async () => {
    await connectDirectly(partnerId, { issuer: meanwhile });
    await bindDirectly(partnerId, owner.personId, { issuer: meanwhile });
  });
  const body = { ...ssoBody(), issuer, password: owner.password };
  const saved = await (await signedIn(owner)).call(set, { method: "PUT", body });
  provider.close();
  expect(saved.json.data).toMatchObject({ connection: { issuer } });
  expect(saved.json.data.people[0].boundAt).toBeUndefined();
});
