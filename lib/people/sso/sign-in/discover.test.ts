import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { KEEP_OPEN } from "@/test/http/keep-open";
import { discover } from "./discover";

let requests = 0;
let inside: Server;
let url: string;
beforeAll(async () => {
  inside = createServer(KEEP_OPEN, (_, response) => {
    requests += 1;
    response.writeHead(418).end();
  });
  await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/admin`;
});
afterAll(() => {
  inside.close();
});

/** Tries a provider on this machine; returns the reason of the refusal, and how many requests it got. */
async function attempt(settings: Record<string, string>) {
  Object.assign(process.env, settings);
  forgetEnv();
  requests = 0;
  const reason = await discover(url).then(
    () => undefined,
    ({ message }: Error) => message,
  );
  return { reason, requests };
}

test("an issuer on this machine gets no request where WEBHOOK_ALLOW_LOOPBACK is off", async () => {
  const refused = { reason: "The issuer must be an https:// URL.", requests: 0 };
  expect(await attempt({ WEBHOOK_ALLOW_LOOPBACK: "off" })).toEqual(refused);
});

test("an issuer on this machine is asked in staging where WEBHOOK_ALLOW_LOOPBACK is on", async () => {
  const asked = { reason: "It responded with 418.", requests: 1 };
  expect(await attempt({ WEBHOOK_ALLOW_LOOPBACK: "on" })).toEqual(asked);
});
