import { once } from "node:events";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "@/test/eventually";
import { type Receiver, type ReceiverAnswer, startReceiver } from "@/test/http/receiver";
import { type PostOptions, postWebhook } from "./post-webhook";

process.env.WEBHOOK_ALLOW_LOOPBACK = "on";

const BODY = '{"event":"user.kyc-event","data":{"firstName":"Zoë 😀"}}';
/** Long enough for a busy machine to send the beginning of a response, short enough for the tests that wait for it. */
const TIMEOUT_MS = 1_000;

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const post = (options: Partial<PostOptions> = {}) =>
  postWebhook({ url: receiver.url, body: BODY, headers: {}, timeoutMs: 60_000, ...options });
const postFor = (answer: ReceiverAnswer, options: Partial<PostOptions> = {}) => {
  receiver.answer = () => answer;
  return post(options);
};

describe("the request", () => {
  test("is a POST of exactly these bytes to exactly this URL", async () => {
    await post({ url: `${receiver.url}/a%20b?c=%2F&d=é#e` });
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: "POST", path: "/hook/a%20b?c=%2F&d=%C3%A9" });
    expect(request?.body).toEqual(Buffer.from(BODY, "utf8"));
    expect(receiver.requests).toHaveLength(1);
  });

  test("has the service's User-Agent and content type, and the given headers", async () => {
    await post({ headers: { "X-Webhook-Attempt": "3", "webhook-id": "evt_1", "User-Agent": "x" } });
    expect(receiver.requests[0]?.headers).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      connection: "keep-alive",
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(BODY)),
      "user-agent": "PartnerWallet-Webhooks/1",
      accept: "*/*",
      "accept-encoding": "identity",
      "x-webhook-attempt": "3",
      "webhook-id": "evt_1",
    });
  });

  test.each([
    ["a line break in a value", { "X-A": "1\r\nX-B: 2" }],
    ["a line feed in a value", { "X-A": "1\nX-B: 2" }],
    ["a line break in a name", { "X-A\r\nX-B": "2" }],
    ["NUL in a value", { "X-A": "1\0" }],
    ["characters outside of Latin-1", { "X-A": "😀" }],
  ])("is not sent if a header has %s", async (_, headers) => {
    const result = await post({ headers });
    expect(result).toMatchObject({ succeeded: false, statusCode: null, responseBody: null });
    expect(result.error).toBe("The request could not be sent. It is retried automatically.");
    expect(receiver.connections).toBe(0);
  });
});

