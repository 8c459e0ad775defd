import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { type HttpServer, serveOverHttp } from "@/test/http/http-server";
import { responseOf } from "./exchange";
import { readBody } from "./read-body";
import { serve } from "./serve";

const echo = contract({
  id: "echo",
  method: "POST",
  path: "/api/echo",
  tag: "Tests",
  summary: "Say what was sent",
  body: z.object({ word: z.string() }),
  data: z.object({ word: z.string().optional() }),
  message: "Echoed",
  errors: [],
  examples: { body: { word: "é" }, data: { word: "é" } },
});

/** The errors of reading incomplete bodies, whose clients have disconnected and get no response. */
const refusals: unknown[] = [];
let delayMs = 0;
const served = {
  contract: echo,
  handler: (request: Request) =>
    serve(echo, request, async () => {
      await sleep(delayMs);
      return readBody(request).catch((error: unknown) => {
        refusals.push(error);
        throw error;
      });
    }),
};
/** Calls another handler directly, as a page does, and returns its response. */
const asking = {
  contract: { method: "POST", path: "/api/asking" },
  handler: async () => {
    const body = JSON.stringify({ word: "within" });
    const headers = { "content-type": "application/json", "content-length": String(body.length) };
    const request = new Request("http://127.0.0.1/api/echo", { method: "POST", headers, body });
    return Response.json({ inner: await (await served.handler(request)).json() });
  },
};
/** Returns a Response of its own after another handler has responded. */
const failing = {
  contract: { method: "POST", path: "/api/failing" },
  handler: async (request: Request) => {
    await serve(echo, request, async () => ({ word: "never sent" }));
    return new Response(null, { status: 500 });
  },
};

let server: HttpServer;
beforeAll(async () => {
  server = await serveOverHttp([served, asking, failing]);
});
afterAll(async () => {
  expect(server.failures).toEqual([]);
  await server.stop();
});

const head = (path: string, length: number, connection = "close") =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

/** Everything that the server sends in response to a request in parts. */
async function answerTo(...parts: string[]): Promise<string> {
  const socket = connect(server.port, "127.0.0.1").setNoDelay();
  const answer = text(socket);
  for (const part of parts) {
    socket.write(part);
    await sleep(10);
  }
  return answer;
}

const hello = '{"word":"é🙂"}';
const bytes = Buffer.byteLength(hello);
const echoed = '{"status":"success","message":"Echoed","data":{"word":"é🙂"}}';

describe("a response over the wire", () => {
  test("is sent completely, with its length in bytes", async () => {
    const answer = await answerTo(head("/api/echo", bytes) + hello);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain(`\r\nContent-Length: ${Buffer.byteLength(echoed)}\r\n`);
    expect(answer).not.toMatch(/transfer-encoding/i);
    expect(answer.endsWith(`\r\n\r\n${echoed}`)).toBe(true);
  });

  test("the response of a refusal is sent completely too", async () => {
    const answer = await answerTo(`${head("/api/echo", 2)}[]`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\nContent-Length: \d+\r\n/);
    expect(answer).toContain("body must be a JSON object");
  });

  test("belongs to its request on a keep-alive connection", async () => {
    const first = head("/api/echo", 14, "keep-alive");
    const answer = await answerTo(
      `${first}{"word":"1st"}`,
      `${first}{"word":"2nd"}${head("/api/echo", 14)}{"word":"3rd"}`,
    );
    expect(answer.match(/"word":"..."/g)).toEqual(['"word":"1st"', '"word":"2nd"', '"word":"3rd"']);
  });

  test("the response of an inner request stays within the outer one", async () => {
    const answer = await answerTo(`${head("/api/asking", 0)}`);
    expect(answer).toContain(
      '{"inner":{"status":"success","message":"Echoed","data":{"word":"within"}}}',
    );
  });

  test("the response to an internal request is a Response with its body", async () => {
    const request = new Request("http://127.0.0.1/api/echo");
    const answer = { status: 200, headers: {}, text: echoed };
    expect(await responseOf(answer, request).text()).toBe(echoed);
    expect(await responseOf(answer).text()).toBe(echoed);
  });

  test("is compressed if accepted, otherwise has its length", async () => {
    const word = "x".repeat(4_000);
    const body = JSON.stringify({ word });
    const ask = (encoding: string) =>
      fetch(`http://127.0.0.1:${server.port}/api/echo`, {
        method: "POST",
        headers: { "content-type": "application/json", "accept-encoding": encoding },
        body,
      });
    const zipped = await ask("gzip");
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    expect(zipped.headers.get("content-length")).toBeNull();
    expect(await zipped.json()).toMatchObject({ data: { word } });
    const plain = await ask("identity");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(Number(plain.headers.get("content-length"))).toBe((await plain.text()).length);
  });

  test("keeps its status", async () => {
    const answer = await answerTo(head("/api/failing", bytes) + hello);
    expect(answer).toMatch(/^HTTP\/1\.1 500 /);
    expect(answer).not.toContain("never sent");
  });
});

describe("a body over the wire", () => {
  test("a body that arrives after its headers in parts is read completely", async () => {
    const [first, second] = [hello.slice(0, 5), hello.slice(5)];
    expect(await answerTo(head("/api/echo", bytes), first, second)).toContain(echoed);
  });

  test("a body that is larger than the server's buffer is read completely", async () => {
    const word = "x".repeat(64 * 1024 - 11);
    const answer = await answerTo(`${head("/api/echo", 64 * 1024)}{"word":"${word}"}`);
    expect(answer).toContain(`{"word":"${word}"}`);
  });

  test("an empty body is read as empty", async () => {
    expect(await answerTo(head("/api/echo", 0))).toContain('"data":{}');
  });

  test("a body that declares more than the limit is refused before it is read", async () => {
    expect(await answerTo(head("/api/echo", 64 * 1024 + 1))).toMatch(/^HTTP\/1\.1 413 /);
  });

  test.each([
    ["while it is read", 0],
    ["before anybody reads it", 60],
  ])("that is cut off %s is refused as the client's error", async (_, readAfterMs) => {
    delayMs = readAfterMs;
    refusals.length = 0;
    const socket = connect(server.port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(head("/api/echo", bytes) + hello.slice(0, 4));
    await sleep(20);
    socket.destroy();
    await expect.poll(() => refusals).toHaveLength(1);
    delayMs = 0;
    expect(refusals).toEqual([
      expect.objectContaining({
        fields: [{ property: "body", constraints: { isWhole: "body must arrive whole" } }],
      }),
    ]);
  });
});
