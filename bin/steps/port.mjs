import { createServer } from "node:net";
import { Fault } from "./faults.mjs";

/** A port on which nobody listens at this moment. @param {string} host @returns {Promise<number>} */
export function freePort(host) {
  return listenBriefly(host, 0);
}

/** Ends with a clear message if another program has the port. @param {string} host @param {number} port */
export async function requireFreePort(host, port) {
  try {
    await listenBriefly(host, port);
  } catch (error) {
    throw portFault(host, port, error);
  }
}

/** @param {string} host @param {number} port @param {unknown} error */
export function portFault(host, port, error) {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return new Fault(
      "portTaken",
      `Another program already listens on ${host}:${port}. Stop it, or choose another port: ` +
        "PORT=3100 npm start (PORT=0 picks a free one).",
    );
  }
  if (code === "EACCES") {
    return new Fault("settings", `PORT=${port} may not be used by this user. Choose one above 1023.`);
  }
  return new Fault("settings", `HOST=${host} PORT=${port} cannot be listened on (${code ?? error}).`);
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
