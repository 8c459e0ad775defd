import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { TOTP } from "otpauth";
import pg from "pg";
import { ADVERSARIAL_BODIES } from "../test/http/adversarial-bodies.ts";
import { everyContract } from "../test/http/every-contract.ts";
import { answersIn, head, sendBytes } from "../test/http/raw-http.ts";
import { signInOverHttp } from "../test/http/sign-in-over-http.ts";
import { type KillableService, makeKillableService } from "../test/service/killable-service.ts";

/** Attacks that once succeeded, run against the built server: tests of handlers do not find them. */
test.describe.configure({ mode: "serial" });

const STRICT_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** The processor time for a body of 64 KiB. Each of these bodies once took 2,000 ms. */
const MAX_MS_PER_BODY = 50;
const BODY_BYTES = 65_000;
const TICKS_PER_S = 100;

let service: KillableService;
let database: pg.Client;
let ownerCookie: string;
let adminCookie: string;

test.beforeAll(async () => {
  service = await makeKillableService();
  database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  await service.start();
  ownerCookie = await signInOverHttp(service.baseUrl, partner());
  const { totpSecret, ...admin } = service.admins[0] ?? fail("The demo has no administrator.");
  const totp = new TOTP({ secret: totpSecret }).generate();
  adminCookie = await signInOverHttp(service.baseUrl, { ...admin, totp });
});
test.afterAll(async () => {
  await database?.end();
  await service?.stop();
});

function fail(message: string): never {
  throw new Error(message);
}
const partner = () => service.partners[0] ?? fail("The demo has no partner.");

const send = (first: string | Buffer, ...parts: (() => Promise<string>)[]) =>
  sendBytes(service.baseUrl, first, ...parts);

/** Sends a request with `Connection: close`. Returns its only response. */
async function ask(line: string, headers: Record<string, string> = {}, body = "") {
  const length: Record<string, string> =
    body === "" ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  const answers = answersIn(await send(head(line, { ...length, ...headers }) + body));
  expect(answers, line).toHaveLength(1);
  return answers[0] ?? fail("no answer");
}

const bearer = () => ({ Authorization: `Bearer ${partner().apiKey}` });
const JSON_TYPE = { "Content-Type": "application/json" };

async function processorMs(): Promise<number> {
  const stat = await readFile(`/proc/${service.pid()}/stat`, "utf8");
  // The fields after the name, which may contain anything: utime and stime are fields 14 and 15 of the line.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_S;
}

test("adversarial bodies to every endpoint: each one uses little processor time", async () => {
  test.skip(process.platform !== "linux", "The processor's time is read from /proc.");
  const contracts = (await everyContract()).filter(({ body }) => body);
  const targets = contracts.map(({ method, path, audience = "partner" }) => {
    const cookie = audience === "admin" ? adminCookie : ownerCookie;
    const isForKeys = audience === "partner" || audience === "sandbox";
    return {
      line: `${method} ${path.replace(/\{\w+\}/g, "usr_01k9x70c5r8e5t2v7w4y0z1a2b")}`,
      headers: isForKeys ? bearer() : { Cookie: cookie },
    };
  });
  targets.push({ line: "POST /api/auth/signout", headers: bearer() });
  const bodies = Object.values(ADVERSARIAL_BODIES).map((bodyOf) => bodyOf(BODY_BYTES));
  const before = await processorMs();
  let sent = 0;
  for (const [index, { line, headers }] of targets.entries()) {
    // Each endpoint gets the body that was once slow, and one of the others in turn.
    for (const body of [bodies[0] ?? "", bodies[1 + (index % (bodies.length - 1))] ?? ""]) {
      const key = { "Idempotency-Key": randomUUID() };
      const { status } = await ask(line, { ...JSON_TYPE, ...key, ...headers }, body);
      expect([200, 302, 400, 401, 403, 404, 413, 429], line).toContain(status);
      sent += 1;
    }
  }
  expect(((await processorMs()) - before) / sent).toBeLessThan(MAX_MS_PER_BODY);
});

