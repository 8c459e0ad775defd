import { Fault } from "./faults.mjs";
import { freePort } from "./port.mjs";
import { localUrl } from "./settings.mjs";
import { startServer } from "./start-server.mjs";

const portAttempts = 3;

/**
 * Starts the server and waits until it is ready.
 *
 * @param {import("./run-service.mjs").Service} service
 * @param {(port: number) => Record<string, string | undefined>} environment
 */
export async function serveApp({ settings, paths, closing }, environment) {
  const { host } = settings;
  for (let attempt = 1; ; attempt += 1) {
    const port = settings.port === 0 ? await freePort(host) : settings.port;
    const env = environment(port);
    const url = localUrl(host, port);
    const server = await startServer({ env, url, logFile: paths.serverLog });
    closing.add("The server", server.stop);
    try {
      await server.untilReady();
      return { server, url, env };
    } catch (error) {
      // A port that was free a moment ago may be taken; if it was ours to choose, choose again.
      const isTaken = error instanceof Fault && error.kind === "portTaken";
      if (!isTaken || settings.port !== 0 || attempt === portAttempts) throw error;
    }
  }
}
