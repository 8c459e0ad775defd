import { Fault } from "../bootstrap/faults.mjs";
import { loadTypeScript } from "../bootstrap/load-typescript.mjs";
import { setting } from "../bootstrap/setting.mjs";
import { readLogin, requireConnectionSettings } from "./require-connection.mjs";
import { requireSameEnvironment } from "./require-same-environment.mjs";

const noListenUrl =
  "DATABASE_URL leads to a pooler and DATABASE_DIRECT_URL is not set: changes by other processes are noticed late, as " +
  "notifications do not pass a pooler. Set DATABASE_DIRECT_URL to PostgreSQL itself. See docs/pooler.md";

/**
 * Ends unless the service can work on this database: its connections keep their settings, its login cannot become the
 * owner, and the database belongs to the same environment. What can be lived with is a warning.
 *
 * @param {object} options
 * @param {string} options.databaseUrl the service's
 * @param {string} options.environment staging or production
 * @param {(text: string) => void} options.warn
 */
export async function requireDatabase({ databaseUrl, environment, warn }) {
  const { isPooled, ...login } = await requireConnectionSettings(databaseUrl);
  const directUrl = setting("DATABASE_DIRECT_URL");
  if (isPooled && directUrl === undefined) warn(noListenUrl);
  await requireAppLogin(login, { environment, warn });
  if (directUrl !== undefined && directUrl !== databaseUrl)
    await requireAppLogin(await readLogin(directUrl), { environment, warn });
  await requireSameEnvironment(databaseUrl, environment);
}

/**
 * In production the service must not log in as an owner; in staging this is only logged.
 *
 * @param {{ login: string, excess: string[] }} found
 * @param {{ environment: string, warn: (text: string) => void }} options
 */
async function requireAppLogin({ login, excess }, { environment, warn }) {
  const { loginFault, USE_APP_LOGIN } =
    /** @type {typeof import("../../lib/db/login-rights.ts")} */ (
      /** @type {unknown} */ (await loadTypeScript("lib/db/login-rights.ts"))
    );
  const fault = loginFault(login, excess);
  if (fault === undefined) return;
  if (environment === "production") throw new Fault("settings", `${fault} ${USE_APP_LOGIN}`);
  warn(`${fault} ${USE_APP_LOGIN}`);
}
