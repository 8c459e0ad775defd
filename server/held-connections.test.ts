import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createServer } from "./create-server.ts";

const REQUEST_TIMEOUT_MS = 500;

let server: Server;
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
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const openConnections = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

/**
 * Sends bytes and never closes its side, as an attacker does, or a client whose machine is gone. Returns a function of what
 * was received until now.
 */
async function holdOpen(bytes: string): Promise<() => string> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  let received = "";
  socket.on("data", (part) => {
    received += part;
  });
  socket.on("error", () => undefined);
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, "connect");
  if (bytes !== "") socket.write(bytes);
  return () => received;
}

const HEAD = "HTTP/1.1\r\nHost: x\r\n";

test.each([
  ["sends nothing", "", "408"],
  ["sends a part of its headers", "GET /api/x HTTP/1.1\r\nHost:", "408"],
  ["sends a part of its body", `POST /api/x ${HEAD}Content-Length: 10\r\n\r\nabc`, "408"],
  ["sends a part of a second request", `GET /api/stream ${HEAD}\r\nGET /api/x HTT`, "200"],
  ["asks for a tunnel", "CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n", "405"],
  ["sends no HTTP", "nonsense\r\n\r\n", "400"],
])(
  "a client that %s and never closes loses its connection after the response",
  async (_, bytes, status) => {
    const received = await holdOpen(bytes);
    await expect.poll(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    await expect.poll(openConnections, { timeout: 10_000 }).toBe(0);
  },
);
