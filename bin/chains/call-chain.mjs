import { Agent, request } from "node:http";
import { json } from "node:stream/consumers";

const answerTimeoutMs = 30_000;
/** One connection that stays open: a chain is asked several times a second, and `fetch` costs five times as much. */
const agent = new Agent({ keepAlive: true });

/**
 * Asks a local chain by JSON-RPC. Plain, as the start's scripts need a handful of a node's own methods and no more.
 *
 * @param {string} rpcUrl
 * @param {string} method
 * @param {unknown[]} [params]
 * @returns {Promise<unknown>}
 */
export async function chainRpc(rpcUrl, method, params = []) {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const { result, error } = await post(rpcUrl, body);
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** @param {string} url @param {string} body @returns {Promise<{ result?: unknown, error?: { message: string } }>} */
function post(url, body) {
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        method: "POST",
        agent,
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
        signal: AbortSignal.timeout(answerTimeoutMs),
      },
      (answer) => {
        json(answer).then((value) => resolve(/** @type {any} */ (value)), reject);
      },
    );
    asked.once("error", reject);
    asked.end(body);
  });
}
