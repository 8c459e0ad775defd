import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import { type Refusal, refusalOf, refuse } from "./refuse.ts";

const MALFORMED: Refusal = {
  status: 400,
  code: "BAD_REQUEST",
  text: "The request is not well-formed HTTP/1.1.",
};
/** Refusals by the code of the parser's error; all other errors get MALFORMED. */
const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: "HEADERS_TOO_LARGE",
    text: "The headers are larger than 16 KiB, or too many. Send fewer or shorter ones.",
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
const NO_TUNNEL: Refusal = {
  status: 405,
  code: "METHOD_NOT_ALLOWED",
  text: "This is no proxy.",
  headers: { Allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" },
};
const NO_EXPECTATION: Refusal = {
  status: 417,
  code: "EXPECTATION_FAILED",
  text: "The header Expect can only be 100-continue.",
};

/** How long a client has to read a refusal and to close its side of the connection. */
const LINGER_MS = 2_000;

/**
 * Ends our side of a connection, and destroys the connection if the client does not end its own side. Node no longer watches a
 * connection that was late or asked for a tunnel, so that a client which never closes would occupy it for ever.
 */
function endSoon(socket: Duplex, bytes?: string): void {
  socket.end(bytes);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}

/** Writes a refusal to a connection for which Node made no response, and ends the connection. */
function endWith(socket: Duplex, refusal: Refusal): void {
  const { headers, body } = refusalOf(refusal);
  const lines = Object.entries({ ...headers, Connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const { status } = refusal;
  endSoon(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
}

const lastResponses = new WeakSet<ServerResponse>();

/** Ends the connection after this response. Each further piece of what the parser refuses calls this again. */
function endAfter(response: ServerResponse, socket: Duplex): void {
  if (lastResponses.has(response)) return;
  lastResponses.add(response);
  if (response.headersSent) response.once("close", () => endSoon(socket));
  else response.setHeader("Connection", "close");
}

/**
 * Responds in the API's envelope to requests that Node refuses with an empty body: those that its parser refuses, those
 * for a tunnel (`CONNECT`) and those with an unknown `Expect`. Requests that arrived whole before a refused one on the
 * same connection get their own response instead, and the connection ends after the last of them: clients would take the
 * refusal for the response to the first one, which may have moved money. If the response to a refused request has begun,
 * nothing is added to it and the connection is closed, as Node does.
 */
export function answerBrokenRequests(server: Server): void {
  const openResponses = new WeakMap<Duplex, Set<ServerResponse>>();
  const remember: RequestListener = ({ socket }: IncomingMessage, response) => {
    const responses = openResponses.get(socket) ?? new Set();
    openResponses.set(socket, responses.add(response));
    response.once("close", () => responses.delete(response));
  };
  server.prependListener("request", remember);
  server.on("clientError", (error: Error & { code?: string }, socket) => {
    const open = [...(openResponses.get(socket) ?? [])];
    const lastWhole = open.findLast(({ req }) => req.complete);
    const hasBegun = open.some(({ headersSent }) => headersSent);
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy(error);
    else if (lastWhole) endAfter(lastWhole, socket);
    else if (hasBegun) socket.destroy(error);
    else endWith(socket, REFUSALS[error.code ?? ""] ?? MALFORMED);
  });
  server.on("connect", (_, socket) => endWith(socket, NO_TUNNEL));
  server.on("checkExpectation", (_, response) => refuse(response, NO_EXPECTATION));
}
