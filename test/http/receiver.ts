import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { KEEP_OPEN } from "./keep-open";

/** A received request. */
export interface ReceivedRequest {
  /** 0 for the first request. */
  index: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  at: Date;
}

/** The receiver's response; 200 and `ok` by default. */
export interface ReceiverAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The delay before the response. */
  delayMs?: number;
  /** Never sends a response (`head`), or never ends it after its head and body (`body`). */
  hang?: "head" | "body";
  /** The pause after each byte of `body`. */
  dripMs?: number;
  /** Sends up to this many bytes instead of `body`, as long as the client reads. */
  hugeBytes?: number;
  /** Closes the connection instead of responding. */
  close?: "end" | "reset";
  /** Sends these bytes instead of an HTTP response; the connection stays open. */
  raw?: string | Buffer;
}

export type AnswerOf = (
  request: ReceivedRequest,
) => ReceiverAnswer | undefined | Promise<ReceiverAnswer | undefined>;

export interface ReceiverOptions {
  /** 127.0.0.1 by default. */
  host?: string;
  port?: number;
  /** Serves TLS with this key and certificate. */
  tls?: { key: string; cert: string };
  /** How long an idle connection is kept open. */
  keepAliveMs?: number;
}

export interface Receiver {
  /** `http://127.0.0.1:<port>/hook` */
  url: string;
  port: number;
  /** All requests, in the order in which they were received completely. */
  requests: ReceivedRequest[];
  /** The number of connections since the start. */
  connections: number;
  /** The number of open connections. */
  readonly open: number;
  /** The server name that each TLS connection sent (SNI). */
  serverNames: string[];
  /** The approximate number of bytes sent by `hugeBytes`. */
  sentBytes: number;
  answer: AnswerOf;
  /** Closes the open connections; the receiver keeps running. */
  dropConnections(): void;
  close(): Promise<void>;
}

function* hugeChunks(bytes: number, receiver: Receiver) {
  const chunk = Buffer.alloc(64 * 1024, "x");
  for (let left = bytes; left > 0; left -= chunk.length) {
    receiver.sentBytes += chunk.length;
    yield chunk;
  }
}

/** Ignores it if the client closes before everything is sent. */
async function sendHuge(response: ServerResponse, bytes: number, receiver: Receiver) {
  await pipeline(Readable.from(hugeChunks(bytes, receiver)), response).catch(() => undefined);
}

async function sendBody(response: ServerResponse, answer: ReceiverAnswer): Promise<void> {
  const body = Buffer.from(answer.body ?? "ok");
  if (answer.dripMs === undefined) {
    response.write(body);
    return;
  }
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await sleep(answer.dripMs);
  }
}

async function send(response: ServerResponse, answer: ReceiverAnswer, receiver: Receiver) {
  if (answer.delayMs !== undefined) await sleep(answer.delayMs);
  const { socket } = response.req;
  if (answer.close === "end") socket.end();
  // The TCP connection below a TLS socket cannot be reset.
  if (answer.close === "reset")
    socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy();
  if (answer.raw !== undefined) socket.write(answer.raw);
  if (answer.close || answer.raw !== undefined || answer.hang === "head") return;
  response.writeHead(answer.status ?? 200, answer.headers);
  if (answer.hugeBytes !== undefined) return sendHuge(response, answer.hugeBytes, receiver);
  await sendBody(response, answer);
  if (answer.hang !== "body") response.end();
}

/**
 * Starts a receiver of webhooks in this process. It records each request byte for byte and responds as `answer` says.
 * The test must close it.
 */
export async function startReceiver(
  answer: AnswerOf = () => undefined,
  {
    host = "127.0.0.1",
    port = 0,
    tls,
    keepAliveMs = KEEP_OPEN.keepAliveTimeout,
  }: ReceiverOptions = {},
): Promise<Receiver> {
  const options = { ...tls, keepAliveTimeout: keepAliveMs };
  const server = tls ? createTlsServer(options) : createServer(options);
  const sockets = new Set<Socket>();
  const receiver: Receiver = {
    url: "",
    port: 0,
    requests: [],
    connections: 0,
    get open() {
      return sockets.size;
    },
    serverNames: [],
    sentBytes: 0,
    answer,
    dropConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      receiver.dropConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on("connection", (socket: Socket) => {
    receiver.connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  server.on("secureConnection", ({ servername }: TLSSocket) => {
    if (servername) receiver.serverNames.push(servername);
  });
  // A client may refuse the certificate.
  server.on("tlsClientError", () => undefined);
  server.on("request", async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const received: ReceivedRequest = {
      index: receiver.requests.length,
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body: Buffer.concat(chunks),
      at: new Date(),
    };
    receiver.requests.push(received);
    await send(response, (await receiver.answer(received)) ?? {}, receiver);
  });
  server.listen(port, host);
  await once(server, "listening");
  receiver.port = (server.address() as AddressInfo).port;
  const name = host.includes(":") ? `[${host}]` : host;
  receiver.url = `${tls ? "https" : "http"}://${name}:${receiver.port}/hook`;
  return receiver;
}
