import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

/** Responds to a request after a delay, and prints a line when `finish` is done. */
const program = `
  import { createServer } from "node:http";
  import { setTimeout as sleep } from "node:timers/promises";
  import { stopOnSignal } from ${JSON.stringify(join(import.meta.dirname, "stop-on-signal.ts"))};
  const server = createServer(async (request, response) => {
    console.log("asked");
    await sleep(300);
    response.end("answered");
  });
  stopOnSignal(server, async () => {
    await sleep(50);
    console.log("finished");
    if (process.env.FAILS) throw new Error("broken");
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { child, ended: once(child, "exit") };
}

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)(
  "%s: accepted requests get their response, `finish` runs, and the process ends",
  async (signal, code) => {
    const { child, ended } = start();
    const [port] = await once(child.stdout, "data");
    const answer = fetch(`http://127.0.0.1:${Number(port)}/`);
    await once(child.stdout, "data");
    const rest = text(child.stdout);
    child.kill(signal);
    child.kill(signal);
    expect(await (await answer).text()).toBe("answered");
    expect(await ended).toEqual([code, null]);
    expect(await rest).toBe("finished\n");
    await expect(fetch(`http://127.0.0.1:${Number(port)}/`)).rejects.toThrow();
  },
);

test("the process ends although `finish` fails", async () => {
  const { child, ended } = start({ FAILS: "1" });
  await once(child.stdout, "data");
  const errors = text(child.stderr);
  child.kill("SIGTERM");
  expect(await ended).toEqual([143, null]);
  expect(await errors).toContain("Error: broken");
});
