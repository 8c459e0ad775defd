import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Closing } from "../bootstrap/closing.mjs";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import { freePort } from "../bootstrap/port.mjs";
import { sleep } from "../bootstrap/process-info.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { endOf } from "../process/wait-for-end.ts";

/** In a folder of packages that is not installed: the application must not find the configuration of the service. */
const folder = join(repositoryFolder, "node_modules/.cache/empty-next-app");
const readyTimeoutMs = 30_000;
const attemptPauseMs = 100;

/** The application: one page layout, without which Next does not build, and one bare route handler. */
const files = {
  "package.json": '{ "name": "empty-next-app", "private": true }\n',
  "next.config.mjs": "export default { turbopack: { root: import.meta.dirname } };\n",
  "app/layout.jsx":
    'export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n',
  "app/api/bare/route.js":
    'export const dynamic = "force-dynamic";\nexport const GET = () => Response.json({ status: "success" });\n',
};

export interface RunningApp {
  /** The URL of the bare route handler. */
  url: string;
  pid: number | undefined;
}

/** The installed packages that a package needs, itself included. */
async function packagesOf(names: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const open = [...names]; open.length > 0; ) {
    const name = open.pop() ?? "";
    const manifest = join(repositoryFolder, "node_modules", name, "package.json");
    if (found.has(name) || !existsSync(manifest)) continue;
    found.add(name);
    const { dependencies, optionalDependencies } = JSON.parse(await readFile(manifest, "utf8"));
    open.push(...Object.keys({ ...dependencies, ...optionalDependencies }));
  }
  return found;
}

/** Runs Next in the folder of the application until it ends. */
function runNext(args: string[]) {
  const program = join(folder, "node_modules/next/dist/bin/next");
  return spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: "ignore",
  });
}

async function build(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const name of await packagesOf(["next", "react", "react-dom"]))
    await cp(join(repositoryFolder, "node_modules", name), join(folder, "node_modules", name), {
      recursive: true,
    });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const child = runNext(["build"]);
  stopSignal.addEventListener("abort", () => child.kill());
  const reason = await endOf(child);
  if (child.exitCode !== 0) throw new Error(`the empty Next application was not built: ${reason}`);
}

/**
 * Builds and starts a Next application that has nothing but a bare route handler, in a process of its own, as the reference
 * for what a request costs.
 */
export async function startEmptyNextApp(closing: Closing): Promise<RunningApp> {
  await build();
  const port = await freePort("127.0.0.1");
  const child = runNext(["start", "-H", "127.0.0.1", "-p", String(port)]);
  const ended = endOf(child);
  closing.add("The empty Next application", async () => {
    child.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}/api/bare`;
  for (const startedMs = performance.now(); ; await sleep(attemptPauseMs)) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return { url, pid: child.pid };
    if (performance.now() - startedMs > readyTimeoutMs || child.exitCode !== null)
      throw new Error("the empty Next application does not answer");
  }
}
