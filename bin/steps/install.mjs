import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "./faults.mjs";
import { repositoryFolder } from "./paths.mjs";
import { step } from "./report.mjs";
import { run } from "./run.mjs";

const lockPath = join(repositoryFolder, "package-lock.json");
const installedPath = join(repositoryFolder, "node_modules/.package-lock.json");

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockEntry */

/** Installs the dependencies unless those of the lock file are there. */
export async function installIfStale() {
  if (await isInstalled()) return;
  await step("install dependencies", install);
}

async function install() {
  const verb = existsSync(lockPath) ? "ci" : "install";
  // No install scripts: they would fetch engines from hosts that a closed network does not reach,
  // and what they do of use is done in postgres-programs.mjs. All kinds of dependencies, even
  // where NODE_ENV=production is set: the build needs its types and Node itself is optional.
  const flags = ["--ignore-scripts", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const result = await run(npm, [verb, ...flags], { cwd: repositoryFolder }).catch((error) => {
    throw new Fault("install", `npm could not be run (${error.message}). It comes with Node.`);
  });
  if (result.code !== 0) {
    throw new Fault(
      "install",
      `npm ${verb} failed. Is the npm registry reachable, and is there room on the disk?\n\n` +
        result.output,
    );
  }
}

async function isInstalled() {
  if (!existsSync(installedPath)) return false;
  if (!existsSync(lockPath)) return true;
  const [lock, installed] = await Promise.all([readPackages(lockPath), readPackages(installedPath)]);
  const lockIsNewer = (await stat(lockPath)).mtimeMs > (await stat(installedPath)).mtimeMs;
  // By content, as a checkout touches files without changing them.
  return Object.entries(lock).every(([path, entry]) => {
    const found = installed[path];
    if (found !== undefined) return same(entry, found);
    if (path === "" || !isForThisMachine(entry)) return true;
    // npm leaves out an optional package that failed; to try again at each start would not help.
    const isOptional = entry.optional === true || entry.devOptional === true;
    return isOptional && !lockIsNewer;
  });
}

/** @param {string} path @returns {Promise<Record<string, LockEntry>>} */
async function readPackages(path) {
  try {
    return JSON.parse(await readFile(path, "utf8")).packages ?? {};
  } catch (error) {
    if (path === installedPath) return {}; // An install that was cut short: install again.
    throw new Fault("install", `${path} cannot be read as JSON: restore it from git.`, { cause: error });
  }
}

/** @param {LockEntry} a @param {LockEntry} b */
function same(a, b) {
  return a.version === b.version && a.integrity === b.integrity;
}

/** @param {LockEntry} entry */
function isForThisMachine({ os, cpu, libc }) {
  const matches = (list, value) =>
    list === undefined || (list.includes(value) && !list.includes(`!${value}`));
  return libc === undefined && matches(os, process.platform) && matches(cpu, process.arch);
}
