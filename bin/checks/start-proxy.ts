import { spawn, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Closing } from "../bootstrap/closing.mjs";
import { freePort } from "../bootstrap/port.mjs";
import { fillTemplate, readTemplate } from "../rehearse/fill-template.ts";

const PROGRAM = "haproxy";

/** The recommended proxy before two web processes, without the one before PostgreSQL and without a user of its own. */
function configuration(bind: string, [a, b]: readonly [string, string]): string {
  const text = readTemplate("high-availability/haproxy.cfg");
  const beforeProxies = text.slice(text.indexOf("defaults"), text.indexOf("listen primary"));
  const web = text.slice(text.indexOf("listen web"));
  return fillTemplate(`global\n  log stdout format raw daemon\n${beforeProxies}${web}`, {
    WEB_BIND: bind,
    WEB_A: a,
    WEB_B: b,
  });
}

/** Whether HAProxy is installed. */
export const hasProxy = () => spawnSync(PROGRAM, ["-v"]).status === 0;

/**
 * Starts HAProxy as ops/high-availability/haproxy.cfg sets it up before two web processes.
 *
 * @param processes host and port of each
 * @returns the URL of the proxy
 */
export async function startProxy(
  name: string,
  processes: readonly [string, string],
  folder: string,
  closing: Closing,
): Promise<string> {
  const bind = `127.0.0.1:${await freePort("127.0.0.1")}`;
  const file = join(folder, `${name}.cfg`);
  await writeFile(file, configuration(bind, processes));
  const child = spawn(PROGRAM, ["-db", "-f", file], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  closing.add(`HAProxy ${name}`, async () => {
    child.kill();
    await ended;
  });
  return `http://${bind}`;
}
