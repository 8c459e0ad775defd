import "@/test/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { activeSigner } from "@/lib/chain/keys/active-signer";
import { finishBeforeExit } from "@/lib/kernel/before-exit";
import { beginShutdown } from "@/lib/kernel/shutdown";
import { commitEvents, deliveryOf, makeEndpoint } from "@/test/fixtures/deliveries";
import { endTests } from "@/test/fixtures/make";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { deliverWebhooksJob, JOBS } from "./jobs";
import { startBackground } from "./start-background";

process.env.SCHEDULER = "off";
process.env.WEBHOOK_ALLOW_LOOPBACK = "on";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  // The start compares the keys, which must end before the connections.
  await activeSigner();
  await endTests();
});

test("with an outside scheduler, a process that ends records the attempts under way and begins no others", async () => {
  const { partnerId } = await makeEndpoint(receiver.url);
  receiver.answer = () => ({ delayMs: 300 });
  startBackground(JOBS);
  const [underWay = ""] = await commitEvents(partnerId);
  const drained = deliverWebhooksJob.run();
  await expect.poll(() => receiver.requests.length).toBe(1);
  beginShutdown();
  const [later = ""] = await commitEvents(partnerId);
  await finishBeforeExit();
  expect(await deliveryOf(underWay)).toMatchObject({ status: "delivered", attempts: 1 });
  await drained;
  await deliverWebhooksJob.run();
  expect(await deliveryOf(later)).toMatchObject({ status: "pending", attempts: 0, lease_id: null });
});
