import { loginFault, USE_APP_LOGIN } from "@/lib/db/login-rights";
import { Fault } from "../bootstrap/faults.mjs";
import { setting } from "../bootstrap/setting.mjs";
import { readLogin, requireConnectionSettings } from "./require-connection.ts";
import { requireRealTime } from "./require-real-time.ts";
import { requireSameEnvironment } from "./require-same-environment.ts";

const noListenUrl =
  "DATABASE_URL leads to a pooler and DATABASE_DIRECT_URL is not set: changes by other processes are noticed late, as " +
  "notifications do not pass a pooler. Set DATABASE_DIRECT_URL to PostgreSQL itself. See docs/pooler.md";

interface RequireDatabaseOptions {
  /** The URL that the service connects with. */
  databaseUrl: string;
  /** The environment that the service runs as. */
  environment: string;
  warn: (text: string) => void;
}

/**
 * Throws a Fault unless the service can work on this database: its connections keep their settings, its login cannot become the
 * owner, the database belongs to the same environment, and no demo is left half made in it. Lesser problems are warnings.
 */
export async function requireDatabase({ databaseUrl, environment, warn }: RequireDatabaseOptions) {
  const { isPooled, ...login } = await requireConnectionSettings(databaseUrl);
  const directUrl = setting("DATABASE_DIRECT_URL");
  if (isPooled && directUrl === undefined) warn(noListenUrl);
  requireAppLogin(login, { environment, warn });
  if (directUrl !== undefined && directUrl !== databaseUrl)
    requireAppLogin(await readLogin(directUrl), { environment, warn });
  await requireSameEnvironment(databaseUrl, environment);
  await requireRealTime(databaseUrl);
}

/** In production the service must not log in as an owner; in staging this is only logged. */
function requireAppLogin(
  { login, excess }: { login: string; excess: string[] },
  { environment, warn }: { environment: string; warn: (text: string) => void },
) {
  const fault = loginFault(login, excess);
  if (fault === undefined) return;
  if (environment === "production") throw new Fault("settings", `${fault} ${USE_APP_LOGIN}`);
  warn(`${fault} ${USE_APP_LOGIN}`);
}
