import { Fault } from "../bootstrap/faults.mjs";
import { freePort } from "../bootstrap/port.mjs";
import { localUrl } from "../bootstrap/settings.mjs";
import { keepRunning } from "../process/keep-running.mjs";
import { startServer } from "./start-server.mjs";

const portAttempts = 3;

/**
 * Starts the server, waits until it is ready, and starts it again when its process dies.
 *
 * @param {import("./run-service.mjs").Service} service
 * @param {(port: number) => Record<string, string | undefined>} environment
 */
export async function serveApp({ settings, paths, closing }, environment) {
  const { host } = settings;
  const logFile = paths.serverLog;
  for (let attempt = 1; ; attempt += 1) {
    const port = settings.port === 0 ? await freePort(host) : settings.port;
    const env = environment(port);
    const url = localUrl(host, port);
    try {
      const first = await startAnswering({ env, url, logFile }, "/api/ready");
      // It lives without a database too, which may be about to come back itself.
      const begin = () => startAnswering({ env, url, logFile }, "/api/health");
      const server = keepRunning({ name: "The server", logFile, first, begin });
      closing.add("The server", server.stop);
      return { server, url, env };
    } catch (error) {
      // A port that was free a moment ago may be taken; if it was ours to choose, choose again.
      const isTaken = error instanceof Fault && error.kind === "portTaken";
      if (!isTaken || settings.port !== 0 || attempt === portAttempts) throw error;
    }
  }
}

/** @param {Parameters<typeof startServer>[0]} options @param {string} path */
async function startAnswering(options, path) {
  const server = await startServer(options);
  try {
    await server.untilAnswering(path);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}
