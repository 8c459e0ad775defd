import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerBrokenRequests } from "./broken-requests.ts";
import { serverOptions } from "./server-options.ts";

const servers: Server[] = [];

/** Starts a server with a time limit for whole requests, and returns its port. */
async function start(requestTimeoutMs: number): Promise<number> {
  const server = createServer(serverOptions(requestTimeoutMs), async (request, response) => {
    let bytes = 0;
    try {
      for await (const chunk of request) bytes += chunk.length;
    } catch {
      return;
    }
    response.end(`took ${bytes}`);
  });
  answerBrokenRequests(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

let hasty: number;
/** Its limit is over for no request of a test, however slow the machine is. */
let patient: number;
beforeAll(async () => {
  [hasty, patient] = [await start(1_000), await start(60_000)];
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Sends a text in parts, with a pause before each, and returns the response. */
async function answerTo(port: number, parts: string[], pauseMs: number): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const answer = text(socket);
  for (const part of parts) {
    await sleep(pauseMs);
    if (socket.destroyed) break;
    socket.write(part);
  }
  return answer;
}

const head = "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 40\r\n\r\n";

test("a body that arrives too slowly: 408 before it is complete", async () => {
  const answer = await answerTo(hasty, [head, ..."x".repeat(40)], 100);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).not.toContain("took");
});

test("headers that arrive too slowly: 408", async () => {
  expect(await answerTo(hasty, [...head.slice(0, 40)], 100)).toMatch(/^HTTP\/1\.1 408 /);
});

test("an idle connection is kept for longer than a proxy uses it", async () => {
  const response = await fetch(`http://127.0.0.1:${patient}`);
  expect(await response.text()).toBe("took 0");
  const [, seconds] = /timeout=(\d+)/.exec(response.headers.get("keep-alive") ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});

test("a slow body within the time limit is served", async () => {
  const answer = await answerTo(patient, [head, "x".repeat(20), "x".repeat(20)], 100);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain("took 40");
});
