import { createServer, type Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { eventually } from "@/test/eventually";
import {
  AUTHORITY,
  EXPIRED,
  OF_ANOTHER_HOST,
  SELF_SIGNED,
  TRUSTED,
} from "@/test/http/certificates";
import { type NameServer, startNameServer } from "@/test/http/name-server";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { postWebhook } from "./post-webhook";

// Must have no effect.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
process.env.WEBHOOK_ALLOW_LOOPBACK = "on";
setDefaultCACertificates([AUTHORITY]);

const PUBLIC = "127.0.0.1";
// A second address that such a machine always has.
const INSIDE = process.platform === "linux" ? "127.0.0.2" : "::1";

// In this file one address of this machine counts as public, the other as internal.
vi.mock("./check-address", () => ({ isPublicAddress: (ip: string) => ip === "127.0.0.1" }));

const dns = vi.hoisted(() => ({ servers: [] as string[] }));
vi.mock("node:dns/promises", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:dns/promises")>();
  class Resolver extends original.Resolver {
    constructor(...options: ConstructorParameters<typeof original.Resolver>) {
      super(...options);
      this.setServers(dns.servers);
    }
  }
  return { ...original, Resolver };
});

let names: NameServer;
beforeAll(async () => {
  names = await startNameServer();
  dns.servers = [names.address];
});
afterAll(() => names.close());

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  names.asked.length = 0;
});

async function receive(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...args);
  open.push(receiver);
  return receiver;
}
const post = (port: number, { host = "hooks.example.com", timeoutMs = 60_000 } = {}) =>
  postWebhook({ url: `https://${host}:${port}/hook`, body: "{}", headers: {}, timeoutMs });
const recordsOf = (ip: string, kind: "A" | "AAAA") =>
  ip.includes(":") === (kind === "AAAA") ? [ip] : [];
const resolveTo = (ip: string) => {
  names.records = (_name, kind) => recordsOf(ip, kind);
};

