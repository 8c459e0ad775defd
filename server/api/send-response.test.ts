import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { attachText } from "@/lib/http/node-side";
import { MAX_UNREAD_MS } from "./end-unread.ts";
import { sendResponse } from "./send-response.ts";

/** More than the buffers of a connection hold. */
const LONG = "x".repeat(32 * 1_048_576);

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** Sends a whole body to a client that reads nothing. Returns what the server holds of the response. */
async function sendUnread(text: string, headers = ""): Promise<ServerResponse> {
  const { promise: sent, resolve } = Promise.withResolvers<ServerResponse>();
  const server = createServer(async (_, response) => {
    await sendResponse(attachText(new Response(null), text), response);
    resolve(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  cleanups.push(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  socket.pause();
  socket.on("error", () => {});
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  return sent;
}

test.each(["", "Accept-Encoding: gzip\r\n"])(
  "a whole body that nobody reads has a time limit, with the headers %j",
  async (headers) => {
    const response = await sendUnread(LONG, headers);
    expect(response.req.socket.timeout).toBeGreaterThan(0);
  },
);

test("the connection is closed when the time is over and something is left", async () => {
  const response = await sendUnread(LONG);
  expect(response.writableLength).toBeGreaterThan(0);
  response.emit("timeout");
  expect(response.destroyed).toBe(true);
});

test("a taken body leaves its connection to the next request for as long as before", async () => {
  const response = await sendUnread("{}");
  await expect.poll(() => response.writableFinished).toBe(true);
  await expect.poll(() => response.req.socket.timeout).toBeLessThan(MAX_UNREAD_MS);
  response.emit("timeout");
  expect(response.req.socket.destroyed).toBe(false);
});
