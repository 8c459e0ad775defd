import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createServer } from "./create-server.ts";

/** A server with all middlewares that responds with the request it received, and listens for upgrades as Next does. */
let server: Server;
let port: number;
/** The response of /api/stream has begun and waits for this. */
const mayEnd = Promise.withResolvers<void>();
beforeAll(async () => {
  const settings = { requestTimeoutMs: 20_000, trustedProxyHops: 0 };
  server = createServer(settings, async ({ method, url, headers }, response) => {
    const state = headers["next-router-state-tree"] ?? null;
    if (url === "/api/slow") await sleep(50);
    if (url === "/api/stream") {
      response.write("first");
      await mayEnd.promise;
      return void response.end("last");
    }
    response.end(JSON.stringify({ method, url, state }));
  });
  server.on("upgrade", (_, socket) => socket.destroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends these exact bytes and returns the response. */
async function send(bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const answer = text(socket);
  socket.write(bytes);
  return answer;
}

const ask = (line: string, ...headers: string[]) =>
  send(`${[line, "Host: x", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`);

/** Parses a response into status, lower-case headers and JSON body. */
function read(answer: string) {
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  const [status = "", ...lines] = head.split("\r\n");
  const headers: Record<string, string> = Object.fromEntries(
    lines.map((line) => line.toLowerCase().split(/: (.*)/)),
  );
  const body = rest.join("\r\n\r\n");
  return {
    status: Number(status.split(" ")[1]),
    headers,
    json: body === "" ? null : JSON.parse(body),
  };
}

function expectRefusal(answer: string, status: number, code: string): void {
  const { status: given, headers, json } = read(answer);
  expect([given, json]).toEqual([
    status,
    { status: "error", message: code, data: { error: expect.any(String) } },
  ]);
  expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers["x-request-id"]).toMatch(/^req_/);
}

describe("a request that offers another protocol", () => {
  test.each([
    ["h2c by Java", ["Upgrade: h2c", "HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA"]],
    [
      "h2c by curl",
      ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"],
    ],
    [
      "a web socket",
      ["Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: eA=="],
    ],
    ["an unknown protocol", ["Upgrade: foo/2"]],
  ])("is served in HTTP/1.1: %s", async (_, headers) => {
    const answer = await ask("GET /api/health HTTP/1.1", "Connection: Upgrade, close", ...headers);
    expect(read(answer)).toMatchObject({ status: 200, json: { url: "/api/health" } });
  });
});

describe("the request target", () => {
  test.each([
    ["http://x/api/health?a=1", "/api/health?a=1"],
    ["HTTPS://other.example:1/wallet", "/wallet"],
    ["http://x", "/"],
    ["http://x?a=1", "/?a=1"],
  ])("%s is served as %s", async (target, url) => {
    expect(read(await ask(`GET ${target} HTTP/1.1`))).toMatchObject({ status: 200, json: { url } });
  });

  test("* is accepted for OPTIONS only", async () => {
    const { status, headers } = read(await ask("OPTIONS * HTTP/1.1"));
    expect([status, headers.allow]).toEqual([204, "get, head, post, put, patch, delete, options"]);
    expectRefusal(await ask("GET * HTTP/1.1"), 405, "METHOD_NOT_ALLOWED");
  });

  test.each(["ftp://x/", "x:1", "foo"])("%s is refused", async (target) => {
    expectRefusal(await ask(`GET ${target} HTTP/1.1`), 400, "BAD_REQUEST");
  });

  test.each(["/", "/sign-in", "/api/../wallet", "/_next/static/x.js"])(
    "%s of OPTIONS is answered with the methods of pages",
    async (path) => {
      const { status, headers, json } = read(await ask(`OPTIONS ${path} HTTP/1.1`));
      expect([status, headers.allow, json]).toEqual([204, "get, head, options", null]);
      expect(headers["content-security-policy"]).toBeDefined();
    },
  );

  test("the request target of OPTIONS is passed on where it is one of the API, which knows its methods", async () => {
    expect(read(await ask("OPTIONS /api/x HTTP/1.1"))).toMatchObject({ json: { url: "/api/x" } });
    expectRefusal(await ask("OPTIONS /% HTTP/1.1"), 404, "NOT_FOUND");
  });

  test("the request target of CONNECT is refused", async () => {
    expectRefusal(await ask("CONNECT x:443 HTTP/1.1"), 405, "METHOD_NOT_ALLOWED");
  });
});

describe("an unsupported method", () => {
  const methods = ["TRACE", "PROPFIND", "LOCK", "PURGE", "QUERY", "M-SEARCH"];
  test.each(methods)("%s is refused", async (method) => {
    for (const path of ["/api/health", "/api", "/", "/sign-in", "/_next/static/x.js"]) {
      const answer = await ask(`${method} ${path} HTTP/1.1`);
      expectRefusal(answer, 405, "METHOD_NOT_ALLOWED");
      expect(read(answer).headers.allow).toContain("get, head");
    }
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])(
    "%s is supported by the API only",
    async (method) => {
      expectRefusal(await ask(`${method} /sign-in HTTP/1.1`), 405, "METHOD_NOT_ALLOWED");
      expectRefusal(await ask(`${method} /api/../sign-in HTTP/1.1`), 405, "METHOD_NOT_ALLOWED");
      expect(read(await ask(`${method} /api/x HTTP/1.1`, "Content-Length: 0")).status).toBe(200);
    },
  );
});

describe("a request that is not valid HTTP/1.1", () => {
  test.each([
    ["two hosts", "GET /api/health HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n"],
    ["no host", "GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["HTTP/0.9", "GET /api/health HTTP/0.9\r\n\r\n"],
    ["a method that is none", "FOO /api/health HTTP/1.1\r\nHost: x\r\n\r\n"],
    [
      "a length and chunks",
      "POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    [
      "two lengths",
      "POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    ],
    ["a folded header", "GET /api/health HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n"],
    ["a space before the colon", "GET /api/health HTTP/1.1\r\nHost : x\r\n\r\n"],
    ["noise", "\u0001\u0002\u0003\r\n\r\n"],
  ])("%s: 400 with the reason", async (_, bytes) => {
    expectRefusal(await send(bytes), 400, "BAD_REQUEST");
  });

  test.each(["Idempotency-Key", "Authorization", "Content-Type"])(
    "two %s headers, also equal ones: 400 with the name",
    async (name) => {
      for (const second of [`${name}: b`, `${name.toLowerCase()}: a`]) {
        const answer = await ask("POST /api/x HTTP/1.1", `${name}: a`, "Content-Length: 0", second);
        expectRefusal(answer, 400, "BAD_REQUEST");
        expect(read(answer).json.data.error).toBe(
          `The request has more than one ${name} header. Send one.`,
        );
      }
      const one = await ask("POST /api/x HTTP/1.1", `${name}: a`, "Content-Length: 0", "X-A: b");
      expect(read(one).status).toBe(200);
    },
  );

  test("headers above the size limit: 431 with the reason", async () => {
    const answer = await ask("GET /api/health HTTP/1.1", `A: ${"a".repeat(20_000)}`);
    expectRefusal(answer, 431, "HEADERS_TOO_LARGE");
  });

  test("too many headers, however short: 431 with that reason", async () => {
    const answer = await ask("GET /api/health HTTP/1.1", ...Array(2_100).fill("A:"));
    expectRefusal(answer, 431, "HEADERS_TOO_LARGE");
    expect(read(answer).json.data.error).toContain("too many");
  });

  test("an invalid request after a valid one on the same connection gets a response, as does the valid one", async () => {
    const socket = connect(port, "127.0.0.1");
    const whole = text(socket);
    socket.write("GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "readable");
    socket.write("GARBAGE\r\n\r\n");
    const answer = await whole;
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain("HTTP/1.1 400 Bad Request");
  });

  test.each([
    ["the end of a text in C", "\0"],
    ["the rest of a body with too short a length", '"}'],
    ["headers above the size limit", `GET / HTTP/1.1\r\nA: ${"a".repeat(20_000)}\r\n\r\n`],
  ])("behind a whole request under way, %s: that request gets its response", async (_, rest) => {
    const request = "POST /api/slow HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}";
    const answer = await send(`${request}${rest}`);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200"]);
    const { headers, json } = read(answer);
    expect([headers.connection, json.url]).toEqual(["close", "/api/slow"]);
  });

  test("an invalid request behind several whole requests under way leaves each its response", async () => {
    const request = "GET /api/slow HTTP/1.1\r\nHost: x\r\n\r\n";
    const answer = await send(`${request}${request}GARBAGE\r\n\r\n`);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
  });

  test("an invalid request behind a response that has begun ends the connection after it, however much more comes", async () => {
    const socket = connect(port, "127.0.0.1");
    const answer = text(socket);
    socket.write("GET /api/stream HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "readable");
    const warned = vi.fn();
    process.on("warning", warned);
    for (let piece = 0; piece < 20; piece++) {
      socket.write("GARBAGE\r\n\r\n");
      await sleep(5);
    }
    mayEnd.resolve();
    expect(await answer).toMatch(/first\r\n.*last\r\n0\r\n\r\n$/s);
    process.off("warning", warned);
    expect(warned).not.toHaveBeenCalled();
  });

  test("an invalid body of a request under way gets 400 with the reason", async () => {
    const head = "POST /api/slow HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    expectRefusal(await send(`${head}no length\r\n`), 400, "BAD_REQUEST");
  });
});

test("an expectation other than 100-continue is refused with the reason", async () => {
  const answer = await ask("GET /api/health HTTP/1.1", "Expect: 200-ok");
  expectRefusal(answer, 417, "EXPECTATION_FAILED");
  expect((await ask("GET /api/health HTTP/1.1", "Expect: 100-continue")).split("\r\n")[0]).toBe(
    "HTTP/1.1 100 Continue",
  );
});

describe("a malformed percent-encoding", () => {
  test.each(["/%", "/api/%zz", "/api/v1/partner/card/%c3"])(
    "in the path %s: 404 with the reason",
    async (path) => {
      expectRefusal(await ask(`GET ${path} HTTP/1.1`), 404, "NOT_FOUND");
    },
  );

  test("a malformed percent-encoding in the query is accepted", async () => {
    expect(read(await ask("GET /api/health?a=% HTTP/1.1")).status).toBe(200);
  });
});

describe("the headers of every response", () => {
  const SECURITY = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "deny",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "strict-transport-security": "max-age=31536000",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
  };
  const policyOf = async (path: string) =>
    read(await ask(`GET ${path} HTTP/1.1`)).headers["content-security-policy"] ?? "";

  test.each(["/", "/api/health", "/_next/static/x.js", "/api/%zz"])(
    "of %s contain the security headers",
    async (path) => {
      expect(read(await ask(`GET ${path} HTTP/1.1`)).headers).toMatchObject(SECURITY);
    },
  );

  test("a page runs scripts with the nonce of this response only", async () => {
    const policies = [await policyOf("/sign-in"), await policyOf("/sign-in")];
    for (const policy of policies)
      expect(policy).toMatch(/; script-src 'nonce-[a-z0-9+/=]{24}' 'strict-dynamic';/);
    expect(policies[0]).not.toBe(policies[1]);
  });

  test("the policy of the API and of files of the build allows to load nothing", async () => {
    for (const path of ["/api/health", "/api", "/_next/static/x.js"])
      expect(await policyOf(path)).toBe("default-src 'none'; frame-ancestors 'none'");
  });
});

describe("the header Next-Router-State-Tree", () => {
  const state = (value: string) =>
    ask("GET /sign-in HTTP/1.1", "RSC: 1", `Next-Router-State-Tree: ${value}`);
  const whole = encodeURIComponent(
    JSON.stringify(["", { children: ["__PAGE__", {}] }, null, null]),
  );

  test("is passed on if it is valid", async () => {
    expect(read(await state(whole)).json.state).toBe(whole);
  });

  test.each(["x", "%", "{}", "[]", "null", "%5B", `${"a".repeat(15_000)}`])(
    "is removed if it is malformed: %.20s",
    async (value) => {
      expect(read(await state(value))).toMatchObject({ status: 200, json: { state: null } });
    },
  );
});
