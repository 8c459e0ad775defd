import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { providerMetrics } from "@/lib/kernel/provider-calls";
import { ProviderUnavailable } from "@/lib/kernel/provider-error";
import type { SignatureFault } from "@/lib/kernel/signatures/signed-message";
import { notSigned, signedRoute, type VerifiedMessage } from "./signed-route";

const PROVIDER = "post-office";
const ok = { status: 200, headers: { "Content-Type": "application/json" }, text: "{}" };

interface Sender {
  provider: string;
  signatureFault: () => SignatureFault | undefined;
}
type Options = Partial<Parameters<typeof signedRoute<Sender>>[0]>;

let fault: SignatureFault | undefined;
const handled = vi.fn(async (_: VerifiedMessage<Sender>) => ok);

const routeWith = (options: Options = {}) =>
  signedRoute<Sender>({
    operation: "receivePost",
    path: "/api/post",
    maxBytes: 100,
    timeoutMs: 60_000,
    senderOf: async () => ({ provider: PROVIDER, signatureFault: () => fault }),
    handle: handled,
    ...options,
  });

async function post(options: Options = {}, body = '{"a":1}') {
  const request = new Request("http://localhost/api/post", { method: "POST", body });
  const response = await routeWith(options).POST(request);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The messages of the provider that were counted, by outcome. */
async function counts(): Promise<Record<string, number>> {
  const { values } = await providerMetrics.callbacks.get();
  const own = values.filter(({ labels }) => labels.provider === PROVIDER);
  return Object.fromEntries(own.map(({ labels, value }) => [String(labels.outcome), value]));
}

beforeEach(() => {
  fault = undefined;
  providerMetrics.callbacks.reset();
});
afterEach(() => {
  handled.mockClear();
});

describe("a route of signed messages", () => {
  test("hands the exact bytes and the headers of a valid message to its handler", async () => {
    expect((await post({}, '{ "a" : 1 }\n')).status).toBe(200);
    const [message] = handled.mock.calls[0] ?? [];
    expect(Buffer.from(message?.body ?? []).toString()).toBe('{ "a" : 1 }\n');
    expect(message?.header("content-type")).toMatch(/^text\/plain/);
    expect(message?.sender.provider).toBe(PROVIDER);
    // The handler counts what it handled.
    expect(await counts()).toEqual({});
  });

  test.each<SignatureFault>(["no secret", "no signature", "malformed", "too old", "wrong"])(
    "refuses and counts a message whose signature has the fault %j, without saying which",
    async (found) => {
      fault = found;
      const { status, text } = await post();
      expect(status).toBe(401);
      expect(JSON.parse(text)).toMatchObject({
        data: { error: "The signature is missing or not valid." },
      });
      expect(handled).not.toHaveBeenCalled();
      expect(await counts()).toEqual({ refused: 1 });
    },
  );

  test("refuses and counts a body above its limit before it checks a signature", async () => {
    fault = "wrong";
    expect((await post({}, "x".repeat(101))).status).toBe(413);
    expect((await post({}, "x".repeat(100))).status).toBe(401);
    expect(await counts()).toEqual({ refused: 2 });
  });

  test("does not exist for any method while its sender is not configured", async () => {
    const handlers = routeWith({ senderOf: async () => undefined });
    for (const method of ["POST", "GET", "PUT", "PATCH", "DELETE", "OPTIONS"] as const) {
      const response = await handlers[method](new Request("http://localhost/api/post", { method }));
      expect([method, response.status]).toEqual([method, 404]);
    }
    expect(await counts()).toEqual({});
  });

  test("accepts only POST", async () => {
    const { GET, OPTIONS } = routeWith();
    const refused = await GET(new Request("http://localhost/api/post"));
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    expect((await OPTIONS(new Request("http://localhost/api/post"))).status).toBe(204);
  });
});

describe("a handler that", () => {
  test.each<[string, () => Error, number]>([
    ["throws", () => new Error("secret detail"), 500],
    [
      "cannot reach a provider",
      () => new ProviderUnavailable({ provider: PROVIDER, operation: "readPost" }),
      503,
    ],
  ])("%s is counted and answered, so that the message comes again", async (_, error, expected) => {
    const { status, text, headers } = await post({ handle: () => Promise.reject(error()) });
    expect(status).toBe(expected);
    expect(text).not.toContain("secret detail");
    expect(headers.get("x-request-id")).toMatch(/^req_/);
    expect(await counts()).toEqual({ failed: 1 });
  });

  test("refuses is not counted a second time", async () => {
    const refuse = () => Promise.reject(notSigned());
    expect((await post({ handle: refuse })).status).toBe(401);
    expect(await counts()).toEqual({});
  });

  test("never ends is answered with 503 after its time", async () => {
    const never = () => Promise.withResolvers<typeof ok>().promise;
    const { status, headers } = await post({ handle: never, timeoutMs: 20 });
    expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await counts()).toEqual({ failed: 1 });
  });

  test("fails after its time leaves no unhandled rejection", async () => {
    const late = Promise.withResolvers<typeof ok>();
    expect((await post({ handle: () => late.promise, timeoutMs: 20 })).status).toBe(503);
    late.reject(new Error("too late"));
    await new Promise((done) => setTimeout(done, 20));
  });

  test("fails is answered by the route's own answer, which an invalid message never gets", async () => {
    const declined = { status: 200, headers: {}, text: '{"approved":false}' };
    const options: Options = {
      handle: () => Promise.reject(new Error("a fault")),
      answerFailure: () => declined,
    };
    expect(await post(options)).toMatchObject({ status: 200, text: declined.text });
    expect(await counts()).toEqual({ failed: 1 });
    fault = "wrong";
    expect((await post(options)).status).toBe(401);
  });
});
