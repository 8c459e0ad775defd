import "@/test/database";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type Account,
  type IdentityProvider,
  signInAtProvider,
  startIdentityProvider,
} from "@/test/fixtures/identity-provider";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makeBrowser, makePerson } from "@/test/fixtures/people";
import { addDomainDirectly, connectDirectly } from "@/test/fixtures/sso";
import { returnTo, signInBySso, startSso } from "@/test/fixtures/sso-journey";
import { discover } from "./discover";

let provider: IdentityProvider;
let partnerId: string;
let account: Account;
beforeAll(async () => {
  provider = await startIdentityProvider();
});
beforeEach(async () => {
  provider.tamper = undefined;
  ({ partnerId } = await makePartner({ balanceUsd: 0 }));
  const { issuer, clientId, clientSecret } = provider;
  await connectDirectly(partnerId, { issuer, clientId, clientSecret });
  const domain = await addDomainDirectly(partnerId, { isVerified: true });
  account = { sub: randomUUID(), email: `ada@${domain}`, email_verified: true };
  const person = await makePerson({ partnerId });
  await sql("UPDATE people SET email = $2, email_key = $2 WHERE id = $1", [
    ...[person.personId, account.email],
  ]);
  provider.allow(`http://127.0.0.1:3000/api/auth/callback/${partnerId}`);
});
afterAll(async () => {
  await provider.close();
  await endTests();
});

const lastFailure = async () =>
  (await sql("SELECT failure FROM sso_connections WHERE partner_id = $1", [partnerId]))[0].failure;

/** Replaces claims of the ID token, signed with the provider's key. */
const withClaims = (changed: Record<string, unknown>) => {
  provider.tamper = (body) => {
    const [, payload = ""] = String(body.id_token).split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    return { ...body, id_token: provider.sign({ ...claims, ...changed }) };
  };
};
const NOW_S = () => Math.floor(Date.now() / 1000);

describe("an ID token that does not hold", () => {
  test.each([
    ["of another sign-in (nonce)", () => ({ nonce: "another" })],
    ["of another issuer", () => ({ iss: "https://elsewhere.example" })],
    ["for another client", () => ({ aud: "another" })],
    ["that has expired", () => ({ exp: NOW_S() - 60 })],
  ])("%s is refused", async (_, changed) => {
    withClaims(changed());
    const browser = makeBrowser();
    expect(await signInBySso(browser, provider, account)).toBe("token_invalid");
    expect(await browser.session()).toEqual({});
    expect(await lastFailure()).toBe("token_invalid");
  });

  test("an ID token with another signature is refused", async () => {
    provider.tamper = (body) => {
      const [head, payload] = String(body.id_token).split(".");
      return { ...body, id_token: `${head}.${payload}.${"A".repeat(342)}` };
    };
    expect(await signInBySso(makeBrowser(), provider, account)).toBe("token_invalid");
  });

  test("is accepted unchanged, so that these tests test the change", async () => {
    withClaims({});
    expect(await signInBySso(makeBrowser(), provider, account)).toBeUndefined();
  });
});

