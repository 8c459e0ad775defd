import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServer } from "./create-server.ts";

/** Behind all middlewares. It says what it was asked; as Next it listens for upgrades. */
let server: Server;
let port: number;
beforeAll(async () => {
  const settings = { requestTimeoutMs: 20_000, trustedProxyHops: 0 };
  server = createServer(settings, ({ method, url, headers }, response) => {
    const state = headers["next-router-state-tree"] ?? null;
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

/** What the server says to these very bytes. */
async function send(bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const answer = text(socket);
  socket.write(bytes);
  return answer;
}

const ask = (line: string, ...headers: string[]) =>
  send(`${[line, "Host: x", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`);

/** Status, headers in lower case, and what the body's JSON says. */
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

describe("another protocol that is offered", () => {
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
    ["one that nobody knows", ["Upgrade: foo/2"]],
  ])("is passed over: %s", async (_, headers) => {
    const answer = await ask("GET /api/health HTTP/1.1", "Connection: Upgrade, close", ...headers);
    expect(read(answer)).toMatchObject({ status: 200, json: { url: "/api/health" } });
  });
});

describe("the target", () => {
  test.each([
    ["http://x/api/health?a=1", "/api/health?a=1"],
    ["HTTPS://other.example:1/wallet", "/wallet"],
    ["http://x", "/"],
    ["http://x?a=1", "/?a=1"],
  ])("%s is %s", async (target, url) => {
    expect(read(await ask(`GET ${target} HTTP/1.1`))).toMatchObject({ status: 200, json: { url } });
  });

  test("* is for OPTIONS", async () => {
    const { status, headers } = read(await ask("OPTIONS * HTTP/1.1"));
    expect([status, headers.allow]).toEqual([204, "get, head, post, put, patch, delete, options"]);
    expectRefusal(await ask("GET * HTTP/1.1"), 405, "METHOD_NOT_ALLOWED");
  });

  test.each(["ftp://x/", "x:1", "foo"])("%s is refused", async (target) => {
    expectRefusal(await ask(`GET ${target} HTTP/1.1`), 400, "BAD_REQUEST");
  });

  test("of CONNECT is refused", async () => {
    expectRefusal(await ask("CONNECT x:443 HTTP/1.1"), 405, "METHOD_NOT_ALLOWED");
  });
});

describe("a method that nothing takes", () => {
  const methods = ["TRACE", "PROPFIND", "LOCK", "PURGE", "QUERY", "M-SEARCH"];
  test.each(methods)("%s is refused", async (method) => {
    for (const path of ["/api/health", "/api", "/", "/sign-in", "/_next/static/x.js"]) {
      const answer = await ask(`${method} ${path} HTTP/1.1`);
      expectRefusal(answer, 405, "METHOD_NOT_ALLOWED");
      expect(read(answer).headers.allow).toContain("get, head");
    }
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])("%s is the API's alone", async (method) => {
    expectRefusal(await ask(`${method} /sign-in HTTP/1.1`), 405, "METHOD_NOT_ALLOWED");
    expectRefusal(await ask(`${method} /api/../sign-in HTTP/1.1`), 405, "METHOD_NOT_ALLOWED");
    expect(read(await ask(`${method} /api/x HTTP/1.1`, "Content-Length: 0")).status).toBe(200);
  });
});

describe("what is no HTTP/1.1", () => {
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
  ])("%s: 400, and why", async (_, bytes) => {
    expectRefusal(await send(bytes), 400, "BAD_REQUEST");
  });

  test("headers beyond the limit: 431, and why", async () => {
    const answer = await ask("GET /api/health HTTP/1.1", `A: ${"a".repeat(20_000)}`);
    expectRefusal(answer, 431, "HEADERS_TOO_LARGE");
  });

  test("after an answer on the same connection: both are answered", async () => {
    const socket = connect(port, "127.0.0.1");
    const whole = text(socket);
    socket.write("GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "readable");
    socket.write("GARBAGE\r\n\r\n");
    const answer = await whole;
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain("HTTP/1.1 400 Bad Request");
  });
});

describe("a path whose percent-encoding is broken", () => {
  test.each(["/%", "/api/%zz", "/api/v1/partner/card/%c3"])("%s: 404, and why", async (path) => {
    expectRefusal(await ask(`GET ${path} HTTP/1.1`), 404, "NOT_FOUND");
  });

  test("is the path's alone: a query may say what it likes", async () => {
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

  test.each(["/", "/api/health", "/_next/static/x.js", "/api/%zz"])("%s", async (path) => {
    expect(read(await ask(`GET ${path} HTTP/1.1`)).headers).toMatchObject(SECURITY);
  });

  test("a page runs scripts with the nonce of this response only", async () => {
    const policies = [await policyOf("/sign-in"), await policyOf("/sign-in")];
    for (const policy of policies)
      expect(policy).toMatch(/; script-src 'nonce-[a-z0-9+/=]{24}' 'strict-dynamic';/);
    expect(policies[0]).not.toBe(policies[1]);
  });

  test("the API and files of the build load nothing", async () => {
    for (const path of ["/api/health", "/api", "/_next/static/x.js"])
      expect(await policyOf(path)).toBe("default-src 'none'; frame-ancestors 'none'");
  });
});

describe("the state of the framework's pages", () => {
  const state = (value: string) =>
    ask("GET /sign-in HTTP/1.1", "RSC: 1", `Next-Router-State-Tree: ${value}`);
  const whole = encodeURIComponent(
    JSON.stringify(["", { children: ["__PAGE__", {}] }, null, null]),
  );

  test("is passed on", async () => {
    expect(read(await state(whole)).json.state).toBe(whole);
  });

  test.each(["x", "%", "{}", "[]", "null", "%5B", `${"a".repeat(15_000)}`])(
    "is left out where it is none: %.20s",
    async (value) => {
      expect(read(await state(value))).toMatchObject({ status: 200, json: { state: null } });
    },
  );
});
