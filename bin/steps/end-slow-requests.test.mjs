import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const REQUEST_TIMEOUT_MS = 1_000;
const preload = pathToFileURL(join(import.meta.dirname, "end-slow-requests.mjs")).href;
const program = `
  import { createServer } from "node:http";
  const server = createServer(async (request, response) => {
    let bytes = 0;
    try {
      for await (const chunk of request) bytes += chunk.length;
    } catch {
      return;
    }
    response.end("took " + bytes);
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

/** @type {import("node:child_process").ChildProcess} */
let server;
/** @type {number} */
let port;
beforeAll(async () => {
  const args = ["--import", preload, "--input-type=module", "--eval", program];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  server = child;
  port = Number((await once(child.stdout, "data"))[0]);
});
afterAll(() => void server.kill());

/** What the server says to a text that is sent in parts, with a pause before each. @param {string[]} parts @param {number} pauseMs */
async function answerTo(parts, pauseMs) {
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

test("a body that drips is cut off in the midst", async () => {
  const answer = await answerTo([head, ..."x".repeat(40)], 100);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).not.toContain("took");
});

test("headers that drip are too", async () => {
  expect(await answerTo([...head.slice(0, 40)], 100)).toMatch(/^HTTP\/1\.1 408 /);
});

test("one that takes its time within the limit is heard", async () => {
  const answer = await answerTo([head, "x".repeat(20), "x".repeat(20)], 100);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain("took 40");
});
