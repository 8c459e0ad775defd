import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { waitFor } from "./wait-for.ts";

async function serving(promise: Promise<RequestListener>) {
  const server = createServer(waitFor(promise)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { ask: () => fetch(`http://127.0.0.1:${port}/`), stop: () => server.close() };
}

test("a request before the listener exists is served when it exists; later ones are served too", async () => {
  const ready = Promise.withResolvers<RequestListener>();
  const { ask, stop } = await serving(ready.promise);
  const early = ask();
  ready.resolve((_, response) => response.end("answered"));
  expect(await (await early).text()).toBe("answered");
  expect(await (await ask()).text()).toBe("answered");
  stop();
});

test("the connection of a waiting request is closed if the listener fails", async () => {
  const ready = Promise.withResolvers<RequestListener>();
  const { ask, stop } = await serving(ready.promise);
  const early = ask();
  ready.reject(new Error("no build"));
  await expect(early).rejects.toThrow();
  stop();
});
