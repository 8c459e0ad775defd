import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The root folder of this repository, whatever the current directory is. */
export const repositoryFolder = resolve(import.meta.dirname, "../..");

/** @param {string} name a program of the installed packages */
export function installedProgram(name) {
  return join(repositoryFolder, "node_modules/.bin", name);
}

/** @typedef {ReturnType<typeof dataPaths>} DataPaths */

/** The files of one data folder. @param {string} dataDir an absolute path */
export function dataPaths(dataDir) {
  return {
    lock: join(dataDir, "lock.json"),
    secrets: join(dataDir, "secrets.json"),
    demo: join(dataDir, "demo.json"),
    demoSeed: join(dataDir, "demo.seed.json"),
    logs: join(dataDir, "logs"),
    postgresLog: join(dataDir, "logs/postgres.log"),
    serverLog: join(dataDir, "logs/server.log"),
    postgres: join(dataDir, "postgres"),
    chains: join(dataDir, "chains"),
  };
}

/**
 * The arguments under which Node runs a TypeScript file of the project with its imports from `lib`.
 *
 * @param {string} script from the repository's root
 * @param {string[]} args of the script
 */
export function typeScriptArguments(script, ...args) {
  const loader = pathToFileURL(join(import.meta.dirname, "run-typescript.mjs")).href;
  return ["--import", loader, join(repositoryFolder, script), ...args];
}
