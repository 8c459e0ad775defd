import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../bootstrap/faults.mjs";
import { lockOrWait } from "../bootstrap/lock.mjs";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import { step } from "../bootstrap/report.mjs";
import { run } from "../bootstrap/run.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";
import { generateIfStale } from "./generate.ts";
import { hashFiles } from "./hash-files.ts";

const buildFolder = join(repositoryFolder, ".next");
const stampPath = join(buildFolder, "source-hash");
// Next keeps this folder during a build.
const lockFolder = join(buildFolder, "cache");
const otherBuildTimeoutMs = 15 * 60_000;

const sources = [
  ...["app", "components", "lib", "prisma", "public"],
  ...[
    "next.config.mjs",
    "postcss.config.mjs",
    "tsconfig.json",
    "package.json",
    "package-lock.json",
  ],
  ...["instrumentation.ts", "proxy.ts", "middleware.ts"],
];

/** Whether a build exists, even an outdated one. */
export function isBuilt() {
  return existsSync(join(buildFolder, "BUILD_ID"));
}

/** Generates the client and builds the app, each unless it is up to date. */
export async function buildIfStale() {
  await step("build", async (note) => {
    if (!(await buildApp())) note("up to date");
  });
}

/** Builds without printing anything. A second build waits for the first. Returns whether a build was needed. */
export async function buildApp() {
  await mkdir(lockFolder, { recursive: true });
  const lock = await lockOrWait(join(lockFolder, "build.lock"), {
    timeoutMs: otherBuildTimeoutMs,
    signal: stopSignal,
  });
  try {
    await generateIfStale();
    return await runBuild();
  } finally {
    lock.release();
  }
}

async function runBuild() {
  const hash = await hashFiles(repositoryFolder, sources, isSource);
  const stamp = existsSync(stampPath) ? await readFile(stampPath, "utf8") : undefined;
  if (isBuilt() && stamp === hash) return false;
  await rm(stampPath, { force: true });
  const { code, output } = await run(
    process.execPath,
    [join(repositoryFolder, "node_modules/next/dist/bin/next"), "build"],
    {
      cwd: repositoryFolder,
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    },
  );
  if (code !== 0) throw new Fault("build", `next build failed:\n\n${output}`);
  await writeFile(stampPath, hash);
  return true;
}

/** Tests and generated files do not change the build. */
function isSource(path: string) {
  return !/\.test\.tsx?$/.test(path) && !/^(prisma|server)\/generated\//.test(path);
}
