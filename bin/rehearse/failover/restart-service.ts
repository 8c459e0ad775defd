import type { ServeProcess } from "../service/serve-process.ts";
import type { Settings } from "../service/settings.ts";

/** The processes of the service, and the settings with which each role starts the next time. */
export interface Service {
  settings: { web: Settings; worker: Settings };
  web: readonly ServeProcess[];
  workers: readonly ServeProcess[];
}

/** Changes the URLs of the database in the settings, and restarts each process, the web processes first. */
export async function restartService(
  { settings, web, workers }: Service,
  change: (url: string) => string,
): Promise<void> {
  for (const each of [settings.web, settings.worker])
    for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL"]) {
      const url = each[name];
      each[name] = url && change(url);
    }
  for (const each of [...web, ...workers]) {
    await each.stop();
    await each.start();
  }
}