test("a request whose credential is revoked while its body is held back is refused", async () => {
  const body = JSON.stringify({ amount: 5, toAddress: `0x${"52".repeat(20)}` });
  const { partnerId } = partner();
  const cases: [loss: string, undo: string, headers: Record<string, string>, status: number][] = [
    [
      "UPDATE api_keys SET revoked_at = now() WHERE partner_id = $1",
      "UPDATE api_keys SET revoked_at = NULL WHERE partner_id = $1",
      bearer(),
      401,
    ],
    [
      "UPDATE people SET disabled_at = now() WHERE partner_id = $1",
      "UPDATE people SET disabled_at = NULL WHERE partner_id = $1",
      { Cookie: ownerCookie },
      401,
    ],
    [
      "UPDATE partners SET suspended_at = now() WHERE id = $1",
      "UPDATE partners SET suspended_at = NULL WHERE id = $1",
      bearer(),
      403,
    ],
  ];
  for (const [loss, undo, headers, status] of cases) {
    const balanceStatus = async () =>
      (await ask("GET /api/v1/partner/wallet/balance", headers)).status;
    await expect.poll(balanceStatus).toBe(200);
    const all = { ...JSON_TYPE, ...headers, "Idempotency-Key": randomUUID() };
    const line = "POST /api/v1/partner/withdrawal";
    const length = { "Content-Length": String(body.length) };
    const answer = await send(head(line, { ...all, ...length }) + body.slice(0, 5), async () => {
      // Long enough for the first check of the credential.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await database.query(loss, [partnerId]);
      await expect.poll(balanceStatus).toBe(status);
      return body.slice(5);
    });
    await database.query(undo, [partnerId]);
    expect([loss, answersIn(answer)[0]?.status]).toEqual([loss, status]);
  }
});

test("the fifth live stream of a session is refused with Retry-After", async () => {
  const leave = new AbortController();
  const statuses: [number, string | null][] = [];
  for (let i = 0; i < 5; i++) {
    const url = `${service.baseUrl}/api/v1/partner/live`;
    const answer = await fetch(url, { headers: { cookie: ownerCookie }, signal: leave.signal });
    statuses.push([answer.status, answer.headers.get("retry-after")]);
  }
  leave.abort();
  expect(statuses.slice(0, 4).map(([status]) => status)).toEqual([200, 200, 200, 200]);
  expect(statuses[4]).toEqual([429, expect.stringMatching(/^[1-9]\d*$/)]);
});

test("a text with characters that cannot be stored is refused with a session too", async () => {
  for (const chain of ["\u0000", "\ud800", "a\u202eb"]) {
    const body = JSON.stringify({ chain, txHash: `0x${"12".repeat(32)}` });
    const headers = { ...JSON_TYPE, Cookie: ownerCookie };
    const answer = await ask("POST /api/v1/partner/wallet/deposits/lookup", headers, body);
    expect([answer.status, answer.body]).toEqual([400, expect.stringContaining("chain")]);
  }
});

test("malformed headers of Next.js cause no server error", async () => {
  const values = ["1", "", "x", "%", "{}", "[]", "%5B%22%22%5D", "/..", "a".repeat(9_000)];
  const names = [
    "Next-Router-State-Tree",
    "Next-Router-Prefetch",
    "Next-Router-Segment-Prefetch",
    "Next-HMR-Refresh",
    "Next-Url",
    "Next-Action",
    "X-Nextjs-Data",
    "X-Middleware-Subrequest",
    "X-Matched-Path",
    "X-Invoke-Path",
  ];
  for (const [index, name] of names.entries())
    for (const value of index === 0 ? values : values.slice(-3))
      for (const kind of ["RSC", "X-Other"]) {
        const headers = { [name]: value, Cookie: ownerCookie, [kind]: "1" };
        const { status } = await ask("GET /sign-in", headers);
        expect([name, value.slice(0, 20), status < 500]).toEqual([name, value.slice(0, 20), true]);
      }
});

test("every method on every kind of path: no server error, and each error has a body", async () => {
  const methods = "GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND MKCOL LOCK PURGE".split(
    " ",
  );
  const paths = [
    "/api",
    "/api/health",
    "/api/v1/partner/card",
    "/api/nothing",
    "/",
    "/sign-in",
    "/icon.svg",
  ];
  for (const method of methods)
    for (const path of paths) {
      const { status, headers, body } = await ask(`${method} ${path}`, { "Content-Length": "0" });
      const what = `${method} ${path}: ${status}`;
      expect(status, what).toBeLessThan(500);
      if (status < 400 || method === "HEAD") continue;
      expect(body, what).not.toBe("");
      if (status === 405) expect(headers.allow, what).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
    }
});

