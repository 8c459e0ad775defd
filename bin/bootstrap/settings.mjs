import { isAbsolute, resolve } from "node:path";
import { Fault } from "./faults.mjs";
import { repositoryFolder } from "./paths.mjs";
import { setting } from "./setting.mjs";

/** @typedef {ReturnType<typeof readStartSettings>} StartSettings */

/**
 * Reads the environment variables that `npm start` supports.
 *
 * @param {Record<string, string | undefined>} env
 */
export function readStartSettings(env) {
  const environment = setting("SERVICE_ENVIRONMENT", env) ?? "staging";
  if (environment !== "staging" && environment !== "production") {
    throw new Fault("settings", `SERVICE_ENVIRONMENT=${environment}: it is staging or production.`);
  }
  const dataDir = setting("DATA_DIR", env) ?? ".data";
  return {
    environment,
    host: setting("HOST", env) ?? "127.0.0.1",
    port: readPort(setting("PORT", env)),
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(repositoryFolder, dataDir),
    externalDatabaseUrl: setting("DATABASE_URL", env),
    historyDays: readHistoryDays(setting("DEMO_HISTORY_DAYS", env)),
  };
}

/** @param {string | undefined} text */
export function readPort(text) {
  const port = text === undefined ? 3000 : Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Fault(
    "settings",
    `PORT=${text}: it is a whole number up to 65535 (0 picks a free one).`,
  );
}

const defaultDays = 90;
const fewestDays = 30;
const mostDays = 365;

/** How many days of history the demo gets at its first start; 0 for a small demo. @param {string | undefined} text */
export function readHistoryDays(text) {
  const days = text === undefined || text === "" ? defaultDays : Number(text);
  const isValid = days === 0 || (days >= fewestDays && days <= mostDays);
  if (Number.isInteger(days) && isValid) return days;
  throw new Fault(
    "settings",
    `DEMO_HISTORY_DAYS=${text}: it is 0 or a whole number from ${fewestDays} to ${mostDays}.`,
  );
}

/** Where a browser on this machine finds the server. @param {string} host @param {number} port */
export function localUrl(host, port) {
  const everywhere = host === "0.0.0.0" || host === "::";
  const name = everywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
