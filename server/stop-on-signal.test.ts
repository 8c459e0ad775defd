import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";

const here = (file: string) => JSON.stringify(join(import.meta.dirname, file));

/**
 * Responds at once, with readiness at /ready, or only after the line `answer` on its input at /slow. A response of /stream
 * begins at once and ends then. Prints a line when `finish` is done.
 */
const program = `
  import { once } from "node:events";
  import { createServer } from "node:http";
  import { setTimeout as sleep } from "node:timers/promises";
  import { isShuttingDown } from ${here("../lib/kernel/shutdown.ts")};
  import { stopOnSignal } from ${here("stop-on-signal.ts")};
  const answered = once(process.stdin, "data");
  const server = createServer(async ({ url }, response) => {
    if (url === "/stream") response.write("begun ");
    if (url === "/slow" || url === "/stream") {
      console.log("asked");
      await answered;
    }
    response.statusCode = url === "/ready" && isShuttingDown() ? 503 : 200;
    response.end("answered");
  });
  const times = { drainMs: Number(process.env.DRAIN_MS), limitMs: Number(process.env.LIMIT_MS) };
  stopOnSignal(server, times, async () => {
    await sleep(50);
    console.log("finished");
    if (process.env.FAILS) throw new Error("broken");
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

async function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, DRAIN_MS: "0", LIMIT_MS: "20000", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async () => (await lines.next()).value;
  const url = `http://127.0.0.1:${await line()}`;
  return { child, url, line, ended: once(child, "exit") };
}

/** A client with one connection, which it keeps while the server does. */
function keepAliveClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return async (url: string) => {
    const request = get(url, { agent });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const body = await text(response);
    const { statusCode: status, headers } = response;
    return { status, body, connection: headers.connection, isReused: request.reusedSocket };
  };
}

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)(
  "%s: accepted requests get their response, `finish` runs, and the process ends",
  async (signal, code) => {
    const { child, url, line, ended } = await start();
    const answers = [keepAliveClient()(`${url}/slow`), keepAliveClient()(`${url}/stream`)];
    expect([await line(), await line()]).toEqual(["asked", "asked"]);
    child.kill(signal);
    child.kill(signal);
    await expect
      .poll(() =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      )
      .toBe(false);
    child.stdin.write("answer\n");
    const [slow, stream] = await Promise.all(answers);
    expect(slow).toMatchObject({ status: 200, body: "answered", connection: "close" });
    expect(stream).toMatchObject({ status: 200, body: "begun answered" });
    expect(await line()).toBe("finished");
    expect(await ended).toEqual([code, null]);
  },
);

test("readiness turns to 503 while requests are served, and each response ends its connection", async () => {
  const { child, url, ended } = await start({ DRAIN_MS: "5000" });
  const [clients, seen] = [[keepAliveClient(), keepAliveClient()], [] as unknown[]];
  const poller = keepAliveClient();
  let isReady = true;
  // As behind a balancer: requests are sent as long as the last look at the readiness was good.
  const load = clients.map(async (ask) => {
    while (isReady) seen.push(await ask(url));
    return ask(url);
  });
  await expect.poll(() => seen.length).toBeGreaterThan(50);
  expect(seen.at(-1)).toMatchObject({ connection: "keep-alive", isReused: true });
  child.kill("SIGTERM");
  const looks = [];
  while (isReady) {
    const look = await poller(`${url}/ready`);
    looks.push(look.status);
    isReady = look.status === 200;
    await sleep(5);
  }
  expect(looks.at(-1)).toBe(503);
  for (const last of await Promise.all(load))
    expect(last).toMatchObject({ status: 200, connection: "close" });
  expect(await poller(url)).toMatchObject({ status: 200, connection: "close", isReused: false });
  for (const one of seen) expect(one).toMatchObject({ status: 200, body: "answered" });
  expect(await ended).toEqual([143, null]);
  await expect(fetch(url)).rejects.toThrow();
});

test("requests that outlast the limit are cut, and the process ends", async () => {
  const { child, url, line, ended } = await start({ DRAIN_MS: "50", LIMIT_MS: "300" });
  const errors = text(child.stderr);
  const cut = keepAliveClient()(`${url}/slow`).catch(({ code }) => code);
  await line();
  child.kill("SIGTERM");
  expect(await cut).toBe("ECONNRESET");
  expect(await line()).toBe("finished");
  expect(await ended).toEqual([143, null]);
  expect(await errors).toContain("cuts 1 requests");
});

test("the process ends although `finish` fails", async () => {
  const { child, ended } = await start({ FAILS: "1" });
  const errors = text(child.stderr);
  child.kill("SIGTERM");
  expect(await ended).toEqual([143, null]);
  expect(await errors).toContain("Error: broken");
});
