import { createServer } from "node:http";
import { Fault } from "../faults.mjs";
import { checkWebhook } from "./check-webhook.mjs";
import { createSeen } from "./seen-webhooks.mjs";

const host = "127.0.0.1";
const largestBodyBytes = 1024 * 1024;
/** Longer than senders keep an idle connection, so that none is closed while a request comes in on it. */
const keepAliveTimeoutMs = 120_000;

/**
 * A webhook as it arrived, and what it was answered.
 *
 * @typedef {object} ReceivedWebhook
 * @property {Date} receivedAt
 * @property {import("node:http").IncomingHttpHeaders} headers
 * @property {Buffer} body
 * @property {string | undefined} id
 * @property {number} times how often this id has come, with this one
 * @property {boolean} sameBody as when the id came first
 * @property {import("./check-webhook.mjs").SignatureCheck} signatures
 * @property {number} status
 *
 * @typedef {object} Answer
 * @property {number} status
 * @property {number} failFirst of each event, how many attempts are refused; 0: `status` is for all of them
 * @property {number} delayMs
 *
 * @typedef {object} Receiver
 * @property {number} port
 * @property {Answer} answer
 * @property {() => Promise<string | undefined>} untilSecret
 * @property {(webhook: ReceivedWebhook) => void} onWebhook before it is answered
 */

/**
 * Listens for webhooks on this machine.
 *
 * @param {Receiver} receiver
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function receiveWebhooks(receiver) {
  const seen = createSeen();
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (request, response) => {
    take(receiver, seen, request, response).catch(() => {
      // The sender went away in the middle, and will try again.
      response.destroy();
    });
  });
  const port = await listen(server, receiver.port);
  return {
    url: `http://${host}:${port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @param {import("node:http").Server} server @param {number} port @returns {Promise<number>} */
function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenFault(port, error)));
    server.listen({ host, port }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/** @param {number} port @param {Error} error */
function listenFault(port, error) {
  const code = "code" in error ? error.code : undefined;
  const taken = code === "EADDRINUSE";
  const reason = taken
    ? `Another program already listens on ${host}:${port}.`
    : `${host}:${port} cannot be listened on (${code ?? error.message}).`;
  return new Fault(
    taken ? "portTaken" : "settings",
    `${reason} Choose another port: --port 4401 (--port 0 picks a free one).`,
    { cause: error },
  );
}

/**
 * @param {Receiver} receiver
 * @param {ReturnType<typeof createSeen>} seen
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
async function take({ answer, untilSecret, onWebhook }, seen, request, response) {
  if (request.method !== "POST") {
    response.writeHead(405, { allow: "POST" }).end("Webhooks are sent by POST.\n");
    return;
  }
  const body = await readBody(request);
  if (body === undefined) {
    response.writeHead(413, { connection: "close" }).end("Larger than any webhook.\n");
    return;
  }
  const receivedAt = new Date();
  const { headers } = request;
  const secret = await untilSecret();
  const id = typeof headers["webhook-id"] === "string" ? headers["webhook-id"] : undefined;
  const { times, sameBody } = id === undefined ? { times: 1, sameBody: true } : seen(id, body);
  const status = answer.failFirst > 0 && times > answer.failFirst ? 200 : answer.status;
  const signatures = checkWebhook({ headers, body, secret, nowMs: receivedAt.getTime() });
  onWebhook({ receivedAt, headers, body, id, times, sameBody, signatures, status });
  if (answer.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
  response.writeHead(status, { "content-type": "text/plain" });
  response.end(status < 300 ? "taken\n" : `answered ${status}, as asked for\n`);
}

/** Undefined when it is too large. @param {import("node:http").IncomingMessage} request @returns {Promise<Buffer | undefined>} */
async function readBody(request) {
  /** @type {Buffer[]} */
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    // The rest is read all the same, as a sender takes an answer only after its last byte.
    if (bytes <= largestBodyBytes) chunks.push(chunk);
  }
  return bytes > largestBodyBytes ? undefined : Buffer.concat(chunks);
}