test("nobody can make the server resize a picture", async () => {
  const refused = await ask("GET /_next/image?url=http%3A%2F%2F127.0.0.1%2Fx&w=64&q=75");
  // Where pictures are resized, the address is refused with 400.
  expect(refused.status).toBe(404);
});

test("request targets without a path and protocol upgrades are served or refused", async () => {
  const absolute = await ask(`GET ${service.baseUrl}/api/health`);
  expect([absolute.status, absolute.headers.location]).toEqual([200, undefined]);
  expect((await ask("OPTIONS *")).status).toBe(204);
  expect((await ask("GET *")).status).toBe(405);
  const offer = { Connection: "Upgrade, close", Upgrade: "h2c", "HTTP2-Settings": "AAMAAABk" };
  expect((await ask("GET /api/health", offer)).status).toBe(200);
  expect((await ask("GET /sign-in", offer)).status).toBe(200);
  const asked = { ...offer, ...JSON_TYPE, ...bearer(), "Idempotency-Key": randomUUID() };
  const refused = await ask("POST /api/v1/partner/card/fund", asked, '{"amount":1}');
  expect([refused.status, refused.body]).toEqual([400, expect.stringContaining("serviceCardId")]);
});

test("requests that two parsers could split differently are refused with one response", async () => {
  const hidden = "GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n";
  const requests = {
    "a length and chunks": `${head("POST /api/auth/signout", { "Content-Length": "4", "Transfer-Encoding": "chunked" })}0\r\n\r\n${hidden}`,
    "two lengths": `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    "a length with a sign": `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +0\r\n\r\n${hidden}`,
    "chunks by another name": `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
    "a space in a header's name": `POST / HTTP/1.1\r\nHost: x\r\nContent-Length : 0\r\n\r\n${hidden}`,
    "two hosts": `GET /api/health HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n`,
    "HTTP/0.9": "GET /api/health HTTP/0.9\r\n\r\n",
  };
  for (const [name, bytes] of Object.entries(requests)) {
    const answers = answersIn(await send(bytes));
    // A request of unknown length extends to the end, and is refused for its method.
    const refused = name === "chunks by another name" ? 405 : 400;
    expect([name, answers.map(({ status }) => status)]).toEqual([name, [refused]]);
    expect(answers[0]?.body, name).toContain('"status":"error"');
  }
});

test("every response has a Content Security Policy, a strict one unless it is a page", async () => {
  const strict = [
    "/api/health",
    "/api/nothing",
    "/api/auth/csrf",
    "/api/auth/signout",
    "/_next/nothing",
    "/x/../api/health",
    "/_next/static/../nothing",
  ];
  const pages = [
    "/",
    "/sign-in",
    "/nothing",
    "/_next/%2e%2e/sign-in",
    "/api/../sign-in",
    "/api/%2E%2e/nothing",
  ];
  for (const path of strict)
    expect([path, (await ask(`GET ${path}`)).headers["content-security-policy"]]).toEqual([
      path,
      STRICT_POLICY,
    ]);
  for (const path of pages) {
    const { headers } = await ask(`GET ${path}`);
    const policy = headers["content-security-policy"];
    expect([path, policy]).toEqual([
      path,
      expect.stringMatching(/script-src 'nonce-[^']+' 'strict-dynamic'/),
    ]);
  }
  expect((await ask("GET /api/auth/signout")).status).toBe(404);
});

test("a compressed request body is refused with 415; a deprecated operation has the Deprecation header", async () => {
  const headers = { ...JSON_TYPE, ...bearer(), "Idempotency-Key": randomUUID() };
  const line = "POST /api/v1/partner/card/users";
  const gzip = await ask(line, { ...headers, "Content-Encoding": "gzip" }, "{}");
  expect([gzip.status, gzip.body]).toEqual([415, expect.stringContaining("Content-Encoding")]);
  const legacy = await ask(line, headers, "{}");
  expect([legacy.status, legacy.headers.deprecation]).toEqual([
    400,
    expect.stringMatching(/^@\d+$/),
  ]);
});
