import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer } from "./create-server.ts";

const REQUEST_TIMEOUT_MS = 500;

let server: Server;
const callers: Socket[] = [];
/** The ports of callers whose connections the server has closed. */
const closed = new Set<number | undefined>();
beforeAll(async () => {
  const settings = { requestTimeoutMs: REQUEST_TIMEOUT_MS, trustedProxyHops: 0 };
  server = createServer(settings, async (request, response) => {
    if (request.url === "/api/stream") {
      response.write("first");
      setTimeout(() => response.end("last"), 2 * REQUEST_TIMEOUT_MS);
      return;
    }
    request.resume();
    request.once("end", () => response.end("whole"));
    request.once("error", () => undefined);
  });
  server.on("connection", (socket) => {
    const { remotePort } = socket;
    socket.once("close", () => closed.add(remotePort));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  for (const caller of callers) caller.destroy();
  server.closeAllConnections();
  server.close();
});

/**
 * Sends bytes and never closes its side, as an attacker does, or a client whose machine is gone. Returns its
 * port, and a function of what was received until now.
 */
async function holdOpen(bytes: string): Promise<{ port?: number; received: () => string }> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let received = "";
  socket.on("data", (part) => {
    received += part;
  });
  socket.on("error", () => undefined);
  callers.push(socket);
  await once(socket, "connect");
  if (bytes !== "") socket.write(bytes);
  return { port: socket.localPort, received: () => received };
}

const HEAD = "HTTP/1.1\r\nHost: x\r\n";

test.concurrent.each([
  ["sends nothing", "", "408"],
  ["sends a part of its headers", "GET /api/x HTTP/1.1\r\nHost:", "408"],
  ["sends a part of its body", `POST /api/x ${HEAD}Content-Length: 10\r\n\r\nabc`, "408"],
  ["sends a part of a second request", `GET /api/stream ${HEAD}\r\nGET /api/x HTT`, "200"],
  ["asks for a tunnel", "CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n", "405"],
  ["sends no HTTP", "nonsense\r\n\r\n", "400"],
])(
  "a client that %s and never closes loses its connection after the response",
  async (_, bytes, status) => {
    const { port, received } = await holdOpen(bytes);
    await expect.poll(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    await expect.poll(() => closed.has(port)).toBe(true);
  },
);
