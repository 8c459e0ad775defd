import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { responseOf } from "@/lib/http/exchange";
import { logFault } from "@/lib/http/log-fault";
import { answerApi } from "./answer-api.ts";
import type { Handler } from "./route-table.ts";

const echo: Handler = async (request, { params }) =>
  Response.json({
    method: request.method,
    url: request.url,
    params: await params,
    agent: request.headers.get("user-agent"),
    body: await request.text(),
  });
const encoder = new TextEncoder();
const stopped = vi.fn();
let signal: AbortSignal | undefined;
const stream: Handler = (request) => {
  signal = request.signal;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode("first\n")),
    cancel: stopped,
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
};
/** Sends a part, and then fails as a query does whose values PostgreSQL quotes. */
const failingStream: Handler = () => {
  const failure = Object.assign(new Error("duplicate key: ada@example.com"), {
    ...{ code: "23505", constraint: "people_email" },
    detail: "Key (email)=(ada@example.com) already exists.",
  });
  const parts = [encoder.encode("first\n")];
  const body = new ReadableStream({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else controller.error(failure);
    },
  });
  return new Response(body);
};
const routes = {
  "/api/[[...rest]]": { GET: () => new Response("nothing here", { status: 404 }) },
  "/api/echo/[word]": { GET: echo, POST: echo },
  "/api/cookies": {
    GET: () =>
      new Response(null, {
        headers: [
          ["Set-Cookie", "a=1"],
          ["Set-Cookie", "b=2"],
          ["X-Frame-Options", "SAMEORIGIN"],
        ],
      }),
  },
  "/api/stream": { GET: stream },
  "/api/text/[length]": {
    GET: async (request: Request, { params }: { params: Promise<{ length: string }> }) =>
      responseOf(
        {
          status: 200,
          headers: { "Content-Type": "application/json" },
          text: "x".repeat(Number((await params).length)),
        },
        request,
      ),
  },
  "/api/failing-stream": { GET: failingStream },
  "/api/broken": {
    GET: () => {
      throw new Error("broken");
    },
  },
};

/** The lines of the log; the tests write none. */
const logged = vi.hoisted(() => vi.fn());
vi.mock("@/lib/kernel/log", async (importOriginal) => ({
  ...(await importOriginal<typeof import("@/lib/kernel/log")>()),
  log: () => ({ error: logged }),
}));

let server: Server;
let port: number;
beforeAll(async () => {
  const answer = answerApi(
    { routes, logFault },
    "127.0.0.1:1",
  )((_, response) => response.end("Next"));
  server = createServer((request, response) => {
    response.setHeader("X-Frame-Options", "DENY");
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);

/** Returns the response to an unchanged path; `fetch` would normalize the path. */
async function askRaw(path: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

describe("a handler", () => {
  test("receives the request, and a promise of the path parameters", async () => {
    const headers = { "user-agent": "test" };
    const response = await ask("/api/echo/hi?a=1", { method: "POST", body: "é🙂", headers });
    expect(await response.json()).toEqual({
      method: "POST",
      url: "http://127.0.0.1:1/api/echo/hi?a=1",
      params: { word: "hi" },
      agent: "test",
      body: "é🙂",
    });
  });

  test("receives an https URL if a proxy reports https", async () => {
    const response = await ask("/api/echo/hi", { headers: { "x-forwarded-proto": "https" } });
    expect((await response.json()).url).toBe("https://127.0.0.1:1/api/echo/hi");
  });

  test("a handler that throws gets 500, and the error is logged", async () => {
    logged.mockClear();
    const response = await ask("/api/broken");
    expect([response.status, (await response.json()).message]).toEqual([500, "INTERNAL_ERROR"]);
    const failure = expect.objectContaining({ error: "Error", text: "broken" });
    expect(logged).toHaveBeenCalledExactlyOnceWith({ failure }, "response failed");
  });

  test("a handler whose stream fails at the database is logged without the values of the rows", async () => {
    logged.mockClear();
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await expect(ask("/api/failing-stream").then((response) => response.text())).rejects.toThrow();
    const cause = expect.objectContaining({ code: "23505", constraint: "people_email" });
    const failure = expect.objectContaining({ cause });
    expect(logged).toHaveBeenCalledExactlyOnceWith({ failure }, "response failed");
    expect(JSON.stringify(logged.mock.calls)).not.toContain("ada@example.com");
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  test("the handler of the catch-all route responds to an unknown path", async () => {
    expect((await ask("/api/none")).status).toBe(404);
  });
});

describe("a response", () => {
  test("has every cookie of the handler, and the headers that the server set before", async () => {
    const { headers } = await ask("/api/cookies");
    expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(headers.get("x-frame-options")).toBe("DENY");
  });

  test.each([
    [1_023, "gzip", null],
    [1_024, "gzip", "gzip"],
    [1_024, undefined, null],
  ])(
    "of %i bytes to a client that accepts %s is encoded as %s",
    async (length, accepted, encoding) => {
      const asked = request(`http://127.0.0.1:${port}/api/text/${length}`, {
        headers: accepted === undefined ? {} : { "accept-encoding": accepted },
      }).end();
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      const bytes = await buffer(answer);
      const { "content-encoding": given = null, vary } = answer.headers;
      expect([given, vary]).toEqual([encoding, "Accept-Encoding"]);
      const body = encoding === null ? bytes : gunzipSync(bytes);
      expect(body.toString()).toBe("x".repeat(length));
    },
  );

  test("a response to HEAD has no body", async () => {
    expect(await (await ask("/api/echo/hi", { method: "HEAD" })).text()).toBe("");
  });

  test("a response that is a stream is sent chunk by chunk, and is cancelled when the client disconnects", async () => {
    const reading = new AbortController();
    const response = await ask("/api/stream", { signal: reading.signal });
    const { value } = await (response.body as ReadableStream<Uint8Array>).getReader().read();
    expect(Buffer.from(value ?? []).toString()).toBe("first\n");
    expect(signal?.aborted).toBe(false);
    reading.abort();
    await expect.poll(() => [stopped.mock.calls.length, signal?.aborted]).toEqual([1, true]);
  });
});

test.each(["/", "/sign-in", "/apis", "/api/../x", "/api//echo/a", "/api/ech%6f/a", "/api/.x"])(
  "%s is passed to Next",
  async (path) => {
    expect(await askRaw(path)).toMatch(/\r\n\r\n4\r\nNext|Next$/);
  },
);