describe("a provider that cannot be used", () => {
  test("is down at the start, and comes back", async () => {
    const { clientId, clientSecret, issuer } = provider;
    const down = "http://127.0.0.1:1";
    await connectDirectly(partnerId, { issuer: down, clientId, clientSecret });
    expect(await signInBySso(makeBrowser(), provider, account)).toBe("sso_provider_down");
    expect(await lastFailure()).toBe("provider_down");
    await connectDirectly(partnerId, { issuer, clientId, clientSecret });
    expect(await signInBySso(makeBrowser(), provider, account)).toBeUndefined();
    expect(await lastFailure()).toBeNull();
  });

  test("goes down before the response", async () => {
    const browser = makeBrowser();
    provider.account = account;
    const target = await signInAtProvider(await startSso(browser, String(account.email)), account);
    const { clientId, clientSecret } = provider;
    await connectDirectly(partnerId, { issuer: "http://127.0.0.1:1", clientId, clientSecret });
    expect(await returnTo(browser, target)).toBe("provider_down");
  });

  test("refuses our client secret", async () => {
    const { issuer, clientId } = provider;
    await connectDirectly(partnerId, { issuer, clientId, clientSecret: "wrong" });
    expect(await signInBySso(makeBrowser(), provider, account)).toBe("provider_refused");
    expect(await lastFailure()).toBe("provider_refused");
  });

  test("speaks for another issuer, or has an endpoint inside our network", async () => {
    const answer = { issuer: "https://accounts.example" } as Record<string, string>;
    const server = createServer((_, response) => response.end(JSON.stringify(answer)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"])
      answer[name] = `${issuer}/x`;
    await expect(discover(issuer)).rejects.toThrow(
      "It names another issuer: https://accounts.example.",
    );
    answer.issuer = issuer;
    answer.token_endpoint = "https://169.254.169.254/token";
    await expect(discover(issuer)).rejects.toThrow(
      "Its token_endpoint must not be an address that is not public.",
    );
    delete answer.token_endpoint;
    await expect(discover(issuer)).rejects.toThrow("a configuration of OpenID Connect");
    server.close();
  });

  test.each([
    ["https://10.0.0.1", "must not be an address that is not public"],
    ["https://localhost", "must have a public host name"],
    ["http://login.example.com", "must be an https:// URL"],
    ["http://10.0.0.1:8080", "must be an https:// URL"],
  ])("is not asked at %s", async (issuer, text) => {
    await expect(discover(issuer)).rejects.toThrow(text);
  });
});

describe("the response of the provider", () => {
  /** A browser that has been at the provider, and where it is sent. */
  async function arrived() {
    const browser = makeBrowser();
    provider.account = account;
    const url = await startSso(browser, String(account.email));
    return { browser, url: new URL(url), target: await signInAtProvider(url, account) };
  }

  test("has state, nonce and PKCE, and the typed email as a hint", async () => {
    const { url, target } = await arrived();
    expect(url.searchParams.get("code_challenge_method")).toBe("S256");
    for (const name of ["state", "nonce", "code_challenge"])
      expect(url.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(url.searchParams.get("login_hint")).toBe(account.email);
    expect(target.pathname).toBe(`/api/auth/callback/${partnerId}`);
    expect(target.searchParams.get("state")).toBe(url.searchParams.get("state"));
  });

  test("works once, and in the browser that began it only", async () => {
    const { browser, target } = await arrived();
    expect(await returnTo(makeBrowser(), target)).toBe("expired");
    expect(await returnTo(browser, target)).toBeUndefined();
    expect(await returnTo(browser, target)).toBe("expired");
  });

  test("is refused with another state, and at another connection", async () => {
    const { browser, target } = await arrived();
    const forged = new URL(target);
    forged.searchParams.set("state", "another");
    expect(await returnTo(browser, forged)).toBe("expired");
    const { browser: second, target: other } = await arrived();
    const { partnerId: elsewhere } = await makePartner({ balanceUsd: 0 });
    other.pathname = `/api/auth/callback/${elsewhere}`;
    expect(await returnTo(second, other)).toBe("unavailable");
    const { issuer, clientId, clientSecret } = provider;
    await connectDirectly(elsewhere, { issuer, clientId, clientSecret });
    expect(await returnTo(second, other)).toBe("expired");
    expect(await second.session()).toEqual({});
  });

  test("says that the person was not let in", async () => {
    const browser = makeBrowser();
    const target = new URL(`http://127.0.0.1:3000/api/auth/callback/${partnerId}`);
    target.searchParams.set("error", "access_denied");
    expect(await returnTo(browser, target)).toBe("denied");
  });
});

describe("the start", () => {
  const start = async (email: string, fields: Record<string, string> = {}, query = "") => {
    const browser = makeBrowser();
    const csrfToken = await browser.csrfToken();
    const body = { csrfToken, json: "true", email, ...fields };
    return browser.auth("POST", `signin/sso${query}`, body);
  };

  test("responds in one form for every email, whether or not a person has it", async () => {
    const shapeOf = async (email: string) => {
      const response = await start(email);
      const body = (await response.json()) as { url: string };
      return { status: response.status, keys: Object.keys(body), url: body.url };
    };
    const known = await shapeOf(String(account.email));
    const colleague = await shapeOf(String(account.email).replace("ada", "nobody"));
    const unknown = await shapeOf("ada@elsewhere.example");
    for (const { status, keys } of [known, colleague, unknown])
      expect([status, keys]).toEqual([200, ["url"]]);
    const withoutSecrets = (text: string, hint: string) => {
      const url = new URL(text);
      for (const name of ["state", "nonce", "code_challenge"]) url.searchParams.delete(name);
      expect(url.searchParams.get("login_hint")).toBe(hint);
      url.searchParams.delete("login_hint");
      return url.href;
    };
    expect(withoutSecrets(colleague.url, String(account.email).replace("ada", "nobody"))).toBe(
      withoutSecrets(known.url, String(account.email)),
    );
    expect(unknown.url).toBe("http://127.0.0.1:3000/sign-in?error=sso_unavailable");
    for (const odd of ["", "@", "ada", `ada@${"x".repeat(300)}.example`])
      expect((await shapeOf(odd)).url).toBe(unknown.url);
  });

  test("needs the token of the page, and takes no parameters from its address", async () => {
    const response = await start(String(account.email), { csrfToken: "wrong" });
    expect((await response.json()).url).toContain("csrf=true");
    const given = await start(String(account.email), {}, "?prompt=none&scope=admin");
    const { searchParams } = new URL((await given.json()).url);
    expect([searchParams.get("prompt"), searchParams.get("scope")]).toEqual([
      null,
      "openid email profile",
    ]);
  });
});
