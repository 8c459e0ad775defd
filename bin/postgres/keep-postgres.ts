import { keepRunning } from "../process/keep-running.ts";
import { type StartPostgresOptions, startPostgres } from "./start-postgres.ts";

/** A PostgreSQL that is started again, at the same address, when its process dies. */
export async function keepPostgres(options: StartPostgresOptions) {
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
