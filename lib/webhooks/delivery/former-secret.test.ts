import "@/test/database";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/kernel/durations";
import { withClockAhead } from "@/test/fixtures/clock-ahead";
import { commitEvents } from "@/test/fixtures/deliveries";
import { later } from "@/test/fixtures/later";
import { endTests, makePartner, type TestPartner } from "@/test/fixtures/make";
import { webhooksOf } from "@/test/fixtures/webhooks";
import { type Receiver, startReceiver } from "@/test/http/receiver";
import { purgeWebhookSecrets } from "../purge-secrets";
import { Dispatcher } from "./dispatcher";
import { signatureHeaders } from "./signature-headers";

process.env.WEBHOOK_ALLOW_LOOPBACK = "on";

const dispatcher = new Dispatcher({ drainMs: 100_000 });
let partner: TestPartner;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(async () => {
  partner = await makePartner();
});
afterAll(async () => {
  await dispatcher.stop();
  await receiver.close();
  await endTests();
});

const rotated = async () =>
  (await webhooksOf(partner).set(receiver.url)).json.data.webhookSecret as string;

/** Delivers an event, and returns which of the secrets sign it, by their places. */
async function signersOf(secrets: readonly string[]): Promise<number[]> {
  receiver.requests.length = 0;
  const [eventId = ""] = await commitEvents(partner.partnerId);
  await dispatcher.drain();
  const { headers, body: bytes } = receiver.requests[0] ?? expect.fail();
  const body = bytes.toString("utf8");
  const timestampS = Number(headers["webhook-timestamp"]);
  const signatures = String(headers["webhook-signature"]).split(" ");
  return signatures.map((signature) =>
    secrets.findIndex(
      (secret) =>
        signatureHeaders({ eventId, timestampS, body, secrets: [secret] })["webhook-signature"] ===
        signature,
    ),
  );
}

test.each([HOUR_MS, -HOUR_MS])(
  "a former secret signs for 24 hours where the process that replaced it has a clock %i ms ahead",
  async (byMs) => {
    const secrets = [await rotated(), await withClockAhead(byMs, rotated)];
    const signersAt = (ms: number) => later(ms, () => signersOf(secrets));
    expect(await signersAt(DAY_MS - MINUTE_MS)).toContain(0);
    expect(await signersAt(DAY_MS + MINUTE_MS)).not.toContain(0);
  },
);

test("a process whose clock is an hour ahead signs with a former secret, and deletes none", async () => {
  const secrets = [await rotated(), await rotated()];
  await later(DAY_MS - MINUTE_MS, () =>
    withClockAhead(HOUR_MS, async () => {
      await purgeWebhookSecrets();
      expect(await signersOf(secrets)).toContain(0);
    }),
  );
});

test("a former secret signs for 24 hours after its own rotation, and no longer", async () => {
  const secrets = [await rotated(), await rotated()];
  secrets.push(await later(DAY_MS / 2, rotated));
  const signersAt = (ms: number) => later(ms, () => signersOf(secrets));
  expect(await signersAt(DAY_MS - MINUTE_MS)).toEqual([2, 1, 0]);
  expect(await signersAt(DAY_MS + MINUTE_MS)).toEqual([2, 1]);
  expect(await signersAt(1.5 * DAY_MS - MINUTE_MS)).toEqual([2, 1]);
  expect(await signersAt(1.5 * DAY_MS + MINUTE_MS)).toEqual([2]);
});
