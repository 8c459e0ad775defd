import { keepRunning } from "../process/keep-running.mjs";
import { startPostgres } from "./start-postgres.mjs";

/**
 * A PostgreSQL that is started again, at the same address, when its process dies.
 *
 * @param {Parameters<typeof startPostgres>[0]} options
 */
export async function keepPostgres(options) {
  const first = await startPostgres(options);
  const settings = { ...options.settings, port: String(first.port) };
  const { stop, ended } = keepRunning({
    name: "PostgreSQL",
    logFile: options.logFile,
    first,
    begin: () => startPostgres({ ...options, settings }),
  });
  return { superuserUrl: first.superuserUrl, pidFile: first.pidFile, stop, ended };
}
