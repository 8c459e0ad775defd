import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const preload = pathToFileURL(join(import.meta.dirname, "tell-client-address.mjs")).href;
const program = `
  import { createServer } from "node:http";
  const server = createServer((request, response) => response.end(request.headers["x-forwarded-for"]));
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

/** @type {import("node:child_process").ChildProcess[]} */
const servers = [];
afterAll(() => servers.forEach((server) => void server.kill()));

/** The port of a server under this setting. @param {string} hops */
async function startServer(hops) {
  const args = ["--import", preload, "--input-type=module", "--eval", program];
  const server = spawn(process.execPath, args, {
    env: { ...process.env, TRUSTED_PROXY_HOPS: hops },
    stdio: ["ignore", "pipe", "inherit"],
  });
  servers.push(server);
  const [port] = await once(server.stdout, "data");
  return Number(port);
}

/** @type {number[]} */
let ports;
beforeAll(async () => {
  ports = await Promise.all(["", 1, "2"].map(startServer));
});

test.each([
  ["nobody in front: a forged one is overwritten", 0, "203.0.113.7", "127.0.0.1"],
  ["nobody in front: a forged list is too", 0, "203.0.113.7, 127.0.0.2", "127.0.0.1"],
  ["nobody in front, and nothing sent", 0, undefined, "127.0.0.1"],
  [
    "one proxy: what it added counts, not what was forged",
    "1",
    "1.2.3.4, 203.0.113.7",
    "203.0.113.7",
  ],
  ["one proxy: a header of its own counts", 1, ["1.2.3.4", "203.0.113.7"], "203.0.113.7"],
  ["two proxies: the first one's", 2, "1.2.3.4, 203.0.113.7, 10.0.0.1", "203.0.113.7"],
  ["two proxies, of which one was passed by", 2, "1.2.3.4", "127.0.0.1"],
  ["one proxy, which was passed by", 1, undefined, "127.0.0.1"],
])("with %s", async (_, hops, header, seen) => {
  const headers = header === undefined ? {} : { "x-forwarded-for": header };
  const asked = request({ host: "127.0.0.1", port: ports[hops], headers }).end();
  const [answer] = await once(asked, "response");
  expect(await text(answer)).toBe(seen);
});
