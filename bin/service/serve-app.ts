import type { Closing } from "../bootstrap/closing.mjs";
import { Fault } from "../bootstrap/faults.mjs";
import type { DataPaths } from "../bootstrap/paths.mjs";
import { freePort } from "../bootstrap/port.mjs";
import { localUrl, type StartSettings } from "../bootstrap/settings.mjs";
import { keepRunning } from "../process/keep-running.ts";
import { startServer } from "./start-server.ts";

/** What a command needs to run the service: its settings, the paths of its data folder, and what it stops at its end. */
export interface Service {
  settings: StartSettings;
  paths: DataPaths;
  closing: Closing;
}

const portAttempts = 3;

/** Starts the server, waits until it is ready, and starts it again when its process dies. */
export async function serveApp(
  { settings, paths, closing }: Service,
  environment: (port: number) => Record<string, string | undefined>,
) {
  const { host } = settings;
  const logFile = paths.serverLog;
  for (let attempt = 1; ; attempt += 1) {
    const port = settings.port === 0 ? await freePort(host) : settings.port;
    const env = environment(port);
    const url = localUrl(host, port);
    try {
      const first = await startAnswering({ env, url, logFile }, "/api/ready");
      // The process runs without a database too, which may be restarting.
      const begin = () => startAnswering({ env, url, logFile }, "/api/health");
      const server = keepRunning({ name: "The server", logFile, first, begin });
      closing.add("The server", server.stop);
      return { server, url, env };
    } catch (error) {
      // A free port may be taken meanwhile. If the caller named no port, another one is chosen.
      const isTaken = error instanceof Fault && error.kind === "portTaken";
      if (!isTaken || settings.port !== 0 || attempt === portAttempts) throw error;
    }
  }
}

async function startAnswering(options: Parameters<typeof startServer>[0], path: string) {
  const server = await startServer(options);
  try {
    await server.untilAnswering(path);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}
