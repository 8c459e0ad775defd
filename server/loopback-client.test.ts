import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { LOOPBACK_HEADER, markLoopbackClients } from "./loopback-client.ts";

/** Returns the mark of a request. */
function markOf(remoteAddress: string | undefined, headers: Record<string, string>) {
  const request = {
    headers: { ...headers },
    socket: { remoteAddress },
  } as unknown as IncomingMessage;
  let mark: unknown = "not passed on";
  markLoopbackClients((passed) => {
    mark = passed.headers[LOOPBACK_HEADER];
  })(request, {} as ServerResponse);
  return mark;
}

test.each(["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])(
  "marks a client at %s",
  (address) => {
    for (const host of ["127.0.0.1:3000", "localhost:3000", "[::1]:3000", "localhost"])
      expect(markOf(address, { host })).toBe("yes");
  },
);

test.each(["203.0.113.9", "10.0.0.1", "::ffff:10.0.0.1", "2001:db8::1", undefined])(
  "does not mark a client at %s, whatever its headers",
  (address) => {
    const host = "127.0.0.1:3000";
    expect(markOf(address, { host, [LOOPBACK_HEADER]: "yes" })).toBeUndefined();
    expect(markOf(address, { host, "x-forwarded-for": "127.0.0.1" })).toBeUndefined();
  },
);

test.each(["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"])(
  "does not mark what a proxy on this machine passes on with %s",
  (name) => {
    expect(markOf("127.0.0.1", { host: "127.0.0.1", [name]: "127.0.0.1" })).toBeUndefined();
  },
);

test.each(["cards.example.com", "127.0.0.1.example.com", "localhost.example.com", ""])(
  "does not mark a request under the name %s",
  (host) => {
    expect(markOf("127.0.0.1", { host })).toBeUndefined();
  },
);
