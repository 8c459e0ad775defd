import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "./faults.mjs";
import { repositoryFolder } from "./paths.mjs";
import { step } from "./report.mjs";
import { run } from "./run.mjs";

const lockPath = join(repositoryFolder, "package-lock.json");
const installedPath = join(repositoryFolder, "node_modules/.package-lock.json");
/** Present after a build, as in the folder of an installed service. */
const builtPath = join(repositoryFolder, ".next/BUILD_ID");

/** @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockEntry */

/** Installs the dependencies of the lock file, unless they are installed. */
export async function installIfStale() {
  if (await isInstalled()) return;
  await step("install dependencies", install);
}

async function install() {
  const verb = existsSync(lockPath) ? "ci" : "install";
  let { code, output } = await npm(verb);
  if (code !== 0 && output.includes("EUSAGE")) {
    // The lock file was written against a registry that lacks some other platform's optional
    // packages, and `npm ci` misses them here too. `npm install` takes it as it is.
    ({ code, output } = await npm("install", "--no-save"));
  }
  if (code === 0) return;
  throw new Fault(
    "install",
    "The dependencies could not be installed. Is the npm registry reachable, and is there room " +
      `on the disk?\n\n${output}`,
  );
}

/** @param {string[]} verb */
async function npm(...verb) {
  const flags = [
    // Install scripts would fetch engines from hosts that a closed network does not reach.
    // bin/postgres/find-programs.ts does their useful part.
    "--ignore-scripts",
    // Also where NODE_ENV=production is set: the build needs its types, and the pinned Node is
    // an optional package.
    "--include=dev",
    "--include=optional",
    "--no-audit",
    "--no-fund",
  ];
  const program = process.platform === "win32" ? "npm.cmd" : "npm";
  return run(program, [...verb, ...flags], { cwd: repositoryFolder }).catch((error) => {
    throw new Fault("install", `npm could not be run (${error.message}). It comes with Node.`);
  });
}

async function isInstalled() {
  if (!existsSync(installedPath)) return false;
  if (!existsSync(lockPath)) return true;
  const [lock, installed] = await Promise.all([
    readPackages(lockPath),
    readPackages(installedPath),
  ]);
  if (existsSync(builtPath) && isPruned(lock, installed))
    throw new Fault(
      "install",
      "This folder is built and has only the packages of production, like that of an installed service. This command needs all " +
        "packages: run it in another clone. If no service runs from this folder, run `npm ci --include=dev` first.",
    );
  const lockIsNewer = (await stat(lockPath)).mtimeMs > (await stat(installedPath)).mtimeMs;
  // Compared by content, because a checkout changes the times of unchanged files.
  return Object.entries(lock).every(([path, entry]) => {
    const found = installed[path];
    if (found !== undefined) return same(entry, found);
    if (path === "") return true;
    if (entry.optional !== true && entry.devOptional !== true) return false;
    // npm leaves out an optional package that failed; to try again at each start would not help.
    return !(isForThisMachine(entry) && lockIsNewer);
  });
}

/**
 * Whether `npm prune --omit=dev` or `npm ci --omit=dev` left only the packages that production needs.
 *
 * @param {Record<string, LockEntry>} lock
 * @param {Record<string, LockEntry>} installed
 */
export function isPruned(lock, installed) {
  const isDev = (/** @type {LockEntry} */ { dev }) => dev === true;
  if (Object.keys(installed).length === 0 || !Object.values(lock).some(isDev)) return false;
  return !Object.values(installed).some(isDev);
}

/** @param {string} path @returns {Promise<Record<string, LockEntry>>} */
async function readPackages(path) {
  try {
    return JSON.parse(await readFile(path, "utf8")).packages ?? {};
  } catch (error) {
    if (path === installedPath) return {}; // An install that was cut short: install again.
    throw new Fault("install", `${path} cannot be read as JSON: restore it from git.`, {
      cause: error,
    });
  }
}

/** @param {LockEntry} a @param {LockEntry} b */
function same(a, b) {
  return a.version === b.version && a.integrity === b.integrity;
}

/** Whether an optional package is meant for machines like this one. @param {LockEntry} entry */
function isForThisMachine({ os, cpu, libc }) {
  if (libc !== undefined || (os === undefined && cpu === undefined)) return false;
  const lists = (/** @type {string[] | undefined} */ names, /** @type {string} */ name) =>
    names === undefined || names.includes(name);
  return lists(os, process.platform) && lists(cpu, process.arch);
}
