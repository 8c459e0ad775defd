import "@/test/database";
import { randomInt } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { atOneInstant } from "@/test/fixtures/at-one-instant";
import { endTests } from "@/test/fixtures/make";
import { makeBrowser } from "@/test/fixtures/people";

afterAll(endTests);

/** A /64 network of the documentation range. */
const anIpv6Network = () =>
  `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`;
const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

describe("closed routes", () => {
  test.each([
    ["POST", "_log"],
    ["POST", "session"],
    ["POST", "signin"],
    ["POST", "signin/credentials"],
    ["GET", "callback/credentials"],
    ["GET", "callback"],
    ["POST", "callback"],
    ["POST", "callback/github"],
    ["GET", "verify-request"],
    ["GET", "csrf/more"],
    ["GET", "signout"],
    ["GET", ""],
    ["GET", "constructor"],
  ] as const)("%s %s is 404", async (method, action) => {
    const response = await makeBrowser().auth(method, action);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ status: "error", message: "NOT_FOUND" });
  });
});

describe("malformed requests never cause a 500", () => {
  test.each([
    ["{", JSON_TYPE, 400],
    ["[]", JSON_TYPE, 400],
    ["null", JSON_TYPE, 400],
    ["\u0000", FORM_TYPE, 302],
    ["a=%FF%00&csrfToken=%", FORM_TYPE, 302],
    ["callbackUrl=javascript%3Aalert(1)&callbackUrl=2", FORM_TYPE, 302],
    [JSON.stringify({ callbackUrl: { a: 1 }, csrfToken: ["x"], email: 5 }), JSON_TYPE, 302],
    [JSON.stringify({ callbackUrl: "::::", __proto__: null, constructor: "x" }), JSON_TYPE, 302],
    ["x", { "content-type": "text/plain" }, 415],
    [`email=${"x".repeat(70_000)}`, FORM_TYPE, 413],
  ])("sign-in: %.40j", async (body, headers, status) => {
    const response = await makeBrowser().auth("POST", "callback/credentials", body, headers);
    expect(response.status).toBe(status);
    if (status === 302)
      expect(response.headers.get("location")).toMatch(/^http:\/\/127.0.0.1:3000\//);
  });

  test.each([
    "error?error=%0d%0aSet-Cookie:a=b",
    "error?error=%F0%9F%92%A5",
    "signin?callbackUrl=%00",
    "signin?callbackUrl=http:%2f%2f",
    "csrf?callbackUrl=javascript:alert(1)",
    "csrf?callbackUrl=data:,x&callbackUrl=y",
    "csrf?nextauth=signout",
  ])("session: %s", async (action) => {
    const response = await makeBrowser().auth("GET", action);
    expect(response.status).toBeLessThan(400);
    expect(response.headers.get("set-cookie") ?? "").not.toMatch(/^a=b|javascript|data/);
  });

  test.each(["javascript:alert(1)", "::", "%ff", "💥"])("with the cookie %j", async (value) => {
    const browser = makeBrowser();
    browser.jar.set("next-auth.callback-url", encodeURIComponent(value));
    browser.jar.set("next-auth.csrf-token", encodeURIComponent(value));
    expect((await browser.auth("GET", "csrf")).status).toBe(200);
  });
});

describe("the redirect after sign-in", () => {
  test.each([
    ["/admin", "http://127.0.0.1:3000/admin"],
    ["http://127.0.0.1:3000/wallet?a=1", "http://127.0.0.1:3000/wallet?a=1"],
    ["https://evil.example/", "http://127.0.0.1:3000"],
    ["//evil.example/", "http://127.0.0.1:3000"],
    ["/\\evil.example/", "http://127.0.0.1:3000"],
    ["http://127.0.0.1:3000@evil.example/", "http://127.0.0.1:3000"],
    ["http://127.0.0.1:3001/", "http://127.0.0.1:3000"],
  ])("stays on our origin: %s", async (callbackUrl, target) => {
    const browser = makeBrowser();
    const query = new URLSearchParams({ callbackUrl });
    const response = await browser.auth("GET", `signin?${query}`);
    const location = response.headers.get("location") ?? "";
    expect(location).toBe(`/sign-in?callbackUrl=${encodeURIComponent(target)}`);
  });
});

describe("a change from another origin", () => {
  const sendWith = (headers: Record<string, string>) =>
    makeBrowser().auth("POST", "callback/credentials", { email: "" }, headers);

  test.each<Record<string, string>>([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1:3001" },
    { origin: "http://127.0.0.1:3000.evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  ])("is refused: %j", async (headers) => {
    const response = await sendWith(headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ message: "ORIGIN_NOT_ALLOWED" });
  });

  test.each<Record<string, string>>([
    {},
    { origin: "http://127.0.0.1:3000" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
  ])("is allowed with %j", async (headers) => {
    expect((await sendWith(headers)).status).toBe(302);
  });
});

test("sign-ins from one address are throttled, those from others are not", async () => {
  const browser = makeBrowser();
  const answers = await atOneInstant(() =>
    Promise.all(Array.from({ length: 80 }, () => browser.signIn({ email: "" }))),
  );
  const throttled = answers.filter(({ status }) => status === 429);
  expect(throttled.length).toBeGreaterThan(20);
  expect(throttled[0]?.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect((await makeBrowser().signIn({ email: "" })).status).toBe(401);
});

test("sign-ins from all addresses of one IPv6 network are throttled together", async () => {
  const network = anIpv6Network();
  const browsers = Array.from({ length: 80 }, (_, i) => makeBrowser(`${network}::${i + 1}`));
  const answers = await atOneInstant(() =>
    Promise.all(browsers.map((browser) => browser.signIn({ email: "" }))),
  );
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(20);
  const neighbour = makeBrowser(`${anIpv6Network()}::1`);
  expect((await neighbour.signIn({ email: "" })).status).toBe(401);
});

test("sign-ins from all networks of one IPv6 /48 are throttled together, above what a /64 may send", async () => {
  const site = anIpv6Network().split(":").slice(0, 3).join(":");
  const browsers = Array.from({ length: 240 }, (_, i) =>
    makeBrowser(`${site}:${(i + 1).toString(16)}::1`),
  );
  const answers = await atOneInstant(() =>
    Promise.all(browsers.map((browser) => browser.signIn({ email: "" }))),
  );
  const throttled = answers.filter(({ status }) => status === 429).length;
  expect([throttled > 20, throttled < 60]).toEqual([true, true]);
});

describe("each other action is throttled by address", () => {
  test.each([
    ["GET", "csrf"],
    ["GET", "session"],
    ["GET", "providers"],
    ["GET", "signin"],
    ["POST", "signout"],
  ] as const)("%s %s", async (method, action) => {
    const network = anIpv6Network();
    const body = method === "POST" ? "{}" : undefined;
    const ask = (i: number) => makeBrowser(`${network}::${i + 1}`).auth(method, action, body);
    const answers = await atOneInstant(() =>
      Promise.all(Array.from({ length: 150 }, (_, i) => ask(i))),
    );
    const throttled = answers.filter(({ status }) => status === 429);
    expect(throttled.length).toBeGreaterThan(20);
    expect(throttled[0]?.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect((await makeBrowser().auth(method, action, body)).status).not.toBe(429);
  });
});

test("responses have a request id and are not cached", async () => {
  const answers = [
    await makeBrowser().auth("GET", "csrf"),
    await makeBrowser().auth("GET", "session"),
    await makeBrowser().auth("POST", "_log"),
  ];
  for (const { headers } of answers) {
    expect(headers.get("x-request-id")).toMatch(/^req_/);
    expect(headers.get("cache-control")).toBe("no-store");
  }
});
