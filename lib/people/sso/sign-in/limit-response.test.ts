import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { buffer } from "node:stream/consumers";
import { setDefaultCACertificates } from "node:tls";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AUTHORITY, TRUSTED as CERTIFICATE } from "@/test/http/certificates";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { discover } from "./discover";
import { guardedAgent } from "./guarded-agent";
import { isOversized, MAX_RESPONSE_BYTES } from "./limit-response";

setDefaultCACertificates([AUTHORITY]);
// In this file this machine counts as public, so that a provider with TLS can run on it.
vi.mock("@/lib/webhooks/delivery/check-address", () => ({ isPublicAddress: () => true }));

let hugeBytes: number;
let provider: Receiver;
beforeEach(async () => {
  provider = await startReceiver(() => ({ hugeBytes }), { tls: CERTIFICATE });
});
afterEach(() => provider.close());

const url = () => `https://127.0.0.1:${provider.port}`;

/** Reads a response as openid-client does; returns its length, or the error with the response. */
async function read(): Promise<number | Error> {
  const sent = request(url(), { agent: guardedAgent() }).on("error", () => undefined);
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return buffer(response).then(
    ({ length }) => length,
    (error: Error) => Object.assign(error, { response }),
  );
}

test("a response over TLS is cut off at the limit, and its error says so", async () => {
  hugeBytes = 100 * MAX_RESPONSE_BYTES;
  const error = await read();
  expect(error).toBeInstanceOf(Error);
  expect(isOversized(error)).toBe(true);
  await expect(discover(url())).rejects.toThrow("Its configuration exceeds 1 MB.");
});

test("a response over TLS below the limit is read whole", async () => {
  hugeBytes = 8 * 64 * 1024;
  expect(await read()).toBe(hugeBytes);
});

test("other errors are not due to the limit", () => {
  for (const error of ["OversizedResponse", undefined, new Error("aborted")])
    expect(isOversized(error)).toBe(false);
});
