/**
 * Loaded into the server before everything else. A request that offers another protocol (`Upgrade: h2c`, as Java's and
 * curl's clients do) is answered in the one that it came in: the framework listens for upgrades, takes none, and closes the
 * connection without a word. What Node's parser refuses is answered in the envelope, where Node sends no body.
 */
import { STATUS_CODES } from "node:http";
import { refusalOf } from "./refuse.mjs";
import { configureServers } from "./wrap-listeners.mjs";

/** By the code of the parser's error; all others are 400. */
const REFUSALS = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: "HEADERS_TOO_LARGE",
    text: "The headers are larger than 16 KiB.",
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
    text: "The extensions of the body's chunks are too large.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: "REQUEST_TIMEOUT",
    text: "The request did not arrive whole in time.",
  },
};
const MALFORMED = {
  status: 400,
  code: "BAD_REQUEST",
  text: "The request is not well-formed HTTP/1.1.",
};
const NO_TUNNEL = {
  status: 405,
  code: "METHOD_NOT_ALLOWED",
  text: "This is no proxy.",
  headers: { Allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" },
};

/** Writes a refusal where no response is to be had, and ends the connection. @param {import("node:stream").Duplex} socket @param {import("./refuse.mjs").Refusal} refusal */
function endWith(socket, refusal) {
  const { headers, body } = refusalOf(refusal);
  const lines = Object.entries({ ...headers, Connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const { status } = refusal;
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
}

/** The responses that a connection waits for, to know whether something of one was sent. @type {WeakMap<object, Set<import("node:http").ServerResponse>>} */
const open = new WeakMap();

/** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
function remember({ socket }, response) {
  const responses = open.get(socket) ?? new Set();
  open.set(socket, responses.add(response));
  response.once("close", () => responses.delete(response));
}

/** As Node does it: nothing is written into an answer that has begun. @param {Error & { code?: string }} error @param {import("node:stream").Duplex} socket */
function answerBroken(error, socket) {
  const hasBegun = [...(open.get(socket) ?? [])].some(({ headersSent }) => headersSent);
  const code = /** @type {keyof typeof REFUSALS} */ (error.code);
  if (error.code === "ECONNRESET" || !socket.writable || hasBegun) socket.destroy(error);
  else endWith(socket, REFUSALS[code] ?? MALFORMED);
}

const options = {
  shouldUpgradeCallback: () => false,
  // Checked in check-request-line.mjs: Node's refusal has no body.
  requireHostHeader: false,
};
configureServers(options, (server) => {
  server.prependListener("request", remember);
  server.on("clientError", answerBroken);
  server.on("connect", (_, socket) => endWith(socket, NO_TUNNEL));
});