describe("a receiver with a certificate", () => {
  test("a receiver whose certificate is trusted for the host name gets the event, on one connection", async () => {
    resolveTo(PUBLIC);
    const receiver = await receive(undefined, { tls: TRUSTED });
    for (let count = 0; count < 3; count++)
      expect(await post(receiver.port)).toMatchObject({ succeeded: true, responseBody: "ok" });
    expect(receiver.connections).toBe(1);
    expect(receiver.requests[0]).toMatchObject({
      body: Buffer.from("{}"),
      headers: { host: `hooks.example.com:${receiver.port}` },
    });
    expect(receiver.serverNames).toEqual(["hooks.example.com"]);
    // One DNS query per connection.
    expect(names.asked.sort()).toEqual(["A hooks.example.com", "AAAA hooks.example.com"]);
  });

  test("a receiver with a certificate for its IP address is accepted at this address", async () => {
    const receiver = await receive(undefined, { tls: TRUSTED });
    expect(await post(receiver.port, { host: PUBLIC })).toMatchObject({ succeeded: true });
    expect(names.asked).toEqual([]);
  });

  test.each<"end" | "reset">(["end", "reset"])(
    "that closed its connection meanwhile (%s) gets the event on another one",
    async (close) => {
      resolveTo(PUBLIC);
      const receiver = await receive(undefined, { tls: TRUSTED });
      receiver.answer = ({ index }) => (index === 1 ? { close } : {});
      expect(await post(receiver.port)).toMatchObject({ succeeded: true });
      expect(await post(receiver.port)).toMatchObject({ succeeded: true });
      expect([receiver.connections, receiver.requests.length]).toEqual([2, 3]);
      expect(receiver.requests[2]?.headers.connection).toBe("close");
    },
  );

  test.each([
    ["of its own making", SELF_SIGNED, "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["of another host", OF_ANOTHER_HOST, "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["of the past", EXPIRED, "CERT_HAS_EXPIRED"],
  ])("%s is refused before any data is sent", async (_, tls, code) => {
    resolveTo(PUBLIC);
    const receiver = await receive(undefined, { tls });
    const result = await post(receiver.port);
    expect(result).toMatchObject({ succeeded: false, statusCode: null, responseBody: null });
    expect(result.error).toBe(
      `TLS failed (${code}). Check the receiver's certificate: its host name, its dates and its chain.`,
    );
    expect(receiver.requests).toEqual([]);
    await eventually(() => expect(receiver.open).toBe(0));
  });
});

describe("a receiver with a TLS error", () => {
  async function listen(onConnection: Parameters<typeof createServer>[1]): Promise<number> {
    const server: Server = createServer({}, onConnection).listen(0, PUBLIC);
    await eventually(() => expect(server.listening).toBe(true));
    open.push(server);
    const address = server.address();
    return typeof address === "object" && address ? address.port : 0;
  }

  test("a request to a receiver that speaks plain HTTP fails", async () => {
    resolveTo(PUBLIC);
    const receiver = await receive();
    const result = await post(receiver.port);
    expect(result.error).toMatch(/^TLS failed/);
    expect(receiver.requests).toEqual([]);
  });

  test("a request to a receiver that sends garbage instead of TLS fails", async () => {
    resolveTo(PUBLIC);
    const port = await listen((socket) => {
      socket.on("error", () => undefined).write(Buffer.alloc(99, 0xff));
    });
    expect((await post(port)).error).toMatch(/^TLS failed/);
  });

  test("a request to a receiver that closes the connection immediately fails", async () => {
    resolveTo(PUBLIC);
    const port = await listen((socket) => void socket.destroy());
    const result = await post(port);
    expect(result).toMatchObject({ succeeded: false, statusCode: null });
    expect(result.error).toMatch(/^TLS failed/);
  });

  test("a request to a receiver that sends nothing fails at the timeout, and the connection is closed", async () => {
    resolveTo(PUBLIC);
    let isOpen = false;
    const port = await listen((socket) => {
      isOpen = true;
      socket
        .on("error", () => undefined)
        .on("data", () => undefined)
        .on("close", () => {
          isOpen = false;
        });
    });
    const result = await post(port, { timeoutMs: 300 });
    expect(result.error).toMatch(/^No complete response within 0.3 s/);
    await eventually(() => expect(isOpen).toBe(false));
  });
});

describe("a host name that resolves to another address the next time", () => {
  test("is connected at the checked address, and resolved once", async () => {
    const receiver = await receive(undefined, { tls: TRUSTED });
    const inside = await receive(undefined, { host: INSIDE, port: receiver.port, tls: TRUSTED });
    names.records = (_name, kind, ask) => recordsOf(ask === 0 ? PUBLIC : INSIDE, kind);
    const host = "other.example.com";
    expect(await post(receiver.port, { host })).toMatchObject({ succeeded: true });
    expect([receiver.requests.length, names.asked.length]).toEqual([1, 2]);
    // An open connection is reused; a new one is refused.
    expect(await post(receiver.port, { host })).toMatchObject({ succeeded: true });
    receiver.dropConnections();
    await eventually(() => expect(receiver.open).toBe(0));
    const result = await post(receiver.port, { host });
    expect(result.error).toMatch(/not a public address/);
    expect([receiver.requests.length, inside.connections]).toEqual([2, 0]);
  });

  test("is not retried at a private address after its connection broke", async () => {
    const receiver = await receive(undefined, { tls: TRUSTED });
    const inside = await receive(undefined, { host: INSIDE, port: receiver.port, tls: TRUSTED });
    resolveTo(PUBLIC);
    await post(receiver.port);
    resolveTo(INSIDE);
    receiver.answer = () => ({ close: "reset" });
    expect((await post(receiver.port)).error).toMatch(/not a public address/);
    expect(inside.connections).toBe(0);
  });

  test("a host name with private addresses in one record type is refused, also if those arrive later than the others", async () => {
    const receiver = await receive(undefined, { tls: TRUSTED });
    names.records = async (_name, kind) => {
      if (kind === "A") return [PUBLIC];
      await sleep(150);
      return ["::1"];
    };
    expect((await post(receiver.port)).error).toMatch(/not a public address/);
    expect(receiver.connections).toBe(0);
  });
});

test("a name server that does not respond for one record type does not delay the other", async () => {
  names.records = (_name, kind) => (kind === "A" ? [PUBLIC] : "silent");
  const receiver = await receive(undefined, { tls: TRUSTED });
  const result = await post(receiver.port);
  expect(result).toMatchObject({ succeeded: true });
  expect(result.durationMs).toBeLessThan(30_000);
});

test("the setting for receivers on this machine allows neither a host name nor TLS to reach it", async () => {
  const inside = await receive(undefined, { host: INSIDE, tls: TRUSTED });
  resolveTo(INSIDE);
  for (const host of [
    "hooks.example.com",
    INSIDE.includes(":") ? `[${INSIDE}]` : INSIDE,
    "localhost",
  ])
    expect((await post(inside.port, { host })).error).toMatch(/public/);
  // Plain HTTP to a name that resolves to this machine.
  const url = `http://hooks.example.com:${inside.port}/`;
  const result = await postWebhook({ url, body: "{}", headers: {}, timeoutMs: 60_000 });
  expect(result.error).toMatch(/must be an https/);
  expect(inside.connections).toBe(0);
});
