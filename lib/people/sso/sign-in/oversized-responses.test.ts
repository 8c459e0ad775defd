import "@/test/database";
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type Account,
  type IdentityProvider,
  startIdentityProvider,
} from "@/test/fixtures/identity-provider";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makeBrowser, makePerson } from "@/test/fixtures/people";
import { addDomainDirectly, connectDirectly } from "@/test/fixtures/sso";
import { signInBySso } from "@/test/fixtures/sso-journey";
import { discover } from "./discover";

const MB = 1_000_000;
/** What a provider sends in vain: our limit, and what the buffers of both sockets take. */
const MAX_SENT = 20 * MB;
const CONFIGURATION = "/.well-known/openid-configuration";
const USERINFO = "/me";

let provider: IdentityProvider;
let partnerId: string;
let account: Account;
beforeAll(async () => {
  provider = await startIdentityProvider();
});
beforeEach(async () => {
  provider.intercept = undefined;
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
  // Without the email in the ID token, the userinfo endpoint is asked as well.
  provider.tamper = (body) => {
    const [, payload = ""] = String(body.id_token).split(".");
    const { email: _, ...claims } = JSON.parse(Buffer.from(payload, "base64url").toString());
    return { ...body, id_token: provider.sign(claims) };
  };
});
afterAll(async () => {
  await provider.close();
  await endTests();
});

const signIn = () => signInBySso(makeBrowser(), provider, account);
const lastFailure = async () =>
  (await sql("SELECT failure FROM sso_connections WHERE partner_id = $1", [partnerId]))[0].failure;

/** Makes an endpoint send without end; returns how much it has sent. */
function flood(path: string, send: (response: ServerResponse, piece: string) => boolean) {
  const sent = { bytes: 0 };
  provider.intercept = ({ url }, response) => {
    if (url !== path) return false;
    const piece = "a".repeat(MB / 10);
    const more = () => {
      while (!response.destroyed && sent.bytes < 2 * MAX_SENT) {
        sent.bytes += piece.length;
        if (!send(response, piece)) return void response.socket?.once("drain", more);
      }
      response.end();
    };
    more();
    return true;
  };
  return sent;
}

const asBody = (response: ServerResponse, piece: string) => {
  if (!response.headersSent) response.writeHead(200, { "content-type": "application/json" });
  return response.write(piece);
};
/** The body of a refusal, which is read for its reason. */
const asRefusal = (response: ServerResponse, piece: string) => {
  if (!response.headersSent) response.writeHead(400, { "content-length": 100 * MB });
  return response.write(piece);
};
/** Responses before the response, which have no body and which nobody hands on. */
const asHints = ({ socket }: ServerResponse, piece: string) => {
  const hint = `HTTP/1.1 103 Early Hints\r\nx: ${piece.slice(0, 8_000)}\r\n\r\n`;
  return socket?.write(hint.repeat(piece.length / 8_000)) ?? true;
};

describe("a response without end", () => {
  test.each([
    ["the token endpoint", "/token", asBody],
    ["the token endpoint, as a refusal,", "/token", asRefusal],
    ["the token endpoint, before its status,", "/token", asHints],
    ["the JWKS endpoint", "/jwks", asBody],
    ["the userinfo endpoint", USERINFO, asBody],
  ])("of %s is cut off at 1 MB, and the owner learns why", async (_, path, send) => {
    const sent = flood(path, send);
    expect(await signIn()).toBe("response_too_large");
    expect(await lastFailure()).toBe("response_too_large");
    expect(sent.bytes).toBeGreaterThan(MB / 10);
    expect(sent.bytes).toBeLessThan(MAX_SENT);
  });

  test("an endless response of the discovery endpoint is cut off at 1 MB, and the owner learns why", async () => {
    const sent = flood(CONFIGURATION, asBody);
    expect(await signIn()).toBe("sso_response_too_large");
    expect(await lastFailure()).toBe("response_too_large");
    await expect(discover(provider.issuer)).rejects.toThrow("Its configuration exceeds 1 MB.");
    expect(sent.bytes).toBeLessThan(2 * MAX_SENT);
  });
});

describe("a compressed response", () => {
  const compress = (path: string) => {
    provider.intercept = ({ url }, response) => {
      if (url !== path) return false;
      const end = response.end.bind(response);
      response.end = ((body: string | Buffer) => {
        response.removeHeader("content-length");
        response.setHeader("content-encoding", "gzip");
        return end(gzipSync(body));
      }) as typeof response.end;
      return false;
    };
  };

  test.each([["/token"], ["/jwks"], [USERINFO]])("of %s is not expanded", async (path) => {
    compress(path);
    expect(await signIn()).toBe("provider_down");
  });

  test("a compressed response of the discovery endpoint is not expanded", async () => {
    compress(CONFIGURATION);
    await expect(discover(provider.issuer)).rejects.toThrow("a configuration of OpenID Connect");
  });
});

describe("a set of keys", () => {
  /** Makes the provider send its key, and more keys with the same id, of this many bytes. */
  function padKeys(bytes: number) {
    provider.intercept = ({ url }, response) => {
      if (url !== "/jwks") return false;
      const end = response.end.bind(response);
      response.end = ((body: string | Buffer) => {
        const [key] = JSON.parse(String(body)).keys;
        const other = { ...key, n: "w".repeat(86) };
        const padding = Array(Math.floor(bytes / JSON.stringify(other).length)).fill(other);
        response.removeHeader("content-length");
        return end(JSON.stringify({ keys: [...padding, key] }));
      }) as typeof response.end;
      return false;
    };
  }

  test("a set of keys above 100 kB is cut off: each of its keys would be tried on the ID token", async () => {
    padKeys(MB / 5);
    expect(await signIn()).toBe("response_too_large");
    expect(await lastFailure()).toBe("response_too_large");
  });

  test("a set of keys below 100 kB signs the person in", async () => {
    padKeys(MB / 20);
    expect(await signIn()).toBeUndefined();
  });
});

test("responses of a usual size sign the person in, so that these tests test the size", async () => {
  provider.intercept = undefined;
  expect(await signIn()).toBeUndefined();
});
