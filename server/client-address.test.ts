import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { setClientAddress } from "./client-address.ts";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server that responds with the client's address, and returns its port. */
async function startServer(hops: number): Promise<number> {
  const server = createServer(
    setClientAddress(hops)((incoming, response) => {
      response.end(incoming.headers["x-forwarded-for"]);
    }),
  );
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

test.each([
  ["no proxy: a forged address is overwritten", 0, "203.0.113.7", "127.0.0.1"],
  ["no proxy: a forged list is overwritten", 0, "203.0.113.7, 127.0.0.2", "127.0.0.1"],
  ["no proxy and no header", 0, undefined, "127.0.0.1"],
  [
    "one proxy: the address that it appended counts, not the forged one",
    1,
    "1.2.3.4, 203.0.113.7",
    "203.0.113.7",
  ],
  [
    "one proxy that adds a second header: its address counts",
    1,
    ["1.2.3.4", "203.0.113.7"],
    "203.0.113.7",
  ],
  [
    "two proxies: the address that the first one appended counts",
    2,
    "1.2.3.4, 203.0.113.7, 10.0.0.1",
    "203.0.113.7",
  ],
  [
    "one proxy that appends the port too: the address counts",
    1,
    "1.2.3.4, 203.0.113.7:50123",
    "203.0.113.7",
  ],
  ["one proxy that appends an IPv6 address with its port", 1, "[2001:db8::7]:50123", "2001:db8::7"],
  ["one proxy that appends an IPv6 address", 1, "2001:db8::7:1", "2001:db8::7:1"],
  ["two proxies, one of them bypassed", 2, "1.2.3.4", "127.0.0.1"],
  ["one proxy, bypassed", 1, undefined, "127.0.0.1"],
])("with %s", async (_, hops, header, seen) => {
  const headers = header === undefined ? {} : { "x-forwarded-for": header };
  const port = await startServer(hops);
  const asked = request({ host: "127.0.0.1", port, headers }).end();
  const [answer] = await once(asked, "response");
  expect(await text(answer)).toBe(seen);
});
