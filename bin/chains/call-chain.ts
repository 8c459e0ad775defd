import { Agent, request } from "node:http";
import { json } from "node:stream/consumers";

const answerTimeoutMs = 30_000;
/** Keeps the connection open: a chain gets several requests a second, and `fetch` costs five times as much. */
const agent = new Agent({ keepAlive: true });

interface Reply {
  result?: unknown;
  error?: { message: string };
}

/** Calls a JSON-RPC method of a local chain. Without viem: the commands need only a few methods of anvil itself. */
export async function callChain(
  rpcUrl: string,
  method: string,
  params: unknown[] = [],
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const { result, error } = await post(rpcUrl, body);
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

function post(url: string, body: string): Promise<Reply> {
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
        json(answer).then((value) => resolve(value as Reply), reject);
      },
    );
    asked.once("error", reject);
    asked.end(body);
  });
}
