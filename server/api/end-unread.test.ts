import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { endUnread } from "./end-unread.ts";

const MEGABYTE = "x".repeat(1_048_576);
const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** Starts a server, and connects a client that sends a request and reads nothing. */
async function connectTo(listener: RequestListener): Promise<Socket> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  cleanups.push(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  socket.pause();
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  return socket;
}

test("the connection of a client that takes nothing is closed", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<ServerResponse>();
  await connectTo((_, response) => {
    response.on("close", () => resolve(response));
    endUnread(response, 50);
    const write = () => {
      while (!response.destroyed && response.write(MEGABYTE));
    };
    response.on("drain", write);
    write();
  });
  expect((await closed).writableFinished).toBe(false);
});

test("the connection of a client that has taken everything so far stays open", async () => {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  const socket = await connectTo((_, response) => {
    endUnread(response);
    response.write("first");
    resolve(response);
  });
  await once(socket.resume(), "data");
  const response = await promise;
  await expect.poll(() => response.writableLength).toBe(0);
  response.emit("timeout");
  expect(response.destroyed).toBe(false);
});
