import { createServer } from "node:net";
import { Fault } from "./faults.mjs";
import { sleep } from "./process-info.mjs";
import { stopSignal } from "./stop-signal.mjs";

/** Returns a port on which no program listens at this moment. @param {string} host @returns {Promise<number>} */
export function freePort(host) {
  return listenBriefly(host, 0);
}

/**
 * Throws a Fault if another program still listens on the port after `waitMs`.
 *
 * @param {string} host
 * @param {number} port
 * @param {{ waitMs?: number }} [options]
 */
export async function requireFreePort(host, port, { waitMs = 0 } = {}) {
  const deadlineMs = Date.now() + waitMs;
  for (;;) {
    try {
      await listenBriefly(host, port);
      return;
    } catch (error) {
      if (Date.now() >= deadlineMs) throw portFault(host, port, error);
    }
    stopSignal.throwIfAborted();
    await sleep(200);
  }
}

/** @param {string} host @param {number} port @param {unknown} error */
export function portFault(host, port, error) {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new Fault(
      "portTaken",
      `Another program already listens on ${host}:${port}. Stop it, or choose another port, such ` +
        "as PORT=3100 (PORT=0 picks a free one).",
    );
  }
  if (code === "EACCES") {
    return new Fault(
      "settings",
      `PORT=${port} may not be used by this user. Choose one above 1023.`,
    );
  }
  return new Fault(
    "settings",
    `HOST=${host} PORT=${port} cannot be listened on (${code ?? error}).`,
  );
}

/** @param {string} host @param {number} port @returns {Promise<number>} */
function listenBriefly(host, port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      const found = typeof address === "object" && address !== null ? address.port : port;
      server.close(() => resolve(found));
    });
  });
}