describe("a response", () => {
  test.each([200, 201, 202, 204, 299])("of %d is a success", async (status) => {
    const body = status === 204 ? "" : "taken";
    const before = Date.now();
    const result = await postFor({ status, body });
    expect(result).toEqual({
      succeeded: true,
      statusCode: status,
      responseBody: body,
      error: null,
      startedAt: expect.any(Date),
      durationMs: expect.any(Number),
    });
    expect(result.startedAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(Number.isInteger(result.durationMs)).toBe(true);
  });

  test.each([400, 401, 404, 410, 429, 500, 503, 599])("of %d is a failure", async (status) => {
    expect(await postFor({ status, body: "why" })).toMatchObject({
      succeeded: false,
      statusCode: status,
      responseBody: "why",
      error: `Response ${status}. Respond with a 2xx status after the event is stored.`,
    });
  });

  test.each([300, 301, 302, 303, 304, 307, 308])("of %d is not followed", async (status) => {
    const inside = await startReceiver();
    const result = await postFor({ status, headers: { location: inside.url }, body: "" });
    expect(result).toMatchObject({ succeeded: false, statusCode: status });
    expect(result.error).toMatch(/redirects are not followed/);
    expect([inside.connections, receiver.requests.length]).toEqual([0, 1]);
    await inside.close();
  });

  test("a response that redirects to itself is requested once", async () => {
    const loop = { status: 302, headers: { location: receiver.url } };
    const results = await Promise.all(Array.from({ length: 100 }, () => postFor(loop)));
    expect(new Set(results.map(({ statusCode }) => statusCode))).toEqual(new Set([302]));
    expect(receiver.requests).toHaveLength(100);
  });

  test.each(["100 Continue", "103 Early Hints"])(
    "is accepted after interim responses (%s), but not after an endless series of them",
    async (status) => {
      const interim = `HTTP/1.1 ${status}\r\n\r\n`;
      const final = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
      expect(await postFor({ raw: interim.repeat(3) + final })).toMatchObject({ succeeded: true });
      const result = await postFor({ raw: interim.repeat(1_000) + final });
      expect(result).toMatchObject({ succeeded: false, statusCode: null });
      expect(result.error).toMatch(/no final response/);
    },
  );

  test("a response that switches to another protocol is a failure", async () => {
    const raw = "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n";
    const result = await postFor({ raw });
    expect(result).toMatchObject({ succeeded: false, statusCode: null });
    expect(result.error).not.toBeNull();
    expect(result.error).not.toMatch(/^No complete response/);
  });
});

describe("of the response's body", () => {
  const kept = async (body: string | Buffer) => (await postFor({ body })).responseBody;

  test("16,384 bytes are stored, and further bytes do not change the outcome", async () => {
    expect(await kept("y".repeat(16_384))).toBe("y".repeat(16_384));
    const longer = await postFor({ body: "y".repeat(16_385) });
    expect(longer).toMatchObject({ succeeded: true, responseBody: "y".repeat(16_384) });
    expect(await postFor({ status: 500, body: "y".repeat(99_999) })).toMatchObject({
      succeeded: false,
      statusCode: 500,
      responseBody: "y".repeat(16_384),
    });
  });

  test("no more is read, also of a gigabyte", async () => {
    const result = await postFor({ hugeBytes: 1_000_000_000 });
    expect(result).toMatchObject({ succeeded: true, responseBody: "x".repeat(16_384) });
    await eventually(() => expect(receiver.open).toBe(0));
    // The maximum that the socket buffers of both sides hold.
    expect(receiver.sentBytes).toBeLessThan(32_000_000);
  });

  test("a character is not cut in two", async () => {
    expect(await kept(`${"y".repeat(16_383)}é`)).toBe("y".repeat(16_383));
    expect(await kept(`${"y".repeat(16_382)}é and more`)).toBe(`${"y".repeat(16_382)}é`);
    expect(await kept(`${"y".repeat(16_381)}😀`)).toBe("y".repeat(16_381));
  });

  test("characters that the database cannot store are removed or replaced", async () => {
    expect(await kept("a\0b\0")).toBe("ab");
    expect(await kept(Buffer.from([0x61, 0xff, 0xfe, 0x62]))).toBe("a\ufffd\ufffdb");
    expect(await kept(Buffer.from("\ud800", "utf16le"))).not.toMatch(/\p{Cs}|\0/u);
    // A lone surrogate, encoded as if in UTF-8.
    const text = await kept(Buffer.from([0xed, 0xa0, 0x80, 0x61]));
    expect(text?.isWellFormed()).toBe(true);
    expect(text).toMatch(/a$/);
  });
});

describe("a slow receiver", () => {
  const late = `No complete response within ${TIMEOUT_MS / 1_000} s. Respond with a 2xx status immediately and process the event afterwards.`;

  // A byte may be late on a busy machine.
  const FIRST_BYTES: string = expect.stringMatching(/^ab?c?$/);

  test.each<[string, ReceiverAnswer, number | null, string | null]>([
    ["says nothing", { hang: "head" }, null, null],
    ["says half a head", { raw: "HTTP/1.1 200 OK\r\ncontent-le" }, null, null],
    ["answers late", { delayMs: 10 * TIMEOUT_MS }, null, null],
    ["stops in the body", { hang: "body", body: "half" }, 200, "half"],
    ["stops after the head", { hang: "body", body: "" }, 200, ""],
    ["drips a byte now and then", { dripMs: 400, body: "abcdefghij" }, 200, FIRST_BYTES],
  ])("that %s: the request fails at the timeout", async (_, answer, statusCode, responseBody) => {
    const result = await postFor(answer, { timeoutMs: TIMEOUT_MS });
    expect(result).toMatchObject({ succeeded: false, statusCode, responseBody, error: late });
    // Not at once. A timer begins at the time that the event loop read last, so it may end earlier by as much.
    expect(result.durationMs).toBeGreaterThan(TIMEOUT_MS / 2);
    await eventually(() => expect(receiver.open).toBe(0));
    expect(receiver.requests).toHaveLength(1);
  });

  test("the request ends immediately if the caller aborts it", async () => {
    receiver.answer = () => ({ hang: "head" });
    const stop = new AbortController();
    const posted = post({ signal: stop.signal });
    await eventually(() => expect(receiver.requests).toHaveLength(1));
    stop.abort();
    const result = await posted;
    expect(result).toMatchObject({ succeeded: false, statusCode: null, responseBody: null });
    expect(result.error).toMatch(/^Stopped/);
    expect(await post({ signal: stop.signal })).toMatchObject({ error: result.error });
    expect(receiver.requests).toHaveLength(1);
  });
});

describe("a receiver that closes the connection", () => {
  test.each<["end" | "reset"]>([["end"], ["reset"]])(
    "without a response (%s): the request fails",
    async (close) => {
      const result = await postFor({ close });
      expect(result).toMatchObject({ succeeded: false, statusCode: null, responseBody: null });
      expect(result.error).toMatch(/^The connection was closed before the response was complete/);
      expect(receiver.requests).toHaveLength(1);
    },
  );

  test("a connection that is closed in the middle of the body fails the request, with the received part", async () => {
    receiver.answer = () => {
      setTimeout(() => receiver.dropConnections(), 50);
      return { hang: "body", body: "half" };
    };
    const result = await post();
    expect(result).toMatchObject({ succeeded: false, statusCode: 200, responseBody: "half" });
    expect(result.error).toMatch(/^The connection was closed before the response was complete/);
  });

  test("a connection that is refused fails the request", async () => {
    await receiver.close();
    const result = await post();
    expect(result).toMatchObject({ succeeded: false, statusCode: null });
    expect(result.error).toMatch(/^The connection was refused/);
    receiver = await startReceiver();
  });

  test.each([
    ["no HTTP", "220 mail.example.com ESMTP\r\n"],
    ["bytes", Buffer.from([0, 1, 2, 255])],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
    [
      "a length and chunks",
      "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a broken chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"],
  ])("after sending %s: the request fails", async (_, raw) => {
    const result = await postFor({ raw });
    expect(result.succeeded).toBe(false);
    expect(result.error).toMatch(/not valid HTTP/);
  });

  test("after sending endless headers: the request fails", async () => {
    const raw = `HTTP/1.1 200 OK\r\nx-a: ${"y".repeat(20_000)}\r\n\r\n`;
    const result = await postFor({ raw });
    expect(result.succeeded).toBe(false);
    expect(result.error).toMatch(/response headers exceed 16 kB/);
  });
});

describe("connections", () => {
  test("are reused for the next request", async () => {
    for (let count = 0; count < 20; count++) await post();
    expect([receiver.requests.length, receiver.connections]).toEqual([20, 1]);
    await Promise.all(Array.from({ length: 10 }, () => post()));
    await Promise.all(Array.from({ length: 10 }, () => post()));
    expect(receiver.requests).toHaveLength(40);
    expect(receiver.connections).toBeLessThanOrEqual(10);
  });

  test("are not reused after a response that was cut off", async () => {
    await postFor({ body: "y".repeat(20_000) });
    await eventually(() => expect(receiver.open).toBe(0));
    expect(await postFor({})).toMatchObject({ succeeded: true });
    expect(receiver.connections).toBe(2);
  });

  test("connections that are idle are closed before a receiver would close them; those in use are not", async () => {
    const slow = await startReceiver(() => ({ delayMs: 4_500 }));
    const posted = post({ url: slow.url });
    await post();
    expect(receiver.open).toBe(1);
    await eventually(() => expect(receiver.open).toBe(0), { intervalMs: 100 });
    expect(await posted).toMatchObject({ succeeded: true });
    await slow.close();
  });

  test("connections that the receiver closed meanwhile are replaced, and the event arrives once", async () => {
    let seen = 0;
    // Responds to the first request on each connection and closes at the second one without reading it.
    const server = createServer((socket) => {
      let requests = 0;
      socket
        .on("error", () => undefined)
        .on("data", () => {
          requests += 1;
          if (requests > 1) return void socket.resetAndDestroy();
          seen += 1;
          socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
        });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
    for (let count = 1; count <= 5; count++) {
      expect(await post({ url })).toMatchObject({ succeeded: true, responseBody: "ok" });
      expect(seen).toBe(count);
    }
    server.close();
  });

  test("connections that break after the first byte of a response are not replaced", async () => {
    await post();
    receiver.answer = () => {
      setTimeout(() => receiver.dropConnections(), 50);
      return { raw: "H" };
    };
    expect(await post()).toMatchObject({ succeeded: false, statusCode: null });
    expect(receiver.requests).toHaveLength(2);
  });

  test("connections that were new and broke are not replaced", async () => {
    expect(await postFor({ close: "reset" })).toMatchObject({ succeeded: false });
    expect(receiver.requests).toHaveLength(1);
  });

  test("connections that break each time are tried twice and no more", async () => {
    await post();
    expect(await postFor({ close: "reset" })).toMatchObject({ succeeded: false });
    expect(receiver.requests).toHaveLength(3);
  });
});

describe("this machine, where it is allowed,", () => {
  const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === "::1"),
  );
  const sentTo = async (host: string, url: string) => {
    const other = await startReceiver(undefined, { host });
    const result = await post({ url: `http://${url}:${other.port}/` });
    await other.close();
    return [result.succeeded, other.requests[0]?.headers.host === `${url}:${other.port}`];
  };

  test("is found by its name as well", async () => {
    expect(await sentTo("127.0.0.1", "localhost")).toEqual([true, true]);
  });

  test.runIf(hasIpv6)("and in IPv6, at the one of two addresses that is there", async () => {
    expect(await sentTo("::1", "[::1]")).toEqual([true, true]);
    expect(await sentTo("::1", "localhost")).toEqual([true, true]);
  });
});
