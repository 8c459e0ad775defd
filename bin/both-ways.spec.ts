import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { TOTP } from "otpauth";
import type { AnyContract } from "../lib/contract/contract.ts";
import { everyContract } from "../test/http/every-contract.ts";
import { signInOverHttp } from "../test/http/sign-in-over-http.ts";
import { type KillableService, makeKillableService } from "../test/service/killable-service.ts";
import { freePort } from "./bootstrap/port.mjs";

/** Our server calls the API's handlers itself. Here Next serves the same requests, and the responses are compared. */
test.describe.configure({ mode: "serial" });

/** Each request has a client address of its own: those of one address would wait for its rate limits. */
const BEHIND_PROXY = { TRUSTED_PROXY_HOPS: "1" };
let addresses = 0;
function nextAddress(): string {
  addresses += 1;
  return `2001:db8:${addresses.toString(16)}::1`;
}

let service: KillableService;
let nextServer: ChildProcess;
let nextUrl: string;
let cookies: { owner: string; admin: string };

test.beforeAll(async () => {
  service = await makeKillableService();
  await service.start(BEHIND_PROXY);
  const port = await freePort("127.0.0.1");
  nextUrl = `http://127.0.0.1:${port}`;
  nextServer = spawn(
    process.execPath,
    [join(import.meta.dirname, "../test/service/next-only-server.ts")],
    {
      env: {
        ...{ ...service.env, ...BEHIND_PROXY },
        ...{ NODE_ENV: "production", SCHEDULER: "off", PORT: String(port) },
      },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const isReady = () => fetch(`${nextUrl}/api/ready`).then(({ status }) => status, String);
  await expect.poll(isReady).toBe(200);
  const [partner] = service.partners;
  const [{ totpSecret, ...admin } = fail()] = service.admins;
  const totp = new TOTP({ secret: totpSecret }).generate();
  cookies = {
    owner: await signInOverHttp(service.baseUrl, partner ?? fail()),
    admin: await signInOverHttp(service.baseUrl, { ...admin, totp }),
  };
});
test.afterAll(async () => {
  nextServer?.kill("SIGKILL");
  await service?.stop();
});

function fail(): never {
  throw new Error("The demo lacks a partner or an administrator.");
}

const MAX_WAIT_S = 60;

interface ComparedRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Headers that differ between two responses, or describe how the body is framed. */
const OF_ONE_ANSWER = [
  ...["date", "x-request-id", "set-cookie", "retry-after"],
  ...["content-length", "transfer-encoding"],
];
/** Values of `Vary` that Next's router adds for pages; no response of the API depends on them. */
const VARIES = /^(rsc|next-.*|accept-encoding)$/i;

/** Replaces what differs in each response: ids, times, nonces and measurements. */
function steady(text: string): string {
  return text
    .replace(/\b([a-z]{2,4})_[0-9a-z]{26}\b/g, "$1_…")
    .replace(/\bwhsec_[\w+/=]+/g, "whsec_…")
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.-]+Z/g, "…")
    .replace(/(nonce(?:=\\*"|-))[\w+/=]+/g, "$1…")
    .replace(/\b[0-9a-f]{40,}\b/g, "…")
    .replace(/("\w+(?:Ms|S|Bytes|Pid)"):[\d.]+/g, "$1:0");
}

/** Whether a server closed an idle connection just when a request was written to it: nobody has read the request. */
const isIdleClose = ({ cause }: Error) =>
  cause instanceof Error && "code" in cause && cause.code === "UND_ERR_SOCKET";

async function send(baseUrl: string, request: ComparedRequest, hasRetry = true): Promise<Response> {
  const { method, path, headers = {}, body } = request;
  const init = {
    method,
    headers: {
      "accept-encoding": "identity",
      "x-forwarded-for": nextAddress(),
      ...headers,
    },
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
  } as const;
  try {
    return await fetch(baseUrl + path, init);
  } catch (error) {
    if (hasRetry && error instanceof Error && isIdleClose(error))
      return send(baseUrl, request, false);
    throw new Error(`no response to ${method} ${path}`, { cause: error });
  }
}

/** Waits where the requests of this file have used up a rate limit of a person. */
async function sendWithinLimits(baseUrl: string, request: ComparedRequest): Promise<Response> {
  const answer = await send(baseUrl, request);
  const waitS = Number(answer.headers.get("retry-after"));
  if (answer.status !== 429 || !(waitS > 0 && waitS <= MAX_WAIT_S)) return answer;
  await answer.body?.cancel();
  await sleep(waitS * 1_000);
  return sendWithinLimits(baseUrl, request);
}

async function answerOf(baseUrl: string, request: ComparedRequest) {
  const answer = await sendWithinLimits(baseUrl, request);
  const kept = [...answer.headers]
    .filter(([name]) => !OF_ONE_ANSWER.includes(name))
    .map(([name, value]) => [name, steady(value)]);
  const vary = (answer.headers.get("vary") ?? "")
    .split(/, */)
    .filter((name) => name !== "" && !VARIES.test(name));
  const type = answer.headers.get("content-type") ?? "";
  // Next renders a page both ways, in chunks whose order varies.
  const hasNoBody = /^text\/(event-stream|html)/.test(type);
  if (hasNoBody) await answer.body?.cancel();
  return {
    status: answer.status,
    headers: { ...Object.fromEntries(kept), vary },
    body: hasNoBody ? "" : steady(await answer.text()),
  };
}

/**
 * Endpoints whose successful responses change by themselves, as deliveries of webhooks do, or with each request: the
 * bodies of these responses are not compared.
 */
const LIVELY =
  /^(GET|POST) \/api\/(admin\/(health|requests|view)|v1\/partner\/(activity|requests|overview|webhooks)|v1\/sandbox\/clock)/;

/** Sends the same request to our server and to Next's, and compares the responses. */
async function compare(request: ComparedRequest): Promise<number> {
  const fresh = (): ComparedRequest => ({
    ...request,
    headers: { ...request.headers, "idempotency-key": randomUUID() },
  });
  // Sends a change before the comparison: if it is possible only once, both compared responses refuse it.
  if (request.method !== "GET" && request.method !== "HEAD")
    await answerOf(service.baseUrl, fresh());
  const ours = await answerOf(service.baseUrl, fresh());
  const nexts = await answerOf(nextUrl, fresh());
  const isLively = LIVELY.test(`${request.method} ${request.path}`);
  if (isLively && ours.status === 200 && nexts.status === 200) nexts.body = ours.body;
  const what = `${request.method} ${request.path} ${request.body ?? ""}`;
  expect.soft({ what, ...ours }).toEqual({ what, ...nexts });
  return ours.status;
}

const SECRETS = /^(totp|code|.*password)$/i;
/** An id that does not exist. */
const UNKNOWN = "usr_01k9x70c5r8e5t2v7w4y0z1a2b";

function requestsOf({
  method,
  path,
  audience = "partner",
  body,
  examples,
}: AnyContract): ComparedRequest[] {
  const apiKey = service.partners[0]?.apiKey ?? fail();
  const isForKeys = audience === "partner" || audience === "sandbox";
  const cookie = audience === "admin" ? cookies.admin : cookies.owner;
  const caller: Record<string, string> = isForKeys
    ? { authorization: `Bearer ${apiKey}` }
    : { cookie };
  const request = { method, path: path.replace(/\{\w+\}/g, UNKNOWN) };
  if (!body) return [request, { ...request, headers: caller }];
  const headers = { "content-type": "application/json" };
  // Each wrong password or code counts, and a few of them lock the account.
  const fields = Object.entries(examples.body ?? {}).filter(([name]) => !SECRETS.test(name));
  const bodies = ["{}", "[", JSON.stringify(Object.fromEntries(fields))];
  const without = { ...request, headers, body: bodies[0] };
  return [
    without,
    ...bodies.map((each) => ({ ...request, headers: { ...headers, ...caller }, body: each })),
  ];
}

test("every contract: the same response both ways, with credentials and without", async () => {
  const statuses: Record<number, number> = {};
  for (const contract of await everyContract()) {
    for (const request of requestsOf(contract)) {
      const status = await compare(request);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
  // The comparison covers successes and each kind of refusal.
  expect(statuses[200]).toBeGreaterThan(30);
  expect(statuses[400]).toBeGreaterThan(30);
  expect(statuses[401]).toBeGreaterThan(100);
});

test("every method: the same response both ways, whether the route has a handler or not", async () => {
  const paths = ["/api", "/api/nothing", "/api/health", "/api/v1/partner/card", "/api/auth/csrf"];
  for (const method of ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"])
    for (const path of paths) await compare({ method, path });
});

test("each spelling of a path: the same response both ways", async () => {
  const apiKey = service.partners[0]?.apiKey ?? fail();
  const headers = { authorization: `Bearer ${apiKey}` };
  const paths = [
    "/api/v1/partner/card/",
    "/api/v1//partner/card",
    "/api/v1/partner/c%61rd",
    "/api/v1/partner/card?limit=2&offset=1",
    "/api/v1/partner/card?limit=x",
    "/api/v1/partner/card?limit=1&limit=2",
    "/api/v1/partner/card/fund/x",
    "/api/v1/partner/card/%2e%2e/card",
    "/api/openapi.json",
    "/api/.well-known",
    "/API/health",
  ];
  for (const path of paths) await compare({ method: "GET", path, headers });
});

test("a body without a declared length: the same response both ways", async () => {
  const apiKey = service.partners[0]?.apiKey ?? fail();
  const ask = async (baseUrl: string) => {
    const answer = await fetch(`${baseUrl}/api/v1/partner/card/fund`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
      },
      body: new Blob(['{"amount":', "5}"]).stream(),
      duplex: "half",
    } as RequestInit);
    return [answer.status, await answer.text()];
  };
  expect(await ask(service.baseUrl)).toEqual(await ask(nextUrl));
});

test("a compressed response: the same encoding and body both ways", async () => {
  const ask = async (baseUrl: string) => {
    const answer = await fetch(`${baseUrl}/api/openapi.json`, {
      headers: { "accept-encoding": "gzip" },
    });
    const { headers } = answer;
    return [
      headers.get("content-encoding"),
      headers.get("vary")?.includes("Accept-Encoding"),
      await answer.text(),
    ];
  };
  expect(await ask(service.baseUrl)).toEqual(await ask(nextUrl));
});

test("next start refuses to run and names the commands to run instead", async () => {
  const next = join(import.meta.dirname, "../node_modules/next/dist/bin/next");
  const port = String(await freePort("127.0.0.1"));
  const { status, stderr } = spawnSync(process.execPath, [next, "start", "--port", port], {
    env: { ...service.env, NODE_ENV: "production" },
    encoding: "utf8",
    timeout: 5 * 60_000,
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/do not run this service[\s\S]*npm run serve/),
  ]);
});
