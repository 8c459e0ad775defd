import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { TLSSocket } from "node:tls";

/** A request as it came in. */
export interface ReceivedRequest {
  /** 0 for the first one. */
  index: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  at: Date;
}

/** How the receiver answers; 200 and `ok` when nothing is said. */
export interface ReceiverAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Before anything is said. */
  delayMs?: number;
  /** Says nothing more: not a word, or after the head and `body`. */
  hang?: "head" | "body";
  /** Between one byte of `body` and the next. */
  dripMs?: number;
  /** As much as the other side takes, up to that, in place of `body`. */
  hugeBytes?: number;
  /** Closes the connection in place of an answer. */
  close?: "end" | "reset";
  /** These bytes, whatever they are, in place of an answer; the connection stays open. */
  raw?: string | Buffer;
}

export type AnswerOf = (
  request: ReceivedRequest,
) => ReceiverAnswer | undefined | Promise<ReceiverAnswer | undefined>;

export interface ReceiverOptions {
  /** 127.0.0.1 unless told otherwise. */
  host?: string;
  port?: number;
  /** Speaks TLS with these. */
  tls?: { key: string; cert: string };
  /** How long it keeps an idle connection. */
  keepAliveMs?: number;
}

export interface Receiver {
  /** `http://127.0.0.1:<port>/hook` */
  url: string;
  port: number;
  /** All that came, in the order in which it was whole. */
  requests: ReceivedRequest[];
  /** Ever made. */
  connections: number;
  /** Open now. */
  readonly open: number;
  /** By which name it was asked for, in TLS, at each connection. */
  serverNames: string[];
  /** Bytes handed to its connections, about. */
  sentBytes: number;
  answer: AnswerOf;
  /** Ends the connections that are open, and goes on. */
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

/** The other side may well close before it has all. */
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
  // What lies below TLS cannot be reset from above it.
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
 * A receiver of webhooks in this process, for tests: it keeps what came, byte for byte, and answers as it is told.
 * Close it when done.
 */
export async function startReceiver(
  answer: AnswerOf = () => undefined,
  { host = "127.0.0.1", port = 0, tls, keepAliveMs = 60_000 }: ReceiverOptions = {},
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
  // Whoever connects may well not trust it.
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
