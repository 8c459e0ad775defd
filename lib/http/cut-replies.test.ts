import "@/test/database";
import { randomInt, randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shiftClock } from "@/lib/kernel/clock";
import { walletOf } from "@/test/fixtures/books";
import { type Answer, endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { withdrawalFaults } from "@/test/fixtures/withdrawals";
import { answerOf } from "@/test/http/call";
import { type HttpServer, serveOverHttp } from "@/test/http/http-server";
import {
  expectRepeat,
  IDEMPOTENT_ENDPOINTS,
  type IdempotentEndpoint,
  type KeyedRequest,
} from "@/test/http/idempotent-endpoints";
import { rounds, upTo } from "@/test/rounds";

/** Threat 2: lost replies. A partner's server does not know the outcome and retries with the same key. */
const ROUNDS = upTo(rounds(1, 100));
/** At most the number of terminations that a minute allows. */
const AT_ONCE = 8;
/** Roughly the duration of a request in this test. */
const LONGEST_MS = 25;

let server: HttpServer;
let partner: TestPartner;
beforeAll(async () => {
  server = await serveOverHttp(IDEMPOTENT_ENDPOINTS);
});
beforeEach(async () => {
  partner = await makePartner();
});
afterAll(async () => {
  expect(server.failures).toEqual([]);
  await server.stop();
  await endTests();
});

/** A request in its form on the wire. */
function messageOf({ endpoint, subject, key }: KeyedRequest) {
  const { params = {}, query = {}, body } = endpoint.ask(subject, "one");
  const { method, path: pattern } = endpoint.contract;
  const path = pattern.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? "");
  return {
    method,
    target: `${path}?${new URLSearchParams(query)}`,
    headers: {
      authorization: `Bearer ${partner.apiKey}`,
      "idempotency-key": key,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    text: body ? JSON.stringify(body) : "",
  };
}

/** Sends a request, reads nothing of the reply, and disconnects when `isTime` resolves. */
async function cut(request: KeyedRequest, isTime: () => Promise<unknown>): Promise<void> {
  const { method, target, headers, text } = messageOf(request);
  const lines = Object.entries({
    ...headers,
    host: "127.0.0.1",
    "content-length": Buffer.byteLength(text),
  }).map(([name, value]) => `${name}: ${value}`);
  const socket: Socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.pause();
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${text}`);
  await isTime();
  expect(socket.bytesRead).toBe(0);
  socket.destroy();
}

async function repeat(request: KeyedRequest): Promise<Answer> {
  const { method, target, headers, text } = messageOf(request);
  const url = `http://127.0.0.1:${server.port}${target}`;
  return answerOf(await fetch(url, { method, headers, ...(text === "" ? {} : { body: text }) }));
}

/** Waits until the commit is visible, which is before the reply is sent. */
const untilCommitted = (key: string) => () =>
  expect
    .poll(() => sql("SELECT 1 FROM idempotency_keys WHERE key = $1", [key]), { interval: 1 })
    .toHaveLength(1);

const atSomeTime = () => sleep(randomInt(LONGEST_MS));

async function makeRequests(endpoint: IdempotentEndpoint): Promise<KeyedRequest[]> {
  shiftClock(61_000);
  const make = async () => ({ endpoint, partner, subject: await endpoint.makeSubject(partner) });
  const made = await Promise.all(upTo(AT_ONCE).map(make));
  return made.map((request) => ({ ...request, key: randomUUID() }));
}

describe.each(IDEMPOTENT_ENDPOINTS)("$name", (endpoint) => {
  test.each(ROUNDS)(
    "responses cut after the commit: executed once, and a repeat gets the result (round %i)",
    async () => {
      const requests = await makeRequests(endpoint);
      const before = await walletOf(partner.partnerId);
      await Promise.all(requests.map((request) => cut(request, untilCommitted(request.key))));
      for (const request of requests) expectRepeat(endpoint, await repeat(request));
      for (const request of requests) expectRepeat(endpoint, await repeat(request));
      const gained = (await walletOf(partner.partnerId)) - before;
      expect(gained).toBeCloseTo(AT_ONCE * endpoint.gains.one, 6);
      expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
    },
  );

  test.each(ROUNDS)(
    "connections cut at any time: executed once after the repeats (round %i)",
    async () => {
      const requests = await makeRequests(endpoint);
      const before = await walletOf(partner.partnerId);
      const cutAndRepeat = async (request: KeyedRequest) => {
        await cut(request, atSomeTime);
        await cut(request, atSomeTime);
        return repeat(request);
      };
      const answers = await Promise.all(requests.map(cutAndRepeat));
      for (const { status } of answers) expect([endpoint.success, 400]).toContain(status);
      for (const request of requests) expectRepeat(endpoint, await repeat(request));
      const gained = (await walletOf(partner.partnerId)) - before;
      expect(gained).toBeCloseTo(AT_ONCE * endpoint.gains.one, 6);
      expect(await withdrawalFaults(partner.partnerId)).toEqual([]);
    },
  );
});
